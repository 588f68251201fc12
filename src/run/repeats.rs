//! The result of a repeated run: how often each scenario failed and each clause was broken.

mod wire;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lang::Text;
use crate::run::wilson::wilson;
use crate::verdict::{ClauseId, Severity, Verdict};

pub use wire::Summary;
use wire::{ClauseRepeatsV1, ScenarioRepeatsV1};

/// The repeats of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Repeats {
    /// How many repeats were requested.
    pub asked: u32,
    /// How many repeats were played completely; fewer than requested if the user ended the run.
    pub complete: u32,
    /// All scenarios, in the order of their ids.
    pub scenarios: Vec<ScenarioRepeats>,
    /// The clauses that were broken in at least one complete repeat, in the order of the catalogue.
    pub clauses: Vec<ClauseRepeats>,
}

/// The verdicts of one scenario in the repeats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "ScenarioRepeatsV1", into = "ScenarioRepeatsV1")]
pub struct ScenarioRepeats {
    /// Id of the scenario.
    pub id: String,
    /// How many repeats ended with each verdict that occurred, in the order of summaries.
    pub counts: Vec<(Verdict, u32)>,
}

/// How often one clause was broken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "ClauseRepeatsV1", into = "ClauseRepeatsV1")]
pub struct ClauseRepeats {
    /// The clause.
    pub clause: ClauseId,
    /// The worst severity that was found: a warning or a failure.
    pub worst: Severity,
    /// In how many repeats a violation of the clause was counted against the engine.
    pub broken: u32,
    /// In how many other repeats a violation was seen but not confirmed: the scenario was flaky, or the host was too
    /// busy to judge.
    pub unsettled: u32,
    /// The number of repeats.
    pub of: u32,
    /// Numbers of the repeats that `broken` counts, from 0, rising; only in a shard, empty otherwise.
    pub broken_in: Vec<u32>,
    /// Numbers of the repeats that `unsettled` counts, from 0, rising; only in a shard, empty otherwise.
    pub unsettled_in: Vec<u32>,
}

impl ScenarioRepeats {
    /// How many repeats ended with this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> u32 {
        let mut counts = self.counts.iter();
        counts.find(|(known, _)| *known == verdict).map_or(0, |(_, count)| *count)
    }

    /// The number of repeats in which something was counted against the engine.
    #[must_use]
    pub fn failed(&self) -> u32 {
        self.count(Verdict::Fail) + self.count(Verdict::Warn)
    }

    /// The number of repeats in which the scenario could be judged.
    #[must_use]
    pub fn judged(&self) -> u32 {
        self.failed() + self.count(Verdict::Pass) + self.count(Verdict::Flaky)
    }

    /// The bounds of the true rate of failure with 95 % confidence, as fractions of 1.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.failed() as usize, self.judged() as usize)
    }

    /// Whether the verdicts of the repeats differ.
    #[must_use]
    pub fn is_unstable(&self) -> bool {
        self.counts.len() > 1
    }
}

impl ClauseRepeats {
    /// `broken_in`: the repeats in which the clause counted against the engine. `unsettled_in`: other repeats with a
    /// violation.
    pub(crate) fn new(
        clause: ClauseId,
        worst: Severity,
        of: u32,
        broken_in: Vec<u32>,
        unsettled_in: Vec<u32>,
    ) -> Self {
        let count = |repeats: &[u32]| u32::try_from(repeats.len()).unwrap_or(u32::MAX);
        Self {
            clause,
            worst,
            broken: count(&broken_in),
            unsettled: count(&unsettled_in),
            of,
            broken_in,
            unsettled_in,
        }
    }

    /// The same without the numbers of the repeats.
    pub(crate) fn summed_up(self) -> Self {
        Self { broken_in: Vec::new(), unsettled_in: Vec::new(), ..self }
    }

    /// The bounds of the true rate of `broken` with 95 % confidence, as fractions of 1.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.broken as usize, self.of as usize)
    }

    /// Whether the clause was broken in only some of the repeats.
    #[must_use]
    pub fn is_unstable(&self) -> bool {
        self.broken < self.of
    }
}

/// A rate with its interval, in words: `1 of 20 (5 %; 1 to 24 % with 95 % confidence)`.
#[must_use]
pub fn rate(hits: u32, of: u32) -> Text {
    let percent = |part: f64| (part * 100.0).round();
    let (low, high) = wilson(hits as usize, of as usize);
    let rate = f64::from(hits) / f64::from(of.max(1));
    say!(
        "{hits} of {of} ({rate} %; {low} to {high} % with 95 % confidence)",
        hits,
        of,
        rate = percent(rate),
        low = percent(low),
        high = percent(high)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_is_rated_by_the_repeats_that_could_judge_it() {
        let row = ScenarioRepeats {
            id: "x".to_owned(),
            counts: vec![
                (Verdict::Pass, 7),
                (Verdict::Fail, 2),
                (Verdict::Flaky, 1),
                (Verdict::Inconclusive, 3),
            ],
        };
        assert_eq!((row.failed(), row.judged()), (2, 10));
        assert!(row.is_unstable());
        let (low, high) = row.interval();
        assert!(low > 0.05 && high < 0.52, "{low} {high}");
    }

    #[test]
    fn the_bounds_of_a_rate_are_written_in_hundredths_of_a_percent() {
        let counts = vec![(Verdict::Pass, 19), (Verdict::Fail, 1)];
        let row = ScenarioRepeats { id: "x".to_owned(), counts };
        let written = serde_json::to_value(&row).unwrap();
        assert_eq!(written["failure_rate"], serde_json::json!([0.0089, 0.2361]));
    }

    #[test]
    fn a_rate_is_reported_with_its_interval() {
        assert_eq!(rate(1, 20), "1 of 20 (5 %; 1 to 24 % with 95 % confidence)");
        assert_eq!(rate(0, 0), "0 of 0 (0 %; 0 to 100 % with 95 % confidence)");
    }

    #[test]
    fn a_clause_is_rated_by_all_repeats() {
        let row = |broken: Vec<u32>| {
            ClauseRepeats::new(ClauseId("USI-GO-03"), Severity::Fail, 20, broken, Vec::new())
        };
        assert_eq!(row(vec![7]).interval(), wilson(1, 20));
        assert!(row(vec![7]).is_unstable());
        assert!(!row((0..20).collect()).is_unstable());
    }
}
