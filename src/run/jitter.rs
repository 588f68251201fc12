//! The jitter of this machine: how long a process that only answers has to wait. It is measured before the engine is
//! examined, with a stub that is connected by the same kind of pipes as an engine.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::{Arrival, EngineSource, Process, Timings, Transport};
use crate::run::percentile::rank;

/// For how long round trips are measured. A run takes longer by this time and the start of the stub.
const MEASURED: Duration = Duration::from_millis(60);
/// How long one answer of the stub is waited for. If it takes longer, the measurement is given up during the warm-up;
/// afterwards it counts as a round trip of this length.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many first answers are discarded, because they include the start of the process.
const WARM_UP: usize = 8;
/// The upper bound of the added slack. Jitter larger than this would make every judgement of a clock doubtful; with the
/// bound, a reply that is more than a second later than limit and slack is still reported as late.
const MOST: Duration = Duration::from_secs(1);

/// Round trips of a line to a stub that only answers, from the stamp of the send to the stamp of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "JitterV1", into = "JitterV1")]
pub struct Jitter {
    /// The number of round trips.
    pub count: u64,
    /// The median; of two middle values, the shorter one.
    pub median: Duration,
    /// The 95th percentile.
    pub p95: Duration,
    /// The longest round trip.
    pub max: Duration,
}

impl Jitter {
    /// How much is added to the slack of time limits: the longest round trip, but a second at most. A reply that comes
    /// within this margin after limit and slack is neither in time nor certainly late.
    #[must_use]
    pub fn margin(&self) -> Duration {
        self.max.min(MOST)
    }

    /// From round trips in any order; `None` if there are none.
    fn of(mut trips: Vec<Duration>) -> Option<Self> {
        trips.sort_unstable();
        Some(Self {
            count: trips.len() as u64,
            median: rank(&trips, 50)?,
            p95: rank(&trips, 95)?,
            max: *trips.last()?,
        })
    }
}

/// Round trips of a line to a stub that only answers.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Jitter")]
struct JitterV1 {
    /// The number of round trips.
    n: u64,
    /// The median, in microseconds; of two middle values, the shorter one.
    median_us: f64,
    /// The 95th percentile, in microseconds.
    p95_us: f64,
    /// The longest round trip, in microseconds.
    max_us: f64,
    /// The time by which the slack of time limits was extended, in microseconds. A reply after limit and slack, but
    /// within this time, is inconclusive.
    slack_us: f64,
}

impl From<Jitter> for JitterV1 {
    fn from(jitter: Jitter) -> Self {
        let us = |time: Duration| time.as_nanos() as f64 / 1000.0;
        Self {
            n: jitter.count,
            median_us: us(jitter.median),
            p95_us: us(jitter.p95),
            max_us: us(jitter.max),
            slack_us: us(jitter.margin()),
        }
    }
}

impl From<JitterV1> for Jitter {
    fn from(read: JitterV1) -> Self {
        let us = |micros: f64| Duration::from_nanos((micros * 1000.0).round() as u64);
        Self {
            count: read.n,
            median: us(read.median_us),
            p95: us(read.p95_us),
            max: us(read.max_us),
        }
    }
}

/// Measures with a stub that writes back each line that it reads. `None` if it cannot be started or does not answer.
pub(super) fn measure(stub: &EngineSource) -> Option<Jitter> {
    measure_with(stub, PATIENCE)
}

fn measure_with(stub: &EngineSource, patience: Duration) -> Option<Jitter> {
    let timings = Timings { partial_line: patience, write_stall: patience };
    let mut process = stub.start(timings).ok()?;
    for _ in 0..WARM_UP {
        trip(&mut process, patience).filter(|took| *took < patience)?;
    }
    let begun = Instant::now();
    let mut trips = Vec::new();
    while begun.elapsed() < MEASURED {
        trips.push(trip(&mut process, patience)?);
    }
    process.close_input();
    process.reap(patience);
    Jitter::of(trips)
}

/// The time of one round trip; `patience` if no answer comes in that time. `None` if the stub has ended.
fn trip(process: &mut Process, patience: Duration) -> Option<Duration> {
    let from = process.send(b"line\n");
    let until = from + patience;
    loop {
        let Some(incoming) = process.next(until) else {
            return Some(patience);
        };
        match incoming.what {
            Arrival::Stdout(_) => return Some(incoming.at.saturating_sub(from)),
            Arrival::Stderr(_) | Arrival::Partial(_) => {}
            Arrival::EndOfStream(_) | Arrival::WriteFailed(_) | Arrival::Exit(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use crate::engine::InProcess;
    use crate::engine::Launch;

    const fn us(micros: u64) -> Duration {
        Duration::from_micros(micros)
    }

    #[test]
    fn the_slack_grows_by_the_longest_round_trip_and_no_further_than_a_second() {
        let jitter = Jitter::of(vec![us(30), us(20), us(9000), us(25)]).expect("there are some");
        assert_eq!((jitter.count, jitter.median), (4, us(25)));
        assert_eq!((jitter.p95, jitter.max), (us(9000), us(9000)));
        assert_eq!(jitter.margin(), us(9000));
        let slow = Jitter { max: Duration::from_secs(2), ..jitter };
        assert_eq!(slow.margin(), Duration::from_secs(1));
        assert_eq!(Jitter::of(Vec::new()), None);
    }

    #[test]
    fn a_stub_that_is_none_measures_nothing() {
        let missing = Launch::new("kentei-no-such-stub").into();
        assert_eq!(measure(&missing), None);
    }

    #[cfg(unix)]
    #[test]
    fn what_writes_back_is_a_stub_and_what_leaves_is_none() {
        let stub = |program: &str| Launch::new(program).into();
        let jitter = measure(&stub("cat")).expect("it writes back");
        assert!(jitter.count >= 1 && jitter.median <= jitter.p95 && jitter.p95 <= jitter.max);
        assert!(!jitter.median.is_zero());
        assert_eq!(measure(&stub("true")), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_stub_that_never_answers_measures_nothing() {
        let mute = InProcess::new("mute", |mut streams| {
            // It reads until its input ends, and keeps its output open.
            std::io::copy(&mut streams.input, &mut std::io::sink()).map_or(1, |_| 0)
        });
        assert_eq!(measure_with(&mute.into(), Duration::from_millis(20)), None);
    }
}
