//! The findings at one clause.

use std::io::{self, Write};

use super::{Page, evidence};
use crate::lang::Text;
use crate::protocol::Clause;
use crate::report::group::{Group, Hit};
use crate::report::{Detail, board, escape, replay, words, wrap};
use crate::verdict::{PositionEvidence, Watcher};

/// Columns of a label, with the indent and the blanks after it.
const LABEL: usize = 4 + LABEL_TEXT;
/// Columns of a label, with the blanks after it.
pub(super) const LABEL_TEXT: usize = 10;
/// How many other scenarios are named.
const OTHERS: usize = 5;
/// How many findings of one clause a verbose report shows.
const OCCURRENCES: usize = 12;

pub(super) fn render(page: &Page<'_>, group: &Group<'_>, out: &mut dyn Write) -> io::Result<()> {
    let clause = page.catalogue.clause(group.clause.0);
    writeln!(out)?;
    heading(page, group, clause, out)?;
    let most = match page.style.detail {
        Detail::Quiet | Detail::Normal => 1,
        Detail::Verbose => OCCURRENCES,
    };
    let shown = &group.hits[..most.min(group.hits.len())];
    for hit in shown {
        writeln!(out)?;
        occurrence(page, hit, out)?;
    }
    writeln!(out)?;
    if let Some(clause) = clause {
        demand(page, clause, out)?;
    }
    let others = others(group, shown);
    if !others.is_empty() {
        label(page, &say!("also in"), &others, out)?;
    }
    // The command is never wrapped, so that it can be copied.
    let command = replay::command(page.run, group.hits[0].scenario);
    writeln!(out, "    {}{command}", page.paint.faint(&words::pad(&say!("replay").to_string(), 10)))
}

/// The requirement of a clause, its source, and what GUIs do if it is violated.
pub(super) fn demand(page: &Page<'_>, clause: &Clause, out: &mut dyn Write) -> io::Result<()> {
    label(page, &say!("demand"), &clause.requirement, out)?;
    label(page, &say!("document"), &clause.sources.join("; "), out)?;
    match &clause.when_broken {
        Some(when_broken) => label(page, &say!("in GUIs"), when_broken, out),
        None => Ok(()),
    }
}

/// The heading of a group: `fail USI-BM-09 · One go, one bestmove · in 3 scenarios`.
pub(super) fn heading(
    page: &Page<'_>,
    group: &Group<'_>,
    clause: Option<&Clause>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = clause
        .map_or_else(|| say!("not in the catalogue").to_string(), |clause| clause.title.clone());
    let scenarios = group.scenarios().len() as u64;
    let word = words::severity(group.severity).to_string();
    let rest = format!("{} · {}", group.clause, escape::text(&title));
    let scenarios = words::count(scenarios, words::Noun::Scenario);
    let tail = format!(" · {}", say!("in {scenarios}", scenarios));
    let room = page.width().saturating_sub(escape::width(&word) + 1 + escape::width(&tail));
    let rest = wrap::cut(&rest, room);
    let word = page.paint.severity(group.severity, &word);
    writeln!(out, "{word} {}{tail}", page.paint.bold(&rest))
}

/// One finding: the message and the scenario, the lines that show it, the expected and the actual value.
pub(super) fn occurrence(page: &Page<'_>, hit: &Hit<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Hit { scenario, finding } = hit;
    message(page, hit, out)?;
    evidence::render(page, &scenario.transcript, finding, out)?;
    if !finding.expected.is_empty() {
        label(page, &say!("expected"), &escape::text(&finding.expected.to_string()), out)?;
    }
    if !finding.got.is_empty() {
        // The value can be a whole line of the engine; about two lines of the page are enough.
        label(page, &say!("got"), &escape::short(&finding.got.to_string(), page.width() * 2), out)?;
    }
    if let Some(evidence) = &finding.position {
        position(page, evidence, out)?;
    }
    for note in &finding.notes {
        label_lines(page, &say!("note"), &note.to_string(), out)?;
    }
    Ok(())
}

/// The message of a finding, the scenario, and the rule or script line.
pub(super) fn message(page: &Page<'_>, hit: &Hit<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Hit { scenario, finding } = hit;
    for line in wrap::wrap(&escape::text(&finding.message.to_string()), page.width() - 4) {
        writeln!(out, "    {line}")?;
    }
    let asked = match (&finding.watcher, finding.scenario_line) {
        (Watcher::Rule(rule), _) => say!("(rule {rule})", rule),
        (Watcher::Expectation, Some(line)) => say!("(line {line} of the script)", line),
        (Watcher::Expectation, None) => say!("(the script)"),
    };
    let place = format!("{} {asked}", escape::text(&scenario.id));
    writeln!(out, "    {}", page.paint.faint(&wrap::cut(&place, page.width() - 4)))
}

/// The board, if it fits, and the position as text.
fn position(page: &Page<'_>, evidence: &PositionEvidence, out: &mut dyn Write) -> io::Result<()> {
    label(page, &say!("position"), &board::situation(evidence), out)?;
    let drawn = board::draw(evidence);
    let room = page.width().saturating_sub(LABEL);
    if drawn.iter().all(|line| escape::width(line) <= room) {
        beside(page, &Text::EMPTY, &drawn, out)?;
    }
    // The position is never wrapped, so that it can be copied, unless it cannot be drawn.
    let notation = escape::text(&evidence.notation);
    if drawn.is_empty() {
        label(page, &Text::plain(evidence.form), &notation, out)
    } else {
        beside(page, &Text::plain(evidence.form), &[notation], out)
    }
}

/// The scenarios that are not shown; the first few by name.
fn others(group: &Group<'_>, shown: &[Hit<'_>]) -> String {
    let mut others = group.scenarios();
    others.retain(|other| shown.iter().all(|hit| hit.scenario.id != other.id));
    let mut text: Vec<String> =
        others.iter().take(OTHERS).map(|scenario| escape::text(&scenario.id)).collect();
    if others.len() > OTHERS {
        text.push(say!("+{number} more", number = others.len() - OTHERS).to_string());
    }
    text.join(", ")
}

/// A label and its text, wrapped beside it.
pub(super) fn label(
    page: &Page<'_>,
    name: &Text,
    text: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lines = wrap::wrap(text, page.width().saturating_sub(LABEL));
    beside(page, name, &lines, out)
}

/// A label and a note: a note of one line is wrapped, the lines of a longer one (such as a board) are cut.
fn label_lines(page: &Page<'_>, name: &Text, text: &str, out: &mut dyn Write) -> io::Result<()> {
    if text.lines().count() < 2 {
        return label(page, name, &escape::text(text), out);
    }
    let room = page.width().saturating_sub(LABEL);
    let lines: Vec<String> =
        text.lines().map(|line| wrap::cut(&escape::text(line), room)).collect();
    beside(page, name, &lines, out)
}

fn beside(page: &Page<'_>, name: &Text, lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    for (number, line) in lines.iter().enumerate() {
        let name = if number == 0 { name } else { &Text::EMPTY };
        let name = page.paint.faint(&words::pad(&name.to_string(), 10));
        writeln!(out, "    {name}{line}")?;
    }
    Ok(())
}
