use super::*;
use crate::engine::host::ThreadTimes;
use crate::engine::{HostLook, Incoming, Reaped};
use crate::run::tests::finding;

/// A transport on which nothing happens except that time passes.
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

/// The excuse for a reply after 2300 ms, if the engine had to wait for a processor for `starved` ms.
fn excuse(over: Option<Duration>, starved: u64, others: u64) -> Option<String> {
    excuse_with(0, over, starved, others)
}

/// The same on a host with jitter.
fn excuse_with(jitter: u64, over: Option<Duration>, starved: u64, others: u64) -> Option<String> {
    excuse_of(jitter, over, [starved, 0], others)
}

/// The same if processors were taken away from the machine, too.
fn excuse_of(
    jitter: u64,
    over: Option<Duration>,
    [starved, stolen]: [u64; 2],
    others: u64,
) -> Option<String> {
    let mut host_load = HostLoadMonitor::new(Some(ms(jitter)));
    let mut wire = Still::default();
    host_load.look(&wire);
    host_load.sent(EventId(1), ms(0));
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
    // The clock did not begin at a question during the search.
    host_load.look(&wire);
    host_load.sent(EventId(5), wire.now);
    wire.now = ms(2300);
    host_load.weigh(&finding(over), &wire);
    host_load.verdict().excuse(&finding(over)).map(|excuse| excuse.to_string())
}

#[test]
fn an_engine_that_was_kept_from_working_as_long_as_it_is_late_is_excused() {
    // The thread ended between two readings, and may have waited in between.
    let reported = excuse(Some(ms(100)), 110, 3000).expect("an excuse");
    assert!(reported.contains("130 of 2300 ms"), "{reported}");
}

#[test]
fn an_engine_whose_processor_was_taken_from_the_machine_is_excused() {
    // The engine ran for a second, and no other program did.
    let late = Some(ms(100));
    let reported = excuse_of(0, late, [0, 250], 1250).expect("an excuse");
    assert!(reported.contains("250 of 2300 ms"), "{reported}");
    assert!(excuse_of(0, Some(ms(300)), [50, 250], 1250).is_some());
    assert_eq!(excuse_of(0, Some(ms(300)), [0, 250], 1250), None);
    // Another program ran for a second, too.
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
    // The other programs used enough to make the host busy, but the engine was later than that.
    assert_eq!(excuse(Some(ms(500)), 2000, 400), None);
    assert!(excuse(Some(ms(300)), 2000, 400).is_some());
}

#[test]
fn the_slack_grows_by_the_jitter_of_the_host_and_what_lies_within_is_no_failure() {
    let reported = excuse_with(20, Some(ms(20)), 0, 0).expect("an excuse");
    assert!(reported.contains("20.0 ms after limit and slack"), "{reported}");
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
    host_load.look(&wire);
    host_load.sent(EventId(1), ms(0));
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
    // No wait is endless, and threads of the engine that wait for each other are no excuse.
    let mut host_load = HostLoadMonitor::new(Some(ms(0)));
    host_load.look(&Still::default());
    host_load.sent(EventId(1), ms(0));
    assert_eq!(host(&mut host_load, 7000, 6500, 7000), Some(ms(8000)));
    assert_eq!(host(&mut host_load, 8000, 7500, 8000), None);
    assert!(host_load.verdict().excuse(&finding(None)).is_some());
    let mut host_load = HostLoadMonitor::new(Some(ms(0)));
    host_load.look(&Still::default());
    host_load.sent(EventId(1), ms(0));
    assert_eq!(host(&mut host_load, 2000, 900, 10), None);
}

