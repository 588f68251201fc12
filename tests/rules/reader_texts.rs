//! What is derived from a line beside its findings: its shape, its text without the values that
//! vary, and the fields that scripts test. Also the commands, which the harness writes and reads.

use kentei::protocol::{self, LineWord, ParsedMessage, Role, Value};
use kentei::transcript_text;

use super::check::{USI, monitor};

/// The reading of the last line of a transcript.
#[track_caller]
fn reading(dialect: &str, transcript: &str) -> ParsedMessage {
    let events = transcript_text::parse(transcript).expect("a transcript");
    let mut monitor = monitor(dialect);
    let last = events.iter().map(|event| monitor.observe(event).reading).last();
    last.flatten().expect("a line of the engine")
}

/// A line without the values that vary. `cut`: its search was stopped.
#[track_caller]
fn redacted(line: &str, cut: bool) -> String {
    let message = reading("usi", &format!("< {line}"));
    let words: Vec<_> = line.split(' ').enumerate().collect();
    let gap = |index: usize| if index == 0 { "" } else { " " };
    let words: Vec<_> =
        words.into_iter().map(|(index, text)| LineWord { gap: gap(index), text }).collect();
    let dialect = protocol::dialect("usi").expect("a known dialect");
    let pairs = dialect.redacted(&message, &words, cut);
    pairs.into_iter().map(|(gap, text)| gap + &text).collect()
}

#[test]
fn values_that_vary_are_replaced() {
    for (line, text) in [
        ("id name Foo 1.2", "id name [name]"),
        ("id author Foo", "id author [author]"),
        ("id version 3", "id version [text]"),
        ("id name", "id name"),
        ("option name A type spin default 1 min 1 max 2", ""),
        ("info depth 3 score cp -5 nodes 10", "info depth [depth] score [score] nodes [nodes]"),
        ("info score cp 5 lowerbound time 3", "info score [score] time [time]"),
        ("info score mate -3 upperbound", "info score [score]"),
        ("info score mate + time 3", "info score [score] time [time]"),
        ("info score cp + time 3", "info score cp + time [time]"),
        ("info score cp x", ""),
        ("info cp 5", "info cp [cp]"),
        ("info wdl 1 2 997", "info wdl [wdl] [n] [n]"),
        ("info Foo 5 a1b2", "info Foo [n] a[n]b[n]"),
        (
            "info currmove 7g7f currmovenumber 1",
            "info currmove [move] currmovenumber [currmovenumber]",
        ),
        ("info depth 3 pv 7g7f 3c3d x 2g2f", "info depth [depth] pv [moves] x [moves]"),
        ("info depth 3 string depth 42 7g7f", "info depth [depth] string depth [n] [move]"),
        ("bestmove 7g7f ponder 3c3d", "bestmove [move] ponder [move]"),
        ("bestmove resign", ""),
        ("checkmate 7g7f 3c3d", "checkmate [moves]"),
        ("checkmate G*5b", "checkmate [moves]"),
        ("checkmate 7g7f 3c3d 2g2f", "checkmate [moves]"),
        ("checkmate nomate", ""),
        ("hello 42 times", "hello [n] times"),
        ("readyok", ""),
    ] {
        assert_eq!(redacted(line, false), if text.is_empty() { line } else { text });
    }
}

/// Whether a search that was stopped has a ponder move depends on the moment.
#[test]
fn the_ponder_move_of_a_stopped_search_is_left_out() {
    assert_eq!(redacted("bestmove 7g7f ponder 3c3d", true), "bestmove [move]");
    assert_eq!(redacted("bestmove 7g7f ponder 3c3d x", true), "bestmove [move] x");
    assert_eq!(redacted("bestmove 7g7f ponder none", true), "bestmove [move] ponder none");
    assert_eq!(redacted("bestmove 7g7f ponder", true), "bestmove [move] ponder");
    assert_eq!(redacted("bestmove 7g7f", true), "bestmove [move]");
    assert_eq!(redacted("bestmove ponder 3c3d", true), "bestmove");
}

#[test]
fn only_one_dialect_has_a_variant() {
    let variant = |name| protocol::dialect(name).expect("a dialect").variant_option();
    assert_eq!(
        (variant("usi"), variant("uci"), variant("ucci")),
        (None, Some("UCI_Chess960"), None)
    );
}

/// Scripts test the sign of the last score, which the reader takes from the word alone if there is
/// no distance.
#[test]
fn a_mate_score_without_a_distance_has_its_sign() {
    for (score, sign) in [
        ("mate +", 1),
        ("mate -", -1),
        ("mate 0", 1),
        ("mate -0", -1),
        ("mate +3", 1),
        ("cp -5", -1),
    ] {
        let transcript = format!(
            "{USI}> position startpos\n> go nodes 5\n< info score {score}\n< bestmove 7g7f"
        );
        let read = reading("usi", &transcript);
        let found = read.fields.iter().find(|(name, _)| *name == "sign");
        assert_eq!(found.map(|(_, value)| value.clone()), Some(Value::Int(sign)), "{score}");
    }
}

