//! The examples of `docs/scenarios.md` are valid scripts.

use std::path::PathBuf;
use std::sync::Arc;

use super::schema::valid;
use crate::protocol;
use crate::scenario::LANGUAGE;
use crate::scenario::fragments::{BUNDLED, Fragments};
use crate::scenario::lower::{self, World};
use crate::scenario::sources::Root;
use crate::span::SourceFile;
use crate::yaml::node;

const DOCUMENT: &str = include_str!("../../../docs/scenarios.md");

/// The YAML examples. An example that shows only steps gets a head and the steps that make it a complete scenario.
fn examples() -> Vec<String> {
    let blocks = DOCUMENT.split("```yaml\n").skip(1);
    blocks
        .map(|block| {
            let (example, _) = block.split_once("```").unwrap();
            match example.strip_prefix("steps:\n") {
                Some(steps) => format!(
                    "title: T\nclauses: [USI-GEN-01]\nsteps:\n  - boot\n  - send: position startpos\n{steps}  - fence\n"
                ),
                None => example.to_owned(),
            }
        })
        .collect()
}

#[test]
fn the_examples_of_the_document_have_no_mistakes() {
    let usi = protocol::dialect("usi").unwrap();
    let fragments = Fragments::new(vec![Root::Bundled]);
    let world = World { dialect: usi, known: &["usi", "uci"], fragments: &fragments };
    for example in examples() {
        let file = Arc::new(SourceFile {
            path: PathBuf::from("docs/scenarios.md"),
            text: example,
            bundled: false,
        });
        let (found, diagnostics) = match node::parse(&file, &LANGUAGE) {
            Ok(node) => lower::file(&world, "usi/example", BUNDLED, &file, &node),
            Err(diagnostics) => (Vec::new(), diagnostics),
        };
        assert!(diagnostics.is_empty() && !found.is_empty(), "{diagnostics:#?}");
        assert!(valid(&file.text), "{}", file.text);
    }
}

#[test]
fn every_verb_key_and_limit_of_the_language_is_in_the_document() {
    let keys = super::table_keys();
    let missing: Vec<&&str> = keys
        .iter()
        .filter(|key| {
            !DOCUMENT.contains(&format!("{key}:")) && !DOCUMENT.contains(&format!("`{key}`"))
        })
        .filter(|key| **key != "close-input")
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
