//! What a UCI client may send.

use super::Written;
use super::family::{COMMON, Wording};

static WORDING: Wording = Wording {
    clauses: &["UCI-BM-01"],
    hello: "uci",
    hello_end: &["uciok"],
    new_game: "ucinewgame",
    next_game: "new-game",
    ready_after_new_game: true,
    settings: &[],
    kinds: &[(&["ponder"], &["ponder"])],
    clocks: ["wtime", "btime"],
    increments: ["winc", "binc"],
    own_clocks: false,
    start: "startpos",
    notation: "fen",
    replies: &["bestmove"],
    limits: &[("depth", "UCI-GO-08"), ("nodes", "UCI-GO-09"), ("movetime", "UCI-GO-11")],
    closes: &["bestmove"],
    long: 80,
};

const UCI: Written = Written {
    parameters: &[
        ("before", "", "fresh same-game new-game ready"),
        ("mode", "", "clock ponder infinite depth nodes movetime"),
        ("own", "", "- some long"),
        ("other", "", "- some long"),
        ("period", "", "- none moves-to-go increments own-increment other-increment"),
    ],
    rules: &[(
        "options are set before isready only where it is sent",
        "when=before-ready before=same-game",
    )],
    triples: &[],
    left_out: &[
        ("a clock of 0", "in chess its side has lost, whatever increment it would get"),
        ("go mate", "what an engine does that finds no mate is left open; scripts send it"),
        ("isready in a search", "scripts send it, at each moment of a search"),
        ("debug and register", "scripts send them"),
    ],
    wording: &WORDING,
};

/// The parts of the model; a later one takes the place of an earlier one.
pub(super) fn written() -> Vec<Written> {
    vec![Written { wording: &WORDING, ..COMMON }, UCI]
}
