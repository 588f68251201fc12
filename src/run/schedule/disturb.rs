//! Which scenarios may change something that the next start of the engine finds, such as a file, and whether this
//! engine has such a file.

use std::collections::HashSet;

use crate::protocol::EngineProfile;
use crate::run::aggregate::engine_profile;
use crate::run::plan::Plan;
use crate::run::schedule::scheduler::{Scheduler, State};
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

impl Scheduler<'_> {
    /// Whether a scenario that may change what the next start finds can begin: when nothing else runs or waits, and one
    /// at a time as long as the engine may store what is changed.
    pub(in crate::run) fn can_disturb(&self, state: &State<'_>) -> bool {
        let settled = state.doubtful.is_empty() && state.suspicions.is_empty();
        let mut waiting = state.waiting.iter();
        (state.option_store.is_absent() || state.running == 0 && settled)
            && waiting.all(|index| self.disturbers[*index])
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::lang::Text;
    use crate::protocol::DeclaredOption;
    use crate::run::plan::NoObserver;
    use crate::run::schedule::candidate::CarryoverCandidate;
    use crate::run::tests::finding::{ended, trial};
    use crate::run::tests::games::{after, game, named, plan};
    use crate::run::timing::process_cost::ProcessCost;
    use crate::verdict::Verdict;

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

    /// A scenario that sets options to this value.
    fn sets(id: &str, to: &str) -> Scenario {
        let set = format!(
            "  - set-options: {{ types: [spin], to: {to} }}\n  - send: isready\n  - expect: readyok\n"
        );
        named(id, &set)
    }

    #[test]
    fn what_may_change_the_next_start_comes_last_with_all_that_depends_on_it() {
        let scenarios = vec![
            after(game("usi/a"), &["usi/b"]),
            after(game("usi/b"), &["usi/c"]),
            sets("usi/c", "max"),
            sets("usi/d", "default"),
            game("usi/e"),
        ];
        let mut plan = plan(scenarios);
        assert_eq!(disturbers(&plan, &plan.scenarios), [true, true, true, false, false]);
        plan.built_in = true;
        assert_eq!(disturbers(&plan, &plan.scenarios), [false; 5]);
    }

    /// Whether a scenario that sets options can begin. It and another one wait, which does not set any.
    fn can_disturb(stores: bool, change: fn(&mut State<'_>)) -> bool {
        let plan = plan(vec![sets("usi/a", "max"), game("usi/b")]);
        let cost = ProcessCost::default();
        let scheduler =
            Scheduler::new(&plan, &plan.scenarios, Duration::ZERO, &NoObserver, (None, &cost));
        let mut state = scheduler.lock();
        state.waiting = vec![0];
        if !stores {
            state.option_store.unchanged = UNCHANGED_STARTS;
        }
        change(&mut state);
        let can = scheduler.can_disturb(&state);
        assert_eq!(scheduler.can_begin(&state, 0, false), can);
        can
    }

    #[test]
    fn what_may_change_the_next_start_runs_alone_until_the_engine_is_known_to_store_nothing() {
        let waits: fn(&mut State<'_>) = |state| state.waiting.push(1);
        let runs: fn(&mut State<'_>) = |state| state.running = 1;
        let is_doubtful: fn(&mut State<'_>) = |state| state.doubtful.push((1, Vec::new()));
        let is_suspected: fn(&mut State<'_>) = |state| {
            let (before, trial, took) = (Vec::new(), trial(&[]), Duration::ZERO);
            let candidate = CarryoverCandidate { index: 1, before, trial, took };
            state.suspicions.push((candidate, ended(Verdict::Pass, Text::EMPTY)));
        };
        for stores in [true, false] {
            assert!(can_disturb(stores, |_| {}), "{stores}");
            assert!(!can_disturb(stores, waits), "{stores}");
            for change in [runs, is_doubtful, is_suspected] {
                assert_eq!(can_disturb(stores, change), !stores);
            }
        }
    }
}
