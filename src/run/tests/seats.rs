//! When an engine holds a seat, and when it lends it to others.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::Scripted;
use crate::protocol::{self, Dialect, Setting, judge};
use crate::run::blame::Blame;
use crate::run::seats::Seats;
use crate::run::session::{Racing, Session};

const IDLE: Duration = Duration::from_secs(1);

/// A session with an engine that says nothing, on the only seat.
fn seated<'a>(seats: &'a Seats, cancel: &'a AtomicBool) -> Session<'a> {
    let dialect: &dyn Dialect = protocol::dialect("usi").unwrap();
    let monitor = dialect.monitor(Setting {
        profile: "core",
        limits: judge::default_limits(dialect),
    });
    let mut session = Session::new(
        Box::new(Scripted::new(Vec::new())),
        monitor,
        dialect.quit(),
        cancel,
        Blame::new(None),
    );
    session.seated((seats, 0), seats.take(0, cancel));
    session
}

/// Whether others get the only seat when the engine was sent these lines and is left alone then.
fn is_lent(lines: &[&str], racing: bool, idle: Duration) -> bool {
    let (seats, cancel) = (Seats::new(1), AtomicBool::new(false));
    let mut session = seated(&seats, &cancel);
    for line in lines {
        session.send(format!("{line}\n").as_bytes());
    }
    let race = Racing {
        clauses: Vec::new(),
        hasty: false,
    };
    session.race(Some(race).filter(|_| racing));
    session.lend_seat(idle);
    seats.queue(0).seat().is_some()
}

#[test]
fn a_seat_is_lent_while_the_engine_has_nothing_to_do() {
    let go = ["position startpos", "go infinite"];
    assert!(is_lent(&["usi"], false, IDLE));
    assert!(!is_lent(&go, false, IDLE), "it searches");
    assert!(!is_lent(&["usi"], true, IDLE), "in a race moments count");
    assert!(
        !is_lent(&["usi"], false, Duration::from_millis(20)),
        "it is too short"
    );
}

#[test]
fn who_has_lent_a_seat_waits_until_there_is_one() {
    let (seats, cancel) = (Seats::new(1), AtomicBool::new(false));
    let mut session = seated(&seats, &cancel);
    session.lend_seat(IDLE);
    let other = seats.take(0, &cancel);
    assert!(other.is_some());
    std::thread::scope(|scope| {
        // The engine is on paper, and its time runs as fast as it is asked for.
        let sent = scope.spawn(|| {
            session.send(b"isready\n");
            session.spent.queued
        });
        while !seats.is_wanted() {
            std::thread::yield_now();
        }
        drop(other);
        sent.join().unwrap();
    });
    assert!(seats.queue(0).seat().is_none(), "it sits again");
}
