//! What differs from the snapshots.

use std::io::{self, Write};

use super::Page;
use crate::report::Detail;
use crate::report::snapshots::{self, Look};
use crate::report::wrap;
use crate::snapshot::result::Standing;

/// Diffs that are shown; of the others only the name is.
const SHOWN: usize = 20;

pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(result) = &page.run.snapshots else {
        return Ok(());
    };
    let look = Look { color: page.style.color, width: page.width() };
    let waiting = |standing| standing != Standing::LeftOut;
    // What was written for the first time has to be said.
    let new = result.written > 0 || result.told.iter().any(|told| waiting(told.standing));
    if page.style.detail == Detail::Quiet && !new {
        return Ok(());
    }
    writeln!(out)?;
    for (number, line) in wrap::wrap(&snapshots::summary(result), page.width()).iter().enumerate() {
        writeln!(out, "{}", if number == 0 { page.paint.bold(line) } else { line.clone() })?;
    }
    let mut shown = 0;
    for told in &result.told {
        if !waiting(told.standing) && page.style.detail != Detail::Verbose {
            continue;
        }
        for line in wrap::wrap(&snapshots::headline(told), page.width() - 2) {
            writeln!(out, "  {line}")?;
        }
        // What is new has no other side to be compared with.
        if told.standing == Standing::Changed || page.style.detail == Detail::Verbose {
            shown += 1;
            if shown <= SHOWN {
                snapshots::diff(&told.diff, look, "    ", out)?;
            }
        }
    }
    for line in [snapshots::unreferenced(result), snapshots::advice(result)] {
        for line in wrap::wrap(&line, page.width() - 2).iter().filter(|line| !line.is_empty()) {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}
