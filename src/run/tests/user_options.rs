//! What the user sets, and options that change how much work a search is.

use super::paper::{self, bench, limits, ms, scenario};
use crate::engine::scripted::{Reaction, Scripted};
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::run::script::state::End;

/// An engine that answers each search half a second after its clock and the slack are over.
fn late() -> Scripted {
    let hello = [
        (ms(1), "id name x"),
        (ms(1), "id author x"),
        (ms(1), "option name USI_Hash type spin default 16 min 1 max 64"),
        (ms(1), "option name MultiPV type spin default 1 min 1 max 9"),
        (ms(1), "option name Contradictory type spin default 5 min 9 max 1"),
        (ms(1), "option name Style type combo default Solid var Solid var Risky"),
        (ms(1), "usiok"),
    ];
    let after = ms(100) + limits().named("slack").expect("a limit") + ms(500);
    Scripted::new(vec![
        Reaction::on("usi", &hello),
        Reaction::on("go", &[(after, "bestmove 7g7f")]),
        Reaction::on("isready", &[(ms(1), "readyok")]),
        Reaction::on("quit", &[]).exit(ms(1), 0),
    ])
}

/// Plays a search after these lines, with what the user has set.
fn searched(lines: &[&str], set: &[(&str, &str)]) -> Trial {
    let sends: String = lines.iter().map(|line| format!("  - send: {line}\n")).collect();
    let steps = format!(
        "{sends}  - alive\n  - send: position startpos\n  - send: go btime 0 wtime 0 byoyomi 100\n  - expect: bestmove\n    within: clock\n"
    );
    let script = scenario("USI-GO-05", &steps);
    let set: Vec<(String, String)> =
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let limits = limits();
    trial::play_on(&Bench { set: &set, ..bench(&limits, 1) }, &script, &mut late())
}

fn is_late(lines: &[&str], set: &[(&str, &str)]) -> bool {
    let trial = searched(lines, set);
    assert!(!matches!(trial.end, Err(End::Skip(_))), "{lines:?}: {:?}", trial.end);
    paper::held(&trial).iter().any(|finding| finding.over.is_some())
}

#[test]
fn no_clock_is_judged_while_an_option_for_resources_is_changed() {
    assert!(is_late(&[], &[]));
    assert!(is_late(&["setoption name Style value Risky"], &[]));
    assert!(!is_late(&["setoption name USI_Hash value 32"], &[]));
    // More lines need no more time on a clock.
    assert!(is_late(&["setoption name multipv value 3"], &[]));
    let and_back = ["setoption name USI_Hash value 32", "setoption name usi_hash value 16"];
    assert!(is_late(&and_back, &[]));
    let one_back = ["setoption name MultiPV value 3", "setoption name USI_Hash value 16"];
    assert!(is_late(&one_back, &[]));
    assert!(!is_late(&["setoption name USI_Hash value 32", "setoption name MultiPV value 3"], &[]));
    // An engine without such an option ignores the line.
    assert!(is_late(&["setoption name Threads value 4"], &[]));
}

#[test]
fn what_the_user_sets_is_usual_and_no_script_sets_another_value() {
    let set = [("USI_Hash", "32")];
    assert!(is_late(&["setoption name USI_Hash value 32"], &set));
    let trial = searched(&["setoption name usi_hash value 16"], &set);
    let Err(End::Skip(why)) = &trial.end else {
        panic!("{:?}", trial.end);
    };
    assert!(why.to_string().contains("the user sets the option usi_hash"), "{why}");
    // The last value counts.
    let twice = [("USI_Hash", "8"), ("usi_hash", "32")];
    assert!(is_late(&["setoption name USI_Hash value 32"], &twice));
}

#[test]
fn what_the_user_sets_is_sent_before_the_first_question_for_readiness_and_once() {
    let limits = limits();
    let set = [("USI_Hash".to_owned(), "32".to_owned()), ("Clear".to_owned(), String::new())];
    let sent = |ask: &str| {
        let steps = format!("{ask}  - expect: readyok\n  - alive\n");
        let mut engine = late();
        let bench = Bench { set: &set, ..bench(&limits, 1) };
        trial::play_on(&bench, &scenario("USI-READY-01", &steps), &mut engine);
        let text = engine.sent_text();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = [
        "usi",
        "setoption name USI_Hash value 32",
        "setoption name Clear",
        "isready",
        "isready",
        "quit",
    ];
    assert_eq!(sent("  - send: isready\n"), all);
    // In pieces it is the same question.
    assert_eq!(sent("  - raw: [\"isre\", 1ms, \"ady\\n\"]\n"), all);
}

#[test]
fn a_number_that_the_engine_does_not_allow_is_not_sent() {
    let skipped = |option: &str| {
        let trial = searched(&[&format!("setoption name {option}")], &[]);
        let Err(End::Skip(why)) = trial.end else { return None };
        Some(why.to_string())
    };
    for (option, number) in [("USI_Hash", "0"), ("USI_Hash", "65"), ("usi_hash", "1000")] {
        let why =
            format!("the engine declares {option} from 1 to 64, so that {number} is not sent");
        assert_eq!(skipped(&format!("{option} value {number}")), Some(why));
    }
    for sent in ["USI_Hash value 1", "USI_Hash value 64", "Style value 99", "Depth value 99"] {
        assert_eq!(skipped(sent), None, "{sent}");
    }
    // A range that contains no number says nothing.
    assert_eq!(skipped("Contradictory value 5"), None);
}

#[test]
fn a_reply_has_more_time_while_an_option_for_resources_is_changed() {
    // The engine replies after 800 ms.
    let comes = |line: &str| {
        let steps = format!(
            "  - send: {line}\n  - send: position startpos\n  - send: go depth 1\n  - expect: bestmove\n    within: 300ms\n"
        );
        let scenario = scenario("USI-GO-03", &steps);
        trial::play_on(&bench(&limits(), 1), &scenario, &mut late()).end.is_ok()
    };
    assert!(comes("setoption name USI_Hash value 32"));
    assert!(!comes("setoption name Style value Risky"));
}

#[test]
fn options_for_memory_and_processors_have_many_names() {
    let usi = crate::protocol::dialect("usi").unwrap();
    let is_costly = |name: &str| crate::run::script::user_options::is_costly(usi, name);
    for name in ["TT Size", "RAM", "Pool MB", "Processors", "use SMP", "UCT_NodeLimit", "Tables"] {
        assert!(is_costly(name), "{name}");
    }
    for name in ["Contempt", "Parameter", "Frame", "Attack", "MultiPV", "Number"] {
        assert!(!is_costly(name), "{name}");
    }
}
