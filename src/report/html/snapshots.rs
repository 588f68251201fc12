//! The differences from the snapshots.

use std::fmt::Write;

use super::{Page, markup, words};
use crate::lang::Text;
use crate::report::snapshots;
use crate::snapshot::change;
use crate::snapshot::diff::{Diff, Sign};
use crate::snapshot::result::{SnapshotResult, SnapshotStanding};

/// The id of this part, for links.
const PLACE: &str = "snapshots";
/// How many changes are open when the page is opened.
const OPEN: usize = 5;
/// How many ids are named in the heading of a change.
const NAMED: usize = 3;

pub(super) fn render(page: &Page<'_>) -> String {
    let Some(result) = &page.run.snapshots else {
        return String::new();
    };
    let mut html = format!(
        "<h3 class=part id={PLACE}>{}</h3><p>{}</p>",
        words::SNAPSHOTS,
        markup::text(&snapshots::summary(result))
    );
    for (place, group) in change::changed(&result.reported).iter().enumerate() {
        let head = markup::text(&heading(group));
        let mut body = self::diff(&group[0].diff.once());
        if group.len() > 1 {
            let ids: Vec<String> =
                group.iter().map(|reported| markup::text(&reported.scenario)).collect();
            let _ = write!(body, "<p class=faint>{}</p>", ids.join(", "));
        }
        details(
            &mut html,
            ("warn", place < OPEN),
            &SnapshotStanding::Changed.word().to_string(),
            &head,
            &body,
        );
    }
    for reported in &result.reported {
        let class = match reported.standing {
            SnapshotStanding::Changed => continue,
            SnapshotStanding::Lost => "warn",
            SnapshotStanding::New => "info",
            SnapshotStanding::LeftOut => "skip",
        };
        let (word, head) = (reported.standing.word(), markup::text(&snapshots::about(reported)));
        details(&mut html, (class, false), &word.to_string(), &head, &self::diff(&reported.diff));
    }
    for line in [snapshots::unreferenced(result), snapshots::advice(result)] {
        if !line.is_empty() {
            let _ = write!(html, "<p>{}</p>", markup::text(&line));
        }
    }
    html
}

/// The heading of a group of snapshots with the same change.
fn heading(group: &[&SnapshotResult]) -> String {
    match group {
        [one] => snapshots::about(one),
        all => snapshots::heading(all, NAMED),
    }
}

fn details(html: &mut String, (class, open): (&str, bool), word: &str, head: &str, body: &str) {
    let open = if open { " open" } else { "" };
    let _ = write!(
        html,
        "<details data-item data-v={class} class=snapshot{open}><summary><span class=\"tag {class}\">{word}</span> {head}</summary>{body}</details>"
    );
}

/// The link to this part in the navigation bar, if there are snapshots.
pub(super) fn link(page: &Page<'_>) -> Option<(&'static str, Text)> {
    page.run.snapshots.as_ref().map(|_| (PLACE, words::SNAPSHOTS))
}

/// The line about changed snapshots in the head of the page; empty if none has changed.
pub(super) fn because(page: &Page<'_>) -> String {
    let changed = page.run.snapshots.as_ref().and_then(snapshots::changed);
    changed.map_or_else(String::new, |text| format!("<br><a href=#{PLACE}>{text}</a>"))
}

fn diff(diff: &Diff) -> String {
    if diff.hunks.is_empty() {
        return String::new();
    }
    let mut html = String::from("<pre class=diff>");
    for hunk in &diff.hunks {
        let _ = writeln!(html, "<i>{}</i>", snapshots::place(hunk));
        for line in &hunk.lines {
            let (open, close) = match line.sign {
                Sign::Same => ("<span>", "</span>"),
                Sign::Gone => ("<del>", "</del>"),
                Sign::Added => ("<ins>", "</ins>"),
            };
            let text = markup::short(&line.text, 300);
            let _ = writeln!(html, "{open}{}{text}{close}", line.sign.sign());
        }
    }
    if diff.more > 0 {
        let _ = writeln!(html, "<i>{}</i>", words::more(diff.more));
    }
    html + "</pre>"
}
