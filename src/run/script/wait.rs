//! Waiting for the first message that fits.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::{Limit, ParsedMessage};
use crate::run::script::predicate;
use crate::run::script::session::{Pending, PendingMessage, Woken};
use crate::run::script::state::{End, Flow, Script};
use crate::run::script::user_options;
use crate::run::timing::unanswered::{Question, Unanswered};
use crate::scenario::{Expect, Pattern, Time};
use crate::transcript::{Window, WindowKind};
use crate::verdict::Severity;

/// How long after its deadline a reply is waited for, to distinguish a late one from a missing one.
const GRACE: Duration = Duration::from_secs(4);
/// How long a reply is waited for in a race that is known to fail.
pub(in crate::run) const HASTE: Duration = Duration::from_secs(1);

/// What came of a wait.
pub(in crate::run) enum WaitOutcome {
    /// Alternative number, and the message (`None` for an exit or the end of output).
    This(usize, Option<PendingMessage>),
    /// Something else closed the search that was waited for.
    Other(PendingMessage),
    /// The process ended, or its output did.
    Gone,
    Nothing,
    Cancelled,
}

/// Sends a stop to a search that is still open this long after a moment, so that the run does not wait for a clock that the
/// script is not about. The reply keeps its own deadline, so an engine that answers the stop late may still be in time. A
/// search that has written nothing yet is left alone: the engine is not blamed for the stop of a search that it never began.
pub(in crate::run) fn stop_after(
    script: &mut Script<'_, '_>,
    time: Option<&Time>,
    within: &Time,
    from: Duration,
) -> Flow {
    let Some(time) = time else { return Ok(()) };
    if within.has_clock() && script.unstopped.contains(&script.session.line) {
        return Ok(());
    }
    let (earliest, end) = (script.deadline(time, from), script.deadline(within, from));
    while script.session.monitor.open_searches() > 0 && !script.session.has_ended() {
        let (now, shown) = (script.session.transport.now(), script.session.last_output > from);
        if now >= end {
            break;
        }
        if now >= earliest && shown {
            let stop = format!("{}\n", script.dialect.stop());
            script.session.send(stop.as_bytes());
            break;
        }
        let until = if now < earliest { earliest.min(end) } else { end };
        if script.session.wait(until) == Woken::Cancelled {
            return Err(End::Cancelled);
        }
    }
    Ok(())
}

/// Waits for the first message that fits one of the patterns, whatever its fields say.
pub(in crate::run) fn wait(
    script: &mut Script<'_, '_>,
    wanted: &[&Expect],
    within: &Time,
    from: Duration,
) -> WaitOutcome {
    wait_for(script, wanted, within, from, false)
}

/// Waits for the first message that fits one of the patterns and its demands.
pub(in crate::run) fn wait_where(
    script: &mut Script<'_, '_>,
    wanted: &[&Expect],
    within: &Time,
    from: Duration,
) -> WaitOutcome {
    wait_for(script, wanted, within, from, true)
}

/// Waits for the first message that fits, and keeps for the reader of the transcript what was waited for.
pub(in crate::run) fn wait_for(
    script: &mut Script<'_, '_>,
    wanted: &[&Expect],
    within: &Time,
    from: Duration,
    strict: bool,
) -> WaitOutcome {
    // The extra time to distinguish late from missing is no part of the deadline.
    let mut deadline = script.deadline(within, from);
    let came = first_that_fits(script, wanted, within, from, strict, &mut deadline);
    let ended = match &came {
        WaitOutcome::This(_, Some(heard)) | WaitOutcome::Other(heard) => heard.at,
        WaitOutcome::This(_, None)
        | WaitOutcome::Gone
        | WaitOutcome::Nothing
        | WaitOutcome::Cancelled => script.session.transport.now(),
    };
    script.session.recorder.window(Window {
        kind: WindowKind::Reply,
        of: wanted.iter().map(|expect| name(&expect.what)).collect(),
        from,
        until: deadline,
        ended,
        line: script.session.line,
    });
    came
}

