//! How much time the launcher adds to the start of an engine. The engine is `kentei echo`. It measures the time
//! from the start to the first answer, with and without a launcher, the time to the end, and the processor time of
//! all processes together. On a busy host only the processor time is meaningful.
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

    /// How often each of the two ways is measured.
    const COUNT: usize = 200;
    const LONG: Duration = Duration::from_secs(60);
    const KENTEI: &str = env!("CARGO_BIN_EXE_kentei");

    #[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
    pub(super) fn main() {
        let launch =
            Launch { program: KENTEI.into(), args: vec!["echo".into()], ..Launch::default() };
        // As soon as there is a launcher, it starts everything, so the two ways cannot take turns.
        let before = measure(&launch);
        use_launcher(KENTEI.into(), vec!["launcher".into()]).expect("the system has subreapers");
        let after = measure(&launch);
        for (name, (answer, end, used)) in [("directly", before), ("by a launcher", after)] {
            println!(
                "{name:15} answers after {answer:?}, has ended {end:?} later (medians of {COUNT}), uses {used:?}"
            );
        }
    }

    /// The processor time of this process and of all processes that it has reaped.
    fn used() -> Duration {
        let stat = std::fs::read_to_string("/proc/self/stat").expect("the system reports it");
        let (_, rest) = stat.rsplit_once(')').expect("a name");
        // User and system time, of this process and of its children.
        let ticks = rest.split_ascii_whitespace().skip(11).take(4);
        let ticks: u64 = ticks.map(|ticks| ticks.parse::<u64>().expect("a number")).sum();
        Duration::from_secs(ticks)
            / u32::try_from(rustix::param::clock_ticks_per_second()).expect("few")
    }

    fn measure(launch: &Launch) -> (Duration, Duration, Duration) {
        let before = used();
        let (mut answers, mut ends) = (Vec::new(), Vec::new());
        let timings = Timings { partial_line: LONG, write_stall: LONG };
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
        let used = (used() - before) / u32::try_from(COUNT).expect("few");
        (median(answers), median(ends), used)
    }

    fn median(mut times: Vec<Duration>) -> Duration {
        times.sort();
        times[times.len() / 2]
    }
}
