//! Findings grouped by the mistake of the engine that explains them, the most fundamental mistake first.
//!
//! Findings of rules are grouped by mistake, and ends of the process by exit status and the last line on standard
//! error. A finding of a script is a consequence of the cause that shows at the same event. If there is none, the
//! findings with the same message form a cause of their own, or join the one that always shows at the same line.

mod last_words;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::group::{self, Hit};
use crate::lang::{Lang, Made, Text};
use crate::protocol::theme::{Theme, mistake};
use crate::run::result::RunResult;
use crate::transcript::{Event, EventId, EventKind};
use crate::verdict::{ClauseId, Severity, Watcher};

/// One mistake of the engine.
#[derive(Debug, Clone)]
pub struct Cause<'a> {
    /// The subject of the mistake.
    pub theme: Theme,
    /// The worst severity among the findings.
    pub severity: Severity,
    /// The findings that show the mistake: the simplest first, the consequences last.
    pub hits: Vec<Hit<'a>>,
}

/// What the findings of one cause have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    /// The exit status of the process, and the reason in its last line on standard error.
    End(String),
    /// The theme and the mistake of a violation.
    Violation(Theme, String),
    /// The template of a script's message, without the values in it, and the command that was not answered.
    Script(String, String),
}

/// The event that shows a finding: the id of its scenario, and the number of the event there.
type EventRef<'a> = (&'a str, Option<EventId>);

struct Gathered<'a> {
    key: Key,
    hits: Vec<Hit<'a>>,
    folded: Vec<Hit<'a>>,
}

impl<'a> Gathered<'a> {
    fn events(&self) -> HashSet<EventRef<'a>> {
        self.hits.iter().map(shown).filter(|(_, event)| event.is_some()).collect()
    }

    fn theme(&self) -> Theme {
        match &self.key {
            Key::End(_) => Theme::End,
            Key::Violation(theme, _) => *theme,
            Key::Script(..) => {
                let mut counts: BTreeMap<Theme, usize> = BTreeMap::new();
                for hit in &self.hits {
                    *counts.entry(theme(hit)).or_default() += 1;
                }
                let most =
                    counts.into_iter().max_by_key(|(theme, count)| (*count, Reverse(*theme)));
                most.map_or(Theme::Other, |(theme, _)| theme)
            }
        }
    }

    /// Whether one of the group's own findings is about the same clause as this finding.
    fn breaks(&self, hit: &Hit<'_>) -> bool {
        self.hits.iter().any(|own| own.finding.clause == hit.finding.clause)
    }

    /// The only line of the engine at which the whole group shows, as far as the transcripts have the events. `None`
    /// for a line of one word, such as `readyok`: too many different mistakes show at such a line.
    fn line(&self) -> Option<String> {
        let lines = self.hits.iter().filter_map(|hit| offender(hit)?.received());
        let mut lines: BTreeSet<String> = lines.map(|line| line.text().into_owned()).collect();
        let line = lines.pop_first().filter(|_| lines.is_empty())?;
        line.trim().contains(' ').then_some(line)
    }

    fn take(&mut self, other: Self) {
        self.folded.extend(other.hits);
        self.folded.extend(other.folded);
    }
}

/// The causes of all findings that count against the engine and are not known failures, the most fundamental first.
#[must_use]
pub fn causes(run: &RunResult) -> Vec<Cause<'_>> {
    let hits = held(run);
    // A report for programs can leave out the events of a finding if other findings of the same kind show them.
    let mut shown_elsewhere: HashMap<_, Key> = HashMap::new();
    for hit in hits.iter().filter(|hit| offender(hit).is_some()) {
        shown_elsewhere.entry(kind(hit)).or_insert_with(|| key(hit));
    }
    let mut all: Vec<Gathered<'_>> = Vec::new();
    for hit in hits {
        let alike = shown_elsewhere.get(&kind(&hit)).filter(|_| offender(&hit).is_none());
        let key = alike.cloned().unwrap_or_else(|| key(&hit));
        match all.iter_mut().find(|group| group.key == key) {
            Some(group) => group.hits.push(hit),
            None => all.push(Gathered { key, hits: vec![hit], folded: Vec::new() }),
        }
    }
    fold(&mut all);
    let mut causes: Vec<Cause<'_>> = all
        .into_iter()
        .map(|mut group| {
            let theme = group.theme();
            let mut kinds: HashMap<Option<&str>, usize> = HashMap::new();
            for hit in &group.hits {
                *kinds.entry(hit.finding.violation.as_deref()).or_default() += 1;
            }
            let mut hits = group.hits;
            hits.sort_by_key(|hit| {
                let of_its_kind = kinds.get(&hit.finding.violation.as_deref()).copied();
                (Reverse(of_its_kind), simplicity(hit))
            });
            group.folded.sort_by_key(simplicity);
            hits.append(&mut group.folded);
            let worst = hits.iter().map(|hit| hit.finding.severity).max();
            Cause { theme, severity: worst.unwrap_or(Severity::Warn), hits }
        })
        .collect();
    causes.sort_by_key(|cause| (cause.theme, Reverse(cause.severity), Reverse(cause.hits.len())));
    causes
}

