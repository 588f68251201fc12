//! The causes, with which the report begins, and the lists of documents and clauses at its end.

use std::io::{self, Write};

use super::{Page, evidence, findings};
use crate::report::causes::Cause;
use crate::report::group::{self, Group, Hit};
use crate::report::{Detail, escape, replay, words, wrap};

/// The most lines of one cause.
const LINES: usize = 20;
/// How many clauses of a cause are named.
const CLAUSES: usize = 6;

pub(super) fn render(page: &Page<'_>, causes: &[Cause<'_>], out: &mut dyn Write) -> io::Result<()> {
    if causes.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let number = causes.len();
    let head = if number == 1 {
        say!("1 cause of the findings")
    } else {
        say!("{number} causes of the findings, the most fundamental first", number)
    };
    for line in wrap::wrap(&head.to_string(), page.width()) {
        writeln!(out, "{}", page.paint.bold(&line))?;
    }
    for (place, cause) in causes.iter().enumerate() {
        for line in one(page, place + 1, cause)? {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// The lines of a cause.
fn one(page: &Page<'_>, place: usize, cause: &Cause<'_>) -> io::Result<Vec<String>> {
    let hit = &cause.hits[0];
    let word = words::severity(cause.severity).to_string();
    let head = format!("{place}. {word} · {} · {}", cause.theme.text(), hit.finding.clause);
    let head = wrap::cut(&head, page.width());
    let mut lines = vec![String::new(), page.paint.bold(&head)];
    let mut end = Vec::new();
    let with = with(cause);
    if !with.is_empty() {
        findings::label(page, &say!("with it"), &with, &mut end)?;
    }
    let command = replay::command(page.run, hit.scenario);
    let replay = page.paint.faint(&words::pad(&say!("replay").to_string(), 10));
    // The command is never wrapped, so that it can be copied.
    writeln!(end, "    {replay}{command}")?;
    let end = text(&end);
    let room = LINES.saturating_sub(lines.len() + end.len());
    let mut body = Vec::new();
    findings::occurrence(page, hit, &mut body)?;
    let body = text(&body);
    let mut body = if body.len() > room { shortened(page, hit, room)? } else { body };
    if let Some(clause) = page.catalogue.clause(hit.finding.clause.0) {
        let mut demand = Vec::new();
        findings::demand(page, clause, &mut demand)?;
        let demand = text(&demand);
        if body.len() + demand.len() <= room {
            body.extend(demand);
        }
    }
    lines.extend(body);
    lines.extend(end);
    Ok(lines)
}

/// The message, the scenario, and the last lines up to the offender; expected and actual values are left out.
fn shortened(page: &Page<'_>, hit: &Hit<'_>, room: usize) -> io::Result<Vec<String>> {
    let (mut head, mut shown) = (Vec::new(), Vec::new());
    findings::message(page, hit, &mut head)?;
    evidence::render(page, &hit.scenario.transcript, hit.finding, &mut shown)?;
    let (mut lines, mut shown) = (text(&head), text(&shown));
    let room = room.saturating_sub(lines.len() + 1);
    // The mark and the text before it are never painted.
    let offender = shown.iter().position(|line| line.starts_with("    *")).unwrap_or(0);
    let end = (offender + 2).max(room).min(shown.len());
    shown.truncate(end);
    let left_out = shown.len().saturating_sub(room);
    lines.extend(shown.drain(left_out..));
    // With --verbose all of it follows, at the clause.
    if page.style.detail != Detail::Verbose {
        let more = say!("… --verbose shows all of it").to_string();
        lines.push(format!("    {}", page.paint.faint(&more)));
    }
    Ok(lines)
}

fn text(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
}

/// The other findings and the clauses that the cause explains.
fn with(cause: &Cause<'_>) -> String {
    let more = cause.hits.len() - 1;
    if more == 0 {
        return String::new();
    }
    let others = &cause.hits[1..];
    let clauses = group::clauses(others);
    let mut named: Vec<String> =
        clauses.iter().take(CLAUSES).map(|clause| escape::text(clause.0)).collect();
    if clauses.len() > CLAUSES {
        named.push(say!("+{number} more", number = clauses.len() - CLAUSES).to_string());
    }
    let scenarios = words::count(group::scenarios(others).len() as u64, words::Noun::Scenario);
    let clauses = named.join(", ");
    if more == 1 {
        say!("1 more finding, in {scenarios}: {clauses}", scenarios, clauses).to_string()
    } else {
        say!("{more} more findings, in {scenarios}: {clauses}", more, scenarios, clauses)
            .to_string()
    }
}

/// The documents that the clauses with findings cite, each with its full title.
pub(super) fn documents(
    page: &Page<'_>,
    held: &[Group<'_>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let clauses = held.iter().filter_map(|group| page.catalogue.clause(group.clause.0));
    let documents = page.catalogue.cited(clauses);
    if documents.is_empty() || page.style.detail == Detail::Quiet {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold(&say!("documents").to_string()))?;
    let widest = documents.iter().map(|document| escape::width(&document.id)).max();
    let indent = widest.unwrap_or(0) + 4;
    for document in documents {
        let [title, _] = document.translated();
        for (number, line) in wrap::wrap(title, page.width() - indent).iter().enumerate() {
            let id = if number == 0 { document.id.as_str() } else { "" };
            writeln!(out, "  {}{line}", words::pad(id, indent - 2))?;
        }
    }
    Ok(())
}

/// The violated clauses, one line each; the last part before the verdict.
pub(super) fn clauses(page: &Page<'_>, held: &[Group<'_>], out: &mut dyn Write) -> io::Result<()> {
    if held.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold(&say!("broken clauses").to_string()))?;
    for group in held {
        findings::heading(page, group, page.catalogue.clause(group.clause.0), out)?;
    }
    Ok(())
}
