//! The JSON report, version 1: the result of a run, and what can be computed from it. Fields are only ever added.

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::causes::{CauseV1, causes};
use crate::report::changes::Changes;
use crate::report::unexamined::Unexamined;
use crate::run::repeats::Summary;
use crate::run::result::RunResult;

/// The value of `format`.
pub(super) const FORMAT: &str = "kentei-report";
/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// A report of one run of kentei.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "kentei report, version 1")]
pub struct ReportV1<'a> {
    /// Always `kentei-report`.
    #[schemars(extend("const" = "kentei-report"))]
    format: &'static str,
    /// Version of this format: 1.
    #[schemars(extend("const" = 1))]
    version: u32,
    /// How many scenarios ended with each verdict.
    summary: Summary,
    /// What was not examined; left out if everything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    unexamined: Option<UnexaminedV1>,
    /// The mistakes of the engine that explain all findings that count and are not known failures, the most fundamental
    /// first.
    causes: Vec<CauseV1>,
    #[serde(flatten)]
    run: &'a RunResult,
    /// What has changed since an earlier report; left out if there was no comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<&'a Changes>,
}

/// What a run did not examine, or left open.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Unexamined")]
struct UnexaminedV1 {
    /// One sentence about what was not examined, as in the verdict of the other formats.
    text: String,
    /// How many scenarios were skipped because the engine does not offer what they examine.
    not_offered: u64,
    /// What the engine does not offer: capabilities, options and types of options, those with the most scenarios first.
    names: Vec<String>,
}

impl<'a> ReportV1<'a> {
    /// The report of a run, with its changes since an earlier one.
    #[must_use]
    pub fn of(run: &'a RunResult, baseline: Option<&'a Changes>) -> Self {
        let verdicts = run.scenarios.iter().map(|scenario| (scenario.verdict, 1));
        Self {
            format: FORMAT,
            version: VERSION,
            summary: Summary::count(verdicts),
            unexamined: Unexamined::of(run).map(|unexamined| UnexaminedV1 {
                text: unexamined.text().to_string(),
                not_offered: unexamined.not_offered as u64,
                names: unexamined.names,
            }),
            causes: causes(run).iter().map(CauseV1::from).collect(),
            run,
            baseline,
        }
    }

    /// The same report, but with another form of the run; the computed fields stay.
    pub(super) fn written_as(self, run: &'a RunResult) -> Self {
        Self { run, ..self }
    }
}
