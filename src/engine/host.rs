//! What the processors of the host did while the harness waited for an engine: whether a late engine was slow
//! itself, or other work kept it waiting.

use std::collections::HashMap;
use std::time::Duration;

#[cfg(target_os = "linux")]
use super::family::family;

/// Counters of processor time. They only grow, so the difference of two readings is what happened between the two.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HostTimes {
    /// How long threads of the engine and of its children were ready to run but waited for a processor, summed over
    /// all threads.
    pub starved: Duration,
    /// How long threads of the engine and of its children ran, summed over all threads.
    pub ran: Duration,
    /// How long the hypervisor took processors away from this machine, summed over all processors. No thread counts
    /// as waiting during that time. In steps of 10 ms; always zero on a physical machine.
    pub stolen: Duration,
    /// How long processors worked for other processes than the engine, or were taken away from this machine, summed
    /// over all processors. In steps of 10 ms.
    pub others: Duration,
    /// How long the engine's output was not read because its earlier output was still being judged. The engine may
    /// have waited as long before it could write more.
    pub unread: Duration,
    /// How many readings found that a thread of the engine had ended. What such a thread waited since the previous
    /// reading is not known.
    pub ended: u32,
}

impl HostTimes {
    /// The difference to an earlier reading.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self {
            starved: self.starved.saturating_sub(earlier.starved),
            ran: self.ran.saturating_sub(earlier.ran),
            stolen: self.stolen.saturating_sub(earlier.stolen),
            others: self.others.saturating_sub(earlier.others),
            unread: self.unread.saturating_sub(earlier.unread),
            ended: self.ended.saturating_sub(earlier.ended),
        }
    }

    /// How long the engine was kept from working: how long its threads waited, how long its output was not read,
    /// and its part of the time that was taken away from the machine. The system does not say which process lost
    /// that time, so each process is assumed to lose in proportion to its share of the work.
    #[must_use]
    pub fn kept(self) -> Duration {
        let worked = (self.ran + self.others).saturating_sub(self.stolen);
        let part =
            if worked.is_zero() { 0.0 } else { self.ran.as_secs_f64() / worked.as_secs_f64() };
        self.starved + self.unread + self.stolen.mul_f64(part.min(1.0))
    }

    /// Like [`HostTimes::kept`], for counters that were read at intervals of `look`: a thread that ended between
    /// two readings is assumed to have waited for the same share of the interval as the threads that were seen.
    #[must_use]
    pub fn kept_with_looks_every(self, look: Duration) -> Duration {
        let wanted = self.starved + self.ran;
        let part =
            if wanted.is_zero() { 0.0 } else { self.starved.as_secs_f64() / wanted.as_secs_f64() };
        self.kept() + (look * self.ended).mul_f64(part)
    }
}

/// One reading of the counters of a process and of its host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostLook {
    /// The threads that existed.
    pub threads: Vec<ThreadTimes>,
    /// How long the engine and its children have run since they started, including threads that have ended. In
    /// steps of 10 ms.
    pub worked: Duration,
    /// How long all processors together have worked or were taken away, since the machine started.
    pub busy: Duration,
    /// How much of `busy` is time in which processors were taken away.
    pub stolen: Duration,
    /// How long the engine's output has not been read since the engine was started, for lack of room for more.
    pub unread: Duration,
}

/// The processor time of a thread since it started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadTimes {
    /// The system's number of the thread.
    pub id: u32,
    /// How long it ran.
    pub ran: Duration,
    /// How long it was ready to run but waited for a processor.
    pub starved: Duration,
}

/// Adds up readings. The counters of a thread are lost when the thread ends, so frequent readings are needed.
#[derive(Debug, Default)]
pub struct HostTally {
    threads: HashMap<u32, ThreadTimes>,
    ran: Duration,
    starved: Duration,
    /// How many readings found that a thread had ended.
    ended: u32,
    /// The first and the last value of `busy`.
    busy: Option<(Duration, Duration)>,
    /// The first and the last value of `stolen`.
    stolen: Option<(Duration, Duration)>,
    /// The last value of `unread`.
    unread: Duration,
}

impl HostTally {
    /// Adds a reading.
    pub fn add(&mut self, look: &HostLook) {
        let mut there = HashMap::with_capacity(look.threads.len());
        for thread in &look.threads {
            // The system may have given the number of an ended thread to a new one.
            let known = self.threads.get(&thread.id);
            let known = known.filter(|known| known.ran <= thread.ran);
            let before = |time: fn(&ThreadTimes) -> Duration| known.map_or(Duration::ZERO, time);
            self.ran += thread.ran.saturating_sub(before(|known| known.ran));
            self.starved += thread.starved.saturating_sub(before(|known| known.starved));
            there.insert(thread.id, *thread);
        }
        let ended = |id: &u32| !there.contains_key(id);
        self.ended += u32::from(self.threads.keys().any(ended));
        self.threads = there;
        let from_first = |known: Option<(Duration, Duration)>, now: Duration| {
            Some((known.map_or(now, |(first, _)| first), now))
        };
        self.busy = from_first(self.busy, look.busy);
        self.stolen = from_first(self.stolen, look.stolen);
        self.unread = look.unread;
    }

