//! Engines as real processes: what can go wrong with them, and how it is told.
#![cfg(unix)]

mod end;
mod input;
mod launch;
mod output;

use std::time::Duration;

use kentei::engine::{Arrival, Incoming, Launch, Process, Timings, Transport, spawn};
use kentei::transcript::{ExitStatus, Line, Stream};

/// Longer than anything takes on the slowest machine; only a failing test waits for it.
const LONG: Duration = Duration::from_secs(60);

/// Limits that no test reaches by accident.
const PATIENT: Timings = Timings {
    partial_line: LONG,
    write_stall: LONG,
};

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

/// The next line on standard output as text, over anything else.
#[track_caller]
fn line(engine: &mut Process) -> String {
    loop {
        if let Arrival::Stdout(line) = arrival(engine).what {
            return line.text().into_owned();
        }
    }
}

/// Everything up to the exit.
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

fn signal(which: &str, pid: &str) {
    std::process::Command::new("kill")
        .args([which, pid])
        .status()
        .expect("kill");
}

/// Whether a process with this number is alive, as `kill -0` sees it, zombies aside.
fn alive(pid: &str) -> bool {
    let ps = std::process::Command::new("ps")
        .args(["-o", "stat=", "-p", pid])
        .output()
        .expect("ps");
    let state = String::from_utf8_lossy(&ps.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

/// Waits until a process that is no child of ours is gone; nobody tells when.
#[track_caller]
fn assert_dies(pid: &str) {
    let begun = std::time::Instant::now();
    while alive(pid) {
        assert!(begun.elapsed() < LONG, "{pid} should have been killed");
        std::thread::sleep(ms(5));
    }
}
