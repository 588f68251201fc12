//! `copyprotection` and `registration`: after the handshake, first `checking`, then the outcome.

use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "registration",
    ignores_probe: true,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// `copyprotection` in the wrong order or place.
    COPY_PROTECTION = "copy-protection",
    /// `registration` in the wrong order or place.
    REGISTRATION = "registration",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving() {
        return;
    }
    let known = context.state;
    let (state, id, checking) = match context.reply {
        Some(Reply::CopyProtection(state)) => {
            (state.as_str(), COPY_PROTECTION, known.copy_protection_checking)
        }
        Some(Reply::Registration(state)) => {
            (state.as_str(), REGISTRATION, known.registration_checking)
        }
        _ => return,
    };
    if context.state.hello_ends == 0 {
        let message = say!("this came before {end}", end = context.table.hello_end);
        violations.push(
            context
                .violation(id, message)
                .expected(say!("it after {end}", end = context.table.hello_end)),
        );
    } else if !matches!(state, "checking" | "ok" | "error") {
        let message = say!("the state is none of checking, ok and error");
        violations.push(context.violation(id, message).expected(say!("checking, ok or error")));
    } else if state != "checking" && !checking {
        let message = say!("the outcome came without checking before it");
        violations.push(context.violation(id, message).expected(say!("checking first")));
    }
}
