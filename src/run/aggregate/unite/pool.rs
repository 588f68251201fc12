//! Pools the measurements of several parts of a run.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::protocol::{self, Dialect};
use crate::run::percentile::{rank, spread};
use crate::run::repeats::{ClauseRepeats, Repeats};
use crate::run::result::{ClockResult, Host, LatencyResult, Margin, RunResult};
use crate::run::time_use::{Spent, TimeUse};
use crate::run::timing::clocks;
use crate::snapshot::result::SnapshotsResult;
use crate::verdict::{ClauseId, Severity};

/// The snapshots of all parts, in the order of their scenarios; `None` if no part has any. Each shard compares the
/// snapshots of its own scenarios, and all shards see the same folder.
pub(super) fn snapshots(parts: &[RunResult]) -> Option<SnapshotsResult> {
    let mut kept = parts.iter().filter_map(|part| part.snapshots.as_ref());
    let mut pooled = kept.next()?.clone();
    for more in kept {
        pooled.counted |= more.counted;
        pooled.unchanged += more.unchanged;
        pooled.written += more.written;
        for reported in &more.reported {
            if pooled.of(&reported.scenario).is_none() {
                pooled.reported.push(reported.clone());
            }
        }
        pooled.unreferenced.extend_from_slice(&more.unreferenced);
        pooled.errors.extend_from_slice(&more.errors);
    }
    pooled.reported.sort_by(|a, b| a.scenario.cmp(&b.scenario));
    pooled.unreferenced.sort();
    pooled.unreferenced.dedup();
    Some(pooled)
}

/// The latencies of all parts, in the order in which they are reported. They are computed from all samples if the parts
/// kept them, else from the spread of each part.
pub(super) fn latencies(parts: &[RunResult]) -> Vec<LatencyResult> {
    let mut pooled: Vec<LatencyResult> = Vec::new();
    for part in parts {
        for row in &part.latencies {
            match pooled.iter_mut().find(|known| known.name == row.name) {
                Some(known) => add(known, row),
                None => {
                    let mut first = row.clone();
                    first.samples = samples(row);
                    pooled.push(first);
                }
            }
        }
    }
    // A part reports only the latencies of which it has samples; the dialect defines their order.
    let dialect = parts.first().and_then(|part| protocol::dialect(part.dialect));
    let order = dialect.map(Dialect::latencies).unwrap_or_default();
    pooled.sort_by_key(|row| order.iter().position(|latency| latency.name == row.name));
    for row in &mut pooled {
        let mut sorted = std::mem::take(&mut row.samples);
        sorted.sort_unstable();
        row.median = rank(&sorted, 50).unwrap_or(row.median);
        row.p95 = rank(&sorted, 95).unwrap_or(row.p95);
        row.spread = spread(&sorted);
    }
    pooled
}

fn add(known: &mut LatencyResult, row: &LatencyResult) {
    known.count += row.count;
    known.kept += row.kept;
    known.min = known.min.min(row.min);
    known.max = known.max.max(row.max);
    known.samples.extend(samples(row));
}

fn samples(row: &LatencyResult) -> Vec<Duration> {
    if row.samples.is_empty() { row.spread.clone() } else { row.samples.clone() }
}

/// How searches used their clocks in all parts, by the name of the clock.
pub(super) fn clocks(parts: &[RunResult]) -> Vec<ClockResult> {
    let mut pooled: Vec<ClockResult> = Vec::new();
    for row in parts.iter().flat_map(|part| &part.clocks) {
        let margins = if row.margins.is_empty() { vec![row.median] } else { row.margins.clone() };
        match pooled.iter_mut().find(|known| known.clock == row.clock) {
            Some(known) => {
                known.searches += row.searches;
                known.over += row.over;
                known.max = known.max.max(row.max);
                known.margins.extend(margins);
            }
            None => pooled.push(ClockResult { margins, ..row.clone() }),
        }
    }
    for row in &mut pooled {
        let mut sorted: Vec<Margin> = std::mem::take(&mut row.margins);
        sorted.sort_unstable();
        row.median = rank(&sorted, 50).unwrap_or(row.median);
    }
    pooled.sort_by(|a, b| a.clock.cmp(&b.clock));
    pooled
}

