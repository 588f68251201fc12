//! Prerequisites: expands short ids to full ids and reports cycles.

use std::collections::{BTreeMap, BTreeSet};

use super::Scenario;
use super::lower::{Draft, Target};
use crate::diagnostic::{Diagnostic, nearest};
use crate::span::Span;
use crate::yaml::node::whole;

/// Gives every draft its prerequisites. `broken` holds the ids of files that could not be used or were not read: a
/// scenario that names one of them as a prerequisite has no mistake because of that.
pub(super) fn link(
    drafts: Vec<Draft>,
    broken: &BTreeSet<String>,
    dialect: &str,
) -> (Vec<Scenario>, Vec<Diagnostic>) {
    let ids: BTreeSet<String> = drafts.iter().map(|draft| draft.scenario.id.clone()).collect();
    let mut diagnostics = Vec::new();
    let mut scenarios = BTreeMap::new();
    for draft in drafts {
        let mut scenario = draft.scenario;
        let mut places = Vec::new();
        let mut sound = true;
        for target in &draft.after {
            match resolve(target, &scenario.id, &ids, broken, dialect) {
                Ok(found) => {
                    for id in found {
                        if !scenario.after.contains(&id) {
                            scenario.after.push(id);
                            places.push(target.span.clone());
                        }
                    }
                }
                Err(diagnostic) => {
                    diagnostics.push(*diagnostic);
                    sound = false;
                }
            }
        }
        if sound {
            scenarios.insert(scenario.id.clone(), (scenario, places));
        }
    }
    diagnostics.extend(circles(&mut scenarios));
    let scenarios = scenarios.into_values().map(|(scenario, _)| scenario);
    (scenarios.collect(), diagnostics)
}

/// The ids that a prerequisite stands for: one scenario, or all cases of a file.
fn resolve(
    target: &Target,
    own: &str,
    ids: &BTreeSet<String>,
    broken: &BTreeSet<String>,
    dialect: &str,
) -> Result<Vec<String>, Box<Diagnostic>> {
    let short = &target.id;
    for id in [format!("{dialect}/{short}"), short.clone(), format!("shared/{short}")] {
        if ids.contains(&id) {
            let own_default = target.span.is_none() && id == own;
            return Ok(if own_default { Vec::new() } else { vec![id] });
        }
        let cases = format!("{id}[");
        let found: Vec<String> =
            ids.range(cases.clone()..).take_while(|id| id.starts_with(&cases)).cloned().collect();
        if !found.is_empty() {
            let own_default = target.span.is_none() && own.starts_with(&cases);
            return Ok(if own_default { Vec::new() } else { found });
        }
        let path = id.split('[').next().unwrap_or(&id);
        if broken.contains(path) {
            return Ok(Vec::new());
        }
    }
    // The default prerequisite is written in no file; if the dialect has no such scenario, nothing has to come first.
    let Some(span) = &target.span else {
        return Ok(Vec::new());
    };
    let mut diagnostic =
        Diagnostic::error(say!("unknown scenario \"{short}\"", short), span.clone());
    let names = ids.iter().flat_map(|id| {
        let below = id.strip_prefix(dialect).and_then(|id| id.strip_prefix('/'));
        [Some(id.as_str()), below]
    });
    if let Some(meant) = nearest(short, names.flatten()) {
        diagnostic = diagnostic.label(say!("did you mean \"{meant}\"?", meant));
    }
    let help = say!("an id such as boot/handshake, which means {dialect}/boot/handshake", dialect);
    Err(Box::new(diagnostic.help(help)))
}

type Placed = (Scenario, Vec<Option<Span>>);

/// Reports every cycle once and removes its members.
fn circles(scenarios: &mut BTreeMap<String, Placed>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut waiting: BTreeMap<String, BTreeSet<String>> = scenarios
        .iter()
        .map(|(id, (scenario, _))| {
            let known = scenario.after.iter().filter(|id| scenarios.contains_key(*id));
            (id.clone(), known.cloned().collect())
        })
        .collect();
    loop {
        settle(&mut waiting);
        let Some(start) = waiting.keys().next().cloned() else {
            return diagnostics;
        };
        let circle = follow(&waiting, start);
        diagnostics.extend(describe(scenarios, &circle));
        for id in &circle {
            waiting.remove(id);
            scenarios.remove(id);
            for rest in waiting.values_mut() {
                rest.remove(id);
            }
        }
    }
}

/// Removes scenarios without open prerequisites until none is left. The rest are in a cycle or depend on one.
fn settle(waiting: &mut BTreeMap<String, BTreeSet<String>>) {
    loop {
        let free: Vec<String> =
            waiting.iter().filter(|(_, rest)| rest.is_empty()).map(|(id, _)| id.clone()).collect();
        if free.is_empty() {
            return;
        }
        waiting.retain(|_, rest| !rest.is_empty());
        for rest in waiting.values_mut() {
            for id in &free {
                rest.remove(id);
            }
        }
    }
}

/// Follows prerequisites until a scenario occurs twice, and returns the cycle. Every scenario in `waiting` has an open
/// prerequisite.
fn follow(waiting: &BTreeMap<String, BTreeSet<String>>, start: String) -> Vec<String> {
    let mut way = vec![start];
    loop {
        let last = way.last().and_then(|id| waiting.get(id));
        let Some(next) = last.and_then(|rest| rest.iter().next()) else {
            return way;
        };
        if let Some(at) = way.iter().position(|id| id == next) {
            return way.split_off(at);
        }
        way.push(next.clone());
    }
}

fn describe(scenarios: &BTreeMap<String, Placed>, circle: &[String]) -> Option<Diagnostic> {
    let first = circle.first()?;
    let next = circle.get(1).unwrap_or(first);
    let (scenario, places) = scenarios.get(first)?;
    let at = scenario.after.iter().position(|id| id == next)?;
    let span = places[at].clone();
    let span = span.unwrap_or_else(|| whole(&scenario.file).first_line());
    let way = circle.join(" → ");
    let message = if circle.len() == 1 {
        say!("\"{first}\" depends on itself", first)
    } else {
        say!("scenarios depend on one another in a cycle")
    };
    Some(
        Diagnostic::error(message, span)
            .label(say!("{way} → {first}", way, first))
            .help(say!("a scenario that needs no other says after: []")),
    )
}
