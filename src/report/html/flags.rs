//! Which events of a scenario show a finding.

use std::collections::BTreeMap;

use crate::transcript::{EventId, EventKind, Transcript};
use crate::verdict::{Finding, Severity};

/// A finding that an event shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flag<'a> {
    /// What was found.
    pub(super) finding: &'a Finding,
    /// Whether this event is the one at fault; else the finding rests on it.
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

    /// Those of an event.
    pub(super) fn at(&self, event: EventId) -> &[Flag<'a>] {
        self.0.get(&event).map_or(&[], Vec::as_slice)
    }

    /// The worst that an event is at fault for.
    pub(super) fn worst(&self, event: EventId) -> Option<Severity> {
        let offences = self.at(event).iter().filter(|flag| flag.offender);
        offences.map(|flag| flag.finding.severity).max()
    }
}

/// Where nothing shows a finding, whatever happened last when it was noticed.
fn last_before(transcript: &Transcript, finding: &Finding) -> Option<EventId> {
    let events = transcript.events.iter().rev();
    let mut before = events
        .filter(|event| event.at <= finding.at && !matches!(event.kind, EventKind::Step { .. }));
    before.next().map(|event| event.id)
}
