//! A finding carries a position where the position explains it, and nowhere else: a board is a third of a card.

use std::collections::BTreeSet;

use kentei::protocol;
use kentei::verdict::Finding;

/// Violations that the position explains: the move, the line, the claim or the score is wrong in it.
const BOARDS: [&str; 17] = [
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
    "no-move-given",
    "other-rule-win",
    "pondered-elsewhere",
    "promotion-missing",
    "pv-illegal",
    "ranks-from-one",
];
/// Of these some are about the position: that it has no legal move and still has to be answered, or that it has one. A word
/// that is no move at all is wrong in any.
const SOME: [&str; 3] = ["bestmove-grammar", "currmove-illegal", "reply-missing-no-move"];

/// Holds that findings of a transcript have a board where they should.
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
