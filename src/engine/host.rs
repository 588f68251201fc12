//! What the host did with its processors while an engine was wanted: whether an engine that is late was
//! slow itself, or was kept waiting by other work.

use std::collections::HashMap;
use std::time::Duration;

/// Counters of processor time. They only grow, so that two readings tell what happened between them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HostTimes {
    /// How long threads of the engine and of its children were ready to run and had to wait for a processor,
    /// all together.
    pub starved: Duration,
    /// How long threads of the engine and of its children ran, all together.
    pub ran: Duration,
    /// How long processors were taken away from this machine by whoever runs it, all processors together. No thread
    /// counts as waiting meanwhile. In steps of 10 ms, and always zero on a machine of its own.
    pub stolen: Duration,
    /// How long processors worked for others than the engine, or were taken away from this machine, all
    /// processors together. In steps of 10 ms.
    pub others: Duration,
    /// How many looks found that a thread of the engine had ended. What it waited since the look before is not seen.
    pub ended: u32,
}

impl HostTimes {
    /// What happened since an earlier reading.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self {
            starved: self.starved.saturating_sub(earlier.starved),
            ran: self.ran.saturating_sub(earlier.ran),
            stolen: self.stolen.saturating_sub(earlier.stolen),
            others: self.others.saturating_sub(earlier.others),
            ended: self.ended.saturating_sub(earlier.ended),
        }
    }

    /// How long the engine was kept from working: what its threads waited, and its part of what was taken away from
    /// the machine. From whom that was taken nobody tells, but who works half of the time loses half of it.
    #[must_use]
    pub fn kept(self) -> Duration {
        let worked = (self.ran + self.others).saturating_sub(self.stolen);
        let part = if worked.is_zero() {
            0.0
        } else {
            self.ran.as_secs_f64() / worked.as_secs_f64()
        };
        self.starved + self.stolen.mul_f64(part.min(1.0))
    }

    /// The same where the counters were looked at this often: threads that ended between two looks are taken to have
    /// waited as large a part of the time in between as those that were seen.
    #[must_use]
    pub fn kept_with_looks_every(self, look: Duration) -> Duration {
        let wanted = self.starved + self.ran;
        let part = if wanted.is_zero() {
            0.0
        } else {
            self.starved.as_secs_f64() / wanted.as_secs_f64()
        };
        self.kept() + (look * self.ended).mul_f64(part)
    }
}

/// One look at the counters of a process and of its host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostLook {
    /// The threads that were there.
    pub threads: Vec<ThreadTimes>,
    /// How long all processors together have worked or were taken away, since the machine began.
    pub busy: Duration,
    /// How long of that they were taken away.
    pub stolen: Duration,
}

/// What a thread has had of the processors since it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadTimes {
    /// The system's number for it.
    pub id: u32,
    /// How long it ran.
    pub ran: Duration,
    /// How long it was ready to run and had to wait.
    pub starved: Duration,
}

/// Adds looks up. A thread takes its counters away when it ends, so that there have to be many.
#[derive(Debug, Default)]
pub struct HostTally {
    threads: HashMap<u32, ThreadTimes>,
    ran: Duration,
    starved: Duration,
    /// How many looks found that a thread had ended.
    ended: u32,
    /// What `busy` was at first, and at last.
    busy: Option<(Duration, Duration)>,
    /// The same of `stolen`.
    stolen: Option<(Duration, Duration)>,
}

impl HostTally {
    /// Takes a look in.
    pub fn add(&mut self, look: &HostLook) {
        let mut there = HashMap::with_capacity(look.threads.len());
        for thread in &look.threads {
            // A number may have gone to a new thread.
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
    }

    /// The sums since the first look.
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
            ended: self.ended,
        }
    }
}

/// Looks at the counters for a process; `None` where it has ended.
#[cfg(target_os = "linux")]
pub(super) fn look(pid: u32) -> Option<HostLook> {
    let mut threads = Vec::new();
    for pid in family(pid) {
        for task in std::fs::read_dir(format!("/proc/{pid}/task"))
            .ok()?
            .flatten()
        {
            let id = task.file_name().to_str().and_then(|id| id.parse().ok());
            // A thread may end between two looks.
            let text = std::fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            let mut counters = text.split_whitespace().filter_map(|word| word.parse().ok());
            if let (Some(id), Some(ran), Some(starved)) = (id, counters.next(), counters.next()) {
                threads.push(ThreadTimes {
                    id,
                    ran: Duration::from_nanos(ran),
                    starved: Duration::from_nanos(starved),
                });
            }
        }
    }
    let stat = std::fs::read_to_string("/proc/stat").ok()?;
    let (busy, stolen) = busy(&stat, rustix::param::clock_ticks_per_second())?;
    Some(HostLook {
        threads,
        busy,
        stolen,
    })
}

