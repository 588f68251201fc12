//! All sentences about changes that people read, in words that fit into a changelog.
//!
//! A sentence is a list of parts, so that each format can show names, ids and quoted text in its own way.

mod engine;
pub mod history;
mod judged;
mod parts;

use super::types::{Changes, Impact, Note, NoteKind, Outcome};
use crate::lang::Text;
use crate::lang::wire::{self, TextV1};
use crate::protocol;
use crate::report::words::{Noun, count};
use engine::{identity, latency, message, option};
use judged::{clause, newly_examined, no_longer_examined, scenarios};
use parts::{fill, ids, list, text};

pub use parts::Part;

/// A sentence about one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The direction of the change.
    pub way: Impact,
    /// The parts of the sentence, in order.
    pub parts: Vec<Part>,
}

/// The title of a comparison.
pub const TITLE: Text = say!("Comparison of two reports");
/// The title of a comparison in the report of a run.
pub const BASELINE: Text = say!("Compared with the baseline");
/// The text of a comparison without changes.
pub const NOTHING: Text = say!("Nothing has changed.");
/// The groups, in the order in which they are shown.
pub const GROUPS: [Impact; 3] = [Impact::Worse, Impact::Better, Impact::Changed];
/// The heading of the notes.
pub const NOTES: Text = say!("Notes");

/// The heading of a group.
#[must_use]
pub fn group(way: Impact) -> Text {
    match way {
        Impact::Worse => say!("Worse"),
        Impact::Better => say!("Better"),
        Impact::Changed => say!("Changed"),
    }
}

/// The sentences about all changes: the worse first, then the better, then the rest.
#[must_use]
pub fn sentences(changes: &Changes) -> Vec<Sentence> {
    let catalogue = protocol::dialect(&changes.dialect).map(|dialect| dialect.catalogue());
    let of = |way| move |parts| Sentence { way, parts };
    let mut all: Vec<Sentence> = Vec::new();
    all.extend(changes.clauses.iter().map(|change| of(change.way)(clause(change, catalogue))));
    all.extend(changes.scenarios.iter().map(|change| of(change.way)(scenarios(change))));
    all.extend(no_longer_examined(&changes.no_longer_examined));
    all.extend(newly_examined(&changes.newly_examined));
    let changed = of(Impact::Changed);
    all.extend(changes.engine.iter().map(|change| changed(identity(change))));
    all.extend(changes.options.iter().map(|change| changed(option(change))));
    if changes.options_reordered {
        all.push(changed(fill!(say!("The options are in a different order."))));
    }
    all.extend(changes.messages.iter().map(|change| changed(message(change))));
    all.extend(changes.latencies.iter().map(|change| changed(latency(change))));
    all.sort_by_key(|sentence| sentence.way);
    all
}

/// The outcome of the comparison, in one sentence.
#[must_use]
pub fn verdict(changes: &Changes) -> Vec<Part> {
    let broken = changes.clauses.iter().filter(|change| change.way == Impact::Worse).count() as u64;
    let lost: usize = changes
        .scenarios
        .iter()
        .filter(|change| change.way == Impact::Worse)
        .map(|change| change.scenarios.len())
        .sum();
    match changes.outcome {
        Outcome::Worse => fill!(say!("worse: {reported}"), reported = worse(broken, lost as u64)),
        Outcome::Good if changes.is_empty() && changes.only_new.is_empty() => {
            fill!(say!("nothing has changed"))
        }
        Outcome::Good if changes.is_empty() => fill!(
            say!("nothing has changed in the {scenarios} of both reports"),
            scenarios = count(changes.compared, Noun::Scenario)
        ),
        Outcome::Good => fill!(say!("nothing got worse")),
        Outcome::Unjudged => fill!(
            say!("could not be judged: {reason}"),
            reason = text(&back(
                changes.reason.as_deref().unwrap_or_default(),
                changes.reason_said.as_ref()
            ))
        ),
    }
}

/// How many clauses got worse, and how many scenarios are no longer judged.
fn worse(clauses: u64, scenarios: u64) -> Vec<Part> {
    let mut reported = Vec::new();
    if clauses > 0 {
        reported.push(fill!(
            say!("{clauses} newly or more severely broken"),
            clauses = count(clauses, Noun::Clause)
        ));
    }
    if scenarios > 0 {
        reported.push(fill!(
            say!("{scenarios} no longer judged"),
            scenarios = count(scenarios, Noun::Scenario)
        ));
    }
    list(reported)
}

/// A text of the comparison's data, which is English, in the language of the report.
fn back(reported: &str, said: Option<&TextV1>) -> String {
    wire::back(reported.to_owned(), said.cloned()).to_string()
}

/// Which scenarios were compared: `412 scenarios in both reports; 3 only in the older one (…)`.
#[must_use]
pub fn extent(changes: &Changes) -> Vec<Part> {
    let mut parts = fill!(
        say!("{scenarios} in both reports"),
        scenarios = count(changes.compared, Noun::Scenario)
    );
    if !changes.only_old.is_empty() {
        parts = fill!(
            say!("{extent}; {number} only in the older one ({ids})"),
            extent = parts,
            number = changes.only_old.len() as u64,
            ids = ids(&changes.only_old)
        );
    }
    if !changes.only_new.is_empty() {
        parts = fill!(
            say!("{extent}; {number} only in the newer one ({ids})"),
            extent = parts,
            number = changes.only_new.len() as u64,
            ids = ids(&changes.only_new)
        );
    }
    parts
}

/// The label of each of the two reports, and the name of its engine (its command if it gave no name).
#[must_use]
pub fn sides(changes: &Changes) -> [(Text, Vec<Part>); 2] {
    [(say!("old"), &changes.old), (say!("new"), &changes.new)].map(|(which, side)| {
        let name = side.name.clone().map_or_else(|| Part::Name(side.command.join(" ")), Part::Name);
        (which, vec![name])
    })
}

/// What makes the reports less comparable.
#[must_use]
pub fn notes(changes: &Changes) -> Vec<Vec<Part>> {
    let note = |note: &Note| {
        let old = text(&back(&note.old, note.old_said.as_ref()));
        let new = text(&back(&note.new, note.new_said.as_ref()));
        match note.kind {
            NoteKind::Tool => fill!(
                say!(
                    "The reports were made by kentei {old} and {new}: what is examined, and how, may have changed too."
                ),
                old = old,
                new = new
            ),
            NoteKind::Limits => fill!(
                say!(
                    "The limits were multiplied by {old} in the older run and by {new} in the newer one."
                ),
                old = old,
                new = new
            ),
            NoteKind::Machine => fill!(
                say!("Latencies are not compared, as the machines differ: {old}; {new}."),
                old = old,
                new = new
            ),
            NoteKind::Incomplete => {
                fill!(say!("The older run: {old}. The newer run: {new}."), old = old, new = new)
            }
        }
    };
    changes.notes.iter().map(note).collect()
}
