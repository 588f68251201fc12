//! What is not held against an engine, each case beside one that is.

use kentei::transcript::{Event, EventId, EventKind, ExitStatus, Line, LineEnd, NOT_READ};
use kentei::transcript_text;
use std::time::Duration;

use super::check::{UCI, USI, booted_usi, check, found};

const INFO: &str = "< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";
const GO: &str = "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";
const XIANGQI: &str = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn a_word_that_is_no_move_has_the_clause_of_what_it_looks_like() {
    let reply =
        |word: &str, clause: &str| booted_usi(&format!("{GO}< bestmove {word}  # {clause} fail"));
    for word in ["7776", "77-76", "7g--7f+", "P7g7f", "b3c4d5"] {
        reply(word, "USI-MOVE-01");
    }
    // Too few letters and figures, too many, or too many other characters.
    for word in ["7g7", "7g7f3c3", "7g---7f+", "hello"] {
        reply(word, "USI-BM-01");
    }
}

#[test]
fn a_reply_after_quit_is_not_judged() {
    let root = "> position sfen lnsgkgsnl/1r5b1/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1\n";
    let search = format!("{root}> go btime 0 wtime 0 byoyomi 2000\n{INFO}");
    booted_usi(&format!("{search}< bestmove P*5e  # USI-MOVE-04 fail"));
    booted_usi(&format!("{search}> quit\n< bestmove P*5e"));
}

#[test]
fn a_reply_that_was_reported_as_missing_is_not_late_too() {
    let search = format!("> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n{INFO}@ 10000\n");
    booted_usi(&format!("{search}< bestmove 7g7f  # USI-GO-06 fail"));
    booted_usi(&format!("{search}~ bestmove 10000  # USI-GO-03 fail\n< bestmove 7g7f"));
    // A missing readyok is no statement about the reply.
    booted_usi(&format!(
        "{search}> isready\n~ readyok 1000  # USI-READY-03 info\n< bestmove 7g7f  # USI-GO-06 fail"
    ));
}

#[test]
fn only_the_first_handshake_must_declare_the_hash_size() {
    let handshake = |said: &str| format!("> usi\n< id name X\n< id author Y\n< usiok{said}\n");
    check("usi", &format!("{}{}", handshake("  # USI-OPT-25 info"), handshake("")));
}

#[test]
fn an_engine_that_ends_at_a_word_of_go_is_excused_only_where_it_may_not_know_the_word() {
    let ends = |lines: &str| booted_usi(&format!("> position startpos\n{lines}"));
    ends("> go depth 1\n$ exit 1  # USI-GO-10 info");
    let answered = format!("> go depth 1\n{INFO}< bestmove 7g7f\n");
    ends(&format!("{answered}> go depth 2\n$ exit 1  # USI-GEN-14 fail"));
    ends(&format!("{answered}> go nodes 9\n$ exit 1  # USI-GO-11 info"));
}

#[test]
fn an_engine_may_end_before_isready_only_by_its_own_fault() {
    let (handshake, _) = USI.split_once("> isready").expect("isready");
    let ends = |lines: &str, clause: &str| {
        check("usi", &format!("{handshake}{lines}$ exit 1  # {clause} fail"));
    };
    ends("> isready\n", "USI-GEN-14");
    ends("> usinewgame\n> isready\n", "USI-NEW-04");
    ends("> usinewgame\n> isready\n< readyok\n> isready\n", "USI-GEN-14");
    ends("> usinewgame\n> position startpos\n> isready\n", "USI-GEN-14");
}

#[test]
fn a_pv_without_a_mate_proves_no_distance() {
    let root = "> position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\n> go depth 9\n";
    let line = |pv: &str, said: &str| {
        check("uci", &format!("{UCI}{root}< info depth 9 score mate 5 time 1 pv {pv}{said}"));
    };
    line("g5g7", "  # UCI-INFO-08 fail");
    // The side to move has no move, and is not in check.
    line("g5g6", "");
    line("g5g1", "");
}

#[test]
fn a_mated_side_writes_the_mate_as_it_likes() {
    let root = |fen: &str, distance: i32, said: &str| {
        check(
            "uci",
            &format!(
                "{UCI}> position fen {fen} b - - 0 1\n> go depth 9\n< info depth 0 score mate {distance}{said}"
            ),
        );
    };
    for fen in ["7k/6Q1/5K2/8/8/8/8/8", "7k/8/5KQ1/8/8/8/8/8"] {
        root(fen, 0, "");
        root(fen, -1, "");
        root(fen, 1, "  # UCI-INFO-08 fail");
    }
}

#[test]
fn a_text_is_put_down_to_the_option_that_it_answers() {
    let boot = UCI.replace("< uciok", "< option name Clear Hash type button\n< uciok");
    let answer = |text: &str, said: &str| {
        check("uci", &format!("{boot}> setoption name Clear Hash\n< {text}  # {said}"));
    };
    answer("No such option: Clear", "UCI-OPT-04 warn");
    answer("Clear Hash is done", "UCI-OPT-01 warn");
    answer("done", "UCI-OPT-01 warn");
}

