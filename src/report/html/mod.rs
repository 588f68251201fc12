//! The report to look at and to send on: one page that needs nothing besides itself.
//!
//! It has no network and no script but its own: the content security policy in its head allows one style sheet and
//! one script, by their digests. So text of an engine that slipped through `markup` could still not run.
//! Without scripts the page can be read all the same; they only search, filter and jump.

mod board;
pub mod changes;
mod clauses;
mod diagram;
mod digest;
mod findings;
mod flags;
mod fleet;
mod head;
mod markup;
mod plots;
mod races;
mod scenarios;
mod snapshots;
#[cfg(test)]
mod tests;
mod transcript;
mod words;

use std::fmt::Write;
use std::io;

use super::changes::Changes;
use super::group::{self, Group, Hit};
use super::{Format, Host, Report};
use crate::protocol::Catalogue;
use crate::run::result::{RunResult, ScenarioResult};
use crate::verdict::{Severity, Verdict};
use flags::Flags;
use transcript::{Parts, Room};

/// This format's line in the table of formats.
pub const FORMAT: Format = Format {
    name: "html",
    about: "one page to look at and to send on: diagrams, transcripts, boards, plots",
    render,
    table: fleet::render,
};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// How many scenarios with findings are shown open. With more of them the page would be too long to find anything.
const OPEN: usize = 12;

/// What every part of the page needs to know.
struct Page<'a> {
    run: &'a RunResult,
    catalogue: &'a Catalogue,
    host: &'a Host,
    groups: Vec<Group<'a>>,
    baseline: Option<&'a Changes>,
    room: Room,
    /// Of a page with several engines, which one this is. Such a page has no scenarios to link to.
    member: Option<usize>,
}

impl<'a> Page<'a> {
    fn of(report: &Report<'a>, member: Option<usize>) -> Self {
        Self {
            run: report.run,
            catalogue: report.catalogue,
            host: report.host,
            groups: group::by_clause(report.run, report.catalogue),
            baseline: report.baseline,
            room: Room::of(report.run),
            member,
        }
    }

    /// The id of what was found against a clause.
    fn id(&self, clause: &str) -> String {
        match self.member {
            Some(member) => format!("m{member}-f-{clause}"),
            None => format!("f-{clause}"),
        }
    }

    /// The number of a scenario in the page.
    fn number(&self, scenario: &ScenarioResult) -> usize {
        let same = |other: &ScenarioResult| other.id == scenario.id;
        self.run.scenarios.iter().position(same).unwrap_or_default()
    }

    /// A link to a scenario.
    fn link(&self, scenario: &ScenarioResult) -> String {
        if self.member.is_some() {
            return format!("<code>{}</code>", markup::text(&scenario.id));
        }
        let number = self.number(scenario);
        format!(
            "<a href=#s{number}><code>{}</code></a>",
            markup::text(&scenario.id)
        )
    }

    /// A link to the line of the transcript that shows a finding, or to the scenario.
    fn link_to(&self, hit: &Hit<'_>) -> String {
        if self.member.is_some() {
            return self.link(hit.scenario);
        }
        let number = self.number(hit.scenario);
        let flags = Flags::of(std::slice::from_ref(hit.finding), &hit.scenario.transcript);
        let parts = Parts::of(hit.scenario, &flags, self.room);
        let shown = hit
            .finding
            .events
            .iter()
            .max()
            .filter(|event| parts.show(**event));
        let line = shown.map_or_else(String::new, |event| format!("e{}", event.0));
        format!(
            "<a href=#s{number}{line}><code>{}</code></a>",
            markup::text(&hit.scenario.id)
        )
    }
}

