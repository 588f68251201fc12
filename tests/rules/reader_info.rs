//! The parser of info lines: where a value ends, what is read after an error, and what the reader
//! is shown.

use kentei::transcript_text;
use kentei::verdict::Finding;

use super::check::{UCCI, UCI, USI, check, found, judged};

const GO: &str = "> position startpos\n> go infinite\n";

/// Judges info lines of one search in USI. The text after `#` is what is reported.
#[track_caller]
fn usi(lines: &[&str]) {
    let lines: String = lines.iter().map(|line| format!("< info {line}\n")).collect();
    check("usi", &format!("{USI}{GO}{lines}"));
}

#[track_caller]
fn uci(lines: &[&str]) {
    let lines: String = lines.iter().map(|line| format!("< info {line}\n")).collect();
    check("uci", &format!("{UCI}{GO}{lines}"));
}

/// The finding of a clause at the last line of a transcript, and the part of that line that it
/// names.
#[track_caller]
pub(super) fn last_finding(dialect: &str, transcript: &str, clause: &str) -> (Finding, String) {
    let events = transcript_text::parse(transcript).expect("a transcript");
    let last = events.last().expect("an event");
    let findings = judged(dialect, &events);
    let found = findings
        .into_iter()
        .find(|finding| finding.at == last.at && finding.clause.0 == clause)
        .unwrap_or_else(|| panic!("nothing at {clause} in\n{transcript}"));
    let line = transcript.lines().last().expect("a line");
    let line = line.get(2..).unwrap_or_default();
    let part = found.columns.and_then(|(from, to)| line.get(from..to)).unwrap_or("no part");
    (found, part.to_owned())
}

#[track_caller]
fn names(line: &str, clause: &str, part: &str, expected: &str) {
    let (finding, named) = last_finding("usi", &format!("{USI}{GO}< info {line}"), clause);
    assert_eq!((named.as_str(), finding.expected.to_string().as_str()), (part, expected), "{line}");
}

#[test]
fn a_mate_score_may_have_a_plus_sign_and_any_distance_of_a_game() {
    usi(&[
        "score mate +5 depth 3",
        "score mate 100000 currmovenumber 1",
        "score mate -100000 currmovenumber 1",
        "score mate +x  # USI-INFO-13 fail",
        "score mate 100001  # USI-INFO-13 fail",
        "score mate -100001  # USI-INFO-13 fail",
    ]);
}

#[test]
fn a_score_may_have_a_plus_sign() {
    let lines = |faults: [&str; 4]| {
        let [word, signs, two, headless] = faults;
        [
            "score cp +35 depth 3".to_owned(),
            "score cp +0 lowerbound depth 3".to_owned(),
            format!("score cp +x  # {word}"),
            format!("score cp +-35  # {signs}"),
            format!("score mate +-3  # {two}"),
            format!("cp +35 depth 3  # {headless}"),
        ]
    };
    let usi_lines =
        lines(["USI-INFO-11 fail", "USI-INFO-11 fail", "USI-INFO-13 fail", "USI-INFO-11 fail"]);
    usi(&usi_lines.each_ref().map(String::as_str));
    let uci_lines =
        lines(["UCI-INFO-17 fail", "UCI-INFO-17 fail", "UCI-INFO-17 fail", "UCI-INFO-25 fail"]);
    uci(&uci_lines.each_ref().map(String::as_str));
}

/// Only USI limits a score to 32 bits.
#[test]
fn a_score_may_have_64_bits() {
    uci(&[
        "score cp 3000000000 depth 3",
        "score cp -9223372036854775808 depth 3",
        "score cp 3000000000.5  # UCI-INFO-17 fail",
        "score cp 9223372036854775808  # UCI-INFO-17 fail",
    ]);
    usi(&["score cp 3000000000  # USI-INFO-11 fail"]);
    for clause in ["UCCI-INFO-01", "UCCI-INFO-07"] {
        let line = format!("{UCCI}{GO}< info score 3000000000");
        assert_eq!(found("ucci", clause, &line), 0, "{clause}");
    }
    let line = format!("{UCCI}{GO}< info score cp 3000000000");
    assert_eq!(found("ucci", "UCCI-INFO-07", &line), 0);
}

