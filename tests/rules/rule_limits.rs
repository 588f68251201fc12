//! Rules with a number in them: at the number, and one step before or after it.

use std::time::Duration;

use kentei::protocol::{self, DeclaredOption, Setting, judge};
use kentei::transcript::{Event, EventId, EventKind, Line};

use super::check::{UCI, USI, booted_usi, check, found};

const INFO: &str = "< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";

#[test]
fn a_short_clock_is_excused_for_less_than_a_second() {
    let late = |ms: u32, said: &str| {
        booted_usi(&format!(
            "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 300\n{INFO}> ponderhit\n@ {ms}\n< bestmove 7g7f{said}"
        ));
    };
    late(499, "");
    late(500, "  # USI-GO-15 warn");
    late(1298, "  # USI-GO-15 warn");
    late(1299, "  # USI-PON-17 fail");
}

#[test]
fn without_pondering_a_clock_below_a_second_is_only_a_warning() {
    let late = |byoyomi: u32, said: &str| {
        booted_usi(&format!(
            "> position startpos\n> go btime 0 wtime 0 byoyomi {byoyomi}\n{INFO}@ 9000\n< bestmove 7g7f{said}"
        ));
    };
    late(999, "  # USI-GO-15 warn");
    late(1000, "  # USI-GO-06 fail");
}

#[test]
fn a_mate_search_may_give_up_after_a_quarter_of_its_time() {
    let gives_up = |ms: u32, said: &str| {
        booted_usi(&format!(
            "> position startpos\n> go mate 4000\n@ {ms}\n< checkmate timeout{said}"
        ));
    };
    gives_up(998, "  # USI-CM-03 warn");
    gives_up(999, "");
}

#[test]
fn a_stop_crosses_a_reply_within_300_ms() {
    let stop = |ms: u32, said: &str| {
        let second = format!("@ {ms}\n> stop\n< bestmove 7g7f  # {said} fail");
        booted_usi(&format!(
            "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n{INFO}< bestmove 7g7f\n{second}"
        ));
    };
    stop(299, "USI-STOP-04");
    stop(300, "USI-STOP-03");
    let after_hit = |ms: u32, said: &str| {
        let second = format!("@ {ms}\n> stop\n< bestmove 7g7f  # {said} fail");
        booted_usi(&format!(
            "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n{INFO}> ponderhit\n< bestmove 7g7f\n{second}"
        ));
    };
    after_hit(299, "USI-PON-07");
    after_hit(300, "USI-STOP-03");
}

#[test]
fn a_text_answers_the_command_of_the_last_second() {
    let comes = |ms: u32, said: &str| {
        booted_usi(&format!("> position startpos\n@ {ms}\n< it is set{said}"));
    };
    comes(999, "  # USI-POS-06 warn");
    comes(1000, "  # USI-GEN-08 warn");
}

#[test]
fn a_handshake_is_slow_after_five_seconds() {
    let takes = |ms: u32, said: &str| {
        let boot = UCI.replace("< uciok\n", &format!("@ {ms}\n< uciok{said}\n"));
        check("uci", &boot);
    };
    takes(4996, "");
    takes(4997, "  # UCI-BOOT-06 warn");
    // Only its end is reported.
    let late =
        UCI.replace("< id name", "@ 5001\n< id name").replace("uciok", "uciok  # UCI-BOOT-06 warn");
    check("uci", &late);
}

#[test]
fn a_flood_is_five_thousand_lines_in_less_than_five_seconds() {
    // The first 5,000 lines come 1 ms after the go, and the next one 1 ms after the pause.
    let flood = |lines: u32, ms: u32| {
        let line = "< info depth 1 score cp 1 time 1 nodes 1 pv e2e4\n";
        let text =
            format!("{UCI}> position startpos\n> go infinite\n{line}* {lines}\n@ {ms}\n{line}");
        found("uci", "UCI-INFO-19", &text)
    };
    assert_eq!(flood(5000, 4997), 1);
    assert_eq!(flood(5000, 4998), 0);
    assert_eq!(flood(4999, 4997), 0);
}

