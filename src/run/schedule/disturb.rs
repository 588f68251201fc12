//! Which scenarios may change something that the next start of the engine finds, such as a file.

use crate::scenario::{OptionValue, Step, StepKind, any_step};

/// Whether these steps set options to values that are not the engine's defaults. Some engines store their options for
/// the next start, where the stored values would look like declared defaults.
pub(crate) fn disturbs(steps: &[Step]) -> bool {
    any_step(steps, &|kind| {
        matches!(kind, StepKind::SetOptions(set) if !matches!(
            set.to,
            OptionValue::Default
                | OptionValue::SwappedCaseName
                | OptionValue::Empty
                | OptionValue::EmptyWord
        ))
    })
}
