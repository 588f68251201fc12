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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::tests::finding::ended;
    use crate::run::tests::paper;
    use crate::run::tests::run_result::{plan, run_of};
    use crate::snapshot::diff::Diff;
    use crate::snapshot::result::{SnapshotResult, SnapshotsResult};
    use crate::transcript::Transcript;
    use crate::transcript_text;
    use crate::verdict::Verdict;

    #[test]
    fn snapshots_that_cannot_be_compared_leave_a_conformant_run_open_if_they_count() {
        use Conformance::{Conformant, Inconclusive, Nonconformant};
        use SnapshotStanding::{Changed, Lost, New};
        let reported = |standing: &SnapshotStanding| SnapshotResult {
            scenario: "usi/x".to_owned(),
            standing: *standing,
            file: String::new(),
            other_script: false,
            reason: String::new(),
            diff: Diff::default(),
        };
        let weighed = |counted, standings: &[SnapshotStanding], verdict| {
            let snapshots = SnapshotsResult {
                folder: "kept".to_owned(),
                counted,
                unchanged: 3,
                written: 0,
                reported: standings.iter().map(reported).collect(),
                unreferenced: Vec::new(),
                errors: Vec::new(),
            };
            let mut run = RunResult { snapshots: Some(snapshots), verdict, ..run_of(Vec::new()) };
            weigh(&mut run);
            (run.verdict, run.reason.map(|reason| reason.to_string()))
        };
        let open = |reason: &str| (Inconclusive, Some(reason.to_owned()));
        let one = open("1 snapshot cannot be compared");
        assert_eq!(weighed(true, &[Lost], Conformant), one);
        assert_eq!(weighed(true, &[New, Lost], Conformant), one);
        let two = open("2 snapshots cannot be compared");
        assert_eq!(weighed(true, &[Lost, Lost], Conformant), two);
        assert_eq!(weighed(true, &[], Conformant), (Conformant, None));
        assert_eq!(weighed(true, &[New], Conformant), (Conformant, None));
        // A changed snapshot fails the run already.
        assert_eq!(weighed(true, &[Lost, Changed], Conformant), (Conformant, None));
        assert_eq!(weighed(false, &[Lost], Conformant), (Conformant, None));
        assert_eq!(weighed(true, &[Lost], Nonconformant), (Nonconformant, None));
    }

    #[test]
    fn a_run_with_snapshots_has_what_the_engine_wrote_or_says_why_not() {
        let scenario = paper::scenario("USI-GO-03", "  - send: isready\n");
        let engine =
            EngineProfile { name: Some("Some Name".to_owned()), ..EngineProfile::default() };
        let lines = "> usi\n< id name Some Name\n< usiok\n> isready\n< readyok";
        let mut result = ended(Verdict::Pass, crate::lang::Text::EMPTY);
        result.transcript =
            Transcript { events: transcript_text::parse(lines).unwrap(), ..Transcript::default() };
        let mut plan = plan();
        assert_eq!(normal(&plan, &scenario, &engine, &result), None);
        plan.snapshots = Some(Vec::new());
        let text = normal(&plan, &scenario, &engine, &result).unwrap().unwrap();
        assert!(text.contains("readyok") && !text.contains("Some Name"), "{text}");
        result.transcript.dropped = 1;
        let lost = normal(&plan, &scenario, &engine, &result).unwrap();
        assert_eq!(lost, Err("the engine wrote more than is kept".to_owned()));
    }
}
