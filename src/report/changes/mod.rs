//! The changes between two runs of an engine: takes two reports, gives plain data.
//!
//! [`between`] is the only way to make [`Changes`]; `words` makes sentences of them, which each format shows in its own
//! way.

mod clauses;
pub mod formats;
pub mod history;
mod latencies;
mod messages;
mod options;
mod scenarios;
#[cfg(test)]
mod tests;
pub mod types;
pub mod words;

use std::fmt;

use crate::lang::wire::TextV1;
use crate::lang::{Lang, Text, ToText};
use crate::protocol;
use crate::run::result::{Conformance, RunResult, ScenarioResult, Tool};
use crate::verdict::Verdict;

pub use types::{Changes, Impact, Outcome};
use types::{IdentityChange, Note, NoteKind, Side};

/// Why a comparison with a newer run that was ended early proves nothing.
const NEWER_ENDED_EARLY: Text = say!("the newer run was ended early");
/// The state of a run that was ended early, and of a run that was judged.
const ENDED_EARLY: Text = say!("ended early");
const JUDGED: Text = say!("judged");

/// Why two reports cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mismatch {
    /// The reports are about different dialects.
    Dialect(String, String),
    /// The reports are of different profiles.
    Profile(String, String),
    /// The reports are about a dialect that this version of kentei does not know.
    UnknownDialect(String),
    /// No scenario is in both reports.
    NothingInCommon,
}