fn render(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let page = Page::of(report, None);
    let mut out = io::BufWriter::new(out);
    let out: &mut dyn io::Write = &mut out;
    out.write_all(begin(&head::title(&page), "findings", words::SKIP_TO_FINDINGS).as_bytes())?;
    out.write_all(head::render(&page).as_bytes())?;
    out.write_all(tools(&parts(&page)).as_bytes())?;
    out.write_all(b"<main>")?;
    out.write_all(found(&page).as_bytes())?;
    out.write_all(changes::section(page.baseline).as_bytes())?;
    section(
        out,
        "clauses",
        words::CLAUSES,
        &chips(&clause_chips(&page)),
        &clauses::render(&page),
    )?;
    all_scenarios(&page, out)?;
    section(
        out,
        "measured",
        words::MEASURED,
        "",
        &plots::render(page.run),
    )?;
    out.write_all(b"</main>")?;
    out.write_all(end().as_bytes())?;
    out.flush()
}

/// The parts of the page, as the bar leads to them.
fn parts(page: &Page<'_>) -> Vec<(&'static str, &'static str)> {
    let mut parts = vec![("findings", words::FINDINGS)];
    parts.extend(changes::link(page.baseline));
    parts.extend([
        ("clauses", words::CLAUSES),
        ("scenarios", words::SCENARIOS),
        ("measured", words::MEASURED),
    ]);
    parts
}

/// The begin of a page with this title, and a link past its head for those who have it read to them.
fn begin(title: &str, main: &str, skip: &str) -> String {
    opening(&format!("{title} · kentei"), main, skip, true) + HATCH
}

/// The begin of a page up to its body: what it may do, what it is called, and a way past its head.
fn opening(title: &str, main: &str, skip: &str, scripted: bool) -> String {
    let script = if scripted {
        format!("script-src '{}'; ", digest::source(SCRIPT))
    } else {
        String::new()
    };
    let policy = format!(
        "default-src 'none'; style-src '{}'; {script}base-uri 'none'; form-action 'none'",
        digest::source(STYLE)
    );
    format!(
        "<!DOCTYPE html>\n<html lang={}><head><meta charset=utf-8><meta http-equiv=Content-Security-Policy content=\"{policy}\">\
         <meta name=viewport content=\"width=device-width, initial-scale=1\"><meta name=color-scheme content=\"light dark\">\
         <meta name=referrer content=no-referrer><meta name=generator content=\"kentei {}\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\
         <a class=skiplink href=#{main}>{skip}</a>",
        words::LANGUAGE,
        env!("CARGO_PKG_VERSION")
    )
}

/// The pattern of bands in which nothing may come.
const HATCH: &str = "<svg class=defs width=0 height=0 aria-hidden=true><defs><pattern id=hatch width=8 height=8 \
     patternUnits=userSpaceOnUse patternTransform=\"rotate(45)\"><path d=\"M0 0V8\"/></pattern></defs></svg>";

/// The bar that stays in sight. Its tools need the script and are hidden without it.
fn tools(parts: &[(&str, &str)]) -> String {
    let mut html = format!("<nav class=tools aria-label=\"{}\">", words::REPORT);
    for (id, name) in parts {
        let _ = write!(html, "<a href=#{id}>{name}</a>");
    }
    let _ = write!(
        html,
        "<span class=js><input id=q type=search placeholder=\"{}\" aria-label=\"{}\" autocomplete=off spellcheck=false>\
         <button id=previous type=button aria-label=\"{1}\" title=\"{2}\">↑</button><button id=next type=button aria-label=\"{3}\" title=\"{3}\">↓</button>\
         <button id=clear type=button aria-label=\"{4}\" title=\"{4}\">×</button>\
         <button id=theme type=button title=\"{5}\" data-names=\"{6}\">{7}</button></span></nav>",
        words::SEARCH_HINT,
        words::SEARCH,
        words::PREVIOUS,
        words::NEXT,
        words::CLEAR,
        words::THEME,
        words::THEMES.join(","),
        words::THEMES[0]
    );
    html
}

