//! The parser of all lines but info lines: options, names, blanks, bytes that are no text, and
//! torn lines.

use super::check::{USI, check};
use super::reader_info::last_finding;

const NAMES: &str = "< id name X\n< id author Y\n";

/// Judges option lines of one handshake. The text after `#` is what is reported.
#[track_caller]
fn options(dialect: &str, lines: &[&str]) {
    let known = match dialect {
        "usi" => "< option name USI_Hash type spin default 1 min 1 max 9\n",
        "uci" => "< option name Hash type spin default 1 min 1 max 9\n",
        _ => "< option usemillisec type check default true\n< option newgame type button\n",
    };
    let lines: String = lines.iter().map(|line| format!("< option {line}\n")).collect();
    check(dialect, &format!("> {dialect}\n{NAMES}{known}{lines}< {dialect}ok"));
}

/// What a finding about an option line names: the part of the line, and what is there instead.
#[track_caller]
fn named(dialect: &str, line: &str, clause: &str) -> (String, String) {
    let transcript = format!("> {dialect}\n{NAMES}< option {line}");
    let (finding, part) = last_finding(dialect, &transcript, clause);
    (part, finding.got.to_string())
}

#[test]
fn an_option_of_wrong_shape_is_described() {
    for (line, got) in [
        ("A", "no name"),
        ("A type check default true", "no name"),
        ("name A", "no type"),
        ("type check name A", "type before name"),
        ("type name A", "type before name"),
        ("name type", "an empty name"),
        ("name A type", "nothing after type"),
        ("x name A type check default true", "other words before name"),
    ] {
        let whole = format!("option {line}");
        assert_eq!(named("usi", line, "USI-OPT-01"), (whole, got.to_owned()));
    }
    let shape = |dialect, line, clause| {
        let line = format!("> {dialect}\n{NAMES}< option {line}");
        last_finding(dialect, &line, clause).0.expected.to_string()
    };
    assert_eq!(shape("usi", "A", "USI-OPT-01"), "option name <id> type <t>");
    assert_eq!(shape("ucci", "a", "UCCI-OPTG-01"), "option <id> type <t>");
    assert_eq!(named("ucci", "a", "UCCI-OPTG-01").1, "no type");
    assert_eq!(named("ucci", "type", "UCCI-OPTG-01").1, "an empty name");
    assert_eq!(named("ucci", "a type", "UCCI-OPTG-01").1, "nothing after type");
}

#[test]
fn the_wrong_part_of_an_option_is_named() {
    for (line, clause, part, got) in [
        ("name A type spin default 1 min 1 min 2 max 9", "USI-OPT-01", "min", "min"),
        ("name A type spin default 1 max 9 min 1 max 8", "USI-OPT-01", "max", "max"),
        ("name A type check default true default true", "USI-OPT-01", "default", "default"),
        ("name A type spin 3 default 1 min 1 max 9", "USI-OPT-01", "3", "3"),
        ("name A type string min 1 default x", "USI-OPT-12", "min", "min"),
        (
            "name A type check default true option B type x",
            "USI-OPT-04",
            "true",
            "true option B type x",
        ),
        ("name A B type button", "USI-OPT-02", "A B", "A B"),
        ("name A type slider", "USI-OPT-03", "slider", "slider"),
        ("name A type check default 0 1", "USI-OPT-04", "0", "0 1"),
        ("name A type check default", "USI-OPT-04", "default", ""),
        ("name A type spin default x y min 1 max 2", "USI-OPT-05", "x", "x y"),
        ("name A type spin default 1 min max 2", "USI-OPT-05", "min", "nothing"),
        ("name A type combo default b c var a var b c", "USI-OPT-07", "b c", "b c"),
        ("name A type button var 1", "USI-OPT-09", "var", "var"),
        ("name A type string default", "USI-OPT-10", "default", "default"),
        ("name A type check default true var 1", "USI-OPT-12", "var", "var"),
        ("name A type button option name B type button", "USI-OPT-13", "option", "option"),
        ("name USI_Foo type button", "USI-OPT-15", "USI_Foo", "USI_Foo"),
        ("name USI_Hash type check default true", "USI-OPT-16", "check", "check"),
        ("name USI_MultiPV type spin default 2 min 1 max 9", "USI-OPT-19", "2", "2"),
    ] {
        let found = named("usi", line, clause);
        assert_eq!((found.0.as_str(), found.1.as_str()), (part, got), "{line}");
    }
}

