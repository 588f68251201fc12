//! The findings of one trial: each misdeed once, with a count.

use std::time::Duration;

use crate::protocol::Catalogue;
use crate::transcript::EventId;
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// Collects what rules and expectations found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<(Finding, u32)>,
}

impl Findings {
    /// Adds what a rule found. The same clause broken again the same way is counted.
    pub(crate) fn add(&mut self, finding: Finding) {
        match self.list.iter_mut().find(|(known, _)| same(known, &finding)) {
            Some((_, count)) => *count += 1,
            None => self.list.push((finding, 1)),
        }
    }

    /// Adds what an expectation found about an event. Where a rule has spoken of the same event, one
    /// of the two stays: the clause that the script names, which is the narrower one, else the rule's.
    pub(crate) fn add_expectation(&mut self, finding: Finding, named: bool) {
        let offender = finding.events.last().copied();
        let rule = self.list.iter().position(|(known, _)| {
            known.watcher != Watcher::Expectation
                && known.watcher != Watcher::Rule("grammar")
                && offender.is_some()
                && known.events.last().copied() == offender
        });
        match rule {
            Some(at) if named => {
                let known = &mut self.list[at].0;
                let mut finding = finding;
                finding.position = finding.position.or(known.position.take());
                finding.notes.append(&mut known.notes);
                self.list[at] = (finding, 1);
            }
            Some(_) => {}
            None => self.add(finding),
        }
    }

    /// Whether anything of at least this severity has been found.
    pub(crate) fn any(&self, severity: Severity) -> bool {
        self.list
            .iter()
            .any(|(finding, _)| finding.severity >= severity)
    }

    /// Whether any finding blames this event.
    pub(crate) fn blames(&self, event: EventId) -> bool {
        self.list
            .iter()
            .any(|(finding, _)| finding.events.last() == Some(&event))
    }

    /// Whether a finding blames this event with more than this severity.
    pub(crate) fn blamed_more_than(&self, event: EventId, severity: Severity) -> bool {
        self.list.iter().any(|(finding, _)| {
            finding.events.last() == Some(&event) && finding.severity > severity
        })
    }

    /// How often something was found that is held against the engine, slips of text left out: they do
    /// not depend on when something is sent.
    pub(crate) fn held(&self) -> u64 {
        let held = |finding: &Finding| {
            finding.severity >= Severity::Warn && !is_of_text(&finding.watcher)
        };
        let held = self.list.iter().filter(|(finding, _)| held(finding));
        held.map(|(_, count)| u64::from(*count)).sum()
    }

    /// Adds what was found in another process, whose events follow with ids and times that are this much
    /// greater. Says whether something is new.
    pub(crate) fn absorb(&mut self, other: Self, ids: usize, time: Duration) -> bool {
        let mut new = false;
        for (mut finding, count) in other.list {
            match self.list.iter_mut().find(|(known, _)| same(known, &finding)) {
                Some((_, known)) => *known += count,
                None => {
                    for event in &mut finding.events {
                        event.0 += ids;
                    }
                    finding.at += time;
                    self.list.push((finding, count));
                    new = true;
                }
            }
        }
        new
    }

    /// Adds a line for the reader to all that is held against the engine, slips of text left out.
    pub(crate) fn note(&mut self, note: &str) {
        for (finding, _) in &mut self.list {
            if finding.severity >= Severity::Warn && !is_of_text(&finding.watcher) {
                finding.notes.push(note.to_owned());
            }
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The findings, with their counts told in a note.
    pub(crate) fn finish(self) -> Vec<Finding> {
        self.list
            .into_iter()
            .map(|(mut finding, count)| {
                if count > 1 {
                    finding
                        .notes
                        .push(format!("seen {count} times in this scenario"));
                }
                finding
            })
            .collect()
    }
}

/// Rules that judge lines as text, wherever they stand.
const TEXT_RULES: [&str; 6] = [
    "grammar",
    "handshake",
    "options",
    "noise",
    "info-in-search",
    "registration",
];

/// Whether a finding is about a line as text.
pub(crate) fn is_of_text(watcher: &Watcher) -> bool {
    matches!(watcher, Watcher::Rule(name) if TEXT_RULES.contains(name))
}

/// Whether two findings are the same misdeed.
fn same(known: &Finding, finding: &Finding) -> bool {
    known.clause == finding.clause
        && known.watcher == finding.watcher
        && known.severity == finding.severity
}

/// The severity of a breach of this clause in this profile, with a ceiling.
pub(crate) fn severity(
    catalogue: &Catalogue,
    clause: ClauseId,
    profile: &str,
    at_most: Severity,
) -> Severity {
    catalogue.severity(clause.0, profile).min(at_most)
}
