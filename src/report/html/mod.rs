//! The report as one HTML page that needs no other file.
//!
//! The page loads nothing from the network and runs only its own script: the content security policy in its head allows
//! one style sheet and one script, by their digests. So text of an engine could not run even if `markup` failed to
//! escape it. The page can be read without scripts; scripts only search, filter and navigate.

mod board;
pub mod changes;
mod clauses;
mod diagram;
mod digest;
mod engine_comparison;
mod findings;
mod flags;
mod frame;
mod head;
mod markup;
mod plots;
mod races;
mod scenarios;
mod snapshots;
#[cfg(test)]
pub(super) mod tests;
mod transcript;
mod words;

use std::collections::HashMap;
use std::fmt::Write;
use std::io;

use super::changes::Changes;
use super::group::{self, Group, Hit};
use super::{Format, Report};
use crate::lang::{self, Text};
use crate::protocol::Catalogue;
use crate::report;
use crate::run::result::{RunResult, ScenarioResult};
use crate::verdict::{Severity, Verdict};
use flags::Flags;
use frame::{Chip, begin, chips, count, end, no_match, section, tools};
use transcript::{Parts, Room};

/// This format's entry in the list of formats.
pub const FORMAT: Format = Format {
    name: "html",
    about: "one page to read and to send to others: diagrams, transcripts, boards, plots",
    render,
    table: engine_comparison::render,
};

/// How many scenarios with findings are open when the page is opened. If all were open, the page would be too long.
const OPEN: usize = 12;

/// The data that every part of the page needs.
struct Page<'a> {
    run: &'a RunResult,
    catalogue: &'a Catalogue,
    groups: Vec<Group<'a>>,
    baseline: Option<&'a Changes>,
    /// The transcripts of the scenarios, in order, in parts; empty in a page with several engines.
    parts: Vec<Parts<'a>>,
    /// The number of each scenario in the page, by id.
    numbers: HashMap<&'a str, usize>,
    /// In a page with several engines, the number of this engine. Such a page has no scenarios to link to.
    member: Option<usize>,
}

impl<'a> Page<'a> {
    fn of(report: &Report<'a>, member: Option<usize>) -> Self {
        let scenarios = report.run.scenarios.iter();
        let room = Room::of(report.run);
        let shown = scenarios.clone().filter(|_| member.is_none());
        let parts = shown.map(|scenario| {
            let flags = Flags::of(&scenario.findings, &scenario.transcript);
            Parts::of(scenario, &flags, room)
        });
        let ids = scenarios.enumerate().map(|(number, scenario)| (scenario.id.as_str(), number));
        Self {
            run: report.run,
            catalogue: report.catalogue,
            groups: group::by_clause(report.run, report.catalogue),
            baseline: report.baseline,
            parts: parts.collect(),
            // If scenarios have the same id, the first one gets the links.
            numbers: ids.rev().collect(),
            member,
        }
    }

    /// The id of the element with the findings at a clause.
    fn id(&self, clause: &str) -> String {
        match self.member {
            Some(member) => format!("m{member}-f-{clause}"),
            None => format!("f-{clause}"),
        }
    }

    /// The number of a scenario in the page.
    fn number(&self, scenario: &ScenarioResult) -> usize {
        self.numbers.get(scenario.id.as_str()).copied().unwrap_or_default()
    }

    /// A link to a scenario; only its name in a page with several engines.
    fn link(&self, scenario: &ScenarioResult) -> String {
        if self.member.is_some() {
            return format!("<code>{}</code>", markup::text(&scenario.id));
        }
        let number = self.number(scenario);
        format!("<a href=#s{number}><code>{}</code></a>", markup::text(&scenario.id))
    }

    /// A link to the transcript line that shows a finding, or to the scenario if the page does not have the line.
    fn link_to(&self, hit: &Hit<'_>) -> String {
        if self.member.is_some() {
            return self.link(hit.scenario);
        }
        let number = self.number(hit.scenario);
        let parts = self.parts.get(number);
        let last = hit.finding.events.iter().max();
        let shown = last.filter(|event| parts.is_some_and(|parts| parts.show(**event)));
        let line = shown.map_or_else(String::new, |event| format!("e{}", event.0));
        format!("<a href=#s{number}{line}><code>{}</code></a>", markup::text(&hit.scenario.id))
    }
}

fn render(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    lang::with_lang(report.style.lang, || page(report, out))
}

fn page(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let page = Page::of(report, None);
    let mut out = io::BufWriter::new(out);
    let out: &mut dyn io::Write = &mut out;
    out.write_all(
        begin(&head::title(&page), "findings", &words::SKIP_TO_FINDINGS.to_string()).as_bytes(),
    )?;
    out.write_all(head::render(&page).as_bytes())?;
    out.write_all(tools(&parts(&page)).as_bytes())?;
    out.write_all(b"<main>")?;
    out.write_all(found(&page).as_bytes())?;
    out.write_all(changes::section(page.baseline).as_bytes())?;
    section(
        out,
        "clauses",
        &words::CLAUSES,
        &chips(&clause_chips(&page)),
        &clauses::render(&page),
    )?;
    all_scenarios(&page, out)?;
    section(out, "measured", &words::MEASURED, "", &plots::render(page.run))?;
    out.write_all(b"</main>")?;
    out.write_all(end().as_bytes())?;
    out.flush()
}

