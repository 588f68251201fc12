//! The events of a scenario that show a finding.

use std::collections::BTreeMap;

use crate::transcript::{EventId, EventKind, Transcript};
use crate::verdict::{Finding, Severity};

/// A finding that an event shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flag<'a> {
    /// The finding.
    pub(super) finding: &'a Finding,
    /// Whether this event is the violation; else the finding only refers to the event.
    pub(super) offender: bool,
}

/// The flags of the events of a transcript.
pub(super) struct Flags<'a>(BTreeMap<EventId, Vec<Flag<'a>>>);

impl<'a> Flags<'a> {
    pub(super) fn of(findings: &'a [Finding], transcript: &Transcript) -> Self {
        let mut flags: BTreeMap<EventId, Vec<Flag<'a>>> = BTreeMap::new();
        for finding in findings {
            let offender = finding.events.iter().max().copied();
            let offender = offender.or_else(|| last_before(transcript, finding));
            for &event in finding.events.iter().filter(|event| Some(**event) != offender) {
                let offender = false;
                flags.entry(event).or_default().push(Flag { finding, offender });
            }
            if let Some(event) = offender {
                let offender = true;
                flags.entry(event).or_default().push(Flag { finding, offender });
            }
        }
        Self(flags)
    }

    /// The flags of an event.
    pub(super) fn at(&self, event: EventId) -> &[Flag<'a>] {
        self.0.get(&event).map_or(&[], Vec::as_slice)
    }

    /// The worst severity of the findings for which this event is the violation.
    pub(super) fn worst(&self, event: EventId) -> Option<Severity> {
        let offences = self.at(event).iter().filter(|flag| flag.offender);
        offences.map(|flag| flag.finding.severity).max()
    }
}

/// The last event before the finding was made, for a finding that names no events.
fn last_before(transcript: &Transcript, finding: &Finding) -> Option<EventId> {
    let events = transcript.events.iter().rev();
    let mut before = events
        .filter(|event| event.at <= finding.at && !matches!(event.kind, EventKind::Step { .. }));
    before.next().map(|event| event.id)
}
