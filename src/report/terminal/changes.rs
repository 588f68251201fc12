//! The changes since another report: for people at a terminal, and as plain text for other formats.

use std::io::{self, Write};

use super::paint::Paint;
use crate::report::changes::words::{self, Part};
use crate::report::changes::{Changes, Impact, Outcome};
use crate::report::{Detail, Style, escape, wrap};
use crate::verdict::Verdict;

/// The most columns of a name, and of a quoted text.
const NAME: usize = 80;
const TEXT: usize = 300;

/// Writes a whole comparison.
///
/// # Errors
///
/// The errors of `out`.
pub fn render(changes: &Changes, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let page = Page::of(style);
    let scope = format!("{} ({})", escape::text(&changes.dialect), escape::text(&changes.profile));
    writeln!(
        out,
        "{}",
        page.paint
            .bold(&say!("{comparison} as {scope}", comparison = words::TITLE, scope).to_string())
    )?;
    for (which, parts) in words::sides(changes) {
        page.item(2, &format!("{which}: {}", plain(&parts)), out)?;
    }
    page.item(2, &plain(&words::extent(changes)), out)?;
    groups(changes, &page, out)?;
    history(changes, &page, out)?;
    writeln!(out)?;
    page.verdict(&plain(&words::verdict(changes)), changes, out)
}

/// The section of a run's report that compares it with its baseline.
pub(super) fn section(changes: &Changes, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let page = Page::of(style);
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold(&words::BASELINE.to_string().to_lowercase()))?;
    page.item(2, &plain(&words::extent(changes)), out)?;
    groups(changes, &page, out)
}

/// The last line of a report with a baseline: the outcome of the comparison, which decides the exit code.
pub(super) fn verdict(changes: &Changes, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let verdict = plain(&words::verdict(changes));
    let verdict = say!("against the baseline: {verdict}", verdict);
    Page::of(style).verdict(&verdict.to_string(), changes, out)
}

/// Each change on a line that begins with the word for its direction: for formats without lists.
#[must_use]
pub fn text(changes: &Changes) -> String {
    let mut text = plain(&words::extent(changes));
    for parts in words::notes(changes) {
        text.push_str(&format!("\n{}: {}", say!("note"), plain(&parts)));
    }
    for sentence in words::sentences(changes) {
        let word = words::group(sentence.way).to_string();
        text.push_str(&format!("\n{}: {}", word.to_lowercase(), plain(&sentence.parts)));
    }
    text.push_str(&format!("\n{}", plain(&words::verdict(changes))));
    text
}

/// The outcome of a comparison, as plain text.
#[must_use]
pub fn outcome(changes: &Changes) -> String {
    plain(&words::verdict(changes))
}

/// A sentence as plain text, escaped.
#[must_use]
pub fn plain(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Ours(text) => text.clone(),
        Part::Name(text) => format!("\"{}\"", escape::short(text, NAME)),
        Part::Id(text) => escape::short(text, NAME),
        Part::Text(text) => escape::short(text, TEXT),
    };
    parts.iter().map(part).collect()
}

struct Page {
    paint: Paint,
    width: usize,
    detail: Detail,
}

impl Page {
    fn of(style: Style) -> Self {
        Self {
            paint: Paint { color: style.color },
            width: style.width.max(40),
            detail: style.detail,
        }
    }

    fn item(&self, indent: usize, text: &str, out: &mut dyn Write) -> io::Result<()> {
        for (number, line) in wrap::wrap(text, self.width - indent - 2).iter().enumerate() {
            let indent = if number == 0 { indent } else { indent + 2 };
            writeln!(out, "{:indent$}{line}", "")?;
        }
        Ok(())
    }

    fn verdict(&self, sentence: &str, changes: &Changes, out: &mut dyn Write) -> io::Result<()> {
        let colour = match changes.outcome {
            Outcome::Good => Verdict::Pass,
            Outcome::Worse => Verdict::Fail,
            Outcome::Unjudged => Verdict::Inconclusive,
        };
        for line in wrap::wrap(sentence, self.width) {
            writeln!(out, "{}", self.paint.verdict(colour, &line))?;
        }
        Ok(())
    }
}

/// The outcome of clauses in all given reports.
fn history(changes: &Changes, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let Some(history) = &changes.history else {
        return Ok(());
    };
    writeln!(out)?;
    let title = words::history::TITLE.to_string().to_lowercase();
    writeln!(out, "{}", page.paint.bold(&title))?;
    for parts in words::history::reports(history) {
        page.item(2, &plain(&parts), out)?;
    }
    for row in &history.clauses {
        let clause = escape::short(&row.clause, NAME);
        page.item(2, &format!("{clause}  {}", words::history::row(&row.standings)), out)?;
    }
    Ok(())
}

fn groups(changes: &Changes, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let sentences = words::sentences(changes);
    for way in words::GROUPS {
        let of_way: Vec<_> = sentences.iter().filter(|sentence| sentence.way == way).collect();
        if of_way.is_empty() || (page.detail == Detail::Quiet && way != Impact::Worse) {
            continue;
        }
        let colour = match way {
            Impact::Worse => Verdict::Fail,
            Impact::Better => Verdict::Pass,
            Impact::Changed => Verdict::Warn,
        };
        writeln!(out)?;
        let head = words::group(way).to_string().to_lowercase();
        writeln!(out, "{}", page.paint.verdict(colour, &head))?;
        for sentence in of_way {
            page.item(2, &plain(&sentence.parts), out)?;
        }
    }
    let notes = words::notes(changes);
    if !notes.is_empty() && page.detail != Detail::Quiet {
        writeln!(out)?;
        writeln!(out, "{}", page.paint.bold(&words::NOTES.to_string().to_lowercase()))?;
        for parts in notes {
            page.item(2, &plain(&parts), out)?;
        }
    }
    Ok(())
}
