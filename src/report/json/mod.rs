//! The report for programs: JSON, with a schema that is generated from the types.

mod event;
pub mod findings;
#[cfg(test)]
mod hostile;
pub mod print;
pub mod read;
mod report;
#[cfg(test)]
mod round_trip;
mod said;
pub mod table;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::Format;
use super::changes::Changes;
use crate::lang::{Lang, with_lang};

pub use report::ReportV1;
pub use table::TableV1;

/// This format's entry in the list of formats.
pub const FORMAT: Format = Format {
    name: "json",
    about: "for programs: everything, transcripts too (`kentei schema report` describes it)",
    // Always in English, so that reports can be compared and tools need not know other languages.
    render: |report, out| {
        with_lang(Lang::En, || print::pretty(&ReportV1::of(report.run, report.baseline), out))
    },
    table: |engine_comparison, out| {
        with_lang(Lang::En, || print::pretty(&TableV1::of(engine_comparison), out))
    },
};

/// The JSON Schema of the report, version 1. Title and description come first, for people who open the file.
#[must_use]
pub fn schema() -> Value {
    schema_of::<ReportV1<'_>>()
}

/// The JSON Schema of a comparison of two reports, version 1.
#[must_use]
pub fn comparison_schema() -> Value {
    schema_of::<Changes>()
}

/// The JSON Schema of the table of several engines, version 1.
#[must_use]
pub fn table_schema() -> Value {
    schema_of::<TableV1<'_>>()
}

fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let (front, rest): (Map<_, _>, Map<_, _>) = schema
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), value.clone()))
        .partition(|(key, _)| matches!(key.as_str(), "$schema" | "title" | "description"));
    Value::Object(front.into_iter().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{FORMATS, fixtures};
    use crate::run::result::RunResult;

    fn written(run: &RunResult) -> String {
        let catalogue = fixtures::catalogue();
        let report = fixtures::report(run, &catalogue);
        let mut out = Vec::new();
        (FORMAT.render)(&report, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_form_of_a_broken_run() {
        insta::assert_snapshot!(written(&fixtures::broken()).replace(
            &format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION")),
            "\"version\": \"[version]\"",
        ));
    }

    #[test]
    fn it_is_in_english_whatever_is_spoken() {
        let run = fixtures::repeated();
        let spoken = with_lang(Lang::Ja, || written(&run));
        assert_eq!(spoken, written(&run));
        assert!(spoken.is_ascii());
    }

    #[test]
    fn what_was_written_reads_back_the_same() {
        for run in
            [fixtures::conformant(), fixtures::broken(), fixtures::hostile(), fixtures::repeated()]
        {
            let text = written(&run);
            assert_eq!(text, written(&read::read(&text).unwrap()));
        }
    }

    #[test]
    fn what_was_repeated_and_the_jitter_of_the_host_are_reported() {
        let report: Value = serde_json::from_str(&written(&fixtures::repeated())).unwrap();
        assert_eq!(report["host"]["jitter"]["max_us"], 24_310.0);
        assert_eq!(report["host"]["jitter"]["slack_us"], 24_310.0);
        let repeats = &report["repeats"];
        assert_eq!((&repeats["asked"], &repeats["complete"]), (&25.into(), &20.into()));
        let rare = &repeats["scenarios"][2];
        assert_eq!(rare["verdicts"]["skip"], 1);
        assert_eq!((&rare["failed"], &rare["judged"]), (&1.into(), &19.into()));
        assert!(repeats["clauses"][0]["rate"][1].as_f64().unwrap() < 0.25);
        let once: Value = serde_json::from_str(&written(&fixtures::conformant())).unwrap();
        assert!(once["repeats"].is_null() && once["host"]["jitter"].is_null());
    }

    #[test]
    fn bytes_that_are_no_text_are_kept_in_hexadecimal() {
        let report: Value = serde_json::from_str(&written(&fixtures::hostile())).unwrap();
        let event = &report["scenarios"][0]["transcript"][3];
        assert_eq!(event["kind"], "received");
        let hex: String = fixtures::HOSTILE.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(event["bytes_hex"], hex);
        assert!(event["text"].as_str().unwrap().ends_with("<script>&'\"\\\\"));
        assert_eq!(event["end"], "crlf");
        assert_eq!(event["cut"], 12);
    }

    #[test]
    fn hostile_text_stays_text() {
        let text = written(&fixtures::hostile());
        let printable = |c| crate::report::escape::is_printable(c) || c == '\n';
        assert!(text.chars().all(printable));
        assert!(!text.contains("##vso["));
    }

    #[test]
    fn the_table_is_what_its_schema_says_and_reads_back_the_same() {
        let (runs, catalogue) = (fixtures::engines(), fixtures::catalogue());
        let mut out = Vec::new();
        (FORMAT.table)(&fixtures::engine_comparison(&runs, &catalogue), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let read: Vec<_> = read::read_all(&text).unwrap();
        let read: Vec<_> = read.into_iter().map(|one| (one.name.unwrap(), one.run)).collect();
        let mut again = Vec::new();
        (FORMAT.table)(&fixtures::engine_comparison(&read, &catalogue), &mut again).unwrap();
        assert_eq!(text, String::from_utf8(again).unwrap());
        let value: Value = serde_json::from_str(&text).unwrap();
        let schema = table_schema();
        conforms(&schema, &schema, &value, "table").unwrap();
        assert_eq!(value["format"], "kentei-table");
        assert_eq!(value["verdict"], "nonconformant");
        let usi = &value["tables"][0];
        assert_eq!(usi["engines"], serde_json::json!(["sound", "broken", "absent"]));
        let pondering = &usi["clauses"][1];
        assert_eq!(pondering["id"], "USI-PON-01");
        assert_eq!(pondering["verdicts"], serde_json::json!(["pass", "fail", "unexamined"]));
        for (place, (_, run)) in runs.iter().enumerate() {
            let alone: Value = serde_json::from_str(&written(run)).unwrap();
            assert_eq!(value["engines"][place]["report"], alone);
        }
    }

    #[test]
    fn every_format_has_a_name_of_its_own() {
        for format in FORMATS {
            let same = FORMATS.iter().filter(|other| other.name == format.name);
            assert_eq!(same.count(), 1, "{}", format.name);
            assert!(!format.about.is_empty());
        }
    }

    #[test]
    fn the_schema_refuses_what_is_no_report() {
        let schema = schema();
        let mut report: Value = serde_json::from_str(&written(&fixtures::broken())).unwrap();
        report["scenarios"][0]["verdict"] = Value::from("good");
        assert!(conforms(&schema, &schema, &report, "report").is_err());
        let keys: Vec<String> = report.as_object().unwrap().keys().cloned().collect();
        // Only this one is not there if there is nothing to say.
        for key in keys.into_iter().filter(|key| key != "unexamined") {
            let mut report: Value = serde_json::from_str(&written(&fixtures::broken())).unwrap();
            report.as_object_mut().unwrap().remove(&key);
            assert!(conforms(&schema, &schema, &report, "report").is_err(), "{key}");
        }
    }

    #[test]
    fn the_report_is_what_its_schema_says() {
        let schema = schema();
        for run in
            [fixtures::conformant(), fixtures::broken(), fixtures::hostile(), fixtures::repeated()]
        {
            let report: Value = serde_json::from_str(&written(&run)).unwrap();
            conforms(&schema, &schema, &report, "report").unwrap();
        }
    }

    /// A validator for the part of JSON Schema that the generator uses.
    fn conforms(root: &Value, schema: &Value, value: &Value, path: &str) -> Result<(), String> {
        if let Some(name) = schema["$ref"].as_str() {
            let target = root.pointer(name.strip_prefix('#').unwrap()).unwrap();
            conforms(root, target, value, path)?;
        }
        if schema.get("const").is_some_and(|expected| value != expected) {
            return Err(format!("{path}: {value} is not {}", schema["const"]));
        }
        if schema.get("type").is_some_and(|allowed| !has_type(allowed, value)) {
            return Err(format!("{path}: {value} is no {}", schema["type"]));
        }
        for key in schema["required"].as_array().into_iter().flatten() {
            let key = key.as_str().unwrap();
            value.get(key).ok_or(format!("{path}: no key {key}"))?;
        }
        let properties = schema["properties"].as_object();
        for (key, schema) in properties.into_iter().flatten() {
            if let Some(value) = value.get(key) {
                conforms(root, schema, value, &format!("{path}.{key}"))?;
            }
        }
        if let Some(items) = schema.get("items").filter(|items| items.is_object()) {
            for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                conforms(root, items, item, &format!("{path}[{index}]"))?;
            }
        }
        for choice in ["oneOf", "anyOf"] {
            let Some(choices) = schema[choice].as_array() else {
                continue;
            };
            let tried = choices.iter().map(|schema| conforms(root, schema, value, path));
            let (fitting, not): (Vec<_>, Vec<_>) = tried.partition(Result::is_ok);
            if fitting.is_empty() || (choice == "oneOf" && fitting.len() > 1) {
                return Err(format!("{path}: {} of {choice} fit: {not:?}", fitting.len()));
            }
        }
        Ok(())
    }

    fn has_type(allowed: &Value, value: &Value) -> bool {
        let is = |name: &Value| match name.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            "integer" => value.is_u64() || value.is_i64(),
            "number" => value.is_number(),
            other => panic!("type {other}"),
        };
        match allowed.as_array() {
            Some(names) => names.iter().any(is),
            None => is(allowed),
        }
    }
}
