//! Info lines: which of them a rule judges, each case beside one that it leaves alone.

use std::time::Duration;

use super::check::{UCI, USI, check, findings, found};

const MATE1: &str = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
const INFO: &str = "< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";

/// How often the lines of a UCI search from the start position break a clause.
fn uci(clause: &str, go: &str, lines: &[&str]) -> usize {
    let lines: String = lines.iter().map(|line| format!("< info {line}\n")).collect();
    found("uci", clause, &format!("{UCI}> position startpos\n> go {go}\n{lines}"))
}

#[test]
fn the_depth_of_the_best_line_does_not_decrease() {
    let depth = |go: &str, lines: &[&str]| uci("UCI-INFO-18", go, lines);
    let first = "depth 3 score cp 1 pv e2e4";
    assert_eq!(depth("infinite", &[first, "depth 2 score cp 1 pv e2e4"]), 1);
    assert_eq!(depth("infinite", &[first, "depth 2 multipv 1 score cp 1 pv e2e4"]), 1);
    assert_eq!(depth("infinite", &[first, "depth 2 score cp 1"]), 0);
    assert_eq!(depth("infinite", &["depth 3 score cp 1", "depth 2 score cp 1 pv e2e4"]), 0);
    assert_eq!(depth("infinite", &[first, "depth 2 multipv 2 score cp 1 pv d2d4"]), 0);
    let ponder = "ponder wtime 60000 btime 60000";
    assert_eq!(depth(ponder, &[first, "depth 2 score cp 1 pv e2e4"]), 0);
}

#[test]
fn lines_of_one_group_begin_with_other_moves() {
    let group = |value: u32, lines: &[(u32, u32, &str)]| {
        let option = "< option name MultiPV type spin default 1 min 1 max 9\n< uciok";
        let boot = UCI.replace("< uciok", option);
        let info = |(depth, number, first): &(u32, u32, &str)| {
            format!("< info depth {depth} multipv {number} score cp 9 time 1 pv {first}\n")
        };
        let lines: String = lines.iter().map(info).collect();
        let search = format!("> setoption name MultiPV value {value}\n> position startpos\n");
        findings("uci", "UCI-INFO-06", &format!("{boot}{search}> go infinite\n{lines}"))
            .iter()
            .filter(|finding| finding.violation.as_deref() == Some("multipv-twice"))
            .count()
    };
    let (a, b) = ("e2e4", "d2d4");
    assert_eq!(group(3, &[(5, 1, a), (5, 2, b), (5, 3, a)]), 1);
    assert_eq!(group(3, &[(5, 1, a), (5, 2, b), (5, 3, "c2c4")]), 0);
    // The line with number 1 begins another group, and so does another depth.
    assert_eq!(group(3, &[(5, 1, a), (5, 2, b), (5, 1, b), (5, 2, a)]), 0);
    assert_eq!(group(3, &[(5, 1, a), (6, 2, a), (6, 3, b)]), 0);
    assert_eq!(group(3, &[(5, 1, a), (6, 2, b), (6, 3, b)]), 1);
    // A line may come again, and only better places count.
    assert_eq!(group(3, &[(5, 1, a), (5, 2, b), (5, 2, b)]), 0);
    assert_eq!(group(3, &[(5, 0, a), (5, 1, a)]), 0);
    // One line was asked for.
    assert_eq!(group(2, &[(5, 1, a), (5, 2, a)]), 1);
    assert_eq!(group(1, &[(5, 1, a), (5, 2, a)]), 0);
}

