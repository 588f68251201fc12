//! Kills all engines at once. This test has a program of its own, because it would also kill the engines of other
//! tests.
#![cfg(unix)]

use std::time::Duration;

use kentei::engine::{Arrival, Launch, Timings, Transport, kill_all, spawn};
use kentei::transcript::ExitStatus;

const LONG: Duration = Duration::from_secs(600);

#[test]
fn every_engine_is_killed_while_others_wait_for_it() {
    let launch = Launch {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), "trap '' TERM; echo up; sleep 1000; :".into()],
        ..Launch::default()
    };
    let timings = Timings { partial_line: LONG, write_stall: LONG };
    let mut engines: Vec<_> = (0..3).map(|_| spawn(&launch, timings).expect("a shell")).collect();
    for engine in &mut engines {
        engine.next(LONG).expect("it is up");
    }
    std::thread::scope(|scope| {
        for mut engine in engines {
            scope.spawn(move || {
                let exit = std::iter::from_fn(|| engine.next(LONG))
                    .find(|incoming| matches!(incoming.what, Arrival::Exit(_)));
                let killed = Arrival::Exit(ExitStatus::Signal(9));
                assert_eq!(exit.map(|incoming| incoming.what), Some(killed));
                assert!(!engine.reap(LONG).killed);
            });
        }
        kill_all();
    });
    kill_all();
}
