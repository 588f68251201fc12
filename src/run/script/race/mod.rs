//! Running a race: the same exchange again and again, with a command at another moment each time.
//!
//! A round whose script ends early leaves an engine in an unknown state. The next round
//! is played against a fresh one: the script ends with [`End::Afresh`], and the trial begins anew.

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

/// How long to listen after a round that has failed, so that what still comes of it is not put
/// down to the next one.
const SETTLE: Duration = Duration::from_millis(100);
/// How long to wait for a message that may not come at all, such as `info`.
const MAYBE: Duration = Duration::from_millis(300);

/// Runs a race, or goes on with it in a fresh process.
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
        // A round that costs a process costs its start too.
        let since = if unmet || gone { Duration::ZERO } else { begun };
        // What broke a round off was waited for in full.
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
    // What comes after a race that failed would prove nothing more.
    if script.races.any_broken() {
        return Err(End::Unmet);
    }
    Ok(())
}

/// Plays a round; says when the lines were sent in truth, also where the round breaks off.
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

/// The last send of the start and the lines of the race in one write.
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

/// The start, and the lines of the race at their moment.
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

/// Microseconds from one moment to another.
fn between(from: Duration, to: Duration) -> i64 {
    let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    micros(to) - micros(from)
}

/// When the first message of a kind came after a moment, as far as is known.
fn seen(script: &Script<'_, '_>, kind: &str, from: Duration) -> Option<Duration> {
    let mut heard = script.session.inbox.iter();
    heard.find(|heard| heard.reading.kind == kind && heard.at >= from).map(|heard| heard.at)
}

/// Waits for the first message of a kind. One that an engine owes and does not write is reported.
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
        // `readyok` has a limit that is called like it; what has none may not come at all.
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

/// At the end of a round every search has its reply.
fn nothing_owed(script: &mut Script<'_, '_>) -> Flow {
    let from = script.session.last_send;
    let limit = if script.session.hasty() { HASTE } else { script.limits.get(Limit::Reply) };
    let until = from + limit;
    while script.session.monitor.open_searches() > 0 && script.session.exited.is_none() {
        if script.session.transport.now() >= until {
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
