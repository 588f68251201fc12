//! Replies that came, and came too late.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::Limit;
use crate::protocol::family::clock_use;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::ViolationId;

pub(super) const RULE: Rule =
    Rule { name: "clock", is_syntactic: false, info_filter: InfoFilter::None, check };

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let is_reply = matches!(context.reply, Some(Reply::BestMove(_) | Reply::Checkmate(_)));
    if !is_reply || context.leaving() {
        return;
    }
    let Some(epoch) =
        context.state.current().filter(|epoch| !epoch.told && epoch.game_over.is_none())
    else {
        return;
    };
    if let Some(violation) = late(context, epoch, context.at()) {
        violations.push(violation);
    }
}

/// The breach of a reply at this time, or of none by this time.
pub(super) fn late(context: &RuleContext<'_>, epoch: &Epoch, at: Duration) -> Option<Violation> {
    let due = epoch.due(context.table, context.limits)?;
    if at <= due {
        return None;
    }
    if let Some(stop) = epoch.stops.first()
        && due == stop.at + context.limits.get(Limit::Stop)
    {
        let id =
            if epoch.thrown_away() { ViolationId::LatePonderStop } else { ViolationId::LateStop };
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
    let wanted = say!("a reply within {allowed} ms and the slack", allowed = allowed.as_millis());
    let id = fault_of(epoch, allowed);
    let got = say!("{took} ms", took = took.as_millis());
    let over = at.saturating_sub(due);
    let mut violation = context.violation(id, message).expected(wanted).got(got).late(over);
    violation.clock = clock;
    Some(violation.since(from.id))
}

fn fault_of(epoch: &Epoch, allowed: Duration) -> ViolationId {
    let increments = epoch.go.increments.iter().flatten().any(|increment| *increment > 0);
    let own = epoch.own();
    let timed = epoch.go.clocks[own].or(epoch.go.byoyomi).or(epoch.go.movetime);
    match epoch.mode {
        Mode::Mate => ViolationId::LateMate,
        Mode::Normal if timed.is_none() && epoch.go.depth.is_some() => ViolationId::LateDepth,
        Mode::Normal if timed.is_none() && epoch.go.nodes.is_some() => ViolationId::LateNodes,
        Mode::Ponder => ViolationId::LatePonderhit,
        Mode::Normal | Mode::Infinite => {
            if epoch.go.movetime.is_some() {
                ViolationId::LateMovetime
            } else if increments {
                ViolationId::LateIncrement
            } else if allowed < Duration::from_secs(1) {
                ViolationId::LateTiny
            } else {
                ViolationId::Late
            }
        }
    }
}
