//! The findings of one trial: each misdeed once, with a count.

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
        let same = |known: &Finding| {
            known.clause == finding.clause
                && known.watcher == finding.watcher
                && known.severity == finding.severity
        };
        match self.list.iter_mut().find(|(known, _)| same(known)) {
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

/// The severity of a breach of this clause in this profile, with a ceiling.
pub(crate) fn severity(
    catalogue: &Catalogue,
    clause: ClauseId,
    profile: &str,
    at_most: Severity,
) -> Severity {
    catalogue.severity(clause.0, profile).min(at_most)
}
