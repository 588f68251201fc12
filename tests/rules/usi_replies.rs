//! Replies to a search: their number, time, moves and mates.

use super::check::{USI, booted_usi, check, check_in};

const INFO: &str = "< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";
const GO: &str = "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";
const MATE1: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

#[test]
fn a_ping_that_is_not_answered_hides_no_missing_bestmove() {
    booted_usi(
        "> position startpos\n> go infinite\n> isready\n~ readyok 1000\n> stop\n~ bestmove 2000  # USI-STOP-01 fail",
    );
}

#[test]
fn a_reply_to_each_go_is_sound() {
    booted_usi(&format!("{GO}< bestmove 7g7f ponder 3c3d\n{GO}< bestmove 2g2f"));
}

#[test]
fn a_second_bestmove_is_reported_once() {
    booted_usi(&format!("{GO}< bestmove 7g7f\n< bestmove 7g7f  # USI-BM-09 fail"));
}

#[test]
fn an_isready_directly_after_a_reply_or_an_idle_stop_or_ponderhit_is_not_what_a_reply_answers() {
    const ASKED: &str = "> isready\n< bestmove 7g7f";
    booted_usi(&format!("> stop\n{ASKED}  # USI-STOP-03 fail\n< readyok"));
    booted_usi(&format!("> ponderhit\n{ASKED}  # USI-PON-08 fail\n< readyok"));
    booted_usi(&format!("{GO}< bestmove 7g7f\n> stop\n{ASKED}  # USI-STOP-04 fail\n< readyok"));
    // After `readyok`, or a while after the stop, it may as well be a reply to `isready`.
    booted_usi("> stop\n> isready\n< readyok\n< bestmove 7g7f  # USI-BM-09 fail");
    booted_usi(&format!("> stop\n@ 1000\n{ASKED}  # USI-BM-09 fail\n< readyok"));
    booted_usi("> isready\n> stop\n< bestmove 7g7f  # USI-STOP-03 fail\n< readyok");
    booted_usi(
        "> stop\n> isready\n> isready\n< bestmove 7g7f  # USI-BM-09 fail\n< readyok\n< readyok",
    );
    let hit = "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n> ponderhit\n< bestmove 7g7f\n";
    booted_usi(&format!("{hit}{ASKED}  # USI-PON-07 fail\n< readyok"));
    booted_usi(&format!("{hit}@ 1000\n{ASKED}  # USI-BM-09 fail\n< readyok"));
    // A `stop` that ended a search is not idle.
    let open = "> position startpos\n> go infinite\n< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n> stop\n";
    booted_usi(&format!(
        "{open}> isready\n< bestmove 7g7f\n< bestmove 7g7f  # USI-BM-09 fail\n< readyok"
    ));
}

#[test]
fn an_unasked_reply_is_reported_at_the_clause_of_its_cause() {
    booted_usi("> stop\n< bestmove 7g7f  # USI-STOP-03 fail");
    booted_usi(&format!("{GO}< bestmove 7g7f\n> stop\n< bestmove 7g7f  # USI-STOP-04 fail"));
    booted_usi(&format!(
        "{GO}< bestmove 7g7f\n@ 2000\n> stop\n< bestmove 7g7f  # USI-STOP-03 fail"
    ));
    booted_usi(&format!(
        "> position startpos\n> go infinite\n{INFO}> stop\n> stop\n< bestmove 7g7f\n< bestmove 7g7f  # USI-STOP-05 fail"
    ));
    booted_usi("> ponderhit\n< bestmove 7g7f  # USI-PON-08 fail");
    booted_usi(&format!(
        "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n{INFO}> ponderhit\n< bestmove 7g7f\n< bestmove 7g7f  # USI-PON-07 fail"
    ));
    booted_usi("> position startpos\n< bestmove 7g7f  # USI-POS-06 fail");
    booted_usi("> setoption name USI_Hash value 2\n< bestmove 7g7f  # USI-SET-01 fail");
    booted_usi("> usinewgame\n< bestmove 7g7f  # USI-NEW-01 fail");
    booted_usi("> gameover lose\n< bestmove 7g7f  # USI-OVER-01 fail");
    booted_usi("> gobble\n< bestmove 7g7f  # USI-GEN-08 fail");
    booted_usi(
        "> gobble\n< info depth 1 score cp 0 pv 7g7f  # USI-GEN-08 fail\n> isready\n< info depth 2 score cp 0 pv 7g7f  # USI-GEN-08 fail\n< bestmove 7g7f  # USI-GEN-08 fail\n< readyok",
    );
    booted_usi("> \n< bestmove 7g7f  # USI-GEN-17 fail");
    booted_usi("> isready\n< readyok\n< bestmove 7g7f  # USI-BM-09 fail");
}

