//! The report for a job summary or a comment on a pull request: short Markdown with folded evidence.

pub mod changes;
pub mod clauses;
mod engine_comparison;
mod inert;
#[cfg(test)]
mod tests;

use super::group::{self, Group};
use super::terminal::part;
use super::{Format, Report, causes, escape, snapshots, words};
use crate::lang::{self, Lang, Text};
use crate::run::result::{Conformance, RunResult, ScenarioResult};
use crate::snapshot::change;
use crate::snapshot::result::SnapshotStanding;
use crate::verdict::{Severity, Verdict};

/// This format's entry in the list of formats.
pub const FORMAT: Format = Format {
    name: "markdown",
    about: "for a job summary or a comment: Markdown, short, at most 60,000 bytes",
    render: |report, out| {
        let text = lang::with_lang(report.style.lang, || document(report));
        out.write_all(text.as_bytes())
    },
    table: |engine_comparison, out| {
        let text = lang::with_lang(engine_comparison.style.lang, || {
            engine_comparison::document(engine_comparison)
        });
        out.write_all(text.as_bytes())
    },
};

/// The most bytes of a report. GitHub allows 65,536 characters in a comment and 1 MiB in a job summary.
const MOST: usize = 60_000;
/// Bytes that are reserved for the lines that say what is left out.
const RESERVE: usize = 600;
/// The most columns of a name or a reason in a line.
const SHORT: usize = 120;
/// The most reasons, causes, clauses of a cause, or further scenarios that are listed.
const REASONS: usize = 12;

/// The report, cut to the limit; what does not fit is counted.
fn document(report: &Report<'_>) -> String {
    let held = group::held(report.run, report.catalogue);
    let text = head(report, &held) + &causes(report);
    with_findings(report, &held, text, MOST)
}

/// The causes, one line for each mistake of the engine.
fn causes(report: &Report<'_>) -> String {
    let causes = causes::causes(report.run);
    if causes.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n\n", say!("**Causes**, the most fundamental first:"));
    for (place, cause) in causes.iter().enumerate().take(REASONS) {
        let number = place + 1;
        let theme = cause.theme.text();
        let message = inert::code(&cause.hits[0].finding.message.to_string(), SHORT);
        let scenario = inert::code(&cause.hits[0].scenario.id, SHORT);
        let clauses = cause.clauses();
        let named: Vec<&str> = clauses.iter().take(REASONS).map(|clause| clause.0).collect();
        let more = if clauses.len() > named.len() { ", …" } else { "" };
        let severity = words::severity(cause.severity);
        let line = format!(
            "{number}. {severity}: {theme}, {message} ({scenario}; {}{more})\n",
            named.join(", ")
        );
        text.push_str(&line);
    }
    if causes.len() > REASONS {
        let more = causes.len() - REASONS;
        text.push_str(&format!("\n{}\n", say!("+{number} more", number = more)));
    }
    text.push('\n');
    text
}

/// Appends the findings, the changes and what does not count, as far as they fit into `most` bytes.
fn with_findings(report: &Report<'_>, held: &[Group<'_>], mut text: String, most: usize) -> String {
    let mut noted = group::by_clause(report.run, report.catalogue);
    noted.retain(|group| group.severity <= Severity::Info);
    let lines: Vec<String> =
        held.iter().map(|group| format!("- {}\n", inert::html(&title(report, group)))).collect();
    // Evidence gets the room that the list of all clauses leaves, so that every clause is named.
    let mut after: usize = lines.iter().map(String::len).sum();
    let (mut short, mut missing) = (0, 0);
    for (group, line) in held.iter().zip(&lines) {
        after -= line.len();
        let full = findings(report, group);
        if short + missing == 0 && text.len() + full.len() + after + RESERVE <= most {
            text.push_str(&full);
        } else if text.len() + line.len() + RESERVE <= most {
            text.push_str(if short == 0 { "\n" } else { "" });
            text.push_str(line);
            short += 1;
        } else {
            missing += 1;
        }
    }
    if let Some(changes) = report.baseline {
        let room = MOST.saturating_sub(text.len() + RESERVE);
        text.push_str(&changes::section(changes, room.min(MOST / 2)));
    }
    let mut parts = 0;
    for part in changed(report.run).into_iter().chain([
        folded(&say!("known failures"), &part::known(report)),
        folded(
            &say!("not confirmed, and not counted against the engine"),
            &part::unsettled(report),
        ),
        folded(&say!("noted, never counted against the engine"), &part::noted(report, &noted)),
        unjudged(report.run),
    ]) {
        if text.len() + part.len() + RESERVE <= most {
            text.push_str(&part);
        } else {
            parts += 1;
        }
    }
    text.push_str(&left_out(most, short, missing, parts));
    text
}