/// Removes from the findings of a part the notes about other searches of that part. The whole run gets its own notes.
pub(super) fn forget_clocks(part: &mut RunResult) {
    for scenario in &mut part.scenarios {
        for finding in &mut scenario.findings {
            let search = finding.clock.as_ref();
            let note = search.and_then(|search| clocks::note(&part.clocks, search));
            finding.notes.retain(|known| Some(known) != note.as_ref());
        }
    }
}

/// Adds to each finding about a clock the note about all searches on that clock.
pub(super) fn describe_clocks(run: &mut RunResult) {
    for scenario in &mut run.scenarios {
        for finding in &mut scenario.findings {
            let search = finding.clock.as_ref();
            let note = search.and_then(|search| clocks::note(&run.clocks, search));
            finding.notes.extend(note);
        }
    }
}

/// The repeats of all parts together, if the run was repeated. A clause is broken in a repeat if it is broken in one of
/// its parts; for clauses, only repeats that every part has completed are counted.
pub(super) fn repeats(parts: &[RunResult]) -> Option<Repeats> {
    let all: Vec<&Repeats> = parts.iter().filter_map(|part| part.repeats.as_ref()).collect();
    let complete = all.iter().map(|one| one.complete).min()?;
    let mut scenarios: Vec<_> = all.iter().flat_map(|one| one.scenarios.clone()).collect();
    scenarios.sort_by(|a, b| a.id.cmp(&b.id));
    let mut clauses: Vec<(ClauseId, Severity, BTreeSet<u32>, BTreeSet<u32>)> = Vec::new();
    for row in all.iter().flat_map(|one| &one.clauses) {
        let whole = |repeats: &[u32]| -> BTreeSet<u32> {
            let whole = repeats.iter().copied().filter(|repeat| *repeat < complete);
            whole.collect()
        };
        let (broken, unsettled) = (whole(&row.broken_in), whole(&row.unsettled_in));
        match clauses.iter_mut().find(|known| known.0 == row.clause) {
            Some(known) => {
                known.1 = known.1.max(row.worst);
                known.2.extend(broken);
                known.3.extend(unsettled);
            }
            None => clauses.push((row.clause, row.worst, broken, unsettled)),
        }
    }
    let place = |clause: ClauseId| {
        let known = protocol::dialect(parts[0].dialect).map(Dialect::catalogue);
        known.and_then(|known| known.clauses.iter().position(|one| one.id == clause))
    };
    clauses.retain(|row| !(row.2.is_empty() && row.3.is_empty()));
    clauses.sort_by_key(|row| place(row.0));
    let clauses = clauses.into_iter().map(|(clause, worst, broken, unsettled)| {
        let unsettled = unsettled.difference(&broken).copied().collect();
        let broken = broken.into_iter().collect();
        ClauseRepeats::new(clause, worst, complete, broken, unsettled).summed_up()
    });
    Some(Repeats { asked: all[0].asked, complete, scenarios, clauses: clauses.collect() })
}

/// The time of all parts, and the longest chain in any of them.
pub(super) fn time(parts: &[RunResult], elapsed: Duration) -> TimeUse {
    let mut spent = Spent::default();
    for part in parts {
        spent.add(&part.time.spent);
    }
    let longest = parts.iter().map(|part| &part.time).max_by_key(|time| time.chain_length);
    let TimeUse { chain, chain_length, .. } = longest.cloned().unwrap_or_default();
    TimeUse { spent, chain, chain_length, overhead: elapsed.saturating_sub(chain_length) }
}

/// Combines several machines into one: names that differ are joined, the number of cores is the smallest, and the
/// jitter is that of the machine with the longest round trip.
pub(super) fn host(parts: &[RunResult]) -> Host {
    let hosts = || parts.iter().map(|part| &part.host);
    let words = |word: fn(&Host) -> &str| {
        let words: BTreeSet<&str> = hosts().map(word).collect();
        words.into_iter().collect::<Vec<_>>().join(" + ")
    };
    Host {
        os: words(|host| &host.os),
        arch: words(|host| &host.arch),
        cores: hosts().map(|host| host.cores).min().unwrap_or_default(),
        jitter: hosts().filter_map(|host| host.jitter).max_by_key(|jitter| jitter.max),
    }
}

#[cfg(test)]
mod tests;
