//! What an engine and its descendants use together, compared with their limits.

use std::fs;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::descendants;
use super::wire::Message;
use crate::engine::launch::Limits;

/// The shortest time between two checks.
const INTERVAL: Duration = Duration::from_millis(10);
/// The checks may use one part in this many of the time of a processor.
const PART: u32 = 20;
const MEBIBYTE: u64 = 1 << 20;

/// Sets the limits that the system enforces for each process. Every process that this process starts inherits them.
pub(super) fn set(limits: &Limits) -> rustix::io::Result<()> {
    let set = |resource, limit: Option<u64>| match limit {
        Some(_) => setrlimit(resource, Rlimit { current: limit, maximum: limit }),
        None => Ok(()),
    };
    // This limit counts only memory that can be written. A limit on the address space would also count reserved
    // memory, and some correct programs reserve far more than they use.
    set(Resource::Data, limits.memory)?;
    set(Resource::Fsize, limits.file_size)
}

/// Watches the limits for all processes together, which the system does not enforce.
#[derive(Debug)]
pub(super) struct Watch {
    limits: Limits,
    pub(super) interval: Duration,
}

impl Watch {
    /// `None` if there is nothing to watch.
    pub(super) fn new(limits: &Limits) -> Option<Self> {
        let watched = limits.memory.is_some() || limits.processes.is_some();
        watched.then(|| Self { limits: limits.clone(), interval: INTERVAL })
    }

    /// Checks once; returns the limit that is exceeded, if there is one.
    pub(super) fn look(&mut self) -> Option<Message> {
        let begun = processor_time();
        let living = descendants::living(&[]);
        let number = |value: u64| i32::try_from(value).unwrap_or(i32::MAX);
        let count = living.len() as u64;
        if self.limits.processes.is_some_and(|most| count > most) {
            return Some(Message::Processes(number(count)));
        }
        if let Some(most) = self.limits.memory {
            let each = living.iter().map(|process| memory(process.pid.as_raw_nonzero().get()));
            let used: u64 = each.sum();
            if used > most {
                return Some(Message::Memory(number(used.div_ceil(MEBIBYTE))));
            }
        }
        self.interval = INTERVAL.max(processor_time().saturating_sub(begun) * PART);
        None
    }
}

/// For how long this thread has run. Time in which it waited for a processor does not count: on a busy machine the
/// checks would otherwise become rare, though they use no more of it.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// The private memory of a process, in bytes: memory that it shares with files is not counted.
fn memory(pid: i32) -> u64 {
    let statm = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let mut pages = statm.split_whitespace().skip(1).map_while(|word| word.parse::<u64>().ok());
    let (resident, shared) = (pages.next().unwrap_or(0), pages.next().unwrap_or(0));
    resident.saturating_sub(shared) * rustix::param::page_size() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_process_is_seen_to_grow() {
        let own = rustix::process::getpid().as_raw_nonzero().get();
        let before = memory(own);
        let more = vec![1_u8; 64 << 20];
        let after = memory(own);
        assert!(after >= before + (60 << 20), "{before} {after}");
        assert_eq!(more.iter().filter(|byte| **byte == 1).count(), 64 << 20);
    }

    #[test]
    fn time_in_which_a_thread_does_not_run_is_not_counted() {
        let begun = processor_time();
        let clock = std::time::Instant::now();
        std::thread::sleep(Duration::from_millis(20));
        while processor_time() == begun {}
        assert!(processor_time() - begun < clock.elapsed());
    }

    #[test]
    fn without_a_limit_nothing_is_watched() {
        let file_size = Some(1);
        let limits = Limits { file_size, ..Limits::default() };
        assert!(Watch::new(&limits).is_none());
    }
}