fn first_that_fits(
    script: &mut Script<'_, '_>,
    wanted: &[&Expect],
    within: &Time,
    from: Duration,
    strict: bool,
    deadline: &mut Duration,
) -> WaitOutcome {
    let question = question(script, wanted);
    script.cut = question.as_ref().and_then(|(known, question)| {
        if script.brief.is_some() { known.confirming(question) } else { known.patience(question) }
    });
    // The clock of a search is gone when its reply has been taken in, so it is read once.
    let mut until = last_call(script, wanted, within, from);
    if script.session.hasty() {
        until = until.min(from + HASTE);
    }
    let prolonged = !script.session.hasty()
        && script.brief.is_none()
        && script.cut.is_none()
        // A search writes lines that are no sign of an answer to come.
        && script.session.monitor.open_searches() == 0
        && wanted
            .iter()
            .any(|expect| is_prolonged(script, &expect.what));
    let cap = from + script.limits.get(Limit::ReadyokCap);
    let limit = until.saturating_sub(from);
    // What steps before this one passed over comes first, in its order.
    let mut earlier = std::mem::take(&mut script.session.passed_over);
    loop {
        let next = |script: &mut Script<'_, '_>, earlier: &mut Pending| {
            earlier.pop_front().or_else(|| script.session.inbox.pop_front())
        };
        while let Some(heard) = next(script, &mut earlier) {
            let fits = wanted.iter().position(|expect| fits(script, expect, &heard, strict));
            if let Some(index) = fits {
                script.session.passed_over.append(earlier);
                if let Some((known, question)) = question {
                    known.answered(question, heard.at.saturating_sub(from));
                }
                return WaitOutcome::This(index, Some(heard));
            }
            if heard.reading.closes_search
                && heard.at >= from
                && wanted.iter().any(|expect| closes(script, &expect.what))
            {
                script.session.passed_over.append(earlier);
                return WaitOutcome::Other(heard);
            }
            if is_answer(script, &heard) {
                script.session.passed_over.push(heard);
            }
        }
        if let Some(came) = ended(script, wanted) {
            return came;
        }
        if prolonged {
            until =
                until.max(script.deadline(within, script.session.last_output)).min(cap.max(until));
            *deadline = until.max(*deadline);
        }
        if script.session.transport.now() >= until {
            // What came in time may still wait to be judged, since there was much before it.
            if script.session.arrived_before(until) {
                continue;
            }
            let owed = !prolonged && wanted.iter().any(|expect| !expect.optional);
            let longer = owed.then(|| script.session.prolonged(from, limit)).flatten();
            if let Some(longer) = longer {
                until = longer;
                continue;
            }
            if let Some((known, question)) = question {
                known.missing(question, &script.scenario.id, prolonged && until >= cap);
            }
            return WaitOutcome::Nothing;
        }
        match script.session.wait(until) {
            Woken::Cancelled => return WaitOutcome::Cancelled,
            Woken::Arrival | Woken::Timeout => {}
        }
    }
}

/// Whether a message answers a command: it closes a search, or has a limit of its own.
fn is_answer(script: &Script<'_, '_>, heard: &PendingMessage) -> bool {
    heard.reading.closes_search || script.limits.named(heard.reading.kind).is_some()
}

/// What the wait is about, where others can learn from it; what may be missing teaches nothing.
fn question<'s>(script: &Script<'_, 's>, wanted: &[&Expect]) -> Option<(&'s Unanswered, Question)> {
    let known = script.unanswered?;
    // A reply that a stopped search still owes is found by a further question, see `fence`.
    let asked_to_end = script.session.monitor.is_asked_to_end();
    if asked_to_end || wanted.iter().all(|expect| expect.optional) {
        return None;
    }
    let mut awaited: Vec<String> = wanted.iter().map(|expect| name(&expect.what)).collect();
    awaited.dedup();
    let session = &script.session;
    let search = (session.monitor.open_searches() > 0).then_some(&session.last_search[..]);
    Some((known, Question::new(&awaited, &session.last_line, search)))
}

/// Until when to wait. A reply that is late on its clock is late, not missing: it is the rule of the clock
/// that judges it. So it is waited for as long as for any reply, and some time longer than its clock gives. In a race the
/// rounds would take too long; what may be missing need not be waited for, nor what was missing in other scenarios. Where it is to be confirmed that
/// the reply is missing, its clock and the margin of the host are enough.
pub(in crate::run) fn last_call(
    script: &Script<'_, '_>,
    wanted: &[&Expect],
    within: &Time,
    from: Duration,
) -> Duration {
    let until = script.deadline(within, from);
    let until = from + user_options::patience(script, until.saturating_sub(from));
    let owed = wanted.iter().any(|expect| !expect.optional);
    if let (Some(cut), true) = (script.cut, owed) {
        // Its clock may run longer.
        let due = script.session.monitor.due().unwrap_or_default();
        return until.min((from + cut).max(due));
    }
    if !within.has_clock() || !owed || script.session.in_race() {
        return until;
    }
    match script.brief {
        Some(margin) => until + margin,
        None => (until + GRACE).max(from + script.limits.get(Limit::Reply)),
    }
}

