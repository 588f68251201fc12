//! Errors of an info line as a whole.

use super::Key;
use crate::protocol::family::info::Info;
use crate::protocol::family::info_reader::violations;
use crate::protocol::family::message::SyntaxIssue;
use crate::protocol::family::words::Word;

/// Reports errors of the line as a whole. `at` returns the index of the word of a subcommand.
pub(super) fn whole_line(
    info: &Info<'_>,
    words: &[Word<'_>],
    at: impl Fn(Key) -> Option<usize>,
    issues: &mut Vec<SyntaxIssue>,
) {
    if let Some(seldepth) = at(Key::Seldepth) {
        match at(Key::Depth) {
            None => issues.push(SyntaxIssue::at(
                violations::SELDEPTH_ALONE,
                words[seldepth],
                say!("depth on the same line"),
            )),
            Some(depth) if depth > seldepth => {
                issues.push(SyntaxIssue::at(
                    violations::SELDEPTH_FIRST,
                    words[seldepth],
                    say!("depth before seldepth"),
                ));
            }
            Some(_) => {}
        }
    }
    let pv = info.pv.is_some_and(|pv| !pv.bytes().is_empty());
    if let Some(key) = at(Key::Pv).filter(|_| pv) {
        if info.score.is_none() && at(Key::Score).is_none() {
            issues.push(SyntaxIssue::at(
                violations::PV_ALONE,
                words[key],
                say!("score and depth on the line of the pv"),
            ));
        }
        if info.time.is_none() && at(Key::Time).is_none() {
            issues.push(SyntaxIssue::at(
                violations::TIME_WITHOUT_PV,
                words[key],
                say!("time on the line of the pv"),
            ));
        }
    }
}
