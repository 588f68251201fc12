//! The rules that UCCI shares with USI and UCI, at the clauses of UCCI, and the rules that only UCCI has.

use super::check::{UCCI, booted_ucci, check, check_in};

const START: &str = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const INFO: &str = "< info depth 1 score 12 pv h2e2\n";
/// A position in which Black is mated.
const MATED: &str = "fen 3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1";

fn in_profile(profile: &'static str, rest: &str) {
    check_in("ucci", profile, &format!("{UCCI}{rest}"));
}

fn option(line: &str, said: &str) {
    let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
    check(
        "ucci",
        &format!(
            "> ucci\n< id name X\n< id author Y\n< option usemillisec type check default true\n< option newgame type button\n< option {line}{said}\n< ucciok"
        ),
    );
}

/// A search of the start position.
fn go(go: &str, rest: &str) {
    booted_ucci(&format!("> position {START}\n> go {go}\n{rest}"));
}

#[test]
fn what_ucci_allows_is_sound() {
    option("hashsize type spin min 1 max 9 default 4", "");
    option("style type combo var a var b default a", "");
    option("about type label", "");
    check(
        "ucci",
        "> ucci\n< id name X\n< id copyright none\n< id user nobody\n< id author Y\n< option usemillisec type check default true\n< option newgame type button\n< ucciok",
    );
    go("depth 1", &format!("{INFO}< info message good move\n< bestmove h2e2 ponder h9g7"));
    go("draw time 2000 increment 0", &format!("{INFO}< bestmove h2e2 draw"));
    go("depth 0", "< nobestmove");
    booted_ucci(&format!("> probe {START}\n< pophash"));
    booted_ucci(&format!("> position {MATED}\n> go depth 1\n< nobestmove"));
}

#[test]
fn option_lines_have_their_clauses() {
    option("name hashsize type spin default 1 min 1 max 9", "UCCI-OPTG-01 warn");
    option("HashSize type spin default 1 min 1 max 9", "UCCI-OPTG-04 info");
    option("two words type button", "UCCI-OPTG-03 fail");
    option("odd type slider", "UCCI-OPTG-02 fail");
    option("odd type check default 1", "UCCI-OPTG-05 fail");
    option("odd type spin default 9 min 1 max 2", "UCCI-OPTG-05 fail");
    option("newgame type button", "UCCI-OPTG-08 fail");
    option("threads type check default true", "UCCI-OPTG-06 warn");
    let bare = "> ucci\n< id name X\n< id author Y\n< ucciok";
    check("ucci", &format!("{bare}  # UCCI-BOOT-04 warn, UCCI-BOOT-05 info"));
    check_in("ucci", "unified", &format!("{bare}  # UCCI-BOOT-04 warn, UCCI-BOOT-05 warn"));
}

#[test]
fn replies_have_their_clauses() {
    go("depth 1", &format!("{INFO}< bestmove h2e3  # UCCI-BM-03 fail"));
    // If ranks began at 1, this move would be h2e2.
    go("depth 1", &format!("{INFO}< bestmove h3e3  # UCCI-POS-03 fail"));
    go("depth 1", &format!("{INFO}< bestmove h4e4  # UCCI-BM-03 fail"));
    go("depth 1", &format!("{INFO}< bestmove h10g8  # UCCI-POS-03 fail"));
    go("depth 1", &format!("{INFO}< bestmove H2E2  # UCCI-POS-03 fail"));
    go("depth 1", &format!("{INFO}< bestmove h2e2 ponder h2e2  # UCCI-BM-03 fail"));
    go("depth 1", &format!("{INFO}< bestmove h2e2 draw resign  # UCCI-BM-01 fail"));
    go("depth 1", &format!("{INFO}< bestmove h2e2\n< bestmove h2e2  # UCCI-BM-05 fail"));
    go("depth 3", &format!("{INFO}< nobestmove  # UCCI-BM-06 fail"));
    go("infinite", &format!("{INFO}< bestmove h2e2  # UCCI-GO-03 fail"));
    go("ponder time 1000 increment 0", &format!("{INFO}< bestmove h2e2  # UCCI-GO-09 fail"));
    booted_ucci(&format!("> position {MATED}\n> go depth 1\n< bestmove (none)  # UCCI-BM-04 fail"));
    booted_ucci(
        "> position fen 3k5/9/3P5/9/9/9/9/9/4R4/4K4 b - - 0 1\n> go depth 1\n< bestmove (none)  # UCCI-BM-04 fail",
    );
    booted_ucci(
        &format!(
            "> position {START} moves h2e2\n> go depth 1\n{INFO}< bestmove h2e2  # UCCI-POS-01 fail"
        )
        .replace(INFO, ""),
    );
}

