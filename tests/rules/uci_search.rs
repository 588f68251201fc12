//! Searches of UCI: their ends, their replies and their lines.

use super::check::{booted_uci, check, check_in};

const UCI: &str = "> uci\n< id name X\n< id author Y\n< option name Hash type spin default 1 min 1 max 9\n< option name Ponder type check default false\n< uciok\n> isready\n< readyok\n";
const INFO: &str = "< info depth 1 score cp 1 time 1 nodes 1 pv e2e4\n";
const MATED: &str = "position startpos moves f2f3 e7e5 g2g4 d8h4";

/// A line of a search of the start position.
fn line(info: &str, said: &str) {
    let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
    booted_uci(&format!("> position startpos\n> go infinite\n< info {info}{said}"));
}

#[test]
fn a_reply_that_never_comes_has_the_clause_of_what_was_asked() {
    let go = |go: &str, rest: &str| booted_uci(&format!("> position startpos\n> go {go}\n{rest}"));
    go("wtime 2000 btime 2000", "~ bestmove 2000  # UCI-BM-01 fail");
    go("depth 3", "~ bestmove 10000  # UCI-BM-01 fail");
    go("", "> stop\n~ bestmove 2000  # UCI-GO-19 fail");
    go("infinite", "> stop\n~ bestmove 2000  # UCI-STOP-01 fail");
    // An engine that continues to write has not read the stop, or ignores it: whether it reads other commands was not
    // tested.
    go(
        "infinite",
        &format!("{INFO}> stop\n@ 1500\n< info nodes 9\n~ bestmove 2000  # UCI-STOP-01 fail"),
    );
    go("ponder wtime 2000 btime 2000", "> stop\n~ bestmove 2000  # UCI-PH-02 fail");
    go("ponder wtime 2000 btime 2000", "> ponderhit\n~ bestmove 4000  # UCI-PH-01 fail");
    booted_uci(&format!("> {MATED}\n> go depth 1\n~ bestmove 10000  # UCI-BM-01 fail"));
}

#[test]
fn a_late_reply_has_the_clause_of_its_clock() {
    let late = |go: &str, then: &str, ms: u32, said: &str| {
        booted_uci(&format!(
            "> position startpos\n> go {go}\n{INFO}{then}@ {ms}\n< bestmove e2e4{said}"
        ));
    };
    late("wtime 2000 btime 2000 winc 500 binc 500", "", 2100, "");
    late("wtime 2000 btime 2000 winc 500 binc 500", "", 2500, "  # UCI-GO-07 fail");
    late("movetime 1000", "", 1300, "  # UCI-GO-11 fail");
    late("wtime 300 btime 300", "", 600, "  # UCI-GO-15 warn");
    // Few engines can keep to so short a time. An engine that ignores the clock is late by more than a second.
    late("wtime 300 btime 300 winc 9000 binc 9000", "", 600, "  # UCI-GO-15 warn");
    late("wtime 300 btime 300 winc 9000 binc 9000", "", 1400, "  # UCI-GO-07 fail");
    late("ponder wtime 60 btime 60", "> ponderhit\n", 900, "  # UCI-GO-15 warn");
    late("ponder wtime 60 btime 60", "> ponderhit\n", 1200, "  # UCI-PH-03 fail");
    late("movetime 0", "", 600, "  # UCI-GO-15 warn");
    late("movetime 40", "", 600, "  # UCI-GO-11 warn");
    late("movetime 40", "", 1400, "  # UCI-GO-11 fail");
    late("ponder movetime 500", "> ponderhit\n", 1900, "  # UCI-PH-03 warn");
    late("wtime 600000 btime 2000", "", 2500, "");
    late("infinite", "> stop\n", 2500, "  # UCI-STOP-01 fail");
    late("depth 60 movetime 60000", "> stop\n", 2500, "  # UCI-STOP-01 fail");
    late("ponder wtime 2000 btime 2000", "> stop\n", 2500, "  # UCI-PH-02 fail");
    late("ponder wtime 2000 btime 2000", "> ponderhit\n", 2500, "  # UCI-PH-03 fail");
    late("ponder wtime 2000 btime 2000", "@ 5000\n> ponderhit\n", 1900, "");
}

