//! What one scenario is as a test.

use std::time::Duration;

use crate::report::group::Hit;
use crate::report::terminal::part;
use crate::report::{Report, escape, snapshots, words};
use crate::run::known::Known;
use crate::run::result::ScenarioResult;
use crate::snapshot::result::Standing;
use crate::verdict::{Finding, Severity, Verdict};

/// Columns of a message; the body has the whole.
pub(super) const MESSAGE: usize = 200;
/// Findings that are shown with their evidence.
const SHOWN: usize = 5;
/// Lines of an exchange that are shown from its begin and from its end, where something was found.
const LONG: (usize, usize) = (20, 60);
/// The same, where nothing was.
const SHORT: (usize, usize) = (8, 16);

/// How a test ended, in the words of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Passed,
    Flaky,
    Skipped,
    Failed,
    Error,
}

/// A test. Every text in it is escaped.
pub(super) struct Case {
    /// `usi.ponder`.
    pub(super) classname: String,
    /// `hold-small-clock`.
    pub(super) name: String,
    pub(super) time: Duration,
    pub(super) outcome: Outcome,
    /// The clause that was broken, or the verdict.
    pub(super) kind: String,
    /// One line.
    pub(super) message: String,
    /// Everything that shows it.
    pub(super) body: String,
    /// What was said, shortened in its middle, and what is not counted against the engine.
    pub(super) output: String,
}

