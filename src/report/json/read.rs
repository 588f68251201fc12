//! Reads a JSON report back, as programs and later runs do.

use std::error::Error;
use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::table::{self, TableV1};
use super::types::ReportV1;

/// The name that every report has in `format`.
const FORMAT: &str = "kentei-report";
/// The only version of the format so far.
const VERSION: u32 = 1;

/// Why a text is no report that can be read.
#[derive(Debug)]
pub enum ReadError {
    /// It is no JSON, or breaks off.
    NotJson(serde_json::Error),
    /// It is JSON, but something else.
    NotAReport {
        /// What stands in `format`.
        found: String,
    },
    /// A later kentei wrote it.
    OtherVersion {
        /// What stands in `version`.
        found: String,
    },
    /// It says that it is a report, and is none.
    Damaged(serde_json::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(error) => write!(f, "it is not JSON: {error}"),
            Self::NotAReport { found } => write!(
                f,
                "it is no report of kentei: `format` is {found}, not \"{FORMAT}\""
            ),
            Self::OtherVersion { found } => write!(
                f,
                "it has version {found} of the report format; this kentei reads version {VERSION}"
            ),
            Self::Damaged(error) => write!(f, "it is a damaged report: {error}"),
        }
    }
}

impl Error for ReadError {}

/// The two fields that tell what the rest is.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: serde_json::Value,
    #[serde(default)]
    version: serde_json::Value,
}

/// The report that this text is.
///
/// # Errors
///
/// If it is none, or one of another version: what is wrong, with line and column where JSON has them.
pub fn read(text: &str) -> Result<ReportV1, ReadError> {
    report(text, &head(text)?)
}

/// The report that this text is, or, of a table of engines, the report of each.
///
/// # Errors
///
/// As [`read`].
pub fn read_all(text: &str) -> Result<Vec<ReportV1>, ReadError> {
    let head = head(text)?;
    if head.format != table::FORMAT {
        return report(text, &head).map(|report| vec![report]);
    }
    let table: TableV1 = parsed(text, &head)?;
    Ok(table
        .engines
        .into_iter()
        .map(|member| member.report)
        .collect())
}

fn report(text: &str, head: &Head) -> Result<ReportV1, ReadError> {
    if head.format != FORMAT {
        return Err(ReadError::NotAReport {
            found: told(&head.format),
        });
    }
    parsed(text, head)
}

fn head(text: &str) -> Result<Head, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        if error.is_data() {
            ReadError::NotAReport {
                found: "missing".to_owned(),
            }
        } else {
            ReadError::NotJson(error)
        }
    })
}

/// All of it, where it is of the version that is known.
fn parsed<T: DeserializeOwned>(text: &str, head: &Head) -> Result<T, ReadError> {
    if head.version != VERSION {
        return Err(ReadError::OtherVersion {
            found: told(&head.version),
        });
    }
    serde_json::from_str(text).map_err(ReadError::Damaged)
}

/// A value in a message: short, whatever it is.
fn told(value: &serde_json::Value) -> String {
    if value.is_null() {
        return "missing".to_owned();
    }
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;
    use crate::report::json::ReportV1;

    fn sample() -> ReportV1 {
        let (run, catalogue) = (fixtures::broken(), fixtures::catalogue());
        let report = fixtures::report(&run, &catalogue);
        ReportV1::of(report.run, report.host)
    }

    #[test]
    fn what_was_written_is_read() {
        let report = sample();
        let text = serde_json::to_string(&report).expect("a report is JSON");
        assert_eq!(read(&text).expect("it is one"), report);
    }

    #[test]
    fn a_table_is_the_reports_of_its_engines() {
        let report = sample();
        let member = serde_json::json!({ "name": "one", "report": report });
        let table = |version: u32| {
            serde_json::json!({
                "format": "kentei-table", "version": version, "tool": report.tool, "verdict": "nonconformant",
                "tables": [], "engines": [member, member], "interrupted": false,
            })
            .to_string()
        };
        let reports = read_all(&table(1)).expect("it is a table");
        assert_eq!(reports, [report.clone(), report.clone()]);
        assert!(read(&table(1)).is_err(), "it is not one report");
        let error = read_all(&table(2)).expect_err("it is of another version");
        assert!(error.to_string().starts_with("it has version 2 "));
        let text = serde_json::to_string(&report).expect("a report is JSON");
        assert_eq!(read_all(&text).expect("it is one"), [report]);
    }

    #[test]
    fn what_is_none_is_refused_by_name() {
        let error = |text: &str| read(text).expect_err(text).to_string();
        assert!(error("{\"format\": ").starts_with("it is not JSON: "));
        assert!(error("[]").starts_with("it is no report of kentei: `format` is missing"));
        assert!(error("{}").contains("`format` is missing"));
        assert!(error(r#"{"format": "junit"}"#).contains("`format` is \"junit\""));
        assert!(
            error(r#"{"format": "kentei-report", "version": 2}"#).starts_with("it has version 2 ")
        );
        assert!(
            error(r#"{"format": "kentei-report", "version": 1}"#)
                .starts_with("it is a damaged report: missing field")
        );
    }
}
