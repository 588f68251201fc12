//! Waits for the first message that fits.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::{Limit, ParsedMessage};
use crate::run::script::predicate;
use crate::run::script::session::{Pending, PendingMessage, Session, Woken};
use crate::run::script::state::{End, Flow, Script};
use crate::run::script::user_options;
use crate::run::timing::unanswered::{Question, Unanswered};
use crate::scenario::{Expect, Pattern, Predicate, Time};
use crate::transcript::{Window, WindowKind};
use crate::verdict::Severity;

/// How long after its deadline a reply is waited for, to distinguish a late reply from a missing one.
const GRACE: Duration = Duration::from_secs(4);
/// How long a reply is waited for in a race that is known to fail.
pub(in crate::run) const HASTE: Duration = Duration::from_secs(1);

/// The outcome of a wait.
pub(in crate::run) enum WaitOutcome {
    /// The index of the alternative, and the message (`None` for an exit or the end of output).
    This(usize, Option<PendingMessage>),
    /// Another message closed the search that was waited for.
    Other(PendingMessage),
    /// The process ended.
    Gone,
    Nothing,
    Cancelled,
}

/// Sends `stop` to a search that is still open after this time, so that the run does not wait for a clock that is not
/// the subject of the script. The reply keeps its own deadline, so an engine that answers the `stop` late may still be
/// in time. A search that has written nothing yet is not stopped, since the engine may not have begun it, unless its
/// clock gives more time than the step waits: then it is stopped after half of the wait.
pub(in crate::run) fn stop_after(
    script: &mut Script<'_, '_>,
    time: Option<&Time>,
    within: &Time,
    from: Duration,
) -> Flow {
    let Some(time) = time else { return Ok(()) };
    let (earliest, end) = (script.deadline(time, from), script.deadline(within, from));
    let due = script.session.monitor.due();
    // The clock of the search ends it.
    if due.is_some_and(|due| due <= end) && script.unstopped.contains(&script.session.line) {
        return Ok(());
    }
    let half = from + end.saturating_sub(from) / 2;
    let latest = if due.is_none_or(|due| due > end) { half.max(earliest) } else { end };
    // A client stops a search once, and the script may have done so already.
    let is_running = |session: &Session<'_>| {
        let monitor = &session.monitor;
        monitor.open_searches() > 0 && !monitor.is_asked_to_end() && !session.has_ended()
    };
    while is_running(script.session) {
        let (now, shown) = (script.session.transport.now(), script.session.last_output > from);
        if now >= end {
            break;
        }
        if now >= earliest && (shown || now >= latest) {
            let stop = format!("{}\n", script.dialect.stop());
            script.session.send(stop.as_bytes());
            break;
        }
        let until = if now < earliest { earliest.min(end) } else { latest };
        if script.session.wait(until) == Woken::Cancelled {
            return Err(End::Cancelled);
        }
    }
    Ok(())
}

/// Waits for the first message that fits one of the patterns, whatever its fields are.
pub(in crate::run) fn wait(
    script: &mut Script<'_, '_>,
    wanted: &[&Expect],
    within: &Time,
    from: Duration,
) -> WaitOutcome {
    wait_for(script, wanted, within, from, false)
}

/// Waits for the first message that fits one of the patterns and meets its demands.
pub(in crate::run) fn wait_where(
    script: &mut Script<'_, '_>,
    wanted: &[&Expect],
    within: &Time,
    from: Duration,
) -> WaitOutcome {
    wait_for(script, wanted, within, from, true)
}

/// Waits for the first message that fits, and records the wait in the transcript.
pub(in crate::run) fn wait_for(
    script: &mut Script<'_, '_>,
    wanted: &[&Expect],
    within: &Time,
    from: Duration,
    strict: bool,
) -> WaitOutcome {
    // The extra time to distinguish late from missing is not part of the deadline.
    let within = longest(script, wanted, within, from);
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
    // The clock of a search is gone once its reply has been read, so the deadline is computed only once.
    let mut until = last_call(script, wanted, within, from);
    if script.session.hasty() {
        until = until.min(from + HASTE);
    }
    let prolonged = !script.session.hasty()
        && script.brief.is_none()
        && script.cut.is_none()
        // Lines of a search are no sign that the reply will come.
        && script.session.monitor.open_searches() == 0
        && wanted
            .iter()
            .any(|expect| is_prolonged(script, &expect.what));
    let cap = from + script.limits.get(Limit::ReadyokCap);
    let limit = until.saturating_sub(from);
    // Messages that earlier steps passed over come first, in their order.
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
            // A message that came in time may not have been read yet, because there were many before it.
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

/// Whether a message is a reply to a command: it closes a search, or has a limit of its own.
fn is_answer(script: &Script<'_, '_>, heard: &PendingMessage) -> bool {
    heard.reading.closes_search || script.limits.named(heard.reading.kind).is_some()
}

/// The question of this wait, if later waits can use its outcome; a reply that is only optional gives none.
fn question<'s>(script: &Script<'_, 's>, wanted: &[&Expect]) -> Option<(&'s Unanswered, Question)> {
    let known = script.unanswered?;
    // A reply that a stopped search still owes is examined by another question, see `fence`.
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

/// The time of a step, or the clock of the search if it gives more than [`Limit::Reply`]: an engine may use it up.
fn longest<'t>(
    script: &Script<'_, '_>,
    wanted: &[&Expect],
    within: &'t Time,
    from: Duration,
) -> &'t Time {
    let is_limit = matches!(within, Time::Limit(name) if *name == Limit::Reply.name());
    let ends_search = || wanted.iter().any(|expect| closes(script, &expect.what));
    let due = script.session.monitor.due();
    let clock_is_longer = due.is_some_and(|due| due > script.deadline(within, from));
    if is_limit && clock_is_longer && ends_search() { &Time::Clock } else { within }
}

