//! Visits all steps of a script.

use super::{Step, StepKind};

/// Whether a step, nested steps included, satisfies `wanted`.
#[must_use]
pub fn any_step(steps: &[Step], wanted: &dyn Fn(&StepKind) -> bool) -> bool {
    let mut found = false;
    each_step(steps, &mut |step| found |= wanted(&step.kind));
    found
}

/// Visits every step, and after it the steps that are nested in it.
pub(crate) fn each_step<'s>(steps: &'s [Step], visit: &mut dyn FnMut(&'s Step)) {
    for step in steps {
        visit(step);
        match &step.kind {
            StepKind::Repeat(repeat) => each_step(&repeat.steps, visit),
            StepKind::Race(race) => {
                each_step(&race.start, visit);
                each_step(&race.each, visit);
            }
            StepKind::OneOf(one_of) => {
                for way in &one_of.alternatives {
                    each_step(&way.then, visit);
                }
            }
            StepKind::Send(_)
            | StepKind::Raw(_)
            | StepKind::Expect(_)
            | StepKind::AllOf(_)
            | StepKind::Silence(_)
            | StepKind::Pause(_)
            | StepKind::CloseInput
            | StepKind::SetOptions(_)
            | StepKind::Need(_) => {}
        }
    }
}

/// Visits the steps in the same order and can change them.
pub(crate) fn each_step_mut(steps: &mut [Step], visit: &mut dyn FnMut(&mut Step)) {
    for step in steps {
        visit(step);
        match &mut step.kind {
            StepKind::Repeat(repeat) => each_step_mut(&mut repeat.steps, visit),
            StepKind::Race(race) => {
                each_step_mut(&mut race.start, visit);
                each_step_mut(&mut race.each, visit);
            }
            StepKind::OneOf(one_of) => {
                for way in &mut one_of.alternatives {
                    each_step_mut(&mut way.then, visit);
                }
            }
            StepKind::Send(_)
            | StepKind::Raw(_)
            | StepKind::Expect(_)
            | StepKind::AllOf(_)
            | StepKind::Silence(_)
            | StepKind::Pause(_)
            | StepKind::CloseInput
            | StepKind::SetOptions(_)
            | StepKind::Need(_) => {}
        }
    }
}
