//! A burnt machine: with every core busy with other work, the sound engine and the controls stay clean, and no
//! timing defect becomes a pass.
//!
//! `KENTEI_LOAD=20 cargo bench --bench load` does it 20 times; unset, nothing is done. `KENTEI_BURN` is the
//! number of threads that burn (as many as cores), `KENTEI_AT_ONCE` how many defects are examined at once (4),
//! `KENTEI_DEFECTS=T01,N52` examines some only, `KENTEI_DIALECT` another dialect than USI. The program ends with
//! 1 where something was not as it should be.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod proof;
mod subject;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use kentei::reference::{Defect, Kind};
use kentei::run::repeats::rate;
use kentei::run::result::{RunResult, ScenarioResult};
use kentei::verdict::{Severity, Verdict};

use proof::{Outcome, Proof, asked, is_held, lock, number, outcome};
use subject::{Subject, cores};

fn main() -> ExitCode {
    let Some(times) = asked("KENTEI_LOAD", "load") else {
        return ExitCode::SUCCESS;
    };
    let subject = Subject::new();
    let proof = Proof(&subject);
    let burners = number("KENTEI_BURN").map_or(cores(), |number| number as usize);
    println!(
        "{} cores, {burners} threads that burn, {times} times",
        cores()
    );
    let done = AtomicBool::new(false);
    let mut tally = Tally::default();
    thread::scope(|scope| {
        for _ in 0..burners {
            scope.spawn(|| burn(&done));
        }
        for time in 1..=times {
            if proof.is_over() {
                break;
            }
            once(proof, time, &mut tally);
        }
        done.store(true, Ordering::Relaxed);
    });
    tally.tell(proof.is_over())
}

/// Takes a core, whatever else wants it.
fn burn(done: &AtomicBool) {
    let mut number = 1_u64;
    while !done.load(Ordering::Relaxed) {
        for _ in 0..10_000 {
            number = std::hint::black_box(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
    }
}

/// What the times came to.
#[derive(Default)]
struct Tally {
    clean: u32,
    runs: u32,
    controls: u32,
    clean_controls: u32,
    /// Of each timing defect how often it ended so.
    timing: BTreeMap<&'static str, BTreeMap<Outcome, u32>>,
    wrong: Vec<String>,
}

fn once(proof: Proof<'_>, time: u32, tally: &mut Tally) {
    let sound = proof.examine(None, proof.library.clone(), u64::from(time));
    if proof.is_over() {
        return;
    }
    let held = held(&sound, &[]);
    tally.runs += 1;
    tally.clean += u32::from(held.is_empty());
    println!("{time}: sound engine: {}", told(&sound, &held));
    tally.wrong.extend(held);

    let controls = proof.defects(|defect| defect.kind == Kind::Control);
    let late = |defect: &Defect| {
        defect.kind == Kind::Defect && defect.category == "clock" && is_held(defect)
    };
    let rows: Vec<&'static Defect> = controls.into_iter().chain(proof.defects(late)).collect();
    let shared = Mutex::new(&mut *tally);
    proof.side_by_side(rows, |defect| {
        let scenarios = proof.about(defect, false);
        let result = proof.examine(Some(defect.id), scenarios, u64::from(time));
        if !proof.is_over() {
            let mut tally = lock(&shared);
            tally.take(defect, &result);
        }
    });
    println!(
        "{time}: controls clean so far: {} of {}",
        tally.clean_controls, tally.controls
    );
}

impl Tally {
    fn take(&mut self, defect: &'static Defect, result: &RunResult) {
        if defect.kind == Kind::Control {
            let held = held(result, &defect.clauses);
            self.controls += 1;
            self.clean_controls += u32::from(held.is_empty());
            let held = held
                .into_iter()
                .map(|text| format!("{}: {text}", defect.id));
            self.wrong.extend(held);
            return;
        }
        let came = outcome(defect, result);
        let row = self.timing.entry(defect.id).or_default();
        *row.entry(came).or_default() += 1;
        if matches!(came, Outcome::Missed | Outcome::Flaky) {
            self.wrong.push(format!("{}: {came:?}", defect.id));
        }
    }

    fn tell(&self, cut_off: bool) -> ExitCode {
        println!("sound engine clean in {}", rate(self.clean, self.runs));
        println!(
            "controls clean in {}",
            rate(self.clean_controls, self.controls)
        );
        println!("timing defects: found, open (the host cannot tell), flaky, missed");
        for (id, row) in &self.timing {
            let count = |outcome| row.get(&outcome).copied().unwrap_or_default();
            println!(
                "  {id:<9} {:>4} {:>4} {:>4} {:>4}",
                count(Outcome::Found),
                count(Outcome::Open),
                count(Outcome::Flaky),
                count(Outcome::Missed)
            );
        }
        for text in &self.wrong {
            println!("WRONG {text}");
        }
        if cut_off {
            println!("ended early");
        }
        if self.wrong.is_empty() && self.runs > 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

/// What was held against an engine that is sound. A warning at a clause that a control is about is none.
fn held(result: &RunResult, own: &[&str]) -> Vec<String> {
    let mut held = Vec::new();
    for scenario in &result.scenarios {
        if !matches!(
            scenario.verdict,
            Verdict::Fail | Verdict::Warn | Verdict::Error
        ) {
            continue;
        }
        if scenario.verdict == Verdict::Error {
            held.push(format!("{}: {:?}", scenario.id, scenario.reason));
        }
        for finding in &scenario.findings {
            let counts = match finding.severity {
                Severity::Fail => true,
                Severity::Warn => !own.contains(&finding.clause.0),
                Severity::Info | Severity::Skip => false,
            };
            if counts {
                let (clause, message) = (finding.clause, &finding.message);
                held.push(format!("{} {clause} {message}", scenario.id));
            }
        }
    }
    held
}

fn told(result: &RunResult, held: &[String]) -> String {
    let count = |verdict: Verdict| {
        let is = |scenario: &&ScenarioResult| scenario.verdict == verdict;
        result.scenarios.iter().filter(is).count()
    };
    let jitter = result.jitter.map_or_else(
        || "not measured".to_owned(),
        |jitter| format!("{:.1} ms", jitter.max.as_secs_f64() * 1000.0),
    );
    format!(
        "{} in {:.1} s, jitter {jitter}, {} pass, {} flaky, {} inconclusive",
        if held.is_empty() {
            "clean"
        } else {
            "NOT CLEAN"
        },
        result.elapsed.as_secs_f64(),
        count(Verdict::Pass),
        count(Verdict::Flaky),
        count(Verdict::Inconclusive)
    )
}
