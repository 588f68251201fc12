//! What differs from the snapshots.

use std::fmt::Write;

use super::{Page, markup, words};
use crate::report::snapshots;
use crate::snapshot::diff::{Diff, Sign};
use crate::snapshot::result::Standing;

pub(super) fn render(page: &Page<'_>) -> String {
    let Some(result) = &page.run.snapshots else {
        return String::new();
    };
    let mut html = format!(
        "<h3 class=part>{}</h3><p>{}</p>",
        words::SNAPSHOTS,
        markup::text(&snapshots::summary(result))
    );
    for told in &result.told {
        let class = match told.standing {
            Standing::Changed | Standing::Lost => "warn",
            Standing::New => "info",
            Standing::LeftOut => "skip",
        };
        let open = if told.standing == Standing::Changed { " open" } else { "" };
        let _ = write!(
            html,
            "<details data-item data-v={class} class=snapshot{open}><summary><span class=\"tag {class}\">{}</span> {}</summary>{}</details>",
            told.standing.word(),
            markup::text(&snapshots::about(told)),
            self::diff(&told.diff)
        );
    }
    for line in [snapshots::unreferenced(result), snapshots::advice(result)] {
        if !line.is_empty() {
            let _ = write!(html, "<p>{}</p>", markup::text(&line));
        }
    }
    html
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
