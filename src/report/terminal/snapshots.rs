//! The differences from the snapshots, limited to about one screen unless the report is verbose.

use std::io::{self, Write};

use super::{Page, closing};
use crate::report::snapshots::{self, DiffStyle};
use crate::report::{Detail, words, wrap};
use crate::snapshot::change;
use crate::snapshot::result::{SnapshotResult, SnapshotStanding, SnapshotsResult};

/// The most lines of all changes together.
const LINES: usize = 16;
/// The most lines of the diff of one change.
const OF_ONE: usize = 8;
/// How many ids are named for a change, and how many new snapshots.
const NAMED: usize = 3;

pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(result) = &page.run.snapshots else {
        return Ok(());
    };
    let verbose = page.style.detail == Detail::Verbose;
    // Snapshots that were written for the first time are always reported.
    let news = result.written > 0
        || result.reported.iter().any(|reported| reported.standing != SnapshotStanding::LeftOut);
    if page.style.detail == Detail::Quiet && !news {
        return Ok(());
    }
    writeln!(out)?;
    for (number, line) in wrap::wrap(&snapshots::summary(result), page.width()).iter().enumerate() {
        writeln!(out, "{}", if number == 0 { page.paint.bold(line) } else { line.clone() })?;
    }
    changed(page, result, out)?;
    let of =
        |standing| result.reported.iter().filter(move |reported| reported.standing == standing);
    let mut listed = vec![SnapshotStanding::Lost];
    if verbose {
        listed.push(SnapshotStanding::LeftOut);
    }
    for standing in listed {
        let most = if verbose { usize::MAX } else { NAMED };
        for reported in of(standing).take(most) {
            closing::item(page, &snapshots::headline(reported), out)?;
        }
    }
    let new: Vec<&SnapshotResult> = of(SnapshotStanding::New).collect();
    if !new.is_empty() {
        let most = if verbose { usize::MAX } else { NAMED };
        let shown = snapshots::named(new.iter().map(|reported| reported.scenario.as_str()), most);
        let word = SnapshotStanding::New.word();
        closing::item(page, &format!("{word} {shown}"), out)?;
    }
    closing::item(page, &snapshots::unreferenced(result), out)?;
    match snapshots::advice(result) {
        advice if advice.is_empty() => Ok(()),
        advice => writeln!(out, "  {advice}"),
    }
}

/// Each change once, the most frequent first, as far as they fit.
fn changed(page: &Page<'_>, result: &SnapshotsResult, out: &mut dyn Write) -> io::Result<()> {
    let style = DiffStyle { color: page.style.color, width: page.width() };
    let verbose = page.style.detail == Detail::Verbose;
    let (named, most, mut room) =
        if verbose { (usize::MAX, usize::MAX, usize::MAX) } else { (NAMED, OF_ONE, LINES) };
    let groups = change::changed(&result.reported);
    for (place, group) in groups.iter().enumerate() {
        let mut lines = snapshots::lines(&group[0].diff.once(), style, "    ");
        let cut = lines.len().saturating_sub(most);
        lines.truncate(most);
        // The heading takes at most two lines, and the count of cut lines one.
        let needed = lines.len() + 2 + usize::from(cut > 0);
        if needed > room && place > 0 {
            let rest = groups[place..].iter().map(Vec::len).sum::<usize>();
            let snapshots = words::count(rest as u64, words::Noun::Snapshot);
            let text = say!("not shown: {snapshots} with other changes", snapshots);
            return closing::item(page, &text.to_string(), out);
        }
        room = room.saturating_sub(needed);
        closing::item(page, &snapshots::heading(group, named), out)?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if cut > 0 {
            let lines = words::count(cut as u64, words::Noun::Line);
            writeln!(out, "    {}", say!("… and {lines} more", lines))?;
        }
    }
    Ok(())
}