#[test]
fn a_reply_before_its_time_is_reported() {
    let ponder = "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 100\n";
    booted_usi(&format!("{ponder}{INFO}< bestmove 7g7f  # USI-PON-01 fail"));
    booted_usi(&format!("{ponder}{INFO}> stop\n< bestmove resign"));
    booted_usi(&format!("{ponder}{INFO}> ponderhit\n< bestmove 7g7f"));
    booted_usi(&format!(
        "> position startpos\n> go infinite\n{INFO}< bestmove 7g7f  # USI-GO-13 fail"
    ));
    booted_usi(&format!(
        "> position startpos\n> go infinite\n{INFO}> isready\n< bestmove 7g7f  # USI-READY-03 info"
    ));
    let asked = format!(
        "{USI}> position startpos\n> go infinite\n{INFO}> isready\n< bestmove 7g7f  # USI-READY-03 fail"
    );
    check_in("usi", "draft", &asked);
    booted_usi(&format!(
        "> position startpos\n> go infinite\n{INFO}> debug on\n< bestmove 7g7f  # USI-DBG-01 warn"
    ));
}

#[test]
fn a_missing_reply_is_reported_at_the_clause_of_its_search() {
    booted_usi(
        "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n~ bestmove 10000  # USI-GO-03 fail",
    );
    booted_usi("> position startpos\n> go infinite\n> stop\n~ bestmove 2000  # USI-STOP-01 fail");
    booted_usi("> position startpos\n> go\n> stop\n~ bestmove 2000  # USI-GO-02 fail");
    booted_usi(
        "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n> stop\n~ bestmove 2000  # USI-PON-02 fail",
    );
    booted_usi(
        "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n> ponderhit\n~ bestmove 2000  # USI-PON-03 fail",
    );
    booted_usi("> position startpos\n> go mate 1000\n~ checkmate 2000  # USI-CM-01 fail");
    booted_usi(
        "> position startpos\n> go mate infinite\n> stop\n~ checkmate 2000  # USI-STOP-06 fail",
    );
    booted_usi(
        "> position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\n> go btime 0 wtime 0 byoyomi 2000\n~ bestmove 10000  # USI-BM-03 fail",
    );
    booted_usi(
        "> position startpos\n> go infinite\n> isready\n~ readyok 1000  # USI-READY-03 info",
    );
}

