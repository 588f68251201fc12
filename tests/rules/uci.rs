//! The rules that USI and UCI share, at the clauses of UCI.

use super::check::{UCI, booted_uci, check, check_in};

const INFO: &str = "< info depth 1 score cp 1 time 1 nodes 1 pv e2e4\n";

fn option(line: &str, said: &str) {
    let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
    check("uci", &format!("> uci\n< id name X\n< id author Y\n< option {line}{said}\n< uciok"));
}

#[test]
fn what_uci_allows_is_sound() {
    option("name Clear Hash type button", "");
    option("name Style type combo default a b var a b var c", "");
    option("name UCI_Chess960 type check default false", "");
    check("uci", "> uci\n< id name 検定\n< id author 山田\n< uciok");
    booted_uci(
        "> position startpos\n> go infinite\n< info depth 1 score cp 1 wdl 1 2 3 time 1 pv e2e4 d7d5",
    );
    booted_uci("> position startpos\n> go infinite\n< info seldepth 3 depth 2  score cp 1");
}

#[test]
fn option_lines_have_their_clauses() {
    option("name A type filename default x", "UCI-OPTG-01 warn");
    option("name A type check default 1", "UCI-OPTG-02 fail");
    option("name A type spin default 9 min 1 max 2", "UCI-OPTG-03 fail");
    option("name A type combo default a", "UCI-OPTG-04 fail");
    option("name A type string default", "UCI-OPTG-06 warn");
    option("name Ponder type spin default 1 min 0 max 1", "UCI-OPTG-08 fail");
    option("name the type of it type check default true", "UCI-OPT-05 warn");
    option("name Search type type combo default a var a", "UCI-OPT-05 warn");
    option("name the type of it", "UCI-OPTG-01 fail");
    option("name A type combo default default var default var a", "");
    option("name A value type check default true", "UCI-OPT-05 warn");
}

#[test]
fn replies_have_their_clauses() {
    let go = format!("> position startpos\n> go wtime 2000 btime 2000\n{INFO}");
    booted_uci(&format!("{go}< bestmove e2e4 ponder e7e5"));
    booted_uci(&format!("{go}< bestmove e2e4\n< bestmove e2e4  # UCI-BM-09 fail"));
    booted_uci(&format!("{go}< bestmove e2e5  # UCI-BM-02 fail"));
    booted_uci(&format!("{go}< bestmove E2E4  # UCI-BM-02 fail"));
    booted_uci(&format!("{go}< bestmove e2e4 ponder (none)  # UCI-BM-03 warn"));
    booted_uci(&format!("{go}< bestmove e2e4 ponder e2e4  # UCI-BM-03 fail"));
    booted_uci(&format!("{go}< bestmove e2e4 and more  # UCI-BM-10 warn"));
    booted_uci(&format!("{go}@ 2500\n< bestmove e2e4  # UCI-GO-06 fail"));
    booted_uci(&format!(
        "> position startpos\n> go infinite\n{INFO}< bestmove e2e4  # UCI-GO-12 fail"
    ));
    booted_uci(&format!(
        "> position startpos\n> go ponder wtime 1000 btime 1000\n{INFO}< bestmove e2e4  # UCI-GO-05 fail"
    ));
    booted_uci("> stop\n< bestmove e2e4  # UCI-STOP-04 fail");
    booted_uci("> position startpos\n> go infinite\n> isready\n~ readyok 1000  # UCI-SYNC-02 warn");
}

#[test]
fn castling_has_one_form() {
    let go = "> position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n> go wtime 2000 btime 2000\n< info depth 1 score cp 1 time 1 pv e1g1\n";
    booted_uci(&format!("{go}< bestmove e1g1"));
    booted_uci(&format!("{go}< bestmove e1h1  # UCI-BM-02 fail"));
}

#[test]
fn a_root_without_a_move_is_answered_by_none() {
    let mated = "> position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\n> go depth 1\n";
    booted_uci(&format!("{mated}< bestmove (none)"));
    booted_uci(&format!("{mated}< bestmove 0000"));
    for content in ["a1a1", "a1a1p", "77-76", "mated", ""] {
        booted_uci(&format!("{mated}< bestmove {content}  # UCI-BM-04 warn"));
    }
    let stalemated = "> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n> go depth 1\n";
    booted_uci(&format!("{stalemated}< bestmove mated  # UCI-BM-04 warn"));
    booted_uci(&format!("{mated}~ bestmove 10000  # UCI-BM-01 fail"));
}

