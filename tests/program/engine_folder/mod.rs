//! A folder with an engine file, for tests of the command line.

use std::fs;

/// A folder with this `kentei.yaml`; `KENTEI` in the text stands for the program under test.
pub(crate) fn folder(yaml: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let program = serde_json::Value::from(env!("CARGO_BIN_EXE_kentei")).to_string();
    let text = yaml.replace("KENTEI", &program);
    fs::write(folder.path().join("kentei.yaml"), text).expect("it is written");
    folder
}
