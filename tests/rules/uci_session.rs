//! UCI from the handshake to quit: each violation at its clause.

use kentei::verdict::Severity;

use super::check::{check, check_in, findings};

const HANDSHAKE: &str = "> uci\n< id name X\n< id author Y\n< option name Hash type spin default 1 min 1 max 9\n< option name Ponder type check default false\n< uciok\n";
const INFO: &str = "< info depth 1 score cp 1 time 1 nodes 1 pv e2e4\n";

fn greeted(rest: &str) {
    check("uci", &format!("{HANDSHAKE}{rest}"));
}

fn booted(rest: &str) {
    greeted(&format!("> isready\n< readyok\n{rest}"));
}

fn option(line: &str, said: &str) {
    option_in("core", line, said);
}

/// Checks an option line in a handshake that has no other option, in a profile.
fn option_in(profile: &str, line: &str, said: &str) {
    let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
    check_in(
        "uci",
        profile,
        &format!("> uci\n< id name X\n< id author Y\n< option {line}{said}\n< uciok"),
    );
}

#[test]
fn the_lines_of_the_handshake_have_their_clauses() {
    check("uci", "> uci\n< id author Y\n< uciok  # UCI-BOOT-01 fail");
    check("uci", "> uci\n< id name  # UCI-BOOT-01 fail\n< id author Y\n< uciok");
    check("uci", "> uci\n< id name X\n< id name X  # UCI-BOOT-01 warn\n< id author Y\n< uciok");
    check("uci", "> uci\n< id name X\n< id auther Y  # UCI-BOOT-02 warn\n< uciok");
    check("uci", "> uci\n< id name X\n< id author  # UCI-BOOT-02 warn\n< uciok");
    check("uci", "> uci\n< id name X\n< id author Y\n< id author Z  # UCI-BOOT-02 warn\n< uciok");
    check("uci", "> uci\n< id name X\n< id settings z  # UCI-BOOT-08 warn\n< id author Y\n< uciok");
    check("uci", "> uci\n< id name X\n< loading  # UCI-BOOT-08 warn\n< id author Y\n< uciok");
    check("uci", "> uci\n< id name X\n< \n< info string loading\n< id author Y\n< uciok");
    check(
        "uci",
        "> uci\n< option name A type button\n< id name X  # UCI-BOOT-04 warn\n< id author Y\n< uciok",
    );
    greeted("< uciok  # UCI-BOOT-03 fail");
    check("uci", "> uci\n< id name X\n< id author Y\n~ uciok 10000  # UCI-BOOT-03 fail");
    check(
        "uci",
        "> uci\n< id name X\n< id author Y\n@ 11000\n~ uciok 10000  # UCI-BOOT-03 fail\n< uciok  # UCI-BOOT-06 fail",
    );
}

/// An engine may declare an option again after `setoption`.
#[test]
fn an_option_line_long_after_the_handshake_is_a_warning() {
    let severities = |dialect: &str, clause: &str, rest: &str| {
        let hello = HANDSHAKE.replace("uci", dialect);
        let name = if dialect == "ucci" { "ponder" } else { "name Ponder" };
        let option = format!("option {name} type check default true");
        let found = findings(dialect, clause, &format!("{hello}{rest}< {option}"));
        found.iter().map(|finding| finding.severity).collect::<Vec<_>>()
    };
    let uci = |rest: &str| severities("uci", "UCI-BOOT-03", rest);
    let at_once = "> setoption name Ponder value true\n";
    assert_eq!(uci(at_once), [Severity::Warn]);
    let set = "> isready\n< readyok\n@ 1500\n> setoption name Ponder value true\n";
    assert_eq!(uci(set), [Severity::Warn]);
    assert_eq!(uci(""), [Severity::Fail]);
    assert_eq!(uci("@ 999\n"), [Severity::Fail]);
    assert_eq!(uci("@ 1500\n"), [Severity::Warn]);
    let again = "> uci\n< id name X\n< id author Y\n< uciok\n";
    assert_eq!(uci(&format!("{set}{again}")), [Severity::Fail]);
    // USI knows no renewed declaration.
    assert_eq!(severities("usi", "USI-OPT-27", "@ 1500\n"), [Severity::Fail]);
    assert_eq!(severities("usi", "USI-OPT-27", at_once), [Severity::Fail]);
    assert_eq!(severities("ucci", "UCCI-BOOT-01", ""), [Severity::Fail]);
    assert_eq!(severities("ucci", "UCCI-BOOT-01", "@ 1500\n"), [Severity::Warn]);
}

