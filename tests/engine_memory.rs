//! Engines that write without limit. They have a test program of their own, because its memory is measured.
#![cfg(target_os = "linux")]

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kentei::engine::{Arrival, Launch, Process, Timings, Transport, spawn};
use kentei::transcript::Line;

const LONG: Duration = Duration::from_secs(600);

/// The largest resident memory that this program may reach, in KiB.
const MOST: u64 = 32 << 10;

#[test]
fn a_line_beyond_the_limit_is_cut_and_counted() {
    let _alone = alone();
    let mut engine = sh("head -c 1000000000 /dev/zero; echo; echo next");
    let long = line(&mut engine);
    assert_eq!(long.bytes.len(), Line::MAX);
    assert_eq!(long.cut, 1_000_000_000 - Line::MAX as u64);
    assert_eq!(line(&mut engine), Line::new("next"));
    assert_bounded();
}

#[test]
fn a_flood_is_held_back() {
    let _alone = alone();
    let mut engine = sh("exec yes");
    for _ in 0..1_000_000 {
        assert_eq!(line(&mut engine), Line::new("y"));
    }
    wait_until_idle(&mut engine);
    assert_bounded();
    assert!(engine.reap(Duration::ZERO).killed);
}

#[test]
fn a_flood_of_empty_lines_is_held_back() {
    let _alone = alone();
    let mut engine = sh("exec yes ''");
    for _ in 0..1_000_000 {
        assert_eq!(line(&mut engine), Line::new(""));
    }
    wait_until_idle(&mut engine);
    assert_bounded();
}

#[test]
fn a_flood_of_long_lines_is_held_back() {
    let _alone = alone();
    let mut engine = sh("x=$(head -c 250000 /dev/zero | tr '\\0' x); while echo $x; do :; done");
    for _ in 0..20 {
        assert_eq!(line(&mut engine).bytes.len(), 250_000);
    }
    wait_until_idle(&mut engine);
    assert_bounded();
}

#[test]
fn a_flood_on_standard_error_is_dropped() {
    let _alone = alone();
    let mut engine = sh("yes | head -c 100000000 >&2");
    // Nobody takes arrivals meanwhile: lines that find no room are counted.
    wait_until_idle(&mut engine);
    let mut kept = 0;
    loop {
        let until = engine.now() + LONG;
        let what = engine.next(until).expect("an end").what;
        kept += u64::from(what == Arrival::Stderr(Line::new("y")));
        if matches!(what, Arrival::Exit(_)) {
            break;
        }
    }
    assert_eq!(kept + engine.stderr_dropped(), 50_000_000);
    assert_bounded();
}

fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn sh(script: &str) -> Process {
    let launch = Launch {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script.into()],
        ..Launch::default()
    };
    let timings = Timings { partial_line: LONG, write_stall: LONG };
    spawn(&launch, timings).expect("a shell")
}

/// The next line on standard output. Skips all other arrivals.
fn line(engine: &mut Process) -> Line {
    loop {
        let until = engine.now() + LONG;
        let incoming = engine.next(until).expect("a line");
        if let Arrival::Stdout(line) = incoming.what {
            return line;
        }
    }
}

/// Waits, without taking arrivals, until nothing more can arrive.
fn wait_until_idle(engine: &mut Process) {
    let mut last = 0;
    loop {
        // There is no event that reports inactivity.
        std::thread::sleep(Duration::from_millis(50));
        let now = used("VmRSS:");
        if now == last || engine.now() > LONG {
            return;
        }
        last = now;
    }
}

#[track_caller]
fn assert_bounded() {
    let most = used("VmHWM:");
    assert!(most < MOST, "{most} KiB");
}

fn used(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the system reports it");
    let line = status.lines().find_map(|line| line.strip_prefix(what));
    let number = line.and_then(|rest| rest.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).expect(what)
}
