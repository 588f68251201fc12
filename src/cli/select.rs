//! Which scenarios run.

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
    match names::nearest(glob, ids).as_slice() {
        [] => failure.hint("`kentei list scenarios` shows what there is"),
        near => near.iter().fold(failure, |failure, id| failure.hint(*id)),
    }
}
