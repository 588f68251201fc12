//! The differences from the snapshots as text, for all formats that consist of lines.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{escape, words, wrap};
use crate::lang::Text;
use crate::snapshot::change;
use crate::snapshot::diff::{Diff, Hunk, Sign};
use crate::snapshot::result::{SnapshotResult, SnapshotStanding, SnapshotsResult};

/// The most columns of a line of a diff, before it is wrapped.
const COLUMNS: usize = 300;
/// The style for files: no colour, no wrapping.
const PLAIN: DiffStyle = DiffStyle { color: false, width: usize::MAX };
/// How many ids of a list are named.
pub const NAMED: usize = 12;

/// Colour and width of a diff. No information is given by colour alone.
#[derive(Debug, Clone, Copy)]
pub struct DiffStyle {
    /// Whether to paint.
    pub color: bool,
    /// Columns of a line.
    pub width: usize,
}

impl DiffStyle {
    /// Text in bold.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    fn paint(self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    fn line(self, sign: Sign, text: &str) -> String {
        match sign {
            Sign::Same => text.to_owned(),
            Sign::Gone => self.paint(AnsiColor::Red.on_default(), text),
            Sign::Added => self.paint(AnsiColor::Green.on_default(), text),
        }
    }
}

/// Writes a diff, each line after its sign.
///
/// # Errors
/// The errors of `out`.
pub fn diff(diff: &Diff, style: DiffStyle, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    lines(diff, style, indent).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The lines of a diff, ready to be shown.
#[must_use]
pub fn lines(diff: &Diff, style: DiffStyle, indent: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for hunk in &diff.hunks {
        let place = style.paint(AnsiColor::Cyan.on_default(), &place(hunk));
        lines.push(format!("{indent}{place}"));
        for line in &hunk.lines {
            let text = escape::short(&line.text, COLUMNS);
            let room = style.width.saturating_sub(indent.len() + 1).max(20);
            for part in folded(&text, room) {
                let shown = format!("{}{part}", line.sign.sign());
                lines.push(format!("{indent}{}", style.line(line.sign, shown.trim_end())));
            }
        }
    }
    if diff.more > 0 {
        let more = words::count(diff.more as u64, words::Noun::Line);
        lines.push(format!("{indent}{}", say!("… and {lines} more", lines = more)));
    }
    lines
}

/// A line in parts of about `room` columns. The parts after the first are indented by two more columns.
fn folded(text: &str, room: usize) -> Vec<String> {
    if escape::width(text) <= room {
        return vec![text.to_owned()];
    }
    let blanks = text.len() - text.trim_start_matches(' ').len();
    let parts = wrap::wrap(text, room.saturating_sub(blanks + 2).max(20));
    let indented = |(number, part): (usize, &String)| {
        let indent = if number == 0 { blanks } else { blanks + 2 };
        format!("{:indent$}{part}", "")
    };
    parts.iter().enumerate().map(indented).collect()
}

/// The diff of a snapshot as plain text.
#[must_use]
pub fn plain(reported: &SnapshotResult) -> String {
    lines(&reported.diff, PLAIN, "").join("\n")
}

/// The number of snapshots with each outcome, in one line.
#[must_use]
pub fn summary(snapshots: &SnapshotsResult) -> String {
    let folder = escape::text(&snapshots.folder);
    let mut parts = Vec::new();
    if snapshots.written > 0 {
        parts.push(say!("{number} written for the first time", number = snapshots.written));
    }
    let mut count = |number: usize, reported: &dyn Fn(usize) -> Text| {
        if number > 0 {
            parts.push(reported(number));
        }
    };
    let ways = change::changed(&snapshots.reported).len();
    count(snapshots.count(SnapshotStanding::Changed), &|number| match ways {
        _ if number == 1 => say!("{number} changed", number),
        1 => say!("{number} changed in the same way", number),
        ways => say!("{number} changed in {ways} ways", number, ways),
    });
    count(snapshots.count(SnapshotStanding::New), &|number| say!("{number} new", number));
    count(snapshots.unchanged, &|number| say!("{number} unchanged", number));
    count(snapshots.count(SnapshotStanding::LeftOut), &|number| {
        say!("{number} not compared", number)
    });
    count(snapshots.count(SnapshotStanding::Lost), &|number| {
        say!("{number} cannot be compared", number)
    });
    if parts.is_empty() {
        parts.push(say!("none"));
    }
    say!("snapshots in \"{folder}\": {parts}", folder, parts = Text::list(parts)).to_string()
}

/// How many snapshots have changed; `None` if none has.
#[must_use]
pub fn changed(snapshots: &SnapshotsResult) -> Option<Text> {
    match snapshots.count(SnapshotStanding::Changed) {
        0 => None,
        1 => Some(say!("1 snapshot changed")),
        changed => Some(say!("{changed} snapshots changed", changed)),
    }
}

/// A list of ids; the first `most` are named, the others counted.
#[must_use]
pub fn named<'a>(ids: impl ExactSizeIterator<Item = &'a str>, most: usize) -> Text {
    let all = ids.len();
    let shown: Vec<String> = ids.take(most).map(|id| escape::short(id, 80)).collect();
    let rest = all - shown.len();
    let shown = Text::plain(shown.join(", "));
    match rest {
        0 => shown,
        number => say!("{shown} and {number} more", shown, number),
    }
}

