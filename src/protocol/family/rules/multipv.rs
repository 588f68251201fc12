//! Lines with different `multipv` numbers must begin with different moves, and the best line has the number 1.

use crate::protocol::family::info::{Info, Pv};
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "multipv",
    ignores_probe: false,
    info_filter: InfoFilter::Unusual,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// Two lines of one depth begin with the same move.
    MULTIPV_TWICE = "multipv-twice",
    /// In a whole search the second line always has a better score than the first.
    MULTIPV_ORDER = "multipv-order",
}

/// In at least so many groups of lines the second must have been better. The scores of a sound engine may be in the wrong
/// order now and then, as it compares them with those of the depth before.
const REVERSED: u32 = 4;

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving() {
        return;
    }
    match context.reply {
        Some(Reply::Info(info)) => twice(context, info, violations),
        Some(Reply::BestMove(_)) => order(context, violations),
        Some(_) | None => {}
    }
}

fn order(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(epoch) = context.state.current().filter(|epoch| !epoch.after_unfinished) else {
        return;
    };
    let order = &epoch.infos.order;
    if order.reversed < REVERSED || order.kept > 0 || !asked(context) {
        return;
    }
    let message = say!(
        "multipv 2 had a better score than multipv 1 at each depth that had both ({times} of {times})",
        times = order.reversed
    );
    let violation =
        context.violation(MULTIPV_ORDER, message).expected(say!("the best line with multipv 1"));
    violations.push(violation.since(epoch.sent.id));
}

fn twice(context: &RuleContext<'_>, info: &Info<'_>, violations: &mut Vec<Violation>) {
    let Some(epoch) = context.state.current().filter(|epoch| !epoch.after_unfinished) else {
        return;
    };
    let Some(number) = info.multipv else {
        return;
    };
    let Some((first, columns)) = info.pv.and_then(Pv::first) else {
        return;
    };
    let group = &epoch.infos.group;
    let exact = info.score.is_some_and(|score| !score.bound);
    let comparable = exact && number > 1 && info.depth.is_some() && info.depth == group.depth;
    if !comparable || !asked(context) {
        return;
    }
    // Only better places count: when a move rises, the line of its old place is out of date until it comes again.
    let twin =
        group.lines().iter().find(|(other, move_there)| *other < number && move_there == first);
    if let Some((other, _)) = twin {
        let message = say!(
            "multipv lines {other} and {number} of one depth both begin with {first}",
            other,
            number,
            first
        );
        let violation = context
            .violation(MULTIPV_TWICE, message)
            .expected(say!("another first move for each line"));
        violations.push(violation.columns(columns).since(epoch.sent.id));
    }
}

/// Whether the client asked for more than one line.
fn asked(context: &RuleContext<'_>) -> bool {
    let rows = &mut context.table.reserved.iter();
    let option = rows.find(|row| row.name.ends_with("MultiPV"));
    let value = option.and_then(|row| context.state.option(row.name));
    value.is_some_and(|value| value.parse::<i64>().is_ok_and(|lines| lines > 1))
}
