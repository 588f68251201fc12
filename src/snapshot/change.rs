//! Changes that several snapshots share: the user reviews each of them once.

use std::collections::{BTreeMap, BTreeSet};

use super::diff::{Diff, Sign};
use super::result::{SnapshotResult, SnapshotStanding};

/// The contents of a diff, whatever its place and however often its lines occur: the lines that are gone, and those
/// that are new.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    gone: BTreeSet<String>,
    added: BTreeSet<String>,
    /// Whether the scenario file has changed too, which can be the reason.
    other_script: bool,
}

impl Change {
    /// The change of a diff; `None` if the diff has no lines or was cut.
    #[must_use]
    pub fn of(diff: &Diff, other_script: bool) -> Option<Self> {
        if diff.more > 0 || diff.hunks.is_empty() {
            return None;
        }
        let lines = |sign| {
            let all = diff.hunks.iter().flat_map(|hunk| &hunk.lines);
            all.filter(|line| line.sign == sign).map(|line| line.text.clone()).collect()
        };
        Some(Self { gone: lines(Sign::Gone), added: lines(Sign::Added), other_script })
    }
}

/// The changed snapshots of a run, grouped by change.
#[must_use]
pub fn changed(reported: &[SnapshotResult]) -> Vec<Vec<&SnapshotResult>> {
    let changed = reported.iter().filter(|reported| reported.standing == SnapshotStanding::Changed);
    groups(changed, |reported| Change::of(&reported.diff, reported.other_script))
}

/// Groups items by key, the largest group first; groups of the same size and the items of a group keep their order. An
/// item without a key is a group of its own.
pub fn groups<T, K: Ord>(
    all: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> Option<K>,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    let mut places: BTreeMap<K, usize> = BTreeMap::new();
    for one in all {
        let new = groups.len();
        let place = key(&one).map_or(new, |key| *places.entry(key).or_insert(new));
        if place == new {
            groups.push(Vec::new());
        }
        groups[place].push(one);
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::diff::diff;

    #[test]
    fn a_change_is_the_same_wherever_and_however_often_it_stands() {
        let change = |old: &str, new: &str| Change::of(&diff(old, new), false);
        let once = change("> go\n  < info a\n> quit", "> go\n  < info b\n> quit");
        assert!(once.is_some());
        let twice = change("x\n  < info a\ny\n  < info a", "x\n  < info b\ny\n  < info b");
        assert_eq!(once, twice);
        assert_ne!(once, change("  < info a", "  < info c"));
        assert_ne!(once, change("  < info a\nz", "  < info b\nZ"));
        assert_ne!(once, Change::of(&diff("  < info a", "  < info b"), true));
    }

    #[test]
    fn what_is_not_known_whole_is_the_same_as_nothing() {
        let long: Vec<String> = (0..500).map(|number| number.to_string()).collect();
        assert_eq!(Change::of(&diff("", &long.join("\n")), false), None);
        assert_eq!(Change::of(&diff("", ""), false), None);
    }

    #[test]
    fn the_largest_group_is_first_and_what_has_no_key_is_alone() {
        let all = ["a1", "b1", "?", "b2", "?", "a2", "b3"];
        let groups = groups(all, |one| one.chars().next().filter(|first| *first != '?'));
        let expected: [&[&str]; 4] = [&["b1", "b2", "b3"], &["a1", "a2"], &["?"], &["?"]];
        assert_eq!(groups, expected);
    }
}
