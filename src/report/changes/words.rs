//! Every sentence about changes that people read, in one place, in words that could stand in a changelog.
//!
//! A sentence is a row of parts, so that each format can show what is not ours in its own way.

use super::types::{
    Changes, ClauseChange, ClauseWhat, IdentityChange, LatencyChange, MessageChange, Note,
    NoteKind, OptionChange, Outcome, ScenarioChange, Way,
};
use crate::protocol::{self, Catalogue};
use crate::report::json::types::{OptionV1, SeverityV1, VerdictV1};
use crate::report::words;

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
                words::count(number, noun),
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
        words::count(changes.compared, "scenario")
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

fn clause(change: &ClauseChange, catalogue: Option<&Catalogue>) -> Vec<Part> {
    let warns = |severity| severity == Some(SeverityV1::Warn);
    let what = match change.what {
        ClauseWhat::Broken if warns(change.new) => "is newly broken, as a warning",
        ClauseWhat::Broken => "is newly broken",
        ClauseWhat::Fixed if warns(change.old) => "is fixed; it was a warning",
        ClauseWhat::Fixed => "is fixed",
        ClauseWhat::Graver => "was a warning and is a failure now",
        ClauseWhat::Milder => "was a failure and is only a warning now",
        ClauseWhat::Spread => "is broken in more places than before",
        ClauseWhat::Receded => "is broken in fewer places than before",
        ClauseWhat::Revealed => "is broken; before, what shows it was not judged",
        ClauseWhat::Hidden => "is not seen broken any more, but what showed it was not judged",
    };
    let title = catalogue.and_then(|catalogue| catalogue.clause(&change.clause));
    let title = title.map_or_else(String::new, |clause| format!(" ({})", clause.title));
    let mut parts = vec![id(&change.clause), ours(format!("{title} {what}"))];
    if !change.message.is_empty() {
        let then = match change.what {
            ClauseWhat::Fixed | ClauseWhat::Receded | ClauseWhat::Hidden => ". Before: ",
            ClauseWhat::Broken
            | ClauseWhat::Graver
            | ClauseWhat::Milder
            | ClauseWhat::Spread
            | ClauseWhat::Revealed => ": ",
        };
        parts.push(ours(then));
        parts.push(Part::Text(change.message.clone()));
    }
    let (here, there) = match change.what {
        ClauseWhat::Fixed | ClauseWhat::Receded | ClauseWhat::Hidden => {
            (&change.old_scenarios, &change.new_scenarios)
        }
        ClauseWhat::Broken
        | ClauseWhat::Graver
        | ClauseWhat::Milder
        | ClauseWhat::Spread
        | ClauseWhat::Revealed => (&change.new_scenarios, &change.old_scenarios),
    };
    let fresh: Vec<String> = here
        .iter()
        .filter(|id| !there.contains(id))
        .cloned()
        .collect();
    let shown = if fresh.is_empty() { here } else { &fresh };
    if !shown.is_empty() {
        parts.push(ours(" ["));
        parts.extend(row(shown));
        parts.push(ours("]"));
    }
    if let Some(reason) = &change.known {
        parts.push(ours(". A known failure: "));
        parts.push(Part::Text(reason.clone()));
    }
    parts
}

fn scenarios(change: &ScenarioChange) -> Vec<Part> {
    let number = change.scenarios.len() as u64;
    let (is, was) = if number == 1 {
        ("is", "was")
    } else {
        ("are", "were")
    };
    let word = |verdict| match verdict {
        VerdictV1::Pass | VerdictV1::Warn | VerdictV1::Fail => "judged",
        VerdictV1::Flaky => "flaky",
        VerdictV1::Skip => "skipped",
        VerdictV1::Blocked => "blocked",
        VerdictV1::Inconclusive => "inconclusive",
        VerdictV1::Error => "stopped by an error of the harness",
    };
    let failed = |verdict| match verdict {
        VerdictV1::Fail => " (and failed)",
        VerdictV1::Pass
        | VerdictV1::Warn
        | VerdictV1::Flaky
        | VerdictV1::Skip
        | VerdictV1::Blocked
        | VerdictV1::Inconclusive
        | VerdictV1::Error => "",
    };
    let mut parts = vec![ours(format!(
        "{} {is} {} that {was} {}{}",
        words::count(number, "scenario"),
        word(change.new),
        word(change.old),
        failed(change.old)
    ))];
    if let Some(reason) = &change.reason {
        let side = if word(change.new) == "judged" {
            "before, because "
        } else {
            ""
        };
        parts.push(ours(format!(": {side}")));
        parts.push(Part::Text(reason.clone()));
    }
    parts.push(ours(" ["));
    parts.extend(row(&change.scenarios));
    parts.push(ours("]"));
    parts
}

fn examined(clauses: &[String], way: Way, what: &str) -> Option<Sentence> {
    let (first, _) = clauses.split_first()?;
    let parts = match clauses.len() {
        1 => vec![id(first), ours(format!(" is {what}"))],
        number => {
            let mut parts = vec![ours(format!("{number} clauses are {what}: "))];
            parts.extend(row(clauses));
            parts
        }
    };
    Some(Sentence { way, parts })
}

fn identity(change: &IdentityChange) -> Vec<Part> {
    let is_name = change.what == "name";
    let given = |value: &Option<String>| value.as_deref().map_or_else(|| ours("nothing"), name);
    let head = if is_name {
        "The engine calls itself "
    } else {
        "The engine gives as its author "
    };
    vec![
        ours(head),
        given(&change.new),
        ours("; before: "),
        given(&change.old),
    ]
}

