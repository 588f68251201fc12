//! Runs a race: the same exchange repeatedly, with a command at another time in each round.
//!
//! A round whose script ends early leaves the engine in an unknown state. The next round is played with a fresh
//! process: the script ends with [`End::Afresh`], and the trial begins again.

mod offset_schedule;
pub(in crate::run) mod state;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::protocol::Limit;
use crate::run::race_result::RaceRound;
use crate::run::script::overdue;
use crate::run::script::session::{Racing, Woken};
use crate::run::script::state::{End, Flow, Script};
use crate::run::script::wait::HASTE;
use crate::scenario::{Offset, Race, RaceEvent, Step, StepKind};

/// How long to listen after a failed round, so that its late effects are not attributed to the next round.
const SETTLE: Duration = Duration::from_millis(100);
/// How long to wait for a message that may not come at all, such as `info`.
const MAYBE: Duration = Duration::from_millis(300);

/// Runs a race, or continues it in a fresh process.
pub(crate) fn run(script: &mut Script<'_, '_>, race: &Race, line: u32) -> Flow {
    let index = script.next_race;
    script.next_race += 1;
    let flow = rounds(script, race, index, line);
    script.session.race(None);
    flow
}

fn rounds(script: &mut Script<'_, '_>, race: &Race, index: usize, line: u32) -> Flow {
    while let Some(wanted) = script.races.open(index, race, line).next() {
        let begun = script.session.transport.now();
        let mark = script.session.recorder.next_number();
        let found = script.session.findings.len();
        let (held, lost) = script.session.findings.held();
        script.session.inbox.clear();
        let racing = Racing { hasty: script.races.hasty };
        script.session.race(Some(racing));
        let (sent, flow) = match round(script, race, index, line, wanted) {
            Ok(sent) => (sent, Ok(())),
            Err((sent, end)) => (sent, Err(end)),
        };
        let unmet = flow == Err(End::Unmet);
        if !unmet {
            flow?;
        }
        let (now_held, now_lost) = script.session.findings.held();
        let failed = unmet || now_held > held;
        let broken = unmet || now_lost > lost;
        if failed && !unmet {
            let until = script.session.transport.now() + SETTLE;
            script.pump(until)?;
        }
        let gone = script.session.exited.is_some();
        // A round that needs a new process also costs its start.
        let since = if unmet || gone { Duration::ZERO } else { begun };
        // A round that ended early has waited in full for what did not come.
        script.races.hasty |= unmet || script.session.findings.certain();
        let took = script.session.transport.now().saturating_sub(since);
        let state = script.races.open(index, race, line);
        let played = RaceRound { wanted, offset: sent, failed };
        state.note(played, broken, took);
        let over = state.is_over();
        if script.session.findings.len() == found && !unmet {
            script.session.recorder.forget(mark);
        }
        if !over && (unmet || gone) {
            return Err(End::Afresh);
        }
    }
    // The rest of the script proves nothing after a race that failed.
    if script.races.is_broken(index) {
        return Err(End::Unmet);
    }
    Ok(())
}

/// Plays a round. Returns when the lines were really sent, also if the round ends early.
fn round(
    script: &mut Script<'_, '_>,
    race: &Race,
    index: usize,
    line: u32,
    wanted: Offset,
) -> Result<Offset, (Offset, End)> {
    let sent = match (wanted, race.start.split_last()) {
        (Offset::SameWrite, Some((last, before))) => {
            together(script, race, before, last).map(|()| Offset::SameWrite)
        }
        (Offset::Micros(micros), _) => apart(script, race, index, line, micros),
        (Offset::SameWrite, None) => Ok(wanted),
    };
    let sent = sent.map_err(|end| (wanted, end))?;
    let rest = script.play(&race.each).and_then(|()| nothing_owed(script));
    rest.map(|()| sent).map_err(|end| (sent, end))
}

/// The last send of the start and the lines of the race, in one write.
fn together(script: &mut Script<'_, '_>, race: &Race, before: &[Step], last: &Step) -> Flow {
    script.play(before)?;
    script.session.step(last.span.line);
    if let StepKind::Send(send) = &last.kind {
        let mut both = send.clone();
        both.lines.extend(race.send.iter().cloned());
        let bytes = script.bytes(&both)?;
        script.session.send(&bytes);
    }
    Ok(())
}