#[test]
fn a_late_reply_is_reported_at_the_clause_of_its_clock() {
    let late = |go: &str, ms: u32, said: &str| {
        booted_usi(&format!("> position startpos\n> {go}\n{INFO}@ {ms}\n< bestmove 7g7f{said}"));
    };
    late("go btime 0 wtime 0 byoyomi 2000", 2190, "");
    late("go btime 0 wtime 0 byoyomi 2000", 2500, "  # USI-GO-06 fail");
    late("go btime 1000 wtime 600000 byoyomi 1000", 2500, "  # USI-GO-06 fail");
    late("go btime 0 wtime 0 binc 3000 winc 3000", 3300, "  # USI-GO-07 warn");
    late("go btime 0 wtime 0 byoyomi 300", 600, "  # USI-GO-15 warn");
    late("go btime 0 wtime 0 byoyomi 1000", 1900, "  # USI-GO-15 warn");
    late("go btime 0 wtime 0 byoyomi 1000", 2100, "  # USI-GO-06 fail");
    late("go movetime 1000", 1300, "  # USI-GO-12 info");
    late("go movetime 500", 900, "  # USI-GO-12 info");
    late("go ponder movetime 1000\n> ponderhit", 1300, "  # USI-PON-17 warn");
    booted_usi(&format!(
        "> position startpos\n> go infinite\n{INFO}> stop\n@ 2500\n< bestmove 7g7f  # USI-STOP-01 fail"
    ));
    booted_usi(&format!(
        "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n{INFO}@ 5000\n> ponderhit\n@ 2100\n< bestmove 7g7f"
    ));
    booted_usi(&format!(
        "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n{INFO}> ponderhit\n@ 2300\n< bestmove 7g7f  # USI-PON-17 fail"
    ));
    booted_usi("> position startpos\n> go mate 1000\n@ 2100\n< checkmate nomate  # USI-CM-06 fail");
}

#[test]
fn the_grammar_of_bestmove_is_strict() {
    for (line, said) in [
        ("bestmove", "USI-BM-01 fail"),
        ("bestmove none", "USI-BM-01 fail"),
        ("bestmove (none)", "USI-BM-01 fail"),
        ("bestmove pass", "USI-BM-01 fail"),
        ("bestmove 0000", "USI-BM-01 fail"),
        ("bestmove 7g7f,123", "USI-BM-01 fail"),
        ("bestmove 7g7f extra", "USI-BM-01 fail"),
        ("bestmove 7g7f ponder", "USI-BM-01 fail"),
        ("bestmove 77-76", "USI-MOVE-01 fail"),
        ("bestmove 7776", "USI-MOVE-01 fail"),
        ("bestmove p*5e", "USI-MOVE-03 fail"),
        ("bestmove P@5e", "USI-MOVE-03 fail"),
        ("bestmove resign ponder 3c3d", "USI-BM-07 warn"),
        ("bestmove 7g7f ponder none", "USI-PON-11 fail"),
        ("bestmove 7g7f ponder (null)", "USI-PON-11 fail"),
        ("bestmove 7g7f ponder 2g2f", "USI-PON-11 fail"),
        ("bestmove 5e5d", "USI-MOVE-04 fail"),
        ("bestmove 3c3d", "USI-MOVE-04 fail"),
        ("bestmove 7g7e", "USI-MOVE-04 fail"),
        ("bestmove P*5e", "USI-MOVE-04 fail"),
        ("bestmove win", "USI-BM-05 fail"),
        ("checkmate nomate", "USI-GO-03 fail"),
    ] {
        booted_usi(&format!("{GO}< {line}  # {said}"));
    }
}

#[test]
fn the_content_of_a_ponder_stop_is_not_judged() {
    let ponder = "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n> stop\n";
    for line in
        ["bestmove 3c3d", "bestmove 7g7f ponder (none)", "bestmove resign", "bestmove 7g7f what"]
    {
        booted_usi(&format!("{ponder}< {line}"));
    }
    booted_usi(&format!("{ponder}< bestmove none  # USI-BM-01 warn"));
}

#[test]
fn a_root_without_a_move_is_resigned() {
    let mated =
        "> position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\n> go btime 0 wtime 0 byoyomi 2000\n";
    booted_usi(&format!("{mated}< bestmove resign"));
    booted_usi(&format!("{mated}< bestmove 5a5b  # USI-BM-03 fail"));
    booted_usi(&format!("{mated}< bestmove none  # USI-BM-03 fail"));
    // No document has this case.
    let unchecked = "> position sfen 4k4/9/9/9/9/9/1gn6/9/K8 b 2r2b3g4s3n4l18p 1\n> go btime 0 wtime 0 byoyomi 2000\n";
    booted_usi(&format!("{unchecked}< bestmove none  # USI-BM-03 warn"));
}

