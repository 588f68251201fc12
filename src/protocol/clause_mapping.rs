//! The clause that each violation breaks, and the worst severity: the `violations.yaml` of a dialect.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::protocol::catalogue::Clause;
use crate::verdict::Severity;

/// The clause that a violation breaks in a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClauseMapping {
    /// The id of the clause.
    pub clause: &'static str,
    /// The worst severity that this violation can have, even if the clause allows a worse one.
    pub at_most: Severity,
}

/// The clause that each violation breaks, by the id of the violation.
#[derive(Debug, Default)]
pub struct ClauseMappings {
    /// One entry per profile, in the order of the profiles; `None` if the violation breaks no clause in that profile.
    rows: BTreeMap<String, Vec<Option<ClauseMapping>>>,
}

/// A row of the file: one value for all profiles, or one for each profile by name.
#[derive(Deserialize)]
#[serde(untagged)]
enum Row {
    Same(String),
    ByProfile(BTreeMap<String, String>),
}

impl ClauseMappings {
    /// Reads a file that is compiled in.
    ///
    /// # Panics
    /// If the text is malformed, has an id twice, names a clause that is not in the catalogue, or lists other
    /// profiles than `profiles`. A test reads every file.
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

    /// What a violation breaks in the profile with this index; `None` also if the dialect does not know the violation.
    pub(crate) fn get(&self, violation: &str, profile: usize) -> Option<ClauseMapping> {
        *self.rows.get(violation)?.get(profile)?
    }

    /// The ids of all violations in the file.
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
