//! What is said about mistakes, and where.

use super::{around, read};
use crate::report::diagnostics::print;

/// Checks what is said about a file.
#[track_caller]
fn check(yaml: &str, expected: &str) {
    let (_, diagnostics) = read("toy/case", yaml, None);
    let got = print(&diagnostics, false, 100);
    assert_eq!(
        got.trim_end(),
        expected.trim_matches('\n').trim_end(),
        "\n{got}"
    );
}

#[test]
fn a_mistake_is_shown_in_its_line_with_what_is_allowed_there() {
    check(
        &around("  - send: hi\n  - expect: best\n    wihtin: stop\n"),
        r#"
error: unknown key "wihtin"
 --> case.yaml:6:5
  |
6 |     wihtin: stop
  |     ^^^^^^ did you mean "within"?
  |
  = help: allowed in "expect": expect, within, late, flush, where, clause, at-most, optional, capture, measure"#,
    );
}
