//! The rules about info lines.

use super::check::{USI, check, check_in, judged};

fn info_in(profile: &str, line: &str, said: &str) {
    let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
    check_in(
        "usi",
        profile,
        &format!("{USI}> position startpos\n> go infinite\n< info {line}{said}"),
    );
}

#[test]
fn sound_lines_are_sound() {
    for line in [
        "depth 5 seldepth 7 score cp -30 time 12 nodes 99 nps 8000 hashfull 0 multipv 1 pv 7g7f 3c3d",
        "score mate 3",
        "score mate + time 1 pv 7g7f",
        "score mate - time 1 pv 7g7f",
        "score mate 5 lowerbound depth 3",
        "score cp 20 upperbound",
        "currmove 7g7f currmovenumber 1",
        "string anything goes: pv none",
        "nodes 18446744073709551615",
        "cpuload 999",
    ] {
        info_in("core", line, "");
    }
}

#[test]
fn every_slip_has_its_clause() {
    for (line, said) in [
        ("hello there", "USI-INFO-02 warn"),
        ("depth 3 score cp 1 foo 3", "USI-INFO-02 warn"),
        ("depth 3 cp 30", "USI-INFO-11 fail"),
        ("depth 3 mate 5", "USI-INFO-11 fail"),
        ("depth 3 score 30", "USI-INFO-11 fail"),
        ("depth 3 score cp 0.35", "USI-INFO-11 fail"),
        ("depth 3 score cp inf", "USI-INFO-11 fail"),
        ("depth 3 score cp nan", "USI-INFO-11 fail"),
        ("depth 3 score cp 99999999999", "USI-INFO-11 fail"),
        ("seldepth 4", "USI-INFO-03 fail"),
        ("seldepth 4 depth 3", "USI-INFO-03 warn"),
        ("depth 3.5", "USI-INFO-04 fail"),
        ("depth -1", "USI-INFO-04 fail"),
        ("time 1.2s", "USI-INFO-05 warn"),
        ("nodes -5", "USI-INFO-20 fail"),
        ("nodes 18446744073709551616", "USI-INFO-20 fail"),
        ("nps 1.5e6", "USI-INFO-20 fail"),
        ("hashfull 1001", "USI-INFO-19 fail"),
        ("hashfull 12%", "USI-INFO-19 fail"),
        ("multipv 0", "USI-INFO-16 warn"),
        ("currmovenumber 0", "USI-INFO-18 info"),
        ("cpuload high", "USI-INFO-21 info"),
        ("score mate 0", "USI-INFO-13 warn"),
        ("score mate -0", "USI-INFO-13 warn"),
        ("score lowerbound cp 20", "USI-INFO-15 info"),
        ("score cp lowerbound 20", "USI-INFO-15 info"),
        ("currmove 7g7e", "USI-INFO-17 warn"),
        ("depth 1 score cp 1 time 1 pv 7g7f 7f7e", "USI-INFO-07 warn"),
        ("depth 1 score cp 1 time 1 pv 7g7f rep_draw", "USI-INFO-07 warn"),
        ("depth 1 score cp 1 time 1 pv 7g7f (4.17%)", "USI-INFO-08 warn"),
        ("depth 1 time 1 pv 7g7f score cp 30", "USI-INFO-08 warn"),
        ("depth 1 score cp 1 time 1 pv 7g7f string book", "USI-INFO-09 warn"),
        ("depth 1 depth 2 score cp 1", "USI-INFO-26 warn"),
        ("depth 3 score cp 1info depth 4", "USI-INFO-27 fail"),
        ("depth 1 score cp 1 time 1 pv 7g7f bestmove 7g7f", "USI-INFO-27 fail"),
        ("depth 1 pv 7g7f", "USI-INFO-25 info, USI-INFO-05 info"),
        ("currline 1 7g7f 3c3d", "USI-SET-16 warn"),
        ("refutation 7g7f 3c3d", "USI-SET-16 warn"),
    ] {
        info_in("core", line, said);
    }
}

/// Two threads may write into one another at any byte of a line.
#[test]
fn a_line_that_begins_within_another_is_recognised_wherever_it_begins() {
    const LINE: &str = "depth 3 seldepth 4 time 120 nodes 1234 nps 9000 hashfull 5 multipv 1 \
        score cp -30 currmove 7g7f pv 7g7f 3c3d";
    const MATE: &str = "depth 3 time 120 currmovenumber 2 cpuload 30 score mate -4 pv 7g7f 3c3d";
    let mut places = 0;
    for line in [LINE, MATE] {
        for at in 0..=line.len() {
            info_in("core", &format!("{}info {LINE}", &line[..at]), "USI-INFO-27 fail");
            places += 1;
        }
    }
    assert!(places > 150, "{places}");
}

/// A word that ends like a protocol word is no second line.
#[test]
fn a_word_that_ends_with_info_is_no_torn_line() {
    info_in("core", "depth 3 score cp 1 debuginfo 5", "USI-INFO-02 warn");
    info_in("core", "depth 3 string debuginfo depth 5", "");
}

#[test]
fn profiles_read_the_same_line_differently() {
    info_in("draft", "seldepth 4 depth 3", "");
    info_in("shogidokoro", "seldepth 4 depth 3", "USI-INFO-03 fail");
    info_in("shogidokoro", "depth 1 score cp 1 time 1 pv 7g7f string book", "USI-INFO-09 fail");
    info_in("draft", "currline 0 7g7f", "USI-SET-16 fail");
}

