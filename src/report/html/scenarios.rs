//! The scenarios: for each a line with the verdict, and below it findings, diagram, transcript and races.

use std::fmt::Write;

use super::flags::Flags;
use super::{Page, diagram, markup, races, transcript, words};
use crate::lang::{self, Text};
use crate::report::{self, replay};
use crate::run::result::ScenarioResult;
use crate::verdict::Verdict;

/// One scenario; `open` says whether its details are open.
pub(super) fn render(page: &Page<'_>, number: usize, open: bool) -> String {
    let scenario = &page.run.scenarios[number];
    let verdict = scenario.verdict;
    let open = if open { " open" } else { "" };
    let mut html = format!(
        "<details class=scenario id=s{number} data-item data-v={0}{open}><summary><span class=\"tag {0}\" title=\"{1}\">{2} {7}</span> \
         <span class=name><code>{3}</code> <span class=title>{4}</span></span> <span class=why>{5}</span> <span class=time>{6}</span></summary><div class=body>",
        verdict.word(),
        words::about(verdict),
        words::sign(verdict),
        markup::text(&scenario.id),
        markup::text(&lang::title(&scenario.id, &scenario.title, scenario.bundled)),
        why(scenario),
        report::words::duration(scenario.took()),
        report::words::verdict(verdict)
    );
    html.push_str(&about(page, scenario));
    let flags = Flags::of(&scenario.findings, &scenario.transcript);
    let parts = &page.parts[number];
    if let Some(picture) = diagram::draw(number, scenario, &flags, parts) {
        let lines = transcript::render(number, parts, &flags);
        let dropped = match scenario.transcript.dropped {
            0 => String::new(),
            number => format!(" <span class=faint>{}</span>", words::not_kept(number)),
        };
        let _ = write!(
            html,
            "<div class=pictures><section class=diagram><h4>{}</h4><div class=scroll>{picture}</div></section>\
             <section class=transcript><h4>{}{dropped}</h4>{lines}</section></div>",
            words::DIAGRAM,
            words::TRANSCRIPT
        );
    } else {
        let _ = write!(html, "<p class=faint>{}</p>", words::NEVER_STARTED);
    }
    for race in scenario.races.iter().filter(|race| !race.rounds.is_empty()) {
        html.push_str(&races::render(race));
    }
    html + "</div></details>"
}

/// Whether readers look for this scenario first.
pub(super) fn is_notable(scenario: &ScenarioResult) -> bool {
    match scenario.verdict {
        Verdict::Fail | Verdict::Warn | Verdict::Flaky | Verdict::Error => true,
        Verdict::Inconclusive => !scenario.findings.is_empty(),
        Verdict::Pass | Verdict::Skip | Verdict::Blocked => false,
    }
}

/// The reason of the verdict, or the violated clauses.
fn why(scenario: &ScenarioResult) -> String {
    if let Some(reason) = &scenario.reason {
        return markup::short(&reason.to_string(), 120);
    }
    if scenario.verdict == Verdict::Flaky {
        return words::attempts(scenario.failed_attempts, scenario.attempts);
    }
    let mut clauses: Vec<&str> = Vec::new();
    for finding in &scenario.findings {
        if finding.counts() && !clauses.contains(&finding.clause.0) {
            clauses.push(finding.clause.0);
        }
    }
    let shown =
        clauses.iter().take(3).map(|clause| format!("<code>{}</code>", markup::text(clause)));
    let mut text = shown.collect::<Vec<_>>().join(" ");
    if clauses.len() > 3 {
        let _ = write!(text, " +{}", clauses.len() - 3);
    }
    text
}

/// The findings and facts of a scenario, apart from its diagram and transcript.
fn about(page: &Page<'_>, scenario: &ScenarioResult) -> String {
    let mut html = String::new();
    if !scenario.findings.is_empty() {
        html.push_str("<ul class=found>");
        for finding in &scenario.findings {
            let clause = finding.clause.0;
            let id = if page.groups.iter().any(|group| group.clause.0 == clause) {
                format!("f-{clause}")
            } else {
                format!("c-{clause}")
            };
            let _ = write!(
                html,
                "<li><span class=\"tag {0}\">{1} {3}</span> <a href=#{id}><code>{clause}</code></a> {2}",
                finding.severity.word(),
                words::severity_sign(finding.severity),
                markup::short(&finding.message.to_string(), 300),
                report::words::severity(finding.severity)
            );
        }
        html.push_str("</ul>");
    }
    html.push_str("<dl class=facts>");
    let mut add = |name: Text, text: &str| {
        let _ = write!(html, "<div><dt>{name}<dd>{text}</div>");
    };
    let clauses: Vec<String> = scenario
        .clauses
        .iter()
        .map(|clause| format!("<a href=#c-{0}><code>{0}</code></a>", markup::text(clause.0)))
        .collect();
    add(words::CLAUSES, &clauses.join(" "));
    if let Some(reason) = &scenario.reason {
        add(words::RESULT, &markup::text(&reason.to_string()));
    }
    if scenario.attempts > 1 {
        add(words::ATTEMPTS, &words::attempts(scenario.failed_attempts, scenario.attempts));
    }
    if let Some(line) = scenario.stopped_at_line {
        add(words::SCRIPT, &words::stopped_at(line));
    }
    let measured: Vec<String> = scenario
        .measurements
        .iter()
        .map(|one| format!("{} {}", markup::text(&one.name), report::words::milliseconds(one.took)))
        .collect();
    if !measured.is_empty() {
        add(words::MEASUREMENTS, &measured.join(", "));
    }
    let command = replay::command(page.run, scenario);
    add(words::REPLAY, &format!("<code class=copy>{}</code>", markup::text(&command)));
    html + "</dl>"
}