fn section(
    out: &mut dyn io::Write,
    id: &str,
    title: &str,
    chips: &str,
    body: &str,
) -> io::Result<()> {
    write!(
        out,
        "<section id={id} data-section><div class=title><h2>{title}</h2>{chips}{}</div>{body}{}</section>",
        count(),
        no_match()
    )
}

/// Where the script tells how much is shown.
fn count() -> String {
    format!(
        "<output class=\"js count\" data-text=\"{}\" aria-live=polite></output>",
        words::SHOWN
    )
}

fn no_match() -> String {
    format!("<p class=nomatch hidden>{}</p>", words::NO_MATCH)
}

/// A chip of a filter: the name of a state, its word, and how many there are.
type Chip = (&'static str, String, usize);

fn chips(chips: &[Chip]) -> String {
    let mut html = String::from("<span class=\"js chips\">");
    for (state, text, number) in chips.iter().filter(|chip| chip.2 > 0) {
        let _ = write!(
            html,
            "<button type=button class=\"chip tag {state}\" data-v={state} aria-pressed=false>{text} {number}</button>"
        );
    }
    html + "</span>"
}

fn clause_chips(page: &Page<'_>) -> Vec<Chip> {
    let standing = |clause: &crate::protocol::Clause| {
        let result = page
            .run
            .clauses
            .iter()
            .find(|result| result.clause == clause.id);
        clauses::standing(result)
    };
    let all: Vec<&str> = page.catalogue.clauses.iter().map(standing).collect();
    let chip = |state: &'static str| {
        let number = all.iter().filter(|standing| **standing == state).count();
        (state, words::standing(state).0.to_owned(), number)
    };
    clauses::STANDINGS.map(chip).to_vec()
}

/// Failures that the user knows of, and what became of each.
fn known(page: &Page<'_>) -> String {
    if page.run.known.is_empty() {
        return String::new();
    }
    let items = page.run.known.iter().map(|result| {
        let known = &result.known;
        format!(
            "<li>{} <code>{}</code>: {} <span class=faint>{}</span>",
            result.standing.word(),
            markup::text(&known.what()),
            markup::text(&known.reason),
            markup::text(&known.place)
        )
    });
    let items: String = items.collect();
    format!("<h3 class=part>{}</h3><ul>{items}</ul>", words::KNOWN)
}

/// Findings by clause: those that count, those that are not settled, those that never count.
fn found(page: &Page<'_>) -> String {
    let (chips, html) = findings_of(page);
    format!(
        "<section id=findings data-section><div class=title><h2>{}</h2>{}{}</div>{html}{}</section>",
        words::FINDINGS,
        self::chips(&chips),
        count(),
        no_match()
    )
}

/// What was found: the chips to filter it by, and the text.
fn findings_of(page: &Page<'_>) -> (Vec<Chip>, String) {
    let (held, noted): (Vec<&Group<'_>>, Vec<&Group<'_>>) = page
        .groups
        .iter()
        .partition(|group| group.severity > Severity::Info);
    let count = |severity: Severity| {
        page.groups
            .iter()
            .filter(|group| group.severity == severity)
            .count()
    };
    let chip = |severity: Severity| {
        let text = format!("{} {}", words::severity_sign(severity), severity.word());
        (severity.word(), text, count(severity))
    };
    let of_severity = [Severity::Fail, Severity::Warn, Severity::Info].map(chip);
    let mut html = String::new();
    // Where nothing was played that would be no praise.
    if held.is_empty() && !page.run.scenarios.is_empty() {
        let _ = write!(html, "<p class=nothing>{}</p>", words::NOTHING_FOUND);
    }
    for group in held {
        html.push_str(&findings::group(page, group));
    }
    html.push_str(&known(page));
    html.push_str(&snapshots::render(page));
    html.push_str(&unsettled(page));
    if !noted.is_empty() {
        let _ = write!(
            html,
            "<h3 class=part>{}</h3><p>{}</p>",
            words::NOTED,
            words::NOTED_ABOUT
        );
        for group in noted {
            html.push_str(&findings::group(page, group));
        }
    }
    (of_severity.to_vec(), html)
}

