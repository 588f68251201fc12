//! The choice of the events that a diagram draws. The transcript next to it has all events.

use std::time::Duration;

use crate::report::html::flags::Flags;
use crate::transcript::{Event, EventId, EventKind, Transcript};

/// How many lines are drawn at the begin of a folded run of engine lines.
const HEAD: usize = 2;
/// A run of engine lines that is longer than this is folded.
const LONG: usize = 5;
/// The most rows of a diagram.
pub(super) const MOST: usize = 90;
/// How many events before and after a violation are always drawn.
const AROUND: usize = 3;

/// A row of the diagram.
#[derive(Debug, Clone, Copy)]
pub(super) enum Row<'a> {
    /// An event; with the script line of its step if it is the first event of the step.
    Event(&'a Event, Option<u32>),
    /// A number of events that are not drawn, and the first of them that the transcript has.
    Fold { count: u64, first: EventId, from: Duration, until: Duration },
}

impl Row<'_> {
    /// The times at which the row begins and ends.
    pub(super) fn times(&self) -> (Duration, Duration) {
        match self {
            Self::Event(event, _) => (event.at, event.at),
            Self::Fold { from, until, .. } => (*from, *until),
        }
    }
}

/// An event, and whether and how it is drawn.
struct DrawnEvent<'a> {
    event: &'a Event,
    step: Option<u32>,
    /// How many events before this one the transcript lost.
    lost: u64,
    drawn: bool,
}

/// Chooses the rows of the diagram.
pub(super) fn rows<'a>(transcript: &'a Transcript, flags: &Flags<'_>) -> Vec<Row<'a>> {
    let mut seen = seen(transcript);
    let kept = around_faults(&seen, flags);
    fold_runs(&mut seen, &kept);
    fold_middle(&mut seen, &kept);
    draw_single(&mut seen);
    gather(&seen)
}

fn seen(transcript: &Transcript) -> Vec<DrawnEvent<'_>> {
    let mut all = Vec::new();
    let mut step = None;
    let mut lost = 0;
    let mut next = transcript.events.first().map_or(0, |event| event.id.0);
    for event in &transcript.events {
        lost += event.id.0.saturating_sub(next) as u64;
        next = event.id.0 + 1;
        if let EventKind::Step { line } = event.kind {
            step = Some(line);
            continue;
        }
        all.push(DrawnEvent {
            event,
            step: step.take(),
            lost: std::mem::take(&mut lost),
            drawn: true,
        });
    }
    all
}

