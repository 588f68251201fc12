//! The changes since another report, as Markdown: lists that can be copied into a changelog.

use super::{MOST, RESERVE, inert};
use crate::report::changes::words::{self, Part};
use crate::report::changes::{Changes, Outcome};

/// The most columns of a name, and of a quoted text.
const NAME: usize = 80;
const TEXT: usize = 240;

/// A whole comparison, with the same limit as every report in this format.
#[must_use]
pub fn document(changes: &Changes) -> String {
    let scope = format!(
        "{} ({})",
        inert::code(&changes.dialect, NAME),
        inert::code(&changes.profile, NAME)
    );
    let sides =
        words::sides(changes).map(|(which, parts)| format!("- {which}: {}\n", line(&parts)));
    let head = format!(
        "### {} {}\n\n{}\n\n{}",
        sign(changes),
        line(&words::verdict(changes)),
        say!("{comparison} as {scope}", comparison = words::TITLE, scope),
        sides.concat()
    );
    let history = history(changes, MOST / 4);
    let lists = lists(changes, MOST - RESERVE - history.len());
    head + &lists + &history
}

/// The outcome of clauses in all given reports, as a table; empty if the table is longer than `most` bytes.
fn history(changes: &Changes, most: usize) -> String {
    let Some(history) = &changes.history else {
        return String::new();
    };
    let mut text = format!("\n**{}**\n\n", words::history::TITLE);
    for parts in words::history::reports(history) {
        text.push_str(&format!("- {}\n", line(&parts)));
    }
    let numbers: Vec<String> =
        (1..=history.reports.len()).map(|number| number.to_string()).collect();
    text.push_str(&format!("\n| {} | {} |\n", words::history::CLAUSE, numbers.join(" | ")));
    text.push_str(&format!("|---|{}\n", "---|".repeat(numbers.len())));
    for row in &history.clauses {
        let cells = row.standings.iter().map(|one| words::history::standing(*one).to_string());
        let cells: Vec<String> = cells.collect();
        let clause = inert::cell(&row.clause, NAME);
        text.push_str(&format!("| {clause} | {} |\n", cells.join(" | ")));
    }
    if text.len() <= most { text } else { String::new() }
}

/// The section of a run's report that compares it with its baseline.
pub(super) fn section(changes: &Changes, most: usize) -> String {
    let (sign, verdict) = (sign(changes), line(&words::verdict(changes)));
    format!("\n**{}**: {sign} {verdict}\n\n{}", words::BASELINE, lists(changes, most))
}

fn sign(changes: &Changes) -> &'static str {
    match changes.outcome {
        Outcome::Good => "✅",
        Outcome::Worse => "❌",
        Outcome::Unjudged => "⚠️",
    }
}

fn lists(changes: &Changes, most: usize) -> String {
    let mut text = format!("- {}\n", line(&words::extent(changes)));
    let mut missing = 0;
    let mut add = |text: &mut String, more: &str, counts: bool| {
        if text.len() + more.len() <= most {
            text.push_str(more);
        } else {
            missing += usize::from(counts);
        }
    };
    let sentences = words::sentences(changes);
    for way in words::GROUPS {
        let mut of_way = sentences.iter().filter(|sentence| sentence.way == way).peekable();
        if of_way.peek().is_some() {
            add(&mut text, &format!("\n**{}**\n\n", words::group(way)), false);
        }
        for sentence in of_way {
            add(&mut text, &format!("- {}\n", line(&sentence.parts)), true);
        }
    }
    let notes = words::notes(changes);
    if !notes.is_empty() {
        add(&mut text, &format!("\n**{}**\n\n", words::NOTES), false);
    }
    for parts in notes {
        add(&mut text, &format!("- {}\n", line(&parts)), true);
    }
    if missing > 0 {
        let cut = say!(
            "Cut to {most} bytes: {number} changes left out. The other formats have everything.",
            most = MOST,
            number = missing
        );
        text.push_str(&format!("\n{cut}\n"));
    }
    text
}

/// A sentence, with names, ids and quoted text as code.
fn line(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Ours(text) => inert::html(text),
        Part::Name(text) | Part::Id(text) => inert::code(text, NAME),
        Part::Text(text) => inert::code(text, TEXT),
    };
    parts.iter().map(part).collect()
}
