//! The findings by clause: the message, the lines that show the violation, and the command to play the scenario again.

use std::fmt::Write;

use super::flags::Flags;
use super::{Page, board, markup, transcript, words};
use crate::lang::Text;
use crate::report::excerpt::{Extent, Row, excerpt};
use crate::report::group::{Group, Hit};
use crate::report::{self, causes, replay};
use crate::verdict::{ClauseId, Watcher};

/// How many further findings of a clause are shown with their lines; the rest is named by scenario.
const OCCURRENCES: usize = 12;
/// From this number of clauses with findings on, the page has an index of them.
const INDEXED: usize = 4;
/// The most columns of what the engine did instead.
const GOT: usize = 300;

/// The causes, one item for each mistake of the engine, with links to the first finding and to the clauses.
pub(super) fn causes(page: &Page<'_>) -> String {
    let causes = causes::causes(page.run);
    if causes.is_empty() {
        return String::new();
    }
    let mut html = format!("<h3 class=part>{}</h3><ul class=causes>", words::CAUSES);
    for (place, cause) in causes.iter().enumerate() {
        let hit = &cause.hits[0];
        let severity = cause.severity;
        let clause =
            |clause: &ClauseId| format!("<a href=#{}><code>{clause}</code></a>", page.id(clause.0));
        let clauses: Vec<String> = cause.clauses().iter().map(clause).collect();
        let _ = write!(
            html,
            "<li><p class=message>{}. <span class=\"tag {}\">{} {}</span> {}</p><p class=where>{} <span class=faint>{}</span></p>{}<p class=where>{}</p>",
            place + 1,
            severity.word(),
            words::severity_sign(severity),
            report::words::severity(severity),
            markup::text(&cause.title().to_string()),
            page.link_to(hit),
            words::in_scenarios(cause.scenarios()),
            lines(hit),
            clauses.join(", ")
        );
    }
    html + "</ul>"
}

/// An index of all findings by clause, with a link to each.
pub(super) fn index(page: &Page<'_>) -> String {
    // Few findings fit on one screen, where an index adds nothing.
    if page.groups.len() < INDEXED {
        return String::new();
    }
    let mut html = format!("<h3 class=part>{}</h3><ul class=index>", words::INDEX);
    for group in &page.groups {
        let id = group.clause.0;
        let clause = page.catalogue.clause(id);
        let title = clause
            .map_or_else(|| words::NOT_IN_CATALOGUE.to_string(), |clause| clause.title.clone());
        let _ = write!(
            html,
            "<li><span class=\"tag {}\">{} {}</span> <a href=#{}><code>{id}</code></a> {} <span class=faint>{}</span>",
            group.severity.word(),
            words::severity_sign(group.severity),
            report::words::severity(group.severity),
            page.id(id),
            markup::text(&title),
            words::in_scenarios(group.scenarios().len())
        );
    }
    html + "</ul>"
}

/// The documents that the clauses with findings cite, each with its full title.
pub(super) fn documents(page: &Page<'_>) -> String {
    let groups = page.groups.iter();
    let clauses = groups.filter_map(|group| page.catalogue.clause(group.clause.0));
    let documents = page.catalogue.cited(clauses);
    if documents.is_empty() {
        return String::new();
    }
    let mut html = format!("<h3 class=part>{}</h3><dl class=pair>", words::DOCUMENTS);
    for document in documents {
        let [title, about] = document.translated().map(markup::text);
        let id = markup::text(&document.id);
        let _ = write!(html, "<dt>{id}<dd>{title} <span class=faint>{about}</span>");
    }
    html + "</dl>"
}

