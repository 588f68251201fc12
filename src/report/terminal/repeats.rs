//! What was not the same in every repeat of a run.

use std::io::{self, Write};

use super::Page;
use super::closing::item;
use crate::report::{escape, words};
use crate::run::repeats::{self, ClauseRepeats, ScenarioRepeats};

/// A line for each scenario and clause that was not the same each time, and one for the rest.
pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(repeats) = &page.run.repeats else {
        return Ok(());
    };
    let mut head = words::count(u64::from(repeats.complete), "repeat");
    if repeats.complete < repeats.asked {
        head.push_str(&format!(" played whole, of {} planned", repeats.asked));
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
    let rest = words::count(stable.len() as u64, "scenario");
    let text = if unstable.is_empty() {
        format!("{rest} ended in the same way each time")
    } else {
        format!("the other {rest} ended in the same way each time")
    };
    item(page, &text, out)
}

/// `usi/x: 19 pass, 1 fail; failed in 1 of 20 (5 %; 1 to 24 % with 95 % confidence)`.
fn scenario(row: &ScenarioRepeats) -> String {
    let ended: Vec<String> = row
        .counts
        .iter()
        .map(|(verdict, count)| format!("{count} {}", verdict.word()))
        .collect();
    let failed = match row.failed() {
        0 => String::new(),
        failed => format!("; failed in {}", repeats::rate(failed, row.judged())),
    };
    format!("{}: {}{failed}", escape::text(&row.id), ended.join(", "))
}

fn clause(row: &ClauseRepeats) -> String {
    let rate = repeats::rate(row.broken, row.of);
    match (row.broken, row.unsettled) {
        (0, seen) => format!(
            "{}: seen in {seen} of {}, never settled",
            row.clause, row.of
        ),
        (_, 0) => format!("{}: broken in {rate}", row.clause),
        (_, more) => format!(
            "{}: broken in {rate}; in {more} more not settled",
            row.clause
        ),
    }
}
