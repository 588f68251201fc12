//! What the judge says besides findings: the fields of lines, latencies, clocks, and the texts of
//! findings.

use kentei::protocol::Observation;
use kentei::transcript_text;
use kentei::verdict::Finding;

use super::check::{UCI, USI, monitor};

const MATE1: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

/// What the last event of a transcript shows.
fn last(rest: &str) -> Observation {
    let mut monitor = monitor("usi");
    let events = transcript_text::parse(&format!("{USI}{rest}")).expect("a transcript");
    events.iter().map(|event| monitor.observe(event)).last().expect("an event")
}

/// A field of the last line, as text.
fn field(rest: &str, name: &str) -> Option<String> {
    let reading = last(rest).reading.expect("a line");
    let value = reading.fields.into_iter().find(|(known, _)| *known == name);
    value.map(|(_, value)| format!("{value:?}"))
}

fn finding(rest: &str) -> Finding {
    let mut findings = last(rest).findings;
    assert_eq!(findings.len(), 1, "{findings:?}");
    findings.remove(0)
}

#[test]
fn a_finding_says_what_was_expected_and_what_went_before() {
    let go = "> position startpos\n> go infinite\n< info score cp 1\n> stop\n";
    let drop = finding(&format!("{go}< bestmove p*5e"));
    assert_eq!(drop.expected.to_string(), "a drop such as P*5e, upper case for both colours");
    let other = finding(&format!("{go}< bestmove 7776"));
    assert!(other.expected.to_string().starts_with("a move such as 7g7f"), "{}", other.expected);
    for (lines, wanted) in [
        ("> isready\n", "after isready"),
        ("> position startpos\n", "after position"),
        ("> xyzzy\n", "after xyzzy"),
    ] {
        let message = finding(&format!("{lines}$ exit 1")).message.to_string();
        assert!(message.ends_with(wanted), "{message}");
    }
}

#[test]
fn a_clock_is_named_by_what_bounds_the_search() {
    let name = |go: &str| {
        let ended = last(&format!("> position startpos\n> go {go}\n< bestmove 7g7f"));
        ended.clock.expect("a clock").clock
    };
    assert_eq!(name("movetime 999 btime 0 wtime 0 byoyomi 1000"), "movetime");
    assert_eq!(name("movetime 1000 btime 0 wtime 0 byoyomi 1000"), "byoyomi");
    assert_eq!(name("movetime 1001 btime 0 wtime 0 byoyomi 1000"), "byoyomi");
    assert_eq!(name("movetime 1000"), "movetime");
}

#[test]
fn a_search_that_the_client_gave_up_has_no_latency() {
    let stopped = "> position startpos\n> go infinite\n> stop\n< bestmove 7g7f";
    assert_eq!(last(stopped).latency.map(|(name, _)| name), Some("stop"));
    let over = "> position startpos\n> go infinite\n> gameover draw\n> stop\n< bestmove 7g7f";
    assert_eq!(last(over).latency, None);
    let next = format!("> position startpos\n> go infinite\n> gameover draw\n{stopped}");
    assert_eq!(last(&next).latency, None);
}

#[test]
fn the_statistics_are_complete_or_not() {
    let statistics = |info: &str| {
        let line = format!(
            "> position startpos\n> go infinite\n< info depth 1 score cp 1 {info} pv 7g7f\n> stop\n< bestmove 7g7f"
        );
        field(&line, "statistics")
    };
    assert_eq!(statistics("nodes 1 nps 1 hashfull 1").as_deref(), Some("Flag(true)"));
    for info in ["nodes 1 nps 1", "nodes 1 hashfull 1", "nps 1 hashfull 1", "nodes 1", ""] {
        assert_eq!(statistics(info).as_deref(), Some("Flag(false)"), "{info}");
    }
}

#[test]
fn the_lines_of_several_moves_are_counted_and_the_second_has_a_score() {
    let search = |scores: &[(u32, i32)], name: &str| {
        let info = |(number, cp): &(u32, i32)| {
            format!("< info depth 1 multipv {number} score cp {cp} pv 7g7f\n")
        };
        let lines: String = scores.iter().map(info).collect();
        field(&format!("> position startpos\n> go infinite\n{lines}> stop\n< bestmove 7g7f"), name)
    };
    assert_eq!(search(&[(1, 5), (2, -5), (3, 7)], "lines").as_deref(), Some("Int(3)"));
    assert_eq!(search(&[(1, 5)], "lines").as_deref(), Some("Int(1)"));
    // More lines than an engine can be asked for are not counted.
    let many: Vec<_> = (1..=700).map(|number| (number, 5)).collect();
    assert_eq!(search(&many, "lines").as_deref(), Some("Int(600)"));
    assert_eq!(search(&[(1, 5), (2, -5), (3, 7)], "second-sign").as_deref(), Some("Int(-1)"));
    assert_eq!(search(&[(1, 5), (3, 7)], "second-sign"), None);
}

#[test]
fn a_mate_answer_is_sound_or_not() {
    let answer = |moves: &str| {
        field(&format!("> {MATE1}\n> go mate 2000\n< checkmate {moves}"), "answer.sound")
    };
    assert_eq!(answer("G*5b").as_deref(), Some("Flag(true)"));
    assert_eq!(answer("G*4b").as_deref(), Some("Flag(false)"));
    assert_eq!(answer("nomate"), None);
}

