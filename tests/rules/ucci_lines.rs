//! Rules about lines that only UCCI has: its options, its handshake, its info lines, and unexpected lines between
//! commands.

use super::check::{UCCI, booted_ucci, check, check_in};

const START: &str = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn go(go: &str, rest: &str) {
    booted_ucci(&format!("> position {START}\n> go {go}\n{rest}"));
}

/// A handshake with one more option line, in a profile.
fn option_in(profile: &str, line: &str, said: &str) {
    check_in(
        "ucci",
        profile,
        &format!(
            "> ucci\n< id name X\n< id author Y\n< option usemillisec type check default true\n< option newgame type button\n< option {line}  # {said}\n< ucciok"
        ),
    );
}

fn option(line: &str, said: &str) {
    option_in("core", line, said);
}

#[test]
fn well_known_options_have_their_types_and_defaults() {
    let checks = ["batch", "debug", "ponder", "usebook", "useegtb", "promotion"];
    let numbers = ["hashsize", "threads"];
    let texts = ["bookfiles", "egtbpaths", "evalapi"];
    let choices = ["idle", "pruning", "knowledge", "randomness", "style"];
    for name in [&checks[..], &texts[..], &choices[..]].concat() {
        option(&format!("{name} type spin default 1 min 1 max 9"), "UCCI-OPTG-06 warn");
    }
    for name in numbers {
        option(&format!("{name} type string default <empty>"), "UCCI-OPTG-06 warn");
    }
    for (name, default) in
        [("batch", "true"), ("debug", "true"), ("usebook", "false"), ("useegtb", "false")]
    {
        let line = format!("{name} type check default {default}");
        option_in("v3", &line, "UCCI-OPTG-07 warn");
    }
    check(
        "ucci",
        "> ucci\n< id name X\n< id author Y\n< option usemillisec type spin default 1 min 0 max 1  # UCCI-OPTG-06 fail\n< option newgame type button\n< ucciok",
    );
}

#[test]
fn values_of_options_fit_their_types() {
    option("odd type spin default x min 1 max 9", "UCCI-OPTG-05 fail");
    option("odd type combo default a", "UCCI-OPTG-05 warn");
    option("odd type combo default c var a var b", "UCCI-OPTG-05 warn");
    option("odd type spin default 1", "UCCI-OPTG-05 warn");
    option("odd type check", "UCCI-OPTG-05 warn");
    option("odd type combo var a var b", "UCCI-OPTG-05 warn");
    option("odd type string", "UCCI-OPTG-05 warn");
    option("odd type string default", "UCCI-OPTG-05 warn");
    option("odd type check default true min 1", "UCCI-OPTG-05 warn");
    option("odd type combo default a var a var b c", "UCCI-OPTG-05 warn");
    option("odd type filename default <empty>", "UCCI-OPTG-02 fail");
    option("odd", "UCCI-OPTG-01 fail");
}

#[test]
fn the_handshake_says_who_the_engine_is() {
    let with = |lines: &str| {
        format!(
            "> ucci\n{lines}< option usemillisec type check default true\n< option newgame type button\n< ucciok"
        )
    };
    check_in("ucci", "unified", &(with("< id name X\n") + "  # UCCI-BOOT-02 fail"));
    check_in("ucci", "unified", &with("< id name X\n< id author  # UCCI-BOOT-02 fail\n"));
    check("ucci", &with("< id name  # UCCI-BOOT-02 warn\n< id author Y\n"));
    check("ucci", "> ucci\n~ ucciok 10000  # UCCI-BOOT-01 fail");
    let sound = with("< id name X\n< id author Y\n");
    check("ucci", &format!("{sound}\n< ucciok  # UCCI-BOOT-01 fail"));
    check("ucci", &format!("{sound}\n< id copyright Z  # UCCI-BOOT-01 fail"));
    check("ucci", "< a word of welcome  # UCCI-STATE-01 warn\n");
}

#[test]
fn info_lines_have_numbers_where_numbers_belong() {
    go("infinite", "< info depth 1 time x score 3  # UCCI-INFO-07 fail");
    go("infinite", "< info depth 1 score 3 currmove a0a9  # UCCI-INFO-05 warn");
    let v3 = |line: &str| {
        check_in("ucci", "v3", &format!("{UCCI}> position {START}\n> go infinite\n{line}"));
    };
    v3("< info depth 1 score 3 pv h2e2 nodes 5  # UCCI-INFO-03 warn");
    v3("< info depth 1 score 3 pv h2e2 and so on  # UCCI-INFO-03 warn");
}

#[test]
fn replies_keep_to_their_grammar() {
    go("depth 1", "< bestmove  # UCCI-BM-01 fail");
    go("depth 1", "< bestmove (none)  # UCCI-BM-01 fail");
    let v3 = |line: &str| {
        check_in("ucci", "v3", &format!("{UCCI}> position {START}\n> go depth 1\n{line}"));
    };
    v3("< bestmove draw  # UCCI-BM-02 warn");
    v3("< bestmove resign  # UCCI-BM-02 warn");
    go("depth 1", "< bestmove P*5e  # UCCI-POS-03 fail");
}

#[test]
fn a_clock_in_seconds_is_no_clock_in_milliseconds() {
    let searches = |took: [u32; 3], said: &str| {
        let turn = |unit: &str, clock: u32, took: u32, said: &str| {
            format!(
                "> setoption usemillisec {unit}\n> position {START}\n> go time {clock} increment 0\n@ {took}\n< info depth 3 score 3 pv h2e2\n< bestmove h2e2{said}\n"
            )
        };
        let [first, second, third] = took;
        booted_ucci(
            &[
                turn("false", 10, first, ""),
                turn("true", 10_000, second, ""),
                turn("false", 10, third, said),
            ]
            .concat(),
        );
    };
    searches([2, 2000, 3], "  # UCCI-GO-06 warn");
    searches([500, 500, 400], "");
    searches([2, 150, 3], "");
    searches([2, 2000, 300], "");
    searches([150, 2000, 3], "");
    // Seconds at the beginning, but not after the milliseconds.
    searches([300, 2000, 3], "  # UCCI-GO-06 warn");
    searches([300, 150, 3], "");
    searches([300, 2000, 20], "");
}

#[test]
fn late_replies_have_the_clause_of_what_was_asked() {
    go("depth 1", "@ 12000\n< info depth 1 score 3 pv h2e2\n< bestmove h2e2  # UCCI-GO-01 fail");
    go("nodes 5", "@ 12000\n< info depth 1 score 3 pv h2e2\n< bestmove h2e2  # UCCI-GO-04 fail");
    go(
        "infinite",
        "> stop\n@ 4000\n< info depth 1 score 3 pv h2e2\n< bestmove h2e2  # UCCI-STOP-01 fail",
    );
    go(
        "time 100 increment 0",
        "@ 900\n< info depth 1 score 3 pv h2e2\n< bestmove h2e2  # UCCI-GO-05 warn",
    );
    go(
        "time 1000 increment 500",
        "@ 4000\n< info depth 1 score 3 pv h2e2\n< bestmove h2e2  # UCCI-GO-05 fail",
    );
    go(
        "ponder time 1000 increment 0",
        "> ponderhit\n@ 4000\n< info depth 1 score 3 pv h2e2\n< bestmove h2e2  # UCCI-PH-01 fail",
    );
}

#[test]
fn the_end_of_the_process_has_the_clause_of_its_cause() {
    booted_ucci("> stop\n$ exit 1  # UCCI-STATE-11 fail");
    go("infinite", "$ exit 1  # UCCI-GEN-04 fail");
}
