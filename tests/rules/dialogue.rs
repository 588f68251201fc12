//! The client's side of a dialogue: what may be sent, what is added to it, and how it is counted.

use kentei::protocol::{self, Driver, Phase};

fn driver(dialect: &str, profile: Option<&str>) -> Box<dyn Driver> {
    protocol::dialect(dialect).expect("a known dialect").driver(profile)
}

#[test]
fn lines_are_counted_without_their_values() {
    let usi = driver("usi", None);
    for (line, stimulus) in [
        ("go btime 1000 wtime 1000 byoyomi 500", "go with clocks"),
        ("go ponder btime 0 wtime 0", "go ponder"),
        ("go infinite", "go infinite"),
        ("go mate 500", "go mate"),
        ("go depth 3", "go depth"),
        ("go nodes 1000", "go nodes"),
        ("go movetime 300", "go movetime"),
        ("go byoyomi 500", "go with other words"),
        ("go", "go with other words"),
        ("position startpos", "position startpos"),
        ("position startpos moves 7g7f", "position startpos moves"),
        ("position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1", "position sfen"),
        ("gameover lose", "gameover lose"),
        ("setoption name USI_Hash value 2", "setoption"),
        ("isready", "isready"),
        ("gobble 1", "an unknown command"),
        (" ", "a blank line"),
    ] {
        assert_eq!(usi.stimulus(line), stimulus, "for `{line}`");
    }
}

#[test]
fn a_search_is_open_until_its_reply() {
    let mut usi = driver("usi", None);
    assert_eq!(usi.phase().to_string(), "before the handshake is over");
    usi.sent("usi");
    usi.received("id");
    assert_eq!(*usi.phase(), Phase::Handshake);
    usi.received("usiok");
    assert_eq!(usi.phase().to_string(), "idle");
    usi.sent("position startpos");
    usi.sent("go infinite");
    assert_eq!(usi.phase().to_string(), "in go infinite");
    // Only the handshake ends with this line, and only a reply ends a search.
    for kind in ["usiok", "info", "readyok"] {
        usi.received(kind);
        assert_eq!(*usi.phase(), Phase::Search("go infinite".to_owned()), "after {kind}");
    }
    usi.received("bestmove");
    assert_eq!(*usi.phase(), Phase::Idle);
    usi.sent("go ponder btime 0 wtime 0 byoyomi 1000");
    assert_eq!(*usi.phase(), Phase::Search("go ponder".to_owned()));
    usi.sent("ponderhit");
    assert_eq!(*usi.phase(), Phase::Search("go ponder after ponderhit".to_owned()));
    let copy = usi.fork();
    usi.received("bestmove");
    assert_eq!(*usi.phase(), Phase::Idle);
    assert_eq!(*copy.phase(), Phase::Search("go ponder after ponderhit".to_owned()));
}

#[test]
fn a_game_ends_before_the_next_is_prepared_where_the_profile_says_so() {
    let lines = ["isready", "position startpos", "go infinite"].map(str::to_owned).to_vec();
    let mut usi = driver("usi", Some("shogidokoro"));
    for line in ["usi", "isready", "usinewgame"] {
        usi.sent(line);
    }
    let whole = ["gameover lose", "isready", "usinewgame", "position startpos", "go infinite"];
    let sent = usi.completed(lines.clone());
    assert_eq!(sent[1..], whole[1..]);
    assert!(sent[0].starts_with("gameover "), "{}", sent[0]);
    // What the script sends itself is not added again.
    let whole = ["gameover win", "isready", "usinewgame", "position startpos"];
    assert_eq!(usi.completed(whole.map(str::to_owned).to_vec()), whole);
    let mut core = driver("usi", Some("core"));
    for line in ["usi", "isready", "usinewgame"] {
        core.sent(line);
    }
    assert_eq!(core.completed(lines.clone()), lines);
}

#[test]
fn banned_moves_must_be_legal_in_the_position() {
    let mut ucci = driver("ucci", None);
    for line in ["ucci", "position startpos", "banmoves h2e2 b2e2"] {
        assert_eq!(ucci.check(line), Ok(()), "for `{line}`");
    }
    let refused = ucci.check("banmoves h2e2 h2h8").expect_err("a cannon jumps only to capture");
    assert_eq!(refused.word.as_deref(), Some("h2h8"));
    let message = refused.message.to_string();
    assert!(message.starts_with("h2h8 cannot be banned: "), "{message}");
    // Without a legal position nothing is known about the moves.
    assert!(ucci.check("position fen 9/9 w").is_err());
    assert_eq!(ucci.check("banmoves h2h8"), Ok(()));
}