#[test]
fn an_option_line_has_one_option_of_a_known_shape() {
    option("name A type check default true option name B type button", "UCI-BOOT-05 fail");
    // The first one has no default, whose text could have such words.
    let both = "UCI-BOOT-05 fail, UCI-OPTG-06 warn";
    option("name A type string option name B type check default true", both);
    option("name A type string default the option name B type x", "");
    option(
        "name A type combo default a var a option name B type string default x",
        "UCI-BOOT-05 fail",
    );
    option("name A default true", "UCI-OPTG-01 fail");
    option("type check name A default true", "UCI-OPTG-01 fail");
    option("name A type check", "UCI-OPTG-02 warn");
    option("name A type spin default 1.5 min 1 max 2", "UCI-OPTG-03 fail");
    option("name A type spin min 1 max 2", "UCI-OPTG-03 warn");
    option("name A type spin default 1 max 2", "UCI-OPTG-03 warn");
    option("name A type spin default 0 min -9223372036854775808 max 9223372036854775807", "");
    option("name A type combo default z var a var b", "UCI-OPTG-04 warn");
    option("name A type combo default A B var a b var c", "");
    option("name A type combo var a var b", "UCI-OPTG-04 warn");
    option("name A type button default x", "UCI-OPTG-05 warn");
    option("name A type check default true min 0 max 1", "UCI-OPTG-05 warn");
    option("name A type string", "UCI-OPTG-06 warn");
}

#[test]
fn reserved_names_have_their_types_and_defaults() {
    let both = |line: &str, said: &str| {
        option(
            &format!("{line}  # {said}\n< option name UCI_Elo type spin default 1 min 1 max 2"),
            "",
        );
    };
    option("name Hash type string default 16", "UCI-OPTG-18 fail");
    option("name OwnBook type combo default a var a", "UCI-OPTG-09 fail");
    option("name MultiPV type string default 1", "UCI-OPTG-10 fail");
    option("name MultiPV type spin default 2 min 1 max 9", "UCI-OPTG-10 warn");
    option_in(
        "text",
        "name MultiPV type spin default 2 min 1 max 9  # UCI-OPTG-10 fail\n< option name Hash type spin default 1 min 1 max 9",
        "",
    );
    option("name UCI_ShowCurrLine type spin default 0 min 0 max 1", "UCI-OPTG-11 fail");
    option("name UCI_ShowCurrLine type check default true", "UCI-OPTG-11 warn");
    option("name UCI_ShowRefutations type spin default 0 min 0 max 1", "UCI-OPTG-11 fail");
    option("name UCI_ShowRefutations type check default true", "UCI-OPTG-11 warn");
    both("name UCI_LimitStrength type spin default 0 min 0 max 1", "UCI-OPTG-14 fail");
    both("name UCI_LimitStrength type check default true", "UCI-OPTG-13 warn");
    option("name UCI_AnalyseMode type string default x", "UCI-OPTG-16 fail");
    for (name, kind) in [
        ("NalimovPath", "check default false"),
        ("NalimovCache", "string default 1"),
        ("UCI_Opponent", "check default false"),
        ("UCI_EngineAbout", "button"),
        ("UCI_ShredderbasesPath", "check default false"),
        ("UCI_SetPositionValue", "spin default 1 min 1 max 2"),
    ] {
        option(&format!("name {name} type {kind}"), "UCI-OPTG-14 fail");
    }
    let pair = "name UCI_LimitStrength type check default false\n< option name UCI_Elo type string default 1";
    option(pair, "UCI-OPTG-14 fail");
    option("name UCI_Secret type check default false", "UCI-OPTG-19 info");
    // Option names are compared without regard to case.
    option("name ponder type spin default 0 min 0 max 1", "UCI-OPTG-08 fail");
}

#[test]
fn the_options_are_looked_at_together() {
    let hash = "< option name Hash type spin default 1 min 1 max 9\n";
    let text = |options: &str, said: &str| {
        check_in(
            "uci",
            "text",
            &format!("> uci\n< id name X\n< id author Y\n{options}< uciok{said}"),
        );
    };
    text(hash, "");
    text("", "  # UCI-OPTG-07 warn");
    text(
        &format!("{hash}< option name UCI_LimitStrength type check default false\n"),
        "  # UCI-OPTG-12 warn",
    );
    text(
        &format!("{hash}< option name UCI_Elo type spin default 1 min 1 max 2\n"),
        "  # UCI-OPTG-12 warn",
    );
    text(&format!("{hash}{}  # UCI-OPTG-17 fail\n", hash.trim_end()), "");
    text(&format!("{hash}{}  # UCI-OPTG-17 fail\n", hash.trim_end().to_lowercase()), "");
}

#[test]
fn replies_on_the_error_stream_have_their_clause() {
    check("uci", "> uci\n! uciok\n~ uciok 10000  # UCI-GEN-01 fail");
    let go = "> position startpos\n> go depth 1\n";
    booted(&format!(
        "{go}! info depth 1 score cp 1 pv e2e4\n< bestmove e2e4  # UCI-GEN-01 warn, UCI-BM-06 warn"
    ));
    booted(&format!("{go}{INFO}! thinking aloud\n< bestmove e2e4"));
}

