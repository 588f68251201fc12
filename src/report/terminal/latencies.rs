//! The table of latencies, which is shown whether or not the engine violates a clause.

use std::io::{self, Write};

use super::Page;
use crate::report::{Detail, escape, words};
use crate::run::result::LatencyResult;

/// The headings of the columns of numbers.
fn heads() -> [String; 5] {
    let heads = [say!("n"), say!("min"), say!("median"), say!("p95"), say!("max")];
    heads.map(|head| head.to_string())
}

/// Writes the table, if anything was measured.
pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let latencies = &page.run.latencies;
    if latencies.is_empty() || page.style.detail == Detail::Quiet {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold(&say!("latencies, in milliseconds").to_string()))?;
    let names: Vec<String> = latencies.iter().map(name).collect();
    let first = names.iter().map(|name| escape::width(name)).max().unwrap_or(0);
    let rows: Vec<[String; 5]> = latencies.iter().map(numbers).collect();
    let heads = heads();
    let wide = |column: usize| {
        let numbers = rows.iter().map(|row| row[column].len());
        numbers.max().unwrap_or(0).max(escape::width(&heads[column]))
    };
    let line = |name: &str, cells: [&str; 5]| {
        let cells: String = (0..)
            .zip(cells)
            .map(|(column, cell)| format!("  {}", words::pad_left(cell, wide(column))))
            .collect();
        format!("  {}{cells}", words::pad(name, first))
    };
    writeln!(out, "{}", line("", heads.each_ref().map(String::as_str)))?;
    for (name, row) in names.iter().zip(&rows) {
        writeln!(out, "{}", line(name, row.each_ref().map(String::as_str)))?;
    }
    for latency in latencies.iter().filter(|row| row.kept < row.count) {
        let (name, kept) = (name(latency), latency.kept);
        let text = say!("{name}: median and p95 of the first {kept}", name, kept);
        writeln!(out, "  {text}")?;
    }
    Ok(())
}

fn name(latency: &LatencyResult) -> String {
    say!("{from} to {to}", from = latency.from, to = latency.to).to_string()
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
