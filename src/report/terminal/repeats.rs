//! Scenarios and clauses whose outcome was not the same in every repeat of a run.

use std::io::{self, Write};

use super::Page;
use super::closing::item;
use crate::lang::Text;
use crate::report::{escape, words};
use crate::run::repeats::{self, ClauseRepeats, ScenarioRepeats};

/// A line for each scenario and clause whose outcome changed, and one line for the others.
pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(repeats) = &page.run.repeats else {
        return Ok(());
    };
    let mut head = words::count(u64::from(repeats.complete), words::Noun::Repeat);
    if repeats.complete < repeats.asked {
        let planned = repeats.asked;
        head =
            say!("{repeats} completed, of {planned} planned", repeats = head, planned).to_string();
    }
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold(&head))?;
    let (unstable, stable): (Vec<_>, Vec<_>) =
        repeats.scenarios.iter().partition(|row| row.is_unstable());
    for row in &unstable {
        item(page, &scenario(row), out)?;
    }
    for row in repeats.clauses.iter().filter(|row| row.is_unstable()) {
        item(page, &clause(row), out)?;
    }
    if stable.is_empty() {
        return Ok(());
    }
    let rest = words::count(stable.len() as u64, words::Noun::Scenario);
    let text = if unstable.is_empty() {
        say!("{scenarios} had the same verdict each time", scenarios = rest)
    } else {
        say!("the other {scenarios} had the same verdict each time", scenarios = rest)
    };
    item(page, &text.to_string(), out)
}

/// The line of a scenario: `usi/x: 19 pass, 1 fail; failed in 1 of 20 (5 %; 1 to 24 % with 95 % confidence)`.
fn scenario(row: &ScenarioRepeats) -> String {
    let counts = row.counts.iter();
    let counts = counts
        .map(|(verdict, number)| say!("{number} {word}", number, word = words::verdict(*verdict)));
    let (id, counts) = (escape::text(&row.id), Text::list(counts));
    let text = match row.failed() {
        0 => say!("{id}: {counts}", id, counts),
        failed => {
            let rate = repeats::rate(failed, row.judged());
            say!("{id}: {counts}; failed in {rate}", id, counts, rate)
        }
    };
    text.to_string()
}

fn clause(row: &ClauseRepeats) -> String {
    let rate = repeats::rate(row.broken, row.of);
    let (clause, of) = (row.clause, row.of);
    let text = match (row.broken, row.unsettled) {
        (0, seen) => say!("{clause}: seen in {seen} of {of}, never confirmed", clause, seen, of),
        (_, 0) => say!("{clause}: broken in {rate}", clause, rate),
        (_, more) => {
            say!("{clause}: broken in {rate}; in {more} more not confirmed", clause, rate, more)
        }
    };
    text.to_string()
}
