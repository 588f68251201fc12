//! Which scenarios may leave something behind for the next start.

use crate::scenario::{OptionValue, Step, StepKind};

/// Whether these steps set options to values that are not the engine's own. Engines exist that keep
/// their options for the next start, where they would be taken for its declarations.
pub(crate) fn disturbs(steps: &[Step]) -> bool {
    steps.iter().any(|step| match &step.kind {
        StepKind::SetOptions(set) => !matches!(
            set.to,
            OptionValue::Default
                | OptionValue::SwappedCaseName
                | OptionValue::Empty
                | OptionValue::EmptyWord
        ),
        StepKind::Repeat(repeat) => disturbs(&repeat.steps),
        StepKind::Race(race) => disturbs(&race.start) || disturbs(&race.each),
        StepKind::OneOf(one_of) => one_of
            .alternatives
            .iter()
            .any(|alternative| disturbs(&alternative.then)),
        StepKind::Send(_)
        | StepKind::Raw(_)
        | StepKind::Expect(_)
        | StepKind::AllOf(_)
        | StepKind::Silence(_)
        | StepKind::Pause(_)
        | StepKind::CloseInput
        | StepKind::Need(_) => false,
    })
}
