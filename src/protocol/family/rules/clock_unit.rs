//! Clocks in seconds that an engine reads as milliseconds.
//!
//! A reply that comes early exceeds no limit, so the engine is compared with itself: the same clock in the same
//! position, in seconds, in milliseconds, and in seconds again. If it uses part of the clock in milliseconds, and
//! almost nothing of the clock in seconds before and after that, it ignores the unit. If it uses part of the first two,
//! and almost nothing of the third, it does not return to seconds.

use std::time::Duration;

use crate::protocol::family::epoch::{ClockUnit, Timed};
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "clock-unit",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// The engine uses a clock in seconds as if its number were milliseconds.
    SECONDS_AS_MILLISECONDS = "seconds-as-milliseconds",
}

/// The least time of the search with milliseconds. An engine may spend less than this on other things.
const LEAST: Duration = Duration::from_millis(200);
/// How many times longer than a search in seconds it must take. The two units differ by a factor of 1,000.
const FACTOR: u32 = 20;

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if !matches!(context.reply, Some(Reply::BestMove(_))) || context.leaving() {
        return;
    }
    let Some(epoch) = context.state.current() else {
        return;
    };
    let Some(third) = Timed::of(context.table, epoch, context.at()) else {
        return;
    };
    let [first, second] = context.state.timed.as_slice() else {
        return;
    };
    // An engine that is in milliseconds unless a GUI says otherwise may always be so: UCCI 3.0 recommends it.
    let unit = context.table.particulars.millisecond_option.unwrap_or_default();
    if context.state.declared_default(unit).is_some_and(|value| value == "true") {
        return;
    }
    let units = [first.unit, second.unit, third.unit];
    let is_same = |other: &Timed| other.clock == third.clock && other.position == third.position;
    let in_turn = units == [ClockUnit::Seconds, ClockUnit::Milliseconds, ClockUnit::Seconds];
    if !in_turn || !is_same(first) || !is_same(second) {
        return;
    }
    let far_above = |short: &Timed| LEAST.max(short.took.saturating_mul(FACTOR));
    let ignored = far_above(first).max(far_above(&third));
    let least = if first.took >= far_above(&third) { far_above(&third) } else { ignored };
    if second.took < least {
        return;
    }
    let message = say!(
        "with {seconds} s on the clock the replies took {first} ms and {third} ms, with the same clock in milliseconds {second} ms",
        seconds = third.clock.as_secs(),
        first = first.took.as_millis(),
        third = third.took.as_millis(),
        second = second.took.as_millis()
    );
    let wanted = say!("a clock in seconds unless usemillisec is true");
    let violation = context.violation(SECONDS_AS_MILLISECONDS, message).expected(wanted);
    let over = second.took.saturating_sub(least);
    violations.push(violation.since(epoch.sent.id).late(over));
}