fn ended(script: &Script<'_, '_>, wanted: &[&Expect]) -> Option<WaitOutcome> {
    let exit = wanted.iter().position(|expect| matches!(expect.what, Pattern::Exit));
    let eof = wanted.iter().position(|expect| matches!(expect.what, Pattern::Eof));
    if let (Some(index), true) = (eof, script.session.output_ended) {
        return Some(WaitOutcome::This(index, None));
    }
    if let (Some(index), true) = (exit, script.session.exited.is_some()) {
        return Some(WaitOutcome::This(index, None));
    }
    let only_waits_for_end = eof.is_some();
    (script.session.exited.is_some() && !only_waits_for_end).then_some(WaitOutcome::Gone)
}

fn closes(script: &Script<'_, '_>, pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Kind(kind) => {
            script.dialect.kinds().iter().any(|known| known.name == *kind && known.closes)
        }
        Pattern::Line(_) | Pattern::Exit | Pattern::Eof => false,
    }
}

fn is_prolonged(script: &Script<'_, '_>, pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Kind(kind) => {
            script.dialect.kinds().iter().any(|known| known.name == *kind && known.prolonged)
        }
        Pattern::Line(_) | Pattern::Exit | Pattern::Eof => false,
    }
}

fn fits(script: &Script<'_, '_>, expect: &Expect, heard: &PendingMessage, strict: bool) -> bool {
    let kind = match &expect.what {
        Pattern::Kind(kind) => heard.reading.kind == *kind,
        Pattern::Line(regex) => regex.is_match(&heard.text),
        Pattern::Exit | Pattern::Eof => false,
    };
    // Which alternative it was meant to be: there every demand counts.
    kind && (!strict || unmet(script, expect, &heard.reading, |_| true).is_none())
}

/// The first demand that a message does not meet, among those on fields that count.
fn unmet(
    script: &Script<'_, '_>,
    expect: &Expect,
    reading: &ParsedMessage,
    counts: impl Fn(&str) -> bool,
) -> Option<predicate::Unmet> {
    let mut demands = expect.fields.iter().filter(|(field, _)| counts(field));
    demands.find_map(|(field, wanted)| predicate::check(reading, field, wanted, &script.captures))
}

/// The first demand that a message has to answer for. Where a rule has reported that a field could not be
/// read, what it should have said is no second fault.
pub(in crate::run) fn host_to_blame(
    script: &Script<'_, '_>,
    expect: &Expect,
    heard: &PendingMessage,
) -> Option<predicate::Unmet> {
    let reported = is_reported_unreadable(script, heard);
    let counts = |field: &str| !(reported && heard.reading.is_unreadable(field));
    unmet(script, expect, &heard.reading, counts)
}

/// Whether a message has fields that could not be read, and a rule has reported so.
pub(in crate::run) fn is_reported_unreadable(
    script: &Script<'_, '_>,
    heard: &PendingMessage,
) -> bool {
    let findings = &script.session.findings;
    !heard.reading.unreadable.is_empty() && findings.blamed_more_than(heard.id, Severity::Info)
}

/// What is waited for, for people.
pub(in crate::run) fn reported(pattern: &Pattern) -> Text {
    match pattern {
        Pattern::Line(regex) => say!("a line matching /{pattern}/", pattern = regex.as_str()),
        Pattern::Kind(_) | Pattern::Exit | Pattern::Eof => Text::plain(name(pattern)),
    }
}

/// What is waited for, in the words of scripts.
pub(in crate::run) fn name(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Kind(kind) => (*kind).to_owned(),
        Pattern::Line(regex) => format!("a line matching /{}/", regex.as_str()),
        Pattern::Exit => "exit".to_owned(),
        Pattern::Eof => "eof".to_owned(),
    }
}
