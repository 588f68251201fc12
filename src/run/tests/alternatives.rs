//! A step that waits for one of several replies.

use super::paper::{self, ms};
use crate::engine::scripted::Reaction;

#[test]
fn what_is_missing_is_named_once_a_kind() {
    let steps = "  - send: position startpos
  - send: go depth 1
  - one-of:
      - expect: bestmove
        where: { move: resign }
      - expect: checkmate
      - expect: bestmove
        where: { move: legal }
    within: limit
    clause: USI-GO-03
";
    let trial = paper::play("USI-GO-03", steps, paper::engine(Vec::new()));
    let held = paper::held(&trial);
    assert_eq!(held.len(), 1, "{held:#?}");
    assert_eq!(held[0].clause.0, "USI-GO-03");
    assert!(
        held[0].expected.to_string().starts_with("bestmove or checkmate within "),
        "{}",
        held[0].expected
    );
}

#[test]
fn a_forbidden_value_is_named_beside_what_would_be_right() {
    let steps = "  - send: position startpos
  - send: go depth 1
  - one-of:
      - expect: bestmove
        where: { move: 7g7f }
        outcome: { finding: USI-GO-03, message: \"answered with the move of the book\" }
      - expect: bestmove
    within: limit
";
    let engine = paper::engine(vec![Reaction::on("go depth 1", &[(ms(1), "bestmove 7g7f")])]);
    let trial = paper::play("USI-GO-03", steps, engine);
    let held = paper::held(&trial);
    assert_eq!(held.len(), 1, "{held:#?}");
    assert_eq!(held[0].expected.to_string(), "move other than 7g7f");
    assert_eq!(held[0].got.to_string(), "move 7g7f");
}
