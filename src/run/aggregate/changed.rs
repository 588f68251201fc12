//! What the snapshots of a run contain, and which snapshots make the run inconclusive.

use crate::protocol::EngineProfile;
use crate::run::plan::Plan;
use crate::run::result::{Conformance, NormalForm, RunResult, ScenarioResult};
use crate::scenario::Scenario;
use crate::snapshot::{self, result::SnapshotStanding};

/// What a snapshot of the scenario would contain; `None` if the run makes no snapshots.
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

/// Makes a conformant run inconclusive if its snapshots count and some of them could not be compared. A changed
/// snapshot does not break a clause: it fails the run
/// ([`SnapshotsResult::fail`](crate::snapshot::result::SnapshotsResult::fail)) and leaves the verdict on the engine as
/// it is.
pub fn weigh(run: &mut RunResult) {
    let counted = run.snapshots.as_ref().filter(|snapshots| snapshots.counted);
    let Some(snapshots) = counted.filter(|_| run.verdict == Conformance::Conformant) else {
        return;
    };
    let reason =
        match (snapshots.count(SnapshotStanding::Changed), snapshots.count(SnapshotStanding::Lost))
        {
            (0, 1) => say!("1 snapshot cannot be compared"),
            (0, lost) if lost > 0 => say!("{lost} snapshots cannot be compared", lost),
            _ => return,
        };
    run.verdict = Conformance::Inconclusive;
    run.reason = Some(reason);
}
