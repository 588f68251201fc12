//! Limits how many engines may be busy at once. Scenarios wait most of the time, and any number of them can wait at
//! once. But engines that start up or search take processor time from each other. Without a limit, the run itself would
//! overload the host on which the clocks of the engines are judged.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a wait checks whether the user has ended the run.
const CANCEL_POLL: Duration = Duration::from_millis(100);

/// For how long slots must have been held before the share of this time that engines use is known.
const KNOWN_AFTER: Duration = Duration::from_secs(1);
/// The largest factor on the number of CPU slots, if engines use little of the time in which they hold a slot.
const MOST_TIMES: f64 = 4.0;

/// The CPU slots for busy engines. Engines in the middle of a script come before engines that are to be started; then
/// the lower rank comes first, and with equal ranks the earlier request.
#[derive(Debug)]
pub(crate) struct CpuSlots {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// The number of slots if engines use all of the time in which they hold one.
    limit: usize,
    /// For how long engines ran or were ready to run while they held slots, and for how long they held them.
    used: Duration,
    held: Duration,
    taken: usize,
    /// The tickets that wait for a slot, in order.
    queue: BTreeSet<Place>,
    tickets: u64,
}

/// A position in the queue. Lower positions come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// Whether the engine is to be started. An engine that waits in the middle of its script blocks a process and a
    /// job; one that is not started yet blocks neither, and no clock of it runs.
    starts: bool,
    rank: usize,
    ticket: u64,
}

/// An entry of the queue. Dropping it leaves the queue.
#[derive(Debug)]
pub(crate) struct Ticket<'a> {
    cpu_slots: &'a CpuSlots,
    place: Place,
}

/// A CPU slot. Dropping it returns it.
#[derive(Debug)]
pub(crate) struct CpuSlot<'a> {
    cpu_slots: &'a CpuSlots,
    since: Instant,
}

impl CpuSlot<'_> {
    /// For how long the slot has been held.
    pub(crate) fn held(&self) -> Duration {
        self.since.elapsed()
    }
}

impl CpuSlots {
    /// Creates a pool of `limit` slots, at least one.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            state: Mutex::new(State {
                limit: limit.max(1),
                used: Duration::ZERO,
                held: Duration::ZERO,
                taken: 0,
                queue: BTreeSet::new(),
                tickets: 0,
            }),
            changed: Condvar::new(),
        }
    }

    /// Changes the number of slots for engines that use all of their time, to at least one. Held slots stay held.
    pub(crate) fn limit(&self, limit: usize) {
        self.lock().limit = limit.max(1);
        self.changed.notify_all();
    }

    /// Records for how long an engine held a slot, and for how long of that time it ran or was ready to run. An engine
    /// that answers at once idles until the script goes on. The number of slots grows for such engines, so that the
    /// processors have as much work as with engines that search all the time.
    pub(crate) fn used(&self, used: Duration, held: Duration) {
        let mut state = self.lock();
        state.used += used;
        state.held += held;
        drop(state);
        self.changed.notify_all();
    }

    /// Joins the queue for an engine that runs already. A lower rank comes first.
    pub(crate) fn queue(&self, rank: usize) -> Ticket<'_> {
        self.ticket(false, rank)
    }

    fn ticket(&self, starts: bool, rank: usize) -> Ticket<'_> {
        let mut state = self.lock();
        let place = Place { starts, rank, ticket: state.tickets };
        state.tickets += 1;
        state.queue.insert(place);
        Ticket { cpu_slots: self, place }
    }

    /// Waits for a CPU slot for an engine that is to be started; `None` if the user ends the run first.
    pub(crate) fn take(&self, rank: usize, cancel: &AtomicBool) -> Option<CpuSlot<'_>> {
        let ticket = self.ticket(true, rank);
        // Unlocked before the ticket is dropped, which locks it again.
        let mut state = self.lock();
        while !cancel.load(Ordering::Relaxed) {
            if let Some(cpu_slot) = ticket.cpu_slot_of(&mut state) {
                return Some(cpu_slot);
            }
            let woken = self.changed.wait_timeout(state, CANCEL_POLL);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The current number of CPU slots.
    fn cpu_slots(&self) -> usize {
        if self.held < KNOWN_AFTER {
            return self.limit;
        }
        let times = self.held.as_secs_f64() / self.used.as_secs_f64().max(f64::MIN_POSITIVE);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a few slots, times one to four"
        )]
        let cpu_slots = (self.limit as f64 * times.clamp(1.0, MOST_TIMES)) as usize;
        cpu_slots
    }

    /// Whether a slot is free for this position after all positions before it have got theirs.
    fn is_turn(&self, place: Place) -> bool {
        let free = self.cpu_slots().saturating_sub(self.taken);
        self.queue.iter().take(free).any(|waiting| *waiting == place)
    }
}

