//! Known failures, listed by the user. They do not fail the run, but a known failure that no longer occurs does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lang::{Text, ToText};
use crate::scenario::glob_match;
use crate::verdict::{ClauseId, Finding};

/// A failure that the user lists as known, by clause, by scenario, or by both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Known {
    /// Id of the broken clause; null for any clause.
    pub clause: Option<ClauseId>,
    /// A glob for the ids of the scenarios that show the failure; null for any scenario.
    pub scenario: Option<String>,
    /// The reason that the user gives.
    pub reason: String,
    /// Place of the entry, such as `kentei.yaml:12`.
    pub place: String,
}

/// A known failure, and whether it occurred in the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownResult {
    /// The known failure.
    #[serde(flatten)]
    pub known: Known,
    /// Whether the failure still occurs.
    pub standing: KnownStanding,
    /// How many findings the entry excuses.
    pub findings: u32,
}

/// Whether a known failure still occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum KnownStanding {
    /// The failure occurred.
    Seen,
    /// Everything that could show the failure was run, and it did not occur.
    Stale,
    /// Not known: what could show the failure was left out, skipped, blocked or not confirmed.
    Unknown,
}

impl KnownStanding {
    /// The word for reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Stale => "stale",
            Self::Unknown => "unknown",
        }
    }
}

impl Known {
    /// Whether this entry covers a finding of a scenario.
    #[must_use]
    pub fn is(&self, scenario: &str, finding: &Finding) -> bool {
        self.clause.is_none_or(|clause| clause == finding.clause) && self.may_show(scenario)
    }

    /// Whether this entry covers findings of a scenario.
    pub(super) fn may_show(&self, scenario: &str) -> bool {
        let glob = self.scenario.as_deref();
        glob.is_none_or(|glob| glob_match(glob, scenario))
    }

    /// The clause and the scenarios of this entry, as text: `USI-CM-01 in usi/mate/*`.
    #[must_use]
    pub fn what(&self) -> Text {
        match (self.clause, &self.scenario) {
            (Some(clause), Some(scenario)) => say!("{clause} in {scenario}", clause, scenario),
            (Some(clause), None) => clause.to_text(),
            (None, Some(scenario)) => scenario.to_text(),
            (None, None) => say!("everything"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_for_people_and_for_programs_use_the_same_word() {
        use KnownStanding::{Seen, Stale, Unknown};
        for (standing, word) in [(Seen, "seen"), (Stale, "stale"), (Unknown, "unknown")] {
            assert_eq!(standing.word(), word);
            assert_eq!(serde_json::to_value(standing).unwrap(), word);
        }
    }
}