#[test]
fn what_stands_after_an_error_is_still_read() {
    usi(&[
        "depth 3 foo cp 30  # USI-INFO-02 warn, USI-INFO-11 fail",
        "depth 3 foo bar mate 3  # USI-INFO-02 warn, USI-INFO-11 fail",
        "depth 3 foo bar nodes x  # USI-INFO-02 warn, USI-INFO-20 fail",
        // A sentence with one number, and a line that an unknown word does not make a sentence.
        "foo reached depth 3 in time bar  # USI-INFO-02 warn",
        "foo depth 3 time 5 nodes x  # USI-INFO-02 warn, USI-INFO-20 fail",
        "foo depth 3 score cp 30 pv 7g7z  # USI-INFO-02 warn, USI-INFO-08 warn",
        "depth 3 cp 30 nodes x  # USI-INFO-11 fail, USI-INFO-20 fail",
        "depth nodes 5  # USI-INFO-04 fail",
        "depth x nodes y  # USI-INFO-04 fail, USI-INFO-20 fail",
        "score nodes y  # USI-INFO-11 fail, USI-INFO-20 fail",
        "score cp nodes y  # USI-INFO-11 fail, USI-INFO-20 fail",
        "score cp 1 time 1 depth 1 pv 7g7f foo bar nodes x  # USI-INFO-07 warn, USI-INFO-20 fail",
        "score cp 1 time 1 depth 1 pv 7g7f nodes x  # USI-INFO-08 warn, USI-INFO-20 fail",
        "score lowerbound cp 5 nodes x  # USI-INFO-15 info, USI-INFO-20 fail",
        "score cp 5 lowerbound nodes x  # USI-INFO-20 fail",
        "score mate upperbound 5 nodes x  # USI-INFO-15 info, USI-INFO-20 fail",
        "currmove x nodes y  # USI-INFO-17 warn, USI-INFO-20 fail",
        "currmove nodes y  # USI-INFO-17 warn, USI-INFO-20 fail",
        "depth 3 lowerbound nodes x  # USI-INFO-15 info, USI-INFO-20 fail",
    ]);
}

#[test]
fn numbers_have_their_borders() {
    usi(&[
        "depth 5\\x00nodes 9 time 3  # USI-INFO-04 fail, USI-INFO-02 warn, USI-GEN-06 fail",
        "depth 5\\x10nodes 9 time 3  # USI-INFO-04 fail, USI-INFO-02 warn, USI-GEN-06 fail",
        "depth 0 currmovenumber 1",
        "depth -1  # USI-INFO-04 fail",
        "hashfull 1000 currmovenumber 1",
        "hashfull 0 currmovenumber 1",
        "hashfull -1  # USI-INFO-19 fail",
        "cpuload 0",
        "cpuload -1  # USI-INFO-21 info",
        "multipv 1 currmovenumber 1",
        "multipv -1  # USI-INFO-20 fail",
        "currmovenumber 2",
        "currmovenumber 0  # USI-INFO-18 info",
        "nodes 9223372036854775808 nps 18446744073709551615",
        "nodes 18446744073709551616  # USI-INFO-20 fail",
        "score cp 2147483647 currmovenumber 1",
        "score cp -2147483648 currmovenumber 1",
        "score cp 2147483648  # USI-INFO-11 fail",
        "score cp -2147483649  # USI-INFO-11 fail",
    ]);
}

/// A value that cannot be read is reported as such, and not as missing too.
#[test]
fn a_value_that_cannot_be_read_is_not_missing() {
    usi(&[
        "score cp 1 depth 1 time x pv 7g7f  # USI-INFO-05 warn",
        "score x depth 1 time 1 pv 7g7f  # USI-INFO-11 fail",
        "depth 1 time 1 pv",
        "depth 1 pv 7g7f  # USI-INFO-25 info, USI-INFO-05 info",
    ]);
    uci(&[
        "score cp 1 depth 1 time x pv e2e4  # UCI-INFO-17 fail",
        "score x depth 1 time 1 pv e2e4  # UCI-INFO-25 fail",
        "depth 1 pv e2e4  # UCI-INFO-04 info, UCI-INFO-02 info",
    ]);
}

