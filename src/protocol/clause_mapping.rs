//! Which clause each violation breaks, and how badly at most: the `violations.yaml` of a dialect.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::protocol::catalogue::Clause;
use crate::verdict::Severity;

/// The clause that a violation breaks in a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClauseMapping {
    /// Clause id.
    pub clause: &'static str,
    /// The worst that this violation counts, whatever the clause could.
    pub at_most: Severity,
}

/// What each violation breaks, by its id.
#[derive(Debug, Default)]
pub struct ClauseMappings {
    /// One for each profile, in their order; `None` where it breaks nothing.
    rows: BTreeMap<String, Vec<Option<ClauseMapping>>>,
}

/// What the file says of a violation: the same in each profile, or by the names of all profiles.
#[derive(Deserialize)]
#[serde(untagged)]
enum Row {
    Same(String),
    ByProfile(BTreeMap<String, String>),
}

impl ClauseMappings {
    /// Reads a file that is part of the program.
    ///
    /// # Panics
    /// If the text has another form, an id twice, a clause that is not in the catalogue, or not each profile: it is
    /// compiled in, and a test reads every one.
    pub(crate) fn read(text: &str, profiles: &[(&'static str, &str)], clauses: &[Clause]) -> Self {
        let rows: BTreeMap<String, Row> =
            serde_saphyr::from_str(text).unwrap_or_else(|error| panic!("violations.yaml: {error}"));
        let clauses: BTreeMap<&str, &'static str> =
            clauses.iter().map(|clause| (clause.id.0, clause.id.0)).collect();
        let row = |(id, row): (String, Row)| {
            let values: Vec<&str> = match &row {
                Row::Same(value) => vec![value; profiles.len()],
                Row::ByProfile(by) => {
                    assert_eq!(by.len(), profiles.len(), "{id}: one for each profile");
                    profiles.iter().map(|(profile, _)| by[*profile].as_str()).collect()
                }
            };
            let mappings = values.into_iter().map(|value| mapping(&id, value, &clauses)).collect();
            (id, mappings)
        };
        Self { rows: rows.into_iter().map(row).collect() }
    }

    /// What a violation breaks in the profile of this number; `None` too if the dialect does not know the violation.
    pub(crate) fn get(&self, violation: &str, profile: usize) -> Option<ClauseMapping> {
        *self.rows.get(violation)?.get(profile)?
    }

    /// The ids of all violations that the file has.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.rows.keys().map(String::as_str)
    }
}

fn mapping(id: &str, value: &str, clauses: &BTreeMap<&str, &'static str>) -> Option<ClauseMapping> {
    if value == "none" {
        return None;
    }
    let (clause, at_most) = value.split_once(' ').unwrap_or((value, "fail"));
    let at_most = match at_most {
        "fail" => Severity::Fail,
        "warn" => Severity::Warn,
        "info" => Severity::Info,
        _ => panic!("{id}: {at_most} is none of fail, warn and info"),
    };
    let clause = clauses.get(clause).unwrap_or_else(|| panic!("{id}: there is no clause {clause}"));
    Some(ClauseMapping { clause, at_most })
}

#[cfg(test)]
mod tests {
    use std::panic;

    use crate::protocol::usi::USI;

    use super::*;

    const PROFILES: [(&str, &str); 2] = [("core", ""), ("draft", "")];

    fn read(text: &str) -> ClauseMappings {
        use crate::protocol::Dialect;
        ClauseMappings::read(text, &PROFILES, &USI.catalogue().clauses)
    }

    #[test]
    fn a_row_says_clause_and_severity_for_all_profiles_or_for_each() {
        let mappings = read(
            "a: USI-GEN-06\nb: USI-GEN-06 warn\nc: { core: none, draft: USI-GEN-03 info }\nd: none",
        );
        let of = |id, profile| {
            mappings.get(id, profile).map(|mapping| (mapping.clause, mapping.at_most))
        };
        assert_eq!(of("a", 1), Some(("USI-GEN-06", Severity::Fail)));
        assert_eq!(of("b", 0), Some(("USI-GEN-06", Severity::Warn)));
        assert_eq!(of("c", 0), None);
        assert_eq!(of("c", 1), Some(("USI-GEN-03", Severity::Info)));
        assert_eq!(of("d", 0), None);
        assert_eq!(of("e", 0), None);
        assert_eq!(mappings.ids().collect::<String>(), "abcd");
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for text in [
            "a: none\na: USI-GEN-06",
            "a: USI-GEN-99",
            "a: USI-GEN-06 bad",
            "a: { core: USI-GEN-06 }",
            "a: { core: none, draft: none, text: none }",
            "a: { core: none, text: none }",
            "a: [USI-GEN-06]",
        ] {
            assert!(panic::catch_unwind(|| read(text)).is_err(), "{text}");
        }
    }
}
