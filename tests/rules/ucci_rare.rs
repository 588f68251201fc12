//! Violations of UCCI that few engines commit, each at its clause.

use kentei::transcript::{EventKind, NOT_READ};
use kentei::transcript_text;

use super::check::{check, check_in, judged};

const HANDSHAKE: &str = "> ucci\n< id name X\n< id author Y\n< option usemillisec type check default false\n< option newgame type button\n< option ponder type check default false\n< ucciok\n";
const START: &str = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const INFO: &str = "< info depth 1 score 12 pv h2e2\n";
/// A position in which Black is mated.
const MATED: &str = "fen 3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1";

fn greeted(rest: &str) {
    check("ucci", &format!("{HANDSHAKE}{rest}"));
}

fn booted(rest: &str) {
    booted_in("core", rest);
}

fn booted_in(profile: &str, rest: &str) {
    let boot = "> isready\n< readyok\n> setoption usemillisec true\n";
    check_in("ucci", profile, &format!("{HANDSHAKE}{boot}{rest}"));
}

/// A search of the start position.
fn go(go: &str, rest: &str) {
    go_in("core", go, rest);
}

fn go_in(profile: &str, go: &str, rest: &str) {
    booted_in(profile, &format!("> position {START}\n> go {go}\n{rest}"));
}

/// A handshake with one more option line.
fn option(line: &str, said: &str) {
    greeted_with(&format!("< option {line}  # {said}\n"));
}

fn greeted_with(line: &str) {
    let end = "< ucciok\n";
    check("ucci", &format!("{}{line}{end}", HANDSHAKE.trim_end_matches(end)));
}

#[test]
fn a_handshake_may_be_wrong_in_rare_ways() {
    let handshake = HANDSHAKE.replace("id author", "id auther");
    let unified = handshake.replace("id auther Y", "id auther Y  # UCCI-BOOT-02 fail");
    check_in("ucci", "unified", &unified);
    check(
        "ucci",
        &format!("> ucci\n@ 11000\n~ ucciok 10000  # UCCI-BOOT-01 fail\n{}", {
            let late = HANDSHAKE.trim_start_matches("> ucci\n");
            late.replace("ucciok", "ucciok  # UCCI-BOOT-06 fail")
        }),
    );
    let again = HANDSHAKE.replace("id name X", "id name Z  # UCCI-BOOT-07 info");
    greeted(&again);
    greeted("< copyprotection checking\n< copyprotection ok");
    check_in("ucci", "unified", &format!("{HANDSHAKE}< copyprotection error  # UCCI-REG-01 info"));
}

#[test]
fn an_option_line_may_be_wrong_in_rare_ways() {
    option("odd type check default true option even type button", "UCCI-OPTG-01 fail");
    option("value type check default true", "UCCI-OPTG-03 warn");
    option("min type spin default 1 min 0 max 5", "UCCI-OPTG-03 warn");
    option("odd type button default x", "UCCI-OPTG-05 fail");
    option("NewGame type button", "UCCI-OPTG-04 info, UCCI-OPTG-08 fail");
}

#[test]
fn bytes_and_streams_have_their_clauses() {
    booted("> isready\n< \\xef\\xbb\\xbfreadyok  # UCCI-GEN-09 warn");
    option("größe type button", "UCCI-GEN-09 warn");
    booted("> isready\n? readyok  # UCCI-GEN-01 fail\n~ readyok 30000");
    booted("> isready\n? Loading...  # UCCI-GEN-01 warn");
    go("depth 1", &format!("{}< bestmove h2e2  # UCCI-GEN-01 warn", INFO.replace('<', "!")));
}

#[test]
fn an_engine_that_reads_no_longer_is_reported() {
    let mut events =
        transcript_text::parse(&format!("{HANDSHAKE}> position {START}\n")).expect("a transcript");
    let last = events.last_mut().expect("an event");
    last.kind = EventKind::WriteFailed(format!("{NOT_READ} its input for 5000 ms"));
    let found = judged("ucci", &events);
    let clauses: Vec<_> = found.iter().map(|finding| finding.clause.0).collect();
    assert_eq!(clauses, ["UCCI-GEN-03"]);
}

#[test]
fn the_end_of_the_process_has_the_clause_of_what_led_to_it() {
    for words in
        ["depth 3", "nodes 100", "movetime 100", "searchmoves h2e2", "time 9000 increment 100"]
    {
        go(words, "$ signal 11  # UCCI-GEN-04 fail");
    }
    go("time 9000 movestogo 4", "$ signal 11  # UCCI-GO-08 fail");
    go_in("v3", "time 9000 movestogo 4", "$ signal 11  # UCCI-GEN-04 fail");
    go("", "$ signal 11  # UCCI-GEN-04 fail");
    go("ponder time 9000 increment 0", "> ponderhit\n> ponderhit\n$ exit 1  # UCCI-GEN-04 fail");
    booted("> ponderhit\n$ exit 1  # UCCI-PH-05 warn");
    booted_in("unified", "> debug on\n$ exit 1  # UCCI-DBG-01 warn");
    greeted("> setoption newgame\n$ exit 0  # UCCI-GEN-04 fail");
    check("ucci", "> ucci\n> quit\n~ exit 5000  # UCCI-BOOT-09 fail");
}

