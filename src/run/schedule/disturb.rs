//! Which scenarios may change something that the next start of the engine finds, such as a file.

use crate::run::plan::Plan;
use crate::scenario::{OptionValue, Scenario, StepKind, any_step};

/// Whether a scenario sets options to values that are not the engine's defaults. Some engines store their options for
/// the next start, where the stored values would look like declared defaults. The built-in engine stores nothing.
///
/// A value for an option that the script names is not counted, just as one that it sends.
pub(crate) fn disturbs(plan: &Plan, scenario: &Scenario) -> bool {
    let sets = |kind: &StepKind| {
        matches!(kind, StepKind::SetOptions(set) if !matches!(
            (&set.to, &set.only),
            (
                OptionValue::Default
                    | OptionValue::SwappedCaseName
                    | OptionValue::Empty
                    | OptionValue::EmptyWord,
                _
            ) | (OptionValue::Text(_), Some(_))
        ))
    };
    !plan.built_in && any_step(&scenario.steps, &sets)
}
