//! What can be wrong in the text of an info line.

use crate::protocol::family::violation_id::violations;

violations! {
    /// A word that is not a subcommand.
    INFO_UNKNOWN = "info-unknown",
    /// The three numbers of `wdl` do not sum to 1000, or are not counts.
    WDL_SUM = "wdl-sum",
    /// `cp` or `mate` without `score`.
    SCORE_HEADLESS = "score-headless",
    /// `score` without a value of the two kinds.
    SCORE_SHAPE = "score-shape",
    /// A score in the form of other dialects: `cp` or `mate` where the number alone is written.
    SCORE_FORM = "score-form",
    /// The number of `score cp` is none.
    SCORE_CP = "score-cp",
    /// The number of `score mate` is none.
    SCORE_MATE = "score-mate",
    /// `score mate 0`.
    SCORE_MATE_ZERO = "score-mate-zero",
    /// `lowerbound` or `upperbound` not after a score.
    BOUND_PLACE = "bound-place",
    /// `seldepth` without `depth`.
    SELDEPTH_ALONE = "seldepth-alone",
    /// `seldepth` before `depth`.
    SELDEPTH_FIRST = "seldepth-first",
    /// `depth` or `seldepth` is not a whole number.
    DEPTH_NUMBER = "depth-number",
    /// `time` is not a whole number.
    TIME_NUMBER = "time-number",
    /// `time` without a pv, or a pv without `time`.
    TIME_WITHOUT_PV = "time-without-pv",
    /// `nodes` or `nps` is not a whole number.
    COUNT_NUMBER = "count-number",
    /// `hashfull` outside 0 to 1000.
    HASHFULL = "hashfull",
    /// `cpuload` is not a number per mille.
    CPULOAD = "cpuload",
    /// `multipv` counts from another number than 1.
    MULTIPV = "multipv",
    /// `currmovenumber` is 0.
    CURRMOVE_ZERO = "currmove-zero",
    /// A value of an info line that has to be a number and is none.
    INFO_NUMBER = "info-number",
    /// `currmove` is not legal.
    CURRMOVE_ILLEGAL = "currmove-illegal",
    /// Subcommands after the pv.
    PV_NOT_LAST = "pv-not-last",
    /// Other words after the pv.
    PV_TRAILING = "pv-trailing",
    /// A word in the pv that is not a move.
    PV_WORD = "pv-word",
    /// `pv` and `string` on one line.
    PV_AND_STRING = "pv-and-string",
    /// A subcommand twice on a line.
    INFO_REPEATED = "info-repeated",
    /// `refutation` without a move, or with an illegal one.
    REFUTATION_SHAPE = "refutation-shape",
    /// `currline` of the wrong shape.
    CURRLINE_SHAPE = "currline-shape",
    /// A pv without its score or depth.
    PV_ALONE = "pv-alone",
}
