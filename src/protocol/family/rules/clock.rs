//! Replies that came, and came too late.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::Limit;
use crate::protocol::family::clock_use;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "clock",
    of_text: false,
    of_info: OfInfo::None,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let is_reply = matches!(look.reply, Some(Reply::BestMove(_) | Reply::Checkmate(_)));
    if !is_reply || look.leaving() {
        return;
    }
    let Some(epoch) = look
        .memory
        .current()
        .filter(|epoch| !epoch.told && epoch.game_over.is_none())
    else {
        return;
    };
    if let Some(breach) = late(look, epoch, look.at()) {
        breaches.push(breach);
    }
}

/// The breach of a reply at this time, or of none by this time.
pub(super) fn late(look: &Look<'_>, epoch: &Epoch, at: Duration) -> Option<Breach> {
    let due = epoch.due(look.table, look.limits)?;
    if at <= due {
        return None;
    }
    if let Some(stop) = epoch.stops.first()
        && due == stop.at + look.limits.get(Limit::Stop)
    {
        let fault = if epoch.thrown_away() {
            Fault::LatePonderStop
        } else {
            Fault::LateStop
        };
        let message = say!(
            "the reply to stop took {took} ms",
            took = (at - stop.at).as_millis()
        );
        let wanted = say!(
            "bestmove within {limit} ms of stop",
            limit = look.limits.get(Limit::Stop).as_millis()
        );
        return Some(
            look.breach(fault, message)
                .expected(wanted)
                .since(stop.id)
                .late(at.saturating_sub(due)),
        );
    }
    let from = epoch.clock_from()?;
    let allowed = epoch.allowance(look.table, look.limits)?;
    let took = at.saturating_sub(from.at);
    let clock = clock_use::of(look, epoch);
    let name = clock
        .as_ref()
        .map_or_else(|| say!("the clock"), |used| Text::plain(&used.clock));
    let message = say!(
        "the reply took {took} ms where {name} gave {allowed} ms: {over} ms too long",
        took = took.as_millis(),
        name,
        allowed = allowed.as_millis(),
        over = took.saturating_sub(allowed).as_millis()
    );
    let wanted = say!(
        "a reply within {allowed} ms and the slack",
        allowed = allowed.as_millis()
    );
    let fault = fault_of(epoch, allowed);
    let got = say!("{took} ms", took = took.as_millis());
    let over = at.saturating_sub(due);
    let mut breach = look
        .breach(fault, message)
        .expected(wanted)
        .got(got)
        .late(over);
    breach.clock = clock;
    Some(breach.since(from.id))
}

fn fault_of(epoch: &Epoch, allowed: Duration) -> Fault {
    let increments = epoch
        .go
        .increments
        .iter()
        .flatten()
        .any(|increment| *increment > 0);
    let own = epoch.own();
    let timed = epoch.go.clocks[own]
        .or(epoch.go.byoyomi)
        .or(epoch.go.movetime);
    match epoch.mode {
        Mode::Mate => Fault::LateMate,
        Mode::Normal if timed.is_none() && epoch.go.depth.is_some() => Fault::LateDepth,
        Mode::Normal if timed.is_none() && epoch.go.nodes.is_some() => Fault::LateNodes,
        Mode::Ponder => Fault::LatePonderhit,
        Mode::Normal | Mode::Infinite => {
            if epoch.go.movetime.is_some() {
                Fault::LateMovetime
            } else if increments {
                Fault::LateIncrement
            } else if allowed < Duration::from_secs(1) {
                Fault::LateTiny
            } else {
                Fault::Late
            }
        }
    }
}