#[test]
fn time_in_which_nobody_read_what_the_engine_wrote_is_given_to_it() {
    let mut host_load = HostLoadMonitor::new(Some(ms(0)));
    let mut wire = Still::default();
    host_load.look(&wire);
    host_load.sent(EventId(1), ms(0));
    wire.now = ms(2000);
    // All the work was that of the harness.
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
    host_load.look(&wire);
    host_load.sent(EventId(1), ms(0));
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
    host_load.look(&wire);
    host_load.sent(EventId(1), ms(0));
    let mut certain = finding(None);
    certain.timing = false;
    host_load.weigh(&certain, &wire);
    let mut noted = finding(None);
    noted.severity = Severity::Info;
    host_load.weigh(&noted, &wire);
    assert_eq!(host_load.verdict(), HostLoadVerdict::default());
}

#[test]
fn only_what_the_end_of_the_engine_itself_shows_has_no_excuse() {
    let mut host_load = HostLoadMonitor::new(Some(ms(0)));
    let mut wire = Still::default();
    host_load.look(&wire);
    host_load.sent(EventId(1), ms(0));
    wire.now = ms(100);
    wire.host.threads = vec![ThreadTimes { id: 7, ran: ms(10), starved: ms(90) }];
    wire.host.busy = ms(100);
    host_load.ended(EventId(8));
    for (last, excused) in [(8, false), (9, true)] {
        let missing = Finding {
            events: vec![EventId(1), EventId(last)],
            clause: ClauseId(if excused { "X" } else { "END" }),
            ..finding(None)
        };
        host_load.weigh(&missing, &wire);
        assert_eq!(host_load.verdict().excuse(&missing).is_some(), excused, "{last}");
    }
}

#[test]
fn a_warning_is_excused_like_a_failure() {
    for severity in [Severity::Warn, Severity::Fail] {
        let late = Finding { severity, ..finding(Some(ms(20))) };
        let mut host_load = HostLoadMonitor::new(Some(ms(20)));
        host_load.weigh(&late, &Still::default());
        assert!(host_load.verdict().excuse(&late).is_some(), "{severity:?}");
    }
}

/// The verdict on one finding, which is excused or not.
fn weighed(found: &Finding, excused: bool) -> HostLoadVerdict {
    let mut host_load_verdict = HostLoadVerdict::default();
    let row = host_load_verdict.row(found.clause, &found.watcher, found.scenario_line);
    (row.late, row.excused) = (1, u32::from(excused));
    row.longest = Some((ms(1), ms(2)));
    host_load_verdict
}

#[test]
fn what_is_excused_in_each_of_several_processes_is_excused() {
    let mut both = HostLoadVerdict::default();
    for _ in 0..2 {
        both.add(weighed(&finding(None), true));
    }
    assert!(both.excuse(&finding(None)).is_some());
}

#[test]
fn a_failure_without_an_excuse_takes_none_from_other_violations() {
    let excused = finding(None);
    let of_rule = Finding { watcher: Watcher::Rule("missing-reply"), ..finding(None) };
    let other_clause = Finding { clause: ClauseId("Y"), ..finding(None) };
    for held in [of_rule, other_clause] {
        let mut both = weighed(&excused, true);
        both.add(weighed(&held, false));
        assert!(both.excuse(&excused).is_some(), "{held:?}");
        assert_eq!(both.excuse(&held), None);
    }
}

#[test]
fn one_failure_without_an_excuse_is_enough() {
    let weighed =
        |excused, line| weighed(&Finding { scenario_line: line, ..finding(None) }, excused);
    let mut host_load_verdict = weighed(true, Some(4));
    assert!(host_load_verdict.excuse(&finding(None)).is_some());
    host_load_verdict.add(weighed(false, Some(5)));
    assert_eq!(host_load_verdict.excuse(&finding(None)), None);
    // Another violation has its own excuse, and a violation whose clause was narrowed has that of its step.
    let at = |scenario_line| Finding { scenario_line, ..finding::finding("Y", true) };
    assert!(host_load_verdict.excuse(&at(Some(4))).is_some());
    assert_eq!(host_load_verdict.excuse(&at(Some(5))), None);
    assert_eq!(host_load_verdict.excuse(&at(Some(6))), None);
}
