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
/// whose own threads wait for each other has nobody to blame.
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
    /// great that jitter is.
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
        // The clause of a finding may have been narrowed after it was weighed: then the step tells.
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
            "the machine cannot tell: the reply came {over} ms after limit and slack, where a line alone takes up \
             to {jitter} ms there and back",
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
            // The time in which nobody read was given to the engine before its reply was called missing. One that writes
            // without an end would be excused for ever.
            kept = kept.saturating_sub(passed.unread);
        }
        let host_load_verdict = passed.others.max(passed.stolen);
        let excused = host_load_verdict >= waited / OTHERS && kept >= enough && !enough.is_zero();
        excused.then_some((kept, waited))
    }

    /// What it all comes to.
    pub(crate) fn verdict(&self) -> HostLoadVerdict {
        self.verdict.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::host::ThreadTimes;
    use crate::engine::{HostLook, Incoming, Reaped};
    use crate::run::tests::finding;

    /// A wire on which nothing happens but time.
    #[derive(Debug, Default)]
    struct Still {
        now: Duration,
        host: HostLook,
    }

    impl Transport for Still {
        fn now(&self) -> Duration {
            self.now
        }

        fn send(&mut self, _bytes: &[u8]) -> Duration {
            self.now
        }

        fn send_at(&mut self, _bytes: &[u8], at: Duration) -> Duration {
            at
        }

        fn host(&self) -> Option<HostLook> {
            Some(self.host.clone())
        }

        fn close_input(&mut self) {}

        fn next(&mut self, until: Duration) -> Option<Incoming> {
            self.now = until;
            None
        }

        fn stderr_dropped(&self) -> u64 {
            0
        }

        fn reap(&mut self, _grace: Duration) -> Reaped {
            Reaped::default()
        }
    }

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn finding(over: Option<Duration>) -> Finding {
        Finding {
            events: vec![EventId(1), EventId(9)],
            at: ms(2300),
            over,
            ..finding::finding("X", true)
        }
    }

    /// The excuse for a reply after 2300 ms, for most of which the engine may have had to wait.
    fn excuse(over: Option<Duration>, starved: u64, others: u64) -> Option<String> {
        excuse_with(0, over, starved, others)
    }

    /// The same on a host with jitter.
    fn excuse_with(
        jitter: u64,
        over: Option<Duration>,
        starved: u64,
        others: u64,
    ) -> Option<String> {
        excuse_of(jitter, over, [starved, 0], others)
    }

    /// The same where processors were taken away from the machine, too.
    fn excuse_of(
        jitter: u64,
        over: Option<Duration>,
        [starved, stolen]: [u64; 2],
        others: u64,
    ) -> Option<String> {
        let mut host_load = HostLoadMonitor::new(Some(ms(jitter)));
        let mut wire = Still::default();
        host_load.sent(EventId(1), ms(0), &wire);
        wire.now = ms(2000);
        wire.host = HostLook {
            threads: vec![ThreadTimes {
                id: 7,
                ran: ms(if stolen > 0 { 1000 } else { 0 }),
                starved: ms(starved),
            }],
            worked: Duration::ZERO,
            busy: ms(others),
            stolen: ms(stolen),
            unread: Duration::ZERO,
        };
        // The thread that searched ends before its reply comes.
        host_load.glance(&wire);
        wire.host.threads.clear();
        // A question during the search is not where the clock began.
        host_load.sent(EventId(5), wire.now, &wire);
        wire.now = ms(2300);
        host_load.weigh(&finding(over), &wire);
        host_load.verdict().excuse(&finding(over)).map(|excuse| excuse.to_string())
    }

    #[test]
    fn an_engine_that_was_kept_from_working_as_long_as_it_is_late_is_excused() {
        // It ended between two looks, and may have waited in between.
        let told = excuse(Some(ms(100)), 110, 3000).expect("an excuse");
        assert!(told.contains("130 of 2300 ms"), "{told}");
    }

    #[test]
    fn an_engine_whose_processor_was_taken_from_the_machine_is_excused() {
        // It ran for a second, and nobody else.
        let late = Some(ms(100));
        let told = excuse_of(0, late, [0, 250], 1250).expect("an excuse");
        assert!(told.contains("250 of 2300 ms"), "{told}");
        assert!(excuse_of(0, Some(ms(300)), [50, 250], 1250).is_some());
        assert_eq!(excuse_of(0, Some(ms(300)), [0, 250], 1250), None);
        // Another one ran for a second, too.
        assert!(excuse_of(0, late, [0, 250], 2250).is_some());
        assert_eq!(excuse_of(0, Some(ms(200)), [0, 250], 2250), None);
    }

    #[test]
    fn an_engine_that_is_later_than_it_was_kept_waiting_is_not_excused() {
        assert_eq!(excuse(Some(ms(100)), 79, 3000), None);
    }

    #[test]
    fn an_engine_whose_threads_wait_for_each_other_is_not_excused() {
        assert_eq!(excuse(Some(ms(100)), 2000, 200), None);
    }

    #[test]
    fn the_slack_grows_by_the_jitter_of_the_host_and_what_lies_within_is_no_failure() {
        let told = excuse_with(20, Some(ms(20)), 0, 0).expect("an excuse");
        assert!(told.contains("20.0 ms after limit and slack"), "{told}");
        assert_eq!(excuse_with(20, Some(ms(21)), 0, 0), None);
        assert!(excuse_with(20, Some(ms(100)), 60, 3000).is_some());
        assert_eq!(excuse_with(20, Some(ms(100)), 59, 3000), None);
        assert_eq!(excuse_with(20, None, 0, 0), None);
    }

    #[test]
    fn a_reply_that_never_came_is_excused_from_a_quarter_of_the_wait_on() {
        assert_eq!(excuse(None, 550, 3000), None);
        assert!(excuse(None, 560, 3000).is_some());
    }

    #[test]
    fn what_a_busy_host_took_of_a_limit_is_given_once_more_and_then_nothing_is_excused() {
        let mut host_load = HostLoadMonitor::new(Some(ms(0)));
        let mut wire = Still::default();
        host_load.sent(EventId(1), ms(0), &wire);
        let thread = |starved| ThreadTimes { id: 7, ran: ms(1000), starved: ms(starved) };
        let mut host = |host_load: &mut HostLoadMonitor, now, starved, others: u64| {
            wire.now = ms(now);
            wire.host.threads = vec![thread(starved)];
            wire.host.busy = ms(1000 + others);
            let until = host_load.prolonged(ms(0), ms(2000), &wire);
            host_load.weigh(&finding(None), &wire);
            until
        };
        assert_eq!(host(&mut host_load, 2000, 900, 2000), Some(ms(2900)));
        assert_eq!(host(&mut host_load, 2900, 1500, 2900), Some(ms(3500)));
        assert!(host_load.verdict().excuse(&finding(None)).is_some());
        assert_eq!(host(&mut host_load, 3500, 1510, 3500), None);
        assert_eq!(host_load.verdict().excuse(&finding(None)), None);
        // Nobody waits for ever, and what the engine did to itself is its own.
        let mut host_load = HostLoadMonitor::new(Some(ms(0)));
        host_load.sent(EventId(1), ms(0), &Still::default());
        assert_eq!(host(&mut host_load, 7000, 6500, 7000), Some(ms(8000)));
        assert_eq!(host(&mut host_load, 8000, 7500, 8000), None);
        assert!(host_load.verdict().excuse(&finding(None)).is_some());
        let mut host_load = HostLoadMonitor::new(Some(ms(0)));
        host_load.sent(EventId(1), ms(0), &Still::default());
        assert_eq!(host(&mut host_load, 2000, 900, 10), None);
    }

    #[test]
    fn time_in_which_nobody_read_what_the_engine_wrote_is_given_to_it() {
        let mut host_load = HostLoadMonitor::new(Some(ms(0)));
        let mut wire = Still::default();
        host_load.sent(EventId(1), ms(0), &wire);
        wire.now = ms(2000);
        // It was the harness that worked all the time.
        wire.host.busy = ms(2000);
        wire.host.unread = ms(1500);
        assert_eq!(host_load.prolonged(ms(0), ms(2000), &wire), Some(ms(3500)));
        let late = finding(Some(ms(300)));
        host_load.weigh(&late, &wire);
        assert!(host_load.verdict().excuse(&late).is_some());
    }

    #[test]
    fn a_reply_that_is_missing_in_an_endless_flood_is_not_excused() {
        let mut host_load = HostLoadMonitor::new(Some(ms(0)));
        let mut wire = Still::default();
        host_load.sent(EventId(1), ms(0), &wire);
        for (now, is_longer) in [(2000, true), (3800, true), (8000, false)] {
            wire.now = ms(now);
            wire.host.busy = ms(now);
            wire.host.unread = ms(now * 9 / 10);
            let until = host_load.prolonged(ms(0), ms(2000), &wire);
            assert_eq!(until.is_some(), is_longer, "at {now} ms: {until:?}");
        }
        host_load.weigh(&finding(None), &wire);
        assert_eq!(host_load.verdict().excuse(&finding(None)), None);
    }

    #[test]
    fn what_rests_on_no_clock_or_counts_for_nothing_is_not_weighed() {
        let mut host_load = HostLoadMonitor::new(Some(ms(5)));
        let wire = Still::default();
        host_load.sent(EventId(1), ms(0), &wire);
        let mut certain = finding(None);
        certain.timing = false;
        host_load.weigh(&certain, &wire);
        let mut noted = finding(None);
        noted.severity = Severity::Info;
        host_load.weigh(&noted, &wire);
        assert_eq!(host_load.verdict(), HostLoadVerdict::default());
    }

    #[test]
    fn one_failure_without_an_excuse_is_enough() {
        let weighed = |excused, line| {
            let mut host_load_verdict = HostLoadVerdict::default();
            let found = finding(None);
            let row = host_load_verdict.row(found.clause, &found.watcher, line);
            (row.late, row.excused) = (1, excused);
            row.longest = Some((ms(1), ms(2)));
            host_load_verdict
        };
        let mut host_load_verdict = weighed(1, Some(4));
        assert!(host_load_verdict.excuse(&finding(None)).is_some());
        host_load_verdict.add(weighed(0, Some(5)));
        assert_eq!(host_load_verdict.excuse(&finding(None)), None);
        // Another fault has its own excuse, and one whose clause was narrowed has that of its step.
        let at = |scenario_line| Finding { scenario_line, ..finding::finding("Y", true) };
        assert!(host_load_verdict.excuse(&at(Some(4))).is_some());
        assert_eq!(host_load_verdict.excuse(&at(Some(5))), None);
        assert_eq!(host_load_verdict.excuse(&at(Some(6))), None);
    }
}
