//! The table of latencies: how quick the engine is, whatever is wrong with it.

use std::io::{self, Write};

use super::Page;
use crate::report::{Detail, words};
use crate::run::result::LatencyResult;

/// The heads of the columns of numbers.
const HEADS: [&str; 5] = ["n", "min", "median", "p95", "max"];

/// Writes the table, if anything was measured.
pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let latencies = &page.run.latencies;
    if latencies.is_empty() || page.style.detail == Detail::Quiet {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold("latencies, in milliseconds"))?;
    let names: Vec<String> = latencies.iter().map(name).collect();
    let first = names.iter().map(String::len).max().unwrap_or(0);
    let rows: Vec<[String; 5]> = latencies.iter().map(numbers).collect();
    let wide = |column: usize| {
        let numbers = rows.iter().map(|row| row[column].len());
        numbers.max().unwrap_or(0).max(HEADS[column].len())
    };
    let line = |name: &str, cells: [&str; 5]| {
        let cells: String = (0..)
            .zip(cells)
            .map(|(column, cell)| format!("  {cell:>width$}", width = wide(column)))
            .collect();
        format!("  {name:<first$}{cells}")
    };
    writeln!(out, "{}", line("", HEADS))?;
    for (name, row) in names.iter().zip(&rows) {
        writeln!(out, "{}", line(name, row.each_ref().map(String::as_str)))?;
    }
    for latency in latencies.iter().filter(|row| row.kept < row.count) {
        let (name, kept) = (name(latency), latency.kept);
        writeln!(out, "  {name}: median and p95 of the first {kept}")?;
    }
    Ok(())
}

fn name(latency: &LatencyResult) -> String {
    format!("{} to {}", latency.from, latency.to)
}

fn numbers(latency: &LatencyResult) -> [String; 5] {
    [
        latency.count.to_string(),
        words::milliseconds(latency.min),
        words::milliseconds(latency.median),
        words::milliseconds(latency.p95),
        words::milliseconds(latency.max),
    ]
}