/// The findings that count against the engine and are not known failures.
fn held(run: &RunResult) -> Vec<Hit<'_>> {
    let settled = run.scenarios.iter().filter(|scenario| scenario.verdict.is_settled());
    let all = settled.flat_map(|scenario| {
        scenario.findings.iter().map(move |finding| Hit { scenario, finding })
    });
    let counts =
        |hit: &Hit<'_>| hit.finding.counts() && run.known(&hit.scenario.id, hit.finding).is_none();
    all.filter(counts).collect()
}

fn theme(hit: &Hit<'_>) -> Theme {
    let rule = match hit.finding.watcher {
        Watcher::Rule(rule) => Some(rule),
        Watcher::Expectation => None,
    };
    let of_move =
        |(name, value): &(&str, Text)| *name == "field" && value.in_lang(Lang::En) == "move";
    if let (None, Made::Template(_, with)) = (rule, hit.finding.message.made_of())
        && with.iter().any(of_move)
    {
        return Theme::Moves;
    }
    Theme::of(rule, hit.finding.clause.0)
}

fn shown<'a>(hit: &Hit<'a>) -> EventRef<'a> {
    (hit.scenario.id.as_str(), hit.finding.events.last().copied())
}

/// The event that shows a finding, if the report has the event.
fn offender<'a>(hit: &Hit<'a>) -> Option<&'a Event> {
    hit.finding.events.last().and_then(|id| hit.scenario.transcript.get(*id))
}

/// What findings with the same meaning have in common: clause, violation and template of the message.
fn kind<'a>(hit: &Hit<'a>) -> (ClauseId, Option<&'a str>, &'a str) {
    (hit.finding.clause, hit.finding.violation.as_deref(), template(hit))
}

/// The template of a finding's message, without the values in it.
fn template<'a>(hit: &Hit<'a>) -> &'a str {
    match hit.finding.message.made_of() {
        Made::Template(template, _) => template,
        Made::Plain(text) => text,
    }
}

fn key(hit: &Hit<'_>) -> Key {
    let events = &hit.scenario.transcript.events;
    if let Some(EventKind::Exit(status)) = offender(hit).map(|event| &event.kind) {
        return Key::End(format!("{status:?} {}", last_words::reason(events)));
    }
    if let Some(violation) = &hit.finding.violation {
        return Key::Violation(theme(hit), mistake(violation).to_owned());
    }
    Key::Script(template(hit).to_owned(), unanswered(hit).unwrap_or_default())
}

/// The first word of the line that was not answered, for a finding about an answer that is missing.
fn unanswered(hit: &Hit<'_>) -> Option<String> {
    let EventKind::Overdue(overdue) = &offender(hit)?.kind else { return None };
    let sent = |event: &Event| {
        let EventKind::Sent { line, .. } = &event.kind else { return None };
        line.text().split_whitespace().next().map(str::to_owned)
    };
    let events = hit.scenario.transcript.events.iter();
    events.take_while(|event| event.at <= overdue.since).filter_map(sent).last()
}

/// Moves each group that is a consequence into the group of its cause.
fn fold(all: &mut Vec<Gathered<'_>>) {
    let mut at = 0;
    while at < all.len() {
        match cause_of(all, at) {
            Some(cause) => {
                let group = all.remove(at);
                let cause = if cause > at { cause - 1 } else { cause };
                all[cause].take(group);
            }
            None => at += 1,
        }
    }
}

