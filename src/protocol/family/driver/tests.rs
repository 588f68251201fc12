//! What the client side of a dialogue remembers, and how it names what it sends.

use crate::protocol::{self, Driver, MessageClass, ParsedMessage, Phase, Value};

fn driver(dialect: &str, profile: &str) -> Box<dyn Driver> {
    protocol::dialect(dialect).unwrap().driver(Some(profile))
}

#[test]
fn a_line_is_named_without_its_values() {
    let uci = driver("uci", "core");
    for (line, name) in [
        ("go", "go with other words"),
        ("go searchmoves e2e4", "go with other words"),
        ("go wtime 1000 btime 1000", "go with clocks"),
        ("go movetime 100", "go movetime"),
        ("go depth 3", "go depth"),
        ("position startpos", "position startpos"),
        ("position startpos moves e2e4", "position startpos moves"),
        ("isready", "isready"),
        ("setoption name Hash value 16", "setoption"),
        ("hello", "an unknown command"),
        ("  ", "a blank line"),
    ] {
        assert_eq!(uci.stimulus(line), name, "{line:?}");
    }
    assert_eq!(driver("usi", "core").stimulus("gameover win"), "gameover win");
}

#[test]
fn a_search_is_open_from_go_to_its_reply() {
    let mut usi = driver("usi", "core");
    usi.sent("usi");
    usi.received("usiok");
    assert_eq!(usi.phase(), &Phase::Idle);
    usi.sent("go ponder");
    assert_eq!(usi.phase(), &Phase::Search("go ponder".to_owned()));
    usi.sent("ponderhit");
    assert_eq!(usi.phase(), &Phase::Search("go ponder after ponderhit".to_owned()));
    usi.received("bestmove");
    assert_eq!(usi.phase(), &Phase::Idle);
}

#[test]
fn a_client_ends_a_game_before_the_next_and_begins_it_only_once() {
    let lines = |lines: &[&str]| lines.iter().map(ToString::to_string).collect::<Vec<String>>();
    let mut client = driver("usi", "shogidokoro");
    // Before the first `isready` no game can begin.
    assert_eq!(client.completed(lines(&["position startpos"])), ["position startpos"]);
    for line in ["usi", "isready"] {
        client.sent(line);
    }
    let begun = ["usinewgame", "position startpos"];
    assert_eq!(client.completed(lines(&["position startpos"])), begun);
    for line in begun {
        client.sent(line);
    }
    assert_eq!(client.completed(lines(&["position startpos"])), ["position startpos"]);
    assert_eq!(client.completed(lines(&["isready"])), ["gameover draw", "isready"]);
    client.sent("gameover lose");
    assert_eq!(client.completed(lines(&["isready"])), ["isready"]);
    // A document that does not require the end of a game has no lines added.
    let mut core = driver("usi", "core");
    for line in ["usi", "isready", "usinewgame"] {
        core.sent(line);
    }
    assert_eq!(core.completed(lines(&["isready"])), ["isready"]);
}

#[test]
fn an_engine_that_is_not_registered_is_answered_once_and_only_before_the_first_position() {
    let state = |kind, state: &str| ParsedMessage {
        kind,
        class: MessageClass::Other,
        fields: vec![("state", Value::Text(state.to_owned()))],
        closes_search: false,
        unreadable: &[],
    };
    let error = state("registration", "error");
    let later = Some("register later");
    for (dialect, profile, answer) in [
        ("uci", "core", later),
        ("uci", "text", later),
        ("usi", "core", later),
        ("usi", "draft", later),
        ("usi", "shogidokoro", None),
        ("ucci", "core", None),
    ] {
        assert_eq!(driver(dialect, profile).answer(&error), answer, "{dialect} {profile}");
    }
    let mut uci = driver("uci", "core");
    for other in ["checking", "ok"] {
        assert_eq!(uci.answer(&state("registration", other)), None, "{other}");
    }
    assert_eq!(uci.answer(&state("copyprotection", "error")), None);
    for line in ["uci", "isready", "ucinewgame"] {
        uci.sent(line);
    }
    assert_eq!(uci.answer(&error), later);
    for line in ["register later", "position startpos", "go"] {
        let mut uci = uci.fork();
        uci.sent(line);
        assert_eq!(uci.answer(&error), None, "{line}");
    }
}