#[test]
fn the_shape_of_a_line_names_its_subcommands_once() {
    for (dialect, line, kind, words) in [
        ("usi", "info depth 3 nodes 5 depth 4", "info", "depth nodes"),
        ("usi", "info nodes 5 string depth", "info", "nodes string"),
        ("usi", "info wdl 1 2 997 nodes 5", "info", "wdl nodes"),
        ("uci", "info depth 3 wdl 1 2 997 nodes 5", "info", "depth wdl nodes"),
        ("ucci", "info depth 3 message depth 4", "info", "depth string"),
        ("ucci", "info depth 3", "info", "depth"),
        ("ucci", "nobestmove", "nobestmove", ""),
        ("ucci", "bestmove h2e2 ponder h9g7", "bestmove", "ponder"),
        ("uci", "nobestmove", "other", ""),
        ("usi", "checkmate 7g7f", "checkmate", "moves"),
        ("usi", "checkmate timeout", "checkmate", "timeout"),
        ("usi", "checkmate what", "checkmate", "broken"),
        ("uci", "checkmate nomate", "other", ""),
    ] {
        let shape = protocol::dialect(dialect).expect("a dialect").spoken(line.as_bytes());
        assert_eq!((shape.kind, shape.words.join(" ").as_str()), (kind, words), "{line}");
    }
}

#[test]
fn commands_that_set_options_are_written_and_read_in_each_dialect() {
    let usi = protocol::dialect("usi").expect("a dialect");
    let ucci = protocol::dialect("ucci").expect("a dialect");
    assert_eq!(usi.set_option("A", Some("1")), "setoption name A value 1");
    assert_eq!(usi.set_option("A", None), "setoption name A");
    assert_eq!(ucci.set_option("a", Some("1")), "setoption a 1");
    assert_eq!(ucci.set_option("a", None), "setoption a");
    assert_eq!(usi.option_named("setoption name A b value 1  2 "), both("A b", Some("1  2")));
    assert_eq!(usi.option_named("setoption name value value 1"), both("", Some("value 1")));
    assert_eq!(usi.option_named("setoption A"), both("A", None));
    assert_eq!(usi.option_named("setoption name"), both("", None));
    assert_eq!(usi.option_named("setoption name value"), both("", Some("")));
    assert_eq!(ucci.option_named("setoption a 1  2 "), both("a", Some("1  2")));
    assert_eq!(ucci.option_named("setoption a"), both("a", None));
    assert_eq!(ucci.option_named("setoption newGame"), None);
    assert_eq!(usi.option_named("setoption newgame"), both("newgame", None));
}

fn both(name: &str, value: Option<&str>) -> Option<(String, Option<String>)> {
    Some((name.to_owned(), value.map(str::to_owned)))
}

#[test]
fn the_words_of_one_dialect_are_unknown_in_another() {
    let roles = |dialect: &str, go: &str| {
        let dialect = protocol::dialect(dialect).expect("a dialect");
        dialect.role(go) == Role::Search
    };
    for (line, usi, uci, ucci) in [
        ("go", true, true, true),
        ("go nodes 5 depth 3 movestogo 2 movetime 7 mate 5", true, true, true),
        ("go mate infinite", true, true, true),
        ("go ponder infinite", true, true, true),
        ("go btime 1 wtime 1 binc 1 winc 1", true, true, false),
        ("go byoyomi 5", true, false, false),
        ("go draw", false, false, true),
        ("go oppmovestogo 3", false, false, true),
        ("go time 1 opptime 2 increment 3 oppincrement 4", false, false, true),
        ("go searchmoves", true, true, true),
        ("go searchmoves 7g7f 2g2f nodes 3", true, false, false),
        ("go searchmoves e2e4 nodes 3", false, true, true),
        ("go nodes x", false, false, false),
    ] {
        let found = (roles("usi", line), roles("uci", line), roles("ucci", line));
        assert_eq!(found, (usi, uci, ucci), "{line}");
    }
    for name in ["usi", "uci", "ucci"] {
        let dialect = protocol::dialect(name).expect("a dialect");
        let of_game = |line| dialect.role(line) == Role::Game;
        assert_eq!((of_game("stop"), of_game("gameover win")), (true, name == "usi"), "{name}");
        assert_eq!(of_game("banmoves h2e2"), name == "ucci", "{name}");
    }
    for (word, dialect) in
        [("gameover", "usi"), ("banmoves", "ucci"), ("probe", "ucci"), ("ucinewgame", "uci")]
    {
        for name in ["usi", "uci", "ucci"] {
            let commands = protocol::dialect(name).expect("a dialect").commands();
            assert_eq!(commands.contains(&word), name == dialect, "{word} in {name}");
            assert!(commands.contains(&"isready"));
        }
    }
}

#[test]
fn remarks_and_noise_are_free_text() {
    for (line, is_free) in [
        ("info string depth 3", true),
        ("info depth 3", false),
        ("info depth 3 string a remark", false),
        ("", true),
        ("Engine 1.0", true),
        ("readyok", false),
    ] {
        assert_eq!(reading("usi", &format!("< {line}")).is_free_text(), is_free, "{line}");
    }
}