#[test]
fn the_wrong_word_and_what_should_stand_there_are_named() {
    names("nodes 1 depth", "USI-INFO-04", "depth", "a whole number after depth");
    names("depth x", "USI-INFO-04", "x", "a whole number after depth");
    names("depth -1", "USI-INFO-04", "-1", "a number that is not negative");
    names(
        "nps 18446744073709551616",
        "USI-INFO-20",
        "18446744073709551616",
        "at most 18446744073709551615 after nps",
    );
    names("depth 3 multipv 0 nodes 5", "USI-INFO-16", "0", "1 for the best line");
    names("depth 3 currmovenumber 0", "USI-INFO-18", "0", "1 for the first move");
    names("depth 3 hashfull 1001", "USI-INFO-19", "1001", "a whole number from 0 to 1000");
    names("score mate +0", "USI-INFO-13", "+0", "a distance of at least 1");
    names("score mate +100001", "USI-INFO-13", "+100001", "a distance that a game can have");
    names("time 1 score cp 1 pv 7g7f 3c3e", "USI-INFO-07", "3c3e", "a line that can be played");
    names(
        "time 1 score cp 1 pv  7g7f   3c3e 2g2f",
        "USI-INFO-07",
        "3c3e",
        "a line that can be played",
    );
    names("time 1 score cp 1 pv 7g7e nodes 1", "USI-INFO-07", "7g7e", "a line that can be played");
    names("currmove 7g7e", "USI-INFO-17", "7g7e", "a legal move of the root");
    names("depth 3 depth 4", "USI-INFO-26", "depth", "each subcommand once");
}

#[test]
fn the_first_move_of_a_pv_is_named_where_it_stands() {
    let asked = USI.replace("> isready", "> setoption name USI_MultiPV value 2\n> isready");
    let line = |number: u8, moves: &str| {
        format!("< info depth 3 score cp 1 time 1 multipv {number} pv {moves}")
    };
    let first = line(1, "7g7f 3c3d");
    check("usi", &format!("{asked}{GO}{first}\n{}", line(2, "2g2f 3c3d")));
    let transcript = format!("{asked}{GO}{first}\n{}", line(2, "7g7f 8c8d"));
    check("usi", &format!("{transcript}  # USI-INFO-16 warn"));
    assert_eq!(last_finding("usi", &transcript, "USI-INFO-16").1, "7g7f");
}

/// Both documents list `cp` and `mate` as parts of a score, and do not say that there is only one of them.
#[test]
fn a_score_may_have_hundredths_of_a_pawn_and_a_mate() {
    let line = |score: &str| format!("depth 9 score {score} time 0 nodes 3 pv ");
    for score in ["cp 29997 mate 2", "mate 2 cp 29997", "cp 29997 mate 2 lowerbound"] {
        uci(&[&format!("{}g1f3", line(score))]);
        usi(&[&format!("{}7g7f", line(score).replace("mate 2", "mate 3"))]);
    }
    uci(&["score cp 1 cp 2 pv g1f3  # UCI-INFO-25 fail"]);
    uci(&["score mate 1 cp 2 mate 2 pv g1f3  # UCI-INFO-25 fail, UCI-INFO-08 warn"]);
}

#[test]
fn a_score_or_a_pv_shows_a_search() {
    for line in ["score cp 3", "depth 3 pv 7g7f"] {
        check("usi", &format!("{USI}@ 3000\n< info {line}  # USI-GEN-07 fail"));
    }
    check("usi", &format!("{USI}@ 3000\n< info score x  # USI-INFO-11 fail, USI-GEN-07 fail"));
    for line in ["nps 5", "depth 3", "currmove 7g7f"] {
        check("usi", &format!("{USI}@ 3000\n< info {line}  # USI-INFO-01 info"));
    }
    // Just after a reply such a line is of its search.
    let done = "> position startpos\n> go byoyomi 1000\n< info depth 1 score cp 1 pv 7g7f\n< bestmove 7g7f\n";
    let late = |line: &str, after: u32| format!("{USI}{done}@ {after}\n< info {line}");
    check("usi", &late("depth 3", 100));
    check("usi", &format!("{}  # USI-INFO-01 info", late("depth 3", 900)));
    check("usi", &format!("{}  # USI-PON-10 warn", late("depth 3 score cp 1", 900)));
}

