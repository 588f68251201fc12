//! USI as data.

use crate::games::SHOGI;
use crate::protocol::family::{Reserved, Table};

/// The nine names with a fixed meaning.
pub(super) static RESERVED: &[Reserved] = &[
    Reserved::new("USI_Hash", "spin", None, "USI-OPT-16"),
    Reserved::new("USI_Ponder", "check", None, "USI-OPT-17"),
    Reserved::new("USI_OwnBook", "check", None, "USI-OPT-18"),
    Reserved::new("USI_MultiPV", "spin", Some("1"), "USI-OPT-19"),
    Reserved::new("USI_ShowCurrLine", "check", Some("false"), "USI-OPT-20"),
    Reserved::new("USI_ShowRefutations", "check", Some("false"), "USI-OPT-21"),
    Reserved::new("USI_LimitStrength", "check", Some("false"), "USI-OPT-22"),
    Reserved::new("USI_Strength", "spin", None, "USI-OPT-23"),
    Reserved::new("USI_AnalyseMode", "check", None, "USI-OPT-24"),
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
    option_types: &["check", "spin", "combo", "button", "string", "filename"],
    blanks_in_names: false,
    reserved: RESERVED,
    reserved_prefix: "USI_",
    tolerated_names: &[],
    hash_option: "USI_Hash",
    ponder_option: "USI_Ponder",
    pair: ["USI_LimitStrength", "USI_Strength"],
    show_options: ["USI_ShowCurrLine", "USI_ShowRefutations"],
    specials: &["resign", "win"],
    nulls: &["none", "(none)", "pass", "0000", "null", "(null)"],
    no_move_answers: &["resign"],
    info_extensions: &[],
    final_info_has_score: false,
    mate_in_plies: true,
    blanks_free: false,
    game: &SHOGI,
    clause_mapping: super::clause_mapping::clause_mapping,
};
