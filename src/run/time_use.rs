//! Where the time of a run goes: what is waited for, how long at the very least, and what lies above it.

use std::collections::HashMap;
use std::time::Duration;

use crate::run::result::ScenarioResult;
use crate::scenario::Scenario;

/// What scenarios spent their time on, all attempts and processes together. What is in none of these is
/// the harness's own work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// How many processes were started.
    pub processes: u32,
    /// How many scenarios needed none, because they were played in a process in which others had been played.
    pub shared: u32,
    /// From the start of each process to its first answer to the question whether it is ready.
    pub starting: Duration,
    /// Pauses, windows of silence, and the moments of races: what a script waits for whatever comes.
    pub windows: Duration,
    /// Waiting for a reply, after the start.
    pub replies: Duration,
    /// Waiting for the process to leave.
    pub leaving: Duration,
    /// Waiting for other engines that were busy.
    pub queued: Duration,
}

impl Spent {
    /// Adds what something else spent.
    pub(crate) fn add(&mut self, other: &Spent) {
        self.processes += other.processes;
        self.shared += other.shared;
        self.starting += other.starting;
        self.windows += other.windows;
        self.replies += other.replies;
        self.leaving += other.leaving;
        self.queued += other.queued;
    }

    /// What no harness can do without: the script's waits and the engine's own time.
    #[must_use]
    pub fn necessary(&self) -> Duration {
        self.starting + self.windows + self.replies
    }
}

/// Where the time of a whole run went.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// All scenarios together.
    pub spent: Spent,
    /// The longest chain of necessary waits: scenarios that have to come one after the other, by id. No
    /// run of these scenarios with this engine can be shorter, however many run at once.
    pub chain: Vec<String>,
    /// How long that chain is.
    pub chain_length: Duration,
}

impl TimeUse {
    /// Sums up, and looks for the longest chain.
    pub(crate) fn of(scenarios: &[Scenario], results: &[ScenarioResult]) -> Self {
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
        Self { spent, chain, chain_length: end.map_or(Duration::ZERO, |(_, (length, _))| *length) }
    }
}

/// The length of the longest chain up to the end of a scenario, and the scenario before it in that chain.
type Known<'a> = HashMap<&'a str, (Duration, Option<&'a str>)>;

struct Chains<'a> {
    scenarios: HashMap<&'a str, &'a Scenario>,
    own: HashMap<&'a str, Duration>,
}

impl<'a> Chains<'a> {
    /// Loading has refused prerequisites that go round in a circle.
    fn until_end(&self, id: &'a str, known: &mut Known<'a>) -> Duration {
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
    use crate::run::judged::unplayed;
    use crate::scenario;
    use crate::verdict::Verdict;

    /// The longest chain of these scenarios, each with its waits in milliseconds.
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
        let time = TimeUse::of(&scenarios, &results);
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
