//! What a finding says about a field that is not as the script demands.

use super::paper::{self, ms};
use crate::engine::scripted::Reaction;
use crate::verdict::{Finding, Watcher};

/// The findings about a reply that ends these lines, if the script demands this of the reply.
fn findings(demand: &str, lines: &[&str]) -> Vec<Finding> {
    let answer: Vec<_> = lines.iter().map(|line| (ms(1), *line)).collect();
    let engine = paper::engine(vec![Reaction::on("go", &answer)]);
    let steps = format!(
        "  - send: position startpos\n  - send: go depth 1\n  - expect: bestmove\n    clause: USI-GO-03\n    where: {{ {demand} }}\n"
    );
    let trial = paper::play("USI-GO-03", &steps, engine);
    trial.findings.into_iter().filter(|finding| finding.clause.0 == "USI-GO-03").collect()
}

/// Their messages.
fn messages(demand: &str, lines: &[&str]) -> Vec<String> {
    findings(demand, lines).iter().map(|finding| finding.message.to_string()).collect()
}

#[test]
fn a_score_below_zero_is_named_by_its_sign() {
    let lines = ["info depth 3 score cp -31 pv 7g7f", "bestmove 7g7f"];
    let message = "the score must not be negative here";
    assert_eq!(messages("sign: { not: \"-1\" }", &lines), [message]);
}

#[test]
fn a_message_in_a_silence_is_named_with_what_was_to_be_silent() {
    let reply = [(ms(200), "bestmove 7g7f")];
    let messages = |of: &str| {
        let engine = paper::engine(vec![Reaction::on("go", &reply)]);
        let steps = format!(
            "  - send: position startpos\n  - send: go infinite\n  - silence: {{ {of}for: 500ms }}\n    clause: USI-GO-13\n"
        );
        let trial = paper::play("USI-GO-13", &steps, engine);
        let by_script = |finding: &&Finding| finding.watcher == Watcher::Expectation;
        let found = trial.findings.iter().find(by_script).expect("a finding of the script");
        found.expected.to_string()
    };
    assert_eq!(messages("of: [bestmove], "), "no bestmove");
    assert_eq!(messages(""), "silence");
}

#[test]
fn a_finding_says_what_was_demanded_and_what_came() {
    let info = "info depth 3 score cp 31 pv 7g7f";
    let move_lines = [info, "bestmove 7g7f"];
    for (demand, message) in [
        ("move: 2g2f", "move must be 2g2f here, and is 7g7f"),
        ("move: { not: 7g7f }", "move must not be 7g7f here"),
        ("move: { one-of: [2g2f, 6g6f] }", "move must be one of 2g2f, 6g6f here, and is 7g7f"),
        ("move: { matches: '^2' }", "move must have the form /^2/ here, and is 7g7f"),
        ("move: mates", "the move must mate here, and 7g7f does not"),
        ("move: checks", "the move must give check here, and 7g7f does not"),
        ("ponder: present", "bestmove has no ponder"),
        ("move: absent", "bestmove must have no move here, and has 7g7f"),
        (
            "depth: { range: [4, 9] }",
            "the last depth of the search must be from 4 to 9 here, and is 3",
        ),
        (
            "depth: { range: [4, null] }",
            "the last depth of the search must be at least 4 here, and is 3",
        ),
        (
            "depth: { range: [null, 2] }",
            "the last depth of the search must be at most 2 here, and is 3",
        ),
        ("depth: { range: [4, 4] }", "the last depth of the search must be 4 here, and is 3"),
        ("mate: { range: [1, 9] }", "the distance to mate in the last exact score: there is none"),
        ("best: absent", "the first move of the last pv must be absent here, and is 7g7f"),
        (
            "same-as-pv: \"false\"",
            "the move is the first one of the last pv: this must not be so here, and is",
        ),
        (
            "statistics: \"true\"",
            "nodes, nps and hashfull all came in the search: this must be so here, and is not",
        ),
        (
            "multipv: { range: [3, 3] }",
            "the highest multipv number in the search (0 if none) must be 3 here, and is 0",
        ),
        ("sign: { not: \"1\" }", "the score must not be positive here"),
    ] {
        assert_eq!(messages(demand, &move_lines), [message], "{demand}");
    }
    for met in [
        "depth: { range: [3, 3] }",
        "depth: { range: [null, 3] }",
        "depth: { range: [3, null] }",
        "move: legal",
        "move: { one-of: [2g2f, 7g7f] }",
        "ponder: absent",
        "mate: absent",
        "sign: { not: \"-1\" }",
    ] {
        assert_eq!(messages(met, &move_lines), [""; 0], "{met}");
    }
}

#[test]
fn the_score_of_the_second_line_is_named_by_its_sign() {
    for (score, sign, word) in [(12, "1", "positive"), (-12, "-1", "negative")] {
        let second = format!("info depth 3 multipv 2 score cp {score} pv 2g2f");
        let lines = ["info depth 3 multipv 1 score cp 31 pv 7g7f", &second, "bestmove 7g7f"];
        let message = format!("the score of the second line must not be {word} here");
        assert_eq!(messages(&format!("second-sign: {{ not: \"{sign}\" }}"), &lines), [message]);
        assert_eq!(messages("second-sign: { not: \"0\" }", &lines), [""; 0]);
    }
}

#[test]
fn a_finding_says_which_numbers_were_expected() {
    let lines = ["info depth 3 score cp 31 pv 7g7f", "bestmove 7g7f"];
    for (range, expected) in [
        ("[4, 4]", "depth 4"),
        ("[4, 9]", "depth from 4 to 9"),
        ("[4, null]", "depth from 4 to any"),
        ("[null, 2]", "depth from any to 2"),
    ] {
        let found = findings(&format!("depth: {{ range: {range} }}"), &lines);
        let said: Vec<_> = found.iter().map(|finding| finding.expected.to_string()).collect();
        assert_eq!(said, [expected], "{range}");
    }
}

/// An engine that says `resign` for a move has one fault, whatever the script demands of the move.
#[test]
fn a_word_in_the_place_of_a_move_is_reported_as_that() {
    for demand in ["move: legal", "move: 2g2f", "move: { matches: '^2' }", "move: { not: 7g7f }"] {
        let said = messages(demand, &["bestmove resign"]);
        let wanted = "bestmove resign came where a move is required";
        // A demand that the word meets says nothing.
        let met = demand.contains("not:");
        let expected: &[&str] = if met { &[] } else { &[wanted] };
        assert_eq!(said, expected, "{demand}");
    }
    // The script demands more of the move than to be one.
    let mates = messages("move: mates", &["bestmove resign"]);
    assert_eq!(mates, ["the move must mate here, and resign does not"]);
    let other_word = messages("move: win", &["bestmove resign"]);
    assert_eq!(other_word, ["move must be win here, and is resign"]);
}
