//! Replies: which of them a rule judges, each case beside one that it leaves alone.

use kentei::transcript_text;

use super::check::{UCI, USI, booted_usi, check, found, monitor};

const INFO: &str = "< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";
const GO: &str = "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";
const PONDER: &str = "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 2000\n< info depth 1 score cp 1 time 1 nodes 1 pv 7g7f\n";
const MATED: &str = "> position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\n";
const UCCI: &str = "> ucci\n< id name X\n< id author Y\n< option usemillisec type check default false\n< option newgame type button\n< ucciok\n> isready\n< readyok\n> setoption usemillisec true\n> position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n";

#[test]
fn a_search_that_the_end_of_the_game_ended_owes_a_reply_only_if_it_was_stopped() {
    let open = |rest: &str| {
        let mut usi = monitor("usi");
        for event in transcript_text::parse(&format!("{USI}{GO}{rest}")).expect("a transcript") {
            usi.judge(&event);
        }
        usi.open_searches()
    };
    assert_eq!(open(""), 1);
    assert_eq!(open("> gameover lose\n"), 0);
    assert_eq!(open("> stop\n> gameover lose\n"), 1);
    assert_eq!(open("> stop\n< bestmove 7g7f\n> gameover lose\n"), 0);
}

#[test]
fn the_clock_is_that_of_the_side_to_move() {
    let late = |moves: &str, clocks: &str, said: &str| {
        let search = format!("> position startpos{moves}\n> go {clocks} byoyomi 0\n");
        let info = "< info depth 1 score cp 1 time 1 nodes 1\n";
        let best = if moves.is_empty() { "7g7f" } else { "3c3d" };
        booted_usi(&format!("{search}{info}@ 5000\n< bestmove {best}{said}"));
    };
    late("", "btime 60000 wtime 2000", "");
    late("", "btime 2000 wtime 60000", "  # USI-GO-06 fail");
    late(" moves 7g7f", "btime 2000 wtime 60000", "");
    late(" moves 7g7f", "btime 60000 wtime 2000", "  # USI-GO-06 fail");
}

#[test]
fn a_clock_comes_before_a_depth_or_a_number_of_nodes() {
    let late = |go: &str, clause: &str| {
        let text = format!("{USI}> position startpos\n> go {go}\n{INFO}@ 11000\n< bestmove 7g7f");
        found("usi", clause, &text)
    };
    for (words, clause) in [("depth 3", "USI-GO-10"), ("nodes 3", "USI-GO-11")] {
        let both = format!("{words} btime 0 wtime 0 byoyomi 2000");
        assert_eq!([late(words, clause), late(words, "USI-GO-06")], [1, 0]);
        assert_eq!([late(&both, clause), late(&both, "USI-GO-06")], [0, 1]);
    }
}

#[test]
fn a_depth_is_judged_only_where_the_client_knows_the_search() {
    let exceeded = |go: &str, end: &str| {
        let info = "< info depth 9 score cp 1 time 1 nodes 1 pv 7g7f\n";
        let text = format!("{USI}{go}{info}{end}< bestmove 7g7f");
        found("usi", "USI-GO-10", &text)
    };
    let normal = "> position startpos\n> go depth 3\n";
    assert_eq!(exceeded(normal, ""), 1);
    assert_eq!(exceeded(&normal.replace("go", "go ponder"), "> ponderhit\n"), 0);
    let unfinished = "> position startpos\n> go infinite\n> gameover draw\n";
    assert_eq!(exceeded(&format!("{unfinished}{normal}"), ""), 0);
    // Depth 0 of UCCI asks for an evaluation.
    let ucci = |depth: u32| {
        let line = "< info depth 2 score 3 pv h2e2\n< bestmove h2e2\n";
        found("ucci", "UCCI-GO-01", &format!("{UCCI}> go depth {depth}\n{line}"))
    };
    assert_eq!([ucci(0), ucci(1), ucci(2)], [0, 1, 0]);
}

