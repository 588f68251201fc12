//! The result of a run.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::host::now;
use crate::record::Record;
use crate::units::{Subject, Unit};

/// A run as it is in the record.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) id: String,
    /// When it ended, in UTC.
    pub(crate) at: String,
    pub(crate) seconds: f64,
    /// `conformant`, `nonconformant` or `inconclusive`.
    pub(crate) verdict: String,
    pub(crate) scenarios: u64,
    pub(crate) flaky: u64,
    pub(crate) inconclusive: u64,
    /// The clauses that count against the engine, each with its severity.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) clauses: BTreeSet<String>,
    /// The findings and errors that should not exist.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) wrong: Vec<String>,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clauses: Vec<&str> = self.clauses.iter().map(String::as_str).collect();
        write!(
            f,
            "{} in {:.1} s, {} scenarios, {} flaky, {} inconclusive{}{}{}",
            self.verdict,
            self.seconds,
            self.scenarios,
            self.flaky,
            self.inconclusive,
            if clauses.is_empty() { "" } else { "; " },
            clauses.join(", "),
            if self.wrong.is_empty() { "" } else { " WRONG" }
        )
    }
}

/// A finding that counts: the verdict of its scenario shows that the host did not cause it.
struct CountedFinding<'a> {
    scenario: &'a str,
    clause: &'a str,
    severity: &'a str,
    message: &'a str,
}

impl CountedFinding<'_> {
    fn clause(&self) -> String {
        format!("{} {}", self.clause, self.severity)
    }

    fn line(&self) -> String {
        let (scenario, message) = (self.scenario, self.message);
        format!("{scenario}: {} {message}", self.clause())
    }
}

/// The result of a run from its report, with what should not be in it.
pub(crate) fn run(unit: &Unit, report: &Value, record: &Record) -> Run {
    let held = held(report);
    let mut wrong = errors(report);
    match unit.subject {
        Subject::Sound => wrong.extend(held.iter().map(CountedFinding::line)),
        Subject::Control(row) => {
            // A control may cause a warning at its own clauses.
            let is_own = |it: &&CountedFinding<'_>| {
                it.severity == "warn" && row.clauses.contains(&it.clause)
            };
            wrong.extend(held.iter().filter(|it| !is_own(it)).map(CountedFinding::line));
        }
        Subject::Timing(row) => wrong.extend(lost(report, &row.clauses)),
        Subject::Real(_) if unit.quiet => {}
        Subject::Real(_) => {
            let id = unit.quiet_id().unwrap_or_default();
            let quiet = record.run(&id).map(|run| &run.clauses);
            let is_new =
                |it: &&CountedFinding<'_>| quiet.is_none_or(|known| !known.contains(&it.clause()));
            wrong.extend(held.iter().filter(is_new).map(CountedFinding::line));
        }
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let count = |verdict: &str| report["summary"][verdict].as_u64().unwrap_or_default();
    Run {
        id: unit.id(),
        at: now(),
        seconds: report["elapsed_ms"].as_f64().unwrap_or_default() / 1000.0,
        verdict: text(&report["verdict"]),
        scenarios: report["scenarios"].as_array().map_or(0, Vec::len) as u64,
        flaky: count("flaky"),
        inconclusive: count("inconclusive"),
        clauses: held.iter().map(CountedFinding::clause).collect(),
        wrong,
    }
}

fn scenarios(report: &Value) -> impl Iterator<Item = &Value> {
    report["scenarios"].as_array().into_iter().flatten()
}

fn findings(scenario: &Value) -> impl Iterator<Item = &Value> {
    scenario["findings"].as_array().into_iter().flatten()
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn held(report: &Value) -> Vec<CountedFinding<'_>> {
    let counts = |it: &&Value| matches!(word(it, "verdict"), "fail" | "warn" | "error");
    let all = scenarios(report).filter(counts);
    let all = all.flat_map(|it| findings(it).map(move |finding| (it, finding)));
    let all = all.map(|(it, finding)| CountedFinding {
        scenario: word(it, "id"),
        clause: word(finding, "clause"),
        severity: word(finding, "severity"),
        message: word(finding, "message"),
    });
    all.filter(|held| matches!(held.severity, "fail" | "warn")).collect()
}

/// Scenarios in which the harness itself failed.
fn errors(report: &Value) -> Vec<String> {
    let all = scenarios(report).filter(|it| word(it, "verdict") == "error");
    all.map(|it| format!("{}: error {}", word(it, "id"), it["reason"])).collect()
}

/// A text if the timing defect was not found. It may stay open (inconclusive) if the host was too busy to judge.
fn lost(report: &Value, clauses: &[&str]) -> Option<String> {
    let shows = |it: &Value| {
        findings(it).any(|finding| {
            clauses.contains(&word(finding, "clause")) && word(finding, "severity") != "info"
        })
    };
    let mut verdicts = scenarios(report).filter(|it| shows(it)).map(|it| word(it, "verdict"));
    let reported = verdicts.any(|verdict| matches!(verdict, "fail" | "warn" | "inconclusive"));
    (!reported).then(|| format!("the defect was missed, or called flaky, at {clauses:?}"))
}