/// All findings at a clause.
pub(super) fn group(page: &Page<'_>, group: &Group<'_>) -> String {
    let id = group.clause.0;
    let clause = page.catalogue.clause(id);
    let title =
        clause.map_or_else(|| words::NOT_IN_CATALOGUE.to_string(), |clause| clause.title.clone());
    let severity = group.severity;
    let number = group.scenarios().len();
    let mut html = format!(
        "<article class=\"finding {0}\" id={4} data-item data-v={0} tabindex=-1><h3><span class=\"tag {0}\">{1} {5}</span> <a href=#c-{id}><code>{id}</code></a> {2} <span class=faint>{3}</span></h3>",
        severity.word(),
        words::severity_sign(severity),
        markup::text(&title),
        words::in_scenarios(number),
        page.id(id),
        report::words::severity(severity)
    );
    let (first, others) = group.hits.split_at(1);
    for hit in first {
        html.push_str(&occurrence(page, hit));
    }
    html.push_str("<dl class=about>");
    let mut add = |name: Text, text: &str| {
        let _ = write!(html, "<dt>{name}<dd>{text}");
    };
    if let Some(clause) = clause {
        add(words::DEMAND, &markup::text(&clause.requirement));
        if let Some(when_broken) = &clause.when_broken {
            add(words::IN_GUIS, &markup::text(when_broken));
        }
        add(words::DOCUMENT, &markup::text(&clause.sources.join("; ")));
    }
    let command = replay::command(page.run, group.hits[0].scenario);
    let command = format!("<code class=copy>{}</code>", markup::text(&command));
    add(words::REPLAY, &command);
    html.push_str("</dl>");
    if !others.is_empty() {
        html.push_str(&further(page, others));
    }
    html + "</article>"
}

fn further(page: &Page<'_>, hits: &[Hit<'_>]) -> String {
    let mut html =
        format!("<details class=more><summary>{}</summary>", words::other_occurrences(hits.len()));
    for hit in hits.iter().take(OCCURRENCES) {
        html.push_str(&occurrence(page, hit));
    }
    let rest: Vec<String> =
        hits.iter().skip(OCCURRENCES).map(|hit| page.link(hit.scenario)).collect();
    if !rest.is_empty() {
        let _ = write!(html, "<p>{}: {}</p>", words::ALSO_IN, rest.join(", "));
    }
    html + "</details>"
}

/// One finding with the lines that show it.
fn occurrence(page: &Page<'_>, hit: &Hit<'_>) -> String {
    let finding = hit.finding;
    let asked = match &finding.watcher {
        Watcher::Rule(rule) => words::by_rule(rule),
        Watcher::Expectation => words::by_line(finding.scenario_line),
    };
    let mut html = format!(
        "<div class=hit><p class=message>{}</p><p class=where>{} <span class=faint>({})</span></p>{}<dl class=pair>",
        markup::text(&finding.message.to_string()),
        page.link_to(hit),
        markup::text(&asked),
        lines(hit)
    );
    if let Some(known) = page.run.known(&hit.scenario.id, finding) {
        let (because, reason) = (words::KNOWN_BECAUSE, markup::text(&known.reason));
        let _ = write!(html, "<dt>{because}<dd>{reason}");
    }
    if !finding.expected.is_empty() {
        let _ = write!(
            html,
            "<dt>{}<dd><code>{}</code>",
            words::EXPECTED,
            markup::text(&finding.expected.to_string())
        );
    }
    if !finding.got.is_empty() {
        let _ = write!(
            html,
            "<dt>{}<dd><code>{}</code>",
            words::GOT,
            markup::short(&finding.got.to_string(), GOT)
        );
    }
    for note in &finding.notes {
        let lines: Vec<String> = note.to_string().lines().map(markup::text).collect();
        let _ = write!(html, "<dt>{}<dd class=note>{}", words::NOTE, lines.join("\n"));
    }
    html.push_str("</dl>");
    if let Some(position) = &finding.position {
        html.push_str(&board::render(position));
    }
    html + "</div>"
}

/// The excerpt of the transcript. Its lines have no ids, because ids belong to the lines of the whole transcript.
fn lines(hit: &Hit<'_>) -> String {
    let transcript = &hit.scenario.transcript;
    let rows = excerpt(transcript, hit.finding, Extent::SHORT);
    if rows.is_empty() {
        return String::new();
    }
    let flags = Flags::of(std::slice::from_ref(hit.finding), transcript);
    let mut html =
        format!("<pre class=excerpt tabindex=0 role=region aria-label=\"{}\">", words::TRANSCRIPT);
    for row in rows {
        let _ = match row {
            Row::Gap(gap) => writeln!(html, "<i>          {}</i>", words::folded(gap)),
            Row::Event(event, _) => {
                let time = report::words::stamp(event.at);
                writeln!(html, "{}", transcript::row(event, &flags, &time, None))
            }
        };
    }
    html + "</pre>"
}