#[test]
fn words_of_the_syntax_may_be_names_and_choices() {
    options(
        "usi",
        &[
            "name type type check default true",
            "name A type combo default min var min var max",
            "name B type combo default max var min var max",
            "name C type combo default a var a var A1",
            "name D type combo default A var a var b",
            "name E type string default option x type y",
            "name F type filename default min 1 var x",
            "name G type combo default a min 1 var a  # USI-OPT-12 warn",
            "name H type combo min var a default a  # USI-OPT-12 warn",
            "name J type spin default 0 var 1 min 0 max 9  # USI-OPT-12 warn",
        ],
    );
    options(
        "uci",
        &[
            "name two words type check default true",
            "name choices type combo default b c var a var b c",
            "name value type check default true  # UCI-OPT-05 warn",
        ],
    );
    options("ucci", &["type type check default true", "other type spin default 1 min 1 max 9"]);
    options("ucci", &["name type check default true  # UCCI-OPTG-03 warn"]);
    options("ucci", &["name a type check default true  # UCCI-OPTG-01 warn"]);
    options("ucci", &["Other type check default true  # UCCI-OPTG-04 info"]);
    options("ucci", &["two words type check default true  # UCCI-OPTG-03 fail"]);
}

#[test]
fn a_second_option_on_a_line_is_not_part_of_the_first() {
    options(
        "usi",
        &[
            "name C type check default true option name D type button  # USI-OPT-13 fail",
            "name E type check default 1 option name F type x  # USI-OPT-13 fail, USI-OPT-04 fail",
        ],
    );
    options(
        "ucci",
        &[
            "a type check default true option b type button  # UCCI-OPTG-01 fail",
            "c type check default true option name d type button  # UCCI-OPTG-01 fail",
        ],
    );
}

#[test]
fn values_of_options_have_their_borders() {
    options(
        "usi",
        &[
            "name A type spin default 1 min 1 max 1",
            "name N type string  # USI-OPT-11 warn",
            "name O  # USI-OPT-01 fail",
            "name O type button  # USI-OPT-14 fail",
            "O type button  # USI-OPT-01 fail",
            "name B type spin default 9 min -9 max 9",
            "name C type spin default 10 min 1 max 9  # USI-OPT-06 fail",
            "name D type spin default 0 min 1 max 9  # USI-OPT-06 fail",
            "name E type spin min 2 max 1 default 2  # USI-OPT-06 fail",
            "name F type spin default 1 min 1  # USI-OPT-28 warn",
            "name G type spin default 1 max 1  # USI-OPT-28 warn",
            "name K type combo default a var  # USI-OPT-07 fail",
            "name L type combo default a var a var",
            "name USI_MultiPV type spin default min 1 max 9  # USI-OPT-05 fail",
        ],
    );
}

#[test]
fn prefixes_are_reserved_in_any_letter_case() {
    options(
        "uci",
        &[
            "name UCI_Chess960 type check default false",
            "name uci_showwdl type check default false",
            "name Uci type check default false",
            "name uci_foo type check default false  # UCI-OPTG-19 info",
            "name UCI_Chess961 type check default false  # UCI-OPTG-19 info",
        ],
    );
}

/// Judges lines of one handshake. The text after `#` is what is reported.
#[track_caller]
fn handshake(dialect: &str, lines: &[&str]) {
    let lines: String = lines.iter().map(|line| format!("< {line}\n")).collect();
    check(dialect, &format!("> {dialect}\n{lines}"));
}

