//! The findings of one trial: each violation once, with a count.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::Catalogue;
use crate::transcript::EventId;
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// Collects the findings of rules and expectations.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<CountedViolation>,
    /// Whether a demand was not judged because a rule has reported that its value cannot be read.
    pub(crate) unread: bool,
}

/// A violation that was seen once or more.
#[derive(Debug)]
struct CountedViolation {
    finding: Finding,
    count: u32,
    /// The event that violated the clause the last time.
    latest: Option<EventId>,
}

/// The largest number of bytes that a finding quotes of one text of the engine.
const TEXT: usize = 1000;
/// The largest number of bytes that a finding quotes of a text in the place of a move.
const MOVE: usize = 100;
/// The largest number of events that a finding names.
const EVENTS: usize = 100;

/// Limits the size of a finding, whatever the engine wrote.
fn within_bounds(mut finding: Finding) -> Finding {
    finding.expected = finding.expected.within(TEXT);
    finding.got = finding.got.within(TEXT);
    finding.message = finding.message.within(TEXT);
    if let Some(position) = &mut finding.position
        && let Some(text) = &mut position.illegal_move
        && text.len() > MOVE
    {
        text.truncate(text.floor_char_boundary(MOVE));
        text.push('…');
    }
    // The last event is the one that violates the clause.
    let more = finding.events.len().saturating_sub(EVENTS);
    finding.events.drain(..more);
    finding
}

impl CountedViolation {
    fn new(finding: Finding) -> Self {
        Self { latest: finding.events.last().copied(), finding: within_bounds(finding), count: 1 }
    }

    fn held(&self) -> bool {
        self.finding.counts() && !is_of_text(&self.finding.watcher)
    }
}

impl Findings {
    /// Adds a finding of a rule. A repetition of the same violation is counted.
    pub(crate) fn add(&mut self, finding: Finding) {
        match self.list.iter_mut().find(|known| known.finding.is_same(&finding)) {
            Some(known) => {
                known.count = known.count.saturating_add(1);
                known.latest = finding.events.last().copied();
                // A certain finding replaces one that depends on time.
                if known.finding.timing && !finding.timing {
                    known.finding = within_bounds(finding);
                }
            }
            None => self.list.push(CountedViolation::new(finding)),
        }
    }

    /// Adds a finding of an expectation about an event. If a rule has a finding about the same event, only one of the
    /// two is kept: the expectation if the script names its clause, which is then the narrower one, else the rule.
    pub(crate) fn add_expectation(&mut self, finding: Finding, named: bool) {
        let offender = finding.events.last().copied();
        let decided = |known: &CountedViolation| {
            known.latest == offender && known.finding.watcher == Watcher::Rule(DECISIVE)
        };
        if offender.is_some() && self.list.iter().any(decided) {
            return;
        }
        let spoke = |known: &CountedViolation| {
            known.finding.watcher != Watcher::Expectation
                && known.finding.watcher != Watcher::Rule("grammar")
                && offender.is_some()
                && known.latest == offender
        };
        // Of several rule findings the most severe one is the same violation, and of equal ones the first.
        let rules = self.list.iter().enumerate().rev();
        let rule = rules
            .filter(|(_, known)| spoke(known))
            .max_by_key(|(_, known)| known.finding.severity)
            .map(|(at, _)| at);
        match rule {
            // Earlier occurrences stay a finding of their own.
            Some(at) if named && self.list[at].count > 1 => {
                self.list[at].count -= 1;
                self.list[at].latest = None;
                self.add(finding);
            }
            Some(at) if named => {
                let mut known = self.list.remove(at).finding;
                let mut finding = finding;
                finding.position = finding.position.or(known.position.take());
                finding.notes.append(&mut known.notes);
                self.add(finding);
            }
            Some(_) => {}
            None => self.add(finding),
        }
    }

    /// Changes the finding about the clock of the search that this event answered.
    pub(crate) fn amend_clock(&mut self, event: EventId, amend: impl FnOnce(&mut Finding)) {
        let found = self
            .list
            .iter()
            .position(|known| known.latest == Some(event) && known.finding.clock.is_some());
        let Some(at) = found else { return };
        let mut finding = self.list[at].finding.clone();
        // Earlier occurrences stay a finding of their own.
        if self.list[at].count > 1 {
            self.list[at].count -= 1;
            self.list[at].latest = None;
        } else {
            self.list.remove(at);
        }
        amend(&mut finding);
        if finding.severity > Severity::Skip {
            self.add(finding);
        }
    }

