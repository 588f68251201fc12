//! Waits for events of the engine, and passes every event to the monitor, in order.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{PendingMessage, Purpose, Session, Woken};
use crate::engine::{Arrival, Incoming};
use crate::transcript::{Event, EventId, EventKind, Stream};

/// How often a wait checks whether the user has ended the run.
const CANCEL_POLL: Duration = Duration::from_millis(100);

/// Lines with more bytes than this are parsed by one thread at a time: the parsed form can be many times as large.
const LONG_LINE: usize = 16 << 10;

/// Held while a long line is parsed and judged.
static LONG_LINES: Mutex<()> = Mutex::new(());

impl Session<'_> {
    /// Waits until something arrives, or until this time since the start of the process, and handles it.
    pub(crate) fn wait(&mut self, until: Duration) -> Woken {
        let begun = self.transport.now();
        let woken = self.wait_on(until);
        let waited = self.transport.now().saturating_sub(begun);
        *match self.purpose {
            Purpose::Reply => &mut self.spent.replies,
            Purpose::Window => &mut self.spent.windows,
            Purpose::CpuSlot => &mut self.spent.queued,
        } += waited;
        woken
    }

    fn wait_on(&mut self, until: Duration) -> Woken {
        loop {
            if self.cancel.load(Ordering::Relaxed) {
                return Woken::Cancelled;
            }
            let now = self.transport.now();
            self.host_load.glance(&*self.transport);
            self.lend_while_idle();
            let slice = until.min(now + self.host_load.patience().unwrap_or(CANCEL_POLL));
            let slice = self.next_idle_look().map_or(slice, |look| slice.min(look));
            match self.next(slice) {
                Some(incoming) => {
                    self.take(incoming);
                    return Woken::Arrival;
                }
                None if slice >= until => return Woken::Timeout,
                None => {}
            }
        }
    }

    /// Handles one more event if it has arrived already. Returns whether it arrived before this time.
    pub(crate) fn arrived_before(&mut self, until: Duration) -> bool {
        let now = self.transport.now();
        let Some(incoming) = self.next(now) else {
            return false;
        };
        let at = incoming.at;
        self.take(incoming);
        at < until
    }

    /// Handles everything that arrives before this time.
    pub(crate) fn pump(&mut self, until: Duration) -> Woken {
        loop {
            match self.wait(until) {
                // In a flood there is always another event, so the clock decides.
                Woken::Arrival if self.transport.now() < until => {}
                Woken::Arrival => return Woken::Timeout,
                Woken::Timeout => return Woken::Timeout,
                Woken::Cancelled => return Woken::Cancelled,
            }
        }
    }

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        self.held.take().or_else(|| self.transport.next(until))
    }

    /// Handles what was read before something was sent at this time: it is no answer to that.
    pub(super) fn take_earlier(&mut self, sent: Duration) {
        let now = self.transport.now();
        self.is_sending = true;
        while let Some(incoming) = self.next(now) {
            if incoming.at >= sent {
                self.held = Some(incoming);
                break;
            }
            self.take(incoming);
        }
        self.is_sending = false;
    }

    fn take(&mut self, incoming: Incoming) {
        let Incoming { at, what } = incoming;
        match what {
            Arrival::Stdout(line) => {
                self.last_output = at;
                self.event(at, EventKind::Received(line));
            }
            Arrival::Stderr(line) => {
                self.event(at, EventKind::Stderr(line));
            }
            Arrival::Partial(bytes) => {
                self.last_output = at;
                self.event(at, EventKind::Partial(bytes));
            }
            Arrival::EndOfStream(stream) => {
                self.output_ended |= stream == Stream::Stdout;
                self.event(at, EventKind::EndOfStream(stream));
            }
            Arrival::WriteFailed(reason) => {
                self.event(at, EventKind::WriteFailed(reason));
            }
            Arrival::Exit(status) => {
                // Before the rules see the exit, whose findings are weighed.
                self.host_load.ended(EventId(self.recorder.next_number()));
                let id = self.event(at, EventKind::Exit(status));
                self.exited = Some((status, id, at));
            }
        }
    }

    pub(super) fn event(&mut self, at: Duration, kind: EventKind) -> EventId {
        let id = self.recorder.next_id();
        let event = Event { id, at, kind };
        let turn =
            is_long(&event.kind).then(|| LONG_LINES.lock().unwrap_or_else(PoisonError::into_inner));
        let observation = self.monitor.observe(&event);
        if let Some((name, took)) = observation.latency {
            self.samples.add(name, took);
        }
        // The time of a search in a race is too short to measure how the engine uses it.
        let timed = self.race.is_none() && !self.untimed;
        if let Some(search) = observation.clock.filter(|_| timed) {
            self.samples.clocks.add(&search);
        }
        for mut finding in observation.findings {
            if self.untimed && finding.over.is_some() {
                continue;
            }
            finding.scenario_line = Some(self.line).filter(|line| *line > 0);
            self.add(finding);
        }
        if let Some(reading) = observation.reading
            && let EventKind::Received(line) = &event.kind
        {
            self.driver.received(reading.kind);
            self.answer = self.answer.or(self.driver.answer(&reading));
            let heard = PendingMessage::new(id, at, reading, &line.bytes);
            if heard.reading.kind == "other" {
                self.last_other = Some((at, heard.text.clone()));
            }
            self.inbox.push(heard);
        }
        self.recorder.keep(event);
        drop(turn);
        self.send_answer();
        id
    }
}

fn is_long(kind: &EventKind) -> bool {
    let length = match kind {
        EventKind::Received(line) | EventKind::Stderr(line) => line.bytes.len(),
        EventKind::Partial(bytes) => bytes.len(),
        EventKind::Sent { .. }
        | EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Overdue(_)
        | EventKind::Step { .. } => 0,
    };
    length > LONG_LINE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Line;

    #[test]
    fn long_lines_of_the_engine_are_judged_one_at_a_time_and_short_ones_together() {
        for (length, long) in [(0, false), (LONG_LINE, false), (LONG_LINE + 1, true)] {
            let bytes = vec![b'x'; length];
            assert_eq!(is_long(&EventKind::Received(Line::new(bytes.clone()))), long, "{length}");
            assert_eq!(is_long(&EventKind::Stderr(Line::new(bytes.clone()))), long, "{length}");
            assert_eq!(is_long(&EventKind::Partial(bytes)), long, "{length}");
        }
        assert!(!is_long(&EventKind::InputClosed));
    }
}
