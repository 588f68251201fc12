//! When an engine holds a CPU slot, and when others get it.

use std::time::Duration;

use crate::engine::HostTally;

use super::{Purpose, Session, Woken};
use crate::run::timing::cpu_slots::{CpuSlot, CpuSlots};

/// For how long an engine has to be idle so that its CPU slot is lent to others.
const LENT: Duration = Duration::from_millis(100);
/// How often a session that waits for a CPU slot looks whether there is one. It cannot wait for that alone: what
/// the engine writes has to be taken in, too.
const CPU_SLOT_POLL: Duration = Duration::from_millis(5);

/// How often the processor time of an engine is read that holds a slot.
const IDLE_LOOK: Duration = Duration::from_millis(50);
/// An engine is idle that runs for less than this part of the time: a fiftieth.
const IDLE_SHARE: u32 = 50;
/// For how long an engine has to be idle before its slot is lent although its reply is awaited.
const IDLE_REPLY: Duration = Duration::from_millis(300);

/// Whether an engine that could work does. It costs nothing while waits are short.
#[derive(Debug, Default)]
pub(super) struct Idleness {
    tally: HostTally,
    /// When to look next.
    next: Option<Duration>,
    /// The last look, and how long the engine had run by then.
    last: Option<(Duration, Duration)>,
    /// Since when it has been idle.
    since: Option<Duration>,
    /// For how long it had run or waited for a processor by the last account of it.
    accounted: Duration,
    /// For how long it has held slots since then.
    held: Duration,
}

impl<'a> Session<'a> {
    /// Has the engine work only on one of these CPU slots, asked for with a rank, and begins on this one.
    pub(crate) fn has_cpu_slot(
        &mut self,
        cpu_slots: (&'a CpuSlots, usize),
        cpu_slot: Option<CpuSlot<'a>>,
    ) {
        self.cpu_slots = Some(cpu_slots);
        self.cpu_slot = cpu_slot;
    }

    /// Gives the CPU slot to others, and asks with this rank when the engine is given something to do again.
    pub(crate) fn stand_up(&mut self, rank: usize) {
        self.account_for_cpu_slot();
        if let Some((_, known)) = &mut self.cpu_slots {
            *known = rank;
        }
    }

    /// From here on the engine is given nothing to do.
    pub(crate) fn leave_cpu_slot(&mut self) {
        self.account_for_cpu_slot();
        self.cpu_slots = None;
    }

    fn give_up_cpu_slot(&mut self) {
        if let Some(cpu_slot) = self.cpu_slot.take() {
            self.idleness.held += cpu_slot.held();
        }
    }

    /// Gives the CPU slot up, and reports how much of its time on it the engine could use.
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

    /// Gives the CPU slot to others for a time in which the engine has nothing to do. In a race every
    /// moment counts, and a short time is not worth it.
    pub(crate) fn lend_cpu_slot(&mut self, length: Duration) {
        if self.monitor.open_searches() == 0 && self.race.is_none() && length >= LENT {
            self.give_up_cpu_slot();
        }
    }

    /// Begins anew to look whether the engine is idle: it has been given something to do.
    pub(super) fn is_busy(&mut self) {
        self.idleness.next = None;
        self.idleness.last = None;
        self.idleness.since = None;
    }

    /// When to look again whether the engine is idle; `None` where that does not matter.
    pub(super) fn next_idle_look(&self) -> Option<Duration> {
        let lends = self.cpu_slot.is_some() && self.race.is_none() && self.is_started;
        lends.then_some(self.idleness.next).flatten()
    }

    /// Gives the slot to others while the engine uses no processor although it may: it holds a result until it is asked
    /// for it, or sleeps until its clock is over. In a race every moment counts.
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

    /// Waits for a CPU slot, if it has none. Whatever the engine writes meanwhile is taken in.
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
