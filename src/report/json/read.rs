//! Reads JSON reports.

use std::error::Error;
use std::fmt;

use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::report::{FORMAT, VERSION};
use super::{said, table};
use crate::report::changes::Changes;
use crate::run::result::RunResult;

/// A report that was read from a file.
#[derive(Debug)]
pub struct Saved {
    /// The name of the engine in the table of engines that contains the report, if it is from a table.
    pub name: Option<String>,
    /// The run.
    pub run: RunResult,
    /// The comparison with the baseline, if the run was compared with one.
    pub baseline: Option<Changes>,
}

/// Why a text cannot be read as a report.
#[derive(Debug)]
pub enum ReadError {
    /// The text is not JSON, or it is incomplete.
    NotJson(serde_json::Error),
    /// The text is JSON, but not a report.
    NotAReport {
        /// The value of `format`.
        found: String,
    },
    /// The report has another version of the format.
    OtherVersion {
        /// The value of `version`.
        found: String,
    },
    /// The text identifies itself as a report but does not have the form of one.
    Damaged(serde_json::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(error) => say!("it is not JSON: {error}", error),
            Self::NotAReport { found } => say!(
                "it is not a report of kentei: `format` is {found}, not \"{wanted}\"",
                found,
                wanted = FORMAT
            ),
            Self::OtherVersion { found } => say!(
                "it has version {found} of the report format; this kentei reads version {version}",
                found,
                version = VERSION
            ),
            Self::Damaged(error) => say!("it is a damaged report: {error}", error),
        }
        .fmt(f)
    }
}

impl Error for ReadError {}

/// The two fields that identify a document. The rest of the document is skipped.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: Word,
    #[serde(default)]
    version: Word,
}

/// A value of which only a short text or a number is kept, whatever the file contains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Word {
    #[default]
    Missing,
    Text(String),
    Number(u64),
    /// Any other value, described in words.
    Other(&'static str),
}

/// The most characters of a text in an error message.
const SHOWN: usize = 60;

impl Word {
    fn is(&self, text: &str) -> bool {
        matches!(self, Self::Text(own) if own == text)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("missing"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Other(what) => f.write_str(what),
        }
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneWord)
    }
}

struct OneWord;