#[test]
fn bytes_and_blanks_have_their_clauses() {
    booted("> isready\n< \\xef\\xbb\\xbfreadyok  # UCI-GEN-16 warn");
    booted("> isready\n< \\x1b[32mreadyok  # UCI-GEN-16 warn");
    booted("> isready\n<  readyok  # UCI-GEN-17 warn");
    booted("> isready\n< readyok Kentei  # UCI-GEN-17 warn");
    // Clients that compare whole lines trim them first.
    booted("> isready\n< readyok\\x20");
    booted("> isready\n< readyok\\x09");
    booted("> isready\n? readyok  # UCI-GEN-03 fail\n~ readyok 30000");
    booted("> isready\n? Loading...  # UCI-GEN-03 warn");
}

#[test]
fn every_readyok_has_an_isready() {
    booted("< readyok  # UCI-SYNC-01 fail");
    booted("> isready\n~ readyok 30000  # UCI-SYNC-01 fail");
    booted("> ucinewgame\n< readyok  # UCI-SYNC-01 fail");
}

#[test]
fn search_info_without_go_has_the_clause_of_what_it_followed() {
    let info = INFO.trim_end();
    booted(&format!("> position startpos\n@ 400\n{info}  # UCI-GEN-06 fail"));
    greeted(&format!("{info}  # UCI-GEN-06 fail"));
    booted(&format!("> isready\n{info}  # UCI-GEN-06 warn\n< readyok"));
    booted(&format!("> setoption name Ponder value true\n@ 300\n{info}  # UCI-OPT-10 fail"));
    booted(&format!("> setoption name Hash value 2\n@ 300\n{info}  # UCI-GEN-06 fail"));
    booted("> position startpos\n@ 400\n< info string ready to play");
}

#[test]
fn replies_without_go_have_the_clause_of_what_they_answer() {
    booted("> setoption name Hash value 2\n< bestmove e2e4  # UCI-OPT-01 fail");
    booted("> ucinewgame\n< bestmove e2e4  # UCI-NEW-04 fail");
    let infinite = format!("> position startpos\n> go infinite\n{INFO}");
    booted(&format!("{infinite}> debug on\n< bestmove e2e4  # UCI-DBG-01 fail"));
}

#[test]
fn text_has_the_clause_of_what_it_answers() {
    booted("> xyzzy\n< Unknown command  # UCI-GEN-09 warn");
    booted("> \n< command ready  # UCI-GEN-15 warn");
    booted("> ucinewgame\n< hello  # UCI-NEW-04 warn");
    booted("> setoption name Nope value 1\n< No such option: Nope  # UCI-OPT-06 warn");
    booted("> debug on\n< debug mode  # UCI-DBG-01 warn");
}

#[test]
fn an_exit_has_the_clause_of_what_led_to_it() {
    booted("$ exit 1  # UCI-GEN-14 fail");
    booted("> debug on\n$ signal 6  # UCI-DBG-01 fail");
    booted("> register later\n$ exit 1  # UCI-REG-02 warn");
    booted("> stop\n$ exit 0  # UCI-STOP-04 fail");
    booted("> ponderhit\n$ exit 1  # UCI-PH-04 fail");
    booted("> position startpos\n> go\n$ signal 11  # UCI-GO-19 fail");
    booted(
        "> position startpos\n> go ponder wtime 1000 btime 1000\n> ponderhit\n> ponderhit\n$ exit 1  # UCI-PH-07 fail",
    );
    greeted("> ucinewgame\n$ exit 0  # UCI-GEN-14 fail");
    for go in [
        "movetime 100",
        "nodes 100",
        "searchmoves e2e4",
        "wtime 1000 btime 1000 winc 100 binc 100",
        "wtime 1000 btime 1000 movestogo 4",
    ] {
        booted(&format!("> position startpos\n> go {go}\n$ signal 11  # UCI-GEN-14 fail"));
    }
}

#[test]
fn an_engine_that_stays_has_the_clause_of_the_moment() {
    booted("> quit\n~ exit 5000  # UCI-QUIT-01 fail");
    check("uci", "> uci\n> quit\n~ exit 5000  # UCI-QUIT-04 fail");
    greeted("> quit\n~ exit 5000  # UCI-QUIT-04 fail");
    greeted("> isready\n> quit\n~ exit 5000  # UCI-QUIT-04 fail");
    booted("$ eof\n~ exit 5000  # UCI-QUIT-02 warn");
    booted("> quit\n$ exit 0\n~ eof 5000  # UCI-QUIT-05 warn");
}

#[test]
fn registration_has_an_order() {
    let text = |rest: &str| check_in("uci", "text", &format!("{HANDSHAKE}{rest}"));
    text("< registration checking\n< registration ok");
    text("< registration error  # UCI-REG-01 fail");
    check_in("uci", "text", "> uci\n< registration checking  # UCI-REG-01 fail");
}
