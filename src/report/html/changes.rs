//! The changes since another report: a page of its own, and a section of a run's page.

use std::fmt::Write;
use std::io;

use super::frame::opening;
use super::{markup, words};
use crate::lang::Text;
use crate::report::changes::history::ClauseStanding;
use crate::report::changes::words::{self as reported, Part};
use crate::report::changes::{Changes, Impact, Outcome};

/// The most columns of a name, and of a quoted text.
const NAME: usize = 120;
const TEXT: usize = 600;

/// Writes a whole page. The page has no script, because there is nothing to filter.
///
/// # Errors
///
/// The errors of `out`.
pub fn page(changes: &Changes, out: &mut dyn io::Write) -> io::Result<()> {
    let verdict = sentence(&reported::verdict(changes));
    let (class, sign) = look(changes);
    let scope = format!("{} · {}", changes.dialect.to_uppercase(), changes.profile);
    let title = format!(
        "{} · {} · kentei",
        markup::text(&reported::TITLE.to_string()),
        markup::short(&scope, NAME)
    );
    let mut html = opening(&title, "main", &reported::TITLE.to_string(), false);
    let _ = write!(
        html,
        "<header class=\"top {class}\"><p class=brand>{}<span>{}</span></p><div class=verdict><h1>\
         <span class=sign aria-hidden=true>{sign}</span> {verdict}</h1><p class=because>{}</p></div><div class=engine><dl class=facts>",
        super::head::SEAL,
        reported::TITLE,
        markup::short(&scope, NAME)
    );
    for (which, parts) in reported::sides(changes) {
        let _ = write!(html, "<div><dt>{which}<dd>{}</div>", sentence(&parts));
    }
    html.push_str("</dl></div></header><main id=main>");
    html.push_str(&lists(changes));
    html.push_str(&history(changes));
    let _ = writeln!(
        html,
        "</main><footer><p>kentei {}</p></footer></body></html>",
        env!("CARGO_PKG_VERSION")
    );
    out.write_all(html.as_bytes())
}

/// The section of a run's page that compares it with its baseline; empty if there is no baseline.
pub(super) fn section(changes: Option<&Changes>) -> String {
    let Some(changes) = changes else {
        return String::new();
    };
    let (class, sign) = look(changes);
    format!(
        "<section id=baseline><div class=title><h2>{}</h2> <span class=\"tag {class}\">{sign} {}</span></div>{}</section>",
        reported::BASELINE,
        sentence(&reported::verdict(changes)),
        lists(changes)
    )
}

/// The style class and the sign of the outcome.
fn look(changes: &Changes) -> (&'static str, &'static str) {
    match changes.outcome {
        Outcome::Good => ("pass", "✓"),
        Outcome::Worse => ("fail", "✗"),
        Outcome::Unjudged => ("inconclusive", "?"),
    }
}

/// The outcome of clauses in all given reports, as a table.
fn history(changes: &Changes) -> String {
    let Some(history) = &changes.history else {
        return String::new();
    };
    let mut html = format!("<h2>{}</h2><ul class=found>", reported::history::TITLE);
    for parts in reported::history::reports(history) {
        let _ = write!(html, "<li>{}</li>", sentence(&parts));
    }
    let _ = write!(
        html,
        "</ul><div class=scroll><table class=history><thead><tr><th scope=col>{}",
        reported::history::CLAUSE
    );
    for number in 1..=history.reports.len() {
        let _ = write!(html, "<th scope=col>{number}");
    }
    html.push_str("<tbody>");
    for row in &history.clauses {
        let _ = write!(html, "<tr><th scope=row><code>{}</code>", markup::short(&row.clause, NAME));
        for standing in &row.standings {
            let (class, word) = (class(*standing), reported::history::standing(*standing));
            let _ = write!(html, "<td><span class=\"tag {class}\">{word}</span>");
        }
    }
    html + "</table></div>"
}

fn class(standing: ClauseStanding) -> &'static str {
    match standing {
        ClauseStanding::Fail => "fail",
        ClauseStanding::Warn => "warn",
        ClauseStanding::Kept => "pass",
        ClauseStanding::Open => "none",
    }
}

fn lists(changes: &Changes) -> String {
    let mut html = format!("<p class=faint>{}</p>", sentence(&reported::extent(changes)));
    let sentences = reported::sentences(changes);
    for way in reported::GROUPS {
        let of_way: Vec<_> = sentences.iter().filter(|sentence| sentence.way == way).collect();
        if of_way.is_empty() {
            continue;
        }
        let class = match way {
            Impact::Worse => "fail",
            Impact::Better => "pass",
            Impact::Changed => "info",
        };
        let _ = write!(
            html,
            "<div class=\"finding {class}\"><h3>{}</h3><ul class=found>",
            reported::group(way)
        );
        for one in of_way {
            let _ = write!(html, "<li>{}</li>", sentence(&one.parts));
        }
        html.push_str("</ul></div>");
    }
    if sentences.is_empty() {
        let _ = write!(html, "<p class=nothing>{}</p>", reported::NOTHING);
    }
    let notes = reported::notes(changes);
    if !notes.is_empty() {
        let _ = write!(html, "<h3 class=part>{}</h3><ul class=found>", reported::NOTES);
        for parts in notes {
            let _ = write!(html, "<li>{}</li>", sentence(&parts));
        }
        html.push_str("</ul>");
    }
    html
}

fn sentence(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Ours(text) => markup::text(text),
        Part::Name(text) | Part::Id(text) => format!("<code>{}</code>", markup::short(text, NAME)),
        Part::Text(text) => markup::short(text, TEXT),
    };
    parts.iter().map(part).collect()
}

/// The link to the section in the navigation bar, if there is a baseline.
pub(super) fn link(changes: Option<&Changes>) -> Option<(&'static str, Text)> {
    changes.map(|_| ("baseline", words::BASELINE))
}
