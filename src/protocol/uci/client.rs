//! What a UCI client may send.

use super::table::TABLE;
use crate::lang::Text;
use crate::protocol::client::{Client, ClientPart, ClientWays};
use crate::protocol::family::client::{
    COMMON, END_OF_INPUT, FamilyLines, NO_END_OF_INPUT, TRIPLES,
};

/// How its sessions are built.
static WAYS: ClientWays = ClientWays {
    clauses: &["UCI-BM-01"],
    next_game: "new-game",
    ready_after_new_game: true,
    settings: &[],
    kinds: &[(&["ponder"], &["ponder"])],
    limits: &[("depth", "UCI-GO-08"), ("nodes", "UCI-GO-09"), ("movetime", "UCI-GO-11")],
    long: 80,
};

const UCI: ClientPart = ClientPart {
    parameters: &[
        ("before", Text::EMPTY, "fresh same-game new-game ready"),
        ("mode", Text::EMPTY, "clock ponder infinite depth nodes movetime"),
        ("own", Text::EMPTY, "- some long"),
        ("other", Text::EMPTY, "- some long"),
        ("period", Text::EMPTY, "- none moves-to-go increments own-increment other-increment"),
    ],
    rules: &[(
        say!("options are set before isready only where it is sent"),
        "when=before-ready before=same-game",
    )],
    left_out: &[
        (say!("a clock of 0"), say!("in chess its side has lost, whatever increment it would get")),
        (
            say!("go mate"),
            say!("what an engine does that finds no mate is left open; scripts send it"),
        ),
        (say!("isready in a search"), say!("scripts send it, at each moment of a search")),
        (say!("debug and register"), say!("scripts send them")),
    ],
};

/// The client in a profile.
pub(super) fn client(profile: &str) -> Client {
    let lines = Box::new(FamilyLines { table: &TABLE, start: "startpos" });
    let end = if profile == "core" { END_OF_INPUT } else { NO_END_OF_INPUT };
    Client { parts: vec![COMMON, end, UCI], triples: TRIPLES, ways: &WAYS, lines }
}
