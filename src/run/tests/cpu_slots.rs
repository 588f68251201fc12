//! When an engine holds a CPU slot, and when it gives it up.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::paper::{self, ms};
use super::watched::Watched;
use crate::engine::{HostLook, Scripted, ThreadTimes, Transport};
use crate::run::schedule::trial;
use crate::run::script::session::{Purpose, Racing, Session};
use crate::run::timing::cpu_slots::{CpuSlot, CpuSlots};

const IDLE: Duration = Duration::from_secs(1);

/// Whether the only slot becomes free during a search of this length. `ran`: how long the engine has used a processor at
/// a time since its start.
fn is_lent_in_search(
    ran: fn(Duration) -> Duration,
    purpose: Purpose,
    length: Duration,
    racing: bool,
) -> bool {
    let (cpu_slots, cancel) = (CpuSlots::new(1), AtomicBool::new(false));
    let thread = move |now| (ran(now), Duration::ZERO);
    let engine = Watched::with_thread(Scripted::new(Vec::new()), thread);
    let mut session = session(Box::new(engine), &cpu_slots, &cancel, cpu_slots.take(0, &cancel));
    session.started();
    session.race(Some(Racing { hasty: false }).filter(|_| racing));
    session.send(b"position startpos\ngo infinite\n");
    session.purpose = purpose;
    let until = session.transport.now() + length;
    session.wait(until);
    cpu_slots.queue(0).cpu_slot().is_some()
}

#[test]
fn an_engine_that_holds_its_result_and_uses_no_processor_lends_its_slot() {
    let (window, reply) = (Purpose::Window, Purpose::Reply);
    let sleeps: fn(Duration) -> Duration = |_| ms(3);
    let lent = |purpose, length| is_lent_in_search(sleeps, purpose, length, false);
    assert!(lent(window, IDLE));
    assert!(lent(reply, IDLE));
    let short = Duration::from_millis(200);
    assert!(lent(window, short));
    assert!(!lent(reply, short), "a reply may be near");
    for purpose in [window, reply] {
        assert!(!is_lent_in_search(|now| now, purpose, IDLE, false), "it searches");
        assert!(!is_lent_in_search(|now| now / 50, purpose, IDLE, false), "it works a little");
        assert!(is_lent_in_search(|now| now / 51, purpose, IDLE, false), "that is no work");
        assert!(!is_lent_in_search(sleeps, purpose, IDLE, true), "in a race moments count");
    }
}

#[test]
fn an_engine_that_has_got_work_again_keeps_its_slot_as_long_as_before() {
    let (cpu_slots, cancel) = (CpuSlots::new(1), AtomicBool::new(false));
    let mut session = session_with_slot(&cpu_slots, &cancel);
    session.started();
    for line in ["position startpos\ngo infinite\n", "stop\n"] {
        session.send(line.as_bytes());
        let until = session.transport.now() + ms(250);
        session.wait(until);
        assert!(cpu_slots.queue(0).cpu_slot().is_none(), "{line}");
    }
    let until = session.transport.now() + IDLE;
    session.wait(until);
    assert!(cpu_slots.queue(0).cpu_slot().is_some());
}

/// A session with an engine that writes nothing and uses no processor, on the only CPU slot.
fn session_with_slot<'a>(cpu_slots: &'a CpuSlots, cancel: &'a AtomicBool) -> Session<'a> {
    let cpu_slot = cpu_slots.take(0, cancel);
    session(Box::new(Watched::new(Scripted::new(Vec::new()))), cpu_slots, cancel, cpu_slot)
}

/// A session that begins with this CPU slot.
fn session<'a>(
    engine: Box<dyn Transport + 'a>,
    cpu_slots: &'a CpuSlots,
    cancel: &'a AtomicBool,
    cpu_slot: Option<CpuSlot<'a>>,
) -> Session<'a> {
    let limits = paper::limits();
    trial::session(&paper::bench(&limits, 1), engine, cancel, Some((cpu_slots, 0)), cpu_slot)
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
fn who_has_no_cpu_slot_waits_until_there_is_one() {
    let (cpu_slots, cancel) = (CpuSlots::new(1), AtomicBool::new(false));
    let mut other = cpu_slots.take(0, &cancel);
    let waited = |until: Duration| {
        if until >= ms(50) {
            drop(other.take());
        }
    };
    let engine = Watched { waited: Box::new(waited), ..Watched::new(Scripted::new(Vec::new())) };
    let mut session = session(Box::new(engine), &cpu_slots, &cancel, None);
    session.send(b"isready\n");
    assert_eq!(session.spent.queued, ms(50));
    assert!(cpu_slots.queue(0).cpu_slot().is_none(), "it sits again");
}

#[test]
fn who_leaves_a_cpu_slot_needs_none_to_say_goodbye() {
    let (cpu_slots, cancel) = (CpuSlots::new(1), AtomicBool::new(false));
    let mut session = session_with_slot(&cpu_slots, &cancel);
    session.leave_cpu_slot();
    let other = cpu_slots.queue(0).cpu_slot();
    assert!(other.is_some());
    session.send(b"quit\n");
    assert_eq!(session.spent.queued, Duration::ZERO);
}

/// How many CPU slots there are after an engine on the only one has worked and waited for a processor for so many
/// seconds, if engines had held slots for ten seconds before.
fn slots_after(worked: u64, starved: u64) -> usize {
    let (cpu_slots, cancel) = (CpuSlots::new(1), AtomicBool::new(false));
    cpu_slots.used(Duration::ZERO, Duration::from_secs(10));
    let host = move |_: Duration| HostLook {
        threads: vec![ThreadTimes {
            id: 1,
            ran: Duration::ZERO,
            starved: Duration::from_secs(starved),
        }],
        worked: Duration::from_secs(worked),
        ..HostLook::default()
    };
    let engine = Watched { host: Box::new(host), ..Watched::new(Scripted::new(Vec::new())) };
    let mut session = session(Box::new(engine), &cpu_slots, &cancel, cpu_slots.take(0, &cancel));
    session.release_cpu_slot(0);
    // The same work is not counted again.
    session.release_cpu_slot(0);
    let mut taken = Vec::new();
    while let Some(cpu_slot) = cpu_slots.queue(0).cpu_slot() {
        taken.push(cpu_slot);
    }
    taken.len()
}

#[test]
fn an_engine_uses_its_cpu_slot_while_it_works_and_while_it_waits_for_a_processor() {
    assert_eq!(slots_after(0, 0), 4);
    assert_eq!(slots_after(4, 0), 2);
    assert_eq!(slots_after(0, 4), 2);
    assert_eq!(slots_after(4, 4), 1);
    assert_eq!(slots_after(20, 0), 1);
}
