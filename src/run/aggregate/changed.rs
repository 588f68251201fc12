//! What the snapshots of a run have, and those that leave it open.

use crate::protocol::EngineProfile;
use crate::run::plan::Plan;
use crate::run::result::{Conformance, NormalForm, RunResult, ScenarioResult};
use crate::scenario::Scenario;
use crate::snapshot::{self, result::Standing};

/// What a snapshot of a scenario would have of what it showed; `None` where the run makes none.
pub(in crate::run) fn normal(
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

/// Leaves a run open whose snapshots count, and of which some could not be compared. A changed snapshot breaks no clause:
/// it fails the run ([`SnapshotsResult::fail`](crate::snapshot::result::SnapshotsResult::fail)) and leaves the verdict on
/// the engine as it is.
pub fn weigh(run: &mut RunResult) {
    let counted = run.snapshots.as_ref().filter(|snapshots| snapshots.counted);
    let Some(snapshots) = counted.filter(|_| run.verdict == Conformance::Conformant) else {
        return;
    };
    let reason = match (snapshots.count(Standing::Changed), snapshots.count(Standing::Lost)) {
        (0, 1) => say!("1 snapshot cannot be compared"),
        (0, lost) if lost > 0 => say!("{lost} snapshots cannot be compared", lost),
        _ => return,
    };
    run.verdict = Conformance::Inconclusive;
    run.reason = Some(reason);
}
