//! A finding has a position if the position explains it, and otherwise none: a board takes a third of a card.

use std::collections::BTreeSet;

use kentei::protocol;
use kentei::verdict::Finding;

/// Violations that the position explains: the move, the line, the claim or the score is wrong in this position.
const BOARDS: [&str; 18] = [
    "false-win",
    "forbidden-drop",
    "illegal-move",
    "illegal-ponder",
    "mate-denied",
    "mate-distance",
    "mate-line-wrong",
    "mate-untrue",
    "mated-distance",
    "moves-ignored",
    "no-legal-move",
    "no-legal-move-unchecked",
    "no-move-given",
    "other-rule-win",
    "pondered-elsewhere",
    "promotion-missing",
    "pv-illegal",
    "ranks-from-one",
];
/// Some findings of these violations are about the position, because it has no legal move and still needs a reply,
/// or because it has a legal move. Others are not: a word that is not a move is wrong in any position.
const SOME: [&str; 3] = ["bestmove-grammar", "currmove-illegal", "reply-missing-no-move"];

/// Checks that the findings of a transcript have a board if they should, and only then.
#[track_caller]
pub(crate) fn check(findings: &[Finding]) {
    for finding in findings {
        let Some(violation) = finding.violation.as_deref().filter(|id| !SOME.contains(id)) else {
            continue;
        };
        let shown = finding.position.is_some();
        assert_eq!(shown, BOARDS.contains(&violation), "{violation}: {}", finding.message);
    }
}

#[test]
fn every_violation_that_shows_a_board_exists() {
    let dialects = ["usi", "uci", "ucci"].map(|name| protocol::dialect(name).expect("a dialect"));
    let all = dialects.iter().flat_map(|dialect| dialect.watches());
    let all: BTreeSet<String> = all.map(|watch| watch.violation).collect();
    for id in BOARDS.iter().chain(&SOME) {
        assert!(all.contains(*id), "{id}");
    }
}