/// The heading of snapshots that changed in the same way, in one line.
#[must_use]
pub fn heading(group: &[&SnapshotResult], most: usize) -> String {
    match group {
        [one] => headline(one),
        all => {
            let shown = named(all.iter().map(|reported| reported.scenario.as_str()), most);
            let number = all.len();
            let text = match all.iter().all(|reported| reported.other_script) {
                true => say!(
                    "{number} changed in the same way, and so did their scripts: {shown}",
                    number,
                    shown
                ),
                false => say!("{number} changed in the same way: {shown}", number, shown),
            };
            text.to_string()
        }
    }
}

/// The diff that the snapshots of a group share, as plain text.
#[must_use]
pub fn shared(group: &[&SnapshotResult]) -> String {
    let once = group.first().map(|reported| reported.diff.once());
    once.map_or_else(String::new, |diff| lines(&diff, PLAIN, "").join("\n"))
}

/// The command to review pending snapshots; empty if there are none. It must not be wrapped, so that it can be copied.
#[must_use]
pub fn advice(snapshots: &SnapshotsResult) -> String {
    let waiting =
        snapshots.count(SnapshotStanding::Changed) + snapshots.count(SnapshotStanding::New);
    if waiting == 0 {
        return String::new();
    }
    let folder = super::replay::quote(&snapshots.folder, cfg!(windows));
    say!("review: kentei snapshot review --snapshots {folder}", folder).to_string()
}

/// The snapshots of scenarios that no longer exist; empty if there are none.
#[must_use]
pub fn unreferenced(snapshots: &SnapshotsResult) -> String {
    let gone = &snapshots.unreferenced;
    if gone.is_empty() {
        return String::new();
    }
    let shown = named(gone.iter().map(String::as_str), NAMED);
    say!("of scenarios that no longer exist, left unchanged: {shown}", shown).to_string()
}

/// The outcome of one snapshot, in one line.
#[must_use]
pub fn headline(reported: &SnapshotResult) -> String {
    format!("{} {}", reported.standing.word(), about(reported))
}

/// The same without the word for the outcome.
#[must_use]
pub fn about(reported: &SnapshotResult) -> String {
    let mut line = escape::text(&reported.scenario);
    if !reported.reason.is_empty() {
        line.push_str(&format!(": {}", escape::text(&reported.reason)));
    }
    if reported.standing == SnapshotStanding::Changed && reported.other_script {
        line = say!("{line} (its script has changed, too)", line).to_string();
    }
    line
}

/// The place of a hunk.
#[must_use]
pub fn place(hunk: &Hunk) -> String {
    say!("@@ line {old} now {new} @@", old = hunk.old, new = hunk.new).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_wrapped_keeps_its_indent() {
        let parts = |text: &str, room| folded(text, room);
        assert_eq!(parts("  < usiok", 40), ["  < usiok"]);
        let wrapped = parts("  < info depth [depth] score [score] pv [moves]", 30);
        assert_eq!(wrapped, ["  < info depth [depth] score", "    [score] pv [moves]"]);
    }

    #[test]
    fn a_few_of_many_are_named() {
        let named = |most| named(["a", "b", "c"].into_iter(), most).to_string();
        assert_eq!(named(3), "a, b, c");
        assert_eq!(named(2), "a, b and 1 more");
    }
}