/// What did not repeat, or was seen where nobody could judge.
fn unsettled(page: &Page<'_>) -> String {
    let scenarios = page.run.scenarios.iter();
    let unsettled: Vec<&ScenarioResult> = scenarios
        .filter(|scenario| !group::is_settled(scenario.verdict) && !scenario.findings.is_empty())
        .collect();
    if unsettled.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<h3 class=part>{}</h3><p>{}</p><ul class=found>",
        words::UNSETTLED,
        words::UNSETTLED_ABOUT
    );
    for scenario in unsettled {
        let verdict = scenario.verdict;
        for finding in &scenario.findings {
            let _ = write!(
                html,
                "<li data-item data-v={0}><span class=\"tag {0}\" title=\"{1}\">{2} {0}</span> {3} <a href=#c-{4}><code>{4}</code></a> {5}",
                verdict.word(),
                words::about(verdict),
                words::sign(verdict),
                page.link(scenario),
                finding.clause,
                markup::short(&finding.message, 300)
            );
        }
    }
    html + "</ul>"
}

fn all_scenarios(page: &Page<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let number = |verdict| {
        page.run
            .scenarios
            .iter()
            .filter(|scenario| scenario.verdict == verdict)
            .count()
    };
    let chip = |verdict: Verdict| {
        let text = format!("{} {}", words::sign(verdict), verdict.word());
        (verdict.word(), text, number(verdict))
    };
    write!(
        out,
        "<section id=scenarios data-section><div class=title><h2>{}</h2>{}{}</div>{LEGEND_OPEN}{}{LEGEND_CLOSE}",
        words::SCENARIOS,
        chips(&Verdict::ALL.map(chip)),
        count(),
        legend()
    )?;
    let mut opened = 0;
    for (index, scenario) in page.run.scenarios.iter().enumerate() {
        let open = scenarios::is_telling(scenario) && opened < OPEN;
        opened += usize::from(open);
        out.write_all(scenarios::render(page, index, open).as_bytes())?;
    }
    write!(out, "{}</section>", no_match())
}

const LEGEND_OPEN: &str = "<p class=\"legend signs\">";
const LEGEND_CLOSE: &str = "</p>";

/// What the signs of the diagrams mean.
fn legend() -> String {
    let sign = |class: &str, shape: &str, text: &str| {
        format!(
            "<span class=key><svg class=seq width=34 height=16 aria-hidden=true><g class={class}>{shape}</g></svg> {text}</span> "
        )
    };
    sign(
        "sent",
        "<path d=\"M2 8H30m-6-4l6 4-6 4\"/>",
        words::LEGEND_SENT,
    ) + &sign(
        "came",
        "<path d=\"M32 8H4m6-4l-6 4 6 4\"/>",
        words::LEGEND_CAME,
    ) + &sign(
        "silence",
        "<rect x=1 y=1 width=32 height=14 />",
        words::LEGEND_SILENCE,
    ) + &sign(
        "x",
        "<path class=wait d=\"M12 2h6V14h-6\"/>",
        words::LEGEND_WAIT,
    ) + &sign(
        "x",
        "<path class=deadline d=\"M1 8H33\"/>",
        words::LEGEND_DEADLINE,
    ) + &sign(
        "\"came fail\"",
        "<path d=\"M32 8H4m6-4l-6 4 6 4\"/>",
        words::LEGEND_FAULT,
    )
}

fn end() -> String {
    let keys: Vec<String> = words::KEYS
        .iter()
        .map(|(key, what)| format!("<kbd>{key}</kbd> {what}"))
        .collect();
    format!(
        "<footer><p class=js>{}</p><p>kentei {}</p></footer><script>{SCRIPT}</script></body></html>\n",
        keys.join(" · "),
        env!("CARGO_PKG_VERSION")
    )
}
