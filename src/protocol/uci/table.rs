//! The data of UCI.

use crate::games::{CHESS, CHESS960};
use crate::protocol::family::{Particulars, Reserved, Table};

/// The options with a fixed meaning.
pub(super) static RESERVED: &[Reserved] = &[
    Reserved::new("Hash", "spin", None),
    Reserved::new("Ponder", "check", None),
    Reserved::new("OwnBook", "check", None),
    Reserved::new("MultiPV", "spin", Some("1")),
    Reserved::new("UCI_ShowCurrLine", "check", Some("false")),
    Reserved::new("UCI_ShowRefutations", "check", Some("false")),
    Reserved::new("UCI_LimitStrength", "check", Some("false")),
    Reserved::new("UCI_AnalyseMode", "check", None),
    Reserved::new("NalimovPath", "string", None),
    Reserved::new("NalimovCache", "spin", None),
    Reserved::new("UCI_Elo", "spin", None),
    Reserved::new("UCI_Opponent", "string", None),
    Reserved::new("UCI_EngineAbout", "string", None),
    Reserved::new("UCI_ShredderbasesPath", "string", None),
    Reserved::new("UCI_SetPositionValue", "string", None),
];

/// The table of the dialect.
pub(super) static TABLE: Table = Table {
    hello: "uci",
    hello_end: "uciok",
    new_game: "ucinewgame",
    position_word: "fen",
    position_fields: 6,
    clocks: ["wtime", "btime"],
    increments: ["winc", "binc"],
    increment_counts: false,
    byoyomi: false,
    mate_reply: false,
    game_over: false,
    games_end_in: &[],
    registers_in: &["core", "text"],
    option_types: &["check", "spin", "combo", "button", "string"],
    blanks_in_names: true,
    reserved: RESERVED,
    reserved_prefix: "UCI_",
    tolerated_names: &["UCI_Chess960", "UCI_Variant", "UCI_ShowWDL"],
    hash_option: "Hash",
    ponder_option: "Ponder",
    pair: ["UCI_LimitStrength", "UCI_Elo"],
    show_options: ["UCI_ShowCurrLine", "UCI_ShowRefutations"],
    book_option: "OwnBook",
    specials: &[],
    nulls: &["(none)", "0000", "none", "NULL", "null"],
    no_move_answers: &["(none)", "0000"],
    info_extensions: &[("wdl", 3), ("tbhits", 1), ("sbhits", 1), ("ebf", 1)],
    final_info_has_score: true,
    trailing_info: "quiet",
    mate_in_plies: false,
    blanks_free: true,
    particulars: Particulars { ponder_declared: true, ..Particulars::USUAL },
    game: &CHESS,
    variant: Some(("UCI_Chess960", &CHESS960)),
};