#[test]
fn a_reply_before_its_time_has_the_clause_of_what_held_it() {
    booted_uci(&format!(
        "> position startpos\n> go infinite\n{INFO}> isready\n< readyok\n< bestmove e2e4  # UCI-GO-12 fail"
    ));
    booted_uci(&format!("> {MATED}\n> go infinite\n< bestmove (none)  # UCI-GO-12 warn"));
    booted_uci(&format!(
        "> {MATED}\n> go ponder wtime 1000 btime 1000\n< bestmove (none)  # UCI-GO-05 warn"
    ));
}

#[test]
fn a_reply_that_no_go_asked_for_has_the_clause_of_what_was_sent() {
    let done = format!("> position startpos\n> go movetime 10\n{INFO}< bestmove e2e4\n");
    booted_uci("> position startpos\n< bestmove e2e4  # UCI-POS-05 fail");
    booted_uci("> ponderhit\n< bestmove e2e4  # UCI-PH-04 fail");
    booted_uci(&format!("{done}> stop\n< bestmove e2e4  # UCI-STOP-03 fail"));
    booted_uci(&format!("{done}@ 1000\n> stop\n< bestmove e2e4  # UCI-STOP-04 fail"));
    booted_uci(&format!("{done}@ 1000\n> isready\n< bestmove e2e4  # UCI-BM-09 fail\n< readyok"));
    let stops =
        format!("> position startpos\n> go infinite\n{INFO}> stop\n> stop\n< bestmove e2e4\n");
    booted_uci(&stops);
    booted_uci(&format!("{stops}< bestmove e2e4  # UCI-STOP-05 fail"));
    let hit =
        format!("> position startpos\n> go ponder wtime 1000 btime 1000\n> ponderhit\n{INFO}");
    booted_uci(&format!("{hit}< bestmove e2e4\n< bestmove e2e4  # UCI-PH-06 fail"));
    booted_uci("> ponderhit\n< Unknown command: ponderhit  # UCI-PH-04 warn\n> isready\n< readyok");
    booted_uci("> position startpos\n< position is set  # UCI-POS-05 warn\n> isready\n< readyok");
}

#[test]
fn a_move_of_the_base_position_is_one_whose_list_was_ignored() {
    let moved = |position: &str, best: &str, said: &str| {
        booted_uci(&format!(
            "> position {position}\n> go depth 1\n< info depth 1 score cp 1 time 1\n< bestmove {best}{said}"
        ));
    };
    moved("startpos moves e2e4", "e7e5", "");
    moved("startpos moves e2e4", "d2d4", "  # UCI-POS-03 fail");
    moved("startpos moves e2e4 e7e5", "e2e4", "  # UCI-POS-03 fail");
    moved("startpos moves e2e4 e7e5", "e4e5", "  # UCI-BM-02 fail");
    moved("startpos", "e2e5", "  # UCI-BM-02 fail");
    // The move is wrong only because it leaves the king in check, which may happen to an engine that knows the
    // position.
    moved("startpos moves f2f3 e7e5 a2a3 d8h4", "b1c3", "  # UCI-BM-02 fail");
    moved("fen 8/8/8/6k1/2R5/8/7P/K7 w - - 0 1 moves c4c5", "c4c8", "  # UCI-POS-03 fail");
}

