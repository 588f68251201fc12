//! What a UCCI client may send, the same in every profile: only what both texts have.

use super::table::TABLE;
use crate::lang::Text;
use crate::protocol::client::{Client, ClientPart, ClientWays};
use crate::protocol::family::client::{
    COMMON, END_OF_INPUT, FamilyLines, NO_END_OF_INPUT, TRIPLES,
};

/// How its sessions are built.
static WAYS: ClientWays = ClientWays {
    clauses: &["UCCI-STATE-05"],
    next_game: "new-game",
    ready_after_new_game: true,
    settings: &["setoption usemillisec true"],
    kinds: &[(&["ponder", "milliseconds"], &["ponder"]), (&["milliseconds"], &["clock"])],
    limits: &[("depth", "UCCI-GO-01"), ("nodes", "UCCI-GO-04")],
    long: 80,
};

const UCCI: ClientPart = ClientPart {
    parameters: &[
        ("before", Text::EMPTY, "fresh same-game new-game ready"),
        ("mode", Text::EMPTY, "clock ponder infinite depth nodes"),
        ("own", Text::EMPTY, "- some long"),
        ("other", Text::EMPTY, "- some long"),
        ("period", Text::EMPTY, "- none moves-to-go increments own-increment other-increment"),
        ("order", Text::EMPTY, "usual"),
        ("searchmoves", Text::EMPTY, "none"),
        ("banned", say!("how many moves of the position are forbidden"), "none one some"),
        ("draw", say!("whether a draw is offered"), "none offered"),
    ],
    rules: &[
        (
            say!("options are set before isready only where it is sent"),
            "when=before-ready before=same-game",
        ),
        (say!("draws are offered in games, with clocks"), "draw=offered mode!=clock|ponder"),
        (
            say!("on the opponent's time a draw is offered with ponderhit"),
            "draw=offered mode=ponder ender!=hit|hit-stop",
        ),
    ],
    left_out: &[
        (
            say!("a clock of 0"),
            say!("in xiangqi its side has lost, whatever increment it would get"),
        ),
        (
            say!("position startpos"),
            say!("the unified text denies it; a script sends it in the other profiles"),
        ),
        (say!("movetime, mate, searchmoves"), say!("UCCI 3.0 lacks them; scripts send movetime")),
        (
            say!("another order of the words after go"),
            say!("the documents show one; all clients send that"),
        ),
        (
            say!("isready and probe in a search"),
            say!("scripts send them, at each moment of a search"),
        ),
        (say!("probe in a quiet moment"), say!("only debuggers send it; a script does")),
        (say!("debug and register"), say!("only the unified text has them")),
        (say!("bye"), say!("only one text lets a client send it; a script does")),
    ],
};

/// The client in a profile.
pub(super) fn client(profile: &str) -> Client {
    let lines = Box::new(FamilyLines {
        table: &TABLE,
        start: "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    });
    let end = if profile == "core" { END_OF_INPUT } else { NO_END_OF_INPUT };
    Client { parts: vec![COMMON, end, UCCI], triples: TRIPLES, ways: &WAYS, lines }
}
