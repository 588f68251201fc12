//! Summing up a run.

use std::collections::HashMap;
use std::time::Duration;

use crate::lang::Text;
use crate::protocol::{Catalogue, Facts};
use crate::run::plan::Plan;
use crate::run::result::{
    ClauseResult, Conformance, EngineInfo, OptionInfo, RunResult, ScenarioResult,
};
use crate::run::time_use::TimeUse;
use crate::scenario::Scenario;
use crate::verdict::Verdict;

/// The result of a whole run.
pub(crate) fn sum_up(
    plan: &Plan,
    scenarios: &[Scenario],
    mut results: HashMap<usize, ScenarioResult>,
    facts: &Facts,
    elapsed: Duration,
) -> RunResult {
    let planned = scenarios;
    let mut scenarios: Vec<ScenarioResult> = (0..planned.len())
        .filter_map(|index| results.remove(&index))
        .collect();
    let time = TimeUse::of(planned, &scenarios);
    scenarios.retain(is_told);
    let interrupted = plan.cancel.load(std::sync::atomic::Ordering::Relaxed);
    let failed = |scenario: &ScenarioResult| scenario.verdict == Verdict::Fail;
    let (verdict, reason) = conformance(&scenarios, interrupted, &failed);
    RunResult {
        engine: engine(plan, facts),
        dialect: plan.dialect.name(),
        profile: plan.profile.to_owned(),
        verdict,
        reason,
        clauses: clauses(plan.dialect.catalogue(), &scenarios),
        time,
        scenarios,
        known: Vec::new(),
        latencies: Vec::new(),
        clocks: Vec::new(),
        jitter: None,
        repeats: None,
        elapsed,
        jobs: plan.jobs,
        limits_scale: plan.limits_scale,
        seed: plan.seed,
        fail_on: plan.fail_on,
        filtered: plan.filtered,
        part: plan.part.clone(),
        replay: plan.replay.clone(),
        interrupted,
        snapshots: None,
    }
}

/// Whether a report has it: what belongs to another part of the run and was in order is told there.
fn is_told(scenario: &ScenarioResult) -> bool {
    let in_order = match scenario.verdict {
        Verdict::Pass | Verdict::Skip | Verdict::Blocked => true,
        Verdict::Warn | Verdict::Flaky | Verdict::Inconclusive | Verdict::Fail | Verdict::Error => {
            false
        }
    };
    !(scenario.along && in_order && scenario.findings.is_empty())
}

/// The result of a run that could not begin: nothing was played, and this is why.
#[must_use]
pub fn nothing(plan: &Plan, reason: Text) -> RunResult {
    let none = Facts::default();
    RunResult {
        reason: Some(reason),
        ..sum_up(plan, &[], HashMap::new(), &none, Duration::ZERO)
    }
}

/// The verdict of a run, and why it is inconclusive; `failed` says which scenarios fail it.
pub(crate) fn conformance(
    scenarios: &[ScenarioResult],
    interrupted: bool,
    failed: &dyn Fn(&ScenarioResult) -> bool,
) -> (Conformance, Option<Text>) {
    let count = |verdict: Verdict| {
        scenarios
            .iter()
            .filter(|scenario| scenario.verdict == verdict)
            .count()
    };
    // A scenario whose failure is excused proves nothing.
    let judged = count(Verdict::Pass) + count(Verdict::Warn) + count(Verdict::Flaky);
    let unsure = count(Verdict::Error) + count(Verdict::Inconclusive);
    if interrupted {
        return (
            Conformance::Inconclusive,
            Some(say!("the run was ended by the user")),
        );
    }
    if scenarios.iter().any(failed) {
        return (Conformance::Nonconformant, None);
    }
    if judged == 0 {
        return (
            Conformance::Inconclusive,
            Some(say!("no scenario could be judged")),
        );
    }
    if unsure > 0 {
        return (
            Conformance::Inconclusive,
            Some(say!(
                "{number} scenarios could not be judged",
                number = unsure
            )),
        );
    }
    (Conformance::Conformant, None)
}

fn engine(plan: &Plan, facts: &Facts) -> EngineInfo {
    let program = plan.launch.program.display().to_string();
    let args = plan
        .launch
        .args
        .iter()
        .map(|arg| arg.to_string_lossy().into_owned());
    let options = facts.options.iter().map(|option| OptionInfo {
        name: option.name.clone(),
        kind: option.kind.clone(),
        default: option.default.clone(),
        min: option.min,
        max: option.max,
        choices: option.choices.clone(),
    });
    EngineInfo {
        command: std::iter::once(program).chain(args).collect(),
        built_in: plan.built_in,
        name: facts.name.clone(),
        author: facts.author.clone(),
        options: options.collect(),
    }
}

/// What became of each clause of a catalogue that these scenarios name, or that something was found against.
pub(super) fn clauses(catalogue: &Catalogue, scenarios: &[ScenarioResult]) -> Vec<ClauseResult> {
    let ran = |scenario: &&ScenarioResult| scenario.attempts > 0;
    catalogue
        .clauses
        .iter()
        .filter_map(|clause| {
            let named = scenarios
                .iter()
                .filter(ran)
                .filter(|scenario| scenario.clauses.contains(&clause.id))
                .count();
            let findings = scenarios
                .iter()
                .filter(|scenario| counts(scenario.verdict))
                .flat_map(|scenario| &scenario.findings)
                .filter(|finding| finding.clause == clause.id);
            let worst = findings.clone().map(|finding| finding.severity).max();
            let findings = findings.count();
            (named + findings > 0).then(|| ClauseResult {
                clause: clause.id,
                worst,
                exercised: u32::try_from(named).unwrap_or(u32::MAX),
                findings: u32::try_from(findings).unwrap_or(u32::MAX),
            })
        })
        .collect()
}

/// Whether the findings of a scenario with this verdict are held against the engine.
fn counts(verdict: Verdict) -> bool {
    match verdict {
        Verdict::Pass | Verdict::Skip | Verdict::Warn | Verdict::Fail => true,
        Verdict::Flaky | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => false,
    }
}
