//! Which defects are examined in which profiles: each in one profile by turns, or in all.

use std::ops::Range;

use kentei::reference::Defect;

use crate::bless::blessed;

/// The profiles whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Every profile.
    All,
    /// One profile for each defect; the number chooses it.
    One(usize),
}

impl Turn {
    /// The value of `KENTEI_TURN`: a number, or `all`. If the record is rewritten, or defects are chosen by name,
    /// all profiles are used.
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

    /// As [`of`](Self::of), but each turn has only one of `runs` items: every item has had all its profiles after
    /// `runs` times as many turns.
    pub(crate) fn of_some(self, at: usize, profiles: usize, runs: usize) -> Range<usize> {
        match self {
            Self::One(turn) if !(at + turn / profiles).is_multiple_of(runs) => 0..0,
            Self::One(_) | Self::All => self.of(at, profiles),
        }
    }

    /// The profiles in which the defect at index `at` of the table is examined, as indices of the dialect's profiles.
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

/// Whether the item at index `at` of a list has its turn, if there are `turns` turns.
pub(crate) fn has_turn(at: usize, turns: usize) -> bool {
    match Turn::of_this_run() {
        Turn::All => true,
        Turn::One(number) => at % turns == number % turns,
    }
}

/// The ids in `KENTEI_DEFECTS`.
fn names() -> Option<String> {
    let names = std::env::var("KENTEI_DEFECTS").ok();
    names.filter(|names| !names.is_empty())
}

/// Whether `KENTEI_DEFECTS` has the defect, or names none.
pub(crate) fn is_chosen(defect: &Defect) -> bool {
    names().is_none_or(|names| names.split(',').any(|id| id == defect.id))
}