impl<'de> Visitor<'de> for OneWord {
    type Value = Word;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word or a number")
    }

    fn visit_str<E>(self, text: &str) -> Result<Word, E> {
        Ok(Word::Text(match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Word, E> {
        Ok(Word::Number(number))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Word, E> {
        Ok(Word::Other("a negative number"))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Word, E> {
        Ok(Word::Other("a fraction"))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Word, E> {
        Ok(Word::Other("true or false"))
    }

    fn visit_unit<E>(self) -> Result<Word, E> {
        Ok(Word::Missing)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Word, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Word::Other("a list"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Word, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Word::Other("an object"))
    }
}

/// Reads a report.
///
/// # Errors
///
/// If the text is not a report of this version; the error has line and column if JSON has them.
pub fn read(text: &str) -> Result<RunResult, ReadError> {
    report(text, &head(text)?)
}

/// Reads a report, or the reports of all engines in a table of engines.
///
/// # Errors
///
/// As [`read`].
pub fn read_all(text: &str) -> Result<Vec<Saved>, ReadError> {
    #[derive(Deserialize)]
    struct Baseline {
        baseline: Option<Changes>,
    }
    #[derive(Deserialize)]
    struct Table {
        engines: Vec<Member>,
    }
    #[derive(Deserialize)]
    struct Member {
        name: String,
        report: RunResult,
    }
    let head = head(text)?;
    if !head.format.is(table::FORMAT) {
        let run = report(text, &head)?;
        let Baseline { baseline } = parsed(text, &head)?;
        return Ok(vec![Saved { name: None, run, baseline }]);
    }
    let table: Table = parsed(text, &head)?;
    let saved = |mut member: Member| {
        said::restore(&mut member.report);
        Saved { name: Some(member.name), run: member.report, baseline: None }
    };
    Ok(table.engines.into_iter().map(saved).collect())
}

fn report(text: &str, head: &Head) -> Result<RunResult, ReadError> {
    if !head.format.is(FORMAT) {
        return Err(ReadError::NotAReport { found: head.format.to_string() });
    }
    let mut run = parsed(text, head)?;
    said::restore(&mut run);
    Ok(run)
}

fn head(text: &str) -> Result<Head, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        if error.is_data() {
            ReadError::NotAReport { found: "missing".to_owned() }
        } else {
            ReadError::NotJson(error)
        }
    })
}

/// Parses the whole text, if it has the version that this program reads.
fn parsed<T: DeserializeOwned>(text: &str, head: &Head) -> Result<T, ReadError> {
    if head.version != Word::Number(VERSION.into()) {
        return Err(ReadError::OtherVersion { found: head.version.to_string() });
    }
    serde_json::from_str(text).map_err(ReadError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;
    use crate::report::json::ReportV1;

    fn sample() -> (RunResult, serde_json::Value) {
        let run = fixtures::broken();
        let report = serde_json::to_value(ReportV1::of(&run, None)).expect("a report is JSON");
        (run, report)
    }

    #[test]
    fn what_was_written_is_read() {
        let (run, report) = sample();
        assert_eq!(
            format!("{:?}", read(&report.to_string()).expect("it is one")),
            format!("{run:?}")
        );
    }

    #[test]
    fn a_table_is_the_reports_of_its_engines() {
        let (run, report) = sample();
        let member = serde_json::json!({ "name": "one", "report": report });
        let table = |version: u32| {
            serde_json::json!({
                "format": "kentei-table", "version": version, "tool": report["tool"], "verdict": "nonconformant",
                "tables": [], "engines": [member, member], "interrupted": false,
            })
            .to_string()
        };
        let reports = read_all(&table(1)).expect("it is a table");
        assert_eq!(reports.len(), 2);
        for one in &reports {
            assert_eq!((one.name.as_deref(), one.run.seed), (Some("one"), run.seed));
        }
        assert!(read(&table(1)).is_err(), "it is not one report");
        let error = read_all(&table(2)).expect_err("it is of another version");
        assert!(error.to_string().starts_with("it has version 2 "));
        assert_eq!(read_all(&report.to_string()).expect("it is one").len(), 1);
    }

    #[test]
    fn what_is_none_is_refused_by_name() {
        let error = |text: &str| read(text).expect_err(text).to_string();
        assert!(error("{\"format\": ").starts_with("it is not JSON: "));
        assert!(error("[]").starts_with("it is not a report of kentei: `format` is missing"));
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

    #[test]
    fn what_stands_in_the_place_of_the_head_is_not_kept() {
        let error = |text: &str| read(text).expect_err("it is no report").to_string();
        let long = format!(r#"{{"format": "{}"}}"#, "x".repeat(200_000));
        assert!(error(&long).len() < 200, "{}", error(&long));
        for (value, shown) in [
            ("[1, [2], {}]", "a list"),
            (r#"{"a": [1]}"#, "an object"),
            ("-1", "a negative number"),
            ("1.5", "a fraction"),
            ("true", "true or false"),
            ("null", "missing"),
            ("7", "7"),
        ] {
            let text = format!(r#"{{"format": {value}}}"#);
            assert!(error(&text).contains(&format!("`format` is {shown}, not")), "{value}");
        }
        let other = r#"{"format": "kentei-report", "version": [1]}"#;
        assert!(error(other).starts_with("it has version a list "), "{}", error(other));
    }

    #[test]
    fn what_nests_without_end_is_refused() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            for (front, end) in [("", ""), ("{\"format\": ", "}")] {
                let deep =
                    format!("{front}{}1{}{end}", open.repeat(100_000), close.repeat(100_000));
                let error = read(&deep).expect_err("it is too deep").to_string();
                assert!(error.starts_with("it is no"), "{error}");
            }
        }
    }
}
