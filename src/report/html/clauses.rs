//! The table of clauses by family, with the outcome of each.

use std::collections::HashMap;
use std::fmt::Write;

use super::{Page, markup, words};
use crate::lang::Text;
use crate::protocol::Clause;
use crate::run::result::ClauseResult;

/// The outcomes of a clause, the worst first.
pub(super) const STANDINGS: [&str; 6] = ["fail", "warn", "info", "pass", "watched", "none"];
/// How many scenarios are named for a clause.
const NAMED: usize = 12;

/// The table, with a heading for each family.
pub(super) fn render(page: &Page<'_>) -> String {
    let results: HashMap<&str, &ClauseResult> =
        page.run.clauses.iter().map(|result| (result.clause.0, result)).collect();
    let mut html = String::new();
    let mut clauses = page.catalogue.translated();
    while let Some(first) = clauses.first() {
        let family = family(first);
        // The clauses of a family are adjacent in the catalogue.
        let length = clauses.iter().take_while(|clause| self::family(clause) == family).count();
        let (rows, rest) = clauses.split_at(length);
        clauses = rest;
        html.push_str(&group(page, family, rows, &results));
    }
    html
}

fn family(clause: &Clause) -> &str {
    clause.id.0.split('-').nth(1).unwrap_or_default()
}

/// The word for the outcome of a clause.
pub(super) fn standing(result: Option<&ClauseResult>) -> &'static str {
    result.map_or("none", |result| result.verdict().word())
}

fn group(
    page: &Page<'_>,
    code: &str,
    rows: &[Clause],
    results: &HashMap<&str, &ClauseResult>,
) -> String {
    let mut counts = String::new();
    let standings: Vec<&str> =
        rows.iter().map(|row| standing(results.get(row.id.0).copied())).collect();
    for name in STANDINGS {
        let number = standings.iter().filter(|standing| **standing == name).count();
        if number > 0 {
            let (word, _) = words::standing(name);
            let _ = write!(counts, "<span class=\"tag {name}\">{number} {word}</span> ");
        }
    }
    let broken = standings.iter().any(|standing| matches!(*standing, "fail" | "warn"));
    let open = if broken { " open" } else { "" };
    let mut html = format!(
        "<details class=family data-group{open}><summary><span class=fam>{}</span> {} {counts}</summary><table class=clauses><thead><tr><th scope=col>{}<th scope=col>{}<th scope=col>{}<tbody>",
        markup::text(code),
        markup::text(&words::family(code).to_string()),
        words::RESULT,
        words::CLAUSE,
        words::STRENGTH
    );
    for (clause, standing) in rows.iter().zip(standings) {
        html.push_str(&row(page, clause, standing, results.get(clause.id.0).copied()));
    }
    html + "</table></details>"
}

fn row(page: &Page<'_>, clause: &Clause, standing: &str, result: Option<&ClauseResult>) -> String {
    let (word, about) = words::standing(standing);
    let id = markup::text(clause.id.0);
    let found = result.map_or(0, |result| result.findings);
    let mut more = String::new();
    let mut add = |name: Text, text: &str| {
        let _ = write!(more, "<dt>{name}<dd>{text}");
    };
    add(words::DEMAND, &markup::text(&clause.requirement));
    if let Some(forbidden) = &clause.forbidden {
        add(words::FORBIDDEN, &markup::text(forbidden));
    }
    add(words::DOCUMENT, &markup::text(&clause.sources.join("; ")));
    if let Some(when_broken) = &clause.when_broken {
        add(words::IN_GUIS, &markup::text(when_broken));
    }
    let examined = examined(page, clause);
    if !examined.is_empty() {
        add(words::EXAMINED_BY, &examined);
    }
    let findings = if found > 0 && page.groups.iter().any(|group| group.clause == clause.id) {
        format!(" <a class=jump href=#f-{id}>{}</a>", words::findings(found as usize))
    } else {
        String::new()
    };
    format!(
        "<tr id=c-{id} data-item data-v={standing}><td><span class=\"tag {standing}\" title=\"{about}\">{word}</span><td><details><summary><code>{id}</code> {}</summary><dl>{more}</dl></details>{findings}<td class=strength>{}",
        markup::text(&clause.title),
        markup::text(&clause.strength)
    )
}

/// Links to the scenarios that are about a clause.
fn examined(page: &Page<'_>, clause: &Clause) -> String {
    let scenarios = page.run.scenarios.iter().enumerate();
    let named: Vec<String> = scenarios
        .filter(|(_, scenario)| scenario.clauses.contains(&clause.id))
        .map(|(number, scenario)| format!("<a href=#s{number}>{}</a>", markup::text(&scenario.id)))
        .collect();
    let mut text = named.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    if named.len() > NAMED {
        let _ = write!(text, " {}", words::more(named.len() - NAMED));
    }
    text
}
