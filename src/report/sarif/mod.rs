//! The report for code scanning: SARIF 2.1.0. Clauses are the rules, findings are the results, each at the line of the
//! scenario that made the finding.
//!
//! What does not count against the engine is not a result: scenarios that are flaky or could not be judged become
//! notifications of the run, and findings that never count are left out. The execution of an inconclusive run is
//! reported as not successful.

mod place;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde_json::{Value, json};

use super::changes::{Changes, Outcome};
use super::group::{self, Group, Hit};
use super::json::print;
use super::terminal::{self, part};
use super::{Format, Report, Style, escape, markdown, replay, snapshots, words};
use crate::lang::{self, Lang, Text, with_lang};
use crate::protocol::Clause;
use crate::run::result::{Conformance, RunResult, ScenarioResult};
use crate::snapshot::change;
use crate::snapshot::result::SnapshotStanding;
use crate::verdict::{ClauseId, Finding, Severity, Verdict, Watcher};

/// This format's entry in the list of formats.
pub const FORMAT: Format = Format {
    name: "sarif",
    about: "for code scanning: SARIF 2.1.0, findings at the lines of scenarios",
    render: |report, out| {
        let log = with_lang(report.style.lang, || log(&[run(report, None)]));
        print::pretty(&log, out)
    },
    table: |engine_comparison, out| {
        let members = engine_comparison.members.iter();
        let style = Style { lang: engine_comparison.style.lang, ..Style::FILE };
        let log = with_lang(style.lang, || {
            let runs = members.map(|member| run(&member.report(style), Some(member.name)));
            log(&runs.collect::<Vec<_>>())
        });
        print::pretty(&log, out)
    },
};

/// The address of the SARIF schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The most columns of an engine's words in a message, and of other texts that every result repeats.
const WORDS: usize = 300;
/// The most bytes of a command: cmd.exe accepts no more. A longer command is left out, as every result would repeat it.
const COMMAND: usize = 8191;

fn log(runs: &[Value]) -> Value {
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": runs })
}

/// The run of one engine; `name` is the name of the engine if there are several.
fn run(report: &Report<'_>, name: Option<&str>) -> Value {
    let groups = counted(report);
    let rules: Vec<Value> = groups.iter().map(|group| rule(report, group.clause)).collect();
    let mut results: Vec<Value> = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut commands: HashMap<&str, Option<String>> = HashMap::new();
    for (index, group) in groups.iter().enumerate() {
        for hit in &group.hits {
            let mark = mark(hit);
            let before = seen.entry(mark.clone()).or_default();
            let command = commands.entry(&hit.scenario.id).or_insert_with(|| {
                let command = replay::command(report.run, hit.scenario);
                Some(command).filter(|command| command.len() <= COMMAND)
            });
            let mark = format!("{mark}/{before}");
            results.push(result(report, hit, index, &mark, command.as_deref()));
            *before += 1;
        }
    }
    let run = report.run;
    let mut object = json!({
        "tool": { "driver": {
            "name": env!("CARGO_PKG_NAME"),
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        } },
        "invocations": [{
            "executionSuccessful": run.verdict != Conformance::Inconclusive,
            "toolExecutionNotifications": notifications(report),
        }],
        "originalUriBaseIds": { (place::BUNDLED): {
            "description": { "text": say!("the bundled scenarios").to_string() },
        } },
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": {
            "engine": run.engine.name.as_deref().map(|name| escape::short(name, WORDS)),
            "command": escape::short(&run.engine.command.join(" "), WORDS),
            "seed": run.seed,
            "verdict": part::verdict(report, &group::held(run, report.catalogue)),
        },
    });
    // Uploaders apply a category that the user chose only to runs without this. Several engines need it: in one
    // category, the results of one engine would replace those of the others.
    if let Some(name) = name {
        object["automationDetails"] = json!({ "id": category(run, name) });
    }
    object
}

/// The category of one of several engines, with the `/` that ends it: results of another dialect or engine do not
/// replace those of this one.
fn category(run: &RunResult, engine: &str) -> String {
    let engine = escape::short(engine, WORDS).replace('/', "_");
    format!("kentei/{engine}/{}/{}/", run.dialect, run.profile)
}