#[test]
fn bestmove_has_one_form() {
    let go = format!("> position startpos\n> go depth 1\n{INFO}");
    for word in ["P@e4", "Nf3", "e4", "e2-e4", "O-O", "0000", "(none)"] {
        booted_uci(&format!("{go}< bestmove {word}  # UCI-BM-02 fail"));
    }
    booted_uci(&format!("{go}< bestmove  # UCI-BM-02 fail"));
    booted_uci(&format!("{go}< bestmove e2e4 ponder  # UCI-BM-10 warn"));
    booted_uci(&format!("{go}< bestmove e2e4 ponder e7e5 score 1  # UCI-BM-10 warn"));
    check_in("uci", "text", &format!("{UCI}{go}< bestmove e2e4 e7e5  # UCI-BM-10 fail"));
    let promotes = "> position fen 8/5P2/8/8/4b1r1/8/6r1/2k4K w - - 0 1\n> go depth 1\n< info depth 1 score cp 1 time 1 pv f7f8q\n";
    for letter in ["q", "r", "b", "n"] {
        booted_uci(&format!("{promotes}< bestmove f7f8{letter}"));
    }
    booted_uci(&format!("{promotes}< bestmove f7f8  # UCI-BM-02 fail"));
    booted_uci(&format!("{promotes}< bestmove f7f8k  # UCI-BM-02 fail"));
}

#[test]
fn a_line_before_the_reply_has_a_score() {
    let reply = |line: &str, said: &str| {
        booted_uci(&format!(
            "> position startpos\n> go depth 1\n< info {line}\n< bestmove e2e4{said}"
        ));
    };
    reply("depth 1 score cp 1 time 1 pv e2e4", "");
    reply("depth 1 score cp 1 lowerbound", "");
    reply("string from the book", "  # UCI-BM-06 warn");
    reply("depth 1 currmove e2e4 currmovenumber 1", "  # UCI-BM-06 warn");
    reply("depth 1 time 1 pv e2e4  # UCI-INFO-04 info", "  # UCI-BM-06 warn");
    // A search that is stopped at once need not have a score.
    let stopped = |after: u32, said: &str| {
        booted_uci(&format!(
            "> position startpos\n> go infinite\n@ {after}\n> stop\n< bestmove e2e4{said}"
        ));
    };
    stopped(900, "");
    stopped(1100, "  # UCI-BM-06 warn");
    // A score that cannot be read is reported once.
    reply("depth 1 score 12 time 1 pv e2e4  # UCI-INFO-25 fail", "");
    reply("depth 1 cp 12  # UCI-INFO-25 fail", "");
}

#[test]
fn thinking_goes_on_only_when_it_was_asked_for() {
    let done = format!("> position startpos\n> go movetime 10\n{INFO}< bestmove e2e4\n");
    let more = "< info depth 1 score cp 0 time 1 pv e7e5";
    booted_uci(&format!("{done}@ 100\n{more}  # UCI-INFO-16 warn"));
    booted_uci(&format!("{done}@ 1200\n{more}  # UCI-BM-05 fail"));
    booted_uci(&format!(
        "> setoption name Ponder value false\n{done}@ 1200\n{more}  # UCI-BM-05 fail"
    ));
    booted_uci(&format!("{done}@ 1200\n< info string ready"));
}

