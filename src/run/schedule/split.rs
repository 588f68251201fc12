//! Divides scenarios among shards. The division is the same on every machine, and all shards take about the same time.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

use crate::protocol::Limits;
use crate::run::schedule::order;
use crate::run::shards::Shard;
use crate::scenario::Scenario;

/// The time of a scenario in addition to its steps: the start of the engine, and its end.
const EACH: Duration = Duration::from_millis(50);

/// The scenarios of one shard, in their original order. The longest scenarios are assigned first, each to the shard
/// with the least total time. `measured` holds the times of earlier runs, by id. The time of any other scenario is
/// estimated from its steps, and scaled by the ratio of measured to estimated times.
#[must_use]
pub fn split(
    scenarios: &[Scenario],
    limits: &Limits,
    measured: &HashMap<String, Duration>,
    shard: Shard,
) -> Vec<Scenario> {
    let guessed: Vec<Duration> =
        scenarios.iter().map(|scenario| EACH + order::guess(scenario, limits)).collect();
    let known = |scenario: &Scenario| measured.get(&scenario.id).copied();
    let (mut took, mut guess) = (Duration::ZERO, Duration::ZERO);
    for (scenario, guessed) in scenarios.iter().zip(&guessed) {
        if let Some(measured) = known(scenario) {
            took += measured;
            guess += *guessed;
        }
    }
    let length = |at: usize| -> u128 {
        let guessed = guessed[at].as_micros();
        match known(&scenarios[at]) {
            Some(measured) => measured.as_micros(),
            // Integer arithmetic gives the same result on every machine.
            None if guess.is_zero() => guessed,
            None => guessed.saturating_mul(took.as_micros()) / guess.as_micros(),
        }
    };
    let mut order: Vec<(u128, usize)> = (0..scenarios.len()).map(|at| (length(at), at)).collect();
    order.sort_by_key(|&(length, at)| (Reverse(length), scenarios[at].id.as_str()));
    let mut loads = vec![(0_u128, 0_u32); shard.of as usize];
    let mut own = Vec::new();
    for (length, at) in order {
        let mut places = 0..loads.len();
        let least = places.by_ref().min_by_key(|&place| (loads[place], place));
        let Some(least) = least else { break };
        loads[least].0 += length;
        loads[least].1 += 1;
        if least + 1 == shard.index as usize {
            own.push(at);
        }
    }
    own.sort_unstable();
    own.into_iter().map(|at| scenarios[at].clone()).collect()
}

#[cfg(test)]
mod tests;
