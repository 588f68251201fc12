//! Judges the messages that a script waits for, and their absence.

use std::time::Duration;

use crate::lang::Text;
use crate::run::result::Measurement;
use crate::run::script::demand::{Demand, Owed, gone, report};
use crate::run::script::findings::severity;
use crate::run::script::overdue::{late_or_never, missing};
use crate::run::script::predicate::Unmet;
use crate::run::script::session::PendingMessage;
use crate::run::script::state::{End, Flow, Script};
use crate::run::script::wait::{
    WaitOutcome, demand_unread, first_unmet, forbidden_value, last_call, name, note_unread,
    reported, stop_after, wait, wait_where,
};
use crate::scenario::{Alternative, Expect, OneOf, Outcome, Pattern, Time};
use crate::transcript::EventId;
use crate::verdict::{ClauseId, ClockUse, Severity, Watcher};

/// A clock counts as ignored if it is exceeded by at least this time, and by at least the time that it gave.
const UNHEEDED: Duration = Duration::from_secs(1);

/// Waits for one message.
pub(crate) fn one(script: &mut Script<'_, '_>, wanted: &Expect) -> Flow {
    let from = script.session.last_send;
    stop_after(script, wanted.stop_after.as_ref(), &wanted.within, from)?;
    match wait(script, &[wanted], &wanted.within, from) {
        WaitOutcome::This(_, heard) => {
            accept(script, wanted, heard.as_ref(), from)?;
            if matches!(wanted.what, Pattern::Eof) {
                all_ended(script, wanted, from);
            }
            Ok(())
        }
        WaitOutcome::Cancelled => Err(End::Cancelled),
        // The next step may wait for what came.
        WaitOutcome::Other(heard) if wanted.optional => {
            script.session.passed_over.push(heard);
            Ok(())
        }
        WaitOutcome::Gone | WaitOutcome::Nothing if wanted.optional => Ok(()),
        WaitOutcome::Other(heard) => {
            instead(script, wanted.clause, wanted.at_most, &reported(&wanted.what), &heard);
            Err(End::Unmet)
        }
        WaitOutcome::Gone => {
            gone(script, wanted.clause, wanted.at_most, &reported(&wanted.what), Owed::Answer);
            Err(End::Unmet)
        }
        WaitOutcome::Nothing => late_or_never(script, wanted, from),
    }
}

/// Waits for several messages in any order.
pub(crate) fn all_of(script: &mut Script<'_, '_>, wanted: &[Expect]) -> Flow {
    let mut left: Vec<&Expect> = wanted.iter().collect();
    let from = script.session.last_send;
    while let Some(first) = most_urgent(script, &left, from) {
        match wait(script, &left, &first.within, from) {
            WaitOutcome::This(index, heard) => {
                let met = left.remove(index);
                accept(script, met, heard.as_ref(), from)?;
            }
            WaitOutcome::Cancelled => return Err(End::Cancelled),
            // Then only optional messages are left.
            WaitOutcome::Other(heard) if first.optional => {
                script.session.passed_over.push(heard);
                return Ok(());
            }
            WaitOutcome::Gone | WaitOutcome::Nothing if first.optional => return Ok(()),
            WaitOutcome::Other(heard) => {
                instead(script, first.clause, first.at_most, &reported(&first.what), &heard);
                return Err(End::Unmet);
            }
            WaitOutcome::Gone => {
                gone(script, first.clause, first.at_most, &reported(&first.what), Owed::Answer);
                return Err(End::Unmet);
            }
            WaitOutcome::Nothing => return late_or_never(script, first, from),
        }
    }
    Ok(())
}

/// The message that must come first of all: of those that must come, the one with the earliest deadline.
fn most_urgent<'a>(
    script: &Script<'_, '_>,
    left: &[&'a Expect],
    from: Duration,
) -> Option<&'a Expect> {
    let urgency = |expect: &&Expect| (expect.optional, script.deadline(&expect.within, from));
    left.iter().copied().min_by_key(urgency)
}