#[test]
fn a_move_that_checks_may_mate_or_not() {
    let root = |sfen: &str, best: &str| {
        let text = format!("> position sfen {sfen}\n> go infinite\n> stop\n< bestmove {best}");
        ["move.checks", "move.mates"]
            .map(|name| field(&text, name) == Some("Flag(true)".to_owned()))
    };
    let with_pawn = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    assert_eq!(root(with_pawn, "G*5b"), [true, true]);
    assert_eq!(root("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b"), [true, false]);
    assert_eq!(root(with_pawn, "G*1i"), [false, false]);
}

#[test]
fn a_mate_without_a_number_has_a_sign() {
    let sign = |score: &str| {
        let line = format!("< info depth 1 score mate {score} pv 7g7f\n");
        field(&format!("> position startpos\n> go infinite\n{line}> stop\n< bestmove 7g7f"), "sign")
    };
    assert_eq!(sign("+").as_deref(), Some("Int(1)"));
    assert_eq!(sign("-").as_deref(), Some("Int(-1)"));
}

#[test]
fn a_ponder_part_that_is_no_move_is_unreadable() {
    let unreadable = |best: &str| {
        let text = format!("> position startpos\n> go infinite\n> stop\n< bestmove {best}");
        last(&text).reading.expect("a line").unreadable
    };
    assert_eq!(unreadable("7g7f ponder 3c3d"), [""; 0]);
    assert_eq!(unreadable("7g7f"), [""; 0]);
    assert_eq!(unreadable("7g7f ponder none"), ["ponder"]);
    assert_eq!(unreadable("none"), ["move", "same-as-pv", "ponder"]);
}

#[test]
fn only_the_first_handshake_has_a_latency() {
    let mut monitor = monitor("usi");
    let events = transcript_text::parse(&format!("{USI}< usiok\n> usi\n< usiok\n> usi\n< usiok"));
    let events = events.expect("a transcript");
    let samples = events.iter().filter_map(|event| monitor.observe(event).latency);
    let names: Vec<_> = samples.map(|(name, _)| name).collect();
    assert_eq!(names, ["usiok", "readyok"]);
}

/// What an engine has shown that it can do.
fn has(dialect: &str, transcript: &str) -> Vec<&'static str> {
    let mut monitor = monitor(dialect);
    for event in transcript_text::parse(transcript).expect("a transcript") {
        monitor.observe(&event);
    }
    monitor.engine_profile().has.clone()
}

#[test]
fn an_engine_has_what_it_has_shown() {
    let usi = |rest: &str| has("usi", &format!("{USI}> position startpos\n{rest}"));
    let go = "> go btime 0 wtime 0 byoyomi 2000\n";
    assert_eq!(usi(go), [""; 0]);
    assert_eq!(usi(&format!("{go}< bestmove resign")), [""; 0]);
    assert_eq!(usi(&format!("{go}< bestmove 7g7f\n{go}< bestmove 7g7f")), ["search"]);
    assert_eq!(usi(&format!("{go}< bestmove 7g7f ponder none")), ["search"]);
    assert_eq!(usi(&format!("{go}< bestmove 7g7f ponder 3c3d")), ["ponder", "search"]);
    assert_eq!(usi("> go mate 100\n< checkmate nomate"), ["mate"]);
    // In UCI a ponder move shows nothing without the option.
    let uci = format!("{UCI}> position startpos\n> go depth 1\n< bestmove e2e4 ponder e7e5");
    assert_eq!(has("uci", &uci), ["search"]);
    let option = "< option name Ponder type check default true\n< uciok";
    assert_eq!(has("uci", &uci.replace("< uciok", option)), ["ponder", "search"]);
    let ucci = |option: &str| has("ucci", &format!("> ucci\n< option {option}\n< ucciok"));
    assert_eq!(ucci("usemillisec type check default false"), ["milliseconds"]);
    assert_eq!(ucci("newgame type button"), [""; 0]);
}

#[test]
fn an_unasked_reply_names_the_events_around_it() {
    let text = "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n< bestmove 7g7f\n";
    let events = |rest: &str| -> Vec<usize> {
        let found = last(&format!("{text}{rest}")).findings;
        let unasked = found.iter().find(|finding| finding.clause.0 != "USI-BM-06");
        unasked.expect("a finding").events.iter().map(|id| id.0).collect()
    };
    // The handshake takes seven events, so the first reply is the event 9.
    assert_eq!(events("< bestmove 7g7f"), [8, 9, 10]);
    assert_eq!(events("> position startpos\n< bestmove 7g7f"), [9, 10, 11]);
}

#[test]
fn a_finding_names_the_kind_of_line_and_the_time() {
    let go = "> position startpos\n> go infinite\n< info score cp 1\n> stop\n";
    let message = |rest: &str| finding(rest).message.to_string();
    let broken = message(&format!("{go}< bestmove 7776"));
    assert!(broken.starts_with("in bestmove: expected a move such as"), "{broken}");
    assert!(broken.ends_with("found \"7776\""), "{broken}");
    let empty = message(&format!("{go}< bestmove"));
    assert!(empty.starts_with("in bestmove: "), "{empty}");
    assert!(message("> go infinite\n< hello").ends_with("during a search"));
    assert!(message("@ 2000\n< hello").ends_with("while the engine was idle"));
}
