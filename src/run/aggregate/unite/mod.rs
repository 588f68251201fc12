//! Unites the parts of a run into one run.

mod pool;
mod same;

use std::collections::HashMap;

use crate::lang::Text;
use crate::protocol::{self, Catalogue};
use crate::run::aggregate::changed;
use crate::run::aggregate::merge::{append, worse_first};
use crate::run::aggregate::summary;
use crate::run::aggregate::weigh_known;
use crate::run::known::Known;
use crate::run::plan::FailOn;
use crate::run::result::{Conformance, RunResult, ScenarioResult};
use crate::verdict::{Finding, Verdict};

/// A part of a run, and its name in messages, which is the name of its file.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The name.
    pub name: String,
    /// The result of the part.
    pub run: RunResult,
}

impl Part {
    /// Whether nothing of this part was played, because the engine did not start.
    pub(super) fn is_unplayed(&self) -> bool {
        self.run.scenarios.is_empty()
    }
}

/// Unites the parts of a run: all shards of one run, or runs of one engine with no scenario in common. The result is
/// that of a single run, except for times: the run takes as long as its longest part, and the time use is that of all
/// parts together. `fail_on` replaces what the parts were run with: which findings fail the run, and whether changed
/// snapshots fail it.
///
/// # Errors
///
/// If the parts do not belong together, one is missing, or a scenario is in two of them: a fragment that names the
/// parts.
pub fn unite(mut parts: Vec<Part>, fail_on: Option<(FailOn, bool)>) -> Result<RunResult, Text> {
    same::check(&parts)?;
    let known: Vec<Known> = parts
        .iter()
        .find(|part| !part.is_unplayed())
        .map(|part| part.run.known.iter())
        .into_iter()
        .flatten()
        .map(|result| result.known.clone())
        .collect();
    let lost = lost(&parts);
    if let [Part { run, .. }] = parts.as_slice()
        && run.part.is_none()
    {
        let mut run = run.clone();
        judge_by(&mut run, fail_on);
        if lost.is_none() {
            weigh_known::weigh(&mut run, known);
            changed::weigh(&mut run);
        }
        return Ok(run);
    }
    for part in &mut parts {
        pool::forget_clocks(&mut part.run);
    }
    let scenarios = scenarios(&mut parts)?;
    let parts: Vec<RunResult> = parts.into_iter().map(|part| part.run).collect();
    let catalogue = protocol::dialect(parts[0].dialect).map(protocol::Dialect::catalogue);
    let clauses = |catalogue: &Catalogue| summary::clauses(catalogue, &scenarios);
    let elapsed = parts.iter().map(|part| part.elapsed).max().unwrap_or_default();
    let mut run = RunResult {
        clauses: catalogue.map(clauses).unwrap_or_default(),
        latencies: pool::latencies(&parts),
        clocks: pool::clocks(&parts),
        host: pool::host(&parts),
        repeats: pool::repeats(&parts),
        time: pool::time(&parts, elapsed),
        started: parts.iter().filter_map(|part| part.started).min(),
        elapsed,
        jobs: parts.iter().map(|part| part.jobs).max().unwrap_or_default(),
        interrupted: parts.iter().any(|part| part.interrupted),
        quick: parts.iter().all(|part| part.quick),
        scenarios,
        snapshots: pool::snapshots(&parts),
        ..parts[0].clone()
    };
    for part in &parts {
        let engine = &part.engine;
        run.engine.name = run.engine.name.or_else(|| engine.name.clone());
        run.engine.author = run.engine.author.or_else(|| engine.author.clone());
        // The engine is described by the part in which it declared most options, as a run does with its processes.
        if run.engine.options.len() < engine.options.len() {
            run.engine.options.clone_from(&engine.options);
        }
        run.engine.options_cut = run.engine.options_cut.max(engine.options_cut);
    }
    pool::describe_clocks(&mut run);
    // A lost part may be the one that shows a known failure, so no known failure is stale then.
    if lost.is_none() {
        run.part = None;
    }
    judge_by(&mut run, fail_on);
    weigh_known::weigh(&mut run, known);
    changed::weigh(&mut run);
    run.part = None;
    if let (Some(reason), false) = (lost, run.verdict == Conformance::Nonconformant) {
        run.verdict = Conformance::Inconclusive;
        run.reason = Some(reason);
    }
    Ok(run)
}

/// Replaces the conditions that fail the run.
fn judge_by(run: &mut RunResult, fail_on: Option<(FailOn, bool)>) {
    let Some((what, snapshots)) = fail_on else {
        return;
    };
    run.fail_on = what;
    if let Some(kept) = &mut run.snapshots {
        kept.counted = snapshots;
    }
}

/// Why a part was not played at all, if there is such a part.
fn lost(parts: &[Part]) -> Option<Text> {
    let part = parts.iter().find(|part| part.is_unplayed())?;
    let reason = part.run.reason.clone();
    let reason = reason.unwrap_or_else(|| say!("nothing was played"));
    Some(match &part.run.part {
        Some(of) if parts.len() > 1 => {
            say!("shard {shard}: {reason}", shard = of.shard.to_string(), reason)
        }
        Some(_) | None => reason,
    })
}

/// The scenarios of all parts, in the order of their ids. Results as a prerequisite in other shards are added to them.
fn scenarios(parts: &mut [Part]) -> Result<Vec<ScenarioResult>, crate::lang::Text> {
    let mut own: HashMap<String, (usize, ScenarioResult)> = HashMap::new();
    let mut prerequisites = Vec::new();
    for place in 0..parts.len() {
        for scenario in std::mem::take(&mut parts[place].run.scenarios) {
            if scenario.prerequisite_only {
                prerequisites.push((place, scenario));
                continue;
            }
            if let Some((other, scenario)) = own.insert(scenario.id.clone(), (place, scenario)) {
                let [one, another] = [other, place].map(|place| &parts[place].name);
                let id = scenario.id;
                return Err(say!("{id} is in \"{one}\" and in \"{another}\"", id, one, another));
            }
        }
    }
    for (place, scenario) in prerequisites {
        match own.get_mut(&scenario.id) {
            Some((_, known)) => take_in(known, scenario),
            // The shard of this scenario could not be played.
            None => {
                let scenario = ScenarioResult { prerequisite_only: false, ..scenario };
                own.insert(scenario.id.clone(), (place, scenario));
            }
        }
    }
    let mut all: Vec<ScenarioResult> = own.into_values().map(|(_, scenario)| scenario).collect();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(all)
}

/// Adds the result that a scenario had as a prerequisite in another shard. The worse of the two results is the one that
/// counts: a violation that occurs only now and then is a violation.
fn take_in(known: &mut ScenarioResult, prerequisite: ScenarioResult) {
    let (shown, other) = worse_first(known.clone(), prerequisite);
    *known = ScenarioResult { prerequisite_only: false, ..shown };
    append(known, settled(known.verdict, &other), other.transcript);
}

/// The findings of the result that is not shown, as far as they count there.
fn settled(shown: Verdict, other: &ScenarioResult) -> Vec<Finding> {
    let mut findings = other.findings.clone();
    // If the shown scenario passed in the end, or failed for other reasons, a time limit that was broken once and kept
    // in another attempt is not part of its result.
    let open = matches!(other.verdict, Verdict::Flaky | Verdict::Inconclusive | Verdict::Error);
    if open && shown != other.verdict {
        findings.retain(|finding| !finding.timing);
    }
    findings
}

#[cfg(test)]
mod tests;