impl<'a> Ticket<'a> {
    /// Takes the CPU slot if it is this ticket's turn.
    pub(crate) fn cpu_slot(&self) -> Option<CpuSlot<'a>> {
        self.cpu_slot_of(&mut self.cpu_slots.lock())
    }

    fn cpu_slot_of(&self, state: &mut State) -> Option<CpuSlot<'a>> {
        if !state.is_turn(self.place) {
            return None;
        }
        state.queue.remove(&self.place);
        state.taken += 1;
        // There may be a free slot for the next ticket, too.
        self.cpu_slots.changed.notify_all();
        Some(CpuSlot { cpu_slots: self.cpu_slots, since: Instant::now() })
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.cpu_slots.lock().queue.remove(&self.place);
        self.cpu_slots.changed.notify_all();
    }
}

impl Drop for CpuSlot<'_> {
    fn drop(&mut self) {
        self.cpu_slots.lock().taken -= 1;
        self.cpu_slots.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_slots_are_given_by_rank_and_come_back() {
        let cpu_slots = CpuSlots::new(1);
        let (late, first, second) = (cpu_slots.queue(7), cpu_slots.queue(3), cpu_slots.queue(3));
        assert!(late.cpu_slot().is_none(), "others have a lower rank");
        assert!(second.cpu_slot().is_none(), "another one came sooner");
        let cpu_slot = first.cpu_slot();
        assert!(cpu_slot.is_some());
        assert!(second.cpu_slot().is_none(), "there is one slot");
        drop(cpu_slot);
        drop(second);
        assert!(late.cpu_slot().is_some(), "who has left the queue is passed over");
    }

    #[test]
    fn who_is_in_the_middle_of_a_script_comes_before_all_that_start() {
        let cpu_slots = CpuSlots::new(1);
        let (start, script) = (cpu_slots.ticket(true, 0), cpu_slots.queue(200));
        assert!(start.cpu_slot().is_none(), "it has the lower rank, and waits");
        let cpu_slot = script.cpu_slot();
        assert!(cpu_slot.is_some());
        drop(cpu_slot);
        assert!(start.cpu_slot().is_some());
    }

    #[test]
    fn two_cpu_slots_are_for_the_first_two_whoever_looks_first() {
        let cpu_slots = CpuSlots::new(2);
        let (first, second, third) = (cpu_slots.queue(0), cpu_slots.queue(0), cpu_slots.queue(0));
        assert!(third.cpu_slot().is_none());
        let taken = (second.cpu_slot(), first.cpu_slot());
        assert!(taken.0.is_some() && taken.1.is_some());
        assert!(third.cpu_slot().is_none());
    }

    #[test]
    fn a_lower_limit_does_not_revoke_held_slots() {
        let cpu_slots = CpuSlots::new(2);
        let never = AtomicBool::new(false);
        let (first, second) = (cpu_slots.take(0, &never), cpu_slots.take(0, &never));
        cpu_slots.limit(0);
        let ticket = cpu_slots.queue(0);
        drop(first);
        assert!(ticket.cpu_slot().is_none(), "one slot is still held, and one is the limit");
        drop(second);
        assert!(ticket.cpu_slot().is_some());
    }

    #[test]
    fn engines_that_use_little_of_their_time_have_more_cpu_slots() {
        let number = |used: u64, held: u64| {
            let cpu_slots = CpuSlots::new(2);
            cpu_slots.used(Duration::from_millis(used), Duration::from_millis(held));
            let mut taken = Vec::new();
            while cpu_slots.queue(0).cpu_slot().map(|cpu_slot| taken.push(cpu_slot)).is_some() {}
            taken.len()
        };
        assert_eq!(number(0, 999), 2, "too little is known");
        assert_eq!(number(0, 1000), 8);
        assert_eq!(number(8000, 8000), 2);
        assert_eq!(number(9000, 8000), 2, "it has several threads");
        assert_eq!(number(4000, 8000), 4);
        assert_eq!(number(10, 8000), 8);
        assert_eq!(number(0, 8000), 8);
    }

    #[test]
    fn a_cpu_slot_knows_for_how_long_it_has_been_held() {
        let cpu_slots = CpuSlots::new(1);
        let cpu_slot = cpu_slots.queue(0).cpu_slot().expect("it is free");
        let taken = Instant::now();
        while taken.elapsed().is_zero() {
            std::hint::spin_loop();
        }
        let least = taken.elapsed();
        assert!(cpu_slot.held() >= least);
    }

    #[test]
    fn who_waits_is_woken() {
        let cpu_slots = CpuSlots::new(1);
        let never = AtomicBool::new(false);
        let cpu_slot = cpu_slots.take(0, &never);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| cpu_slots.take(0, &never).is_some());
            drop(cpu_slot);
            assert!(waiting.join().unwrap());
        });
    }

    #[test]
    fn no_engine_starts_when_the_run_is_ended() {
        let cpu_slots = CpuSlots::new(1);
        assert!(cpu_slots.take(0, &AtomicBool::new(true)).is_none());
        assert!(cpu_slots.take(0, &AtomicBool::new(false)).is_some());
    }
}
