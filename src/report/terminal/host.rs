//! The jitter of the machine before the examination, if it is notable or the report is verbose.

use std::io::{self, Write};
use std::time::Duration;

use super::Page;
use crate::report::{Detail, words, wrap};

/// The least jitter that a report mentions without being verbose: a tenth of the usual slack.
const NOTABLE: Duration = Duration::from_millis(20);

pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let verbose = page.style.detail == Detail::Verbose;
    let text = match page.run.host.jitter {
        None if verbose => say!("The jitter of this machine was not measured."),
        None => return Ok(()),
        Some(jitter) if verbose || jitter.margin() >= NOTABLE => say!(
            "Before the engine was examined, {lines} to a program that only answers took {median} there and back (median), {p95} at the 95th percentile and {max} at most; a reply that is late by no more than that is inconclusive.",
            lines = words::count(jitter.count, words::Noun::Line),
            median = fine(jitter.median),
            p95 = fine(jitter.p95),
            max = fine(jitter.max)
        ),
        Some(_) => return Ok(()),
    };
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold(&say!("the machine").to_string()))?;
    for line in wrap::wrap(&text.to_string(), page.width() - 2) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// Milliseconds with two decimals.
fn fine(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
