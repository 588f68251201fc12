//! Every sentence about changes that people read, in one place, in words that could stand in a changelog.
//!
//! A sentence is a row of parts, so that each format can show what is not ours in its own way.

mod engine;
mod judged;

use super::types::{Changes, Note, NoteKind, Outcome, Way};
use crate::protocol;
use engine::{identity, latency, message, option};
use judged::{clause, examined, scenarios};

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Words of ours.
    Ours(String),
    /// A name or a word of the engine, shown so that its ends can be seen.
    Name(String),
    /// The id of a clause or a scenario.
    Id(String),
    /// What somebody else says, in whole sentences.
    Text(String),
}

/// A sentence about one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Which way it goes.
    pub way: Way,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// Ids that are named of a longer row.
const NAMED: usize = 3;

/// What a comparison is called.
pub const TITLE: &str = "Comparison of two reports";
/// What it is called in the report of a run.
pub const BASELINE: &str = "Compared with the baseline";
/// Where there is nothing to tell.
pub const NOTHING: &str = "Nothing has changed.";
/// What stands above each group.
pub const GROUPS: [(Way, &str); 3] = [
    (Way::Worse, "Worse"),
    (Way::Better, "Better"),
    (Way::Changed, "Changed"),
];
/// What stands above the notes.
pub const NOTES: &str = "To be kept in mind";
/// The older report, in a word.
pub const OLD: &str = "old";
/// The newer report, in a word.
pub const NEW: &str = "new";

/// Everything that has changed: what is worse first, then what is better, then the rest.
#[must_use]
pub fn sentences(changes: &Changes) -> Vec<Sentence> {
    let catalogue = protocol::dialect(&changes.dialect).map(|dialect| dialect.catalogue());
    let of = |way| move |parts| Sentence { way, parts };
    let mut all: Vec<Sentence> = Vec::new();
    all.extend(
        changes
            .clauses
            .iter()
            .map(|change| of(change.way)(clause(change, catalogue))),
    );
    all.extend(
        changes
            .scenarios
            .iter()
            .map(|change| of(change.way)(scenarios(change))),
    );
    all.extend(examined(
        &changes.no_longer_examined,
        Way::Worse,
        "not examined any longer",
    ));
    all.extend(examined(
        &changes.newly_examined,
        Way::Better,
        "examined now, and not before",
    ));
    let changed = of(Way::Changed);
    all.extend(
        changes
            .engine
            .iter()
            .map(|change| changed(identity(change))),
    );
    all.extend(changes.options.iter().map(|change| changed(option(change))));
    if changes.options_reordered {
        all.push(changed(vec![ours("The options stand in another order.")]));
    }
    all.extend(
        changes
            .messages
            .iter()
            .map(|change| changed(message(change))),
    );
    all.extend(
        changes
            .latencies
            .iter()
            .map(|change| changed(latency(change))),
    );
    all.sort_by_key(|sentence| sentence.way);
    all
}

/// A count with its noun. The comparison is told in English alone, so far.
fn count(number: u64, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// What the comparison comes to, in one sentence.
#[must_use]
pub fn verdict(changes: &Changes) -> Vec<Part> {
    let broken = changes
        .clauses
        .iter()
        .filter(|change| change.way == Way::Worse)
        .count() as u64;
    let lost: usize = changes
        .scenarios
        .iter()
        .filter(|change| change.way == Way::Worse)
        .map(|change| change.scenarios.len())
        .sum();
    let told = [
        (
            broken,
            "clause",
            "broken that was not, or worse than it was",
            "broken that were not, or worse than they were",
        ),
        (
            lost as u64,
            "scenario",
            "not judged any longer",
            "not judged any longer",
        ),
    ];
    let told: Vec<String> = told
        .into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, noun, one, many)| {
            format!(
                "{} {}",
                count(number, noun),
                if number == 1 { one } else { many }
            )
        })
        .collect();
    match changes.outcome {
        Outcome::Worse => vec![ours("worse: "), ours(told.join(", "))],
        Outcome::Good if changes.is_empty() => vec![ours("nothing has changed")],
        Outcome::Good => vec![ours("nothing got worse")],
        Outcome::Unjudged => vec![
            ours("could not be judged: "),
            Part::Text(changes.reason.clone().unwrap_or_default()),
        ],
    }
}

/// What was compared: `412 scenarios in both; 3 only in the older report`.
#[must_use]
pub fn extent(changes: &Changes) -> Vec<Part> {
    let mut parts = vec![ours(format!(
        "{} in both reports",
        count(changes.compared, "scenario")
    ))];
    for (ids, side) in [(&changes.only_old, "older"), (&changes.only_new, "newer")] {
        if !ids.is_empty() {
            parts.push(ours(format!("; {} only in the {side} one (", ids.len())));
            parts.extend(row(ids));
            parts.push(ours(")"));
        }
    }
    parts
}

/// Each of the two: what it is called, in a few words.
#[must_use]
pub fn sides(changes: &Changes) -> [(&'static str, Vec<Part>); 2] {
    [(OLD, &changes.old), (NEW, &changes.new)].map(|(which, side)| {
        let name = side
            .name
            .clone()
            .map_or_else(|| Part::Name(side.command.join(" ")), Part::Name);
        (which, vec![name])
    })
}

/// What makes the reports less comparable.
#[must_use]
pub fn notes(changes: &Changes) -> Vec<Vec<Part>> {
    let note = |note: &Note| {
        let (old, new) = (Part::Text(note.old.clone()), Part::Text(note.new.clone()));
        match note.kind {
            NoteKind::Tool => vec![
                ours("Made by kentei "),
                old,
                ours(" and "),
                new,
                ours(": what is examined, and how, may have changed besides the engine."),
            ],
            NoteKind::Limits => vec![
                ours("The limits were multiplied by "),
                old,
                ours(" and by "),
                new,
                ours("."),
            ],
            NoteKind::Machine => vec![
                ours("Latencies are not compared, as the machines differ: "),
                old,
                ours("; "),
                new,
                ours("."),
            ],
            NoteKind::Incomplete => vec![
                ours("The older run: "),
                old,
                ours(". The newer run: "),
                new,
                ours("."),
            ],
        }
    };
    changes.notes.iter().map(note).collect()
}

fn ours(text: impl Into<String>) -> Part {
    Part::Ours(text.into())
}

fn name(text: &str) -> Part {
    Part::Name(text.to_owned())
}

fn id(text: &str) -> Part {
    Part::Id(text.to_owned())
}

/// The first few of a row of ids, and how many there are besides.
fn row(ids: &[String]) -> Vec<Part> {
    let mut parts = Vec::new();
    for (at, one) in ids.iter().take(NAMED).enumerate() {
        if at > 0 {
            parts.push(ours(", "));
        }
        parts.push(id(one));
    }
    if ids.len() > NAMED {
        parts.push(ours(format!(" and {} more", ids.len() - NAMED)));
    }
    parts
}
