//! What differs from the snapshots, as text, for all formats that have lines.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{escape, words, wrap};
use crate::lang::Text;
use crate::snapshot::diff::{Diff, Hunk, Sign};
use crate::snapshot::result::{SnapshotResult, SnapshotsResult, Standing};

/// Columns of a line of a diff.
const COLUMNS: usize = 300;
/// For files: no colour, and lines as long as they are.
const PLAIN: Look = Look { color: false, width: usize::MAX };
/// Ids that are named in a list.
const NAMED: usize = 12;

/// Whether there is colour. Nothing is said by colour alone.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Whether to paint.
    pub color: bool,
    /// Columns of a line.
    pub width: usize,
}

impl Look {
    /// Text that stands out.
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

/// A diff, each line after its sign.
///
/// # Errors
/// What `out` says.
pub fn diff(diff: &Diff, look: Look, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    for hunk in &diff.hunks {
        let place = place(hunk);
        writeln!(out, "{indent}{}", look.paint(AnsiColor::Cyan.on_default(), &place))?;
        for line in &hunk.lines {
            let text = escape::short(&line.text, COLUMNS);
            let room = look.width.saturating_sub(indent.len() + 1).max(20);
            // Where a line is longer than the page, each part of it stands after the sign.
            let parts =
                if escape::width(&text) > room { wrap::wrap(&text, room) } else { vec![text] };
            for part in parts {
                let shown = format!("{}{part}", line.sign.sign());
                writeln!(out, "{indent}{}", look.line(line.sign, shown.trim_end()))?;
            }
        }
    }
    if diff.more > 0 {
        let lines = words::count(diff.more as u64, words::Noun::Line);
        writeln!(out, "{indent}{}", say!("… and {lines} more", lines))?;
    }
    Ok(())
}

/// A diff as plain text.
#[must_use]
pub fn plain(told: &SnapshotResult) -> String {
    let mut out = Vec::new();
    // Memory takes everything.
    let _ = diff(&told.diff, PLAIN, "", &mut out);
    String::from_utf8_lossy(&out).trim_end().to_owned()
}

/// What became of the snapshots, in one line.
#[must_use]
pub fn summary(snapshots: &SnapshotsResult) -> String {
    let folder = escape::text(&snapshots.folder);
    let mut parts = Vec::new();
    if snapshots.written > 0 {
        parts.push(say!("{number} written for the first time", number = snapshots.written));
    }
    let mut count = |number: usize, told: &dyn Fn(usize) -> Text| {
        if number > 0 {
            parts.push(told(number));
        }
    };
    count(snapshots.count(Standing::Changed), &|number| say!("{number} changed", number));
    count(snapshots.count(Standing::New), &|number| say!("{number} new", number));
    count(snapshots.unchanged, &|number| say!("{number} unchanged", number));
    count(snapshots.count(Standing::LeftOut), &|number| say!("{number} not compared", number));
    count(snapshots.count(Standing::Lost), &|number| say!("{number} cannot be compared", number));
    if parts.is_empty() {
        parts.push(say!("none"));
    }
    say!("snapshots in \"{folder}\": {parts}", folder, parts = Text::list(parts)).to_string()
}

/// What to do with those that wait; empty where none does.
#[must_use]
pub fn advice(snapshots: &SnapshotsResult) -> String {
    let waiting = snapshots.count(Standing::Changed) + snapshots.count(Standing::New);
    if waiting == 0 {
        return String::new();
    }
    let folder = super::replay::quote(&escape::text(&snapshots.folder), cfg!(windows));
    say!("review: kentei snapshot review --snapshots {folder}", folder).to_string()
}

/// Those of scenarios that are gone; empty where there are none.
#[must_use]
pub fn unreferenced(snapshots: &SnapshotsResult) -> String {
    let gone = &snapshots.unreferenced;
    if gone.is_empty() {
        return String::new();
    }
    let named: Vec<String> = gone.iter().take(NAMED).map(|id| escape::short(id, 80)).collect();
    let mut shown = Text::plain(named.join(", "));
    if gone.len() > named.len() {
        shown = say!("{shown} and {number} more", shown, number = gone.len() - named.len());
    }
    say!("of scenarios that are gone, left as they are: {shown}", shown).to_string()
}

/// One of those that are told, in a line.
#[must_use]
pub fn headline(told: &SnapshotResult) -> String {
    format!("{} {}", told.standing.word(), about(told))
}

/// The same without the word for how it stands.
#[must_use]
pub fn about(told: &SnapshotResult) -> String {
    let mut line = escape::text(&told.scenario);
    if !told.reason.is_empty() {
        line.push_str(&format!(": {}", escape::text(&told.reason)));
    }
    if told.standing == Standing::Changed && told.other_script {
        line = say!("{line} (its script is another one, too)", line).to_string();
    }
    line
}

/// Where a hunk stands.
#[must_use]
pub fn place(hunk: &Hunk) -> String {
    say!("@@ line {old} now {new} @@", old = hunk.old, new = hunk.new).to_string()
}
