//! What a USI client may send, in each profile.

use super::table::TABLE;
use crate::lang::Text;
use crate::protocol::client::{Client, ClientPart, ClientWays};
use crate::protocol::family::client::{COMMON, FamilyLines, TRIPLES};

/// How its sessions are built.
static WAYS: ClientWays = ClientWays {
    clauses: &["USI-GO-03"],
    next_game: "gameover-win",
    ready_after_new_game: false,
    settings: &[],
    kinds: &[(&["ponder"], &["ponder"]), (&["mate"], &["mate", "mate-infinite"])],
    limits: &[("depth", "USI-GO-10"), ("nodes", "USI-GO-11"), ("movetime", "USI-GO-12")],
    long: 120,
};

/// The choices of USI, in addition to those of all dialects.
const CORE: ClientPart = ClientPart {
    parameters: &[
        (
            "before",
            Text::EMPTY,
            "fresh same-game new-game ready gameover-win gameover-lose gameover-draw",
        ),
        ("mode", Text::EMPTY, "clock ponder infinite mate mate-infinite depth nodes movetime"),
        ("period", Text::EMPTY, "- none byoyomi increments own-increment other-increment"),
        ("ender", Text::EMPTY, "reply stop stop-gameover hit hit-stop quit end-of-input"),
    ],
    rules: &[
        (
            say!("options are set before isready only where it is sent"),
            "when=before-ready before=same-game|new-game",
        ),
        (
            say!(
                "a search that ends by itself may have ended, so that stop is sent only where it has not"
            ),
            "ender=stop-gameover mode!=infinite|ponder",
        ),
        (say!("gameover ends the game for good"), "ender=stop-gameover pause=40ms"),
    ],
    left_out: &[
        (
            say!("gameover in a search without stop"),
            say!("the documents leave open what comes of it; scripts probe it"),
        ),
        (
            say!("gameover without a word"),
            say!("the documents can be read either way; a script probes it"),
        ),
        (
            say!("isready, debug and register in a search, or at all"),
            say!("only the draft has them; its scripts send them"),
        ),
        (
            say!("an sfen without the move count"),
            say!("only the draft allows it; its scripts send it"),
        ),
        (say!("movestogo"), say!("no USI client sends it; a script does")),
    ],
};

/// The reason why profile `core` sends words that only the draft has in simple turns only.
const APART: Text = say!(
    "an engine of Shogidokoro's document may end at a word that this lacks: that has to be seen before more is sent"
);

/// The combinations that profile `core` leaves out for that reason.
const GUARDED: ClientPart = ClientPart {
    parameters: &[],
    rules: &[
        (APART, "mode=depth|nodes|movetime ender!=reply|stop"),
        (APART, "mode=depth|nodes|movetime moment=same-write"),
        (APART, "searchmoves!=none mode=infinite"),
        (APART, "searchmoves!=none ender!=reply|stop"),
        (APART, "searchmoves!=none moment=same-write"),
        (APART, "searchmoves!=none own=long"),
        (APART, "period=increments|own-increment|other-increment mode=ponder"),
        (APART, "period=increments|own-increment|other-increment ender!=reply|stop"),
        (APART, "period=increments|own-increment|other-increment moment=same-write"),
        (APART, "period=increments|own-increment|other-increment own=long"),
    ],
    left_out: &[],
};

/// What profile `shogidokoro` has instead: games with a beginning and an end, and only the searches of its document.
const SHOGIDOKORO: ClientPart = ClientPart {
    parameters: &[
        ("before", Text::EMPTY, "fresh same-game gameover-win gameover-lose gameover-draw"),
        ("when", Text::EMPTY, "- before-ready"),
        ("mode", Text::EMPTY, "clock ponder infinite mate mate-infinite"),
        ("searchmoves", Text::EMPTY, "none"),
        ("period", Text::EMPTY, "- none byoyomi"),
    ],
    rules: &[],
    left_out: &[
        (
            say!("depth, nodes, movetime, searchmoves"),
            say!("the document of Shogidokoro lists them as unsupported"),
        ),
        (
            say!("isready or usinewgame in a game"),
            say!("the document of Shogidokoro ends a game with gameover first"),
        ),
    ],
};

/// The client in a profile.
pub(super) fn client(profile: &str) -> Client {
    let parts = match profile {
        "shogidokoro" => vec![COMMON, CORE, SHOGIDOKORO],
        "draft" => vec![COMMON, CORE],
        _ => vec![COMMON, CORE, GUARDED],
    };
    let lines = Box::new(FamilyLines { table: &TABLE, start: "startpos" });
    Client { parts, triples: TRIPLES, ways: &WAYS, lines }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_draft_sends_increments_in_ponder() {
        let keeps_apart = |profile: &str| {
            let parts = client(profile).parts;
            let mut rules = parts.iter().flat_map(|part| part.rules);
            rules.any(|(_, pair)| pair.contains("increments") && pair.contains("mode=ponder"))
        };
        assert!(keeps_apart("core"));
        assert!(!keeps_apart("draft"));
    }
}