#[test]
fn text_has_the_clause_of_what_it_answers() {
    booted("> isready\n< loading  # UCCI-GEN-05 info\n< readyok");
    booted("> xyzzy\n< what?  # UCCI-GEN-05 info");
    booted("> \n< command ready  # UCCI-GEN-08 info");
    booted(&format!("> position {START}\n< position is set  # UCCI-POS-05 warn"));
    booted("> ponderhit\n< ponderhit: what?  # UCCI-PH-05 info");
    booted("> stop\n< stop: what?  # UCCI-STATE-11 warn\n< nobestmove");
    booted_in("unified", "> debug on\n< debug mode  # UCCI-DBG-01 info");
    go("infinite", &format!("@ 2000\n< still here  # UCCI-GEN-05 info\n{INFO}"));
}

#[test]
fn a_reply_that_no_go_asked_for_has_the_clause_of_what_was_sent() {
    let reply = "< bestmove h2e2";
    booted(&format!("> setoption hashsize 2\n{reply}  # UCCI-BM-05 fail"));
    booted(&format!("> setoption newgame\n{reply}  # UCCI-BM-05 fail"));
    booted(&format!("> isready\n{reply}  # UCCI-BM-05 fail\n< readyok"));
    booted(&format!("> ponderhit\n{reply}  # UCCI-PH-05 warn"));
    booted(&format!("> position {START}\n{reply}  # UCCI-POS-05 fail"));
    booted(&format!("> xyzzy\n{reply}  # UCCI-GEN-05 warn"));
    booted(&format!("> \n@ 400\n{reply}  # UCCI-GEN-08 warn"));
    booted("> xyzzy\n< id name X  # UCCI-GEN-05 warn");
    booted(&format!("> xyzzy\n@ 400\n{}", INFO.replace("h2e2", "h2e2  # UCCI-GEN-05 warn")));
    let done = format!("{INFO}{reply}\n");
    go("depth 1", &format!("{done}> stop\n{reply}  # UCCI-STOP-03 fail"));
    go("infinite", &format!("{INFO}> stop\n> stop\n{reply}\n{reply}  # UCCI-STOP-04 fail"));
    go(
        "ponder time 2000 increment 0",
        &format!("{INFO}> ponderhit\n{reply}\n{reply}  # UCCI-PH-04 fail"),
    );
}

#[test]
fn a_line_that_is_no_command_ends_no_search() {
    let ended = "< bestmove h2e2";
    go("infinite", &format!("{INFO}> xyzzy\n{ended}  # UCCI-GEN-05 warn"));
    go("infinite", &format!("{INFO}> \n{ended}  # UCCI-GEN-08 warn"));
    go_in("unified", "infinite", &format!("{INFO}> debug on\n{ended}  # UCCI-DBG-01 warn"));
    booted(&format!(
        "> position {MATED}\n> go ponder time 2000 increment 0\n< nobestmove  # UCCI-GO-09 info"
    ));
}

#[test]
fn replies_break_their_grammar_in_rare_ways() {
    go(
        "depth 1",
        &format!("{INFO}< bestmove draw ponder h9g7  # UCCI-BM-02 info, UCCI-BM-01 fail"),
    );
}

#[test]
fn replies_that_are_missing_or_late_have_the_clause_of_what_was_asked() {
    booted("> isready\n~ readyok 30000  # UCCI-SYNC-01 fail");
    go("", "> stop\n~ bestmove 2000  # UCCI-STATE-05 fail");
    // An engine that continues to write has not read the `stop`, or ignores it.
    go(
        "infinite",
        &format!("{INFO}> stop\n@ 1500\n< info nodes 9\n~ bestmove 2000  # UCCI-STOP-01 fail"),
    );
    let late = format!("@ 2500\n{INFO}< bestmove h2e2  # UCCI-PH-03 fail");
    go("ponder time 2000 increment 0", &format!("> stop\n{late}"));
    go_in("unified", "movetime 1000", &format!("@ 2000\n{INFO}< bestmove h2e2  # UCCI-GO-14 info"));
    go_in("unified", "movetime 500", &format!("@ 900\n{INFO}< bestmove h2e2  # UCCI-GO-14 info"));
    let hit = format!("> ponderhit\n@ 1500\n{INFO}< bestmove h2e2  # UCCI-PH-01 warn");
    go("ponder movetime 1000", &hit);
}

#[test]
fn a_search_keeps_to_the_limits_of_its_go() {
    go("depth 1", "< info depth 9 score 3 pv h2e2\n< bestmove h2e2  # UCCI-GO-01 warn");
    go(
        "nodes 2000",
        "< info depth 3 nodes 104001 score 3 pv h2e2\n< bestmove h2e2  # UCCI-GO-04 warn",
    );
    go_in(
        "unified",
        "depth 1 searchmoves b2e2",
        "< info depth 1 score 3\n< bestmove h2e2  # UCCI-GO-14 info",
    );
}

