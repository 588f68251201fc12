//! The part of a transcript that shows one finding.

use crate::transcript::{Event, EventId, EventKind, Stream, Transcript};
use crate::verdict::Finding;

/// A line of an excerpt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row<'a> {
    /// An event, and why it is shown.
    Event(&'a Event, Role),
    /// The number of events that are left out here.
    Gap(u64),
}

/// Why an event is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The event is the violation.
    Offender,
    /// The finding refers to the event.
    Evidence,
    /// The event shows the reader what happened around the finding.
    Context,
}

/// How much of a transcript is shown around a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Number of sent lines before the offender.
    pub sent_before: usize,
    /// Number of events directly before the offender.
    pub before: usize,
    /// Number of events directly after the offender.
    pub after: usize,
    /// The most events that are chosen, apart from the last lines before the end of the process.
    pub most: usize,
}

impl Extent {
    /// Few events, for a normal report.
    pub const SHORT: Self = Self { sent_before: 3, before: 2, after: 1, most: 12 };
    /// More events, for a detailed report.
    pub const LONG: Self = Self { sent_before: 12, before: 12, after: 6, most: 60 };
}

/// How many of an engine's last lines are shown before the end of its process.
const LAST_WORDS: usize = 10;

/// Chooses the events that show a finding, in order, with counted gaps.
#[must_use]
pub fn excerpt<'a>(transcript: &'a Transcript, finding: &Finding, extent: Extent) -> Vec<Row<'a>> {
    let visible: Vec<&Event> = transcript.events.iter().filter(|event| is_visible(event)).collect();
    let offender = place_of_offender(&visible, finding);
    let mut chosen = vec![None; visible.len()];
    if let Some(offender) = offender {
        mark_context(&visible, offender, extent, &mut chosen);
        chosen[offender] = Some(Role::Offender);
    }
    for (place, event) in visible.iter().enumerate() {
        if finding.events.contains(&event.id) && chosen[place] != Some(Role::Offender) {
            chosen[place] = Some(Role::Evidence);
        }
    }
    thin_out(&mut chosen, extent.most);
    keep_last_words(&visible, &mut chosen);
    rows(transcript, &mut chosen)
}

/// The first and the last events, in order, with the gap between them counted.
#[must_use]
pub fn ends(transcript: &Transcript, first: usize, last: usize) -> Vec<Row<'_>> {
    let visible = transcript.events.iter().filter(|event| is_visible(event));
    let count = visible.count();
    let is_chosen = |place: usize| place < first || place + last >= count;
    let mut chosen: Vec<Option<Role>> =
        (0..count).map(|place| is_chosen(place).then_some(Role::Context)).collect();
    rows(transcript, &mut chosen)
}

fn is_visible(event: &Event) -> bool {
    !matches!(event.kind, EventKind::Step { .. })
}

/// The place of the finding's last event; if it is not visible, of the last event before the finding was made.
fn place_of_offender(visible: &[&Event], finding: &Finding) -> Option<usize> {
    let named = finding.events.iter().max();
    named
        .and_then(|id: &EventId| visible.iter().position(|event| event.id == *id))
        .or_else(|| visible.iter().rposition(|event| event.at <= finding.at))
}

fn mark_context(visible: &[&Event], offender: usize, extent: Extent, chosen: &mut [Option<Role>]) {
    let sent = (0..offender)
        .rev()
        .filter(|&place| matches!(visible[place].kind, EventKind::Sent { .. }))
        .take(extent.sent_before);
    for place in sent {
        chosen[place] = Some(Role::Context);
    }
    let first = offender.saturating_sub(extent.before);
    let last = (offender + extent.after).min(visible.len() - 1);
    for role in &mut chosen[first..=last] {
        *role = Some(Role::Context);
    }
}

/// Removes the events beyond `most` from the middle, so that the begin and the end of the evidence stay.
fn thin_out(chosen: &mut [Option<Role>], most: usize) {
    let places: Vec<usize> = (0..chosen.len()).filter(|&place| chosen[place].is_some()).collect();
    let Some(excess) = places.len().checked_sub(most) else {
        return;
    };
    let head = most / 3;
    for &place in &places[head..head + excess] {
        if chosen[place] != Some(Role::Offender) {
            chosen[place] = None;
        }
    }
}

