//! One engine process and its monitor: every event of the dialogue passes through a session, in order.

mod cpu_slot;
mod incoming;
mod pending;

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::{Incoming, Transport};
use crate::lang::Text;
use crate::protocol::{Driver, Monitor, Probe};
use crate::run::script::findings::Findings;
use crate::run::script::recorder::Recorder;
use crate::run::time_use::Spent;
use crate::run::timing::cpu_slots::{CpuSlot, CpuSlots};
use crate::run::timing::host_load::{HostLoadMonitor, HostLoadVerdict};
use crate::run::timing::process_cost::ProcessCost;
use crate::run::timing::samples::Samples;
use crate::transcript::{Event, EventId, EventKind, ExitStatus, Line, LineEnd, Overdue};
use crate::verdict::Finding;

pub(crate) use pending::{Pending, PendingMessage};

/// How long before its time a timed send stops sleeping and polls the clock.
const SPIN: Duration = Duration::from_micros(250);
/// The largest number of characters of a command that messages quote.
const COMMAND: usize = 60;

/// A race that is being played.
#[derive(Debug, Clone)]
pub(crate) struct Racing {
    /// Whether the engine is known to fail, so that failures are only counted.
    pub(crate) hasty: bool,
}

/// A dialogue with one process, as the rules judge it.
pub(crate) struct Session<'a> {
    pub(crate) transport: Box<dyn Transport + 'a>,
    /// Whether bytes were written whose line is not yet recorded: nothing may be sent now.
    is_sending: bool,
    /// An arrival that is handled next.
    held: Option<Incoming>,
    pub(crate) monitor: Box<dyn Monitor>,
    pub(crate) driver: Box<dyn Driver>,
    /// Whether something was sent that the documents leave undefined.
    probing: bool,
    pub(crate) recorder: Recorder,
    pub(crate) findings: Findings,
    pub(crate) samples: Samples,
    pub(crate) inbox: Pending,
    /// Replies since the last send that a step passed over while it waited for another one. Later steps may use them.
    pub(crate) passed_over: Pending,
    /// When the last line was sent.
    pub(crate) last_send: Duration,
    /// When the last send took place, or the last message that a step waited for came: windows of silence begin then.
    pub(crate) last_mark: Duration,
    pub(crate) last_send_id: Option<EventId>,
    /// The last line that was sent, and below it the last line that began a search.
    pub(crate) last_line: Vec<u8>,
    pub(crate) last_search: Vec<u8>,
    pub(crate) last_output: Duration,
    pub(crate) exited: Option<(ExitStatus, EventId, Duration)>,
    pub(crate) output_ended: bool,
    /// The line of the current step in the scenario file.
    pub(crate) line: u32,
    pub(crate) quit_sent: bool,
    /// Whether the engine's input was closed, so that nothing more can be sent.
    pub(crate) input_closed: bool,
    /// Options that were set to true because a scenario needs what they switch on.
    pub(crate) switched_on: Vec<&'static str>,
    /// Whether an option that changes the engine's resources differs from the start, so that no clock is judged.
    pub(crate) untimed: bool,
    host_load: HostLoadMonitor,
    /// How the time of this process was spent.
    pub(crate) spent: Spent,
    /// What the session waits for.
    pub(crate) purpose: Purpose,
    is_started: bool,
    cost: Option<&'a ProcessCost>,
    /// The CPU slots, one of which the engine needs before it gets work; `None` if they are not limited.
    cpu_slots: Option<(&'a CpuSlots, usize)>,
    cpu_slot: Option<CpuSlot<'a>>,
    idleness: cpu_slot::Idleness,
    race: Option<Racing>,
    /// The last line that is no message of the dialect, and when it came.
    last_other: Option<(Duration, String)>,
    writes: u32,
    unfinished_send: Vec<u8>,
    /// The line that a message of the engine has to be answered with, until it can be sent.
    answer: Option<&'static str>,
    /// The command that ends the engine.
    quit: &'static str,
    cancel: &'a AtomicBool,
}

/// What a session waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A message of the engine.
    Reply,
    /// A time that the script wants to pass.
    Window,
    /// A processor for the engine.
    CpuSlot,
}