#[test]
fn a_text_after_newgame_is_excused_if_the_option_does_not_exist() {
    let game = |option: &str, clause: &str| {
        check(
            "ucci",
            &format!(
                "> ucci\n< id name X\n< id author Y\n< option usemillisec type check default false\n{option}< ucciok\n> isready\n< readyok\n> setoption newgame\n< a new game  # {clause} warn"
            ),
        );
    };
    game("< option newgame type button\n", "UCCI-SET-01");
    game("", "UCCI-SET-02");
}

#[test]
fn clocks_are_compared_only_if_the_same_search_ends_by_itself() {
    let boot = "> ucci\n< id name X\n< id author Y\n< option usemillisec type check default false\n< option newgame type button\n< ucciok\n> isready\n< readyok\n";
    let turn = |unit: &str, moves: &str, clock: u32, took: u32, end: &str| {
        format!(
            "> setoption usemillisec {unit}\n> position {XIANGQI}{moves}\n> go time {clock} increment 0\n@ {took}\n< info depth 3 score 3 pv h2e2\n{end}"
        )
    };
    let reply = "< bestmove h2e2\n";
    let first = turn("false", "", 10, 2, reply);
    let second = turn("true", "", 10_000, 2000, reply);
    let third = |said: &str| turn("false", "", 10, 3, &format!("< bestmove h2e2{said}\n"));
    let searches = |turns: [&str; 3]| check("ucci", &format!("{boot}{}", turns.concat()));
    searches([&first, &second, &third("  # UCCI-GO-06 warn")]);
    // 200 ms is the least that counts.
    searches([&first, &turn("true", "", 10_000, 198, reply), &third("  # UCCI-GO-06 warn")]);
    searches([&first, &turn("true", "", 10_000, 197, reply), &third("")]);
    searches([&first, &turn("true", "", 10_000, 2000, &format!("> stop\n{reply}")), &third("")]);
    searches([&first, &second, &turn("false", "", 11, 3, reply)]);
    searches([&first, &second, &turn("false", " moves a0a1 a9a8", 10, 3, reply)]);
    searches([&turn("false", " moves a0a1 a9a8", 10, 2, reply), &second, &third("")]);
}

#[test]
fn lines_of_a_search_of_its_own_may_still_come_after_go() {
    let own = "< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";
    let ponder = "> position startpos moves 7g7f 3c3d\n> go ponder btime 0 wtime 0 byoyomi 2000\n";
    let elsewhere = "< info depth 1 score cp 1 time 1 pv 3c3d 2g2f";
    let shown = |text: &str| found("usi", "USI-PON-14", &format!("{USI}{text}{elsewhere}"));
    assert_eq!(shown(ponder), 1);
    assert_eq!(shown(&format!("{own}{ponder}")), 0);
    assert_eq!(shown(&format!("{own}{ponder}@ 999\n")), 0);
    assert_eq!(shown(&format!("{own}{ponder}@ 1000\n")), 1);
}

/// The clauses of the findings after a handshake and these events.
fn judged(kinds: impl IntoIterator<Item = EventKind>) -> Vec<String> {
    let mut events = transcript_text::parse(USI).expect("a transcript");
    for kind in kinds {
        let last = events.last().expect("an event");
        let (id, at) = (EventId(last.id.0 + 1), last.at + Duration::from_millis(1));
        events.push(Event { id, at, kind });
    }
    let findings = super::check::judged("usi", &events);
    findings.iter().map(|finding| finding.clause.to_string()).collect()
}

#[test]
fn a_write_that_fails_for_another_reason_is_not_input_that_is_not_read() {
    let failed = |reason: &str| EventKind::WriteFailed(reason.to_owned());
    let unread = format!("{NOT_READ} its input for 5000 ms");
    assert_eq!(judged([failed(&unread)]), ["USI-GEN-02"]);
    assert_eq!(judged([failed("broken pipe")]), [""; 0]);
    let exit = EventKind::Exit(ExitStatus::Code(0));
    assert_eq!(judged([exit.clone()]), ["USI-GEN-14"]);
    assert_eq!(judged([exit, failed(&unread)]), ["USI-GEN-14"]);
}

#[test]
fn the_last_line_needs_its_end() {
    let ended =
        |text: &str, end: LineEnd| judged([EventKind::Received(Line { end, ..Line::new(text) })]);
    assert_eq!(ended("info string bye", LineEnd::Lf), [""; 0]);
    assert_eq!(ended("info string bye", LineEnd::None), ["USI-GEN-03"]);
    assert_eq!(ended("  ", LineEnd::None), [""; 0]);
    // It was reported before it was complete.
    let part = EventKind::Partial(b"info string b".to_vec());
    let line = Line { end: LineEnd::None, ..Line::new("info string bye") };
    assert_eq!(judged([part, EventKind::Received(line)]), ["USI-GEN-03"]);
}