/// The time until which to wait. A reply that misses its clock is late, not missing, and the rule of the clock judges
/// it. So it is waited for longer than its clock gives, and at least as long as any reply. The wait is not prolonged in
/// a race, whose rounds would take too long, and not for optional messages. It is shorter if the same reply was missing
/// in other scenarios. To confirm that the reply is missing, its clock and the margin of the host are enough.
pub(in crate::run) fn last_call(
    script: &Script<'_, '_>,
    wanted: &[&Expect],
    within: &Time,
    from: Duration,
) -> Duration {
    let within = longest(script, wanted, within, from);
    let until = script.deadline(within, from);
    let until = from + user_options::patience(script, until.saturating_sub(from));
    let owed = wanted.iter().any(|expect| !expect.optional);
    if let (Some(cut), true) = (script.cut, owed) {
        // The clock of the search may give more time.
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
    // In strict mode, the demands decide which alternative the message is, so all of them must be met.
    kind && (!strict || unmet(script, expect, &heard.reading, |_| true).is_none())
}

/// The first demand that a message does not meet, among those on fields that count.
fn unmet(
    script: &Script<'_, '_>,
    expect: &Expect,
    reading: &ParsedMessage,
    counts: impl Fn(&str) -> bool,
) -> Option<predicate::Unmet> {
    let kind = script.dialect.kinds().iter().find(|kind| kind.name == reading.kind);
    let mut demands = expect.fields.iter().filter(|(field, _)| counts(field));
    demands.find_map(|(field, wanted)| {
        let phrase = kind.and_then(|kind| (kind.phrase)(field));
        predicate::check(reading, field, phrase.as_ref(), wanted, &script.captures)
    })
}

/// What would have been right, and what came, if one value of one field makes a message wrong.
pub(in crate::run) fn forbidden_value(
    script: &Script<'_, '_>,
    expect: &Expect,
    heard: &PendingMessage,
) -> Option<(Text, Text)> {
    let [(field, Predicate::Is(value))] = expect.fields.as_slice() else {
        return None;
    };
    let unwanted = Predicate::Not(value.clone());
    let unmet = predicate::check(&heard.reading, field, None, &unwanted, &script.captures)?;
    Some((unmet.expected, unmet.got))
}

/// The first demand that a message does not meet. If a rule has reported unreadable fields of the message, demands on
/// these fields do not count as a second violation.
pub(in crate::run) fn first_unmet(
    script: &Script<'_, '_>,
    expect: &Expect,
    heard: &PendingMessage,
) -> Option<predicate::Unmet> {
    let reported = is_reported_unreadable(script, heard);
    let counts = |field: &str| !(reported && heard.reading.is_unreadable(field));
    unmet(script, expect, &heard.reading, counts)
}

/// Notes it if a message was accepted although not all demands could be judged: a rule has reported that a field cannot
/// be read.
pub(in crate::run) fn note_unread(
    script: &mut Script<'_, '_>,
    expects: &[&Expect],
    heard: &PendingMessage,
) {
    script.session.findings.unread |= demand_unread(script, expects.iter().copied(), heard);
}

/// Whether one of these demands a field of the message that could not be read, and a rule has reported that.
pub(in crate::run) fn demand_unread<'a>(
    script: &Script<'_, '_>,
    expects: impl IntoIterator<Item = &'a Expect>,
    heard: &PendingMessage,
) -> bool {
    let mut demands = expects.into_iter().flat_map(|expect| &expect.fields);
    is_reported_unreadable(script, heard)
        && demands.any(|(field, _)| heard.reading.is_unreadable(field))
}

/// Whether a message has fields that could not be read, and a rule has reported that.
fn is_reported_unreadable(script: &Script<'_, '_>, heard: &PendingMessage) -> bool {
    let findings = &script.session.findings;
    !heard.reading.unreadable.is_empty() && findings.has_worse_than(heard.id, Severity::Info)
}

/// The awaited message, for messages to the user.
pub(in crate::run) fn reported(pattern: &Pattern) -> Text {
    match pattern {
        Pattern::Line(regex) => say!("a line matching /{pattern}/", pattern = regex.as_str()),
        Pattern::Kind(_) | Pattern::Exit | Pattern::Eof => Text::plain(name(pattern)),
    }
}

/// The awaited message, in the words of scripts.
pub(in crate::run) fn name(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Kind(kind) => (*kind).to_owned(),
        Pattern::Line(regex) => format!("a line matching /{}/", regex.as_str()),
        Pattern::Exit => "exit".to_owned(),
        Pattern::Eof => "eof".to_owned(),
    }
}