#[test]
fn a_time_that_is_too_large_is_no_matter_of_a_busy_host() {
    let times = |lines: &[(u32, i64)]| -> Vec<bool> {
        let line =
            |(ms, time): &(u32, i64)| format!("@ {ms}\n< info depth 1 time {time} pv 7g7f\n");
        let lines: String = lines.iter().map(line).collect();
        let text = format!("{USI}> position startpos\n> go infinite\n{lines}");
        let found = findings("usi", "USI-INFO-05", &text);
        found.iter().map(|finding| finding.timing).collect()
    };
    assert_eq!(times(&[(0, 2402)]), [false; 0]);
    assert_eq!(times(&[(0, 2403)]), [false]);
    // It does not grow.
    assert_eq!(times(&[(100, 90), (2000, 90)]), [true]);
    assert_eq!(times(&[(100, 90), (2000, 2000)]), [false; 0]);
    // 1,500 ms after go the limit is 5,400.
    assert_eq!(times(&[(0, 5400), (1498, 5400)]), [false, true]);
}

/// What the host may have caused is examined again; the rest is certain.
#[test]
fn what_a_thread_without_a_processor_may_cause_is_a_matter_of_time() {
    let timing = |clause: &str, rest: &str| {
        let found = findings("usi", clause, &format!("{USI}{rest}"));
        found.iter().map(|finding| finding.timing).collect::<Vec<_>>()
    };
    let go = "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n";
    let straggler = |ms: u32| {
        let reply = "< bestmove 7g7f\n> isready\n< readyok\n";
        timing("USI-PON-10", &format!("{go}{INFO}{reply}@ {ms}\n{INFO}"))
    };
    assert_eq!(straggler(300), [true]);
    assert_eq!(straggler(1100), [true]);
    assert_eq!(straggler(1300), [false]);
    let killed = |signal: u32| timing("USI-QUIT-04", &format!("> quit\n$ signal {signal}\n"));
    assert_eq!(killed(9), [true]);
    assert_eq!(killed(6), [false]);
    let late = |ms: u32| {
        let over = "> position startpos\n> go infinite\n> gameover lose\n> isready\n";
        let reply = format!("{USI}{over}@ {ms}\n< bestmove 7g7f\n");
        let found = findings("usi", "USI-OVER-03", &reply);
        found.iter().map(|finding| (finding.timing, finding.over)).collect::<Vec<_>>()
    };
    assert_eq!(late(1900), []);
    // A line is a millisecond after the one before, so this is 2,100 ms after gameover.
    assert_eq!(late(2098), [(true, Some(Duration::from_millis(100)))]);
}

#[test]
fn a_search_that_ended_long_ago_may_be_repeated_after_stop() {
    let repeats = |line: &str| {
        let first = "< info depth 1 time 5 nodes 9 pv 7g7f\n";
        let search = format!("{USI}> position startpos\n> go infinite\n@ 10\n{first}@ 3000\n");
        found("usi", "USI-INFO-05", &format!("{search}> stop\n< info depth 1 {line} pv 7g7f\n"))
    };
    assert_eq!(repeats("time 5 nodes 9"), 0);
    assert_eq!(repeats("time 5"), 0);
    assert_eq!(repeats("time 5 nodes 10"), 1);
    assert_eq!(repeats("time 6 nodes 9"), 1);
}

/// An engine may finish early and hold its result back for some time.
#[test]
fn a_search_may_repeat_its_last_line_before_its_reply() {
    let repeats = |go: &str, line: &str| {
        let first = "< info depth 1 time 0 nodes 9 pv 7g7f\n";
        let search = format!("{USI}> position startpos\n> go {go}\n@ 10\n{first}@ 1452\n");
        found("usi", "USI-INFO-05", &format!("{search}< info depth 1 {line} pv 7g7f\n"))
    };
    assert_eq!(repeats("movetime 1500", "time 0 nodes 9"), 0);
    assert_eq!(repeats("movetime 1500", "time 0 nodes 10"), 1);
    assert_eq!(repeats("movetime 1500", "time 0"), 1);
    assert_eq!(repeats("movetime 1500", "time 1 nodes 9"), 1);
    assert_eq!(repeats("btime 0 wtime 0 byoyomi 1500", "time 0 nodes 9"), 0);
    assert_eq!(repeats("btime 0 wtime 0 byoyomi 1500", "time 0 nodes 10"), 1);
}

