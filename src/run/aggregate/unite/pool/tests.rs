//! Tests of the measurements of several parts together.

use super::super::tests::shard;
use super::super::unite;
use super::*;
use crate::lang::Text;
use crate::run::jitter::Jitter;
use crate::run::repeats::ScenarioRepeats;
use crate::run::tests::finding::finding;
use crate::run::tests::paper::ms;
use crate::run::tests::run_result::{played, run_of};
use crate::snapshot::diff::Diff;
use crate::snapshot::result::{SnapshotResult, SnapshotStanding};
use crate::verdict::{ClockUse, Finding, Verdict};

fn empty() -> RunResult {
    run_of(Vec::new())
}

#[test]
fn snapshots_of_all_shards_are_counted_and_each_is_listed_once() {
    let words =
        |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    let reported = |id: &&str| SnapshotResult {
        scenario: (*id).to_owned(),
        standing: SnapshotStanding::Changed,
        file: String::new(),
        other_script: false,
        reason: String::new(),
        diff: Diff::default(),
    };
    let part = |counted, numbers: (usize, usize), ids: &[&str], old: &[&str], error: &str| {
        let snapshots = SnapshotsResult {
            folder: "kept".to_owned(),
            counted,
            unchanged: numbers.0,
            written: numbers.1,
            reported: ids.iter().map(reported).collect(),
            unreferenced: words(old),
            errors: words(&[error]),
        };
        RunResult { snapshots: Some(snapshots), ..empty() }
    };
    let parts = [
        empty(),
        part(false, (2, 1), &["c"], &["old", "older"], "e1"),
        part(true, (3, 4), &["a", "c"], &["old"], "e2"),
        part(true, (5, 7), &["b"], &[], "e3"),
    ];
    let pooled = snapshots(&parts).unwrap();
    assert!(pooled.counted);
    assert_eq!((pooled.unchanged, pooled.written), (10, 12));
    assert_eq!(pooled.reported, ["a", "b", "c"].map(|id| reported(&id)));
    assert_eq!(pooled.unreferenced, ["old", "older"]);
    assert_eq!(pooled.errors, ["e1", "e2", "e3"]);
    assert_eq!(snapshots(&[empty()]), None);
}

fn latency(name: &'static str, count: u64, spread: &[u64], samples: &[u64]) -> LatencyResult {
    let all = |times: &[u64]| -> Vec<Duration> { times.iter().copied().map(ms).collect() };
    let sorted = if samples.is_empty() { all(spread) } else { all(samples) };
    LatencyResult {
        name,
        from: "",
        to: "",
        count,
        kept: count - 1,
        min: sorted[0],
        median: sorted[sorted.len() / 2],
        p95: sorted[sorted.len() - 1],
        max: sorted[sorted.len() - 1],
        spread: all(spread),
        samples: all(samples),
    }
}

#[test]
fn latencies_are_computed_again_from_the_samples_of_all_shards() {
    let order = protocol::dialect("usi").unwrap().latencies();
    let (first, second) = (order[0].name, order[3].name);
    let one = vec![latency(second, 5, &[6], &[1, 4, 6])];
    let other = vec![latency(first, 2, &[7], &[]), latency(second, 3, &[2, 9, 10, 11], &[])];
    let parts = [one, other].map(|latencies| RunResult { latencies, ..empty() });
    let pooled = latencies(&parts);
    let names: Vec<&str> = pooled.iter().map(|row| row.name).collect();
    assert_eq!(names, [first, second]);
    let row = &pooled[1];
    assert_eq!((row.count, row.kept), (8, 6));
    let times = [row.min, row.median, row.p95, row.max];
    assert_eq!(times, [1, 6, 11, 11].map(ms));
    assert_eq!(row.spread, [1, 2, 4, 6, 9, 10, 11].map(ms));
    assert_eq!(pooled[0].median, ms(7));
    // Only a shard keeps its samples.
    assert!(pooled.iter().all(|row| row.samples.is_empty()));
}

fn clock(name: &str, searches: u64, over: u64, margins: &[i64]) -> ClockResult {
    ClockResult {
        clock: name.to_owned(),
        searches,
        over,
        median: Margin(-9),
        max: Margin(margins.last().copied().unwrap_or(-9)),
        margins: margins.iter().copied().map(Margin).collect(),
    }
}

#[test]
fn searches_on_the_same_clock_are_counted_together() {
    let one = vec![clock("mate", 3, 1, &[]), clock("byoyomi", 3, 2, &[-7, 20])];
    let other = vec![clock("mate", 2, 3, &[-5, -3, 4])];
    let parts = [one, other].map(|clocks| RunResult { clocks, ..empty() });
    let median = |row: ClockResult, median| ClockResult {
        median: Margin(median),
        margins: Vec::new(),
        ..row
    };
    assert_eq!(
        clocks(&parts),
        [median(clock("byoyomi", 3, 2, &[-7, 20]), -7), median(clock("mate", 5, 4, &[4]), -5)]
    );
}