/// The verdict, the engine, and the number of scenarios with each verdict.
fn head(report: &Report<'_>, held: &[Group<'_>]) -> String {
    let run = report.run;
    let fails = run.snapshots.as_ref().is_some_and(|snapshots| snapshots.fail());
    let sign = match fails && run.verdict == Conformance::Conformant {
        true => sign(Conformance::Inconclusive),
        false => sign(run.verdict),
    };
    let (word, why) = verdict(report, held);
    let heading = match run.engine.built_in {
        true => say!("the built-in engine").to_string(),
        false => inert::code(&run.engine.command.join(" "), SHORT),
    };
    let head = say!(
        "{command} as {dialect} ({profile})",
        command = heading,
        dialect = run.dialect,
        profile = run.profile
    );
    let short = |name: &String| inert::code(name, SHORT);
    let heading = match (run.engine.name.as_ref().map(short), run.engine.author.as_ref().map(short))
    {
        (Some(name), Some(author)) => say!("{head}: {name}, by {author}", head, name, author),
        (Some(name), None) => say!("{head}: {name}", head, name),
        (None, _) => head,
    };
    let used: Vec<Verdict> =
        Verdict::ALL.into_iter().filter(|verdict| number(run, *verdict) > 0).collect();
    let cells = |cell: &dyn Fn(Verdict) -> String| {
        let cells: Vec<String> = used.iter().map(|verdict| cell(*verdict)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let counts = if used.is_empty() {
        format!("{}\n", say!("No scenario was played."))
    } else {
        cells(&|verdict| words::verdict(verdict).to_string())
            + &cells(&|_| "--:".to_owned())
            + &cells(&|verdict| number(run, verdict).to_string())
    };
    let played = say!(
        "{scenarios} in {elapsed}, seed {seed}, kentei {version}",
        scenarios = words::count(run.scenarios.len() as u64, words::Noun::Scenario),
        elapsed = words::duration(run.elapsed),
        seed = run.seed,
        version = env!("CARGO_PKG_VERSION")
    );
    let not_kept = words::not_kept(run).into_iter();
    let not_kept: String = not_kept.map(|text| format!("\n{text}\n")).collect();
    format!("### {sign} {word}: {why}\n\n{heading}\n\n{counts}\n{played}\n{not_kept}")
}

fn sign(verdict: Conformance) -> &'static str {
    match verdict {
        Conformance::Conformant => "✅",
        Conformance::Nonconformant => "❌",
        Conformance::Inconclusive => "⚠️",
    }
}

/// The verdict of a run, and its reason.
fn verdict(report: &Report<'_>, held: &[Group<'_>]) -> (String, String) {
    let verdict = part::verdict(report, held);
    let colon = match lang::spoken() {
        Lang::En => ": ",
        Lang::Ja => "：",
    };
    let (word, why) = verdict.split_once(colon).unwrap_or((&verdict, ""));
    let why = match (report.run.verdict, &report.run.reason) {
        // A reason can contain text of the user or the system, such as a glob or a path, so it is shown as code.
        (Conformance::Inconclusive, _) | (_, Some(_)) => inert::code(why, 2 * SHORT),
        (Conformance::Conformant | Conformance::Nonconformant, None) => inert::html(why),
    };
    (word.to_owned(), why)
}

fn number(run: &RunResult, verdict: Verdict) -> usize {
    let with = |scenario: &&ScenarioResult| scenario.verdict == verdict;
    run.scenarios.iter().filter(with).count()
}

/// The title of a group: `fail USI-CM-01 · go mate is answered by checkmate · in 1 scenario`.
fn title(report: &Report<'_>, group: &Group<'_>) -> String {
    let clause = report.catalogue.clause(group.clause.0);
    let title = clause
        .map_or_else(|| say!("not in the catalogue").to_string(), |clause| clause.title.clone());
    let scenarios = words::count(group.scenarios().len() as u64, words::Noun::Scenario);
    let severity = words::severity(group.severity);
    let title = escape::text(&title);
    let scenarios = say!("in {scenarios}", scenarios);
    format!("{severity} {} · {title} · {scenarios}", group.clause)
}

/// The findings at one clause, folded: the first with its evidence, the others by scenario.
fn findings(report: &Report<'_>, group: &Group<'_>) -> String {
    let hit = &group.hits[0];
    let mut text = part::occurrence(report, hit);
    for more in [part::demand(report, group.clause), part::replay(report, hit.scenario)] {
        text.push_str("\n\n");
        text.push_str(&more);
    }
    let others = group.scenarios().into_iter().skip(1);
    let others: Vec<String> = others.map(|scenario| inert::code(&scenario.id, SHORT)).collect();
    let also = match others.as_slice() {
        [] => String::new(),
        some if some.len() <= REASONS => {
            let scenarios = some.join(", ");
            format!("\n{}\n", say!("Also in {scenarios}", scenarios))
        }
        many => {
            let (named, more) = many.split_at(REASONS);
            let (scenarios, number) = (named.join(", "), more.len());
            format!("\n{}\n", say!("Also in {scenarios} and {number} more", scenarios, number))
        }
    };
    details(&title(report, group), &(inert::block(text.trim_end()) + &also))
}