/// The parts of the page to which the navigation bar links.
fn parts(page: &Page<'_>) -> Vec<(&'static str, Text)> {
    let mut parts = vec![("findings", words::FINDINGS)];
    parts.extend(snapshots::link(page));
    parts.extend(changes::link(page.baseline));
    parts.extend([
        ("clauses", words::CLAUSES),
        ("scenarios", words::SCENARIOS),
        ("measured", words::MEASURED),
    ]);
    parts
}

fn clause_chips(page: &Page<'_>) -> Vec<Chip> {
    let standing = |clause: &crate::protocol::Clause| {
        let result = page.run.clauses.iter().find(|result| result.clause == clause.id);
        clauses::standing(result)
    };
    let all: Vec<&str> = page.catalogue.translated().iter().map(standing).collect();
    let chip = |state: &'static str| {
        let number = all.iter().filter(|standing| **standing == state).count();
        (state, words::standing(state).0.to_string(), number)
    };
    clauses::STANDINGS.map(chip).to_vec()
}

/// The known failures, with the outcome of each.
fn known(page: &Page<'_>) -> String {
    if page.run.known.is_empty() {
        return String::new();
    }
    let items = page.run.known.iter().map(|result| {
        let known = &result.known;
        format!(
            "<li>{} <code>{}</code>: {} <span class=faint>{}</span>",
            words::known(result.standing),
            markup::text(&known.what().to_string()),
            markup::text(&known.reason),
            markup::text(&known.place)
        )
    });
    let items: String = items.collect();
    format!("<h3 class=part>{}</h3><ul>{items}</ul>", words::KNOWN)
}

/// The section of findings: causes, index, and the findings by clause.
fn found(page: &Page<'_>) -> String {
    let (chips, html) = findings_of(page);
    let html = findings::causes(page) + &findings::index(page) + &html;
    format!(
        "<section id=findings data-section><div class=title><h2>{}</h2>{}{}</div>{html}{}</section>",
        words::FINDINGS,
        self::chips(&chips),
        count(),
        no_match()
    )
}

/// The findings that count, that are not settled, and that never count, in this order; and the filter chips for them.
fn findings_of(page: &Page<'_>) -> (Vec<Chip>, String) {
    let (held, noted): (Vec<&Group<'_>>, Vec<&Group<'_>>) =
        page.groups.iter().partition(|group| group.severity > Severity::Info);
    let count =
        |severity: Severity| page.groups.iter().filter(|group| group.severity == severity).count();
    let chip = |severity: Severity| {
        let text =
            format!("{} {}", words::severity_sign(severity), report::words::severity(severity));
        (severity.word(), text, count(severity))
    };
    let of_severity = [Severity::Fail, Severity::Warn, Severity::Info].map(chip);
    let mut html = String::new();
    // Without scenarios, "nothing found" would sound like a pass.
    if held.is_empty() && !page.run.scenarios.is_empty() {
        let _ = write!(html, "<p class=nothing>{}</p>", words::NOTHING_FOUND);
    }
    for group in held {
        html.push_str(&findings::group(page, group));
    }
    html.push_str(&findings::documents(page));
    html.push_str(&known(page));
    html.push_str(&snapshots::render(page));
    html.push_str(&unsettled(page));
    if !noted.is_empty() {
        let _ = write!(html, "<h3 class=part>{}</h3><p>{}</p>", words::NOTED, words::NOTED_ABOUT);
        for group in noted {
            html.push_str(&findings::group(page, group));
        }
    }
    (of_severity.to_vec(), html)
}

/// The findings that did not repeat or that could not be judged.
fn unsettled(page: &Page<'_>) -> String {
    let unsettled = group::unsettled(page.run);
    if unsettled.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<h3 class=part>{}</h3><p>{}</p><ul class=found>",
        words::UNSETTLED,
        words::UNSETTLED_ABOUT
    );
    for Hit { scenario, finding } in unsettled {
        let verdict = scenario.verdict;
        let _ = write!(
            html,
            "<li data-item data-v={0}><span class=\"tag {0}\" title=\"{1}\">{2} {6}</span> {3} <a href=#c-{4}><code>{4}</code></a> {5}",
            verdict.word(),
            words::about(verdict),
            words::sign(verdict),
            page.link(scenario),
            finding.clause,
            markup::short(&finding.message.to_string(), 300),
            report::words::verdict(verdict)
        );
    }
    html + "</ul>"
}

fn all_scenarios(page: &Page<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let number =
        |verdict| page.run.scenarios.iter().filter(|scenario| scenario.verdict == verdict).count();
    let chip = |verdict: Verdict| {
        let text = format!("{} {}", words::sign(verdict), report::words::verdict(verdict));
        (verdict.word(), text, number(verdict))
    };
    write!(
        out,
        "<section id=scenarios data-section><div class=title><h2>{}</h2>{}{}</div><p class=\"legend signs\">{}</p>",
        words::SCENARIOS,
        chips(&Verdict::ALL.map(chip)),
        count(),
        diagram::signs()
    )?;
    let mut opened = 0;
    for (index, scenario) in page.run.scenarios.iter().enumerate() {
        let open = scenarios::is_notable(scenario) && opened < OPEN;
        opened += usize::from(open);
        out.write_all(scenarios::render(page, index, open).as_bytes())?;
    }
    write!(out, "{}</section>", no_match())
}