#[test]
fn ten_lines_with_currmove_in_the_first_second_are_too_many() {
    let looks = |rest: &str| {
        let nine = "< info depth 1 currmove e2e4 currmovenumber 1\n".repeat(9);
        let search = format!("{UCI}> position startpos\n> go infinite\n{nine}");
        found("uci", "UCI-INFO-10", &format!("{search}{rest}"))
    };
    let tenth = "< info depth 1 currmove d2d4 currmovenumber 2\n";
    assert_eq!(looks(tenth), 1);
    assert_eq!(looks(&format!("{tenth}{tenth}")), 1);
    let other = "< info depth 1 score cp 1 time 1\n";
    assert_eq!(looks(other), 0);
    let search = format!("{UCI}> position startpos\n> go infinite\n{}", other.repeat(9));
    assert_eq!(found("uci", "UCI-INFO-10", &format!("{search}{tenth}")), 0);
    assert_eq!(looks(&format!("@ 989\n{tenth}")), 1);
    assert_eq!(looks(&format!("@ 990\n{tenth}")), 0);
}

#[test]
fn a_line_may_trail_a_reply_by_the_slack() {
    let trails = |clause: &str, ms: u32| {
        let search = format!("> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n{INFO}");
        let reply = format!("< bestmove 7g7f\n> position startpos\n@ {ms}\n{INFO}");
        found("usi", clause, &format!("{USI}{search}{reply}"))
    };
    assert_eq!([trails("USI-STOP-07", 198), trails("USI-GEN-07", 198)], [1, 0]);
    assert_eq!([trails("USI-STOP-07", 199), trails("USI-GEN-07", 199)], [0, 1]);
}

#[test]
fn a_search_goes_on_if_it_speaks_500_ms_after_stop() {
    let speaks = |ms: u32, said: &str| {
        let search = format!("> position startpos\n> go\n{INFO}> stop\n@ {ms}\n{INFO}");
        booted_usi(&format!("{search}@ 2000\n~ bestmove 2000  # {said} fail"));
    };
    speaks(499, "USI-GO-02");
    speaks(500, "USI-STOP-01");
}

#[test]
fn a_figure_may_stay_as_it_is() {
    let lines = |clause: &str, first: &str, second: &str| {
        let text = format!(
            "{UCI}> position startpos\n> go infinite\n< info {first} pv e2e4\n< info {second} pv e2e4"
        );
        found("uci", clause, &text)
    };
    let at_all = "depth 3 score cp 1 time 5 nodes 9";
    assert_eq!(lines("UCI-INFO-24", at_all, at_all), 0);
    assert_eq!(lines("UCI-INFO-24", at_all, "depth 3 score cp 1 time 4 nodes 9"), 1);
    assert_eq!(lines("UCI-INFO-24", at_all, "depth 3 score cp 1 time 5 nodes 8"), 1);
    assert_eq!(lines("UCI-INFO-18", at_all, at_all), 0);
    assert_eq!(lines("UCI-INFO-18", at_all, "depth 2 score cp 1 time 5 nodes 9"), 1);
}

#[test]
fn two_hundred_lines_of_a_search_are_compared_with_the_board() {
    let search = |clause: &str, root: &str, before: usize, line: &str| {
        let other = "< info string nothing\n".repeat(before);
        found("usi", clause, &format!("{USI}{root}{other}< info depth 1 {line}"))
    };
    let root = "> position startpos\n> go infinite\n";
    let mate = "score mate 1 time 1 pv 7g7f";
    assert_eq!(search("USI-INFO-13", root, 199, mate), 1);
    assert_eq!(search("USI-INFO-13", root, 200, mate), 0);
    let ponder = "> position startpos moves 7g7f 3c3d\n> go ponder btime 0 wtime 0 byoyomi 2000\n";
    let elsewhere = "score cp 1 time 1 pv 3c3d 2g2f";
    assert_eq!(search("USI-PON-14", ponder, 199, elsewhere), 1);
    assert_eq!(search("USI-PON-14", ponder, 200, elsewhere), 0);
    assert_eq!(search("USI-PON-14", ponder, 0, "score cp 1 time 1 pv 2g2f"), 0);
}

/// How often a second handshake differs from the first one; these lines of it may differ.
fn changes(first: &str, second: &str) -> usize {
    let (handshake, _) = USI.split_once("> isready").expect("isready");
    let [first, second] = [first, second].map(|lines| handshake.replace("< id author Y", lines));
    found("usi", "USI-BOOT-12", &format!("{first}{second}"))
}

