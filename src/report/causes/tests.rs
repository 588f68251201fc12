use super::causes;
use crate::report::fixtures::{self, transcript};
use crate::run::result::{Conformance, ScenarioResult};
use crate::verdict::{Severity, Verdict};

/// A scenario that waited for a reply that never came.
fn missing(id: &str, clause: &'static str, events: &str) -> ScenarioResult {
    let mut scenario = fixtures::scenario(id, Verdict::Fail);
    scenario.transcript = transcript(events);
    let overdue = scenario.transcript.events.len() - 1;
    let mut finding = fixtures::finding(clause, Severity::Fail, &[overdue]);
    finding.message =
        say!("{kind} did not come within {limit} ms", kind = "bestmove", limit = 1000);
    scenario.findings = vec![finding];
    scenario
}

#[test]
fn replies_that_are_missing_after_the_same_command_have_one_cause() {
    let stop = "0 > go infinite\n50 > stop\n1050 . no bestmove in 1000";
    let go = "0 > go movetime 100\n1000 . no bestmove in 1000";
    let scenarios = vec![
        missing("usi/stop/infinite", "USI-STOP-02", stop),
        missing("usi/go/movetime", "USI-GO-09", go),
        missing("usi/stop/again", "USI-STOP-01", stop),
    ];
    let run = fixtures::run(Conformance::Nonconformant, scenarios);
    let causes = causes(&run);
    let clauses: Vec<Vec<&str>> = causes
        .iter()
        .map(|cause| cause.clauses().into_iter().map(|clause| clause.0).collect())
        .collect();
    assert_eq!(clauses, [vec!["USI-STOP-02", "USI-STOP-01"], vec!["USI-GO-09"]]);
}
