//! Applies filters to scenarios and to the lines of `kentei list`.

use std::collections::BTreeSet;

use super::failure::Failure;
use super::names;
use crate::lang::Text;
use crate::protocol::{DIALECTS, Dialect};
use crate::scenario::Scenario;
use crate::scenario::filter::{self, Item, is_of_clauses, keeps};

/// The scenarios that the filters select.
///
/// # Errors
/// If a filter matches nothing, or no scenario is left.
pub(super) fn filter(library: &[Scenario], filters: &[String]) -> Result<Vec<Scenario>, Failure> {
    check(&items(library), "scenario", filters)?;
    let left = among(library, filters);
    if left.is_empty() {
        let text = if filters.is_empty() {
            say!("there are no scenarios")
        } else {
            say!("the filters leave no scenario")
        };
        return Err(
            Failure::bad_input(text).hint(say!("`kentei list scenarios` lists all of them"))
        );
    }
    Ok(left)
}

/// The scenarios that the filters select in one of several libraries. The result may be empty, because a filter may be
/// meant for another library. [`check`] is called for all libraries together.
pub(super) fn among(library: &[Scenario], filters: &[String]) -> Vec<Scenario> {
    let chosen = library.iter().filter(|scenario| keeps(&Item::from(*scenario), filters));
    chosen.cloned().collect()
}

/// The scenarios in the form that filters use.
pub(super) fn items(library: &[Scenario]) -> Vec<Item<'_>> {
    library.iter().map(Item::from).collect()
}

/// Refuses a filter that matches no item; `what` names the kind of the items.
pub(super) fn check(items: &[Item<'_>], what: &str, filters: &[String]) -> Result<(), Failure> {
    match filter::unmatched(items, filters) {
        Some(filter) => Err(no_match(filter, what, items)),
        None => Ok(()),
    }
}

fn no_match(filter: &str, what: &str, items: &[Item<'_>]) -> Failure {
    let clause = filter.to_ascii_uppercase();
    if DIALECTS.iter().any(|dialect| dialect.catalogue().clause(&clause).is_some()) {
        let failure = Failure::bad_input(say!("no {what} names the clause {clause}", what, clause));
        return failure.hint(say!("`kentei explain {clause}` says what checks it", clause));
    }
    let failure = Failure::bad_input(say!("no {what} matches \"{filter}\"", what, filter));
    // For a misspelt folder, folders are suggested too.
    let folders: BTreeSet<String> = items.iter().flat_map(|item| folders(item.id)).collect();
    let clauses: BTreeSet<&str> = match is_of_clauses(filter) {
        true => items.iter().flat_map(|item| item.clauses.iter().copied()).collect(),
        false => BTreeSet::new(),
    };
    let mut names: Vec<&str> = folders.iter().map(String::as_str).collect();
    names.extend(items.iter().map(|item| item.id));
    names.extend(clauses);
    match names::nearest(filter, &names).as_slice() {
        [] => failure.hint(say!("`kentei list {what}s` lists all of them", what)),
        near => near.iter().fold(failure, |failure, id| failure.hint(Text::plain(*id))),
    }
}

/// Whether a filter names this dialect, in the first part of an id or of a clause.
pub(super) fn names_dialect(filter: &str, dialect: &dyn Dialect) -> bool {
    let filter = filter.trim_start_matches('!');
    let id = filter.split_once('/');
    let first = id.or_else(|| filter.split_once('-')).map_or(filter, |(first, _)| first);
    first.eq_ignore_ascii_case(dialect.name())
}

/// The globs of the folders that contain an id: `usi/*`, `usi/ponder/*`.
fn folders(id: &str) -> impl Iterator<Item = String> {
    id.match_indices('/').map(|(at, _)| format!("{}/*", &id[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: &[(&str, &str)] = &[
        ("usi/boot/handshake", "USI-BOOT-01"),
        ("usi/go/clock[zero]", "USI-GO-01"),
        ("usi/go/clock[one]", "USI-GO-13"),
        ("usi/ponder/hit", "USI-PON-01"),
    ];

    fn items() -> Vec<Item<'static>> {
        ITEMS.iter().map(|(id, clause)| Item { id, clauses: vec![clause] }).collect()
    }

    fn owned(filters: &[&str]) -> Vec<String> {
        filters.iter().map(|filter| (*filter).to_owned()).collect()
    }

    fn left(filters: &[&str], expected: &[&str]) {
        let (items, filters) = (items(), owned(filters));
        check(&items, "scenario", &filters).unwrap();
        let left = items.iter().filter(|item| keeps(item, &filters));
        assert_eq!(left.map(|item| item.id).collect::<Vec<_>>(), expected, "{filters:?}");
    }

    fn refused(filters: &[&str]) -> Vec<String> {
        let tries = check(&items(), "scenario", &owned(filters)).unwrap_err().tries;
        tries.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn filters_select_and_leave_out() {
        let all: Vec<&str> = ITEMS.iter().map(|(id, _)| *id).collect();
        left(&[], &all);
        left(&["usi/boot/*", "usi/ponder/*"], &["usi/boot/handshake", "usi/ponder/hit"]);
        left(&["!usi/go/*"], &["usi/boot/handshake", "usi/ponder/hit"]);
        left(&["usi/go/*", "!*zero]"], &["usi/go/clock[one]"]);
        left(&["usi/go/clock[one]"], &["usi/go/clock[one]"]);
        left(&["usi/boot/*", "!usi/*"], &[]);
    }

    #[test]
    fn a_filter_can_be_a_clause() {
        left(&["USI-GO-13"], &["usi/go/clock[one]"]);
        left(&["usi-go-*"], &["usi/go/clock[zero]", "usi/go/clock[one]"]);
        left(&["!USI-GO-*", "usi/*"], &["usi/boot/handshake", "usi/ponder/hit"]);
        // A filter without wildcards stands for a whole clause id.
        assert_eq!(refused(&["USI-GO-1"]), ["USI-GO-01", "USI-GO-13"]);
        assert_eq!(refused(&["USI-PON-011"]), ["USI-PON-01"]);
        assert_eq!(refused(&["USI-GEN-13"]), ["`kentei explain USI-GEN-13` says what checks it"]);
    }

    #[test]
    fn a_filter_that_matches_nothing_is_answered_with_what_is_near() {
        assert_eq!(refused(&["usi/pondr/*"]), ["usi/ponder/*"]);
        assert_eq!(refused(&["usi/boot/handshak"]), ["usi/boot/handshake"]);
        assert_eq!(refused(&["usi/boot/*", "!usi/bot/*"]), ["usi/boot/*", "usi/go/*"]);
        assert_eq!(refused(&["zzz"]), ["`kentei list scenarios` lists all of them"]);
    }
}