/// The same, if these lines give the only name of the engine.
fn named(first: &str, second: &str) -> usize {
    let (handshake, _) = USI.split_once("> isready").expect("isready");
    let handshake = handshake.replace("< id name X\n", "");
    let [first, second] = [first, second].map(|lines| handshake.replace("< id author Y", lines));
    found("usi", "USI-BOOT-12", &format!("{first}{second}"))
}

#[test]
fn what_is_too_long_to_be_kept_is_not_compared() {
    let author = |length: usize| format!("< id author {}", "y".repeat(length));
    assert_eq!(changes(&author(1024), &author(1024)), 0);
    assert_eq!(changes(&author(1024), &author(1023)), 1);
    assert_eq!(changes(&author(2000), &author(2000)), 0);
    let name =
        |length: usize| format!("< id author Y\n< option name {} type button", "n".repeat(length));
    assert_eq!(changes(&name(1024), &name(1024)), 0);
    assert_eq!(changes(&name(1024), &name(1023)), 2);
    assert_eq!(changes(&name(1025), &name(1025)), 0);
    let kind =
        |length: usize| format!("< id author Y\n< option name Book type {}", "k".repeat(length));
    assert_eq!(changes(&kind(1024), &kind(1024)), 0);
    assert_eq!(changes(&kind(1024), &kind(1023)), 1);
    assert_eq!(changes(&kind(1025), &kind(1025)), 0);
    let choices = |number: usize| {
        let choices: String =
            (0..number).map(|choice| format!(" var {choice}{}", "c".repeat(1000))).collect();
        format!("< id author Y\n< option name Book type combo default a var a{choices}")
    };
    assert_eq!(changes(&choices(9), &choices(9)), 0);
    assert_eq!(changes(&choices(9), &choices(8)), 1);
    assert_eq!(changes(&choices(300), &choices(300)), 0);
    let engine = |length: usize| format!("< id author Y\n< id name {}", "x".repeat(length));
    assert_eq!(named(&engine(1024), &engine(1024)), 0);
    assert_eq!(named(&engine(1024), &engine(1023)), 1);
    assert_eq!(named(&engine(2000), &engine(2000)), 0);
    let text = |length: usize| {
        let default = "x".repeat(length);
        format!("< id author Y\n< option name Book type string default {default}")
    };
    assert_eq!(changes(&text(8192), &text(8192)), 0);
    assert_eq!(changes(&text(8192), &text(8191)), 1);
    assert_eq!(changes(&text(9000), &text(9000)), 0);
}

#[test]
fn options_are_kept_until_their_memory_is_full() {
    // A combo with two choices, the second of which takes what is left.
    let own = size_of::<DeclaredOption>() + "pick".len() + "combo".len() + "a".len();
    let choice = size_of::<String>() + 16;
    let left = (256 << 10) - own - (choice + "a".len()) - choice;
    for (length, kept, cut) in [(left, 2, 0), (left + 1, 1, 1)] {
        let dialect = protocol::dialect("usi").expect("a dialect");
        let limits = judge::default_limits(dialect);
        let mut monitor = dialect.monitor(Setting { profile: "core", limits });
        let long = "b".repeat(length);
        let line = Line::new(format!("option name pick type combo default a var a var {long}"));
        let at = Duration::ZERO;
        monitor.observe(&Event { id: EventId(0), at, kind: EventKind::Received(line) });
        let engine_profile = monitor.engine_profile();
        assert_eq!(engine_profile.options[0].choices.len(), kept);
        assert_eq!(engine_profile.cut, cut);
    }
    // A combo that leaves room for one more option.
    let own = size_of::<DeclaredOption>() + "more".len() + "button".len();
    for (length, kept, cut) in [(left - own, 2, 0), (left - own + 1, 1, 1)] {
        let dialect = protocol::dialect("usi").expect("a dialect");
        let limits = judge::default_limits(dialect);
        let mut monitor = dialect.monitor(Setting { profile: "core", limits });
        let long = "b".repeat(length);
        let combo = format!("option name pick type combo default a var a var {long}");
        for line in [combo, "option name more type button".to_owned()] {
            let kind = EventKind::Received(Line::new(line));
            monitor.observe(&Event { id: EventId(0), at: Duration::ZERO, kind });
        }
        let engine_profile = monitor.engine_profile();
        assert_eq!(engine_profile.options.len(), kept);
        assert_eq!(engine_profile.cut, cut);
    }
}