#[test]
fn info_lines_may_be_wrong_in_rare_ways() {
    go("infinite", "< info depth 1 cp 35  # UCCI-INFO-01 fail");
    go("infinite", "< info depth 1 currmove first  # UCCI-INFO-05 warn");
    go("infinite", "< info depth 1 multipv one score 3  # UCCI-INFO-07 fail");
    go_in("v3", "infinite", "< info depth 1 score 3 pv h2e2 12.5  # UCCI-INFO-03 warn");
    go_in("unified", "infinite", "< info depth 1 score cp x  # UCCI-INFO-07 fail");
    go_in("unified", "infinite", "< info depth 1 score mate 100001  # UCCI-INFO-07 fail");
    let ponder =
        format!("> position {START} moves h2e2 h9g7\n> go ponder time 60000 increment 0\n");
    booted(&format!("{ponder}< info depth 1 score 3 pv a0a9  # UCCI-INFO-06 warn"));
    booted(&format!("{ponder}< info depth 1 score 3 pv h0g2"));
}

#[test]
fn thinking_ends_with_the_reply() {
    let done = format!("{INFO}< bestmove h2e2\n");
    let more = INFO.replace("h2e2", "h2e2  # UCCI-INFO-09 warn");
    go("depth 1", &format!("{done}@ 1200\n{more}"));
    booted(&format!(
        "> setoption ponder false\n> position {START}\n> go depth 1\n{done}@ 1200\n{more}"
    ));
    let unasked = INFO.replace("h2e2", "h2e2  # UCCI-STATE-06 fail");
    booted(&format!("> setoption ponder true\n@ 300\n{unasked}"));
    let loading = INFO.replace("h2e2", "h2e2  # UCCI-STATE-06 warn");
    booted(&format!("> isready\n{loading}< readyok"));
}

/// UCCI 3.0 lets a search that waits for stop end when a mate is found; the unified text does not.
#[test]
fn an_early_reply_weighs_less_where_nothing_is_left_to_search() {
    let rooks = "position fen 3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1";
    let (ponder, mate) = ("go ponder time 60000 increment 0", "info depth 1 score 9999 pv b2d2");
    for (profile, held, waited) in [
        ("core", "", "  # UCCI-GO-09 warn"),
        ("v3", "", "  # UCCI-GO-09 warn"),
        ("unified", "  # UCCI-GO-03 fail", "  # UCCI-GO-09 fail"),
    ] {
        // There is a mate in one, Black has one legal move, and one move is left by the bans.
        for (position, reply) in [
            (rooks.to_owned(), "b2d2"),
            (format!("{rooks} moves a1a2"), "d9d8"),
            ("position fen 4k4/9/9/9/9/9/P8/9/9/5K3 b - - 0 1\n> banmoves e9d9".to_owned(), "e9e8"),
        ] {
            booted_in(profile, &format!("> {position}\n> go infinite\n< bestmove {reply}{held}"));
            booted_in(profile, &format!("> {position}\n> {ponder}\n< bestmove {reply}{waited}"));
        }
        // The line of the search ends in a mate.
        let far = "position fen 3k5/9/9/9/9/9/9/1R7/9/R4K3 w - - 0 1";
        let line = mate.replace("b2d2", "a0a8 d9e9 b2b9");
        booted_in(profile, &format!("> {far}\n> go infinite\n< {line}\n< bestmove a0a8{held}"));
        let early = "< bestmove a0a8  # UCCI-GO-03 fail";
        booted_in(profile, &format!("> {far}\n> go infinite\n{early}"));
    }
}

/// A line that begins with an unknown word and cannot be read to its end is a sentence.
#[test]
fn words_of_a_sentence_in_info_are_no_numbers() {
    go(
        "depth 3",
        "< info idleline [go depth 3]  # UCCI-INFO-11 info\n< info depth 3 score 1 pv h2e2\n< bestmove h2e2",
    );
    go(
        "depth 3",
        "< info sentence 5 depth x  # UCCI-INFO-11 info\n< info depth x  # UCCI-INFO-07 fail\n< info depth 3 score 1 pv h2e2\n< bestmove h2e2",
    );
}

/// An engine whose clocks are in milliseconds by default may never have them in seconds.
#[test]
fn seconds_that_are_read_as_milliseconds_are_judged_where_seconds_are_the_default() {
    let search = |unit: &str, clock: u32, took: u32| {
        let end = "< info depth 9 score 4 pv h2e2\n< bestmove h2e2";
        let begin = format!("> setoption usemillisec {unit}\n> position {START}\n");
        format!("{begin}> go time {clock} increment 0\n@ {took}\n{end}")
    };
    let searches =
        [search("false", 10, 8), search("true", 10_000, 800), search("false", 10, 8)].join("\n");
    for (default, said) in [("false", "  # UCCI-GO-06 warn"), ("true", "")] {
        let handshake = HANDSHAKE.replace(
            "default false\n< option newgame",
            &format!("default {default}\n< option newgame"),
        );
        check("ucci", &format!("{handshake}> isready\n< readyok\n{searches}{said}"));
    }
}