#[test]
fn mates_are_counted_in_moves() {
    let root = "> position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n> go infinite\n";
    booted_uci(&format!("{root}< info depth 2 score mate 1 time 1 pv a1a8"));
    booted_uci(&format!("{root}< info depth 2 score mate -1 time 1 pv a1a8  # UCI-INFO-08 fail"));
    booted_uci(&format!("{root}< info depth 2 score mate 2 time 1 pv a1a8  # UCI-INFO-08 fail"));
    // The distance 0 is right only at a root that is mated.
    booted_uci(&format!("{root}< info depth 2 score mate 0 time 1 pv a1a8  # UCI-INFO-08 fail"));
    booted_uci(&format!("{root}< info depth 2 score mate 0 time 1 pv a1a7"));
    booted_uci(
        "> position fen R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1\n> go infinite\n< info depth 0 score mate 0",
    );
    booted_uci(
        "> position startpos\n> go infinite\n< info score mate 2147483647 depth 3  # UCI-INFO-17 fail",
    );
}

#[test]
fn a_slow_handshake_is_a_warning_before_it_is_a_failure() {
    check("uci", "> uci\n< id name X\n< id author Y\n@ 4000\n< uciok");
    check("uci", "> uci\n< id name X\n< id author Y\n@ 6000\n< uciok  # UCI-BOOT-06 warn");
    check_in("uci", "text", "> uci\n< id name X\n< uciok  # UCI-BOOT-02 fail, UCI-OPTG-07 warn");
}

#[test]
fn a_depth_and_a_number_of_nodes_end_a_search() {
    let search = |profile: &str, go: &str, line: &str, said: &str| {
        check_in(
            "uci",
            profile,
            &format!(
                "{UCI}> position startpos\n> go {go}\n< info {line} score cp 1 time 1 pv e2e4\n< bestmove e2e4{said}"
            ),
        );
    };
    for profile in ["core", "text"] {
        search(profile, "depth 3", "depth 3 nodes 1", "");
        search(profile, "nodes 2000", "depth 9 nodes 104000", "");
        search(profile, "nodes 2000", "depth 9 nodes 104001", "  # UCI-GO-09 warn");
    }
    for (go, clause) in [("depth 3", "UCI-GO-08"), ("nodes 2000", "UCI-GO-09")] {
        booted_uci(&format!(
            "> position startpos\n> go {go}\n< info depth 1 nodes 1 score cp 1 time 1 pv e2e4\n@ 10300\n< bestmove e2e4  # {clause} fail"
        ));
    }
    search("core", "depth 3", "depth 4 nodes 1", "  # UCI-GO-08 warn");
    search("text", "depth 3", "depth 9 nodes 1", "  # UCI-GO-08 fail");
}

#[test]
fn a_line_that_is_no_command_ends_no_search() {
    let infinite = format!("> position startpos\n> go infinite\n{INFO}");
    for (line, clause) in [("", "UCI-GEN-15"), ("xyzzy alpha", "UCI-GEN-09")] {
        booted_uci(&format!("{infinite}> {line}\n< bestmove e2e4  # {clause} fail"));
        booted_uci(&format!("> {line}\n@ 400\n< bestmove e2e4  # {clause} fail"));
    }
    booted_uci(
        "> position startpos\n> go infinite\n@ 3000\n< info depth 1 time 3 score cp 1 pv e2e4  # UCI-INFO-02 info",
    );
}

#[test]
fn a_text_answers_the_option_that_it_quotes() {
    let skills = "< option name Skill type spin default 1 min 1 max 9\n< option name Skill Level type spin default 1 min 1 max 9\n";
    let set = "> setoption name Skill value 3\n> setoption name Skill Level value 4\n";
    check(
        "uci",
        &format!(
            "> uci\n< id name X\n< id author Y\n{skills}< uciok\n> isready\n< readyok\n{set}< Skill is 3 now  # UCI-OPT-01 warn"
        ),
    );
}

#[test]
fn a_text_that_comes_after_isready_answers_the_command_that_it_quotes() {
    for between in ["", "> \n> \n"] {
        booted_uci(&format!(
            "> debug off\n{between}> isready\n< Unknown command: 'debug off'  # UCI-DBG-01 warn\n< readyok"
        ));
    }
    booted_uci("> \n> isready\n< at your service  # UCI-SYNC-07 warn\n< readyok");
}

#[test]
fn a_line_that_is_no_command_is_answered_by_nothing() {
    booted_uci("> ucifoo\n< id name X  # UCI-GEN-09 fail");
    booted_uci("> xyzzy\n$ exit 1  # UCI-GEN-09 fail");
    booted_uci("> \n$ exit 1  # UCI-GEN-15 fail");
    booted_uci(&format!("> gobble\n@ 400\n{}", INFO.replace("e2e4", "e2e4  # UCI-GEN-09 fail")));
}