/// The findings that count, including known failures, by clause.
fn counted<'a>(report: &Report<'a>) -> Vec<Group<'a>> {
    let mut groups = group::by_clause(report.run, report.catalogue);
    for group in &mut groups {
        group.hits.retain(|hit| hit.finding.severity > Severity::Info);
    }
    groups.retain(|group| !group.hits.is_empty());
    groups
}

/// A clause as a SARIF rule.
fn rule(report: &Report<'_>, id: ClauseId) -> Value {
    let level = level(report.catalogue.severity(id.0, &report.run.profile));
    let Some(clause) = report.catalogue.clause(id.0) else {
        return json!({
            "id": id.0,
            "shortDescription": { "text": say!("not in the catalogue").to_string() },
            "defaultConfiguration": { "level": level },
        });
    };
    json!({
        "id": id.0,
        "shortDescription": { "text": plain(&clause.title) },
        "fullDescription": { "text": plain(&clause.requirement) },
        "helpUri": help_uri(report.run.dialect, id),
        "help": {
            "text": plain(&help(clause)),
            "markdown": markdown::clauses::about(clause),
        },
        "defaultConfiguration": { "level": level },
        "properties": { "tags": [report.run.dialect, clause.strength] },
    })
}

/// The address of the clause's description for this version of kentei.
fn help_uri(dialect: &str, clause: ClauseId) -> String {
    let page = match lang::spoken() {
        Lang::En => "md",
        Lang::Ja => "ja.md",
    };
    let (repository, version) = (env!("CARGO_PKG_REPOSITORY"), env!("CARGO_PKG_VERSION"));
    let anchor = clause.0.to_lowercase();
    format!("{repository}/blob/v{version}/docs/clauses/{dialect}.{page}#{anchor}")
}

fn help(clause: &Clause) -> String {
    let document = say!("Document: {sources}", sources = clause.sources.join("; "));
    let broken = clause.when_broken.iter();
    let broken: String =
        broken.map(|text| format!("\n{}", say!("In GUIs: {text}", text))).collect();
    let more = say!("More: kentei explain {clause}", clause = clause.id);
    format!("{}\n{document}{broken}\n{more}", clause.requirement)
}

/// One finding. The length of each text in it is limited, so that the report grows only with the number of findings.
fn result(
    report: &Report<'_>,
    hit: &Hit<'_>,
    rule_index: usize,
    mark: &str,
    command: Option<&str>,
) -> Value {
    let Hit { scenario, finding } = hit;
    let known = report.run.known(&scenario.id, finding).map(|known| {
        let reason = escape::short(&known.reason, WORDS);
        json!({ "kind": "external", "justification": plain(&reason) })
    });
    let suppressions: Vec<Value> = known.into_iter().collect();
    let mut result = json!({
        "ruleId": finding.clause.0,
        "ruleIndex": rule_index,
        "level": level(finding.severity),
        "message": { "text": plain(&message(finding)) },
        "locations": [{
            "physicalLocation": place::physical(scenario, finding.scenario_line),
            "logicalLocations": [{ "fullyQualifiedName": escape::short(&scenario.id, WORDS) }],
        }],
        "suppressions": suppressions,
        "partialFingerprints": {
            "kenteiFinding/v1": mark,
            "primaryLocationLineHash": format!("{:016x}:1", place::hash(mark)),
        },
        "properties": {
            "verdict": scenario.verdict.word(),
            "watcher": watcher(finding),
            "replay": command,
        },
    });
    if let Some(changes) = report.baseline {
        result["baselineState"] = json!(state(changes, finding));
    }
    result
}

/// The state of a finding against the baseline, by its clause: a violation that only moved is not new.
fn state(changes: &Changes, finding: &Finding) -> &'static str {
    match changes.before.get(finding.clause.0) {
        None => "new",
        Some(before) if *before == finding.severity => "unchanged",
        Some(_) => "updated",
    }
}

