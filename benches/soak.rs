//! Plays the whole suite again and again in one process, for an hour or the requested time, and checks that memory,
//! descriptors, threads and verdicts stay the same.
//!
//! `KENTEI_SOAK=60 cargo bench --bench soak` examines up to three real engines in turn for 60 minutes, as far as
//! they are installed. Without the variable nothing is done. `benches/records/soak.yaml` (`KENTEI_SOAK_RECORD`
//! chooses another file) gets the result of each run; it is written anew. The program exits with 1 if something
//! grew, or a verdict changed between pass and fail.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod host;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use host::Host;
use kentei::engine::{self, Launch};
use kentei::protocol::dialect;
use kentei::run::result::RunResult;
use kentei::verdict::Verdict;
use kentei::{Examination, ExaminationReport};
use serde::Serialize;

/// The engines, as Debian packages them, with the dialect in which each is examined.
const ENGINES: [(&str, &str); 3] = [
    ("usi", "/usr/games/fairy-stockfish"),
    ("uci", "/usr/games/stockfish"),
    ("ucci", "/usr/games/fairy-stockfish"),
];
/// Memory that an allocator may keep without any growth, in KiB.
const ALLOCATOR: u64 = 4096;

/// The record.
#[derive(Serialize)]
struct Record {
    on: Host,
    runs: Vec<Run>,
}

/// The result of a run, and what the process held after it.
#[derive(Serialize)]
struct Run {
    engine: String,
    /// When it ended, in UTC.
    at: String,
    seconds: f64,
    verdicts: BTreeMap<&'static str, usize>,
    /// Scenarios with another verdict than in the first run of this engine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<String>,
    /// How many of these passed in one of the two runs and failed in the other.
    reversed: usize,
    held: ProcessTotals,
}

/// The verdict of each scenario, by its id.
type Verdicts = BTreeMap<String, Verdict>;

fn verdicts(result: &RunResult) -> Verdicts {
    let scenarios = result.scenarios.iter();
    scenarios.map(|scenario| (scenario.id.clone(), scenario.verdict)).collect()
}

/// What the process holds, according to the system.
#[derive(Clone, Copy, Default, Serialize)]
struct ProcessTotals {
    memory_kib: u64,
    descriptors: usize,
    threads: usize,
}

fn main() -> ExitCode {
    let Some(minutes) = host::number("KENTEI_SOAK") else {
        println!("skipped: `KENTEI_SOAK=60 cargo bench --bench soak` does it for an hour");
        return ExitCode::SUCCESS;
    };
    let until = Instant::now() + Duration::from_secs(60 * minutes);
    #[cfg(target_os = "linux")]
    engine::use_launcher(env!("CARGO_BIN_EXE_kentei").into(), vec!["launcher".into()])
        .expect("the system has subreapers");
    let engines: Vec<_> =
        ENGINES.into_iter().filter(|(_, program)| Path::new(program).is_file()).collect();
    if engines.is_empty() {
        println!("none of these engines is installed: {ENGINES:?}");
        return ExitCode::FAILURE;
    }
    let mut first: BTreeMap<String, Verdicts> = BTreeMap::new();
    let mut record = Record { on: Host::here(), runs: Vec::new() };
    for (dialect, program) in engines.iter().cycle() {
        if Instant::now() >= until {
            break;
        }
        let name = format!("{dialect} {}", program.rsplit('/').next().unwrap_or(program));
        let run = {
            let report = examine(dialect, program);
            let verdicts = verdicts(report.result());
            let first = first.entry(name.clone()).or_insert_with(|| verdicts.clone());
            Run::of(name, report.result(), &verdicts, first)
        };
        let run = Run { held: ProcessTotals::now(), ..run };
        println!("{}", run.line());
        record.runs.push(run);
        let head = "# Written by `cargo bench --bench soak`, after each run. docs/quality.md says what it shows.\n";
        host::write(&path(), head, &record);
    }
    sum_up(&record.runs, engines.len())
}

fn path() -> PathBuf {
    let named = std::env::var_os("KENTEI_SOAK_RECORD").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/records/soak.yaml"))
}

fn examine(name: &str, program: &str) -> ExaminationReport {
    let dialect = dialect(name).expect("a dialect");
    Examination::of(Launch::new(program), dialect).run().expect("the engine starts")
}

/// Whether anything grew after the first turn of each engine.
fn sum_up(runs: &[Run], engines: usize) -> ExitCode {
    let reversed: usize = runs.iter().map(|run| run.reversed).sum();
    let changed: usize = runs.iter().map(|run| run.changed.len()).sum();
    println!("{} runs, {changed} verdicts changed, {reversed} between pass and fail", runs.len());
    let Some((begin, end)) = runs.get(engines - 1).zip(runs.last()) else {
        println!("too short: each engine has to be examined once");
        return ExitCode::FAILURE;
    };
    println!("after the first turn {}, at the end {}", begin.held.line(), end.held.line());
    let (begin, end) = (begin.held, end.held);
    let grew = end.memory_kib > begin.memory_kib + begin.memory_kib / 10 + ALLOCATOR
        || end.descriptors > begin.descriptors
        || end.threads > begin.threads;
    if grew || reversed > 0 {
        println!("NOT as it should be");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

impl Run {
    fn of(engine: String, result: &RunResult, verdicts: &Verdicts, first: &Verdicts) -> Self {
        let mut counts = BTreeMap::new();
        for verdict in verdicts.values() {
            *counts.entry(verdict.word()).or_default() += 1;
        }
        let pairs = verdicts.iter().filter_map(|(id, is)| Some((id, first.get(id)?, is)));
        let changed: Vec<_> = pairs.filter(|(_, was, is)| was != is).collect();
        let line = |(id, was, is): &(&String, &Verdict, &Verdict)| {
            format!("{id}: {} was {}", is.word(), was.word())
        };
        Self {
            engine,
            at: host::now(),
            seconds: result.elapsed.as_secs_f64(),
            verdicts: counts,
            changed: changed.iter().map(line).collect(),
            reversed: changed.iter().filter(|(_, was, is)| reverses(**was, **is)).count(),
            held: ProcessTotals::default(),
        }
    }

    fn line(&self) -> String {
        let verdicts: Vec<String> =
            self.verdicts.iter().map(|(name, count)| format!("{count} {name}")).collect();
        format!(
            "{} {:.1} s: {}; {} changed; {}",
            self.engine,
            self.seconds,
            verdicts.join(", "),
            self.changed.len(),
            self.held.line()
        )
    }
}

/// Whether one verdict is pass and the other is fail.
fn reverses(was: Verdict, is: Verdict) -> bool {
    matches!((was, is), (Verdict::Pass, Verdict::Fail) | (Verdict::Fail, Verdict::Pass))
}

impl ProcessTotals {
    /// The values of this process now; zero if the system does not report them.
    fn now() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let number = |field: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(field));
            line.and_then(|rest| rest.split_whitespace().next()).and_then(|word| word.parse().ok())
        };
        Self {
            memory_kib: number("VmRSS:").unwrap_or_default(),
            descriptors: std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count),
            threads: number("Threads:")
                .and_then(|count: u64| count.try_into().ok())
                .unwrap_or_default(),
        }
    }

    fn line(&self) -> String {
        let Self { memory_kib, descriptors, threads } = self;
        format!("{memory_kib} KiB, {descriptors} descriptors, {threads} threads")
    }
}