#[test]
fn each_stop_may_be_answered_without_a_move() {
    booted_ucci("> stop\n< nobestmove");
    booted_ucci("> stop\n< nobestmove\n< nobestmove  # UCCI-STATE-11 fail");
    booted_ucci("> stop\n< bestmove h2e2  # UCCI-STATE-11 fail");
    go("infinite", &format!("{INFO}> stop\n< bestmove h2e2\n< nobestmove"));
    go("infinite", &format!("{INFO}> stop\n< bestmove h2e2\n< bestmove h2e2  # UCCI-BM-05 fail"));
    go("infinite", "> stop\n< nobestmove");
    go("depth 1", &format!("{INFO}< bestmove h2e2\n< nobestmove  # UCCI-BM-05 fail"));
    go("depth 1", &format!("{INFO}< bestmove h2e2\n> stop\n< nobestmove"));
}

#[test]
fn banned_moves_are_left_out_until_the_next_position() {
    let banned = format!("> position {START}\n> banmoves h2e2 h0g2\n> go depth 1\n{INFO}");
    booted_ucci(&format!("{banned}< bestmove h2e2  # UCCI-BAN-01 fail"));
    booted_ucci(&format!("{banned}< bestmove b2e2"));
    booted_ucci(&format!(
        "{banned}< bestmove b2e2\n> position {START}\n> go depth 1\n{INFO}< bestmove h2e2"
    ));
    let one = "> position fen 5k3/9/9/9/9/9/9/4R4/9/4K4 b - - 0 1\n> banmoves f9f8\n> go depth 1\n";
    booted_ucci(&format!("{one}< nobestmove"));
    booted_ucci(&format!("{one}< bestmove f9f8  # UCCI-BAN-03 warn"));
}

#[test]
fn clocks_are_the_own_ones_in_the_unit_that_is_set() {
    let late = "@ 2500\n< bestmove h2e2  # UCCI-GO-05 fail";
    go("time 2000 increment 0", &format!("{INFO}{late}"));
    go("time 2000 increment 0 opptime 600000 oppincrement 0", &format!("{INFO}{late}"));
    go(
        "time 600000 increment 0 opptime 2000 oppincrement 0",
        &format!("{INFO}@ 2500\n< bestmove h2e2"),
    );
    booted_ucci(&format!(
        "> position {START} moves h2e2\n> go time 2000 increment 0\n@ 2500\n< bestmove h9g7  # UCCI-GO-05 fail"
    ));
    // Times are in seconds until `usemillisec` is set.
    let seconds = UCCI.replace("> setoption usemillisec true\n", "");
    let go = format!("{seconds}> position {START}\n> go time 2 increment 0\n{INFO}");
    check("ucci", &format!("{go}@ 1900\n< bestmove h2e2"));
    check("ucci", &format!("{go}{late}"));
}

#[test]
fn scores_are_bare_numbers() {
    go("infinite", "< info depth 1 score cp 12 pv h2e2  # UCCI-INFO-01 warn");
    go("infinite", "< info depth 1 score x pv h2e2  # UCCI-INFO-01 fail");
    in_profile(
        "v3",
        &format!(
            "> position {START}\n> go infinite\n< info depth 1 score cp 12 pv h2e2  # UCCI-INFO-01 fail"
        ),
    );
    in_profile(
        "unified",
        &format!("> position {START}\n> go infinite\n< info depth 1 score cp 12 pv h2e2"),
    );
    go("infinite", "< info depth -1 score 3  # UCCI-INFO-07 fail");
    go("infinite", "< info depth 1 score 3 pv h2e3  # UCCI-INFO-06 warn");
}

#[test]
fn what_does_not_come_has_the_clause_of_what_was_asked() {
    go("depth 1", "~ bestmove 10000  # UCCI-STATE-05 fail");
    go("infinite", "> stop\n~ bestmove 2000  # UCCI-STOP-01 fail");
    go("ponder time 2000 increment 0", "> stop\n~ bestmove 2000  # UCCI-PH-03 fail");
    go("ponder time 2000 increment 0", "> ponderhit\n~ bestmove 4000  # UCCI-PH-01 fail");
    go("infinite", "> isready\n~ readyok 1000  # UCCI-SYNC-03 warn");
    booted_ucci(&format!("> position {MATED}\n> go depth 1\n~ bestmove 10000  # UCCI-BM-04 fail"));
}