    /// The sums so far: `starved`, `ran` and `unread` since the threads and the engine started, the others since
    /// the first reading.
    #[must_use]
    pub fn times(&self) -> HostTimes {
        let grown = |known: Option<(Duration, Duration)>| {
            known.map_or(Duration::ZERO, |(first, last)| last.saturating_sub(first))
        };
        HostTimes {
            starved: self.starved,
            ran: self.ran,
            stolen: grown(self.stolen),
            others: grown(self.busy).saturating_sub(self.ran),
            unread: self.unread,
            ended: self.ended,
        }
    }
}

/// Reads the counters for a process; `None` if the process has ended. A descendant that ends meanwhile does not count.
#[cfg(target_os = "linux")]
pub(super) fn look(pid: u32) -> Option<HostLook> {
    let mut threads = Vec::new();
    let mut worked = Duration::ZERO;
    let ticks_per_second = rustix::param::clock_ticks_per_second();
    for member in family(pid) {
        if member.pid == pid && member.threads.is_empty() {
            return None;
        }
        // A process of the family, or a thread, may end between two reads.
        let folder = format!("/proc/{}", member.pid);
        let stat = std::fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
        worked += own_work(&stat, ticks_per_second).unwrap_or_default();
        for id in member.threads {
            let text = std::fs::read_to_string(format!("{folder}/task/{id}/schedstat"));
            let text = text.unwrap_or_default();
            let mut counters = text.split_whitespace().filter_map(|word| word.parse().ok());
            if let (Some(ran), Some(starved)) = (counters.next(), counters.next()) {
                threads.push(ThreadTimes {
                    id,
                    ran: Duration::from_nanos(ran),
                    starved: Duration::from_nanos(starved),
                });
            }
        }
    }
    let stat = std::fs::read_to_string("/proc/stat").ok()?;
    let (busy, stolen) = busy(&stat, ticks_per_second)?;
    Some(HostLook { threads, worked, busy, stolen, unread: Duration::ZERO })
}

/// How long a process, and the children that it has waited for, have run, from the ticks in `/proc/PID/stat`.
#[cfg(target_os = "linux")]
fn own_work(stat: &str, ticks_per_second: u64) -> Option<Duration> {
    /// The columns after the name: utime, stime, cutime and cstime.
    const WORK: std::ops::Range<usize> = 11..15;
    // A name may contain spaces and parentheses.
    let (_, columns) = stat.rsplit_once(") ")?;
    let columns: Vec<&str> = columns.split_whitespace().collect();
    let ticks = columns.get(WORK)?.iter();
    let ticks: u64 = ticks.filter_map(|word| word.parse::<u64>().ok()).sum();
    let milliseconds = ticks.saturating_mul(1000).checked_div(ticks_per_second)?;
    Some(Duration::from_millis(milliseconds))
}