#[test]
fn a_promotion_that_has_to_be_is_named() {
    booted_usi(
        "> position sfen Ss6r/KP7/GG7/9/9/9/9/9/8k b RB 1\n> go btime 0 wtime 0 byoyomi 2000\n< info depth 1 score cp 1 time 1 pv 8b8a+\n< bestmove 8b8a  # USI-MOVE-02 fail",
    );
}

#[test]
fn a_ponder_move_after_mate_is_reported() {
    booted_usi(&format!(
        "> {MATE1}\n> go btime 0 wtime 0 byoyomi 2000\n< info depth 1 score mate 1 time 1 pv G*5b\n< bestmove G*5b ponder 5a4a  # USI-PON-11 fail"
    ));
}

#[test]
fn a_win_is_judged_by_the_points() {
    let claim = |sfen: &str, said: &str| {
        booted_usi(&format!(
            "> position sfen {sfen}\n> go btime 0 wtime 0 byoyomi 2000\n< info depth 1 score cp 1 time 1\n< bestmove win{said}"
        ));
    };
    claim("K+R+B6/+B+R7/PPPPPP3/9/9/9/9/9/8k b 2P 1", "");
    claim("8K/9/9/9/9/9/3pppppp/7+r+b/6+b+rk w p 1", "");
    claim("K+R+B6/+B+R7/PPPPPP3/9/9/9/9/9/8k b P 1", "  # USI-BM-05 warn");
    // With nine pieces in the camp no rule grants it.
    claim("K+R+B6/+B+R7/PPPPP4/5P3/9/9/9/9/8k b 3P 1", "  # USI-BM-05 fail");
    claim("K+R+B+R5/+Bs7/PPPPPP3/9/9/9/9/9/8k b 2P 1", "  # USI-BM-05 fail");
}

#[test]
fn go_mate_has_replies_of_its_own() {
    let mate = format!("> {MATE1}\n> go mate 2000\n");
    booted_usi(&format!("{mate}< checkmate G*5b"));
    booted_usi(&format!("{mate}< checkmate notimplemented"));
    booted_usi(&format!("{mate}< bestmove G*5b  # USI-CM-01 fail"));
    booted_usi(&format!("{mate}< checkmate G*5b\n< bestmove G*5b  # USI-CM-01 fail"));
    booted_usi(&format!("{mate}< checkmate none  # USI-CM-10 warn"));
    booted_usi(&format!("{mate}< checkmate  # USI-CM-10 fail"));
    booted_usi(&format!("{mate}< checkmate resign  # USI-CM-10 fail"));
    booted_usi(&format!("{mate}< nomate  # USI-CM-10 fail\n~ checkmate 3000"));
    booted_usi(&format!("{mate}< checkmate G*4b  # USI-CM-05 fail"));
    booted_usi(&format!("{mate}< checkmate 5c5b+ 5a4b  # USI-CM-05 fail"));
    booted_usi(&format!("{mate}< checkmate timeout  # USI-CM-03 warn"));
    booted_usi(&format!("{mate}@ 1900\n< checkmate timeout"));
    // Such a short time ends before it can be measured.
    let hurried = format!("> {MATE1}\n> go mate 100\n");
    booted_usi(&format!("{hurried}< checkmate timeout"));
    booted_usi(&format!("> {MATE1}\n> go mate infinite\n< checkmate timeout  # USI-CM-07 info"));
    booted_usi(&format!(
        "> {MATE1}\n> go mate infinite\n> stop\n< bestmove G*5b  # USI-STOP-06 warn"
    ));
    booted_usi(&format!("> {MATE1}\n> go mate infinite\n> stop\n< checkmate timeout"));
    booted_usi(&format!("> {MATE1}\n> go mate infinite\n> gameover draw\n< checkmate timeout"));
}

