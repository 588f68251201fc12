//! The `time` of an info line compared with the time that passed.

use std::time::Duration;

use crate::protocol::Limit;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::info::Info;
use crate::protocol::family::rule::{RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

violations! {
    /// The unit of `time` is not milliseconds.
    TIME_UNIT = "time-unit",
    /// `time` is counted from a moment later than `go`.
    TIME_ORIGIN = "time-origin",
}

pub(super) fn check(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    info: &Info<'_>,
    violations: &mut Vec<Violation>,
) {
    let Some(time) = info.time else {
        return;
    };
    let spent = context.at().saturating_sub(epoch.sent.at);
    let ms = milliseconds(spent);
    let slack = milliseconds(context.limits.get(Limit::Slack));
    let too_large = time > ms.saturating_add(slack).saturating_add(1000).saturating_mul(2);
    let counts = counts_from_go(epoch, info, time);
    let is_wrong = too_large || counts && grows_too_slowly(context, epoch, info, time);
    if is_wrong && !context.state.has_extreme_number() {
        let message = say!("time {time} came {ms} ms after go", time, ms);
        let violation = context
            .violation(TIME_UNIT, message)
            .expected(say!("the time since go in milliseconds"))
            .since(epoch.sent.id);
        // If a busy host held a line back, its `time` is too small, but never too large.
        violations.push(if too_large { violation } else { violation.timing() });
    } else if !is_wrong && counts && is_far_below(spent, time) {
        let message = say!("time {time} came {ms} ms after go", time, ms);
        let violation = context
            .violation(TIME_ORIGIN, message)
            .expected(say!("the time since go in milliseconds"));
        violations.push(violation.since(epoch.sent.id).timing());
    }
}

/// Whether the time of the line counts from `go`. In ponder, engines count from `go` or from `ponderhit`. After the
/// stop of an infinite search, and before a reply that was held back, a line may repeat the numbers of a search that
/// ended long before.
fn counts_from_go(epoch: &Epoch, info: &Info<'_>, time: i64) -> bool {
    let is_held_back = match epoch.mode {
        Mode::Infinite => !epoch.stops.is_empty() && is_repeated(epoch, info, time),
        Mode::Normal => {
            let numbers = (info.time, info.nodes);
            info.nodes.is_some() && numbers == (epoch.infos.time, epoch.infos.nodes)
        }
        Mode::Ponder | Mode::Mate => false,
    };
    epoch.mode != Mode::Ponder && !is_held_back
}

/// Whether the line has the time and the nodes of the line before.
fn is_repeated(epoch: &Epoch, info: &Info<'_>, time: i64) -> bool {
    epoch.infos.time.is_none_or(|before| before == time)
        && epoch.infos.nodes.is_none_or(|before| info.nodes.is_none_or(|now| now == before))
}

/// Whether the time grew so little since the first line of the search that it may be in a larger unit.
fn grows_too_slowly(context: &RuleContext<'_>, epoch: &Epoch, info: &Info<'_>, time: i64) -> bool {
    let (came, first) = epoch.infos.first_time.unwrap_or((context.at(), time));
    let passed = context.at().saturating_sub(came);
    let grown = time.saturating_sub(first);
    is_far_below(passed, grown) || !is_repeated(epoch, info, time) && is_tenth(passed, grown)
}

/// Whether a time is at most a hundredth of the milliseconds that passed, so that it may be in seconds.
fn is_far_below(passed: Duration, time: i64) -> bool {
    let ms = milliseconds(passed);
    ms >= 1000 && (0..=ms / 100).contains(&time)
}

/// Whether a time grew by a tenth of the milliseconds that passed, so that it may be in hundredths of a second.
fn is_tenth(passed: Duration, grown: i64) -> bool {
    let ms = milliseconds(passed);
    ms >= 1000 && grown.saturating_mul(10).abs_diff(ms) <= ms.unsigned_abs() / 20
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_time_is_recognised_within_five_hundredths() {
        let is_tenth_of_a_second = |grown| is_tenth(Duration::from_secs(1), grown);
        for (grown, expected) in [(94, false), (95, true), (100, true), (105, true), (106, false)] {
            assert_eq!(is_tenth_of_a_second(grown), expected, "{grown}");
        }
        assert!(!is_tenth(Duration::from_millis(999), 100));
    }
}
