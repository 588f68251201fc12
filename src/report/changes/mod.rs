//! What has changed between two runs of an engine, in meaning: two reports in, plain data out.
//!
//! [`between`] is the only way to make [`Changes`]; `words` puts them into sentences, which each format shows in
//! its own way.

mod clauses;
pub mod formats;
mod latencies;
mod messages;
mod options;
mod scenarios;
#[cfg(test)]
mod tests;
pub mod types;
pub mod words;

use std::fmt;

use super::json::texts::{self, TextV1};
use super::json::types::{ConformanceV1, ReportV1, ScenarioV1, ToolV1, VerdictV1};
use crate::lang::{Lang, Text};
use crate::protocol;

pub use types::{Changes, Impact, Outcome};
use types::{IdentityChange, Note, NoteKind, Side};

/// Why a comparison with a newer run that was ended early proves nothing.
const NEWER_ENDED_EARLY: Text = say!("the newer run was ended early");
/// What is said of a run that was ended early, and of one that was judged.
const ENDED_EARLY: Text = say!("ended early");
const JUDGED: Text = say!("judged");

/// Why two reports cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mismatch {
    /// They are about different protocols.
    Dialect(String, String),
    /// Documents were read in different ways.
    Profile(String, String),
    /// A later kentei wrote of a protocol that this one does not know.
    UnknownDialect(String),
    /// No scenario is in both.
    NothingInCommon,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use super::escape::short;
        match self {
            Self::Dialect(old, new) => {
                write!(
                    f,
                    "the older report is about {}, the newer one about {}",
                    short(old, 40),
                    short(new, 40)
                )
            }
            Self::Profile(old, new) => write!(
                f,
                "the older report is of profile {}, the newer one of profile {}",
                short(old, 40),
                short(new, 40)
            ),
            Self::UnknownDialect(name) => {
                write!(
                    f,
                    "they are about {}, a protocol that this kentei does not know",
                    short(name, 40)
                )
            }
            Self::NothingInCommon => f.write_str("no scenario is in both reports"),
        }
    }
}

impl std::error::Error for Mismatch {}

/// Whether a report can be compared with a run of this dialect and profile.
///
/// # Errors
///
/// If it is about something else.
pub fn fits(old: &ReportV1, dialect: &str, profile: &str) -> Result<(), Mismatch> {
    if old.dialect != dialect {
        return Err(Mismatch::Dialect(old.dialect.clone(), dialect.to_owned()));
    }
    if old.profile != profile {
        return Err(Mismatch::Profile(old.profile.clone(), profile.to_owned()));
    }
    Ok(())
}