/// A part of plain text, folded; empty if the part is empty.
fn folded(title: &Text, text: &str) -> String {
    // The first line is a heading, and the other lines are indented below it.
    let Some((_, rest)) = text.split_once('\n') else {
        return String::new();
    };
    let lines = rest.lines().map(|line| line.strip_prefix("  ").unwrap_or(line));
    details(&title.to_string(), &inert::block(&lines.collect::<Vec<_>>().join("\n")))
}

/// A table of the scenarios that were not judged, by reason.
fn unjudged(run: &RunResult) -> String {
    let mut rows: Vec<(Verdict, String, u64)> = Vec::new();
    for scenario in &run.scenarios {
        let reported = match scenario.verdict {
            Verdict::Skip | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => {
                scenario.reason.as_ref().map_or_else(String::new, ToString::to_string)
            }
            Verdict::Pass | Verdict::Warn | Verdict::Flaky | Verdict::Fail => continue,
        };
        let same =
            |row: &&mut (Verdict, String, u64)| row.0 == scenario.verdict && row.1 == reported;
        match rows.iter_mut().find(same) {
            Some(row) => row.2 += 1,
            None => rows.push((scenario.verdict, reported, 1)),
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    rows.sort_by_key(|(verdict, _, number)| {
        (std::cmp::Reverse(*verdict), std::cmp::Reverse(*number))
    });
    let (scenarios, verdict, reason) = (say!("scenarios"), say!("verdict"), say!("reason"));
    let mut table = format!("| {scenarios} | {verdict} | {reason} |\n| --: | --- | --- |\n");
    for (verdict, reason, number) in rows.iter().take(REASONS) {
        let reason = inert::cell(reason, SHORT);
        let verdict = words::verdict(*verdict);
        table.push_str(&format!("| {number} | {verdict} | {reason} |\n"));
    }
    let rest = rows.iter().skip(REASONS).map(|row| row.2).sum::<u64>();
    if rest > 0 {
        let others = say!("for other reasons");
        table.push_str(&format!("| {rest} | | {others} |\n"));
    }
    details(&say!("not judged").to_string(), &table)
}

/// The snapshots: the number with each outcome, and each change once.
fn changed(run: &RunResult) -> Vec<String> {
    let Some(result) = &run.snapshots else {
        return Vec::new();
    };
    let mut parts = vec![format!("\n{}\n", inert::code(&snapshots::summary(result), 2 * SHORT))];
    for group in change::changed(&result.reported) {
        let head = inert::code(&snapshots::heading(&group, snapshots::NAMED), 10 * SHORT);
        let title = say!("what differs").to_string();
        let diff = details(&title, &inert::diff(&snapshots::shared(&group)));
        parts.push(format!("\n{head}\n{diff}"));
    }
    let rest =
        result.reported.iter().filter(|reported| reported.standing != SnapshotStanding::Changed);
    let rest: Vec<String> = rest.map(snapshots::headline).collect();
    if !rest.is_empty() {
        let title = say!("snapshots that are new or were not compared").to_string();
        parts.push(details(&title, &inert::block(&rest.join("\n"))));
    }
    parts
}

fn details(title: &str, text: &str) -> String {
    let title = inert::html(title);
    format!("\n<details><summary>{title}</summary>\n\n{text}\n</details>\n")
}

/// The line that says what was left out because of the limit.
fn left_out(most: usize, short: usize, missing: usize, parts: usize) -> String {
    let mut reported = Vec::new();
    match short {
        0 => {}
        1 => reported.push(say!("1 clause without its evidence")),
        number => reported.push(say!("{number} clauses without their evidence", number)),
    }
    if missing > 0 {
        reported.push(Text::plain(words::count(missing as u64, words::Noun::Clause)));
    }
    match parts {
        0 => {}
        1 => reported.push(say!("1 list of what is not counted against the engine")),
        number => {
            reported.push(say!("{number} lists of what is not counted against the engine", number))
        }
    }
    if reported.is_empty() {
        return String::new();
    }
    let cut = say!(
        "Cut to {most} bytes: {what} left out. The other formats have everything.",
        most = most as u64,
        what = Text::list(reported)
    );
    format!("\n{cut}\n")
}