/// How many bytes of memory a process and those below it hold, shared ones with each; `None` where it has ended.
#[cfg(target_os = "linux")]
pub(super) fn memory(pid: u32) -> Option<u64> {
    let page = u64::try_from(rustix::param::page_size()).ok()?;
    let pages = family(pid).into_iter().map(|pid| {
        let text = std::fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
        text.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    let held = pages.collect::<Option<Vec<u64>>>()?.iter().sum::<u64>() * page;
    // A process that has ended and was not waited for holds nothing.
    (held > 0).then_some(held)
}

/// A process and those below it. An engine may hang behind a wrapper.
#[cfg(target_os = "linux")]
fn family(pid: u32) -> Vec<u32> {
    /// Nobody starts more than that for one engine, and a loop would be the system's fault.
    const MOST: usize = 64;
    let mut family = vec![pid];
    let mut next = 0;
    while let Some(parent) = family.get(next).copied().filter(|_| family.len() < MOST) {
        next += 1;
        // Any thread may have started it.
        let Ok(threads) = std::fs::read_dir(format!("/proc/{parent}/task")) else {
            continue;
        };
        for thread in threads.flatten() {
            let children = std::fs::read_to_string(thread.path().join("children"));
            let children = children.unwrap_or_default();
            let children = children
                .split_whitespace()
                .filter_map(|pid| pid.parse::<u32>().ok());
            family.extend(children);
        }
    }
    family
}

/// How long all processors together have worked or were taken away, and how long the latter alone, as `/proc/stat`
/// tells it in ticks.
#[cfg(target_os = "linux")]
fn busy(stat: &str, ticks_per_second: u64) -> Option<(Duration, Duration)> {
    /// Columns behind the name: user, nice, system, idle, iowait, irq, softirq, steal.
    const WORK: [usize; 6] = [0, 1, 2, 5, 6, STEAL];
    const STEAL: usize = 7;
    let line = stat.lines().find(|line| line.starts_with("cpu "))?;
    let ticks: Vec<u64> = line
        .split_whitespace()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
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
    fn a_process_that_is_gone_tells_nothing() {
        assert_eq!(look(u32::MAX), None);
        assert_eq!(memory(u32::MAX), None);
    }

    #[test]
    fn our_own_threads_are_seen() {
        let pid = std::process::id();
        let seen = look(pid).expect("this process is there");
        assert!(
            seen.threads.iter().any(|thread| thread.id == pid),
            "{seen:?}"
        );
        assert!(!seen.busy.is_zero());
    }

    #[test]
    fn a_process_that_any_thread_has_started_belongs_to_the_family() {
        let child = std::thread::spawn(|| {
            let mut child = std::process::Command::new("cat")
                .stdin(std::process::Stdio::piped())
                .spawn()
                .expect("cat starts");
            // The children of a thread that has ended are those of another one.
            let found = family(std::process::id()).contains(&child.id());
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
            busy: Duration::from_millis(busy),
            stolen: Duration::from_millis(busy / 10),
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
            ended: 1,
        };
        assert_eq!(tally.times(), wanted);
        // It may have waited for three quarters of the last 20 ms.
        let kept = tally
            .times()
            .kept_with_looks_every(Duration::from_millis(20));
        assert_eq!(kept, tally.times().kept() + Duration::from_millis(15));
    }

    #[test]
    fn what_was_taken_away_is_shared_by_who_worked() {
        let kept = |ran: u64, stolen: u64, others: u64| {
            let [ran, stolen, others] = [ran, stolen, others].map(Duration::from_millis);
            let starved = Duration::from_millis(5);
            let times = HostTimes {
                starved,
                ran,
                stolen,
                others,
                ended: 0,
            };
            times.kept().as_millis()
        };
        assert_eq!(kept(1000, 0, 1000), 5);
        // Nobody else worked: what others had is what was taken.
        assert_eq!(kept(1000, 400, 400), 405);
        // The same where a thread counts as running while its processor is away.
        assert_eq!(kept(1400, 400, 0), 405);
        // Another one worked as much, or it slept while others worked.
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
