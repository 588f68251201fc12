//! Detects memory of an engine that grows from game to game.

use crate::run::script::demand::{self, Demand};
use crate::run::script::state::Script;
use crate::verdict::{ClauseId, Severity};

/// The first fifth of the repetitions is left out, because the engine fills its tables then.
const WARM_UP: u32 = 5;
/// The least growth in bytes that is reported: 16 MiB.
const LEAST: u64 = 16 << 20;
/// The least growth that is reported, as a part of the first size: a quarter.
const PART: u64 = 4;

/// The memory of an engine while steps are repeated.
pub(crate) struct Growth {
    clause: ClauseId,
    /// The repetitions after which the memory is read: an early one, the middle one and the last one.
    moments: [u32; 3],
    /// The size of the memory at these readings, in bytes.
    held: Vec<u64>,
}

impl Growth {
    /// For this number of repetitions.
    pub(crate) fn new(clause: ClauseId, times: u32) -> Self {
        let first = (times / WARM_UP).max(1);
        Self { clause, moments: [first, first.midpoint(times), times], held: Vec::new() }
    }

    /// Reads the memory if this repetition is one of the three. After the last one, growth in both halves is reported.
    pub(crate) fn look(&mut self, script: &mut Script<'_, '_>, time: u32) {
        if self.moments.get(self.held.len()) != Some(&time) {
            return;
        }
        let Some(held) = script.session.transport.memory() else {
            return;
        };
        self.held.push(held);
        let [first, middle, last] = self.held[..] else {
            return;
        };
        if !is_growth(first, middle, last) {
            return;
        }
        let (first, last) = (first >> 20, last >> 20);
        let [from, _, to] = self.moments;
        let demand = Demand {
            clause: Some(self.clause),
            at_most: Severity::Info,
            expected: say!("memory that does not grow"),
            got: say!("{last} MiB", last),
            message: say!(
                "its memory grew from {first} to {last} MiB between game {from} and game {to}",
                first,
                last,
                from,
                to
            ),
            timing: false,
        };
        demand::report(script, demand, None);
    }
}

/// Whether the growth is more than a table that is filled late: the memory grows in both halves, and by a large amount.
fn is_growth(first: u64, middle: u64, last: u64) -> bool {
    let least = LEAST.max(first / PART);
    let (before, after) = (middle.saturating_sub(first), last.saturating_sub(middle));
    before + after >= least && before >= least / 4 && after >= least / 4
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::run::schedule::trial;
    use crate::run::tests::paper;
    use crate::run::tests::watched::Watched;

    #[test]
    fn what_grows_all_the_while_is_growth_and_a_table_that_fills_is_not() {
        let mib = |size: u64| size << 20;
        assert!(is_growth(mib(40), mib(60), mib(80)));
        assert!(!is_growth(mib(40), mib(80), mib(80)));
        assert!(!is_growth(mib(40), mib(40), mib(80)));
        assert!(!is_growth(mib(40), mib(47), mib(55)));
        assert!(!is_growth(mib(4000), mib(4200), mib(4400)));
        assert!(!is_growth(mib(80), mib(60), mib(40)));
    }

    /// What is reported of an engine that answers ten questions, each after a millisecond, and holds so much memory at
    /// a time since its start.
    fn reported(memory: fn(Duration) -> u64) -> Vec<String> {
        let repeat = "  - repeat:\n      times: 10\n      memory: USI-GO-19\n      steps:\n        - send: isready\n        - expect: readyok\n";
        let memory = Box::new(move |now| Some(memory(now)));
        let mut engine = Watched { memory, ..Watched::new(paper::engine(Vec::new())) };
        let (scenario, limits) = (paper::scenario("USI-GO-19", repeat), paper::limits());
        let trial = trial::play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
        let of_memory = trial.findings.iter().filter(|finding| finding.clause.0 == "USI-GO-19");
        of_memory.map(|finding| finding.message.to_string()).collect()
    }

    #[test]
    fn memory_that_grows_from_game_to_game_is_reported_with_its_sizes() {
        // The handshake takes a millisecond, too.
        let grown = reported(|now| u64::from(now.subsec_millis() - 1) * (10 << 20));
        assert_eq!(grown, ["its memory grew from 20 to 100 MiB between game 2 and game 10"]);
        assert!(reported(|_| 40 << 20).is_empty());
    }
}