#[test]
fn the_words_of_a_mate_reply_are_one_only_in_a_mate_search() {
    booted_usi(&format!("{GO}< nomate  # USI-GEN-08 warn\n< bestmove 7g7f"));
    booted_usi("> position startpos\n> go mate 2000\n< nomate  # USI-CM-10 fail");
    booted_usi(
        "> position startpos\n> go mate 2000\n< nomatter  # USI-GEN-08 warn\n< checkmate nomate",
    );
}

#[test]
fn nobestmove_closes_its_search_and_answers_a_stop() {
    let go = |rest: &str| check("ucci", &format!("{UCCI}> go {rest}"));
    go("depth 1\n< nobestmove  # UCCI-BM-06 fail");
    go("infinite\n> stop\n< nobestmove");
    go("infinite\n> stop\n< nobestmove\n< bestmove h2e2  # UCCI-BM-05 fail");
    // An engine that has shown a move has one.
    let shown = "< info depth 1 score 3 pv h2e2\n> stop\n< nobestmove";
    assert_eq!(found("ucci", "UCCI-BM-06", &format!("{UCCI}> go infinite\n{shown}")), 1);
}

#[test]
fn a_forbidden_drop_matters_where_the_move_does() {
    let root = "> position sfen lnsgkgsnl/1r5b1/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1\n";
    let go = |words: &str, said: &str| {
        booted_usi(&format!("{root}> go {words}\n{INFO}> stop\n< bestmove P*5e{said}"));
    };
    go("infinite", "  # USI-MOVE-04 fail");
    go("ponder btime 0 wtime 0 byoyomi 2000", "");
    booted_usi(&format!("{root}> go mate 2000\n< bestmove P*5e  # USI-CM-01 fail"));
}

#[test]
fn a_broken_word_at_a_mated_root_is_reported_once() {
    booted_usi(&format!(
        "{MATED}> go btime 0 wtime 0 byoyomi 2000\n< bestmove 7776  # USI-BM-03 fail"
    ));
    // In a mate search no rule about the root reports it.
    let mate = format!("{USI}{MATED}> go mate 2000\n< bestmove 7776");
    assert_eq!([found("usi", "USI-MOVE-01", &mate), found("usi", "USI-BM-03", &mate)], [1, 0]);
}

#[test]
fn the_grammar_of_a_reply_after_quit_is_not_judged() {
    booted_usi(&format!("{GO}< bestmove 7776  # USI-MOVE-01 fail"));
    booted_usi(&format!("{GO}> quit\n< bestmove 7776"));
}

#[test]
fn a_second_go_leaves_open_when_the_first_may_be_answered() {
    let go = "> position startpos\n> go infinite\n";
    booted_usi(&format!("{go}{INFO}< bestmove 7g7f  # USI-GO-13 fail"));
    booted_usi(&format!("{go}{go}{INFO}< bestmove 7g7f"));
}

#[test]
fn a_mate_search_without_limit_may_give_up_when_it_was_ended() {
    let gives_up = |lines: &str| {
        let text = format!("{USI}> position startpos\n> go mate infinite\n{lines}");
        found("usi", "USI-CM-07", &format!("{text}< checkmate timeout"))
    };
    assert_eq!(gives_up(""), 1);
    assert_eq!(gives_up("> stop\n"), 0);
    assert_eq!(gives_up("> gameover draw\n"), 0);
}

#[test]
fn a_mate_search_whose_rest_is_the_slack_may_give_up() {
    let gives_up = |limit: u32, said: &str| {
        booted_usi(&format!(
            "> position startpos\n> go mate {limit}\n@ 49\n< checkmate timeout{said}"
        ));
    };
    gives_up(250, "");
    gives_up(251, "  # USI-CM-03 warn");
}

#[test]
fn a_second_ponderhit_is_one_after_a_first() {
    let done = format!("{PONDER}> ponderhit\n< bestmove 7g7f\n");
    booted_usi(&format!("{done}> ponderhit\n< bestmove 7g7f  # USI-PON-07 fail"));
    booted_usi(&format!("{GO}< bestmove 7g7f\n> ponderhit\n< bestmove 7g7f  # USI-PON-08 fail"));
}