#[test]
fn the_figures_of_a_line_have_their_clauses() {
    line("seldepth 4 score cp 1", "UCI-INFO-01 fail");
    line("depth 2 seldepth 4 score cp 1", "");
    line("depth 1 score cp 1 pv e2e4", "UCI-INFO-02 info");
    line("depth 1 score cp 1 time 900000 pv e2e4", "UCI-INFO-02 warn");
    line("depth 1 lowerbound score cp 1", "UCI-INFO-09 info");
    line("depth 1 score cp 1 upperbound nodes 4", "");
    line("currmove e2e4 currmovenumber 0", "UCI-INFO-11 info");
    line("depth 1 currmove e2e5 currmovenumber 1", "UCI-INFO-22 warn");
    line("depth 1 currmove e4 currmovenumber 1", "UCI-INFO-22 warn");
    line("hashfull 1000 cpuload 4000", "");
    line("hashfull 1001", "UCI-INFO-12 fail");
    line("hashfull -1", "UCI-INFO-12 fail");
    line("cpuload -1", "UCI-INFO-12 warn");
    line("depth 1 refutation d1h5 g6h5", "UCI-INFO-14 info");
    line("depth 1 currline 1 e2e4", "UCI-INFO-15 info");
    line("depth 1 fmc 3", "UCI-INFO-20 warn");
    line("depth 1 score cp 1 wdl 31 40 29", "UCI-INFO-20 info");
    line("depth 1 score cp 1 wdl 0.3 0.4 0.3", "UCI-INFO-20 info");
    line("depth 1 score cp 1 wdl 300 700", "UCI-INFO-20 info");
    line("depth 1 score cp 1 wdl 1 2 997 tbhits 5", "");
    line("depth 1 nodes 3 nodes 3", "UCI-INFO-23 warn");
    line("depth 1 score 35", "UCI-INFO-25 fail");
    line("depth 1 cp 35", "UCI-INFO-25 fail");
    line("depth 1 multipv 0 score cp 1", "UCI-INFO-06 warn");
    for number in ["depth 1.5", "depth -1", "nodes many", "nps inf", "time 0.5", "multipv one"] {
        line(number, "UCI-INFO-17 fail");
    }
    line("depth 1 score cp 0.35", "UCI-INFO-17 fail");
    line("depth 1 score mate +inf", "UCI-INFO-17 fail");
    line("depth 1 currmove e2e4 currmovenumber first", "UCI-INFO-17 fail");
}

#[test]
fn lines_that_were_asked_for_have_their_form() {
    let asked = |option: &str, line: &str, said: &str| {
        let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
        check(
            "uci",
            &format!(
                "> uci\n< id name X\n< id author Y\n< option name {option} type check default false\n< uciok\n> setoption name {option} value true\n> isready\n< readyok\n> position startpos\n> go infinite\n< info {line}{said}"
            ),
        );
    };
    asked("UCI_ShowCurrLine", "currline 1 e2e4 e7e5", "");
    asked("UCI_ShowCurrLine", "currline e2e4 e7e5", "");
    asked("UCI_ShowCurrLine", "currline 1 e2e4 0000 d2d4", "");
    asked("UCI_ShowCurrLine", "currline 0 e2e4", "UCI-INFO-26 info");
    asked("UCI_ShowRefutations", "refutation e2e4 e7e5", "");
    asked("UCI_ShowRefutations", "refutation", "UCI-INFO-26 info");
    asked("UCI_ShowRefutations", "currline 1 e2e4", "UCI-INFO-15 info");
}

#[test]
fn figures_do_not_run_backwards() {
    let lines = |first: &str, second: &str, said: &str| {
        booted_uci(&format!(
            "> position startpos\n> go infinite\n< info {first} pv e2e4\n< info {second} pv e2e4{said}"
        ));
    };
    lines("depth 3 score cp 1 time 5 nodes 9", "depth 3 score cp 1 time 5 nodes 9", "");
    lines("depth 3 score cp 1 time 5", "depth 2 score cp 1 time 6", "  # UCI-INFO-18 info");
    lines(
        "depth 3 score cp 1 time 5 nodes 9",
        "depth 4 score cp 1 time 6 nodes 8",
        "  # UCI-INFO-24 info",
    );
    lines("depth 3 score cp 1 time 5", "depth 4 score cp 1 time 4", "  # UCI-INFO-24 info");
    // The second line may be from the previous iteration.
    lines("depth 3 multipv 1 score cp 1 time 5", "depth 2 multipv 2 score cp 1 time 6", "");
}

#[test]
fn what_it_looks_at_just_now_is_for_later() {
    let looks = |count: usize, from: u32, said: &str| {
        let line = "< info depth 1 currmove e2e4 currmovenumber 1\n";
        booted_uci(&format!(
            "> position startpos\n> go infinite\n@ {from}\n{}< info depth 1 currmove d2d4 currmovenumber 2{said}",
            line.repeat(count)
        ));
    };
    looks(8, 0, "");
    looks(9, 0, "  # UCI-INFO-10 info");
    looks(30, 1100, "");
}

