//! UCCI as data.

use crate::games::XIANGQI;
use crate::protocol::family::{Particulars, Reserved, Table};

/// The names with a fixed meaning.
pub(super) static RESERVED: &[Reserved] = &[
    Reserved::new("usemillisec", "check", None),
    Reserved::new("newgame", "button", None),
    Reserved::new("batch", "check", Some("false")),
    Reserved::new("debug", "check", Some("false")),
    Reserved::new("ponder", "check", Some("false")),
    Reserved::new("usebook", "check", Some("true")),
    Reserved::new("useegtb", "check", Some("true")),
    Reserved::new("promotion", "check", None),
    Reserved::new("hashsize", "spin", None),
    Reserved::new("threads", "spin", None),
    Reserved::new("bookfiles", "string", None),
    Reserved::new("egtbpaths", "string", None),
    Reserved::new("evalapi", "string", None),
    Reserved::new("idle", "combo", None),
    Reserved::new("pruning", "combo", None),
    Reserved::new("knowledge", "combo", None),
    Reserved::new("randomness", "combo", None),
    Reserved::new("style", "combo", None),
];

/// The table of the dialect.
pub(super) static TABLE: Table = Table {
    hello: "ucci",
    hello_end: "ucciok",
    new_game: "setoption newgame",
    position_word: "fen",
    position_fields: 6,
    clocks: ["time", "opptime"],
    increments: ["increment", "oppincrement"],
    increment_counts: false,
    byoyomi: false,
    mate_reply: false,
    game_over: false,
    games_end_in: &[],
    option_types: &["label", "button", "check", "combo", "spin", "string"],
    blanks_in_names: false,
    reserved: RESERVED,
    // No prefix is kept for the documents, so none is refused.
    reserved_prefix: "ucci_",
    tolerated_names: &[],
    hash_option: "usemillisec",
    ponder_option: "ponder",
    pair: ["usemillisec", "usemillisec"],
    show_options: ["ucci_showcurrline", "ucci_showrefutations"],
    specials: &["draw", "resign"],
    nulls: &["(none)", "0000", "none", "NULL", "null"],
    no_move_answers: &["nobestmove", "resign"],
    info_extensions: &[("tbhits", 1), ("sbhits", 1)],
    final_info_has_score: false,
    mate_in_plies: false,
    blanks_free: true,
    particulars: Particulars {
        bare_options: true,
        own_clocks: true,
        millisecond_option: Some("usemillisec"),
        new_game_option: Some("newgame"),
        id_kinds: &["copyright", "user", "version"],
        no_move_reply: Some("nobestmove"),
        remarks: &["draw", "resign"],
        ban_command: Some("banmoves"),
        other_commands: &["probe"],
        other_answers: &["pophash", "bye"],
        bare_score: true,
        text_word: Some("message"),
    },
    game: &XIANGQI,
};
