//! What a UCCI client may send, in every profile: nothing that one of the two texts lacks.

use super::table::TABLE;
use crate::protocol::client::{Client, ClientPart, ClientWays};
use crate::protocol::family::client::{COMMON, FamilyLines, TRIPLES};

/// How its sessions are made.
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
        ("before", "", "fresh same-game new-game ready"),
        ("mode", "", "clock ponder infinite depth nodes"),
        ("own", "", "- some long"),
        ("other", "", "- some long"),
        ("period", "", "- none moves-to-go increments own-increment other-increment"),
        ("order", "", "usual"),
        ("searchmoves", "", "none"),
        ("banned", "how many moves of the position are forbidden", "none one some"),
        ("draw", "whether a draw is offered", "none offered"),
    ],
    rules: &[
        (
            "options are set before isready only where it is sent",
            "when=before-ready before=same-game",
        ),
        ("draws are offered in games, with clocks", "draw=offered mode!=clock|ponder"),
        (
            "on the opponent's time a draw is offered with ponderhit",
            "draw=offered mode=ponder ender!=hit|hit-stop",
        ),
    ],
    left_out: &[
        ("a clock of 0", "in xiangqi its side has lost, whatever increment it would get"),
        (
            "position startpos",
            "the unified text denies it; a script sends it in the other profiles",
        ),
        ("movetime, mate, searchmoves", "UCCI 3.0 lacks them; scripts send movetime"),
        ("another order of the words after go", "the documents show one; all clients send that"),
        ("isready and probe in a search", "scripts send them, at each moment of a search"),
        ("probe in a quiet moment", "only debuggers send it; a script does"),
        ("debug and register", "only the unified text has them"),
        ("bye", "only one text lets a client send it; a script does"),
    ],
};

/// The client in a profile.
pub(super) fn client(_profile: &str) -> Client {
    let lines = Box::new(FamilyLines {
        table: &TABLE,
        start: "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    });
    Client { parts: vec![COMMON, UCCI], triples: TRIPLES, ways: &WAYS, lines }
}
