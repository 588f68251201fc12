//! The longest chain of waits that must follow each other: no run of the same scenarios can be shorter.

use std::collections::HashMap;
use std::time::Duration;

use crate::run::result::ScenarioResult;
use crate::run::time_use::{Spent, TimeUse};
use crate::scenario::Scenario;

/// Sums up the time of all scenarios and finds the longest chain.
pub(in crate::run) fn time_use(
    scenarios: &[Scenario],
    results: &[ScenarioResult],
    elapsed: Duration,
) -> TimeUse {
    let mut spent = Spent::default();
    let mut own = HashMap::new();
    for result in results {
        spent.add(&result.spent);
        own.insert(result.id.as_str(), result.spent.necessary());
    }
    let chains =
        Chains { scenarios: scenarios.iter().map(|one| (one.id.as_str(), one)).collect(), own };
    let mut known = HashMap::new();
    for scenario in scenarios {
        chains.until_end(&scenario.id, &mut known);
    }
    let end = known.iter().max_by_key(|(id, (length, _))| (*length, **id));
    let mut chain = Vec::new();
    let mut next = end.map(|(id, _)| *id);
    while let Some(id) = next {
        chain.insert(0, id.to_owned());
        next = known.get(id).and_then(|(_, before)| *before);
    }
    let chain_length = end.map_or(Duration::ZERO, |(_, (length, _))| *length);
    TimeUse { spent, chain, chain_length, overhead: elapsed.saturating_sub(chain_length) }
}

/// For each scenario: the length of the longest chain that ends with it, and the scenario before it in that chain.
type ChainLengths<'a> = HashMap<&'a str, (Duration, Option<&'a str>)>;

struct Chains<'a> {
    scenarios: HashMap<&'a str, &'a Scenario>,
    own: HashMap<&'a str, Duration>,
}

impl<'a> Chains<'a> {
    /// The length of the longest chain that ends with this scenario. The loader refuses cycles, so the recursion ends.
    fn until_end(&self, id: &'a str, known: &mut ChainLengths<'a>) -> Duration {
        if let Some((length, _)) = known.get(id) {
            return *length;
        }
        let after = self.scenarios.get(id).map_or(&[][..], |one| &one.after);
        let mut longest = (Duration::ZERO, None);
        for before in after {
            let length = self.until_end(before, known);
            if length > longest.0 {
                longest = (length, Some(before.as_str()));
            }
        }
        let own = self.own.get(id).copied().unwrap_or_default();
        known.insert(id, (longest.0 + own, longest.1));
        longest.0 + own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Text;
    use crate::protocol;
    use crate::run::schedule::judged::unplayed;
    use crate::scenario;
    use crate::verdict::Verdict;

    /// Checks the longest chain of these scenarios, each with its waits in milliseconds.
    fn check(spent: &[(&str, u64)], chain: &[&str], length: u64) {
        let dialect = protocol::dialect("usi").unwrap();
        let (library, _) = scenario::load(dialect, &[]);
        let named = |id: &str| spent.iter().find(|(name, _)| *name == id);
        let mut scenarios = library.scenarios;
        scenarios.retain(|scenario| named(&scenario.id).is_some());
        let results: Vec<ScenarioResult> = scenarios
            .iter()
            .map(|scenario| {
                let mut result = unplayed(scenario, Verdict::Pass, Text::EMPTY);
                let (_, ms) = named(&scenario.id).unwrap();
                result.spent.windows = Duration::from_millis(*ms);
                result.spent.queued = Duration::from_secs(60);
                result
            })
            .collect();
        let time = time_use(&scenarios, &results, Duration::ZERO);
        assert_eq!(time.chain, chain);
        assert_eq!(time.chain_length, Duration::from_millis(length));
    }

    #[test]
    fn the_longest_chain_is_that_of_waits_and_not_of_queues() {
        let (first, second, third) = ("usi/boot/handshake", "usi/ready/readyok", "usi/go/answers");
        check(&[(first, 500), (second, 20), (third, 300)], &[first, second, third], 820);
        check(&[(first, 500), (second, 20)], &[first, second], 520);
        check(&[(second, 20), (third, 300)], &[second, third], 320);
        check(&[], &[], 0);
    }
}