#[test]
fn a_line_is_torn_where_another_message_begins_before_free_text() {
    usi(&["foo string readyok  # USI-INFO-02 warn", "foo string x readyok  # USI-INFO-02 warn"]);
    usi(&[
        "foo readyok string bar  # USI-INFO-27 fail",
        "foo checkmate  # USI-INFO-27 fail",
        "nodes x option  # USI-INFO-27 fail",
        "nodes x usiok  # USI-INFO-27 fail",
        "nodes x 5bestmove  # USI-INFO-27 fail",
        "nodes xinfo depth 3  # USI-INFO-27 fail",
        "nodes xinfo  # USI-INFO-20 fail",
        "nodes x depth 3 debuginfo  # USI-INFO-20 fail, USI-INFO-02 warn",
        "nodes x [bestmove]  # USI-INFO-20 fail, USI-INFO-02 warn",
        "nodes 5 options  # USI-INFO-02 warn",
    ]);
    uci(&["foo checkmate  # UCI-INFO-20 warn", "foo bestmove  # UCI-INFO-21 fail"]);
    names(
        "nodes x foo 7g7finfo y",
        "USI-INFO-27",
        "7g7finfo",
        "each protocol word on a line of its own",
    );
}

#[test]
fn extensions_take_their_numbers() {
    uci(&[
        "depth 3 wdl 1 2 997 currmovenumber 1",
        "wdl 0 0 1000 tbhits 3 sbhits 4 ebf 2 nodes 5 currmovenumber 1",
        "wdl 500 500  # UCI-INFO-20 info",
        "wdl 500 500 0 nodes x  # UCI-INFO-17 fail",
        "wdl 1 2 3 nodes x  # UCI-INFO-20 info, UCI-INFO-17 fail",
        "wdl 1 2 x  # UCI-INFO-20 info",
        "wdl  # UCI-INFO-20 info",
        "tbhits 3 nodes x  # UCI-INFO-17 fail",
        "fen 3 nodes x  # UCI-INFO-20 warn",
        "nodes x fen 3  # UCI-INFO-17 fail, UCI-INFO-20 warn",
    ]);
}

#[test]
fn hits_in_tables_are_counts() {
    for word in ["tbhits", "sbhits"] {
        let lines = [
            format!("{word} 0 depth 3"),
            format!("{word} 18446744073709551615 depth 3"),
            format!("{word}  # UCI-INFO-17 fail"),
            format!("{word} x depth 3  # UCI-INFO-17 fail"),
            format!("{word} 1.5 depth 3  # UCI-INFO-17 fail"),
            format!("{word} -1 depth 3  # UCI-INFO-17 fail"),
            format!("{word} depth 3  # UCI-INFO-17 fail"),
            format!("{word} 18446744073709551616 depth 3  # UCI-INFO-17 fail"),
        ];
        uci(&lines.each_ref().map(String::as_str));
    }
    // No document has the words that do not belong to the dialect.
    usi(&["tbhits x depth 3  # USI-INFO-02 warn"]);
}

#[test]
fn lines_that_were_asked_for_have_moves() {
    let boot = |names: &[&str], lines: &[&str]| {
        let set: String =
            names.iter().map(|name| format!("> setoption name {name} value true\n")).collect();
        let lines: String = lines.iter().map(|line| format!("< info {line}\n")).collect();
        check("usi", &format!("{USI}{set}{GO}{lines}"));
    };
    boot(
        &["USI_ShowCurrLine"],
        &[
            "currline 1 7g7f 3c3d",
            "currline 7g7f nodes 5",
            "currline 0000 7g7f",
            "currline 2 7g7f 0000 2g2f 0000 nodes 5",
            "currline 0 7g7f  # USI-INFO-23 info",
            "currline -1 7g7f  # USI-INFO-23 info",
            "currline 1  # USI-INFO-23 info",
            "currline  # USI-INFO-23 info",
            "currline nodes x  # USI-INFO-23 info, USI-INFO-20 fail",
            "currline 1 7g7f nodes x  # USI-INFO-20 fail",
            "refutation 7g7f  # USI-SET-16 warn",
        ],
    );
    boot(
        &["USI_ShowRefutations"],
        &[
            "refutation 7g7f 3c3d",
            "refutation  # USI-INFO-22 info",
            "refutation x  # USI-INFO-22 info, USI-INFO-02 warn",
            "refutation 7g7f nodes x  # USI-INFO-20 fail",
            "currline 7g7f  # USI-SET-16 warn",
        ],
    );
}