/// If the end of the process or of its output is shown, adds the last lines of the engine: they often give the reason.
fn keep_last_words(visible: &[&Event], chosen: &mut [Option<Role>]) {
    let is_end = |&place: &usize| {
        matches!(visible[place].kind, EventKind::Exit(_) | EventKind::EndOfStream(Stream::Stdout))
    };
    let Some(end) = (0..visible.len()).find(|place| is_end(place) && chosen[*place].is_some())
    else {
        return;
    };
    let is_line = |&place: &usize| {
        matches!(visible[place].kind, EventKind::Received(_) | EventKind::Stderr(_))
    };
    for place in (0..end).rev().filter(is_line).take(LAST_WORDS) {
        chosen[place].get_or_insert(Role::Context);
    }
}

/// The rows of the chosen events with the gaps between them. A gap of a single event is filled with that event, which
/// takes no more room than the gap.
fn rows<'a>(transcript: &'a Transcript, chosen: &mut [Option<Role>]) -> Vec<Row<'a>> {
    let lost = lost_before_each(transcript);
    let mut place = 0;
    while place < chosen.len() {
        let hidden = chosen[place..].iter().take_while(|role| role.is_none()).count();
        let after = (place + hidden + 1).min(lost.len());
        if hidden == 1 && lost[place..after].iter().all(|&lost| lost == 0) {
            chosen[place] = Some(Role::Context);
        }
        place += hidden.max(1);
    }
    let mut rows = Vec::new();
    let mut hidden = 0;
    let visible = transcript.events.iter().filter(|event| is_visible(event));
    for ((event, role), lost) in visible.zip(chosen).zip(&lost) {
        hidden += lost;
        let Some(role) = *role else {
            hidden += 1;
            continue;
        };
        if hidden > 0 {
            rows.push(Row::Gap(hidden));
            hidden = 0;
        }
        rows.push(Row::Event(event, role));
    }
    hidden += lost.last().copied().unwrap_or(0);
    if hidden > 0 {
        rows.push(Row::Gap(hidden));
    }
    rows
}