fn message(finding: &Finding) -> String {
    let short = |text: &Text| escape::short(&text.to_string(), WORDS);
    let mut text = short(&finding.message);
    for (name, words) in [(say!("expected"), &finding.expected), (say!("got"), &finding.got)] {
        if !words.is_empty() {
            text.push_str(&format!("\n{name}: {}", short(words)));
        }
    }
    text
}

/// The identity of a finding across runs. It contains no text of the engine, and no line number, since lines move when
/// the scenario is edited.
fn mark(hit: &Hit<'_>) -> String {
    let Hit { scenario, finding } = hit;
    let violation = finding.violation.as_deref().unwrap_or("-");
    // The mark is cut to this length anyway.
    let id = &scenario.id[..scenario.id.floor_char_boundary(WORDS)];
    let text = format!("{}/{id}/{}/{violation}", finding.clause, watcher(finding));
    escape::short(&text, WORDS)
}

fn watcher(finding: &Finding) -> &str {
    match finding.watcher {
        Watcher::Rule(rule) => rule,
        Watcher::Expectation => "script",
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Skip => "none",
        Severity::Info => "note",
        Severity::Warn => "warning",
        Severity::Fail => "error",
    }
}

/// Notifications of the run: why it is inconclusive, what was not kept or not settled, and the snapshots that differ.
fn notifications(report: &Report<'_>) -> Vec<Value> {
    let mut reported = Vec::new();
    let mut add = |level: &str, text: &str| {
        reported.push(json!({ "level": level, "message": { "text": plain(text) } }));
    };
    if report.run.verdict == Conformance::Inconclusive {
        add("error", &part::verdict(report, &[]));
    }
    for text in words::not_kept(report.run) {
        add("note", &text.to_string());
    }
    if let Some(changes) = report.baseline {
        let level = match changes.outcome {
            Outcome::Good => "note",
            Outcome::Worse | Outcome::Unjudged => "error",
        };
        let text = escape::short(&terminal::changes::outcome(changes), WORDS);
        add(level, &say!("against the baseline: {verdict}", verdict = text).to_string());
    }
    for scenario in &report.run.scenarios {
        let level = match scenario.verdict {
            Verdict::Pass | Verdict::Warn | Verdict::Fail | Verdict::Skip => continue,
            Verdict::Flaky | Verdict::Blocked => "warning",
            Verdict::Inconclusive | Verdict::Error => "error",
        };
        add(level, &unsettled(scenario));
    }
    if let Some(result) = &report.run.snapshots {
        add("note", &snapshots::summary(result));
        let level = if result.counted { "error" } else { "warning" };
        for group in change::changed(&result.reported) {
            let head = snapshots::heading(&group, snapshots::NAMED);
            add(level, &format!("{} {head}\n{}", say!("snapshot"), snapshots::shared(&group)));
        }
        for one in &result.reported {
            let level = match one.standing {
                SnapshotStanding::Changed => continue,
                SnapshotStanding::Lost => level,
                SnapshotStanding::New | SnapshotStanding::LeftOut => "note",
            };
            add(
                level,
                &format!(
                    "{} {}\n{}",
                    say!("snapshot"),
                    snapshots::headline(one),
                    snapshots::plain(one)
                ),
            );
        }
    }
    reported
}

fn unsettled(scenario: &ScenarioResult) -> String {
    let (id, word) = (escape::text(&scenario.id), words::verdict(scenario.verdict));
    let reason = escape::short(&part::reason(scenario), WORDS);
    let mut text = format!("{id}: {word}");
    if !reason.is_empty() {
        text.push_str(&format!(": {reason}"));
    }
    for finding in &scenario.findings {
        let message = escape::short(&finding.message.to_string(), WORDS);
        text.push_str(&format!("\n{}: {message}", finding.clause));
    }
    text
}

/// Text in which viewers find no link (`[text](target)`) and no placeholder (`{0}`).
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = rest.next() {
        let argument = c == '{' && rest.peek().is_some_and(char::is_ascii_digit);
        if argument || (c == '(' && before == ']') {
            plain.push_str(&format!("\\x{:02x}", c as u32));
        } else {
            plain.push(c);
        }
        before = c;
    }
    plain
}
