//! What the launcher adds to the start of an engine: `kentei echo`, from the call that starts it to its first answer,
//! with and without one in turns, and to its end.
//!
//! `cargo bench --bench start`

fn main() {
    #[cfg(target_os = "linux")]
    linux::main();
}

#[cfg(target_os = "linux")]
mod linux {
    use std::time::{Duration, Instant};

    use kentei::engine::{Arrival, Launch, Timings, Transport, spawn, use_launcher};

    /// How often each way is measured.
    const COUNT: usize = 200;
    const LONG: Duration = Duration::from_secs(60);
    const KENTEI: &str = env!("CARGO_BIN_EXE_kentei");

    #[expect(clippy::print_stdout, reason = "a benchmark tells its figures")]
    pub(super) fn main() {
        let launch = Launch {
            program: KENTEI.into(),
            args: vec!["echo".into()],
            ..Launch::default()
        };
        // Once there is a launcher, everything is started by it: the two ways cannot be measured in turns.
        let before = measure(&launch);
        use_launcher(KENTEI.into(), vec!["launcher".into()]).expect("the system has subreapers");
        let after = measure(&launch);
        for (name, (answer, end)) in [("directly", before), ("by a launcher", after)] {
            println!(
                "{name:15} answers after {answer:?}, has ended {end:?} later (medians of {COUNT})"
            );
        }
    }

    fn measure(launch: &Launch) -> (Duration, Duration) {
        let (mut answers, mut ends) = (Vec::new(), Vec::new());
        let timings = Timings {
            partial_line: LONG,
            write_stall: LONG,
        };
        for _ in 0..COUNT {
            let begun = Instant::now();
            let mut engine = spawn(launch, timings).expect("it starts");
            engine.send(b"x\n");
            let answer = engine.next(LONG).expect("an answer");
            answers.push(begun.elapsed());
            assert!(matches!(answer.what, Arrival::Stdout(_)), "{answer:?}");
            let begun = Instant::now();
            engine.close_input();
            assert!(!engine.reap(LONG).killed);
            ends.push(begun.elapsed());
        }
        (median(answers), median(ends))
    }

    fn median(mut times: Vec<Duration>) -> Duration {
        times.sort();
        times[times.len() / 2]
    }
}