impl ToText for Mismatch {
    fn to_text(&self) -> Text {
        let short = |name: &str| super::escape::short(name, 40);
        match self {
            Self::Dialect(old, new) => say!(
                "the older report is about {old}, the newer one about {new}",
                old = short(old),
                new = short(new)
            ),
            Self::Profile(old, new) => say!(
                "the older report is of profile {old}, the newer one of profile {new}",
                old = short(old),
                new = short(new)
            ),
            Self::UnknownDialect(name) => say!(
                "they are about {name}, a protocol that this kentei does not know",
                name = short(name)
            ),
            Self::NothingInCommon => say!("no scenario is in both reports"),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_text().fmt(f)
    }
}

impl std::error::Error for Mismatch {}

/// Checks that a report can be compared with a run of this dialect and profile.
///
/// # Errors
///
/// If the report is about another dialect or profile.
pub fn fits(old: &RunResult, dialect: &str, profile: &str) -> Result<(), Mismatch> {
    if old.dialect != dialect {
        return Err(Mismatch::Dialect(old.dialect.to_owned(), dialect.to_owned()));
    }
    if old.profile != profile {
        return Err(Mismatch::Profile(old.profile.clone(), profile.to_owned()));
    }
    Ok(())
}

/// The changes from the older report to the newer one.
///
/// # Errors
///
/// If the reports cannot be compared.
pub fn between(old: &RunResult, new: &RunResult) -> Result<Changes, Mismatch> {
    fits(old, new.dialect, &new.profile)?;
    let dialect = protocol::dialect(new.dialect)
        .ok_or_else(|| Mismatch::UnknownDialect(new.dialect.to_owned()))?;
    let pairs = pairs(old, new);
    if pairs.is_empty() && new.verdict != Conformance::Inconclusive {
        return Err(Mismatch::NothingInCommon);
    }
    let machine = machine(old, new);
    let scenarios = scenarios::compare(&pairs);
    let (no_longer_examined, newly_examined) = scenarios::examined(&pairs);
    let (options, options_reordered) = options::compare(&old.engine.options, &new.engine.options);
    // An engine that never completed the handshake has declared nothing; that is no statement about its options.
    let reported =
        |report: &RunResult| report.engine.name.is_some() || !report.engine.options.is_empty();
    let both = reported(old) && reported(new);
    let clauses = clauses::compare(&pairs);
    let mut changes = Changes {
        format: "kentei-comparison".to_owned(),
        version: 1,
        tool: Tool::this(),
        dialect: new.dialect.to_owned(),
        profile: new.profile.clone(),
        outcome: Outcome::Good,
        reason: None,
        reason_said: None,
        old: side(old),
        new: side(new),
        compared: pairs.len() as u64,
        only_old: only(old, new),
        only_new: only(new, old),
        latencies: match machine {
            None => latencies::compare(old, new),
            Some(_) => Vec::new(),
        },
        notes: notes(old, new, machine),
        clauses,
        scenarios,
        no_longer_examined,
        newly_examined,
        engine: if both { identity(old, new) } else { Vec::new() },
        options: if both { options } else { Vec::new() },
        options_reordered: both && options_reordered,
        messages: messages::compare(dialect, &pairs),
        before: clauses::before(old),
        history: None,
    };
    changes.outcome = outcome(&changes, new);
    if changes.outcome == Outcome::Unjudged {
        let reason = new.reason.clone().unwrap_or(NEWER_ENDED_EARLY);
        (changes.reason, changes.reason_said) = (Some(english(&reason)), TextV1::of(&reason));
    }
    Ok(changes)
}

/// The result of a scenario in the older report and in the newer one.
type Pair<'a> = (&'a ScenarioResult, &'a ScenarioResult);

/// The scenarios that are in both reports, in the order of the newer one.
fn pairs<'a>(old: &'a RunResult, new: &'a RunResult) -> Vec<Pair<'a>> {
    let by_id: std::collections::HashMap<&str, &ScenarioResult> =
        old.scenarios.iter().map(|scenario| (scenario.id.as_str(), scenario)).collect();
    let pair = |new: &'a ScenarioResult| Some((*by_id.get(new.id.as_str())?, new));
    new.scenarios.iter().filter_map(pair).collect()
}

/// The ids of the scenarios that are in `one` and not in `other`.
fn only(one: &RunResult, other: &RunResult) -> Vec<String> {
    let known: std::collections::HashSet<&str> =
        other.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    let ids = one.scenarios.iter().map(|scenario| &scenario.id);
    ids.filter(|id| !known.contains(id.as_str())).cloned().collect()
}

fn side(report: &RunResult) -> Side {
    Side {
        command: report.engine.command.clone(),
        name: report.engine.name.clone(),
        verdict: report.verdict,
        scenarios: report.scenarios.len() as u64,
    }
}

/// The outcome: a newer run that could not be judged decides first, then a change for the worse.
fn outcome(changes: &Changes, new: &RunResult) -> Outcome {
    if new.interrupted || new.verdict == Conformance::Inconclusive {
        return Outcome::Unjudged;
    }
    let clauses = changes.clauses.iter().map(|change| change.way);
    let scenarios = changes.scenarios.iter().map(|change| change.way);
    if clauses.chain(scenarios).any(|way| way == Impact::Worse) {
        Outcome::Worse
    } else {
        Outcome::Good
    }
}

fn identity(old: &RunResult, new: &RunResult) -> Vec<IdentityChange> {
    let (old, new) = (&old.engine, &new.engine);
    [("name", &old.name, &new.name), ("author", &old.author, &new.author)]
        .into_iter()
        .filter(|(_, old, new)| old != new)
        .map(|(what, old, new)| IdentityChange {
            what: what.to_owned(),
            old: old.clone(),
            new: new.clone(),
        })
        .collect()
}

/// How the machines differ, if they do: latencies of different machines cannot be compared.
fn machine(old: &RunResult, new: &RunResult) -> Option<Note> {
    let reported = |report: &RunResult| {
        let host = &report.host;
        say!(
            "{machine}, {cores} cores, {jobs} at once",
            machine = format!("{} {}", host.os, host.arch),
            cores = host.cores,
            jobs = report.jobs
        )
    };
    let (old, new) = (reported(old), reported(new));
    (english(&old) != english(&new)).then(|| note(NoteKind::Machine, &old, &new))
}

fn note(kind: NoteKind, old: &Text, new: &Text) -> Note {
    Note {
        kind,
        old: english(old),
        new: english(new),
        old_said: TextV1::of(old),
        new_said: TextV1::of(new),
    }
}

/// The English text, as it is stored in data, whatever the language of the report.
fn english(text: &Text) -> String {
    text.in_lang(Lang::En)
}

fn notes(old: &RunResult, new: &RunResult, machine: Option<Note>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut differ = |kind, old: String, new: String| {
        if old != new {
            notes.push(note(kind, &Text::plain(old), &Text::plain(new)));
        }
    };
    let tool = |report: &RunResult| report.tool.version.clone();
    differ(NoteKind::Tool, tool(old), tool(new));
    let limits = |report: &RunResult| report.limits_scale.to_string();
    differ(NoteKind::Limits, limits(old), limits(new));
    let whole = |report: &RunResult| match (&report.reason, report.verdict) {
        (_, _) if report.interrupted => ENDED_EARLY,
        (Some(reason), Conformance::Inconclusive) => say!("inconclusive: {reason}", reason),
        (None, Conformance::Inconclusive) => say!("inconclusive"),
        (_, Conformance::Conformant | Conformance::Nonconformant) => JUDGED,
    };
    let (before, now) = (whole(old), whole(new));
    if [&before, &now].iter().any(|whole| english(whole) != english(&JUDGED)) {
        notes.push(note(NoteKind::Incomplete, &before, &now));
    }
    notes.extend(machine);
    notes
}

/// Whether a verdict means that the engine was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judged {
    /// The engine was judged.
    Yes,
    /// The engine does not offer what the scenario examines.
    NotOffered,
    /// A prerequisite failed.
    Blocked,
    /// The scenario was played without a certain result.
    Unsure,
}

fn judged(verdict: Verdict) -> Judged {
    match verdict {
        Verdict::Pass | Verdict::Warn | Verdict::Fail => Judged::Yes,
        Verdict::Skip => Judged::NotOffered,
        Verdict::Blocked => Judged::Blocked,
        Verdict::Flaky | Verdict::Inconclusive | Verdict::Error => Judged::Unsure,
    }
}