#[test]
fn a_search_of_its_own_has_the_clause_of_what_began_it() {
    let done = format!("{GO}< bestmove 7g7f\n");
    let reply = |lines: &str, said: &str| {
        let text = format!("{USI}{done}{lines}> xyzzy\n< bestmove 7g7f\n");
        assert_eq!(found("usi", said, &text), 1, "{said} in\n{text}");
    };
    reply("", "USI-GEN-08");
    reply(&format!("> position startpos\n@ 2000\n{INFO}"), "USI-POS-06");
    // Such a line may belong to the search that was answered.
    reply(&format!("> position startpos\n{INFO}"), "USI-GEN-08");
    reply(&format!("@ 5000\n{INFO}"), "USI-GEN-08");
}

#[test]
fn searchmoves_binds_a_reply_that_is_used() {
    let reply = |before: &str, go: &str, end: &str| {
        let text = format!("{USI}{before}> position startpos\n> go {go}\n{end}< bestmove 7g7f");
        found("usi", "USI-GO-04", &text)
    };
    assert_eq!(reply("", "infinite searchmoves 2g2f", "> stop\n"), 1);
    assert_eq!(reply("", "infinite searchmoves 2g2f 7g7f", "> stop\n"), 0);
    let ponder = "ponder btime 0 wtime 0 byoyomi 2000 searchmoves 2g2f";
    assert_eq!(reply("", ponder, "> stop\n"), 0);
    assert_eq!(reply("", ponder, "> ponderhit\n"), 1);
    let before = "> position startpos\n> go infinite\n> gameover draw\n";
    assert_eq!(reply(before, "infinite searchmoves 2g2f", "> stop\n"), 0);
}

#[test]
fn a_readyok_may_answer_the_rest_of_an_unknown_line() {
    booted_usi("> xyzzy isready\n< readyok");
    booted_usi("> xyzzy alpha\n< readyok  # USI-READY-05 fail");
}

#[test]
fn castling_is_written_as_the_option_says() {
    let castles = |value: bool, best: &str, said: &str| {
        let option = "< option name UCI_Chess960 type check default false\n< uciok";
        let boot = UCI.replace("< uciok", option);
        let set = format!("> setoption name UCI_Chess960 value {value}\n");
        let search = "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n> go depth 1\n";
        let info = "< info depth 1 score cp 1 time 1\n";
        check("uci", &format!("{boot}{set}{search}{info}< bestmove {best}{said}"));
    };
    castles(false, "e1g1", "");
    castles(false, "e1h1", "  # UCI-BM-02 fail");
    castles(true, "e1h1", "");
    castles(true, "e1g1", "  # UCI-BM-02 fail");
}

#[test]
fn an_engine_that_ends_at_a_command_that_is_in_place_has_no_excuse() {
    booted_usi(&format!("{PONDER}> ponderhit\n$ exit 1  # USI-GEN-14 fail"));
    booted_usi("> ponderhit\n$ exit 1  # USI-PON-08 fail");
    booted_usi(&format!("{GO}> stop\n$ exit 1  # USI-GEN-14 fail"));
    booted_usi("> stop\n$ exit 1  # USI-STOP-03 fail");
    booted_usi("> usinewgame\n$ exit 1  # USI-GEN-14 fail");
}

#[test]
fn a_text_has_the_place_of_the_last_command() {
    booted_usi(&format!("{GO}> stop\n< stopped  # USI-GEN-08 warn"));
    booted_usi("> stop\n< stopped  # USI-STOP-03 warn");
    booted_usi(&format!("{PONDER}> ponderhit\n< hit  # USI-GEN-08 warn"));
    booted_usi("> ponderhit\n< hit  # USI-PON-08 warn");
    // A complaint may come after further commands, but not after readyok.
    let over = format!("{GO}< bestmove 7g7f\n> gameover win\n");
    let option = "> setoption name USI_Hash value 1\n";
    let complaint = "< Unknown command: gameover win";
    booted_usi(&format!("{over}{option}{complaint}  # USI-OVER-01 warn"));
    booted_usi(&format!("{over}> isready\n< readyok\n{option}{complaint}  # USI-SET-01 warn"));
    booted_usi("> position startpos\n> usinewgame\n< position is set  # USI-POS-06 warn");
    booted_usi("> position startpos\n> isready\n< position is set  # USI-POS-06 warn\n< readyok");
}
