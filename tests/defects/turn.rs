//! Which defects are examined in which profiles: each in one, by turns, or in all.

use std::ops::Range;

use kentei::reference::Defect;

use crate::bless::blessed;

/// The profiles whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Every profile.
    All,
    /// One profile for each defect, the next one for each number.
    One(usize),
}

impl Turn {
    /// What `KENTEI_TURN` says: a number, or `all`. What is written anew is seen in every profile, and so is what was
    /// asked for by name.
    pub(crate) fn of_this_run() -> Self {
        if blessed() || names().is_some() {
            return Self::All;
        }
        match std::env::var("KENTEI_TURN").as_deref() {
            Ok("all") => Self::All,
            Ok(number) => Self::One(number.parse().expect("KENTEI_TURN is a number or `all`")),
            Err(_) => Self::One(0),
        }
    }

    /// The profiles of the defect at a place of the table, as their places among `profiles`.
    pub(crate) fn of(self, at: usize, profiles: usize) -> Range<usize> {
        match self {
            Self::All => 0..profiles,
            Self::One(turn) => {
                let profile = (at + turn) % profiles;
                profile..profile + 1
            }
        }
    }
}

/// The ids in `KENTEI_DEFECTS`.
fn names() -> Option<String> {
    let names = std::env::var("KENTEI_DEFECTS").ok();
    names.filter(|names| !names.is_empty())
}

/// Whether it is one of those that `KENTEI_DEFECTS` names, or none is named.
pub(crate) fn is_chosen(defect: &Defect) -> bool {
    names().is_none_or(|names| names.split(',').any(|id| id == defect.id))
}
