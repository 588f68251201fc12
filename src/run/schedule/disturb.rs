//! Which scenarios may change something that the next start of the engine finds, such as a file, and whether this
//! engine has such a file.

use std::collections::HashSet;

use crate::protocol::EngineProfile;
use crate::run::aggregate::engine_profile;
use crate::run::plan::Plan;
use crate::scenario::{OptionValue, Scenario, StepKind, any_step};

/// After how many unchanged starts an engine counts as one that does not store its options.
const UNCHANGED_STARTS: usize = 3;

/// For each of these scenarios, whether it is played after all others: it sets options to values that are not the
/// engine's defaults, or one of its prerequisites does. Some engines store their options for the next start, where the
/// stored values would look like declared defaults. The built-in engine stores nothing.
pub(crate) fn disturbers(plan: &Plan, scenarios: &[Scenario]) -> Vec<bool> {
    let own = scenarios.iter().filter(|scenario| disturbs(plan, scenario));
    let mut last: HashSet<&str> = own.map(|scenario| scenario.id.as_str()).collect();
    loop {
        let before = last.len();
        for scenario in scenarios {
            if scenario.after.iter().any(|id| last.contains(id.as_str())) {
                last.insert(&scenario.id);
            }
        }
        if last.len() == before {
            return scenarios.iter().map(|scenario| last.contains(scenario.id.as_str())).collect();
        }
    }
}

fn disturbs(plan: &Plan, scenario: &Scenario) -> bool {
    let sets = |kind: &StepKind| {
        matches!(kind, StepKind::SetOptions(set) if !matches!(
            set.to,
            OptionValue::Default
                | OptionValue::SwappedCaseName
                | OptionValue::Empty
                | OptionValue::EmptyWord
        ))
    };
    !plan.built_in && any_step(&scenario.steps, &sets)
}

/// What starts of the engine have shown: does it store for its next start which options a client sets?
#[derive(Debug, Default)]
pub(in crate::run) struct OptionStore {
    /// Whether a scenario that sets options has ended, together with its process.
    pub(in crate::run) disturbed: bool,
    /// How many starts after that declared the options of the first start.
    unchanged: usize,
    /// Whether a start declared other options.
    changed: bool,
}

impl OptionStore {
    /// Compares what a process declared that was started after scenarios that set options with what the first process
    /// of the run declared.
    pub(in crate::run) fn started(&mut self, first: &EngineProfile, declared: &EngineProfile) {
        // A process that ended before it declared its options shows nothing.
        if declared.options.is_empty() {
            return;
        }
        if engine_profile::declares_the_same(first, declared) {
            self.unchanged += 1;
        } else {
            self.changed = true;
        }
    }

    /// Whether several scenarios that set options can run at once: no process finds what another one has stored.
    pub(in crate::run) fn is_absent(&self) -> bool {
        !self.changed && self.unchanged >= UNCHANGED_STARTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::DeclaredOption;

    fn declares(default: &str) -> EngineProfile {
        let option = DeclaredOption {
            name: String::from("USI_Hash"),
            default: Some(String::from(default)),
            ..DeclaredOption::default()
        };
        EngineProfile { options: vec![option], ..EngineProfile::default() }
    }

    #[test]
    fn several_unchanged_starts_show_that_nothing_is_stored() {
        let mut store = OptionStore::default();
        for _ in 0..UNCHANGED_STARTS {
            assert!(!store.is_absent());
            store.started(&declares("16"), &declares("16"));
        }
        assert!(store.is_absent());
        store.started(&declares("16"), &EngineProfile::default());
        assert!(store.is_absent(), "a process without options shows nothing");
        store.started(&declares("16"), &declares("1024"));
        assert!(!store.is_absent(), "one changed start counts more");
        store.started(&declares("16"), &declares("16"));
        assert!(!store.is_absent());
    }
}
