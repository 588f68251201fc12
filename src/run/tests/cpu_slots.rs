//! When an engine holds a CPU slot, and when it gives it up.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::watched::Watched;
use crate::engine::{Scripted, Transport};
use crate::protocol::{self, Setting, judge};
use crate::run::script::session::{Purpose, Racing, Session};
use crate::run::timing::cpu_slots::CpuSlots;
use crate::run::timing::host_load::HostLoadMonitor;

const IDLE: Duration = Duration::from_secs(1);

/// Whether the only slot becomes free during a search of this length. `works`: whether the engine uses a processor.
fn is_lent_in_search(works: bool, purpose: Purpose, length: Duration) -> bool {
    let (cpu_slots, cancel) = (CpuSlots::new(1), AtomicBool::new(false));
    let thread = if works {
        |now| (now, Duration::ZERO)
    } else {
        |_| (Duration::from_millis(3), Duration::ZERO)
    };
    let engine = Watched { engine: Scripted::new(Vec::new()), thread };
    let mut session = acquired_with(Box::new(engine), &cpu_slots, &cancel);
    session.started();
    session.send(b"position startpos\ngo infinite\n");
    session.purpose = purpose;
    let until = session.transport.now() + length;
    session.wait(until);
    cpu_slots.queue(0).cpu_slot().is_some()
}

#[test]
fn an_engine_that_holds_its_result_and_uses_no_processor_lends_its_slot() {
    let (window, reply) = (Purpose::Window, Purpose::Reply);
    assert!(is_lent_in_search(false, window, IDLE));
    assert!(is_lent_in_search(false, reply, IDLE));
    assert!(!is_lent_in_search(true, window, IDLE), "it searches");
    assert!(!is_lent_in_search(true, reply, IDLE), "it searches");
    let short = Duration::from_millis(200);
    assert!(is_lent_in_search(false, window, short));
    assert!(!is_lent_in_search(false, reply, short), "a reply may be near");
}

/// A session with an engine that writes nothing, on the only CPU slot.
fn session_with_slot<'a>(cpu_slots: &'a CpuSlots, cancel: &'a AtomicBool) -> Session<'a> {
    acquired_with(Box::new(Scripted::new(Vec::new())), cpu_slots, cancel)
}

fn acquired_with<'a>(
    engine: Box<dyn Transport>,
    cpu_slots: &'a CpuSlots,
    cancel: &'a AtomicBool,
) -> Session<'a> {
    let dialect = protocol::dialect("usi").unwrap();
    let monitor =
        dialect.monitor(Setting { profile: "core", limits: judge::default_limits(dialect) });
    let driver = dialect.driver(Some("core"));
    let host_load = HostLoadMonitor::new(None);
    let mut session = Session::new(engine, monitor, driver, dialect.quit(), cancel, host_load);
    session.use_cpu_slots((cpu_slots, 0), cpu_slots.take(0, cancel));
    session
}

/// Whether the only CPU slot becomes free after these lines, when the engine has nothing to do for the time `idle`.
fn is_lent(lines: &[&str], racing: bool, idle: Duration) -> bool {
    let (cpu_slots, cancel) = (CpuSlots::new(1), AtomicBool::new(false));
    let mut session = session_with_slot(&cpu_slots, &cancel);
    for line in lines {
        session.send(format!("{line}\n").as_bytes());
    }
    let race = Racing { hasty: false };
    session.race(Some(race).filter(|_| racing));
    session.lend_cpu_slot(idle);
    cpu_slots.queue(0).cpu_slot().is_some()
}

#[test]
fn a_cpu_slot_is_lent_while_the_engine_has_nothing_to_do() {
    let go = ["position startpos", "go infinite"];
    assert!(is_lent(&["usi"], false, IDLE));
    assert!(!is_lent(&go, false, IDLE), "it searches");
    assert!(!is_lent(&["usi"], true, IDLE), "in a race moments count");
    assert!(!is_lent(&["usi"], false, Duration::from_millis(20)), "it is too short");
}

#[test]
fn who_has_lent_a_cpu_slot_waits_until_there_is_one() {
    let (cpu_slots, cancel) = (CpuSlots::new(1), AtomicBool::new(false));
    let mut session = session_with_slot(&cpu_slots, &cancel);
    session.lend_cpu_slot(IDLE);
    let other = cpu_slots.take(0, &cancel);
    assert!(other.is_some());
    std::thread::scope(|scope| {
        // The clock of the scripted engine advances as fast as the session asks for events.
        let sent = scope.spawn(|| {
            session.send(b"isready\n");
            session.spent.queued
        });
        while !cpu_slots.is_wanted() {
            std::thread::yield_now();
        }
        drop(other);
        sent.join().unwrap();
    });
    assert!(cpu_slots.queue(0).cpu_slot().is_none(), "it sits again");
}
