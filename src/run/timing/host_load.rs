//! Decides whether the engine caused a late reply, or a host that was busy with other work.

use crate::lang::Text;
use std::collections::VecDeque;
use std::time::Duration;

use crate::engine::{HostTally, HostTimes, Transport};

use crate::transcript::EventId;
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// How often the counters of the host are read. What a thread waited between the last reading and its end is not seen.
const LOOK: Duration = Duration::from_millis(20);
/// How many sends are remembered. The clock of a finding starts at one of the latest sends.
const SENDS: usize = 64;
/// The part of a wait (a quarter) for which the engine must have been delayed before a missing reply is excused.
const SHARE: u32 = 4;
/// The part of one processor (a tenth) that other programs must have used before the host can be the cause. If the
/// threads of an engine wait only for each other, the engine itself is the cause.
const OTHERS: u32 = 10;
/// The longest wait for a reply on a busy host, as a multiple of the reply's limit.
const MOST: u32 = 4;

/// Observes the host during the life of one process. A monitor that is switched off costs nothing.
#[derive(Debug, Default)]
pub(crate) struct HostLoadMonitor {
    on: bool,
    /// How far after limit and slack the jitter of the host may have delayed a reply.
    margin: Duration,
    tally: HostTally,
    /// When the counters of the host were last read.
    looked: Option<Duration>,
    sends: VecDeque<(EventId, Duration, HostTimes)>,
    /// Whether the engine has had all the time of its limit since the last send, without the time that other work took.
    made_up: bool,
    /// The end of the engine.
    ended: Option<EventId>,
    verdict: HostLoadVerdict,
}

/// The verdict on those findings of one trial that depend on time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct HostLoadVerdict(Vec<Weighed>);

/// The findings of one clause and watcher at one step of the script.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Weighed {
    clause: ClauseId,
    watcher: Watcher,
    line: Option<u32>,
    /// How often something was late or missing.
    late: u32,
    /// In how many of these cases the host may be the cause.
    excused: u32,
    /// The longest time that the engine had to wait for a processor, and the time out of which this was.
    longest: Option<(Duration, Duration)>,
    /// How far after limit and slack the latest reply came that the jitter of the host alone may explain, and how large
    /// that jitter is.
    jittered: Option<(Duration, Duration)>,
}

impl HostLoadVerdict {
    /// Adds the findings of another process of the same trial.
    pub(crate) fn add(&mut self, other: Self) {
        for more in other.0 {
            let row = self.row(more.clause, &more.watcher, more.line);
            row.late += more.late;
            row.excused += more.excused;
            row.longest = row.longest.max(more.longest);
            row.jittered = row.jittered.max(more.jittered);
        }
    }

    /// A verdict that excuses this finding because of a busy host.
    #[cfg(test)]
    pub(crate) fn on_the_host(finding: &Finding) -> Self {
        let mut host_load_verdict = Self::default();
        let row = host_load_verdict.row(finding.clause, &finding.watcher, finding.scenario_line);
        (row.late, row.excused) = (1, 1);
        row.longest = Some((Duration::from_millis(900), Duration::from_secs(1)));
        host_load_verdict
    }

    fn row(&mut self, clause: ClauseId, watcher: &Watcher, line: Option<u32>) -> &mut Weighed {
        let known = self
            .0
            .iter()
            .position(|row| row.clause == clause && row.watcher == *watcher && row.line == line);
        let at = known.unwrap_or_else(|| {
            self.0.push(Weighed {
                clause,
                watcher: watcher.clone(),
                line,
                late: 0,
                excused: 0,
                longest: None,
                jittered: None,
            });
            self.0.len() - 1
        });
        &mut self.0[at]
    }

    /// The reason why a finding does not count; `None` if one of the cases that the finding stands for counts.
    pub(crate) fn excuse(&self, finding: &Finding) -> Option<Text> {
        // The clause of a finding may have been narrowed after it was weighed. In that case the step decides.
        let about = |row: &&Weighed| {
            let step = row.line.is_some() && row.line == finding.scenario_line;
            step || row.clause == finding.clause && row.watcher == finding.watcher
        };
        let rows = || self.0.iter().filter(about);
        if rows().any(|row| row.excused < row.late) {
            return None;
        }
        if let Some((starved, of)) = rows().filter_map(|row| row.longest).max() {
            return Some(say!(
                "the machine was busy with other work: the engine had to wait {starved} of {of} ms for a processor",
                starved = starved.as_millis(),
                of = of.as_millis()
            ));
        }
        let ms = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
        let (over, jitter) = rows().filter_map(|row| row.jittered).max()?;
        Some(say!(
            "the machine is not exact enough: the reply came {over} ms after limit and slack, and a line alone takes up to {jitter} ms there and back",
            over = ms(over),
            jitter = ms(jitter)
        ))
    }
}

impl HostLoadMonitor {
    /// A monitor that reads the counters of the host and knows its jitter; `None` gives one that is switched off.
    pub(crate) fn new(margin: Option<Duration>) -> Self {
        Self { on: margin.is_some(), margin: margin.unwrap_or_default(), ..Self::default() }
    }

