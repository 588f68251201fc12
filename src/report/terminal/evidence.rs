//! The lines that show a finding, with times, directions and marks.

use std::io::{self, Write};
use std::time::Duration;

use super::Page;
use crate::lang::Text;
use crate::report::excerpt::{Extent, Role, Row, ends, excerpt};
use crate::report::{Detail, escape, words};
use crate::transcript::{Event, EventKind, Line, LineEnd, Stream, Transcript};
use crate::verdict::Finding;

/// Columns before the text of a transcript line: indent, mark, time, sign.
const BEFORE: usize = 4 + 2 + 8 + 2 + 2;

pub(super) fn render(
    page: &Page<'_>,
    transcript: &Transcript,
    finding: &Finding,
    out: &mut dyn Write,
) -> io::Result<()> {
    let extent = match page.style.detail {
        Detail::Quiet | Detail::Normal => Extent::SHORT,
        Detail::Verbose => Extent::LONG,
    };
    let rows = excerpt(transcript, finding, extent);
    lines(page, &rows, finding.columns, out)
}

/// The first and the last lines of a transcript, without marks.
pub(super) fn exchange(
    page: &Page<'_>,
    transcript: &Transcript,
    (first, last): (usize, usize),
    out: &mut dyn Write,
) -> io::Result<()> {
    lines(page, &ends(transcript, first, last), None, out)
}

/// Prints rows; `columns` is the range to mark in the offender's line.
fn lines(
    page: &Page<'_>,
    rows: &[Row<'_>],
    columns: Option<(usize, usize)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut last_write = None;
    for row in rows {
        match *row {
            Row::Gap(lines) => {
                let text = format!("… {}", words::count(lines, words::Noun::Line));
                let text = page.paint.faint(&text);
                writeln!(out, "{:width$}{text}", "", width = BEFORE - 2)?;
                last_write = None;
            }
            Row::Event(event, role) => {
                let shown = EventParts::of(event, role, columns, page.width() - BEFORE);
                let together = shown.write.is_some() && shown.write == last_write;
                last_write = shown.write;
                print(page, event.at, &shown, role, together, out)?;
            }
        }
    }
    Ok(())
}

/// The parts of a printed event.
struct EventParts {
    sign: char,
    text: String,
    marks: Option<(usize, usize)>,
    write: Option<u32>,
}

impl EventParts {
    fn of(event: &Event, role: Role, columns: Option<(usize, usize)>, width: usize) -> Self {
        let offender = role == Role::Offender;
        let focus = columns.filter(|_| offender);
        match &event.kind {
            EventKind::Sent { line, write } => {
                Self { write: Some(*write), ..Self::line('>', line, focus, true, width) }
            }
            EventKind::Received(line) => Self::line('<', line, focus, offender, width),
            EventKind::Stderr(line) => Self::line('!', line, focus, offender, width),
            EventKind::Partial(bytes) => {
                let line = Line { bytes: bytes.clone(), end: LineEnd::None, cut: 0 };
                Self::line('<', &line, focus, true, width)
            }
            EventKind::EndOfStream(stream) => Self::note(&end_of_stream(*stream), width),
            EventKind::InputClosed => Self::note(&say!("standard input closed by kentei"), width),
            EventKind::WriteFailed(why) => {
                let text = say!("the engine does not take input: {why}", why = escape::text(why));
                Self::note(&text, width)
            }
            EventKind::Exit(status) => {
                Self::note(&say!("the process {exit}", exit = words::exit(*status)), width)
            }
            EventKind::Overdue(overdue) => {
                let kind = Text::any_of(overdue.awaited.iter().map(|one| escape::text(one)));
                let limit = words::duration(overdue.limit);
                Self::note(&say!("no {kind} within {limit}", kind, limit), width)
            }
            EventKind::Step { line } => Self::note(&say!("line {line} of the script", line), width),
        }
    }

    fn line(
        sign: char,
        line: &Line,
        focus: Option<(usize, usize)>,
        with_end: bool,
        width: usize,
    ) -> Self {
        let end = match line.end {
            LineEnd::CrLf if with_end => "\\r".to_owned(),
            LineEnd::Lf | LineEnd::CrLf => String::new(),
            LineEnd::None => format!(" {}", say!("(no newline)")),
        };
        let room = width.saturating_sub(escape::width(&end));
        let window = escape::window(&line.bytes, line.cut, focus, room);
        Self { sign, text: window.text + &end, marks: window.marks, write: None }
    }

    fn note(text: &Text, width: usize) -> Self {
        Self {
            sign: '·',
            text: crate::report::wrap::cut(&text.to_string(), width),
            marks: None,
            write: None,
        }
    }
}

fn end_of_stream(stream: Stream) -> Text {
    match stream {
        Stream::Stdout => say!("standard output ended"),
        Stream::Stderr => say!("standard error ended"),
    }
}

/// Prints an event; the time is shown only at the first line of a write.
fn print(
    page: &Page<'_>,
    at: Duration,
    shown: &EventParts,
    role: Role,
    together: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mark = if role == Role::Offender { '*' } else { ' ' };
    let time = if together { String::new() } else { words::stamp(at) };
    let time = page.paint.faint(&format!("{time:>8}"));
    let text = match role {
        Role::Offender => page.paint.bold(&shown.text),
        Role::Evidence | Role::Context => shown.text.clone(),
    };
    let line = format!("    {mark} {time}  {} {text}", shown.sign);
    writeln!(out, "{}", line.trim_end())?;
    if let Some((from, to)) = shown.marks {
        let carets = "^".repeat(to.saturating_sub(from).max(1));
        let carets = page.paint.severity(crate::verdict::Severity::Fail, &carets);
        writeln!(out, "{:width$}{carets}", "", width = BEFORE + from)?;
    }
    Ok(())
}