#[test]
fn a_mate_that_the_pv_shows_has_its_length() {
    let root = "> position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n> go infinite\n";
    check("usi", &format!("{USI}{root}< info depth 1 score mate 1 time 1 pv G*5b"));
    check(
        "usi",
        &format!("{USI}{root}< info depth 1 score mate -1 time 1 pv G*5b  # USI-INFO-13 fail"),
    );
    check(
        "usi",
        &format!("{USI}{root}< info depth 1 score mate -2 time 1 pv G*5b  # USI-INFO-13 fail"),
    );
    // A sign alone tells which side mates.
    let sign = |rest: &str| check("usi", &format!("{USI}{root}< info depth 1 score mate {rest}"));
    sign("+ time 1 pv G*5b");
    sign("- time 1 pv G*5b  # USI-INFO-13 fail");
    sign("- lowerbound time 1 pv G*5b");
    sign("- time 1 pv G*4b");
}

#[test]
fn figures_run_forwards_and_in_milliseconds() {
    let go = "> position startpos\n> go infinite\n";
    check(
        "usi",
        &format!(
            "{USI}{go}@ 50\n< info depth 1 time 50 nodes 90\n< info depth 2 time 40 nodes 99  # USI-INFO-28 info"
        ),
    );
    check(
        "usi",
        &format!(
            "{USI}{go}@ 30\n< info depth 1 time 0\n@ 3000\n< info depth 2 time 3  # USI-INFO-05 warn"
        ),
    );
    // A single line may have a time in seconds, or in milliseconds from a moment after `go`. The second line shows
    // that these are milliseconds.
    check(
        "usi",
        &format!(
            "{USI}{go}@ 3000\n< info depth 1 time 3  # USI-INFO-05 info\n@ 4100\n< info depth 2 time 1103"
        ),
    );
    check("usi", &format!("{USI}{go}@ 30\n< info depth 1 time 30000  # USI-INFO-05 warn"));
}

#[test]
fn info_outside_a_search_is_recognised_by_its_place() {
    let line = "< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f";
    let reply = "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n< bestmove 7g7f\n";
    check("usi", &format!("{USI}{line}  # USI-GEN-07 fail"));
    check(
        "usi",
        &format!("{USI}> setoption name USI_Ponder value true\n@ 500\n{line}  # USI-GEN-07 fail"),
    );
    // A search to warm up while the tables are loaded does no harm.
    check("usi", &format!("{USI}> isready\n{line}  # USI-GEN-07 warn\n< readyok"));
    check("usi", &format!("{USI}> isready\n< readyok\n@ 500\n{line}  # USI-GEN-07 fail"));
    check("usi", &format!("{USI}{reply}@ 50\n{line}  # USI-STOP-07 info"));
    // A question for readiness does not make it another fault.
    check("usi", &format!("{USI}{reply}> isready\n< readyok\n@ 500\n{line}  # USI-PON-10 warn"));
    check("usi", &format!("{USI}{reply}> gameover win\n@ 500\n{line}  # USI-GEN-07 fail"));
    check("usi", &format!("{USI}{reply}@ 500\n{line}  # USI-PON-10 warn"));
    check(
        "usi",
        &format!(
            "{USI}> setoption name USI_Ponder value false\n{reply}@ 500\n{line}  # USI-SET-11 warn"
        ),
    );
    check("usi", &format!("{USI}< info string still here"));
    let figures = "< info nodes 0 nps 0 hashfull 0";
    check("usi", &format!("{USI}{figures}  # USI-INFO-01 info"));
    check_in("usi", "shogidokoro", &format!("{USI}{figures}  # USI-INFO-01 warn"));
}

#[test]
fn a_flood_is_reported_once() {
    let reported = |lines: usize| {
        let text = format!(
            "{USI}> position startpos\n> go infinite\n{}",
            "< info depth 1 score cp 1\n".repeat(lines)
        );
        let mut events = kentei::transcript_text::parse(&text).expect("a transcript");
        // Written transcripts have one event per millisecond; a flood has more.
        for event in &mut events {
            event.at /= 2;
        }
        let found = judged("usi", &events);
        found.iter().filter(|finding| finding.clause.0 == "USI-INFO-24").count()
    };
    assert_eq!(reported(5000), 0);
    assert_eq!(reported(9000), 1);
}

#[test]
fn a_reply_without_any_info_is_noted() {
    check(
        "usi",
        &format!(
            "{USI}> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n< bestmove 7g7f  # USI-BM-06 info"
        ),
    );
}

/// The meaning of a time is unknown if an option of the engine is at an end of its range.
#[test]
fn an_option_at_its_end_may_change_what_a_time_is() {
    for (value, said) in
        [("10000", ""), ("0", "  # USI-INFO-05 warn"), ("9999", "  # USI-INFO-05 warn")]
    {
        check(
            "usi",
            &format!(
                "> usi\n< id name X\n< id author Y\n\
             < option name NodesAsTime type spin default 0 min 0 max 10000\n< usiok\n\
             > setoption name NodesAsTime value {value}\n> isready\n< readyok\n> usinewgame\n\
             > position startpos\n> go infinite\n< info time 99999 pv 7g7f{said}"
            ),
        );
    }
}
