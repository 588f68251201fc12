//! Violations that few engines commit: unknown words at which the engine exits, invalid numbers, missing lines that
//! were requested.

use kentei::transcript::{EventKind, NOT_READ};
use kentei::transcript_text;

use super::check::{UCI, USI, booted_ucci, booted_uci, booted_usi, check, check_in, judged};

fn booted_in(profile: &str, rest: &str) {
    check_in("usi", profile, &format!("{USI}{rest}"));
}

#[test]
fn a_word_that_one_document_lacks_is_reported_at_its_own_clause_when_it_kills() {
    for (words, clause, severity) in [
        ("searchmoves 7g7f", "GO-04", "info"),
        ("btime 1000 wtime 1000 binc 1000 winc 1000", "GO-07", "warn"),
        ("movestogo 9 btime 9000 wtime 9000", "GO-09", "info"),
        ("depth 3", "GO-10", "info"),
        ("nodes 300", "GO-11", "info"),
        ("movetime 500", "GO-12", "info"),
    ] {
        let go = format!("> position startpos\n> go {words}\n$ exit 1");
        booted_usi(&format!("{go}  # USI-{clause} {severity}"));
        booted_in("draft", &format!("{go}  # USI-GEN-14 fail"));
    }
    booted_usi("> debug on\n$ exit 1  # USI-DBG-01 warn");
    booted_in("draft", "> debug on\n$ exit 1  # USI-GEN-14 fail");
    booted_in("draft", "> register later\n$ exit 1  # USI-GEN-14 fail");
}

#[test]
fn a_position_without_a_move_count_is_reported_at_its_own_clause_when_it_kills() {
    let short = "> position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b -";
    for rest in [
        "$ exit 1",
        "> go btime 0 wtime 0 byoyomi 2000\n$ exit 1",
        "> go infinite\n> stop\n$ exit 1",
        "> go ponder btime 0 wtime 0 byoyomi 2000\n> ponderhit\n$ exit 1",
    ] {
        booted_usi(&format!("{short}\n{rest}  # USI-POS-03 warn"));
        booted_in("draft", &format!("{short}\n{rest}  # USI-GEN-14 fail"));
        booted_usi(&format!("{short} 1\n{rest}  # USI-GEN-14 fail"));
        booted_usi(&format!("{short}\n> position startpos\n{rest}  # USI-GEN-14 fail"));
    }
    // The documents of the other dialects agree, so it has no clause of its own there.
    booted_uci("> position fen 4k3/8/8/8/8/8/8/4K3 w - -\n$ exit 1  # UCI-GEN-14 fail");
    let fen = "fen 4k4/9/9/9/9/9/9/9/9/3K5 w";
    booted_ucci(&format!("> position {fen}\n$ exit 1  # UCCI-GEN-04 fail"));
}

#[test]
fn a_second_ponderhit_may_not_kill() {
    booted_usi(
        "> position startpos\n> go ponder btime 60000 wtime 60000\n> ponderhit\n> ponderhit\n$ exit 1  # USI-PON-09 fail",
    );
}

#[test]
fn talk_about_a_command_is_reported_at_the_command() {
    booted_usi("> position startpos\n< position set  # USI-POS-06 warn");
    booted_in("draft", "> debug on\n< debugging  # USI-DBG-02 warn");
    check(
        "usi",
        "> usi\n< id name X\n< id author Y\n< option name USI_Hash type spin default 1 min 1 max 9\n< option name Two Words type check default true  # USI-OPT-02 fail\n< usiok\n> isready\n< readyok\n> setoption name Two Words value false\n< No such option: Two  # USI-SET-01 warn",
    );
}

#[test]
fn figures_that_are_none_are_reported() {
    let info = |line: &str| format!("> position startpos\n> go infinite\n< info {line}");
    booted_usi(&info("score mate soon  # USI-INFO-13 fail"));
    booted_usi(&info("score mate 100001  # USI-INFO-13 fail"));
    booted_usi(&info("currmove first  # USI-INFO-17 warn"));
    booted_usi(&info("depth 1 multipv first score cp 1  # USI-INFO-20 fail"));
    booted_usi(&info("string a \\x1b[1m bold word  # USI-GEN-06 warn"));
    booted_usi(&info("depth 1\n< 3info depth 2  # USI-INFO-27 fail"));
}

#[test]
fn lines_that_were_asked_for_have_a_shape() {
    let asked = |name: &str, line: &str| {
        format!(
            "> setoption name {name} value true\n> position startpos\n> go infinite\n< info {line}"
        )
    };
    booted_in("draft", &asked("USI_ShowRefutations", "refutation  # USI-INFO-22 fail"));
    booted_in("draft", &asked("USI_ShowCurrLine", "currline 0 7g7f  # USI-INFO-23 fail"));
    booted_in("draft", &asked("USI_ShowCurrLine", "currline 1 7g7f"));
}

#[test]
fn options_are_declared_without_words_of_the_syntax_and_with_defaults() {
    let option = |line: &str, said: &str| {
        check(
            "usi",
            &format!(
                "> usi\n< id name X\n< id author Y\n< option name USI_Hash type spin default 1 min 1 max 9\n< option {line}  # {said}\n< usiok"
            ),
        );
    };
    option("name value type check default true", "USI-OPT-01 info");
    option("name A type string", "USI-OPT-11 warn");
}

#[test]
fn a_stop_in_ponder_is_answered_in_time() {
    booted_usi(
        "> position startpos\n> go ponder btime 60000 wtime 60000\n> stop\n@ 2500\n< bestmove 7g7f  # USI-PON-02 fail",
    );
}

#[test]
fn an_engine_that_does_not_read_is_reported() {
    let cases = [("usi", USI, "USI-GEN-02"), ("uci", UCI, "UCI-GEN-02")];
    // Both reasons that an engine can cause: it does not read for too long, or too much input waits for it.
    let reasons = ["its input for 5000 ms", "16777216 bytes of its input"];
    let pairs = cases.iter().flat_map(|case| reasons.map(|reason| (case, reason)));
    for ((name, hello, clause), reason) in pairs {
        let events = transcript_text::parse(&format!("{hello}> position startpos\n"));
        let mut events = events.expect("text");
        let last = events.last_mut().expect("an event");
        last.kind = EventKind::WriteFailed(format!("{NOT_READ} {reason}"));
        let found = judged(name, &events);
        let clauses: Vec<_> = found.iter().map(|finding| finding.clause.0).collect();
        assert_eq!(clauses, [*clause]);
    }
}

#[test]
fn a_protocol_word_among_marks_is_talk_and_no_torn_line() {
    for line in [
        "[bestmove] 7g7f was found",
        "log: \"bestmove\" follows",
        "the bestmove: 7g7f",
        "(bestmove)",
        "<readyok>",
        "*** usiok ***",
        "\"usiok\"",
    ] {
        booted_usi(&format!("> position startpos\n< {line}  # USI-POS-06 warn"));
    }
    // Words that were written without a line end or space between them.
    for line in ["7g7fbestmove 7g7f", "bestmove7g7f", "readyokreadyok", "usiok1"] {
        booted_usi(&format!("> position startpos\n< {line}  # USI-INFO-27 fail"));
    }
}