fn option(change: &OptionChange) -> Vec<Part> {
    match (&change.old, &change.new) {
        (None, Some(new)) => {
            let mut parts = vec![ours("The option "), name(&new.name), ours(" is new (")];
            parts.extend(declaration(new));
            parts.push(ours(")"));
            parts
        }
        (Some(old), None) => vec![ours("The option "), name(&old.name), ours(" is gone")],
        (Some(old), Some(new)) => redeclared(old, new),
        (None, None) => Vec::new(),
    }
}

/// `spin, default 16, from 1 to 1024`.
fn declaration(option: &OptionV1) -> Vec<Part> {
    let mut parts = vec![Part::Text(option.kind.clone())];
    if let Some(default) = &option.default {
        parts.push(ours(", default "));
        parts.push(name(default));
    }
    if option.min.is_some() || option.max.is_some() {
        parts.push(ours(format!(", {}", range(option))));
    }
    if !option.choices.is_empty() {
        parts.push(ours(format!(
            ", {}",
            words::count(option.choices.len() as u64, "choice")
        )));
    }
    parts
}

fn range(option: &OptionV1) -> String {
    match (option.min, option.max) {
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("from {min}"),
        (None, Some(max)) => format!("to {max}"),
        (None, None) => "without a range".to_owned(),
    }
}

fn redeclared(old: &OptionV1, new: &OptionV1) -> Vec<Part> {
    let value = |value: &Option<String>| value.as_deref().map_or_else(|| ours("none"), name);
    let mut told: Vec<Vec<Part>> = Vec::new();
    if old.name != new.name {
        told.push(vec![ours("is called "), name(&new.name), ours(" now")]);
    }
    if old.kind != new.kind {
        let kind = |option: &OptionV1| Part::Name(option.kind.clone());
        told.push(vec![
            ours("has the type "),
            kind(new),
            ours(" instead of "),
            kind(old),
        ]);
    }
    if old.default != new.default {
        told.push(vec![
            ours("has the default "),
            value(&new.default),
            ours(" instead of "),
            value(&old.default),
        ]);
    }
    if (old.min, old.max) != (new.min, new.max) {
        told.push(vec![ours(format!(
            "goes {} instead of {}",
            range(new),
            range(old)
        ))]);
    }
    told.extend(choices(old, new));
    let mut parts = vec![ours("The option "), name(&old.name), ours(" ")];
    for (at, one) in told.into_iter().enumerate() {
        if at > 0 {
            parts.push(ours(", and "));
        }
        parts.extend(one);
    }
    parts
}

fn choices(old: &OptionV1, new: &OptionV1) -> Vec<Vec<Part>> {
    let missing = |from: &OptionV1, other: &OptionV1| -> Vec<String> {
        let choices = from.choices.iter();
        choices
            .filter(|choice| !other.choices.contains(choice))
            .cloned()
            .collect()
    };
    let (come, gone) = (missing(new, old), missing(old, new));
    let mut told = Vec::new();
    for (choices, has) in [(&come, "also offers "), (&gone, "does not offer ")] {
        if choices.is_empty() {
            continue;
        }
        let mut parts = vec![ours(has)];
        for (at, choice) in choices.iter().take(NAMED).enumerate() {
            if at > 0 {
                parts.push(ours(", "));
            }
            parts.push(name(choice));
        }
        if choices.len() > NAMED {
            parts.push(ours(format!(" and {} more choices", choices.len() - NAMED)));
        }
        if has == "does not offer " {
            parts.push(ours(" any more"));
        }
        told.push(parts);
    }
    if come.is_empty() && gone.is_empty() && old.choices != new.choices {
        told.push(vec![ours("has its choices in another order")]);
    }
    told
}

fn message(change: &MessageChange) -> Vec<Part> {
    let (seen, of) = (change.seen, words::count(change.of, "scenario"));
    let was = if change.came { "" } else { "before, " };
    let told = ours(format!(" ({was}in {seen} of {of})"));
    let mut parts = match (&change.word, change.kind.as_str()) {
        (None, "other") if change.came => vec![ours(
            "The engine writes lines that are no message of the protocol",
        )],
        (None, "other") => vec![ours(
            "The engine writes no lines any more that are no message of the protocol",
        )],
        (None, "blank") if change.came => vec![ours("The engine writes empty lines")],
        (None, "blank") => vec![ours("The engine writes no empty lines any more")],
        (None, kind) if change.came => vec![ours("The engine sends "), name(kind), ours(" now")],
        (None, kind) => vec![
            ours("The engine does not send "),
            name(kind),
            ours(" any more"),
        ],
        (Some(word), kind) if change.came => {
            vec![name(kind), ours(" lines have "), name(word), ours(" now")]
        }
        (Some(word), kind) => vec![
            name(kind),
            ours(" lines do not have "),
            name(word),
            ours(" any more"),
        ],
    };
    parts.push(told);
    parts
}

fn latency(change: &LatencyChange) -> Vec<Part> {
    let ms = |ms: f64| {
        let time = std::time::Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default();
        words::milliseconds(time)
    };
    let how = if change.new_ms > change.old_ms {
        "slower"
    } else {
        "quicker"
    };
    let of_hundred = (change.slower.max(1.0 - change.slower) * 100.0).floor();
    vec![
        ours("From "),
        name(&change.from),
        ours(" to "),
        name(&change.to),
        ours(format!(
            " it is {how}: {} ms, before {} ms (medians of {} and {} samples; Mann–Whitney z {:.1}, {how} in {of_hundred:.0} \
             of 100 pairs)",
            ms(change.new_ms),
            ms(change.old_ms),
            change.new_n,
            change.old_n,
            change.z
        )),
    ]
}
