//! Unfinished lines, input that is not read, and replies on the wrong stream.

use crate::lang::Text;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::state::Unfinished;
use crate::protocol::family::violation_id::violations;
use crate::transcript::{EventKind, LineEnd, NOT_READ, Overdue};

pub(super) const RULE: Rule = Rule {
    name: "wire",
    ignores_probe: false,
    info_filter: InfoFilter::Unusual,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// A reply whose line end does not come.
    UNFINISHED_REPLY = "unfinished-reply",
    /// Other text whose line end does not come.
    UNFINISHED_TEXT = "unfinished-text",
    /// Protocol lines on standard error that are missing on standard output.
    REPLIES_ON_STDERR = "replies-on-stderr",
    /// Input that was not read while the engine was busy.
    NOT_READING = "not-reading",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving() {
        return;
    }
    match &context.event.kind {
        EventKind::Partial(bytes) => unfinished(context, bytes, violations),
        EventKind::Received(line) if line.end == LineEnd::None => {
            unfinished(context, &line.bytes, violations)
        }
        EventKind::WriteFailed(reason) if !context.state.exited && reason.starts_with(NOT_READ) => {
            let message = say!("the engine does not read its input: {reason}", reason);
            let mut violation = context
                .violation(NOT_READING, message)
                .timing()
                .expected(say!("input to be read at all times"));
            violation.got = Text::plain(reason);
            violations.push(violation);
        }
        EventKind::Overdue(overdue) => wrong_stream(context, overdue, violations),
        EventKind::Received(_)
        | EventKind::Sent { .. }
        | EventKind::Stderr(_)
        | EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Step { .. } => {}
    }
}

fn unfinished(context: &RuleContext<'_>, bytes: &[u8], violations: &mut Vec<Violation>) {
    if context.state.partial.is_some() {
        return;
    }
    let id = match Unfinished::of(context.table, bytes) {
        Unfinished::Blank => return,
        Unfinished::Text => UNFINISHED_TEXT,
        Unfinished::Message => UNFINISHED_REPLY,
    };
    let message = say!("the line has no newline, so that a GUI never sees it");
    // If the engine or the host is busy, the rest of the line may only be late.
    let violation = context.violation(id, message).timing();
    violations.push(violation.expected(say!("a newline after the line")));
}

/// A message that is missing on standard output may have come on standard error.
fn wrong_stream(context: &RuleContext<'_>, overdue: &Overdue, violations: &mut Vec<Violation>) {
    let awaited = |head: &str| overdue.awaited.iter().any(|kind| kind == head);
    let seen = context.state.on_stderr.iter().find(|(head, _)| awaited(head));
    if let Some((head, seen)) = seen {
        let message = say!("{head} came on standard error and not on standard output", head);
        let violation =
            context.violation(REPLIES_ON_STDERR, message).expected(say!("it on standard output"));
        violations.push(violation.got(say!("nothing on standard output")).since(seen.id));
    }
}