#[test]
fn a_mate_in_one_is_looked_for_only_where_the_engine_must_search() {
    let reported = |text: &str| {
        found("usi", "USI-INFO-13", &format!("{USI}{text}< info depth 1 score mate 1 pv 7g7f\n"))
    };
    let go = "> position startpos\n> go infinite\n";
    let ponder = "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 60000\n";
    assert_eq!(reported(go), 1);
    assert_eq!(reported(ponder), 0);
    assert_eq!(reported(&format!("{ponder}> ponderhit\n@ 199\n")), 0);
    assert_eq!(reported(&format!("{ponder}> ponderhit\n@ 200\n")), 1);
    assert_eq!(reported(&format!("{INFO}{go}")), 0);
    assert_eq!(reported(&format!("{INFO}{go}@ 1000\n")), 1);
    // Stalemate is no mate.
    let chess = |fen: &str| {
        let go = format!("> position fen {fen} w - - 0 1\n> go infinite\n");
        found("uci", "UCI-INFO-08", &format!("{UCI}{go}< info depth 1 score mate 1\n"))
    };
    assert_eq!(chess("7k/5K2/8/6P1/8/8/8/8"), 1);
    assert_eq!(chess("7k/8/5K2/6Q1/8/8/8/8"), 0);
}

#[test]
fn a_distance_is_counted_in_the_unit_of_the_protocol() {
    let mated = |distance: i32| {
        let go = "> position fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1\n> go depth 9\n";
        let line = format!("< info depth 9 score mate {distance} pv h8h7 g5g7\n");
        findings("uci", "UCI-INFO-08", &format!("{UCI}{go}{line}"))
    };
    assert_eq!(mated(-1).len(), 0);
    for distance in [-2, 1, 2] {
        let found = mated(distance);
        assert_eq!(found[0].expected.to_string(), "the distance in moves, with its sign");
    }
    let message = |distance: i32| {
        let line = format!("< info depth 1 score mate {distance} time 1 pv G*5b\n");
        let text = format!("{USI}> position {MATE1}\n> go infinite\n{line}");
        let mut found = findings("usi", "USI-INFO-13", &text);
        assert_eq!(found.len(), 1, "{found:?}");
        let finding = found.remove(0);
        assert_eq!(finding.expected.to_string(), "the distance in plies, with its sign");
        finding.message.to_string()
    };
    let ends = |distance: i32, end: &str| {
        let message = message(distance);
        assert!(message.ends_with(end), "{message}");
    };
    ends(2, "the side to move mates in an odd number of plies");
    ends(-1, "the side to move is mated in an even number of plies");
    ends(-2, "and the pv mates at ply 1");
}

#[test]
fn lines_on_standard_error_are_missing_only_if_they_belong_to_the_search() {
    let go = "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n";
    let search = |before: &str, during: &str| {
        let text = format!("{USI}{before}{go}{during}< bestmove 7g7f\n");
        found("usi", "USI-GEN-01", &text)
    };
    let line = "! info depth 1 score cp 1\n";
    assert_eq!(search("", line), 1);
    assert_eq!(search(line, ""), 0);
    assert_eq!(search("", "! readyok\n"), 0);
    // A logger puts the level in front.
    assert_eq!(search("", "! info depth of the tree is 44\n"), 0);
    assert_eq!(search("", &format!("{line}{INFO}")), 0);
    // A thousand lines are kept.
    let missing = |lines: u32| {
        let text = format!(
            "{USI}{go}! info depth 1 score cp 1\n* {lines}\n! bestmove 7g7f\n@ 9000\n~ bestmove 10000"
        );
        found("usi", "USI-GEN-01", &text)
    };
    assert_eq!([missing(999), missing(1000)], [1, 0]);
}

#[test]
fn an_unfinished_text_is_less_than_an_unfinished_message() {
    let part = |text: &str, said: &str| check("usi", &format!("{USI}? {text}  # {said}"));
    part("info string half a", "USI-GEN-03 warn");
    part("half a", "USI-GEN-03 warn");
    part("info depth 1", "USI-GEN-03 fail");
    part("readyok", "USI-GEN-03 fail");
}