/// Waits for the first of several messages.
pub(crate) fn one_of(script: &mut Script<'_, '_>, one_of: &OneOf) -> Flow {
    let from = script.session.last_send;
    stop_after(script, one_of.stop_after.as_ref(), &one_of.within, from)?;
    let expects: Vec<&Expect> =
        one_of.alternatives.iter().map(|alternative| &alternative.expect).collect();
    match wait_where(script, &expects, &one_of.within, from) {
        WaitOutcome::This(index, heard) => {
            let alternative = &one_of.alternatives[index];
            overrun(script, &one_of.within, one_of.clause, one_of.at_most, heard.as_ref());
            record(script, &alternative.expect, heard.as_ref(), from);
            heard.iter().for_each(|heard| note_unread(script, &expects, heard));
            outcome(script, alternative, heard.as_ref())?;
            script.play(&alternative.then)
        }
        WaitOutcome::Cancelled => Err(End::Cancelled),
        // It is unknown which of the alternatives this message was meant to be.
        WaitOutcome::Other(heard) if demand_unread(script, of_kind(&expects, &heard), &heard) => {
            Err(End::Unmet)
        }
        WaitOutcome::Other(heard) => {
            none_fits(script, one_of, &expects, &heard);
            Err(End::Unmet)
        }
        WaitOutcome::Gone => {
            gone(script, one_of.clause, one_of.at_most, &names(&expects), Owed::Answer);
            Err(End::Unmet)
        }
        WaitOutcome::Nothing => {
            let limit = last_call(script, &expects, &one_of.within, from).saturating_sub(from);
            let awaited = kinds(&expects);
            missing(script, one_of.clause, one_of.at_most, awaited, from, limit)
        }
    }
}

/// Those that wait for a message of this kind.
fn of_kind<'a>(expects: &[&'a Expect], heard: &PendingMessage) -> impl Iterator<Item = &'a Expect> {
    let is_of_kind =
        |what: &Pattern| matches!(what, Pattern::Kind(kind) if *kind == heard.reading.kind);
    expects.iter().copied().filter(move |expect| is_of_kind(&expect.what))
}

/// Reports a message that is none of the alternatives. One of the right kind lacks what they demand of its fields.
fn none_fits(
    script: &mut Script<'_, '_>,
    one_of: &OneOf,
    expects: &[&Expect],
    heard: &PendingMessage,
) {
    let unmet: Vec<Unmet> =
        of_kind(expects, heard).filter_map(|expect| first_unmet(script, expect, heard)).collect();
    let Some(last) = unmet.last() else {
        return instead(script, one_of.clause, one_of.at_most, &names(expects), heard);
    };
    let message = match unmet.as_slice() {
        [only] => only.message.clone(),
        _ => say!(
            "after `{command}` {came} came, which is none of the expected answers",
            command = script.session.last_command(),
            came = heard.reading.kind
        ),
    };
    let got = last.got.clone();
    let expected = Text::any_of(unmet.into_iter().map(|unmet| unmet.expected));
    report_unmet(script, one_of.clause, one_of.at_most, Unmet { message, expected, got }, heard.id);
}

fn outcome(
    script: &mut Script<'_, '_>,
    alternative: &Alternative,
    heard: Option<&PendingMessage>,
) -> Flow {
    match &alternative.outcome {
        Outcome::Pass => Ok(()),
        Outcome::Stop => Err(End::Stop),
        Outcome::Lacks(capability) => {
            script.lacks.push(capability.clone());
            Err(End::Skip(say!("the engine does not offer {name}", name = capability)))
        }
        Outcome::Finding(clause, at_most, message) => {
            let (expected, got) = match heard {
                None => (say!("one of the other answers"), say!("the end of the process")),
                Some(heard) => {
                    forbidden_value(script, &alternative.expect, heard).unwrap_or_else(|| {
                        (say!("one of the other answers"), Text::plain(&heard.text))
                    })
                }
            };
            let demand = Demand {
                clause: Some(*clause),
                at_most: *at_most,
                expected,
                got,
                message: Text::again(message, Vec::new()).unwrap_or_else(|| Text::plain(message)),
                timing: false,
            };
            report(script, demand, heard.map(|heard| heard.id));
            Ok(())
        }
    }
}

fn accept(
    script: &mut Script<'_, '_>,
    wanted: &Expect,
    heard: Option<&PendingMessage>,
    from: Duration,
) -> Flow {
    overrun(script, &wanted.within, wanted.clause, wanted.at_most, heard);
    record(script, wanted, heard, from);
    let Some(heard) = heard else { return Ok(()) };
    note_unread(script, &[wanted], heard);
    if let Some(unmet) = first_unmet(script, wanted, heard) {
        report_unmet(script, wanted.clause, wanted.at_most, unmet, heard.id);
    }
    // The following steps depend on the captured value.
    let lost = |(_, field): &(String, String)| heard.reading.is_unreadable(field);
    if wanted.capture.iter().any(lost) {
        return Err(End::Unmet);
    }
    Ok(())
}

