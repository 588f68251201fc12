//! The walk through the steps of a script.

use super::{Step, StepKind};

/// Whether some step, nested ones included, is of a kind.
#[must_use]
pub fn any_step(steps: &[Step], wanted: &dyn Fn(&StepKind) -> bool) -> bool {
    steps.iter().any(|step| {
        let inner = match &step.kind {
            StepKind::Repeat(repeat) => any_step(&repeat.steps, wanted),
            StepKind::Race(race) => any_step(&race.start, wanted) || any_step(&race.each, wanted),
            StepKind::OneOf(one_of) => {
                let mut ways = one_of.alternatives.iter();
                ways.any(|way| any_step(&way.then, wanted))
            }
            StepKind::Send(_)
            | StepKind::Raw(_)
            | StepKind::Expect(_)
            | StepKind::AllOf(_)
            | StepKind::Silence(_)
            | StepKind::Pause(_)
            | StepKind::CloseInput
            | StepKind::SetOptions(_)
            | StepKind::Need(_) => false,
        };
        inner || wanted(&step.kind)
    })
}
