//! Which scenarios run.

use std::collections::BTreeSet;

use super::failure::Failure;
use super::names;
use super::rooms;
use crate::scenario::Scenario;

/// The scenarios that the filters leave: those that match one of them, all where none selects, and none
/// that matches one with `!` in front.
pub(super) fn filter(library: &[Scenario], filters: &[String]) -> Result<Vec<Scenario>, Failure> {
    let ids: Vec<&str> = library
        .iter()
        .map(|scenario| scenario.id.as_str())
        .collect();
    let left = select(&ids, filters)?;
    let chosen = library
        .iter()
        .filter(|scenario| left.contains(&scenario.id.as_str()));
    Ok(chosen.cloned().collect())
}

fn select<'a>(ids: &[&'a str], filters: &[String]) -> Result<Vec<&'a str>, Failure> {
    let mut wanted: Vec<&str> = Vec::new();
    let mut unwanted: Vec<&str> = Vec::new();
    for filter in filters {
        match filter.strip_prefix('!') {
            Some(glob) => unwanted.push(glob),
            None => wanted.push(filter),
        }
    }
    for glob in wanted.iter().chain(&unwanted) {
        if !ids.iter().any(|id| rooms::glob_match(glob, id)) {
            return Err(no_match(glob, ids));
        }
    }
    let is_wanted =
        |id: &str| wanted.is_empty() || wanted.iter().any(|glob| rooms::glob_match(glob, id));
    let is_unwanted = |id: &str| unwanted.iter().any(|glob| rooms::glob_match(glob, id));
    let left = ids
        .iter()
        .copied()
        .filter(|id| is_wanted(id) && !is_unwanted(id));
    let left: Vec<&str> = left.collect();
    if left.is_empty() {
        let text = if filters.is_empty() {
            "there are no scenarios"
        } else {
            "the filters leave no scenario"
        };
        return Err(Failure::bad_input(text).hint("`kentei list scenarios` shows what there is"));
    }
    Ok(left)
}

fn no_match(glob: &str, ids: &[&str]) -> Failure {
    let failure = Failure::bad_input(format!("no scenario matches \"{glob}\""));
    // Whoever asks for a folder with a slip in its name is offered folders.
    let folders: BTreeSet<String> = ids.iter().flat_map(|id| folders(id)).collect();
    let mut names: Vec<&str> = folders.iter().map(String::as_str).collect();
    names.extend(ids);
    match names::nearest(glob, &names).as_slice() {
        [] => failure.hint("`kentei list scenarios` shows what there is"),
        near => near.iter().fold(failure, |failure, id| failure.hint(*id)),
    }
}

/// The globs of the folders that an id lies in: `usi/*`, `usi/ponder/*`.
fn folders(id: &str) -> impl Iterator<Item = String> {
    id.match_indices('/')
        .map(|(at, _)| format!("{}/*", &id[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: &[&str] = &[
        "usi/boot/handshake",
        "usi/go/clock[zero]",
        "usi/go/clock[one]",
        "usi/ponder/hit",
    ];

    fn check(filters: &[&str], expected: &[&str]) {
        let filters: Vec<String> = filters.iter().map(|filter| (*filter).to_owned()).collect();
        assert_eq!(select(IDS, &filters).unwrap(), expected, "{filters:?}");
    }

    fn refused(filters: &[&str]) -> Vec<String> {
        let filters: Vec<String> = filters.iter().map(|filter| (*filter).to_owned()).collect();
        select(IDS, &filters).unwrap_err().tries
    }

    #[test]
    fn filters_select_and_leave_out() {
        check(&[], IDS);
        check(
            &["usi/boot/*", "usi/ponder/*"],
            &["usi/boot/handshake", "usi/ponder/hit"],
        );
        check(&["!usi/go/*"], &["usi/boot/handshake", "usi/ponder/hit"]);
        check(&["usi/go/*", "!*zero]"], &["usi/go/clock[one]"]);
        check(&["usi/go/clock[one]"], &["usi/go/clock[one]"]);
    }

    #[test]
    fn a_filter_that_matches_nothing_is_answered_with_what_is_near() {
        assert_eq!(refused(&["usi/pondr/*"]), ["usi/ponder/*"]);
        assert_eq!(refused(&["usi/boot/handshak"]), ["usi/boot/handshake"]);
        assert_eq!(
            refused(&["usi/boot/*", "!usi/bot/*"]),
            ["usi/boot/*", "usi/go/*"]
        );
        assert_eq!(
            refused(&["zzz"]),
            ["`kentei list scenarios` shows what there is"]
        );
        assert_eq!(
            refused(&["usi/boot/*", "!usi/*"]),
            ["`kentei list scenarios` shows what there is"]
        );
    }
}
