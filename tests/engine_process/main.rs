//! Engines as real processes: what can go wrong with them, and how it is reported.
#![cfg(unix)]

mod end;
mod input;
mod launch;
mod output;

use std::time::Duration;

use kentei::engine::{Arrival, Incoming, Launch, Process, Timings, Transport, spawn};
use kentei::transcript::{ExitStatus, Line, Stream};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};

/// Longer than anything takes on the slowest machine; only a failing test waits that long.
const LONG: Duration = Duration::from_secs(600);

/// Time limits that no test reaches by accident.
const PATIENT: Timings = Timings { partial_line: LONG, write_stall: LONG };

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

fn launch_of(program: &str, args: &[&str]) -> Launch {
    Launch {
        program: program.into(),
        args: args.iter().map(Into::into).collect(),
        ..Launch::default()
    }
}

/// An engine that is a shell script.
#[track_caller]
fn sh(script: &str) -> Process {
    sh_with(script, PATIENT)
}

#[track_caller]
fn sh_with(script: &str, timings: Timings) -> Process {
    spawn(&launch_of("/bin/sh", &["-c", script]), timings).expect("a shell")
}

/// The next arrival of any kind, which must come.
#[track_caller]
fn arrival(engine: &mut Process) -> Incoming {
    let until = engine.now() + LONG;
    engine.next(until).expect("something should have arrived")
}

/// The next line on standard output as text. Skips all other arrivals.
#[track_caller]
fn line(engine: &mut Process) -> String {
    loop {
        if let Arrival::Stdout(line) = arrival(engine).what {
            return line.text().into_owned();
        }
    }
}

/// All arrivals up to the exit.
#[track_caller]
fn all(engine: &mut Process) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    loop {
        let what = arrival(engine).what;
        let last = matches!(what, Arrival::Exit(_));
        arrivals.push(what);
        if last {
            return arrivals;
        }
    }
}

fn stdout(text: &str) -> Arrival {
    Arrival::Stdout(Line::new(text))
}

fn exit(code: i32) -> Arrival {
    Arrival::Exit(ExitStatus::Code(code))
}

const END: Arrival = Arrival::EndOfStream(Stream::Stdout);

fn pid(text: &str) -> Pid {
    let number = text.parse().expect("a number");
    Pid::from_raw(number).expect("a process")
}

// These helpers do not run `kill` or `ps`: between fork and exec such a process would hold the pipes of an engine
// that another test is starting.

fn signal(which: Signal, of: &str) {
    kill_process(pid(of), which).expect("it is there");
}

/// Whether a process with this number is alive; a zombie is not.
fn alive(number: &str) -> bool {
    if test_kill_process(pid(number)).is_err() {
        return false;
    }
    // Only Linux shows zombies in `/proc`; on other systems they are reaped soon.
    std::fs::read_to_string(format!("/proc/{number}/stat"))
        .ok()
        .and_then(|stat| Some(!stat.rsplit_once(')')?.1.starts_with(" Z")))
        .unwrap_or(!std::path::Path::new("/proc/self/stat").exists())
}

/// Waits until a process that is not our child has ended: there is no event for that.
#[track_caller]
fn assert_dies(pid: &str) {
    let begun = std::time::Instant::now();
    while alive(pid) {
        assert!(begun.elapsed() < LONG, "{pid} should have been killed");
        std::thread::sleep(ms(5));
    }
}