#[test]
fn blanks_are_judged_where_clients_compare_text() {
    let hash = "option name USI_Hash type spin default 1 min 1 max 9";
    handshake("usi", &["id name X  Y", "id author  Y", hash, "usiok"]);
    handshake("usi", &["id  name X  # USI-GEN-18 warn", "id author Y", hash, "usiok"]);
    handshake("usi", &["id name X", "id author Y", hash, "usiok\\x20  # USI-GEN-18 warn"]);
    handshake("usi", &["id name X", "id author Y", hash, " usiok  # USI-GEN-18 warn"]);
    handshake(
        "usi",
        &[
            "id name X",
            "id author Y",
            "option name A type check default  true",
            "option name B type string default a  b",
            "option name C type spin default 1  min 1 max  9",
            "option  name D type button  # USI-GEN-18 warn",
            "option name  E type button  # USI-GEN-18 warn",
            "option name F  type button  # USI-GEN-18 warn",
            "option name G type  button  # USI-GEN-18 warn",
            "option name H\ttype button  # USI-GEN-18 warn",
        ],
    );
    let hash = "option name Hash type spin default 1 min 1 max 9";
    handshake(
        "uci",
        &["id  name X", "id author Y", hash, "option  name A  type button", "uciok\\x20"],
    );
    handshake("uci", &["id name X", "id author Y", hash, "uciok x  # UCI-GEN-17 warn"]);
    let root = "> position startpos\n> go nodes 5\n< info depth 1 score cp 1 time 1 pv 7g7f\n";
    for (line, said) in [
        ("bestmove 7g7f ponder 3c3d", ""),
        ("bestmove  7g7f", "  # USI-GEN-18 warn"),
        ("bestmove 7g7f ponder  3c3d", "  # USI-GEN-18 warn"),
        ("bestmove 7g7f  ponder 3c3d", "  # USI-GEN-18 warn"),
        ("\tbestmove 7g7f", "  # USI-GEN-18 warn"),
    ] {
        check("usi", &format!("{USI}{root}< {line}{said}"));
    }
    check("usi", &format!("{USI}{root}< info  depth 2\n<  info depth 2  # USI-GEN-18 warn"));
}

#[test]
fn the_blanks_that_are_wrong_are_named() {
    for (line, part) in [
        ("  id name X", "  "),
        ("id\tname X", "\t"),
        ("option name A   type button", "   "),
        ("usiok x ", " x "),
    ] {
        let found = last_finding("usi", &format!("> usi\n< {line}"), "USI-GEN-18");
        assert_eq!(found.1, part, "{line}");
        assert_eq!(found.0.got.to_string(), part, "{line}");
    }
}

#[test]
fn bytes_that_are_no_text_are_named() {
    for (line, clause, part) in [
        ("id name xé", "USI-GEN-06", "é"),
        ("id author xé", "USI-GEN-06", "é"),
        ("option name 定跡 type button", "USI-GEN-06", "定"),
        ("id name a\\x00b", "USI-GEN-06", "\0"),
        ("info string 定 \u{feff}x", "USI-GEN-06", "定"),
    ] {
        let found = last_finding("usi", &format!("> usi\n< {line}"), clause);
        let named = found.0.got.to_string();
        assert_eq!(named, part, "{line}");
        if !line.contains("\\x") {
            assert_eq!(found.1, part, "{line}");
        }
    }
}

