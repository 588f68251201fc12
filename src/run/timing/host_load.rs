//! Whether what came too late is the engine's fault, or that of a host that had other work to do.

use crate::lang::Text;
use std::collections::VecDeque;
use std::time::Duration;

use crate::engine::{HostTally, HostTimes, Transport};

use crate::transcript::EventId;
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// How often the host is looked at. What a thread had to wait in its last moments is not seen.
const LOOK: Duration = Duration::from_millis(20);
/// How many sends are remembered. A clock begins at one of the last.
const SENDS: usize = 64;
/// The part of a wait for which an engine has to be kept from working before a reply that never came is
/// excused: a quarter.
const SHARE: u32 = 4;
/// The part of one processor that others have to use before the host is blamed at all: a tenth. An engine
/// whose own threads wait for each other waits because of itself alone.
const OTHERS: u32 = 10;
/// How many times its limit a reply is waited for at most that a busy host may hold up.
const MOST: u32 = 4;

/// Watches the host over one process. Switched off it costs nothing.
#[derive(Debug, Default)]
pub(crate) struct HostLoadMonitor {
    on: bool,
    /// How far after limit and slack the host's own jitter may have brought a reply.
    margin: Duration,
    tally: HostTally,
    /// When the host was looked at last.
    looked: Option<Duration>,
    sends: VecDeque<(EventId, Duration, HostTimes)>,
    /// Whether the engine, since the last send, had all the time that its limit gives it, without what others took.
    made_up: bool,
    verdict: HostLoadVerdict,
}

/// What the findings of one trial that time decides come to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct HostLoadVerdict(Vec<Weighed>);

/// What was weighed at one clause and one step of the script.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Weighed {
    clause: ClauseId,
    watcher: Watcher,
    line: Option<u32>,
    /// How often something was late or missing.
    late: u32,
    /// In how many of these cases the host may be to blame.
    excused: u32,
    /// How long the engine had to wait for a processor, and out of what time, where that was longest.
    longest: Option<(Duration, Duration)>,
    /// How far after limit and slack the latest reply came that the host's jitter alone may explain, and how
    /// large that jitter is.
    jittered: Option<(Duration, Duration)>,
}

impl HostLoadVerdict {
    /// Adds those of another process of the same trial.
    pub(crate) fn add(&mut self, other: Self) {
        for more in other.0 {
            let row = self.row(more.clause, &more.watcher, more.line);
            row.late += more.late;
            row.excused += more.excused;
            row.longest = row.longest.max(more.longest);
            row.jittered = row.jittered.max(more.jittered);
        }
    }

    /// What puts this finding down to a busy host.
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

    /// The reason for which a finding does not count; `None` if one of the cases that it stands for counts.
    pub(crate) fn excuse(&self, finding: &Finding) -> Option<Text> {
        // The clause of a finding may have been narrowed after it was weighed: then the step decides.
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
    /// A watch that reads the host's counters and knows its jitter, or one that does neither.
    pub(crate) fn new(margin: Option<Duration>) -> Self {
        Self { on: margin.is_some(), margin: margin.unwrap_or_default(), ..Self::default() }
    }

    /// Remembers how the host stood when something was sent.
    pub(crate) fn sent(&mut self, id: EventId, at: Duration, transport: &dyn Transport) {
        if !self.on {
            return;
        }
        self.look(transport);
        self.made_up = false;
        self.sends.push_back((id, at, self.tally.times()));
        if self.sends.len() > SENDS {
            self.sends.pop_front();
        }
    }

    /// How long a wait may last before the host is to be looked at again.
    pub(crate) fn patience(&self) -> Option<Duration> {
        self.on.then_some(LOOK)
    }

    /// Looks at the host if the last look was some time ago.
    pub(crate) fn glance(&mut self, transport: &dyn Transport) {
        let now = transport.now();
        if self.on && self.looked.is_none_or(|at| at + LOOK <= now) {
            self.look(transport);
        }
    }

    fn look(&mut self, transport: &dyn Transport) {
        self.looked = Some(transport.now());
        if let Some(look) = transport.host() {
            self.tally.add(&look);
        }
    }

    /// Until when to wait on for a reply that was due within `limit` of a moment: the time for which the host kept the
    /// engine from working is given to it once more. `None` where it has had that.
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

    /// Weighs what was found, where time decides it and it counts against the engine.
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

    /// How long the engine was kept from working, and out of what time, if that may explain the finding.
    fn starved(
        &mut self,
        finding: &Finding,
        transport: &dyn Transport,
    ) -> Option<(Duration, Duration)> {
        if finding.over.is_none() && self.made_up {
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
        // Where a thread counts as running while its processor is away, the others did not have that time.
        let mut kept = passed.kept_with_looks_every(LOOK);
        if finding.over.is_none() {
            // The time in which nothing was read was given to the engine before its reply was called missing. One that writes
            // without an end would be excused for ever.
            kept = kept.saturating_sub(passed.unread);
        }
        let taken = passed.others.max(passed.stolen);
        // Threads of the engine that wait for each other were not kept by anyone else.
        let kept = kept.min(passed.others + passed.stolen);
        let excused = taken >= waited / OTHERS && kept >= enough && !enough.is_zero();
        excused.then_some((kept, waited))
    }

    /// What it all comes to.
    pub(crate) fn verdict(&self) -> HostLoadVerdict {
        self.verdict.clone()
    }
}

#[cfg(test)]
mod tests;
