//! The transcript of a scenario as text: every line that the run kept, in parts that can be folded.

use std::fmt::Write;

use super::flags::Flags;
use super::{diagram, markup, words};
use crate::report;
use crate::run::result::{RunResult, ScenarioResult};
use crate::transcript::{Event, EventKind};
use crate::verdict::Severity;

/// Lines of a part.
const PART: usize = 200;
/// Bytes of a line that are shown, and of one at fault.
const BYTES: usize = 1000;
const BYTES_AT_FAULT: usize = 4000;

/// How many lines of one transcript a page has room for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Where something was found.
    found: usize,
    /// Where nothing was.
    plain: usize,
}

impl Room {
    /// A run of ordinary size is shown whole: a hundred thousand lines and half as many again. Of a run of floods,
    /// which no browser could open, each transcript keeps its begin and its end.
    pub(super) fn of(run: &RunResult) -> Self {
        let lines: usize = run
            .scenarios
            .iter()
            .map(|scenario| scenario.transcript.events.len())
            .sum();
        if lines <= 150_000 {
            Self {
                found: usize::MAX,
                plain: usize::MAX,
            }
        } else {
            Self {
                found: 2000,
                plain: 200,
            }
        }
    }

    fn for_scenario(self, scenario: &ScenarioResult) -> usize {
        if scenario.findings.is_empty() {
            self.plain
        } else {
            self.found
        }
    }
}

/// The transcript of the scenario with this number in the page.
pub(super) fn render(number: usize, scenario: &ScenarioResult, flags: &Flags<'_>, room: Room) -> String {
    let events: Vec<&Event> = scenario.transcript.events.iter().collect();
    let most = room.for_scenario(scenario);
    let parts: Vec<&[&Event]> = events.chunks(PART).collect();
    let mut html = String::new();
    let mut next_id = events.first().map_or(0, |event| event.id.0);
    let mut shown = 0;
    let mut left_out = 0;
    for (index, part) in parts.iter().enumerate() {
        let at_fault = part.iter().any(|event| !flags.at(event.id).is_empty());
        let ends = index == 0 || index + 1 == parts.len();
        // Parts at fault are shown before others, and both ends always.
        if shown >= most && !ends && !(at_fault && shown < most.saturating_mul(2)) {
            left_out += part.len();
            next_id = part.last().map_or(next_id, |event| event.id.0 + 1);
            continue;
        }
        if left_out > 0 {
            let _ = write!(html, "<p class=gap>{}</p>", words::not_on_page(left_out));
            left_out = 0;
        }
        shown += part.len();
        let body = lines(number, part, flags, &mut next_id);
        if parts.len() == 1 {
            html.push_str(&pre(&body));
            continue;
        }
        let open = if index == 0 || at_fault { " open" } else { "" };
        let stamp = |event: Option<&&Event>| event.map(|event| report::words::stamp(event.at)).unwrap_or_default();
        let first = index * PART + 1;
        let title = words::chunk(
            first,
            first + part.len() - 1,
            &stamp(part.first()),
            &stamp(part.last()),
        );
        let _ = write!(
            html,
            "<details class=part{open}><summary>{title}</summary>{}</details>",
            pre(&body)
        );
    }
    html
}

fn pre(body: &str) -> String {
    format!("<pre tabindex=0 role=region aria-label=\"{}\">{body}</pre>", words::TRANSCRIPT)
}

fn lines(number: usize, part: &[&Event], flags: &Flags<'_>, next_id: &mut usize) -> String {
    let mut html = String::new();
    let mut write = None;
    for event in part {
        let lost = event.id.0.saturating_sub(*next_id) as u64;
        *next_id = event.id.0 + 1;
        if lost > 0 {
            let _ = writeln!(html, "<i>         {}</i>", words::not_kept(lost));
        }
        if let EventKind::Step { line } = event.kind {
            let _ = writeln!(html, "<i class=step>         {}</i>", words::script_line(line));
            continue;
        }
        let sent = if let EventKind::Sent { write, .. } = &event.kind {
            Some(*write)
        } else {
            None
        };
        // Lines of one write share its time.
        let together = sent.is_some() && sent == write;
        write = sent;
        let time = if together {
            String::new()
        } else {
            report::words::stamp(event.at)
        };
        let _ = writeln!(html, "{}", row(event, flags, &time, Some(number)));
    }
    html
}

/// One line: mark, time, direction, text. With the number of its scenario it can be linked to.
pub(super) fn row(event: &Event, flags: &Flags<'_>, time: &str, number: Option<usize>) -> String {
    let worst = flags.worst(event.id);
    let sign = worst.map_or(" ", words::severity_sign);
    let class = match worst {
        Some(severity) => format!(" class=\"at {}\"", severity.word()),
        None if flags.at(event.id).is_empty() => String::new(),
        None => " class=evidence".to_owned(),
    };
    let (direction, open, close) = match &event.kind {
        EventKind::Sent { .. } => ("&gt;", "<b>", "</b>"),
        EventKind::Received(_) | EventKind::Partial(_) => ("&lt;", "", ""),
        EventKind::Stderr(_) => ("!", "<em>", "</em>"),
        EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Overdue(_)
        | EventKind::Step { .. } => ("·", "<u>", "</u>"),
    };
    let id = number.map_or_else(String::new, |number| format!(" id=s{number}e{}", event.id.0));
    let body = body(event, flags, worst);
    format!("<span{id}{class}>{sign}<i>{time:>8}</i> {open}{direction} {body}{close}</span>")
}

fn body(event: &Event, flags: &Flags<'_>, worst: Option<Severity>) -> String {
    let Some(line) = diagram::line_of(&event.kind) else {
        return markup::text(&diagram::note(&event.kind));
    };
    let offences = flags.at(event.id).iter().filter(|flag| flag.offender);
    let mark = offences
        .filter(|flag| Some(flag.finding.severity) == worst)
        .find_map(|flag| {
            Some(markup::Mark {
                columns: flag.finding.columns?,
                class: flag.finding.severity.word(),
            })
        });
    let most = if worst.is_some() { BYTES_AT_FAULT } else { BYTES };
    let sent = matches!(event.kind, EventKind::Sent { .. });
    markup::line(&line, mark, most, sent || worst.is_some())
}
