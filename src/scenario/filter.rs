//! Filters: globs for ids, and clauses. `!` in front leaves out what matches.

use super::Scenario;
use super::glob::glob_match;
use crate::protocol::DIALECTS;

/// What filters are compared with.
#[derive(Debug, Clone)]
pub(crate) struct Item<'a> {
    /// Its id.
    pub(crate) id: &'a str,
    /// The clauses that it is about.
    pub(crate) clauses: Vec<&'a str>,
}

impl<'a> From<&'a Scenario> for Item<'a> {
    fn from(scenario: &'a Scenario) -> Self {
        let clauses = scenario.clauses.iter().map(|clause| clause.0).collect();
        Self { id: &scenario.id, clauses }
    }
}

/// The first filter that matches none of these, without its `!`.
pub(crate) fn unmatched<'f>(items: &[Item<'_>], filters: &'f [String]) -> Option<&'f str> {
    let mut filters = filters.iter().map(|filter| filter.strip_prefix('!').unwrap_or(filter));
    filters.find(|filter| !items.iter().any(|item| matches(filter, item)))
}

/// Whether the filters leave it: one of them matches, or none selects, and none with `!` in front matches.
pub(crate) fn keeps(item: &Item<'_>, filters: &[String]) -> bool {
    let mut selects = false;
    let mut selected = false;
    for filter in filters {
        match filter.strip_prefix('!') {
            Some(unwanted) if matches(unwanted, item) => return false,
            Some(_) => {}
            None => {
                selects = true;
                selected |= matches(filter, item);
            }
        }
    }
    selected || !selects
}

/// A filter is a glob for ids. One that begins as ids of clauses do, such as `USI-GO-*`, also means what is about
/// these clauses; case does not matter there.
fn matches(filter: &str, item: &Item<'_>) -> bool {
    let is_about = || {
        let filter = filter.to_ascii_uppercase();
        item.clauses.iter().any(|clause| glob_match(&filter, clause))
    };
    glob_match(filter, item.id) || (is_of_clauses(filter) && is_about())
}

/// Whether a filter begins as ids of clauses do.
pub(crate) fn is_of_clauses(filter: &str) -> bool {
    DIALECTS.iter().any(|dialect| {
        let name = dialect.name();
        let begins = filter.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        begins && filter[name.len()..].starts_with('-')
    })
}