/// How many bytes of memory a process and its descendants hold. Shared memory counts for each of them. `None` if
/// the process has ended. A descendant that ends meanwhile does not count.
#[cfg(target_os = "linux")]
pub(super) fn memory(pid: u32) -> Option<u64> {
    let page = u64::try_from(rustix::param::page_size()).ok()?;
    let pages = |member: u32| {
        let text = std::fs::read_to_string(format!("/proc/{member}/statm")).ok()?;
        text.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    // A process that has ended but was not waited for holds no memory.
    let own = pages(pid).filter(|own| *own > 0)?;
    let others = family(pid).into_iter().map(|member| member.pid).filter(|member| *member != pid);
    let others = others.filter_map(pages);
    Some(others.fold(own, u64::saturating_add).saturating_mul(page))
}

/// How long all processors together have worked or were taken away, and how long they were taken away, from the
/// ticks in `/proc/stat`.
#[cfg(target_os = "linux")]
fn busy(stat: &str, ticks_per_second: u64) -> Option<(Duration, Duration)> {
    /// Columns after the name: user, nice, system, idle, iowait, irq, softirq, steal.
    const WORK: [usize; 6] = [0, 1, 2, 5, 6, STEAL];
    const STEAL: usize = 7;
    let line = stat.lines().find(|line| line.starts_with("cpu "))?;
    let ticks: Vec<u64> =
        line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect();
    let time = |columns: &[usize]| {
        let ticks: u64 = columns.iter().filter_map(|column| ticks.get(*column)).sum();
        let milliseconds = ticks.saturating_mul(1000).checked_div(ticks_per_second)?;
        Some(Duration::from_millis(milliseconds))
    };
    Some((time(&WORK)?, time(&[STEAL])?))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_and_what_was_taken_away_are_busy_and_waiting_is_not() {
        let stat = "cpu  100 10 20 5000 300 1 2 7 50 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n";
        let (worked, stolen) = (Duration::from_millis(1400), Duration::from_millis(70));
        assert_eq!(busy(stat, 100), Some((worked, stolen)));
        assert_eq!(busy("intr 1\n", 100), None);
    }

    #[test]
    fn a_process_has_its_own_work_and_that_of_the_children_it_waited_for() {
        let stat = "7 (a) b) c) S 1 7 7 0 -1 4194304 100 0 0 0 25 5 10 2 20 0 1 0 100 0 0";
        assert_eq!(own_work(stat, 100), Some(Duration::from_millis(420)));
        assert_eq!(own_work("7 (cat) S 1", 100), None);
    }

    #[test]
    fn a_process_that_is_gone_tells_nothing() {
        assert_eq!(look(u32::MAX), None);
        assert_eq!(memory(u32::MAX), None);
    }

    #[test]
    fn our_own_threads_are_seen() {
        let pid = std::process::id();
        let seen = look(pid).expect("this process is there");
        assert!(seen.threads.iter().any(|thread| thread.id == pid), "{seen:?}");
        assert!(!seen.busy.is_zero());
    }

    #[test]
    fn a_process_that_any_thread_has_started_belongs_to_the_family() {
        let child = std::thread::spawn(|| {
            let mut child = std::process::Command::new("cat")
                .stdin(std::process::Stdio::piped())
                .spawn()
                .expect("cat starts");
            // The children of an ended thread become children of another thread of the same process.
            let mut family = family(std::process::id()).into_iter();
            let found = family.any(|member| member.pid == child.id());
            drop(child.stdin.take());
            child.wait().expect("it ends with its input");
            found
        });
        assert!(child.join().expect("no panic"));
    }

    fn seen(busy: u64, threads: &[(u32, u64, u64)]) -> HostLook {
        let thread = |(id, ran, starved): &(u32, u64, u64)| ThreadTimes {
            id: *id,
            ran: Duration::from_millis(*ran),
            starved: Duration::from_millis(*starved),
        };
        HostLook {
            threads: threads.iter().map(thread).collect(),
            worked: Duration::ZERO,
            busy: Duration::from_millis(busy),
            stolen: Duration::from_millis(busy / 10),
            unread: Duration::ZERO,
        }
    }

    #[test]
    fn a_thread_that_has_ended_still_counts() {
        let mut tally = HostTally::default();
        tally.add(&seen(1000, &[(1, 0, 0)]));
        tally.add(&seen(1500, &[(1, 0, 0), (2, 100, 300)]));
        tally.add(&seen(1900, &[(1, 0, 0)]));
        let wanted = HostTimes {
            starved: Duration::from_millis(300),
            ran: Duration::from_millis(100),
            stolen: Duration::from_millis(90),
            others: Duration::from_millis(800),
            unread: Duration::ZERO,
            ended: 1,
        };
        assert_eq!(tally.times(), wanted);
        // The ended thread may have waited for three quarters of the last 20 ms.
        let kept = tally.times().kept_with_looks_every(Duration::from_millis(20));
        assert_eq!(kept, tally.times().kept() + Duration::from_millis(15));
    }

    #[test]
    fn what_was_taken_away_is_shared_by_who_worked() {
        let kept = |ran: u64, stolen: u64, others: u64| {
            let [ran, stolen, others] = [ran, stolen, others].map(Duration::from_millis);
            let starved = Duration::from_millis(5);
            let times =
                HostTimes { starved, ran, stolen, others, unread: Duration::ZERO, ended: 0 };
            times.kept().as_millis()
        };
        assert_eq!(kept(1000, 0, 1000), 5);
        // No other process worked: all of `others` is time that was taken away.
        assert_eq!(kept(1000, 400, 400), 405);
        // The same result if a thread counts as running while its processor is taken away.
        assert_eq!(kept(1400, 400, 0), 405);
        // Another process worked as much; or the engine slept while others worked.
        assert_eq!(kept(1000, 400, 1400), 205);
        assert_eq!(kept(0, 400, 1400), 5);
        assert_eq!(kept(0, 0, 0), 5);
    }

    #[test]
    fn a_number_that_went_to_a_new_thread_begins_anew() {
        let mut tally = HostTally::default();
        tally.add(&seen(0, &[(2, 100, 300)]));
        tally.add(&seen(0, &[(2, 10, 20)]));
        assert_eq!(tally.times().starved, Duration::from_millis(320));
    }
}