#[test]
fn several_lines_begin_with_several_moves() {
    let lines = |second: &str, said: &str| {
        check(
            "uci",
            &format!(
                "> uci\n< id name X\n< id author Y\n< option name MultiPV type spin default 1 min 1 max 9\n< uciok\n> setoption name MultiPV value 2\n> isready\n< readyok\n> position startpos\n> go infinite\n< info depth 2 multipv 1 score cp 9 time 1 pv e2e4 e7e5\n< info depth 2 multipv 2 score cp 8 time 1 pv {second}{said}"
            ),
        );
    };
    lines("d2d4 d7d5", "");
    lines("e2e4 c7c5", "  # UCI-INFO-06 warn");
}

#[test]
fn a_mate_in_one_is_there() {
    let at = |fen: &str, score: &str, said: &str| {
        booted_uci(&format!("> position {fen}\n> go infinite\n< info depth 1 score {score}{said}"));
    };
    let mate = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    at(mate, "mate 1", "");
    at(mate, "cp 900", "");
    at("startpos", "mate 1", "  # UCI-INFO-08 warn");
    at("startpos", "mate 1 lowerbound", "");
}

#[test]
fn a_line_in_ponder_is_one_of_some_game() {
    let ponder = "> position startpos moves e2e4 e7e5\n> go ponder wtime 60000 btime 60000\n";
    let shown = |pv: &str, said: &str| {
        booted_uci(&format!("{ponder}< info depth 1 score cp 1 time 1 pv {pv}{said}"));
    };
    shown("g1f3 b8c6", "");
    // A line of the position before the pondered move, and a line after another pondered move.
    shown("e7e5 g1f3", "");
    shown("d2d4 c5d4", "");
    shown("g1f5 b8c6", "  # UCI-INFO-05 warn");
}

#[test]
fn what_is_no_move_breaks_a_line_off() {
    let shown = |pv: &str, said: &str| {
        let search = "> position fen 8/8/8/8/7k/8/p6P/6K1 w - - 0 1\n> go depth 1\n";
        booted_uci(&format!("{search}< info depth 1 score cp 1 time 1 pv {pv}{said}"));
    };
    shown("g1g2 a2a1q", "");
    shown("g1g2 a2a1Q", "  # UCI-INFO-05 warn");
    shown("g1g2 none", "  # UCI-INFO-05 warn");
}

#[test]
fn copy_protection_is_checked_and_reported() {
    let hello =
        "> uci\n< id name X\n< id author Y\n< option name Hash type spin default 1 min 1 max 9\n";
    check(
        "uci",
        &format!(
            "{hello}< uciok\n< copyprotection checking\n< copyprotection ok\n> isready\n< readyok"
        ),
    );
    check_in(
        "uci",
        "text",
        &format!("{hello}< copyprotection checking  # UCI-CP-01 fail\n< uciok"),
    );
    check_in(
        "uci",
        "text",
        &format!(
            "{hello}< uciok\n< copyprotection checking\n< copyprotection error\n$ exit 1  # UCI-CP-02 info"
        ),
    );
}

#[test]
fn a_move_of_the_own_book_needs_no_info() {
    let go = |book: &str, set: &str, said: &str| {
        check(
            "uci",
            &format!(
                "> uci\n< id name X\n< id author Y\n< option name OwnBook type check default {book}\n< uciok\n{set}> isready\n< readyok\n> position startpos\n> go movetime 1000\n< bestmove e2e4{said}"
            ),
        );
    };
    go("true", "", "");
    go("false", "> setoption name OwnBook value true\n", "");
    go("true", "> setoption name OwnBook value false\n", "  # UCI-BM-06 warn");
    go("false", "", "  # UCI-BM-06 warn");
}

#[test]
fn a_pv_of_the_null_move_is_no_error_where_there_is_no_move() {
    booted_uci(
        "> position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\n> go depth 1\n< info depth 0 score mate 0 pv 0000\n< bestmove (none)",
    );
    line("depth 1 score cp 1 pv 0000", "UCI-INFO-05 warn");
}
