//! What counts of several examinations of one defect.
//!
//! What a defect does besides its own misdeed may hang on a few milliseconds. A line that was reviewed is seen
//! if one of the examinations shows it; a line that is new counts if each of them does. Of a defect of a window
//! or of chance everything counts that was told at all.

use std::collections::BTreeSet;

use crate::examine::{Examined, Told, is_chancy};
use crate::matrix::{self, Line};

/// What was told, by profile, as far as it counts.
pub(crate) fn settled(row: &Examined, known: &str) -> Vec<Vec<Told>> {
    let known = matrix::lines(known);
    let shown: Vec<BTreeSet<Line>> = row.attempts.iter().map(|told| lines(told)).collect();
    let counts = |line: &Line| {
        if is_chancy(row.defect) {
            return true;
        }
        let often = shown.iter().filter(|lines| lines.contains(line)).count();
        often == shown.len() || (often > 0 && known.contains(line))
    };
    (0..row.profiles())
        .map(|column| {
            let all = row.attempts.iter().flat_map(|told| &told[column]);
            let kept: BTreeSet<&Told> = all.filter(|told| counts(&told.line(column))).collect();
            kept.into_iter().cloned().collect()
        })
        .collect()
}

fn lines(told: &[Vec<Told>]) -> BTreeSet<Line> {
    let columns = told.iter().enumerate();
    columns
        .flat_map(|(column, told)| told.iter().map(move |told| told.line(column)))
        .collect()
}

/// The scripts that have to show a defect of a window or of chance, each with the clause: those that were
/// reviewed and have shown it in one profile at least, or, where the record is written anew, those that showed it
/// in two of three examinations.
pub(crate) fn shown_by(row: &Examined, known: &str, anew: bool) -> BTreeSet<(String, String)> {
    if !is_chancy(row.defect) {
        return BTreeSet::new();
    }
    let own = |told: &&Told| told.named && row.defect.clauses.contains(&told.clause);
    let pair = |told: &Told| (told.clause.to_owned(), told.scenario.clone());
    let all: Vec<BTreeSet<(String, String)>> = row
        .attempts
        .iter()
        .flat_map(|columns| columns.iter().zip(&row.defect.expected))
        .filter(|(_, (_, word))| !matches!(*word, "skip" | "pass"))
        .map(|(told, _)| told.iter().filter(own).map(pair).collect())
        .collect();
    let known = matrix::shown_by(known);
    let mut pairs: BTreeSet<(String, String)> = all.iter().flatten().cloned().collect();
    pairs.retain(|pair| {
        let shown = all.iter().filter(|told| told.contains(pair)).count();
        if anew {
            3 * shown >= 2 * all.len()
        } else {
            known.contains(pair)
        }
    });
    pairs
}
