//! Sums up a run.

use std::collections::HashMap;
use std::time::Duration;

use crate::lang::Text;
use crate::protocol::{Catalogue, Dialect, EngineProfile};
use crate::run::plan::Plan;
use crate::run::result::{
    ClauseResult, Conformance, EngineInfo, Host, RunResult, ScenarioResult, Tool,
};
use crate::run::started::Started;
use crate::run::timing::longest_chain::time_use;
use crate::scenario::Scenario;
use crate::transcript::{Event, EventKind};
use crate::verdict::{ClauseId, Severity, Verdict};

/// The result of a whole run.
pub(crate) fn sum_up(
    plan: &Plan,
    scenarios: &[Scenario],
    mut results: HashMap<usize, ScenarioResult>,
    engine_profile: &EngineProfile,
    elapsed: Duration,
) -> RunResult {
    let planned = scenarios;
    let mut scenarios: Vec<ScenarioResult> =
        (0..planned.len()).filter_map(|index| results.remove(&index)).collect();
    let time = time_use(planned, &scenarios, elapsed);
    scenarios.retain(is_reported);
    let cancelled = plan.cancel.load(std::sync::atomic::Ordering::Relaxed);
    // A run that was ended by its time or by the number of failures counts as complete, even if not all was judged.
    let interrupted = cancelled && plan.ended_early().is_none();
    let catalogue = plan.dialect.catalogue();
    let (verdict, reason) = conformance(&Judged {
        scenarios: &scenarios,
        interrupted,
        severity: &|clause| catalogue.severity(clause.0, plan.profile),
        least: plan.fail_on.least(),
        failed: &|scenario| scenario.verdict == Verdict::Fail,
        accepted: &|_| false,
        is_message: &|line| is_message(plan.dialect, line),
    });
    RunResult {
        tool: Tool::this(),
        host: Host::this(),
        engine: engine(plan, engine_profile),
        dialect: plan.dialect.name(),
        profile: plan.profile.to_owned(),
        verdict,
        reason,
        clauses: clauses(catalogue, &scenarios),
        time,
        scenarios,
        known: Vec::new(),
        latencies: Vec::new(),
        clocks: Vec::new(),
        repeats: None,
        started: None,
        elapsed,
        jobs: plan.jobs,
        limits_scale: plan.limits_scale,
        seed: plan.seed,
        fail_on: plan.fail_on,
        filtered: plan.filtered,
        quick: plan.quick,
        part: plan.part.clone(),
        exploration: None,
        replay: plan.replay.clone(),
        interrupted,
        snapshots: None,
    }
}

/// Whether the report lists a scenario. One of another shard without findings is only in the report of that shard.
fn is_reported(scenario: &ScenarioResult) -> bool {
    let in_order = match scenario.verdict {
        Verdict::Pass | Verdict::Skip | Verdict::Blocked => true,
        Verdict::Warn | Verdict::Flaky | Verdict::Inconclusive | Verdict::Fail | Verdict::Error => {
            false
        }
    };
    !(scenario.prerequisite_only && in_order && scenario.findings.is_empty())
}

/// The result of a run that could not begin, with the reason. Nothing was played.
#[must_use]
pub fn nothing(plan: &Plan, reason: Text) -> RunResult {
    let none = EngineProfile::default();
    RunResult {
        reason: Some(reason),
        started: Some(Started::now()),
        ..sum_up(plan, &[], HashMap::new(), &none, Duration::ZERO)
    }
}

/// The data from which the verdict of a run is decided.
pub(crate) struct Judged<'a> {
    /// The scenarios that are reported.
    pub(crate) scenarios: &'a [ScenarioResult],
    /// Whether the user ended the run early.
    pub(crate) interrupted: bool,
    /// The severity of a clause in the profile of the run.
    pub(crate) severity: &'a dyn Fn(ClauseId) -> Severity,
    /// The least severity that fails the run.
    pub(crate) least: Severity,
    /// Which scenarios fail the run.
    pub(crate) failed: &'a dyn Fn(&ScenarioResult) -> bool,
    /// Which scenarios are listed as known failures by the user, so that they need not be judged.
    pub(crate) accepted: &'a dyn Fn(&ScenarioResult) -> bool,
    /// Whether a line of the engine is a message of the protocol.
    pub(crate) is_message: &'a dyn Fn(&[u8]) -> bool,
}

/// Whether a line of an engine is a message of the protocol.
pub(crate) fn is_message(dialect: &dyn Dialect, line: &[u8]) -> bool {
    !matches!(dialect.spoken(line).kind, "blank" | "other")
}