/// How many events the transcript lost before each visible event, and after the last one. Ids rise by one for each
/// event: a larger step means that events of a flood were dropped.
fn lost_before_each(transcript: &Transcript) -> Vec<u64> {
    let mut all = Vec::new();
    let mut lost = 0;
    let mut next_id = transcript.events.first().map_or(0, |event| event.id.0);
    for event in &transcript.events {
        lost += event.id.0.saturating_sub(next_id) as u64;
        next_id = event.id.0 + 1;
        if is_visible(event) {
            all.push(std::mem::take(&mut lost));
        }
    }
    all.push(lost);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Text;
    use crate::transcript::{ExitStatus, Line};
    use crate::verdict::{ClauseId, Severity, Watcher};
    use std::time::Duration;

    fn transcript(kinds: &str) -> Transcript {
        let event = |(id, kind): (usize, char)| Event {
            id: EventId(id),
            at: Duration::from_millis(id as u64),
            kind: match kind {
                '>' => EventKind::Sent { line: Line::new("x"), write: 0 },
                's' => EventKind::Step { line: 1 },
                _ => EventKind::Received(Line::new("y")),
            },
        };
        Transcript {
            events: kinds.chars().enumerate().map(event).collect(),
            ..Transcript::default()
        }
    }

    fn finding(events: &[usize]) -> Finding {
        Finding {
            clause: ClauseId("X"),
            severity: Severity::Fail,
            watcher: Watcher::Expectation,
            violation: None,
            expected: Text::EMPTY,
            got: Text::EMPTY,
            message: Text::EMPTY,
            events: events.iter().copied().map(EventId).collect(),
            columns: None,
            scenario_line: None,
            at: Duration::from_secs(1),
            timing: false,
            over: None,
            position: None,
            clock: None,
            known: None,
            notes: Vec::new(),
        }
    }

    fn check(kinds: &str, events: &[usize], expected: &str) {
        let transcript = transcript(kinds);
        let shown: Vec<String> = excerpt(&transcript, &finding(events), Extent::SHORT)
            .into_iter()
            .map(|row| match row {
                Row::Gap(lines) => format!("({lines})"),
                Row::Event(event, Role::Offender) => format!("*{}", event.id.0),
                Row::Event(event, Role::Evidence) => format!("!{}", event.id.0),
                Row::Event(event, Role::Context) => format!("{}", event.id.0),
            })
            .collect();
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn the_offender_stands_between_what_was_sent_and_what_follows() {
        check("><><<<<<<>", &[8], "0 1 2 (3) 6 7 *8 9");
        check("><<><<<<<<>", &[9], "0 (2) 3 (3) 7 8 *9 10");
    }

    #[test]
    fn evidence_is_shown_wherever_it_is() {
        check("><<<<<<<<<<", &[1, 10], "0 !1 (6) 8 9 *10");
    }

    #[test]
    fn steps_of_the_script_are_no_lines() {
        check("s>s<", &[3], "1 *3");
    }

    #[test]
    fn without_events_the_last_thing_before_it_was_noticed_is_marked() {
        check("><", &[], "0 *1");
        check("", &[], "");
    }

    #[test]
    fn much_evidence_loses_its_middle_and_never_the_offender() {
        let all: Vec<usize> = (0..40).collect();
        check(&"<".repeat(41), &all, "!0 !1 !2 !3 (29) !33 !34 !35 !36 !37 !38 *39 40");
    }

    #[test]
    fn a_long_exchange_is_shown_by_its_ends() {
        let check = |kinds: &str, expected: &str| {
            let transcript = transcript(kinds);
            let rows = ends(&transcript, 2, 3);
            let shown = rows.into_iter().map(|row| match row {
                Row::Gap(lines) => format!("({lines})"),
                Row::Event(event, _) => event.id.0.to_string(),
            });
            assert_eq!(shown.collect::<Vec<_>>().join(" "), expected);
        };
        check("><s<<<<>", "0 1 (2) 5 6 7");
        check("><s<>", "0 1 3 4");
        check("", "");
    }

    #[test]
    fn what_an_engine_wrote_last_is_shown_before_its_end() {
        let end = |kinds: &str, most| {
            let mut transcript = transcript(kinds);
            let last = transcript.events.len() - 1;
            transcript.events[last].kind = EventKind::Exit(ExitStatus::Code(1));
            let extent = Extent { most, ..Extent::SHORT };
            let rows = excerpt(&transcript, &finding(&[last]), extent);
            let shown = rows.into_iter().map(|row| match row {
                Row::Gap(lines) => format!("({lines})"),
                Row::Event(event, _) => event.id.0.to_string(),
            });
            shown.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(end("><<<<.", 12), "0 1 2 3 4 5");
        assert_eq!(end("><<<<<<<<<<<<<<.", 12), "0 (4) 5 6 7 8 9 10 11 12 13 14 15");
        assert_eq!(end("><<<<<<<<<<<<<<.", 2), "(5) 5 6 7 8 9 10 11 12 13 14 15");
    }

    #[test]
    fn a_single_event_is_never_left_out() {
        check("><<<<", &[4], "0 1 2 3 *4");
        check("<<<<<", &[4], "(2) 2 3 *4");
        check("<<<<", &[3], "0 1 2 *3");
        check("<<<<", &[0], "*0 1 (2)");
        check("<<<", &[0], "*0 1 2");
        check("<<s<<", &[4], "0 1 3 *4");
        let transcript = transcript("<<<<<");
        assert_eq!(ends(&transcript, 2, 2).len(), 5);
        assert_eq!(ends(&transcript, 1, 2).len(), 4, "1 first, a gap, 2 last");
    }

    #[test]
    fn what_a_flood_lost_is_counted_too() {
        let mut transcript = transcript("><<<<<<<<<");
        transcript.events.drain(3..7);
        transcript.dropped = 4;
        let rows = excerpt(&transcript, &finding(&[9]), Extent::SHORT);
        assert!(matches!(rows[1], Row::Gap(6)), "{rows:?}");
    }
}
