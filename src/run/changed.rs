//! Snapshots that fail a run, or leave it open.

use super::plan::Plan;
use super::result::{Conformance, NormalForm, RunResult, ScenarioResult};
use crate::protocol::EngineProfile;
use crate::scenario::Scenario;
use crate::snapshot::{self, result::Standing};

/// What a snapshot of a scenario would have of what it showed; `None` where the run makes none.
pub(super) fn normal(
    plan: &Plan,
    scenario: &Scenario,
    engine_profile: &EngineProfile,
    result: &ScenarioResult,
) -> Option<NormalForm> {
    let setting = snapshot::Setting {
        dialect: plan.dialect,
        profile: plan.profile,
        identity: snapshot::Identity {
            name: engine_profile.name.as_deref(),
            author: engine_profile.author.as_deref(),
        },
        redactions: plan.snapshots.as_ref()?,
    };
    let text = snapshot::normal(&setting, scenario, &result.transcript);
    Some(text.map_err(str::to_owned))
}

/// Lets a run fail whose snapshots have changed, where that counts and nothing else has failed it, and leaves open a
/// run of which some could not be compared.
pub fn weigh(run: &mut RunResult) {
    let counted = run.snapshots.as_ref().filter(|snapshots| snapshots.counted);
    let Some(snapshots) = counted.filter(|_| run.verdict == Conformance::Conformant) else {
        return;
    };
    let (changed, lost) = (snapshots.count(Standing::Changed), snapshots.count(Standing::Lost));
    let (verdict, reason) = match (changed, lost) {
        (0, 0) => return,
        (0, 1) => (Conformance::Inconclusive, say!("1 snapshot cannot be compared")),
        (0, lost) => (Conformance::Inconclusive, say!("{lost} snapshots cannot be compared", lost)),
        (1, _) => (Conformance::Nonconformant, say!("1 snapshot changed")),
        (changed, _) => (Conformance::Nonconformant, say!("{changed} snapshots changed", changed)),
    };
    run.verdict = verdict;
    run.reason = Some(reason);
}
