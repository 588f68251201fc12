//! Which scenarios run.

use std::collections::BTreeSet;

use super::failure::Failure;
use super::names;
use super::rooms;
use crate::scenario::Scenario;

/// The scenarios that the filters leave: those that match one of them, all where none selects, and none
/// that matches one with `!` in front.
pub(super) fn filter(library: &[Scenario], filters: &[String]) -> Result<Vec<Scenario>, Failure> {
    let ids: Vec<&str> = library.iter().map(|scenario| scenario.id.as_str()).collect();
    let left = select(&ids, filters)?;
    let chosen = library.iter().filter(|scenario| left.contains(&scenario.id.as_str()));
    Ok(chosen.cloned().collect())
}

/// What the filters leave of a library among several: a glob may be meant for another one, and nothing may be
/// left. [`check`] is asked of all of them together.
pub(super) fn among(library: &[Scenario], filters: &[String]) -> Vec<Scenario> {
    let ids: Vec<&str> = library.iter().map(|one| one.id.as_str()).collect();
    let left = left(&ids, filters);
    let chosen = library.iter().filter(|one| left.contains(&one.id.as_str()));
    chosen.cloned().collect()
}

/// Refuses a glob that matches no id.
pub(super) fn check(ids: &[&str], filters: &[String]) -> Result<(), Failure> {
    let mut globs = filters.iter().map(|filter| filter.strip_prefix('!').unwrap_or(filter));
    let matches = |glob: &str| ids.iter().any(|id| rooms::glob_match(glob, id));
    match globs.find(|glob| !matches(glob)) {
        Some(glob) => Err(no_match(glob, ids)),
        None => Ok(()),
    }
}

fn select<'a>(ids: &[&'a str], filters: &[String]) -> Result<Vec<&'a str>, Failure> {
    check(ids, filters)?;
    let left = left(ids, filters);
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

/// The ids that match one of the filters, or any where none selects, and none with `!` in front.
fn left<'a>(ids: &[&'a str], filters: &[String]) -> Vec<&'a str> {
    let (unwanted, wanted): (Vec<&str>, Vec<&str>) =
        filters.iter().map(String::as_str).partition(|filter| filter.starts_with('!'));
    let matches = |globs: &[&str], id: &str| {
        let mut globs = globs.iter().map(|glob| glob.strip_prefix('!').unwrap_or(glob));
        globs.any(|glob| rooms::glob_match(glob, id))
    };
    let left = ids.iter().copied();
    left.filter(|id| (wanted.is_empty() || matches(&wanted, id)) && !matches(&unwanted, id))
        .collect()
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
    id.match_indices('/').map(|(at, _)| format!("{}/*", &id[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: &[&str] =
        &["usi/boot/handshake", "usi/go/clock[zero]", "usi/go/clock[one]", "usi/ponder/hit"];

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
        check(&["usi/boot/*", "usi/ponder/*"], &["usi/boot/handshake", "usi/ponder/hit"]);
        check(&["!usi/go/*"], &["usi/boot/handshake", "usi/ponder/hit"]);
        check(&["usi/go/*", "!*zero]"], &["usi/go/clock[one]"]);
        check(&["usi/go/clock[one]"], &["usi/go/clock[one]"]);
    }

    #[test]
    fn a_filter_that_matches_nothing_is_answered_with_what_is_near() {
        assert_eq!(refused(&["usi/pondr/*"]), ["usi/ponder/*"]);
        assert_eq!(refused(&["usi/boot/handshak"]), ["usi/boot/handshake"]);
        assert_eq!(refused(&["usi/boot/*", "!usi/bot/*"]), ["usi/boot/*", "usi/go/*"]);
        assert_eq!(refused(&["zzz"]), ["`kentei list scenarios` shows what there is"]);
        assert_eq!(
            refused(&["usi/boot/*", "!usi/*"]),
            ["`kentei list scenarios` shows what there is"]
        );
    }
}