/// Why a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Woken {
    /// Something arrived.
    Arrival,
    /// The time is over.
    Timeout,
    /// The user has ended the run.
    Cancelled,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        transport: Box<dyn Transport + 'a>,
        monitor: Box<dyn Monitor>,
        driver: Box<dyn Driver>,
        quit: &'static str,
        cancel: &'a AtomicBool,
        host_load: HostLoadMonitor,
    ) -> Self {
        Self {
            transport,
            is_sending: false,
            held: None,
            monitor,
            driver,
            probing: false,
            recorder: Recorder::default(),
            findings: Findings::default(),
            samples: Samples::default(),
            inbox: Pending::default(),
            passed_over: Pending::default(),
            last_send: Duration::ZERO,
            last_mark: Duration::ZERO,
            last_send_id: None,
            last_line: Vec::new(),
            last_search: Vec::new(),
            last_output: Duration::ZERO,
            exited: None,
            output_ended: false,
            line: 0,
            quit_sent: false,
            input_closed: false,
            switched_on: Vec::new(),
            untimed: false,
            host_load,
            spent: Spent::default(),
            purpose: Purpose::Reply,
            is_started: false,
            cost: None,
            cpu_slots: None,
            cpu_slot: None,
            idleness: cpu_slot::Idleness::default(),
            race: None,
            last_other: None,
            writes: 0,
            unfinished_send: Vec::new(),
            answer: None,
            quit,
            cancel,
        }
    }

    /// Begins another scenario in the process, after the findings and events were taken. The monitor keeps its state.
    pub(crate) fn next_part(&mut self, host_load: HostLoadMonitor) {
        self.inbox.clear();
        self.passed_over.clear();
        self.line = 0;
        self.host_load = host_load;
    }

    /// Sets where the cost of the process is recorded, as soon as it is known.
    pub(crate) fn report_cost_to(&mut self, cost: &'a ProcessCost) {
        self.cost = Some(cost);
    }

    /// Records that the engine is ready: the waits until now were its start.
    pub(crate) fn started(&mut self) {
        if !self.is_started {
            self.is_started = true;
            self.spent.starting += std::mem::take(&mut self.spent.replies);
            // A pause in the script may have made the start longer than necessary.
            if let Some(cost) = self.cost.filter(|_| self.spent.windows.is_zero()) {
                cost.started(self.spent.starting);
            }
            self.report_memory();
        }
    }

    /// Records how much memory the engine holds now.
    pub(crate) fn report_memory(&self) {
        if let Some(cost) = self.cost
            && let Some(held) = self.transport.memory()
        {
            cost.holds(held);
        }
    }

    /// Begins a probe: from here on, lines are sent that the documents leave undefined.
    pub(crate) fn probe(&mut self, probe: Probe) {
        self.probing = true;
        self.monitor.probe(Some(probe));
    }

    /// The lines of one send, with the lines that a client of the profile sends before them. A probe is sent unchanged.
    pub(crate) fn completed(&self, lines: Vec<String>) -> Vec<String> {
        if self.probing { lines } else { self.driver.completed(lines) }
    }

    /// Sends bytes in one write, and shows the monitor every line that they complete.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.acquire();
        self.reset_idleness();
        self.host_load.look(&*self.transport);
        let at = self.transport.send(bytes);
        self.take_earlier(at);
        self.sent(bytes, at);
    }

    /// Sends bytes in one write at this time, or at once if that time has passed.
    pub(crate) fn send_at(&mut self, bytes: &[u8], at: Duration) -> Woken {
        let asleep = at.saturating_sub(SPIN);
        let before = std::mem::replace(&mut self.purpose, Purpose::Window);
        let cancelled = self.transport.now() < asleep && self.pump(asleep) == Woken::Cancelled;
        self.purpose = before;
        if cancelled {
            return Woken::Cancelled;
        }
        let at = self.transport.send_at(bytes, at);
        self.take_earlier(at);
        // Not before the send, which this would delay.
        self.host_load.look(&*self.transport);
        self.sent(bytes, at);
        Woken::Timeout
    }

    /// The last line that was sent; empty before the first one.
    pub(crate) fn last_line(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.last_line.trim_ascii())
    }

    /// The last line that was sent, shortened for messages.
    pub(crate) fn last_command(&self) -> Text {
        if self.last_send_id.is_none() {
            return say!("the start");
        }
        let line = self.last_line();
        if line.is_empty() {
            return say!("a blank line");
        }
        match line.char_indices().nth(COMMAND) {
            Some((end, _)) => Text::plain(format!("{}…", &line[..end])),
            None => Text::plain(line),
        }
    }

    /// Begins a race or a round of it, or ends it.
    pub(crate) fn race(&mut self, racing: Option<Racing>) {
        self.race = racing;
    }

    /// Whether a race is being played that is known to fail.
    pub(crate) fn hasty(&self) -> bool {
        self.race.as_ref().is_some_and(|race| race.hasty)
    }

    /// Whether the engine cannot write anything more.
    pub(crate) fn has_ended(&self) -> bool {
        self.exited.is_some() || self.output_ended
    }

    /// Whether a race is being played.
    pub(crate) fn in_race(&self) -> bool {
        self.race.is_some()
    }

    fn sent(&mut self, bytes: &[u8], at: Duration) {
        let write = self.writes;
        self.writes += 1;
        self.passed_over.clear();
        self.last_send = at;
        self.last_mark = at;
        self.unfinished_send.extend_from_slice(bytes);
        while let Some(end) = self.unfinished_send.iter().position(|byte| *byte == b'\n') {
            let mut line: Vec<u8> = self.unfinished_send.drain(..=end).collect();
            line.pop();
            let crlf = line.last() == Some(&b'\r');
            if crlf {
                line.pop();
            }
            let end = if crlf { LineEnd::CrLf } else { LineEnd::Lf };
            self.quit_sent |= line == self.quit.as_bytes();
            let line = Line { bytes: line, end, cut: 0 };
            self.last_line.clone_from(&line.bytes);
            self.driver.sent(&line.text());
            let open = self.monitor.open_searches();
            let id = self.event(at, EventKind::Sent { line, write });
            if self.monitor.open_searches() > open {
                self.last_search.clone_from(&self.last_line);
            }
            self.host_load.sent(id, at);
            self.last_send_id = Some(id);
        }
        self.send_answer();
    }

    /// Adds a finding of a rule.
    pub(crate) fn add(&mut self, finding: Finding) {
        self.weigh(&finding);
        self.findings.add(finding);
    }

    /// Weighs a finding that depends on time: the host may be its cause.
    pub(crate) fn weigh(&mut self, finding: &Finding) {
        self.host_load.weigh(finding, &*self.transport);
    }

    /// Sends a line while the wait for a reply goes on.
    pub(crate) fn ask_meanwhile(&mut self, line: &str) {
        let made_up = self.host_load.is_made_up();
        self.send(format!("{line}\n").as_bytes());
        self.host_load.resume(made_up);
    }

    /// Sends the line that the engine has to be answered with, which the script does not have. What the script waits
    /// for, and since when, does not change.
    fn send_answer(&mut self) {
        let busy = self.is_sending || !self.unfinished_send.is_empty();
        if self.input_closed || self.quit_sent || busy {
            return;
        }
        let Some(line) = self.answer.take() else {
            return;
        };
        let (sent, mark, id) = (self.last_send, self.last_mark, self.last_send_id);
        let (line_before, passed_over) =
            (self.last_line.clone(), std::mem::take(&mut self.passed_over));
        self.ask_meanwhile(line);
        (self.last_send, self.last_mark, self.last_send_id) = (sent, mark, id);
        (self.last_line, self.passed_over) = (line_before, passed_over);
    }

    /// Until when to wait for a reply that was due within `limit` after `from`, if a busy host delayed the engine.
    pub(crate) fn prolonged(&mut self, from: Duration, limit: Duration) -> Option<Duration> {
        self.host_load.prolonged(from, limit, &*self.transport)
    }

    /// The verdict on the findings that depend on time.
    pub(crate) fn host_load_verdict(&self) -> HostLoadVerdict {
        self.host_load.verdict()
    }

    /// A line since `from` that begins with an awaited word, but is not a valid message.
    pub(crate) fn misspelt(&self, awaited: &[String], from: Duration) -> Option<String> {
        let (at, line) = self.last_other.as_ref()?;
        let begins = |word: &String| {
            let head = line.trim_start().get(..word.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(word))
        };
        (*at >= from && awaited.iter().any(begins)).then(|| line.clone())
    }

    /// Closes the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.host_load.look(&*self.transport);
        self.transport.close_input();
        self.input_closed = true;
        let at = self.transport.now();
        self.last_send = at;
        self.last_mark = at;
        let id = self.event(at, EventKind::InputClosed);
        self.host_load.sent(id, at);
        self.last_send_id = Some(id);
    }

    /// Shows the monitor that a message did not come in time.
    pub(crate) fn overdue(&mut self, overdue: Overdue) -> (EventId, Vec<Finding>) {
        let at = self.transport.now();
        let id = self.recorder.next_id();
        let event = Event { id, at, kind: EventKind::Overdue(overdue) };
        let observation = self.monitor.observe(&event);
        self.recorder.keep(event);
        (id, observation.findings)
    }

    /// Records the current step for readers of the transcript.
    pub(crate) fn step(&mut self, line: u32) {
        if self.line != line {
            self.line = line;
            let at = self.transport.now();
            self.event(at, EventKind::Step { line });
        }
    }
}

#[cfg(test)]
mod tests;