    /// Whether the same violation has been found before.
    pub(crate) fn knows(&self, finding: &Finding) -> bool {
        self.list.iter().any(|known| known.finding.is_same(finding))
    }

    /// Whether there is a finding of at least this severity.
    pub(crate) fn any(&self, severity: Severity) -> bool {
        self.list.iter().any(|known| known.finding.severity >= severity)
    }

    /// Whether a finding is about this event.
    pub(crate) fn is_about(&self, event: EventId) -> bool {
        self.list.iter().any(|known| known.latest == Some(event))
    }

    /// Whether a finding about this event is more severe than this.
    pub(crate) fn has_worse_than(&self, event: EventId, severity: Severity) -> bool {
        self.list
            .iter()
            .any(|known| known.latest == Some(event) && known.finding.severity > severity)
    }

    /// The number of violations that count against the engine, and how many of them are not exceeded clocks. Syntax
    /// findings are left out, because they do not depend on when something is sent.
    pub(crate) fn held(&self) -> (u64, u64) {
        let held = || self.list.iter().filter(|known| known.held());
        let count = |known: &CountedViolation| u64::from(known.count);
        let others = held().filter(|known| known.finding.over.is_none());
        (held().map(count).sum(), others.map(count).sum())
    }

    /// Whether a finding counts against the engine and does not depend on time; syntax findings are left out.
    pub(crate) fn certain(&self) -> bool {
        self.list.iter().any(|known| known.held() && !known.finding.timing)
    }

    /// Adds the findings of another process. The ids and times of its events are increased by `ids` and `time`. Returns
    /// whether there is a new violation.
    pub(crate) fn absorb(&mut self, other: Self, ids: usize, time: Duration) -> bool {
        let mut new = false;
        self.unread |= other.unread;
        for mut more in other.list {
            let mut known = self.list.iter_mut();
            match known.find(|known| known.finding.is_same(&more.finding)) {
                Some(known) if !known.finding.timing || more.finding.timing => {
                    known.count = known.count.saturating_add(more.count);
                }
                known => {
                    // A certain finding replaces one that depends on time.
                    let earlier = known.map(|known| {
                        more.count = more.count.saturating_add(known.count);
                        known.finding.clone()
                    });
                    if let Some(earlier) = earlier {
                        self.list.retain(|known| !known.finding.is_same(&earlier));
                    }
                    more.finding.shift(ids, time);
                    self.list.push(more);
                    new = true;
                }
            }
        }
        new
    }

    /// Adds a note to all findings that count against the engine, except syntax findings.
    pub(crate) fn note(&mut self, note: &Text) {
        for known in self.list.iter_mut().filter(|known| known.held()) {
            known.finding.notes.push(note.clone());
        }
    }

    /// The number of findings.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The findings, each with a note on its count.
    pub(crate) fn finish(self) -> Vec<Finding> {
        self.list
            .into_iter()
            .map(|known| {
                let CountedViolation { mut finding, count, .. } = known;
                if count > 1 {
                    finding.notes.push(say!("seen {count} times in this scenario", count));
                }
                finding
            })
            .collect()
    }
}

/// The rule whose findings replace those of a script, because they show that the engine knew the position.
const DECISIVE: &str = "forbidden-drop";

/// The rules that judge lines as text, whatever the state of the dialogue.
const TEXT_RULES: [&str; 6] =
    ["grammar", "handshake", "options", "noise", "info-in-search", "registration"];

/// Whether a finding is about the text of a line.
pub(crate) fn is_of_text(watcher: &Watcher) -> bool {
    matches!(watcher, Watcher::Rule(name) if TEXT_RULES.contains(name))
}

/// The severity of a violation of this clause in this profile, but at most `at_most`.
pub(crate) fn severity(
    catalogue: &Catalogue,
    clause: ClauseId,
    profile: &str,
    at_most: Severity,
) -> Severity {
    catalogue.severity(clause.0, profile).min(at_most)
}
