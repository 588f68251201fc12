//! `--dry-run`: lists what would be played, in order, and why the rest is left out.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::Args;
use crate::cli::failure::{Exit, Failure};
use crate::cli::list::{Row, align};
use crate::cli::screen::Screen;
use crate::lang::{self, Text};
use crate::report::words::{self, Noun};
use crate::run::plan::Plan;
use crate::scenario::filter;
use crate::scenario::{Need, Scenario};

/// Lists the scenarios of a plan. Nothing is started.
pub(super) fn print(args: &Args, plan: &Plan, screen: &Screen) -> Result<Exit, Failure> {
    let lines = lang::with_lang(screen.lang, || lines(args, plan, screen.list_width()));
    screen.print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(Exit::Conformant)
}

fn lines(args: &Args, plan: &Plan, width: usize) -> Vec<String> {
    let ordered = crate::run::in_order(plan);
    let head = say!(
        "{scenarios} would be played as {dialect} ({profile}), in this order:",
        scenarios = words::count(ordered.len() as u64, Noun::Scenario),
        dialect = plan.dialect.name(),
        profile = plan.profile
    );
    let rows = ordered.iter().map(|scenario| row(&scenario.id, &conditions(scenario)));
    let mut lines = vec![head.to_string()];
    lines.extend(align(&rows.collect::<Vec<_>>(), width));
    let played: HashSet<&str> = ordered.iter().map(|scenario| scenario.id.as_str()).collect();
    let left_out = plan.library.iter().filter(|scenario| !played.contains(scenario.id.as_str()));
    let left_out: Vec<(&str, String)> =
        left_out.map(|scenario| (scenario.id.as_str(), reason(args, plan, scenario))).collect();
    if left_out.is_empty() {
        return lines;
    }
    lines.extend([String::new(), say!("left out:").to_string()]);
    let rows: Vec<Row> = if args.verbose {
        left_out.iter().map(|(id, reason)| row(id, reason)).collect()
    } else {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, reason) in &left_out {
            *counts.entry(reason).or_default() += 1;
        }
        counts.iter().map(|(reason, count)| row(&count.to_string(), reason)).collect()
    };
    lines.extend(align(&rows, width));
    lines
}

fn row(first: &str, second: &str) -> Row {
    Row { columns: vec![format!("  {first}"), second.to_owned()], json: Value::Null }
}

/// The prerequisites, and what the engine must offer.
fn conditions(scenario: &Scenario) -> String {
    let mut parts: Vec<Text> = Vec::new();
    if !scenario.after.is_empty() {
        parts.push(say!("after {ids}", ids = scenario.after.join(", ")));
    }
    let needs = scenario.needs.iter().map(|need| match need {
        Need::Capability(name) => Text::plain(name),
        Need::Option(name) => say!("option {name}", name),
    });
    let needs: Vec<Text> = needs.collect();
    if !needs.is_empty() {
        parts.push(say!("if the engine offers {names}", names = Text::list(needs)));
    }
    parts.iter().map(Text::to_string).collect::<Vec<_>>().join(" · ")
}

/// Why a scenario is left out: the first reason that applies, in the order in which a run selects.
fn reason(args: &Args, plan: &Plan, scenario: &Scenario) -> String {
    let reason = if !scenario.is_of_profile(plan.profile) {
        say!("only in profile {profiles}", profiles = scenario.profiles.join(", "))
    } else if !filter::keeps(&scenario.into(), &args.filter) {
        say!("left out by --filter")
    } else if args.inner_loop.quick && !scenario.quick {
        say!("not in the quick set")
    } else if plan.part.is_some() {
        say!("in another shard")
    } else {
        say!("it passed when it was last played, or was not played")
    };
    reason.to_string()
}