/// In free text such bytes are less harmful than in a protocol word.
#[test]
fn bytes_that_are_no_text_count_by_their_place() {
    handshake(
        "usi",
        &[
            "id name X定  # USI-GEN-06 fail",
            "id author Y定  # USI-GEN-06 warn",
            "option name A type string default 定  # USI-GEN-06 warn",
        ],
    );
    handshake("usi", &["id name X", "id author a\tb"]);
    handshake("usi", &["id name X", "id author a\\x00b  # USI-GEN-06 warn"]);
    handshake("usi", &["id name X", "id author \\x7f  # USI-GEN-06 warn"]);
    handshake("usi", &["id name X", "id\\x00 author a  # USI-BOOT-09 warn"]);
    let go = format!("{USI}> position startpos\n> go infinite\n");
    check("usi", &format!("{go}< info string 定  # USI-GEN-06 warn"));
    check(
        "usi",
        &format!(
            "{go}< info nodes 5 string 定  # USI-GEN-06 warn\n\
             < info 定 string  # USI-INFO-02 warn, USI-GEN-06 fail"
        ),
    );
    handshake(
        "ucci",
        &["id name X定", "id author Y定", "id copyright 定", "id 定 Z  # UCCI-GEN-09 warn"],
    );
    handshake(
        "ucci",
        &[
            "id name X",
            "id author Y",
            "option a type string default 定",
            "option 定 type string default x  # UCCI-GEN-09 warn",
            "option b 定 type string default x  # UCCI-OPTG-03 fail, UCCI-GEN-09 warn",
            "option c d type string 定  # UCCI-OPTG-03 fail, UCCI-OPTG-01 fail",
        ],
    );
}

#[test]
fn marks_before_a_reply_do_not_hide_it() {
    let ready = |line: &str| check("usi", &format!("{USI}> isready\n< {line}"));
    ready("readyok");
    ready("\\x1b[0m\\x1b[1;32mreadyok  # USI-GEN-06 fail");
    ready("\\xef\\xbb\\xbfreadyok  # USI-GEN-06 fail");
    ready("\\x00readyok  # USI-GEN-06 fail");
}

#[test]
fn a_misspelt_author_is_an_author() {
    for word in ["auther", "Author", "autor", "athor", "auth", "authored"] {
        let line = format!("id {word} Y  # USI-BOOT-02 warn");
        handshake("usi", &["id name X", &line]);
    }
    for word in ["aut", "authorized", "orator", "atom"] {
        let line = format!("id {word} Y  # USI-BOOT-09 warn");
        handshake("usi", &["id name X", &line]);
    }
    let named = |line: &str| last_finding("usi", &format!("> usi\n< {line}"), "USI-BOOT-09").1;
    assert_eq!(named("id version 3"), "version");
    assert_eq!(named("id"), "id");
}

#[test]
fn a_reply_within_other_words_is_a_torn_line() {
    let root = "> position startpos\n> go infinite\n";
    for (line, torn) in [
        ("7g7finfo depth 3", true),
        ("x 5bestmove 7g7f", true),
        ("readyokreadyok", true),
        ("bestmovebestmove", true),
        ("7g7f+info depth 3", true),
        ("xusiok", true),
        ("information", false),
        ("info5 depth", false),
        ("engine.info is read", false),
        ("some.info. here", false),
        ("bestmove=7g7f found", false),
        ("some (info). here", false),
        ("a [bestmove] b", false),
        ("(readyok)", false),
        ("x usiok", false),
    ] {
        let transcript = format!("{USI}{root}< {line}");
        let said = if torn { "  # USI-INFO-27 fail" } else { "  # USI-GEN-08 warn" };
        check("usi", &format!("{transcript}{said}"));
    }
}

#[test]
fn a_reply_without_a_move_is_marked_as_a_whole() {
    let search = |dialect: &str, rest: &str, clause| {
        let name = match dialect {
            "ucci" => "< option usemillisec type check default true\n",
            _ => "",
        };
        let begin = format!("> {dialect}\n{NAMES}{name}< {dialect}ok\n> isready\n< readyok\n");
        last_finding(dialect, &format!("{begin}{rest}"), clause).1
    };
    let mated = "> position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\n> go depth 1\n< bestmove";
    assert_eq!(search("uci", mated, "UCI-BM-04"), "bestmove");
    let start = "> position startpos\n> go depth 1\n< nobestmove";
    assert_eq!(search("ucci", start, "UCCI-BM-06"), "nobestmove");
}
