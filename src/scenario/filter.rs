//! Filters: globs for ids, and clauses. A filter that begins with `!` excludes what it matches.

use super::Scenario;
use super::glob::glob_match;
use crate::protocol::DIALECTS;

/// What a filter is compared with.
#[derive(Debug, Clone)]
pub(crate) struct Item<'a> {
    /// The id.
    pub(crate) id: &'a str,
    /// The clauses that the item examines.
    pub(crate) clauses: Vec<&'a str>,
}

impl<'a> From<&'a Scenario> for Item<'a> {
    fn from(scenario: &'a Scenario) -> Self {
        let clauses = scenario.clauses.iter().map(|clause| clause.0).collect();
        Self { id: &scenario.id, clauses }
    }
}

/// The first filter that matches none of the items, without its `!`.
pub(crate) fn unmatched<'f>(items: &[Item<'_>], filters: &'f [String]) -> Option<&'f str> {
    let mut filters = filters.iter().map(|filter| filter.strip_prefix('!').unwrap_or(filter));
    filters.find(|filter| !items.iter().any(|item| matches(filter, item)))
}

/// Whether the filters keep the item: no filter with `!` matches it, and if there are filters without `!`, one of them
/// does.
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

/// Whether a filter matches an item. A filter is a glob for ids. A filter that begins like a clause id, such as
/// `USI-GO-*`, also matches items about these clauses; for clauses, case does not matter.
fn matches(filter: &str, item: &Item<'_>) -> bool {
    let is_about = || {
        let filter = filter.to_ascii_uppercase();
        item.clauses.iter().any(|clause| glob_match(&filter, clause))
    };
    glob_match(filter, item.id) || (is_of_clauses(filter) && is_about())
}

/// Whether a filter begins like a clause id.
pub(crate) fn is_of_clauses(filter: &str) -> bool {
    DIALECTS.iter().any(|dialect| {
        let name = dialect.name();
        let begins = filter.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        begins && filter[name.len()..].starts_with('-')
    })
}