#[test]
fn gameover_ends_a_search_with_or_without_a_reply() {
    let ponder = "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n> gameover lose\n";
    booted_usi(&format!("{ponder}< bestmove 7g7f\n> isready\n< readyok"));
    booted_usi(&format!("{ponder}> isready\n< readyok\n{GO}< bestmove 7g7f"));
    // A reply is still allowed within the time limit of `stop`.
    booted_usi(&format!("{ponder}> isready\n< bestmove 7g7f\n< readyok"));
    booted_usi(&format!(
        "{ponder}> isready\n@ 2010\n< bestmove 7g7f  # USI-OVER-03 warn\n< readyok"
    ));
    booted_usi(&format!("{ponder}> isready\n< readyok\n< bestmove 7g7f  # USI-READY-07 fail"));
    booted_usi(&format!(
        "{ponder}> isready\n< readyok\n< info depth 3 score cp 1 time 1 nodes 1 pv 7g7f  # USI-OVER-03 warn"
    ));
}

#[test]
fn nothing_that_is_no_command_ends_a_search() {
    let infinite = format!("> position startpos\n> go infinite\n{INFO}");
    for (line, clause) in [("", "USI-GEN-17"), ("xyzzy alpha", "USI-GEN-08")] {
        for (profile, clause) in [("core", clause), ("draft", clause), ("shogidokoro", "USI-GO-13")]
        {
            check_in(
                "usi",
                profile,
                &format!("{USI}{infinite}> {line}\n< bestmove 7g7f  # {clause} fail"),
            );
        }
        check("usi", &format!("{USI}{infinite}> {line}\n> stop\n< bestmove 7g7f"));
        // If no search is open, this is a reply without a `go`; the document of Shogidokoro has only this clause.
        for (profile, clause) in [("core", clause), ("shogidokoro", "USI-BM-09")] {
            check_in(
                "usi",
                profile,
                &format!("{USI}> {line}\n@ 400\n< bestmove 7g7f  # {clause} fail"),
            );
        }
    }
}

#[test]
fn a_depth_and_a_number_of_nodes_end_a_search() {
    let search = |go: &str, line: &str, said: &str| {
        format!(
            "{USI}> position startpos\n> go {go}\n< info {line} score cp 1 time 1 pv 7g7f\n< bestmove 7g7f{said}"
        )
    };
    for (profile, go, line, clause) in [
        ("draft", "depth 3", "depth 3 nodes 1", ""),
        ("draft", "depth 3", "depth 4 nodes 1", "USI-GO-10 warn"),
        ("draft", "depth 3", "depth 8 nodes 1", "USI-GO-10 warn"),
        ("draft", "depth 3", "depth 9 nodes 1", "USI-GO-10 fail"),
        ("core", "depth 3", "depth 9 nodes 1", "USI-GO-10 info"),
        ("draft", "nodes 2000", "depth 9 nodes 104000", ""),
        ("draft", "nodes 2000", "depth 9 nodes 104001", "USI-GO-11 fail"),
    ] {
        let said = match clause {
            "" => String::new(),
            clause => format!("  # {clause}"),
        };
        check_in("usi", profile, &search(go, line, &said));
    }
    // The time limit of such a search is a limit of the run.
    for (go, clause) in [("depth 3", "USI-GO-10"), ("nodes 2000", "USI-GO-11")] {
        let late = format!(
            "{USI}> position startpos\n> go {go}\n< info depth 1 nodes 1 score cp 1 time 1 pv 7g7f\n@ 10300\n< bestmove 7g7f  # {clause} fail"
        );
        check_in("usi", "draft", &late);
    }
    // A bound belongs to an iteration that was started but not completed.
    let begun = "depth 4 nodes 1 score cp 1 lowerbound";
    let line = format!(
        "{USI}> position startpos\n> go depth 3\n< info {begun} time 1 pv 7g7f\n< bestmove 7g7f"
    );
    check_in("usi", "draft", &line);
}
