//! A scenario as a test case of JUnit.

use std::time::Duration;

use crate::report::group::Hit;
use crate::report::terminal::part;
use crate::report::{Report, escape, snapshots, words};
use crate::run::known::Known;
use crate::run::result::ScenarioResult;
use crate::snapshot::result::SnapshotStanding;
use crate::verdict::{Finding, Severity, Verdict};

/// The most columns of a message; the body has the whole text.
pub(super) const MESSAGE: usize = 200;
/// How many findings are shown with their evidence.
const SHOWN: usize = 5;
/// Lines of the exchange from its begin and from its end, for scenarios with findings that failed or were flaky.
const LONG: (usize, usize) = (20, 60);
/// The same for other scenarios.
const SHORT: (usize, usize) = (8, 16);

/// The outcome of a test, in the words of JUnit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Passed,
    Flaky,
    Skipped,
    Failed,
    Error,
}

/// A test case. All its texts are escaped.
pub(super) struct Case {
    /// Dialect and section, such as `usi.ponder`.
    pub(super) classname: String,
    /// The rest of the scenario's id, such as `hold-small-clock`.
    pub(super) name: String,
    pub(super) time: Duration,
    pub(super) outcome: Outcome,
    /// The violated clause, or the verdict.
    pub(super) kind: String,
    /// The message, one line.
    pub(super) message: String,
    /// All findings with their evidence.
    pub(super) body: String,
    /// The exchange, without its middle if it is long, and evidence that has no other place.
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
        // These tests have no other place for the findings, or none that every viewer shows.
        Outcome::Passed | Outcome::Skipped => (SHORT, body.as_str()),
        Outcome::Flaky => (LONG, body.as_str()),
        Outcome::Failed | Outcome::Error => (LONG, ""),
    };
    let extent = if findings.is_empty() { SHORT } else { extent };
    let exchange = part::exchange(report, scenario, extent);
    let snapshot = snapshot(report, scenario);
    let shown = snapshot.as_ref().map_or("", |snapshot| snapshot.text.as_str());
    let parts = [reported, shown, exchange.as_str()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let (classname, name) = name(&scenario.id);
    if let (Outcome::Passed, Some(Snapshot { not_passed: Some((outcome, message)), text })) =
        (outcome, &snapshot)
    {
        return Case {
            classname,
            name,
            time: scenario.took(),
            outcome: *outcome,
            kind: "snapshot".to_owned(),
            message: message.clone(),
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

/// The snapshot of a scenario.
struct Snapshot {
    /// The outcome and the message of the test, if it does not pass because of the snapshot.
    not_passed: Option<(Outcome, String)>,
    /// How the snapshot differs.
    text: String,
}

/// The snapshot of a scenario; `None` if there is nothing to report about it.
fn snapshot(report: &Report<'_>, scenario: &ScenarioResult) -> Option<Snapshot> {
    let snapshots = report.run.snapshots.as_ref()?;
    let reported = snapshots.of(&scenario.id)?;
    let headline = snapshots::headline(reported);
    let not_passed = match reported.standing {
        SnapshotStanding::Changed => {
            Some((Outcome::Failed, say!("the snapshot has changed").to_string()))
        }
        // A run with such a snapshot is inconclusive.
        SnapshotStanding::Lost => Some((Outcome::Error, escape::short(&headline, MESSAGE))),
        SnapshotStanding::New | SnapshotStanding::LeftOut => None,
    };
    let text = format!("{}: {headline}\n{}", say!("snapshot"), snapshots::plain(reported));
    Some(Snapshot {
        not_passed: not_passed.filter(|_| snapshots.counted),
        text: text.trim_end().to_owned(),
    })
}

/// The message of a test that is skipped because its failure is known.
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

/// A name without dots: viewers show a branch of a tree for each dot.
pub(super) fn undotted(word: &str) -> String {
    word.replace('.', "_")
}

/// Class name and name of a test: `usi/ponder/hold` is the test `hold` of `usi.ponder`.
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

/// The reason for the verdict; if there is none, the worst finding and the number of the others.
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

/// Each finding with its evidence and the requirement of the clause, and the command to play the scenario again.
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

/// Text that begins on a new line, so that its columns are aligned.
fn framed(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\n{text}\n") }
}
