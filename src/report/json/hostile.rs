//! Reports that were written by hand to harm readers who merge or compare them: each text and each number of a report
//! is replaced in turn, and the output of every format is checked.

use std::panic::{self, AssertUnwindSafe};

use serde_json::Value;

use super::round_trip::full;
use crate::protocol;
use crate::report::json::{ReportV1, read};
use crate::report::{FORMATS, Style, changes, fixtures, hostile, html};
use crate::run::result::RunResult;

/// All short texts of the corpus in one text, and texts that only have an effect at the begin of a line.
fn texts() -> Vec<String> {
    let corpus = hostile::corpus();
    let short = corpus.iter().filter(|text| text.len() < 1000);
    let all: Vec<_> = short.map(|text| String::from_utf8_lossy(text)).collect();
    vec![
        all.concat(),
        all.join("\n"),
        "::error file=owned::owned".to_owned(),
        "\n##[error]owned".to_owned(),
        "x".repeat(100_000),
    ]
}

fn numbers() -> Vec<Value> {
    let fraction = |number: f64| Value::from(number);
    vec![
        Value::from(0),
        Value::from(-1),
        Value::from(u64::MAX),
        Value::from(u32::MAX),
        fraction(1e300),
        fraction(-1e300),
    ]
}

/// The paths of all values that are not lists or objects; in a list only the first item that has such a path.
fn places(value: &Value, at: &str, places: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                self::places(value, &format!("{at}/{key}"), places);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                self::places(value, &format!("{at}/{index}"), places);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            let form = |place: &str| -> Vec<String> {
                let parts = place.split('/');
                let parts = parts.filter(|part| part.parse::<usize>().is_err());
                parts.map(str::to_owned).collect()
            };
            if !places.iter().any(|known| form(known) == form(at)) {
                places.push(at.to_owned());
            }
        }
    }
}

/// Writes the report in each format, and a comparison of it with a good one. Returns whether the report could be read,
/// and the formats that were not well formed.
fn write_all(text: &str, good: &RunResult) -> (bool, Vec<&'static str>) {
    let catalogue = fixtures::catalogue();
    // A report with names that this program does not know can be refused.
    let Ok(report) = read::read(text) else {
        return (false, Vec::new());
    };
    let mut wrong = Vec::new();
    for (old, new) in [(good, &report), (&report, good)] {
        if let Ok(changes) = changes::between(old, new) {
            for format in changes::formats::FORMATS {
                let mut out = Vec::new();
                let rendered = panic::catch_unwind(AssertUnwindSafe(|| {
                    (format.render)(&changes, Style::FILE, &mut out).unwrap();
                    hostile::keeps_its_form(format.name, str::from_utf8(&out).unwrap());
                    if format.name == "html" {
                        html::tests::tags(str::from_utf8(&out).unwrap());
                    }
                }));
                if rendered.is_err() {
                    wrong.push(format.name);
                }
            }
        }
    }
    if protocol::dialect(report.dialect).is_none() {
        return (false, wrong);
    }
    for format in FORMATS {
        let report = fixtures::report(&report, &catalogue);
        let rendered = panic::catch_unwind(AssertUnwindSafe(|| {
            let mut out = Vec::new();
            (format.render)(&report, &mut out).unwrap();
            let text = str::from_utf8(&out).unwrap();
            hostile::keeps_its_form(format.name, text);
            if format.name == "html" {
                html::tests::check(text);
            }
        }));
        if rendered.is_err() {
            wrong.push(format.name);
        }
    }
    (true, wrong)
}

fn each(replaced: impl Fn(&Value) -> Vec<Value>) {
    let good = full();
    let document = serde_json::to_value(ReportV1::of(&good, None)).unwrap();
    let mut all = Vec::new();
    places(&document, "", &mut all);
    let (mut written, mut tried, mut wrong) = (0, 0, Vec::new());
    for place in &all {
        let value = document.pointer(place).unwrap();
        for other in replaced(value) {
            let mut changed = document.clone();
            *changed.pointer_mut(place).unwrap() = other;
            tried += 1;
            let (read, broken) = write_all(&changed.to_string(), &good);
            written += usize::from(read);
            wrong.extend(broken.into_iter().map(|format| format!("{format}: {place}")));
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 100, "{tried}");
    // Only the values that have to be known ids are refused; they are the smaller part.
    assert!(written * 2 > tried, "{written} of {tried}");
}

#[test]
fn no_text_of_a_report_steers_anything_or_changes_a_form() {
    let texts = texts();
    each(|value| match value {
        Value::String(_) => texts.iter().map(|text| Value::from(text.as_str())).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Vec::new()
        }
    });
}

#[test]
fn no_number_of_a_report_is_too_great_or_too_small_to_be_written() {
    let numbers = numbers();
    each(|value| match value {
        Value::Number(_) => numbers.clone(),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            Vec::new()
        }
    });
}
