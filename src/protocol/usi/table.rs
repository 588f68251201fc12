//! The data of USI.

use crate::games::SHOGI;
use crate::protocol::family::{Particulars, Reserved, Table};

/// The nine options with a fixed meaning.
pub(super) static RESERVED: &[Reserved] = &[
    Reserved::new("USI_Hash", "spin", None),
    Reserved::new("USI_Ponder", "check", None),
    Reserved::new("USI_OwnBook", "check", None),
    Reserved::new("USI_MultiPV", "spin", Some("1")),
    Reserved::new("USI_ShowCurrLine", "check", Some("false")),
    Reserved::new("USI_ShowRefutations", "check", Some("false")),
    Reserved::new("USI_LimitStrength", "check", Some("false")),
    Reserved::new("USI_Strength", "spin", None),
    Reserved::new("USI_AnalyseMode", "check", None),
];

/// The table of the dialect.
pub(super) static TABLE: Table = Table {
    hello: "usi",
    hello_end: "usiok",
    new_game: "usinewgame",
    position_word: "sfen",
    position_fields: 4,
    clocks: ["btime", "wtime"],
    increments: ["binc", "winc"],
    increment_counts: true,
    byoyomi: true,
    mate_reply: true,
    game_over: true,
    games_end_in: &["shogidokoro"],
    registers_in: &["core", "draft"],
    option_types: &["check", "spin", "combo", "button", "string", "filename"],
    blanks_in_names: false,
    reserved: RESERVED,
    reserved_prefix: "USI_",
    tolerated_names: &[],
    hash_option: "USI_Hash",
    ponder_option: "USI_Ponder",
    pair: ["USI_LimitStrength", "USI_Strength"],
    show_options: ["USI_ShowCurrLine", "USI_ShowRefutations"],
    book_option: "USI_OwnBook",
    specials: &["resign", "win"],
    nulls: &["none", "(none)", "pass", "0000", "null", "(null)"],
    no_move_answers: &["resign"],
    info_extensions: &[],
    final_info_has_score: false,
    trailing_info: "slack",
    mate_in_plies: true,
    blanks_free: false,
    particulars: Particulars::USUAL,
    game: &SHOGI,
    variant: None,
};