    /// Remembers the counters, as they were last read, for a send. They are read once before each write, and one write
    /// sends several lines.
    pub(crate) fn sent(&mut self, id: EventId, at: Duration) {
        if !self.on {
            return;
        }
        self.made_up = false;
        self.sends.push_back((id, at, self.tally.times()));
        if self.sends.len() > SENDS {
            self.sends.pop_front();
        }
    }

    /// The engine has ended. A finding about that has no excuse: an engine may be killed for lack of memory, but not for
    /// lack of a processor.
    pub(crate) fn ended(&mut self, id: EventId) {
        self.ended = Some(id);
    }

    /// Whether the engine has had all the time of its limit since the last send.
    pub(crate) fn is_made_up(&self) -> bool {
        self.made_up
    }

    /// Goes on as before a send with which no new wait began.
    pub(crate) fn resume(&mut self, made_up: bool) {
        self.made_up = made_up;
    }

    /// How long a wait may last before the counters are to be read again; `None` if the monitor is switched off.
    pub(crate) fn patience(&self) -> Option<Duration> {
        self.on.then_some(LOOK)
    }

    /// Reads the counters if the last reading is old enough.
    pub(crate) fn glance(&mut self, transport: &dyn Transport) {
        let now = transport.now();
        if self.looked.is_none_or(|at| at + LOOK <= now) {
            self.look(transport);
        }
    }

    /// Reads the counters.
    pub(crate) fn look(&mut self, transport: &dyn Transport) {
        if !self.on {
            return;
        }
        self.looked = Some(transport.now());
        if let Some(look) = transport.host() {
            self.tally.add(&look);
        }
    }

    /// The time until which to go on waiting for a reply that was due within `limit` after `from`: the time for which
    /// the host kept the engine from working is added to the limit. `None` if the engine has already had this time.
    pub(crate) fn prolonged(
        &mut self,
        from: Duration,
        limit: Duration,
        transport: &dyn Transport,
    ) -> Option<Duration> {
        let mut sends = self.sends.iter().rev();
        let before = sends.find(|(_, at, _)| *at <= from).map(|row| row.2)?;
        self.look(transport);
        let now = transport.now();
        let passed = self.tally.times().since(before);
        let kept = passed.kept_with_looks_every(LOOK);
        let is_busy = passed.others.max(passed.stolen) >= now.saturating_sub(from) / OTHERS;
        let until = from + limit + kept;
        let is_enough = !is_busy || until <= now + LOOK;
        self.made_up = is_enough;
        let last = from + limit * MOST;
        (!is_enough && now < last).then(|| until.min(last))
    }

    /// Weighs a finding that depends on time and counts against the engine.
    pub(crate) fn weigh(&mut self, finding: &Finding, transport: &dyn Transport) {
        if !self.on || !finding.timing || finding.severity < Severity::Warn {
            return;
        }
        let by_jitter = finding.over.filter(|over| *over <= self.margin);
        let starved = if by_jitter.is_none() { self.starved(finding, transport) } else { None };
        let row = self.verdict.row(finding.clause, &finding.watcher, finding.scenario_line);
        row.late += 1;
        row.excused += u32::from(by_jitter.is_some() || starved.is_some());
        row.jittered = row.jittered.max(by_jitter.map(|over| (over, self.margin)));
        row.longest = row.longest.max(starved);
    }

    /// How long the engine was kept from working, and out of what time, if this may explain the finding.
    fn starved(
        &mut self,
        finding: &Finding,
        transport: &dyn Transport,
    ) -> Option<(Duration, Duration)> {
        let is_end = self.ended.is_some() && finding.events.last() == self.ended.as_ref();
        if finding.over.is_none() && (self.made_up || is_end) {
            return None;
        }
        let first = finding.events.first();
        let begun = self.sends.iter().find(|(id, ..)| Some(id) == first);
        let begun = begun.or(self.sends.back());
        let (from, before) = begun.map(|(_, from, before)| (*from, *before))?;
        self.look(transport);
        let waited = transport.now().saturating_sub(from);
        let passed = self.tally.times().since(before);
        let over = finding.over.map(|over| over.saturating_sub(self.margin));
        let enough = over.unwrap_or(waited / SHARE);
        let mut kept = passed.kept_with_looks_every(LOOK);
        if finding.over.is_none() {
            // The unread time was added to the limit before the reply was called missing. Otherwise an engine that
            // writes without end would always be excused.
            kept = kept.saturating_sub(passed.unread);
        }
        // If a thread counts as running while its processor is taken away, that time is not in `others`.
        let taken = passed.others.max(passed.stolen);
        // Threads of the engine that wait for each other were not delayed by other programs.
        let kept = kept.min(passed.others + passed.stolen);
        let excused = taken >= waited / OTHERS && kept >= enough && !enough.is_zero();
        // Several threads may have waited at the same time.
        excused.then_some((kept.min(waited), waited))
    }

    /// The verdict so far.
    pub(crate) fn verdict(&self) -> HostLoadVerdict {
        self.verdict.clone()
    }
}

#[cfg(test)]
mod tests;