/// The events that are always drawn: violations with the events around them, and the events that findings refer to.
fn around_faults(seen: &[DrawnEvent<'_>], flags: &Flags<'_>) -> Vec<bool> {
    let mut kept = vec![false; seen.len()];
    let mut room = MOST;
    for (place, one) in seen.iter().enumerate() {
        let around = match flags.at(one.event.id) {
            [] => continue,
            flags if flags.iter().any(|flag| flag.offender) => AROUND,
            _ => 0,
        };
        let (from, to) = (place.saturating_sub(around), (place + around + 1).min(seen.len()));
        // If findings name thousands of events, only the first of them are kept.
        let Some(left) = room.checked_sub(to - from) else {
            break;
        };
        room = left;
        kept[from..to].fill(true);
    }
    kept
}

/// Folds the middle of long runs of engine lines, such as `option` and `info` lines.
fn fold_runs(seen: &mut [DrawnEvent<'_>], kept: &[bool]) {
    let asked = |seen: &DrawnEvent<'_>| {
        !matches!(seen.event.kind, EventKind::Received(_) | EventKind::Stderr(_))
            || seen.step.is_some()
    };
    let mut at = 0;
    while at < seen.len() {
        let length =
            (at..seen.len()).take_while(|&place| !asked(&seen[place]) && !kept[place]).count();
        if length > LONG {
            // Keep the last line: a line such as usiok ends the run that the others belong to.
            for one in &mut seen[at + HEAD..at + length - 1] {
                one.drawn = false;
            }
        }
        at += length.max(1);
    }
}

/// Folds events in the middle if there are still too many.
fn fold_middle(seen: &mut [DrawnEvent<'_>], kept: &[bool]) {
    let drawn: Vec<usize> = (0..seen.len()).filter(|&place| seen[place].drawn).collect();
    let excess = drawn.len().saturating_sub(MOST);
    let spare: Vec<usize> = drawn.iter().copied().filter(|&place| !kept[place]).collect();
    let excess = excess.min(spare.len());
    let head = (spare.len() - excess) / 2;
    for &place in spare.iter().skip(head).take(excess) {
        seen[place].drawn = false;
    }
}

/// Draws each event that would be the only one of a fold, because a fold takes as much room as an event.
fn draw_single(seen: &mut [DrawnEvent<'_>]) {
    for place in 0..seen.len() {
        let is_shown =
            |one: Option<&DrawnEvent<'_>>| one.is_none_or(|one| one.drawn && one.lost == 0);
        let before = place.checked_sub(1).and_then(|before| seen.get(before));
        if before.is_none_or(|before| before.drawn)
            && seen[place].lost == 0
            && is_shown(seen.get(place + 1))
        {
            seen[place].drawn = true;
        }
    }
}

fn gather<'a>(seen: &[DrawnEvent<'a>]) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let mut fold: Option<Row<'a>> = None;
    for one in seen {
        let hidden = one.lost + u64::from(!one.drawn);
        if hidden > 0 {
            let at = one.event.at;
            match &mut fold {
                Some(Row::Fold { count, until, .. }) => {
                    *count += hidden;
                    *until = at;
                }
                Some(Row::Event(..)) | None => {
                    fold =
                        Some(Row::Fold { count: hidden, first: one.event.id, from: at, until: at });
                }
            }
        }
        if one.drawn {
            rows.extend(fold.take());
            rows.push(Row::Event(one.event, one.step));
        }
    }
    rows.extend(fold);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;
    use crate::verdict::{Severity, Verdict};

    /// Compares the rows of a transcript with these signs, one event per millisecond; `faults` are ids of violations.
    fn check(signs: &str, faults: &[usize], expected: &str) {
        let lines = signs.chars().enumerate().map(|(at, sign)| match sign {
            's' => format!("{at} . step 4"),
            sign => format!("{at} {sign} x"),
        });
        let lines: Vec<String> = lines.collect();
        let mut scenario = fixtures::scenario("usi/x", Verdict::Pass);
        scenario.transcript = fixtures::transcript(&lines.join("\n"));
        for &fault in faults {
            let finding = fixtures::finding("USI-PON-01", Severity::Fail, &[fault]);
            scenario.findings.push(finding);
        }
        let rows = rows(&scenario.transcript, &Flags::of(&scenario.findings, &scenario.transcript));
        let shown: Vec<String> = rows
            .iter()
            .map(|row| match row {
                Row::Event(event, None) => event.id.0.to_string(),
                Row::Event(event, Some(line)) => format!("{}@{line}", event.id.0),
                Row::Fold { count, .. } => format!("({count})"),
            })
            .collect();
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn lines_in_a_row_lose_their_middle() {
        check("><<<<<<<<><", &[], "0 1 2 (5) 8 9 10");
        check("><<<<<>", &[], "0 1 2 3 4 5 6");
    }

    #[test]
    fn what_is_at_fault_is_drawn_with_what_stands_around_it() {
        check("><<<<<<<<<<<<<<<<<<<>", &[10], "0 1 2 (3) 6 7 8 9 10 11 12 13 14 15 (3) 19 20");
    }

    #[test]
    fn the_line_of_the_script_stands_at_its_first_event() {
        check("s>s<<", &[], "1@4 3@4 4");
    }

    #[test]
    fn a_long_exchange_is_bounded() {
        let signs = "><".repeat(1000);
        let mut scenario = fixtures::scenario("usi/x", Verdict::Pass);
        let lines: Vec<String> =
            signs.chars().enumerate().map(|(at, sign)| format!("{at} {sign} x")).collect();
        scenario.transcript = fixtures::transcript(&lines.join("\n"));
        let all: Vec<usize> = (100..1900).collect();
        scenario.findings = vec![fixtures::finding("USI-PON-01", Severity::Fail, &all)];
        let rows = rows(&scenario.transcript, &Flags::of(&scenario.findings, &scenario.transcript));
        assert!(rows.len() <= MOST + 10, "{}", rows.len());
        let reported: u64 = rows
            .iter()
            .map(|row| match row {
                Row::Event(..) => 1,
                Row::Fold { count, .. } => *count,
            })
            .sum();
        assert_eq!(reported, 2000);
    }

    #[test]
    fn what_was_not_kept_counts_as_folded() {
        let mut scenario = fixtures::scenario("usi/x", Verdict::Pass);
        scenario.transcript = fixtures::transcript("0 > x\n1 < x\n2 < x\n3 < x");
        scenario.transcript.events.drain(1..3);
        let rows = rows(&scenario.transcript, &Flags::of(&scenario.findings, &scenario.transcript));
        assert!(matches!(rows[1], Row::Fold { count: 2, .. }), "{rows:?}");
    }
}
