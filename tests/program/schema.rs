//! The schemas that the command prints, and the committed copies.

use std::fs;
use std::path::Path;

use crate::cli::kentei;
use serde_json::Value;

fn printed(of: &str) -> String {
    let output = kentei(&["schema", of]).assert().success().get_output().clone();
    String::from_utf8(output.stdout).expect("a schema is text")
}

/// `KENTEI_BLESS=1 cargo test` rewrites the copies.
#[test]
fn the_committed_schemas_are_current() {
    is_current("report", "reports/schema/report.v1.json");
    is_current("table", "reports/schema/table.v1.json");
    is_current("comparison", "reports/schema/comparison.v1.json");
}

fn is_current(of: &str, path: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let current = printed(of);
    if crate::bless::blessed() {
        fs::write(&path, &current).expect("it is written");
    }
    let committed = fs::read_to_string(&path).expect("a copy");
    assert!(committed == current, "run this test with KENTEI_BLESS=1 and look at the difference");
}

#[test]
fn the_schema_of_the_report_describes_its_keys() {
    let schema: Value = serde_json::from_str(&printed("report")).unwrap();
    let required = schema["required"].as_array().unwrap();
    for key in ["format", "version", "engine", "verdict", "summary", "scenarios", "clauses", "seed"]
    {
        assert!(required.iter().any(|required| required == key), "{key}");
        assert!(schema["properties"][key]["description"].is_string(), "{key}");
    }
    assert_eq!(schema["properties"]["format"]["const"], "kentei-report");
}
