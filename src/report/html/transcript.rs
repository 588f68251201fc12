//! The transcript of a scenario as text: every line that the run kept, in parts that can be folded.

use std::fmt::Write;

use super::flags::Flags;
use super::{diagram, markup, words};
use crate::report;
use crate::run::result::{RunResult, ScenarioResult};
use crate::transcript::{Event, EventId, EventKind};
use crate::verdict::Severity;

/// Events of a part.
const PART: usize = 200;
/// The most bytes that are shown of a line, and of a line that shows a violation.
const BYTES: usize = 1000;
const BYTES_AT_FAULT: usize = 4000;

/// How many events of one transcript a page shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// In a scenario with findings.
    found: usize,
    /// In a scenario without findings.
    plain: usize,
}

impl Room {
    /// A run of up to 150,000 events is shown whole. A larger run, such as one with floods, would be too large for a
    /// browser: of each transcript only the begin, the end and the parts with violations are shown, within limits.
    pub(super) fn of(run: &RunResult) -> Self {
        let lines: usize =
            run.scenarios.iter().map(|scenario| scenario.transcript.events.len()).sum();
        if lines <= 150_000 {
            Self { found: usize::MAX, plain: usize::MAX }
        } else {
            Self { found: 2000, plain: 200 }
        }
    }

    fn for_scenario(self, scenario: &ScenarioResult) -> usize {
        if scenario.findings.is_empty() { self.plain } else { self.found }
    }
}

/// A transcript in parts, some of which are not shown.
pub(super) struct Parts<'a> {
    parts: Vec<Part<'a>>,
}

struct Part<'a> {
    events: &'a [Event],
    at_fault: bool,
    shown: bool,
}

impl<'a> Parts<'a> {
    /// The parts of a scenario's transcript. The first and the last part are always shown; parts with flagged events
    /// have twice the limit of the others.
    pub(super) fn of(scenario: &'a ScenarioResult, flags: &Flags<'_>, room: Room) -> Self {
        let most = room.for_scenario(scenario);
        let chunks = scenario.transcript.events.chunks(PART);
        let last = chunks.len().saturating_sub(1);
        let mut lines = 0;
        let parts = chunks.enumerate().map(|(index, events)| {
            let at_fault = events.iter().any(|event| !flags.at(event.id).is_empty());
            let most = if at_fault { most.saturating_mul(2) } else { most };
            let shown = index == 0 || index == last || lines < most;
            lines += if shown { events.len() } else { 0 };
            Part { events, at_fault, shown }
        });
        Self { parts: parts.collect() }
    }

    /// Whether the page shows the line of an event.
    pub(super) fn show(&self, event: EventId) -> bool {
        let has = |part: &&Part<'_>| part.events.last().is_some_and(|last| event <= last.id);
        let part = self.parts.iter().find(has);
        let is_there = |part: &Part<'_>| part.events.binary_search_by_key(&event, |one| one.id);
        part.is_some_and(|part| part.shown && is_there(part).is_ok())
    }
}

/// The transcript of the scenario with this number in the page.
pub(super) fn render(number: usize, parts: &Parts<'_>, flags: &Flags<'_>) -> String {
    let parts = &parts.parts;
    let mut html = String::new();
    let first = parts.first().and_then(|part| part.events.first());
    let mut next_id = first.map_or(0, |event| event.id.0);
    let mut left_out = 0;
    for (index, part) in parts.iter().enumerate() {
        let (Some(first), Some(last)) = (part.events.first(), part.events.last()) else {
            continue;
        };
        if !part.shown {
            left_out += part.events.len();
            next_id = last.id.0 + 1;
            continue;
        }
        if left_out > 0 {
            let _ = write!(html, "<p class=gap>{}</p>", words::not_on_page(left_out));
            left_out = 0;
        }
        let body = lines(number, part.events, flags, &mut next_id);
        if parts.len() == 1 {
            html.push_str(&pre(&body));
            continue;
        }
        let open = if index == 0 || part.at_fault { " open" } else { "" };
        let number = index * PART + 1;
        let title = words::chunk(
            number,
            number + part.events.len() - 1,
            &report::words::stamp(first.at),
            &report::words::stamp(last.at),
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

fn lines(number: usize, part: &[Event], flags: &Flags<'_>, next_id: &mut usize) -> String {
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
        let sent =
            if let EventKind::Sent { write, .. } = &event.kind { Some(*write) } else { None };
        // Show the time of a write only at its first line.
        let together = sent.is_some() && sent == write;
        write = sent;
        let time = if together { String::new() } else { report::words::stamp(event.at) };
        let _ = writeln!(html, "{}", row(event, flags, &time, Some(number)));
    }
    html
}

/// One line: mark, time, direction, text. It gets an id for links if the number of its scenario is given.
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
    let mark = offences.filter(|flag| Some(flag.finding.severity) == worst).find_map(|flag| {
        Some(markup::Mark { columns: flag.finding.columns?, class: flag.finding.severity.word() })
    });
    let most = if worst.is_some() { BYTES_AT_FAULT } else { BYTES };
    let sent = matches!(event.kind, EventKind::Sent { .. });
    markup::line(&line, mark, most, sent || worst.is_some())
}
