//! The time from `isready` to `readyok` through the harness, and through two bare pipes.
//!
//! The engine is this program itself. It only answers, so that nothing but the way is measured. Harness and bare pipes
//! take turns with fresh processes, and the harness is compared with the bare pipes just before and just after it,
//! because other work on the machine changes with time. Which processor wakes which one has more effect than what is
//! measured, so everything is first bound to one processor (by `taskset`, if it is installed) and then measured again
//! without that. `cargo bench --bench roundtrip` prints the medians and their ratio. For comparison it also prints
//! those of other tools for scripts: python-chess and pexpect, if Python has them, and the crate expectrl.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod others;

use std::error::Error;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kentei::engine::Launch;
use kentei::protocol::usi::USI;
use kentei::run::plan::NoObserver;
use kentei::run::{Plan, run};
use kentei::scenario::{self, Scenario};
use kentei::transcript::{Event, EventKind};

/// The argument that makes this program the engine.
const ENGINE: &str = "--engine";
/// The argument with which this program is bound to one processor.
const BOUND: &str = "--bound";
/// How often harness and bare pipes take turns.
const TURNS: usize = 25;
/// Round trips in one turn: as many as a transcript keeps without cutting.
const TRIPS: usize = 500;
/// How many first trips of a process are not counted.
const WARM_UP: usize = 100;

const SCENARIO: &str = "
title: As many isready as a transcript keeps
clauses: [USI-BOOT-03]
steps:
  - boot
  - repeat:
      times: 500
      steps:
        - send: isready
        - expect: readyok
";

type Failed = Box<dyn Error>;

fn main() -> Result<(), Failed> {
    let words: Vec<String> = std::env::args().collect();
    if words.iter().any(|word| word == ENGINE) {
        return Ok(engine()?);
    }
    // `cargo test --benches` only checks that it works.
    let turns = if words.iter().any(|word| word == "--bench") { TURNS } else { 1 };
    let bound = words.iter().any(|word| word == BOUND);
    if turns > 1 && !bound && !bind() {
        println!("without taskset: nothing is bound to one processor");
    }
    let folder = tempfile::tempdir()?;
    let scenario = load(folder.path())?;
    let (mut bare, mut through, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let mut others = others::ALL.map(|other| (other, Ok(Vec::new())));
    for _ in 0..turns {
        for (other, medians) in others.iter_mut().filter(|_| !bound) {
            measure(other, medians);
        }
        let before = median(bare_loop()?);
        let other = median(harness(&scenario)?);
        let one = (before + median(bare_loop()?)) / 2;
        bare.push(one);
        through.push(other);
        ratios.push(other.as_secs_f64() / one.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let place = if bound { "on one processor" } else { "as the system pleases" };
    println!("isready -> readyok, {place}, the median of {TRIPS} trips, in {turns} turns:");
    let (bare, through) = (median(bare), median(through));
    println!("  bare pipes   {:>8.2} us", micros(bare));
    println!("  harness      {:>8.2} us", micros(through));
    println!(
        "  ratio        {:>8.2}  (half of the turns: {:.2} to {:.2}, all: {:.2} to {:.2})",
        ratios[ratios.len() / 2],
        ratios[ratios.len() / 4],
        ratios[ratios.len() * 3 / 4],
        ratios[0],
        ratios[ratios.len() - 1]
    );
    for (other, medians) in others.into_iter().filter(|_| !bound) {
        match medians {
            Ok(medians) => {
                let took = median(medians);
                let (us, harness) = (micros(took), took.as_secs_f64() / through.as_secs_f64());
                println!("  {:<12} {us:>8.2} us, {harness:.2} times the harness", other.name);
            }
            Err(why) => println!("  {:<12} skipped: {why}", other.name),
        }
    }
    Ok(())
}

/// Measures in a separate process that is bound to one processor, together with its engines. Returns whether that
/// was possible.
fn bind() -> bool {
    let Ok(program) = std::env::current_exe() else {
        return false;
    };
    let mut bound = Command::new("taskset");
    bound.args(["-c", "0"]).arg(program).args(["--bench", BOUND]);
    bound.status().is_ok_and(|status| status.success())
}

/// Adds the median of one turn, unless an earlier turn could not be measured.
fn measure(other: &others::Other, medians: &mut Result<Vec<Duration>, String>) {
    let Ok(known) = medians else { return };
    match (other.trips)(TRIPS) {
        Ok(mut trips) => known.push(median(trips.split_off(WARM_UP))),
        Err(why) => *medians = Err(why),
    }
}

/// An engine that only answers.
fn engine() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let reply: &[u8] = match line?.as_str() {
            "usi" => b"id name stub\nid author kentei\noption name USI_Hash type spin default 1 min 1 max 9\nusiok\n",
            "uci" => b"id name stub\nid author kentei\nuciok\n",
            "isready" => b"readyok\n",
            "quit" => break,
            _ => b"",
        };
        output.write_all(reply)?;
        output.flush()?;
    }
    Ok(())
}

/// What a script of a few lines does: write, and read a line.
fn bare_loop() -> Result<Vec<Duration>, Failed> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg(ENGINE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
    let mut line = String::new();
    let mut trips = Vec::new();
    for _ in 0..TRIPS {
        let from = Instant::now();
        input.write_all(b"isready\n")?;
        line.clear();
        output.read_line(&mut line)?;
        trips.push(from.elapsed());
        assert_eq!(line, "readyok\n");
    }
    input.write_all(b"quit\n")?;
    child.wait()?;
    Ok(trips.split_off(WARM_UP))
}

/// The same with everything that kentei does: judging, recording, and following the script.
fn harness(scenario: &Scenario) -> Result<Vec<Duration>, Failed> {
    let engine = Launch::new(std::env::current_exe()?).args([ENGINE]);
    let plan = Plan {
        jobs: 1,
        busy: None,
        share: kentei::run::plan::Share::Never,
        ..Plan::new(engine, &USI, vec![scenario.clone()])
    };
    let result = run(&plan, &NoObserver).map_err(|error| error.to_string())?;
    let played = result.scenarios.first().ok_or("nothing was played")?;
    if !played.reached_end || !played.findings.is_empty() {
        return Err(format!("{:?}: {:?}", played.verdict, played.findings).into());
    }
    let sent: Vec<Duration> = played
        .transcript
        .events
        .iter()
        .filter(|event| is_question(event))
        .map(|event| event.at)
        .collect();
    // From one question to the next: the reply, and everything that is done with it.
    let trips: Vec<Duration> = sent.windows(2).map(|pair| pair[1] - pair[0]).collect();
    if trips.len() < TRIPS {
        return Err(format!("only {} trips are in the transcript", trips.len()).into());
    }
    // The first trip begins with the boot, whose question is followed by a new game.
    Ok(trips[WARM_UP..].to_vec())
}

fn is_question(event: &Event) -> bool {
    matches!(&event.kind, EventKind::Sent { line, .. } if line.bytes == b"isready")
}

fn load(folder: &Path) -> Result<Scenario, Failed> {
    let file = folder.join("roundtrip.yaml");
    std::fs::write(&file, SCENARIO)?;
    let (library, diagnostics) = scenario::load(&USI, &[file]);
    let found = library.scenarios.into_iter().find(|scenario| scenario.id.ends_with("roundtrip"));
    let mut found = found.ok_or_else(|| format!("{diagnostics:?}"))?;
    found.after.clear();
    Ok(found)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