pub(super) fn of(report: &Report<'_>, scenario: &ScenarioResult, warnings_count: bool) -> Case {
    let least = if warnings_count { Severity::Warn } else { Severity::Fail };
    let mut outcome = outcome(scenario.verdict, warnings_count);
    if outcome == Outcome::Failed && report.run.is_excused(scenario, least) {
        outcome = Outcome::Skipped;
    }
    let baseline = report.baseline.filter(|_| outcome == Outcome::Failed);
    let as_before = baseline.is_some_and(|changes| !changes.is_worse_in(&scenario.id));
    if as_before {
        outcome = Outcome::Skipped;
    }
    let mut findings: Vec<&Finding> = scenario.findings.iter().collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let body = evidence(report, scenario, &findings);
    let (extent, reported) = match outcome {
        // They have no other place for what was found, or none that every viewer shows.
        Outcome::Passed | Outcome::Skipped => (SHORT, body.as_str()),
        Outcome::Flaky => (LONG, body.as_str()),
        Outcome::Failed | Outcome::Error => (LONG, ""),
    };
    let extent = if findings.is_empty() { SHORT } else { extent };
    let exchange = part::exchange(report, scenario, extent);
    let snapshot = snapshot(report, scenario);
    let shown = snapshot.as_ref().map_or("", |(_, text)| text);
    let parts = [reported, shown, exchange.as_str()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let (classname, name) = name(&scenario.id);
    if let (Outcome::Passed, Some((true, text))) = (outcome, &snapshot) {
        return Case {
            classname,
            name,
            time: scenario.took(),
            outcome: Outcome::Failed,
            kind: "snapshot".to_owned(),
            message: say!("the snapshot has changed").to_string(),
            output: framed(&parts.join("\n\n")),
            body: framed(text),
        };
    }
    Case {
        classname,
        name,
        time: scenario.took(),
        outcome,
        kind: kind(scenario, &findings),
        message: match findings.first() {
            Some(_) if as_before => {
                let message = message(scenario, &findings);
                let text = say!("not worse than the baseline: {message}", message);
                escape::short(&text.to_string(), MESSAGE)
            }
            Some(worst) if outcome == Outcome::Skipped => report
                .run
                .known(&scenario.id, worst)
                .map_or_else(|| message(scenario, &findings), excuse),
            _ => message(scenario, &findings),
        },
        output: framed(&parts.join("\n\n")),
        body: framed(&body),
    }
}

/// Whether the snapshot of a scenario fails it, and how it differs; `None` where there is nothing to report.
fn snapshot(report: &Report<'_>, scenario: &ScenarioResult) -> Option<(bool, String)> {
    let snapshots = report.run.snapshots.as_ref()?;
    let reported = snapshots.of(&scenario.id)?;
    let fails =
        snapshots.counted && matches!(reported.standing, Standing::Changed | Standing::Lost);
    let text = format!(
        "{}: {}\n{}",
        say!("snapshot"),
        snapshots::headline(reported),
        snapshots::plain(reported)
    );
    Some((fails, text.trim_end().to_owned()))
}

/// Why a failure is none: it is known.
fn excuse(known: &Known) -> String {
    escape::short(&say!("known failure: {reason}", reason = known.reason).to_string(), MESSAGE)
}

fn outcome(verdict: Verdict, warnings_count: bool) -> Outcome {
    match verdict {
        Verdict::Warn if warnings_count => Outcome::Failed,
        Verdict::Pass | Verdict::Warn => Outcome::Passed,
        Verdict::Flaky => Outcome::Flaky,
        Verdict::Skip | Verdict::Blocked => Outcome::Skipped,
        Verdict::Fail => Outcome::Failed,
        Verdict::Inconclusive | Verdict::Error => Outcome::Error,
    }
}

/// A word for a tree: viewers make one of the dots, so a dot within a word would add a branch.
pub(super) fn undotted(word: &str) -> String {
    word.replace('.', "_")
}

/// `usi/ponder/hold` is the test `hold` of `usi.ponder`.
fn name(id: &str) -> (String, String) {
    let id = escape::text(id);
    match id.splitn(3, '/').collect::<Vec<_>>().as_slice() {
        [dialect, section, name] => {
            let classname = format!("{}.{}", undotted(dialect), undotted(section));
            (classname, (*name).to_owned())
        }
        [dialect, name] => (undotted(dialect), (*name).to_owned()),
        _ => ("kentei".to_owned(), id),
    }
}

fn kind(scenario: &ScenarioResult, findings: &[&Finding]) -> String {
    match findings.first() {
        Some(finding) if finding.severity > Severity::Info => finding.clause.to_string(),
        _ => scenario.verdict.word().to_owned(),
    }
}

/// Why it was not judged; else the worst that was found, and how much more there is.
fn message(scenario: &ScenarioResult, findings: &[&Finding]) -> String {
    let reason = part::reason(scenario);
    let reported = scenario.reason.is_some() || matches!(scenario.verdict, Verdict::Error);
    let worst = findings.first().filter(|_| !reported);
    let Some(worst) = worst else {
        let verdict = words::verdict(scenario.verdict).to_string();
        let text = if reason.is_empty() { verdict } else { format!("{verdict}: {reason}") };
        return escape::short(&text, MESSAGE);
    };
    let more = match findings.len() - 1 {
        0 => String::new(),
        number => format!(" {}", say!("(and {number} more)", number)),
    };
    let flaky =
        if scenario.verdict == Verdict::Flaky { format!("{reason}: ") } else { String::new() };
    let text = format!("{flaky}{}: {}", worst.clause, worst.message);
    escape::short(&text, MESSAGE) + &more
}

/// Each finding with its evidence and what the document demands, and the command that plays it again.
fn evidence(report: &Report<'_>, scenario: &ScenarioResult, findings: &[&Finding]) -> String {
    let mut parts: Vec<String> = findings
        .iter()
        .take(SHOWN)
        .map(|finding| {
            let clause = report.catalogue.clause(finding.clause.0);
            let title = clause
                .map_or(String::new(), |clause| format!(" · {}", escape::text(&clause.title)));
            let occurrence = part::occurrence(report, &Hit { scenario, finding });
            let demand = part::demand(report, finding.clause);
            let (severity, clause) = (words::severity(finding.severity), finding.clause);
            format!("{severity} {clause}{title}\n{occurrence}\n{demand}")
        })
        .collect();
    let more = findings.iter().skip(SHOWN).map(|finding| {
        let text = format!("{}: {}", finding.clause, finding.message);
        format!("{} {}", words::severity(finding.severity), escape::short(&text, MESSAGE))
    });
    parts.extend(more);
    if !parts.is_empty() {
        parts.push(part::replay(report, scenario));
    }
    parts.join("\n\n")
}

/// Text that begins on a line of its own, so that its columns stand below one another.
fn framed(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\n{text}\n") }
}