/// The verdict of a run, and the reason if it is inconclusive. The verdict is decided only here, for the run itself,
/// for known failures, and for united shards.
pub(crate) fn conformance(judged: &Judged<'_>) -> (Conformance, Option<Text>) {
    let inconclusive = |reason| (Conformance::Inconclusive, Some(reason));
    if judged.interrupted {
        return inconclusive(say!("the run was ended by the user"));
    }
    let scenarios = judged.scenarios;
    if ended_before_speaking(judged) {
        return inconclusive(say!("the engine ended before its first line of the protocol"));
    }
    if scenarios.iter().any(judged.failed) {
        return (Conformance::Nonconformant, None);
    }
    let open = |scenario: &&ScenarioResult| is_open(judged, scenario);
    let open: Vec<&ScenarioResult> = scenarios.iter().filter(open).collect();
    let is_blocked = |scenario: &&&ScenarioResult| scenario.verdict == Verdict::Blocked;
    let blocked = open.iter().filter(is_blocked).count();
    if let Some(first) = open.iter().find(is_blocked) {
        return inconclusive(say!(
            "{blocked} of {all} scenarios blocked, and no failure that counts explains it: {reason}",
            blocked,
            all = scenarios.len(),
            reason = first.reason.clone().unwrap_or_default()
        ));
    }
    // A scenario that failed has only known failures here, and was judged as well.
    let proves = |scenario: &ScenarioResult| {
        matches!(scenario.verdict, Verdict::Pass | Verdict::Warn | Verdict::Flaky | Verdict::Fail)
    };
    if !scenarios.iter().any(proves) {
        return inconclusive(say!("no scenario could be judged"));
    }
    match open.as_slice() {
        [] => (Conformance::Conformant, None),
        [one] => inconclusive(say!("{scenario} could not be judged", scenario = one.id)),
        _ => inconclusive(say!("{number} scenarios could not be judged", number = open.len())),
    }
}

/// Whether nothing was judged except failed scenarios in which the engine ended before it wrote a message of the
/// protocol. Such a program lacks a file or a library, or is not an engine at all.
fn ended_before_speaking(judged: &Judged<'_>) -> bool {
    let mut failed = false;
    for scenario in judged.scenarios {
        match scenario.verdict {
            Verdict::Skip | Verdict::Blocked => continue,
            Verdict::Fail => failed = true,
            Verdict::Pass
            | Verdict::Warn
            | Verdict::Flaky
            | Verdict::Inconclusive
            | Verdict::Error => return false,
        }
        let events = &scenario.transcript.events;
        // An end by the harness, or a regular end after `quit`, is not in a finding.
        let is_finding = |id| scenario.findings.iter().any(|finding| finding.events.contains(&id));
        let is_end = |event: &Event| matches!(event.kind, EventKind::Exit(_));
        let has_ended = events.iter().any(|event| is_end(event) && is_finding(event.id));
        let spoke = events.iter().any(|event| match &event.kind {
            EventKind::Received(line) => (judged.is_message)(&line.bytes),
            EventKind::Sent { .. }
            | EventKind::Stderr(_)
            | EventKind::Partial(_)
            | EventKind::EndOfStream(_)
            | EventKind::InputClosed
            | EventKind::WriteFailed(_)
            | EventKind::Exit(_)
            | EventKind::Overdue(_)
            | EventKind::Step { .. } => false,
        });
        if spoke || !has_ended {
            return false;
        }
    }
    failed
}

/// Whether a scenario was not judged although it could have failed the run.
fn is_open(judged: &Judged<'_>, scenario: &ScenarioResult) -> bool {
    match scenario.verdict {
        Verdict::Error => true,
        Verdict::Blocked | Verdict::Inconclusive => {
            worst_possible(scenario, judged.severity) >= judged.least
                && !(judged.accepted)(scenario)
        }
        Verdict::Pass | Verdict::Skip | Verdict::Warn | Verdict::Flaky | Verdict::Fail => false,
    }
}

/// The highest severity that an unjudged scenario could have: that of its doubtful findings, else that of its clauses.
fn worst_possible(scenario: &ScenarioResult, severity: &dyn Fn(ClauseId) -> Severity) -> Severity {
    let doubtful = scenario.findings.iter().map(|finding| finding.severity);
    let doubtful = doubtful.max().filter(|worst| *worst >= Severity::Warn);
    let clauses = || scenario.clauses.iter().map(|clause| severity(*clause));
    doubtful.or_else(|| clauses().max()).unwrap_or(Severity::Fail)
}

fn engine(plan: &Plan, engine_profile: &EngineProfile) -> EngineInfo {
    EngineInfo {
        also_speaks: Vec::new(),
        command: plan.engine.command(),
        built_in: plan.built_in,
        name: engine_profile.name.clone(),
        author: engine_profile.author.clone(),
        options: engine_profile.options.clone(),
        options_cut: engine_profile.cut,
    }
}

/// The outcome of each clause of a catalogue that these scenarios name or have findings against.
pub(in crate::run) fn clauses(
    catalogue: &Catalogue,
    scenarios: &[ScenarioResult],
) -> Vec<ClauseResult> {
    let examined = |scenario: &&ScenarioResult| {
        scenario.reached_end
            && matches!(scenario.verdict, Verdict::Pass | Verdict::Warn | Verdict::Fail)
    };
    catalogue
        .clauses
        .iter()
        .filter_map(|clause| {
            let named = scenarios
                .iter()
                .filter(examined)
                .filter(|scenario| scenario.clauses.contains(&clause.id))
                .count();
            let findings = scenarios
                .iter()
                .filter(|scenario| scenario.verdict.is_settled())
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

#[cfg(test)]
mod tests;