#[test]
fn a_finding_about_a_clock_tells_of_the_searches_of_all_shards() {
    let mut run = empty();
    let on = |clock: &str| ClockUse { clock: clock.to_owned(), allowed: ms(1), used: ms(2) };
    run.clocks = vec![clock("mate", 1, 1, &[4])];
    let of_part = clocks::note(&run.clocks, &on("mate")).unwrap();
    let mut late = Finding { clock: Some(on("mate")), ..finding("USI-GO-03", true) };
    late.notes = vec![Text::plain("in 1 of 3 repeats"), of_part];
    let mut other = finding("USI-GO-05", false);
    other.notes = vec![Text::plain("in all repeats")];
    run.scenarios = vec![played("usi/late", Verdict::Fail, &[late, other])];
    let notes = |run: &RunResult| -> Vec<Vec<String>> {
        let findings = run.scenarios[0].findings.iter();
        findings.map(|found| found.notes.iter().map(Text::to_string).collect()).collect()
    };
    forget_clocks(&mut run);
    assert_eq!(notes(&run), [["in 1 of 3 repeats"], ["in all repeats"]]);
    run.clocks = vec![clock("mate", 7, 2, &[4])];
    describe_clocks(&mut run);
    let notes = notes(&run);
    assert_eq!(notes[0].len(), 2);
    assert!(notes[0][1].starts_with("of 7 searches on mate in this run, 2 "), "{notes:?}");
    assert_eq!(notes[1], ["in all repeats"]);
}

#[test]
fn a_clause_is_broken_in_a_repeat_if_one_shard_that_completed_it_broke_it() {
    let ids = protocol::dialect("usi").unwrap().catalogue().clauses.iter();
    let ids: Vec<ClauseId> = ids.map(|clause| clause.id).take(4).collect();
    let row = |clause: usize, worst, broken: &[u32], unsettled: &[u32]| {
        ClauseRepeats::new(ids[clause], worst, 3, broken.to_vec(), unsettled.to_vec())
    };
    let part = |complete, id: &str, clauses| {
        let counts = vec![(Verdict::Pass, complete)];
        let scenarios = vec![ScenarioRepeats { id: id.to_owned(), counts }];
        let repeats = Repeats { asked: 5, complete, scenarios, clauses };
        RunResult { repeats: Some(repeats), ..empty() }
    };
    let (fail, warn) = (Severity::Fail, Severity::Warn);
    let parts = [
        part(
            3,
            "b",
            vec![row(3, warn, &[0, 2], &[1]), row(2, fail, &[2], &[]), row(1, warn, &[], &[1, 2])],
        ),
        part(2, "a", vec![row(3, fail, &[1], &[0]), row(0, warn, &[0], &[])]),
    ];
    let pooled = repeats(&parts).unwrap();
    assert_eq!((pooled.asked, pooled.complete), (5, 2));
    let scenarios: Vec<&str> = pooled.scenarios.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(scenarios, ["a", "b"]);
    let of = |clause: usize, worst, broken, unsettled| ClauseRepeats {
        clause: ids[clause],
        worst,
        broken,
        unsettled,
        of: 2,
        broken_in: Vec::new(),
        unsettled_in: Vec::new(),
    };
    assert_eq!(pooled.clauses, [of(0, warn, 1, 0), of(1, warn, 0, 1), of(3, fail, 2, 0)]);
    assert_eq!(repeats(&[empty()]), None);
}

#[test]
fn the_time_is_that_of_all_shards_and_the_chain_is_the_longest() {
    let part = |chain: &str, length, windows| RunResult {
        time: TimeUse {
            spent: Spent { windows: ms(windows), ..Spent::default() },
            chain: vec![chain.to_owned()],
            chain_length: ms(length),
            overhead: ms(1),
        },
        ..empty()
    };
    let whole = time(&[part("a", 20, 5), part("b", 50, 7), part("c", 30, 11)], ms(80));
    assert_eq!(whole.spent.windows, ms(23));
    assert_eq!((whole.chain, whole.chain_length), (vec!["b".to_owned()], ms(50)));
    assert_eq!(whole.overhead, ms(30));
}

#[test]
fn the_machines_of_all_shards_are_named_and_the_weakest_counts() {
    let part = |os: &str, cores, max: Option<u64>| {
        let of = |max| Jitter { count: 9, median: ms(1), p95: ms(1), max: ms(max) };
        let (os, arch) = (os.to_owned(), "x86_64".to_owned());
        RunResult { host: Host { os, arch, cores, jitter: max.map(of) }, ..empty() }
    };
    let parts = [part("macos", 8, Some(3)), part("linux", 2, Some(30)), part("linux", 4, None)];
    let host = host(&parts);
    assert_eq!((host.os.as_str(), host.arch.as_str()), ("linux + macos", "x86_64"));
    assert_eq!((host.cores, host.jitter.map(|jitter| jitter.max)), (2, Some(ms(30))));
}

#[test]
fn the_whole_run_has_what_any_of_its_parts_has_measured() {
    let mut parts = vec![shard(1, 2), shard(2, 2)];
    let run = &mut parts[1].run;
    run.latencies = vec![latency("usi to usiok", 3, &[1, 2, 4], &[])];
    run.clocks = vec![clock("byoyomi", 4, 1, &[5])];
    run.repeats =
        Some(Repeats { asked: 2, complete: 2, scenarios: Vec::new(), clauses: Vec::new() });
    run.time.chain_length = ms(7);
    run.host.os = "other".to_owned();
    run.snapshots = Some(SnapshotsResult {
        folder: "kept".to_owned(),
        counted: true,
        unchanged: 1,
        written: 0,
        reported: Vec::new(),
        unreferenced: Vec::new(),
        errors: Vec::new(),
    });
    let oses = format!("{} + other", parts[0].run.host.os);
    let run = unite(parts, None).unwrap();
    assert_eq!(run.latencies.iter().map(|row| row.count).collect::<Vec<_>>(), [3]);
    assert_eq!(run.snapshots.map(|kept| kept.folder).as_deref(), Some("kept"));
    assert_eq!(run.clocks.iter().map(|row| row.searches).collect::<Vec<_>>(), [4]);
    assert_eq!(run.repeats.map(|repeats| repeats.asked), Some(2));
    assert_eq!(run.time.chain_length, ms(7));
    assert_eq!(run.host.os, oses);
}
