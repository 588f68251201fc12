//! A step that waits for one of several replies.

use super::paper;

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
