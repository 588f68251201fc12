//! The properties of a script that decide how its transcript is read.

use std::collections::HashSet;

use crate::protocol::{Dialect, Role};
use crate::scenario::{RawPart, Step, StepKind, any_step, each_step};
use crate::transcript::{Event, EventKind, Line};

/// The lines of the steps that end a search by a `stop` after some time. Whether the engine had finished before depends
/// on timing.
pub(super) fn steps_with_a_stop(steps: &[Step]) -> HashSet<u32> {
    let mut lines = HashSet::new();
    each_step(steps, &mut |step| {
        let stop_after = match &step.kind {
            StepKind::Expect(wanted) => wanted.stop_after.as_ref(),
            StepKind::OneOf(one_of) => one_of.stop_after.as_ref(),
            StepKind::Send(_)
            | StepKind::Raw(_)
            | StepKind::AllOf(_)
            | StepKind::Silence(_)
            | StepKind::Pause(_)
            | StepKind::CloseInput
            | StepKind::Repeat(_)
            | StepKind::Race(_)
            | StepKind::SetOptions(_)
            | StepKind::Need(_) => None,
        };
        if stop_after.is_some() {
            lines.insert(step.span.line);
        }
    });
    lines
}

/// Whether one of the following steps in `cut_short` waits for the reply to the line that was just sent.
pub(super) fn is_cut_short(
    dialect: &dyn Dialect,
    later: &[Event],
    cut_short: &HashSet<u32>,
) -> bool {
    if cut_short.is_empty() {
        return false;
    }
    let begins_a_search = |line: &Line| dialect.role(line.text().trim()) == Role::Search;
    let mut events = later.iter().take_while(
        |event| !matches!(&event.kind, EventKind::Sent { line, .. } if begins_a_search(line)),
    );
    events.any(|event| matches!(event.kind, EventKind::Step { line } if cut_short.contains(&line)))
}

/// The line of the first race. Races are always steps of the scenario itself, not inside of other steps.
pub(super) fn first_race(steps: &[Step]) -> Option<u32> {
    let mut steps = steps.iter();
    let race = steps.find(|step| matches!(step.kind, StepKind::Race(_)))?;
    Some(race.span.line)
}

/// Whether a script itself sends `quit`.
pub(super) fn sends_quit(steps: &[Step], quit: &str) -> bool {
    any_step(steps, &|kind| match kind {
        StepKind::Send(send) => send.lines.iter().any(|line| line.to_string() == quit),
        StepKind::Raw(parts) => parts.iter().any(|part| match part {
            RawPart::Bytes(bytes) => String::from_utf8_lossy(bytes).contains(quit),
            RawPart::Pause(_) => false,
        }),
        StepKind::Repeat(_)
        | StepKind::OneOf(_)
        | StepKind::Race(_)
        | StepKind::Expect(_)
        | StepKind::AllOf(_)
        | StepKind::Silence(_)
        | StepKind::Pause(_)
        | StepKind::CloseInput
        | StepKind::SetOptions(_)
        | StepKind::Need(_) => false,
    })
}