/// After the end of the output: if the engine has exited too, every process that it started must end in the same time.
fn all_ended(script: &mut Script<'_, '_>, wanted: &Expect, from: Duration) {
    if script.session.exited.is_none() {
        return;
    }
    let until = last_call(script, &[wanted], &wanted.within, from);
    if script.session.transport.others_end(until) != Some(false) {
        return;
    }
    let limit = until.saturating_sub(from);
    let demand = Demand {
        clause: wanted.clause,
        at_most: wanted.at_most,
        expected: say!("the end of all its processes within {limit} ms", limit = limit.as_millis()),
        got: say!("a process that was still there"),
        message: say!("a process that the engine had started outlived it"),
        timing: true,
    };
    report(script, demand, None);
}

fn report_unmet(
    script: &mut Script<'_, '_>,
    clause: Option<ClauseId>,
    at_most: Severity,
    unmet: Unmet,
    event: EventId,
) {
    let demand = Demand {
        clause,
        at_most,
        message: unmet.message,
        expected: unmet.expected,
        got: unmet.got,
        timing: false,
    };
    report(script, demand, Some(event));
}

/// Assigns a reply after its clock to the clause of the step, if that clause is about clocks, or if the engine seems to
/// have ignored the clock. A short clock that was exceeded by little remains the warning that it is for the rule. The
/// finding comes from the rule of the clock, which names the clause for replies that are only late.
fn overrun(
    script: &mut Script<'_, '_>,
    within: &Time,
    clause: Option<ClauseId>,
    at_most: Severity,
    heard: Option<&PendingMessage>,
) {
    let Some(heard) = heard.filter(|_| within.has_clock()) else {
        return;
    };
    let (catalogue, profile) = (script.catalogue(), script.profile);
    let line = script.session.line;
    let dialect = script.dialect;
    let of_clock = |clause: ClauseId| {
        let mut watches = dialect.watches().into_iter();
        watches.any(|watch| watch.rule == "clock" && watch.clause == clause.0)
    };
    script.session.findings.amend_clock(heard.id, |finding| {
        let unheeded = finding.clock.as_ref().is_none_or(|clock| {
            let over = clock.used.saturating_sub(clock.allowed);
            over >= clock.allowed.max(UNHEEDED)
        });
        let hardly = finding.clock.as_ref().is_some_and(ClockUse::is_short_and_hardly_exceeded);
        let of_step = |clause| severity(catalogue, clause, profile, at_most);
        let takes = |clause: &ClauseId| {
            of_clock(*clause) && !(hardly && finding.severity < of_step(*clause))
        };
        if let Some(clause) = clause.filter(|clause| unheeded || takes(clause)) {
            finding.severity = of_step(clause);
            finding.clause = clause;
            finding.watcher = Watcher::Expectation;
            finding.violation = None;
        }
        finding.severity = finding.severity.min(at_most);
        finding.scenario_line = Some(line);
    });
}

/// Stores the captures and measurements of a message that came.
fn record(
    script: &mut Script<'_, '_>,
    wanted: &Expect,
    heard: Option<&PendingMessage>,
    from: Duration,
) {
    let at = heard.map(|heard| heard.at).or(script.session.exited.map(|(_, _, at)| at));
    if script.set_done {
        script.session.started();
    }
    let mark = script.session.last_mark;
    script.session.last_mark = at.map_or(mark, |at| at.max(mark));
    if let (Some(measure), Some(at)) = (&wanted.measure, at.filter(|at| *at >= from)) {
        let took = at.saturating_sub(from);
        script.measurements.push(Measurement { name: measure.clone(), took });
    }
    for (capture, field) in &wanted.capture {
        let value = heard.and_then(|heard| heard.reading.field(field)).map(ToString::to_string);
        script.captures.set(capture, value.unwrap_or_default());
    }
}

fn names(expects: &[&Expect]) -> Text {
    let mut names: Vec<Text> = Vec::new();
    for name in expects.iter().map(|expect| reported(&expect.what)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Text::any_of(names)
}

/// The kinds of message that are accepted, each once: many alternatives differ only in their fields.
fn kinds(expects: &[&Expect]) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for kind in expects.iter().map(|expect| name(&expect.what)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// Reports another reply that closed the search, unless the rules have reported it and the step names no clause.
fn instead(
    script: &mut Script<'_, '_>,
    clause: Option<ClauseId>,
    at_most: Severity,
    wanted: &Text,
    heard: &PendingMessage,
) {
    let demand = Demand {
        clause,
        at_most,
        expected: wanted.clone(),
        got: Text::plain(&heard.text),
        message: say!(
            "after `{command}` {came} came instead of {wanted}",
            command = script.session.last_command(),
            came = heard.reading.kind,
            wanted
        ),
        timing: false,
    };
    report(script, demand, Some(heard.id));
}
