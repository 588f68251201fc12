//! One `readyok` for each `isready`.

use crate::protocol::family::command::Command;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "readyok-count",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// An unsolicited `readyok`, or one too many.
    READY_UNASKED = "ready-unasked",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving()
        || context.reply != Some(&Reply::ReadyOk)
        || context.state.ready_pending > 0
    {
        return;
    }
    // An engine may skip unknown words, and so it may answer an isready later in the same line.
    let elsewhere = match context.state.last.as_ref().map(|sent| &sent.command) {
        Some(Command::Unknown(line)) => line.split_ascii_whitespace().any(|word| word == "isready"),
        // Scripts with blank lines report what comes at them.
        Some(Command::Blank) => true,
        _ => false,
    };
    if elsewhere {
        return;
    }
    let message = if context.state.readied {
        say!("readyok came once more than isready was sent")
    } else {
        say!("readyok came although isready had not been sent")
    };
    let mut violation =
        context.violation(READY_UNASKED, message).expected(say!("one readyok for one isready"));
    if let Some(sent) = &context.state.last {
        violation = violation.since(sent.moment.id);
    }
    violations.push(violation);
}