/// What has changed from the older report to the newer one.
///
/// # Errors
///
/// If they cannot be compared.
pub fn between(old: &ReportV1, new: &ReportV1) -> Result<Changes, Mismatch> {
    fits(old, &new.dialect, &new.profile)?;
    let dialect = protocol::dialect(&new.dialect)
        .ok_or_else(|| Mismatch::UnknownDialect(new.dialect.clone()))?;
    let pairs = pairs(old, new);
    if pairs.is_empty() && new.verdict != ConformanceV1::Inconclusive {
        return Err(Mismatch::NothingInCommon);
    }
    let machine = machine(old, new);
    let scenarios = scenarios::compare(&pairs);
    let (no_longer_examined, newly_examined) = scenarios::examined(&pairs);
    let (options, options_reordered) = options::compare(&old.engine.options, &new.engine.options);
    // An engine that was never booted has declared nothing, which says nothing of its options.
    let told =
        |report: &ReportV1| report.engine.name.is_some() || !report.engine.options.is_empty();
    let both = told(old) && told(new);
    let clauses = clauses::compare(&pairs);
    let mut changes = Changes {
        format: "kentei-comparison".to_owned(),
        version: 1,
        tool: ToolV1 {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        dialect: new.dialect.clone(),
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
    };
    changes.outcome = outcome(&changes, new);
    if changes.outcome == Outcome::Unjudged {
        (changes.reason, changes.reason_said) = match &new.reason {
            Some(reason) => (Some(reason.clone()), new.reason_said.clone()),
            None => (Some(english(&NEWER_ENDED_EARLY)), TextV1::of(&NEWER_ENDED_EARLY)),
        };
    }
    Ok(changes)
}

/// A scenario as it went before, and as it went now.
type Pair<'a> = (&'a ScenarioV1, &'a ScenarioV1);

/// The scenarios that are in both, in the order of the newer report.
fn pairs<'a>(old: &'a ReportV1, new: &'a ReportV1) -> Vec<Pair<'a>> {
    let by_id: std::collections::HashMap<&str, &ScenarioV1> =
        old.scenarios.iter().map(|scenario| (scenario.id.as_str(), scenario)).collect();
    let pair = |new: &'a ScenarioV1| Some((*by_id.get(new.id.as_str())?, new));
    new.scenarios.iter().filter_map(pair).collect()
}

/// The ids of the scenarios that only one of them has.
fn only(one: &ReportV1, other: &ReportV1) -> Vec<String> {
    let known: std::collections::HashSet<&str> =
        other.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    let ids = one.scenarios.iter().map(|scenario| &scenario.id);
    ids.filter(|id| !known.contains(id.as_str())).cloned().collect()
}

fn side(report: &ReportV1) -> Side {
    Side {
        command: report.engine.command.clone(),
        name: report.engine.name.clone(),
        verdict: report.verdict,
        scenarios: report.scenarios.len() as u64,
    }
}

/// What is worse makes the comparison fail; what nobody could judge makes it prove nothing.
fn outcome(changes: &Changes, new: &ReportV1) -> Outcome {
    if new.interrupted || new.verdict == ConformanceV1::Inconclusive {
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

fn identity(old: &ReportV1, new: &ReportV1) -> Vec<IdentityChange> {
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

/// How the machines differ, if they do: what was measured on one says nothing of the other.
fn machine(old: &ReportV1, new: &ReportV1) -> Option<Note> {
    let told = |report: &ReportV1| {
        let host = &report.host;
        say!(
            "{machine}, {cores} cores, {jobs} at once",
            machine = format!("{} {}", host.os, host.arch),
            cores = host.cores,
            jobs = report.jobs
        )
    };
    let (old, new) = (told(old), told(new));
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

/// As it stands in data, whatever language is spoken.
fn english(text: &Text) -> String {
    text.in_lang(Lang::En)
}

fn notes(old: &ReportV1, new: &ReportV1, machine: Option<Note>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut tell = |kind, old: String, new: String| {
        if old != new {
            notes.push(note(kind, &Text::plain(old), &Text::plain(new)));
        }
    };
    let tool = |report: &ReportV1| report.tool.version.clone();
    tell(NoteKind::Tool, tool(old), tool(new));
    let limits = |report: &ReportV1| report.limits_scale.to_string();
    tell(NoteKind::Limits, limits(old), limits(new));
    let whole = |report: &ReportV1| match (&report.reason, report.verdict) {
        (_, _) if report.interrupted => ENDED_EARLY,
        (Some(reason), ConformanceV1::Inconclusive) => {
            let reason = texts::back(reason.clone(), report.reason_said.clone());
            say!("inconclusive: {reason}", reason)
        }
        (None, ConformanceV1::Inconclusive) => say!("inconclusive"),
        (_, ConformanceV1::Conformant | ConformanceV1::Nonconformant) => JUDGED,
    };
    let (before, now) = (whole(old), whole(new));
    if [&before, &now].iter().any(|whole| english(whole) != english(&JUDGED)) {
        notes.push(note(NoteKind::Incomplete, &before, &now));
    }
    notes.extend(machine);
    notes
}

/// What a verdict says of whether the engine was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judged {
    /// It was.
    Yes,
    /// It does not offer what is examined.
    NotOffered,
    /// What has to work before did not.
    Blocked,
    /// It was played, and nothing is certain.
    Unsure,
}

fn judged(verdict: VerdictV1) -> Judged {
    match verdict {
        VerdictV1::Pass | VerdictV1::Warn | VerdictV1::Fail => Judged::Yes,
        VerdictV1::Skip => Judged::NotOffered,
        VerdictV1::Blocked => Judged::Blocked,
        VerdictV1::Flaky | VerdictV1::Inconclusive | VerdictV1::Error => Judged::Unsure,
    }
}
