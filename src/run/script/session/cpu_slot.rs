//! Decides when an engine holds a CPU slot, and when the slot is free for others.

use std::time::Duration;

use crate::engine::HostTally;

use super::{Purpose, Session, Woken};
use crate::run::timing::cpu_slots::{CpuSlot, CpuSlots};

/// The least time without work for which an engine gives up its CPU slot.
const LENT: Duration = Duration::from_millis(100);
/// How often a session that waits for a CPU slot checks whether there is one. It cannot block until then, because the
/// output of the engine has to be read meanwhile.
const CPU_SLOT_POLL: Duration = Duration::from_millis(5);

/// How often the processor time of an engine that holds a slot is read.
const IDLE_LOOK: Duration = Duration::from_millis(50);
/// An engine is idle if it runs for less than this part of the time: a fiftieth.
const IDLE_SHARE: u32 = 50;
/// How long an engine must be idle before it loses its slot although its reply is awaited.
const IDLE_REPLY: Duration = Duration::from_millis(300);

/// Detects whether an engine that holds a slot uses it. Short waits cost nothing.
#[derive(Debug, Default)]
pub(super) struct Idleness {
    tally: HostTally,
    /// When to read the processor time next.
    next: Option<Duration>,
    /// The time of the last reading, and how long the engine had run by then.
    last: Option<(Duration, Duration)>,
    /// Since when the engine has been idle.
    since: Option<Duration>,
    /// How long the engine had run or waited for a processor at the last account.
    accounted: Duration,
    /// How long it has held slots since then.
    held: Duration,
}

impl<'a> Session<'a> {
    /// Makes the engine work only with one of these CPU slots, requested with this rank. It begins with `cpu_slot`.
    pub(crate) fn use_cpu_slots(
        &mut self,
        cpu_slots: (&'a CpuSlots, usize),
        cpu_slot: Option<CpuSlot<'a>>,
    ) {
        self.cpu_slots = Some(cpu_slots);
        self.cpu_slot = cpu_slot;
    }

    /// Gives up the CPU slot. The next one is requested with this rank, when the engine gets work again.
    pub(crate) fn release_cpu_slot(&mut self, rank: usize) {
        self.account_for_cpu_slot();
        if let Some((_, known)) = &mut self.cpu_slots {
            *known = rank;
        }
    }

    /// Gives up the CPU slot for good: the engine gets no more work.
    pub(crate) fn leave_cpu_slot(&mut self) {
        self.account_for_cpu_slot();
        self.cpu_slots = None;
    }

    fn give_up_cpu_slot(&mut self) {
        if let Some(cpu_slot) = self.cpu_slot.take() {
            self.idleness.held += cpu_slot.held();
        }
    }

    /// Gives up the CPU slot, and reports how much of its time the engine used.
    fn account_for_cpu_slot(&mut self) {
        self.give_up_cpu_slot();
        let Some((cpu_slots, _)) = self.cpu_slots else {
            return;
        };
        let Some(look) = self.transport.host() else {
            return;
        };
        let idleness = &mut self.idleness;
        idleness.tally.add(&look);
        let wanted = look.worked + idleness.tally.times().starved;
        let grown = wanted.saturating_sub(idleness.accounted);
        idleness.accounted = wanted;
        cpu_slots.used(grown, std::mem::take(&mut idleness.held));
    }

    /// Gives up the CPU slot for a time in which the engine has nothing to do, but not for a short time, and not in a
    /// race, where a wait for a slot would shift the sends.
    pub(crate) fn lend_cpu_slot(&mut self, length: Duration) {
        if self.monitor.open_searches() == 0 && self.race.is_none() && length >= LENT {
            self.give_up_cpu_slot();
        }
    }

    /// Begins to detect idleness anew, because the engine has got work.
    pub(super) fn reset_idleness(&mut self) {
        self.idleness.next = None;
        self.idleness.last = None;
        self.idleness.since = None;
    }

    /// When to read the processor time next; `None` if it is not needed.
    pub(super) fn next_idle_look(&self) -> Option<Duration> {
        let lends = self.cpu_slot.is_some() && self.race.is_none() && self.is_started;
        lends.then_some(self.idleness.next).flatten()
    }

    /// Gives up the slot if the engine has work but uses no processor: it holds back a result until it is asked for it,
    /// or sleeps until its clock is over. In a race the slot is kept.
    pub(super) fn lend_while_idle(&mut self) {
        if self.cpu_slot.is_none() || self.race.is_some() || !self.is_started {
            return;
        }
        let enough = match self.purpose {
            Purpose::Window => IDLE_LOOK,
            Purpose::Reply => IDLE_REPLY,
            Purpose::CpuSlot => return,
        };
        let now = self.transport.now();
        let idleness = &mut self.idleness;
        let is_due = idleness.next.is_some_and(|next| next <= now);
        if idleness.next.is_none() || is_due {
            idleness.next = Some(now + IDLE_LOOK);
        }
        if !is_due {
            return;
        }
        let Some(look) = self.transport.host() else {
            return;
        };
        idleness.tally.add(&look);
        let ran = idleness.tally.times().ran;
        if let Some((before, had_run)) = idleness.last.replace((now, ran)) {
            let idle = ran.saturating_sub(had_run) * IDLE_SHARE < now.saturating_sub(before);
            idleness.since = idle.then(|| idleness.since.unwrap_or(before));
        }
        if idleness.since.is_some_and(|since| since + enough <= now) {
            self.give_up_cpu_slot();
        }
    }

    /// Waits for a CPU slot, if the session has none. The output of the engine is handled meanwhile.
    pub(super) fn acquire(&mut self) {
        let Some((cpu_slots, rank)) = self.cpu_slots.filter(|_| self.cpu_slot.is_none()) else {
            return;
        };
        let ticket = cpu_slots.queue(rank);
        let before = std::mem::replace(&mut self.purpose, Purpose::CpuSlot);
        loop {
            self.cpu_slot = ticket.cpu_slot();
            if self.cpu_slot.is_some() {
                break;
            }
            let until = self.transport.now() + CPU_SLOT_POLL;
            if self.wait(until) == Woken::Cancelled {
                break;
            }
        }
        self.purpose = before;
    }
}