/// The start, and then the lines of the race at their time.
fn apart(
    script: &mut Script<'_, '_>,
    race: &Race,
    index: usize,
    line: u32,
    micros: i64,
) -> Result<Offset, End> {
    script.play(&race.start)?;
    let from = script.session.last_send;
    let bytes = script.lines(&race.send)?;
    let foreseen = script.races.open(index, race, line).foreseen();
    let moment = match race.event {
        RaceEvent::Send => Some(from),
        RaceEvent::Kind(kind) if micros >= 0 => come(script, kind, from)?,
        RaceEvent::Kind(_) => foreseen.map(|latency| from + latency),
    };
    let length = Duration::from_micros(micros.unsigned_abs());
    let moment = moment.unwrap_or_else(|| script.session.transport.now());
    let at = if micros < 0 { moment.saturating_sub(length) } else { moment + length };
    script.session.step(line);
    if script.session.send_at(&bytes, at) == Woken::Cancelled {
        return Err(End::Cancelled);
    }
    let sent = script.session.last_send;
    let true_moment = match race.event {
        RaceEvent::Send => Some(from),
        RaceEvent::Kind(kind) => seen(script, kind, from).filter(|at| *at <= sent),
    };
    if let (Some(at), RaceEvent::Kind(_)) = (true_moment, race.event) {
        let latency = at.saturating_sub(from);
        script.races.open(index, race, line).measured(latency);
    }
    Ok(Offset::Micros(between(true_moment.unwrap_or(moment), sent)))
}

/// Microseconds from one point in time to another.
fn between(from: Duration, to: Duration) -> i64 {
    let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    micros(to) - micros(from)
}

/// When the first message of a kind came after `from`, as far as it has been read.
fn seen(script: &Script<'_, '_>, kind: &str, from: Duration) -> Option<Duration> {
    let mut heard = script.session.inbox.iter();
    heard.find(|heard| heard.reading.kind == kind && heard.at >= from).map(|heard| heard.at)
}

/// Waits for the first message of a kind. A reply that the engine owes and does not write is reported.
fn come(script: &mut Script<'_, '_>, kind: &str, from: Duration) -> Result<Option<Duration>, End> {
    let closes = |name: &str| {
        let mut kinds = script.dialect.kinds().iter();
        kinds.any(|kind| kind.name == name && kind.closes)
    };
    let owed = closes(kind) && script.session.monitor.open_searches() > 0;
    let until = match script.session.monitor.due() {
        Some(_) | None if script.session.hasty() => from + HASTE,
        Some(due) if owed => due.max(from + script.limits.get(Limit::Reply)),
        Some(_) | None if owed => from + script.limits.get(Limit::Reply),
        // `readyok` has a limit of its own name; a message without a limit may not come at all.
        Some(_) | None => from + script.limits.named(kind).map_or(MAYBE, |own| own.max(MAYBE)),
    };
    loop {
        if let Some(at) = seen(script, kind, from) {
            return Ok(Some(at));
        }
        let closed = script.session.inbox.iter().any(|heard| heard.reading.closes_search);
        if script.session.exited.is_some() || closed {
            return Ok(None);
        }
        if script.session.transport.now() >= until {
            // It may have come in time and not have been read yet.
            if script.session.arrived_before(until) {
                continue;
            }
            if owed {
                overdue::owed(script, kind, from, until)?;
            }
            return Ok(None);
        }
        if script.session.wait(until) == Woken::Cancelled {
            return Err(End::Cancelled);
        }
    }
}

/// Checks that every search has its reply at the end of a round.
fn nothing_owed(script: &mut Script<'_, '_>) -> Flow {
    let from = script.session.last_send;
    let limit = if script.session.hasty() { HASTE } else { script.limits.get(Limit::Reply) };
    let until = from + limit;
    while script.session.monitor.open_searches() > 0 && script.session.exited.is_none() {
        if script.session.transport.now() >= until {
            if script.session.arrived_before(until) {
                continue;
            }
            let mut kinds = script.dialect.kinds().iter();
            let reply = kinds.find(|kind| kind.closes);
            return overdue::owed(script, reply.map_or("", |kind| kind.name), from, until);
        }
        if script.session.wait(until) == Woken::Cancelled {
            return Err(End::Cancelled);
        }
    }
    Ok(())
}
