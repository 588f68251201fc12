//! Which scenarios belong to which shard: the same on every machine, and so that all shards take as long.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

use crate::protocol::Limits;
use crate::run::schedule::order;
use crate::run::shards::Shard;
use crate::scenario::Scenario;

/// What every scenario takes besides what its steps say: a start of the engine, and its end.
const EACH: Duration = Duration::from_millis(50);

/// The scenarios of one shard, in their order. The longest are dealt out first, each to the shard that has least
/// to do; `measured` says how long scenarios took before, by id. What is not in it is guessed from its steps, in
/// the measure of those that are.
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
            // Whole numbers: every machine comes to the same.
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
