//! Replies that came too late.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::Limit;
use crate::protocol::family::clock_use;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::{ViolationId, violations};
use crate::verdict::ClockUse;

pub(super) const RULE: Rule = Rule {
    name: "clock",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// A reply later than its clock allows.
    LATE = "late",
    /// A reply later than a clock with increments allows.
    LATE_INCREMENT = "late-increment",
    /// A reply somewhat later than a clock of less than two seconds allows, or any later than one of less than a second.
    LATE_TINY = "late-tiny",
    /// A reply later than `movetime` allows.
    LATE_MOVETIME = "late-movetime",
    /// A reply less than a second later than a `movetime` below a second, slack included.
    LATE_SHORT_MOVETIME = "late-short-movetime",
    /// A reply to `go depth` later than the limit of the run.
    LATE_DEPTH = "late-depth",
    /// A reply to `go nodes` later than the limit of the run.
    LATE_NODES = "late-nodes",
    /// A reply later than the clock allows, counted from `ponderhit`.
    LATE_PONDERHIT = "late-ponderhit",
    /// A reply later after ponderhit than the `movetime` of its `go`, slack included.
    LATE_PONDERHIT_MOVETIME = "late-ponderhit-movetime",
    /// A reply to a mate search later than its limit allows.
    LATE_MATE = "late-mate",
    /// A reply to `stop` that came too late.
    LATE_STOP = "late-stop",
    /// A reply to `stop` in a ponder search that came too late.
    LATE_PONDER_STOP = "late-ponder-stop",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let is_reply = matches!(context.reply, Some(Reply::BestMove(_) | Reply::Checkmate(_)));
    if !is_reply || context.leaving() {
        return;
    }
    let Some(epoch) =
        context.state.current().filter(|epoch| !epoch.reported && epoch.game_over.is_none())
    else {
        return;
    };
    if let Some(violation) = late(context, epoch) {
        violations.push(violation);
    }
}

/// Few engines can keep a clock below this, which is nearly empty.
const TINY: Duration = Duration::from_secs(1);

/// The violation of a reply that comes now, or `None` if it is in time.
fn late(context: &RuleContext<'_>, epoch: &Epoch) -> Option<Violation> {
    let at = context.at();
    let due = epoch.due(context.table, context.limits)?;
    if at <= due {
        return None;
    }
    if let Some(stop) = epoch.stops.first()
        && due == stop.at + context.limits.get(Limit::Stop)
    {
        let id = if epoch.thrown_away() { LATE_PONDER_STOP } else { LATE_STOP };
        let message = say!("the reply to stop took {took} ms", took = (at - stop.at).as_millis());
        let wanted = say!(
            "bestmove within {limit} ms of stop",
            limit = context.limits.get(Limit::Stop).as_millis()
        );
        return Some(
            context
                .violation(id, message)
                .expected(wanted)
                .since(stop.id)
                .late(at.saturating_sub(due)),
        );
    }
    let from = epoch.clock_from()?;
    let allowed = epoch.allowance(context.table, context.limits)?;
    let took = at.saturating_sub(from.at);
    let clock = clock_use::of(context, epoch);
    let name = clock.as_ref().map_or_else(|| say!("the clock"), |used| Text::plain(&used.clock));
    let message = say!(
        "the reply took {took} ms where {name} gave {allowed} ms: {over} ms too long",
        took = took.as_millis(),
        name,
        allowed = allowed.as_millis(),
        over = took.saturating_sub(allowed).as_millis()
    );
    let wanted = say!(
        "a reply within {allowed} ms, with {slack} ms of slack",
        allowed = allowed.as_millis(),
        slack = due.saturating_sub(from.at + allowed).as_millis()
    );
    let hardly = clock.as_ref().is_some_and(ClockUse::is_short_and_hardly_exceeded);
    let id = fault_of(context.table, epoch, allowed, hardly);
    let got = say!("{took} ms", took = took.as_millis());
    let over = at.saturating_sub(due);
    let mut violation = context.violation(id, message).expected(wanted).got(got).late(over);
    violation.clock = clock;
    Some(violation.since(from.id))
}

/// `hardly`: the clock is short and was exceeded by little.
fn fault_of(table: &Table, epoch: &Epoch, allowed: Duration, hardly: bool) -> ViolationId {
    let increments = epoch.go.increments.iter().flatten().any(|increment| *increment > 0);
    let own = epoch.own(table);
    let timed = epoch.go.clocks[own].or(epoch.go.byoyomi).or(epoch.go.movetime);
    let movetime = epoch.go.movetime.is_some_and(|time| time > 0);
    // After a ponderhit a long overrun of a clock that is nearly empty is no warning: the engine has lost the ponderhit.
    let tiny = allowed < TINY && !movetime;
    let short = allowed < TINY && hardly;
    let hardly = hardly && !movetime;
    match epoch.mode {
        Mode::Mate => LATE_MATE,
        Mode::Normal if timed.is_none() && epoch.go.depth.is_some() => LATE_DEPTH,
        Mode::Normal if timed.is_none() && epoch.go.nodes.is_some() => LATE_NODES,
        Mode::Ponder | Mode::Normal | Mode::Infinite if hardly => LATE_TINY,
        Mode::Ponder if movetime => LATE_PONDERHIT_MOVETIME,
        Mode::Ponder => LATE_PONDERHIT,
        Mode::Normal | Mode::Infinite if movetime && short => LATE_SHORT_MOVETIME,
        Mode::Normal | Mode::Infinite if epoch.go.movetime.is_some() => LATE_MOVETIME,
        Mode::Normal | Mode::Infinite if increments => LATE_INCREMENT,
        Mode::Normal | Mode::Infinite if tiny => LATE_TINY,
        Mode::Normal | Mode::Infinite => LATE,
    }
}
