//! What can be wrong in the text of an info line.

use crate::protocol::family::violation_id::violations;

violations! {
    /// A word that is not a subcommand.
    INFO_UNKNOWN = "info-unknown",
    /// The three numbers of `wdl` do not sum to 1000, or are not counts.
    WDL_SUM = "wdl-sum",
    /// `cp` or `mate` without `score`.
    SCORE_HEADLESS = "score-headless",
    /// `score` without a `cp` or `mate` value.
    SCORE_SHAPE = "score-shape",
    /// A score in the form of other dialects: `cp` or `mate`, but this dialect writes the number alone.
    SCORE_FORM = "score-form",
    /// The value of `score cp` is not a number.
    SCORE_CP = "score-cp",
    /// The value of `score cp` does not fit in 32 bits.
    SCORE_CP_SIZE = "score-cp-size",
    /// The value of `score mate` is not a number.
    SCORE_MATE = "score-mate",
    /// `score mate 0`.
    SCORE_MATE_ZERO = "score-mate-zero",
    /// `lowerbound` or `upperbound` that does not follow a score.
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
    /// The value of `hashfull` is not a whole number from 0 to 1000.
    HASHFULL = "hashfull",
    /// The value of `cpuload` is not a whole number, or is negative.
    CPULOAD = "cpuload",
    /// `multipv` is 0; the best line has the number 1.
    MULTIPV = "multipv",
    /// `currmovenumber` is 0.
    CURRMOVE_ZERO = "currmove-zero",
    /// A value of an info line that must be a number but is not.
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
    /// The same subcommand twice on a line.
    INFO_REPEATED = "info-repeated",
    /// `refutation` without a move, or with an illegal move.
    REFUTATION_SHAPE = "refutation-shape",
    /// `currline` in a wrong form.
    CURRLINE_SHAPE = "currline-shape",
    /// A pv without its score or depth.
    PV_ALONE = "pv-alone",
}
