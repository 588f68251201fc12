//! `kentei run`: flags that shorten the time from an edit to its verdict.

use std::collections::BTreeSet;

use crate::cli::failure::Failure;
use crate::cli::start;
use crate::scenario::Scenario;

/// The arguments that shorten the time from an edit to its verdict.
#[derive(Debug, clap::Args)]
#[group(id = "inner_loop")]
pub(super) struct Args {
    /// Only the quick set: the dozen most important scenarios, within a few seconds. The verdict says so
    #[arg(long, conflicts_with = "shard")]
    pub(super) quick: bool,
    /// Only scenarios that did not pass when they were last played with this engine. This is stored in the user's
    /// cache folder (`$XDG_CACHE_HOME/kentei`, `~/.cache/kentei`, `~/Library/Caches/kentei`,
    /// `%LOCALAPPDATA%\kentei`)
    #[arg(long, conflicts_with_all = ["all", "shard"])]
    pub(super) last_failed: bool,
    /// End the run after N failed scenarios: what was not judged by then is inconclusive. Known failures do not count
    #[arg(long, value_name = "N", value_parser = |text: &str| start::count(text, u32::MAX))]
    pub(super) max_fail: Option<u32>,
    /// Run again each time when the engine's program, a file among its arguments, the engine file or a path of
    /// `--scenarios` has changed and half a second has passed without a further change. Ctrl-C ends it, with the
    /// exit code of the last run
    #[arg(long, conflicts_with_all = ["all", "shard", "dry_run"])]
    pub(super) watch: bool,
    /// List the scenarios that would be played, in order, and why the others are left out; start nothing. With
    /// `--verbose` a line for each that is left out
    #[arg(long, conflicts_with_all = ["report", "baseline", "snapshots", "update_known"])]
    pub(super) dry_run: bool,
}

/// The quick set of these scenarios. Each keeps only the prerequisites that are in the quick set, direct or indirect,
/// and of a chain of them only the first two (handshake and readiness). Longer chains would make the set take more than
/// three seconds.
///
/// # Errors
/// If none of these scenarios is in the quick set.
pub(super) fn quick(
    scenarios: &[Scenario],
    library: &[Scenario],
) -> Result<Vec<Scenario>, Failure> {
    let chosen = scenarios.iter().filter(|scenario| scenario.quick);
    let short = |scenario: &Scenario| Scenario {
        after: quick_before(scenario, CHAIN, library).into_iter().collect(),
        ..scenario.clone()
    };
    let chosen: Vec<Scenario> = chosen.map(short).collect();
    if chosen.is_empty() {
        let failure = Failure::bad_input(say!("none of these scenarios is in the quick set"));
        return Err(failure.hint(say!("the same without --quick")));
    }
    Ok(chosen)
}

/// The largest length of a chain of prerequisites in the quick set.
const CHAIN: usize = 2;

/// The nearest prerequisites of a scenario that are in the quick set and whose own chain is shorter than `chain`.
fn quick_before(scenario: &Scenario, chain: usize, library: &[Scenario]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut left: Vec<&str> = scenario.after.iter().map(String::as_str).collect();
    while let Some(id) = left.pop() {
        let Some(before) = library.iter().find(|known| known.id == id) else {
            continue;
        };
        if before.quick && quick_depth(before, library) < chain {
            found.insert(before.id.clone());
        } else if seen.insert(id) {
            left.extend(before.after.iter().map(String::as_str));
        }
    }
    found
}

/// The length of the longest chain of prerequisites of this scenario in the quick set.
fn quick_depth(scenario: &Scenario, library: &[Scenario]) -> usize {
    let before = quick_before(scenario, usize::MAX, library);
    let found = library.iter().filter(|known| before.contains(&known.id));
    found.map(|before| 1 + quick_depth(before, library)).max().unwrap_or(0)
}