/// The group of which the group at `at` is a consequence, if there is one.
fn cause_of(all: &[Gathered<'_>], at: usize) -> Option<usize> {
    let (group, events) = (&all[at], all[at].events());
    let others = || (0..all.len()).filter(|other| *other != at);
    let shared = |other: usize| all[other].events().intersection(&events).count();
    let is_script = |group: &Gathered<'_>| matches!(group.key, Key::Script(..));
    // The group with more findings is the cause; if both have the same number, the first.
    let larger =
        |other: usize| (all[other].hits.len(), Reverse(other)) > (group.hits.len(), Reverse(at));
    if is_script(group) {
        let clauses = |other: usize| all[other].hits.iter().filter(|hit| group.breaks(hit)).count();
        // A move that is unexpected in one position and illegal in another has the same cause.
        let about_moves = group.theme() == Theme::Moves;
        let moves = |other: usize| if about_moves { all[other].hits.len() } else { 0 };
        let causes = others().filter(|other| !is_script(&all[*other]));
        let alike = |other: &usize| all[*other].theme() == group.theme();
        let most = causes.clone().filter(|other| shared(*other) > 0).max_by_key(|at| shared(*at));
        let most = most.or_else(|| {
            let alike = causes.filter(alike).map(|other| (clauses(other), moves(other), other));
            alike.filter(|one| (one.0, one.1) > (0, 0)).max().map(|one| one.2)
        });
        return most.or_else(|| {
            let line = group.line()?;
            let mut scripts = others().filter(|other| is_script(&all[*other]) && larger(*other));
            scripts.find(|other| all[*other].line().as_ref() == Some(&line))
        });
    }
    // Two groups of rules that show at the same events are one mistake.
    others().find(|other| {
        let known = &all[*other];
        !is_script(known)
            && known.theme() == group.theme()
            && !events.is_empty()
            && shared(*other) == events.len()
            && larger(*other)
    })
}

/// The order of findings: severity, those whose event the report has, scripts before races, fewest events.
fn simplicity(hit: &Hit<'_>) -> impl Ord + use<> {
    let finding = hit.finding;
    // The number of the last event also counts the events that a report has left out.
    let last = finding.events.last();
    let lines = last.map(|last| last.0);
    (Reverse(finding.severity), offender(hit).is_none(), !hit.scenario.races.is_empty(), lines)
}

impl Cause<'_> {
    /// What is wrong, in one sentence.
    #[must_use]
    pub fn title(&self) -> Text {
        say!(
            "{theme}: {message}",
            theme = self.theme.text(),
            message = self.hits[0].finding.message
        )
    }

    /// The violated clauses, that of the simplest evidence first.
    #[must_use]
    pub fn clauses(&self) -> Vec<ClauseId> {
        group::clauses(&self.hits)
    }

    /// The number of scenarios in which the cause shows.
    #[must_use]
    pub fn scenarios(&self) -> usize {
        group::scenarios(&self.hits).len()
    }
}

/// A mistake of the engine, and the findings that it explains.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Cause")]
pub(super) struct CauseV1 {
    /// What is wrong, in one sentence.
    title: String,
    /// The subject of the mistake.
    theme: Theme,
    /// The worst severity among the findings.
    severity: Severity,
    /// Ids of the broken clauses, that of `first` first.
    clauses: Vec<ClauseId>,
    /// The findings that the mistake explains, the simplest first, consequences last.
    findings: Vec<FindingRef>,
    /// The finding that shows the mistake most simply.
    first: FindingRef,
}

/// A reference to a finding of the report.
#[derive(Clone, Serialize, JsonSchema)]
struct FindingRef {
    /// Id of the scenario.
    scenario: String,
    /// Index among the findings of that scenario, from 0.
    finding: usize,
}

impl From<&Cause<'_>> for CauseV1 {
    fn from(cause: &Cause<'_>) -> Self {
        let findings: Vec<FindingRef> = cause
            .hits
            .iter()
            .map(|hit| {
                let mut all = hit.scenario.findings.iter();
                let place = all.position(|finding| std::ptr::eq(finding, hit.finding));
                FindingRef { scenario: hit.scenario.id.clone(), finding: place.unwrap_or_default() }
            })
            .collect();
        Self {
            title: cause.title().to_string(),
            theme: cause.theme,
            severity: cause.severity,
            clauses: cause.clauses(),
            first: findings[0].clone(),
            findings,
        }
    }
}
