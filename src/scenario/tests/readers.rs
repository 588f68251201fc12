//! The YAML reader: it agrees with a second reader and never panics.

use std::path::PathBuf;
use std::sync::Arc;

use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};

use super::golden::EVERYTHING;
use super::{around, read};
use crate::scenario::LANGUAGE;
use crate::scenario::{sources, table};
use crate::span::SourceFile;
use crate::yaml::node::{self, Node, Style, Value};

/// Our tree as the second reader would return it.
fn as_value(node: &Node) -> serde_yaml::Value {
    match &node.value {
        Value::Text(text, Style::Plain) => serde_yaml::from_str(text).unwrap_or_else(|_| {
            // A text that is plain inside a document may not be valid YAML on its own.
            serde_yaml::Value::String(text.clone())
        }),
        Value::Text(text, Style::Quoted | Style::Block) => serde_yaml::Value::String(text.clone()),
        Value::List(items) => serde_yaml::Value::Sequence(items.iter().map(as_value).collect()),
        Value::Map(entries) => {
            let pairs = entries.iter().map(|entry| {
                let key = serde_yaml::Value::String(entry.key.clone());
                (key, as_value(&entry.value))
            });
            serde_yaml::Value::Mapping(pairs.collect())
        }
    }
}

#[track_caller]
fn alike(name: &str, text: &str) {
    let file =
        Arc::new(SourceFile { path: PathBuf::from(name), text: text.to_owned(), bundled: false });
    let ours = node::parse(&file, &LANGUAGE).unwrap_or_else(|found| panic!("{found:#?}"));
    let theirs: serde_yaml::Value = serde_yaml::from_str(text).unwrap();
    assert_eq!(as_value(&ours), theirs, "{name}");
}

#[test]
fn every_bundled_file_reads_alike_with_a_second_reader() {
    alike("everything.yaml", EVERYTHING);
    for found in sources::bundled_files() {
        let file = found.file.unwrap();
        alike(&found.below, &file.text);
    }
}

/// All places must be inside the text and in order, for any text.
fn sound(node: &Node, text: &str) {
    let span = &node.span;
    assert!(span.start <= span.end && text.get(span.start..span.end).is_some());
    match &node.value {
        Value::Text(..) => {}
        Value::List(items) => items.iter().for_each(|item| sound(item, text)),
        Value::Map(entries) => {
            for entry in entries {
                assert!(text.get(entry.key_span.start..entry.key_span.end).is_some());
                sound(&entry.value, text);
            }
        }
    }
}

/// Reads a text in every way in which a user's file is read; any result is allowed except a panic.
fn swallow(text: &str) {
    let file = Arc::new(SourceFile {
        path: PathBuf::from("any.yaml"),
        text: text.to_owned(),
        bundled: false,
    });
    if let Ok(node) = node::parse(&file, &LANGUAGE) {
        sound(&node, text);
    }
    let (_, diagnostics) = read("toy/case", text, None);
    for diagnostic in diagnostics.iter().take(100) {
        if let Some(span) = &diagnostic.span {
            let before = &text[..span.start];
            let line = before.matches('\n').count() + 1;
            assert_eq!(span.line as usize, line, "{diagnostic:?}");
        }
    }
}

/// Pieces that occur in scripts, and pieces that do not.
fn pieces() -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = table::VERBS
        .iter()
        .flat_map(|verb| std::iter::once(&verb.key).chain(verb.siblings))
        .chain(table::FILE)
        .map(|key| key.name)
        .chain([
            "best",
            "ack",
            "move",
            "legal",
            "not",
            "one-of",
            "range",
            "hold",
            "5ms",
            "TOY-A-01",
            "place a a",
            "${a}",
            "${hello}",
            "$${",
            "null",
            "~",
            "10000",
            "検定",
            "\u{1b}[31m",
        ])
        .collect();
    let marks = prop_oneof![
        Just(": "),
        Just(":\n"),
        Just("\n"),
        Just("- "),
        Just("\n  - "),
        Just("\n    "),
        Just("{ "),
        Just(" }"),
        Just("[ "),
        Just(" ]"),
        Just(", "),
        Just("\""),
        Just("'"),
        Just("|\n"),
        Just("#"),
        Just("&a "),
        Just("*a"),
        Just("!t "),
        Just("\t"),
        Just("---\n"),
        Just("\r\n"),
        Just("? "),
    ];
    let piece = prop_oneof![
        4 => proptest::sample::select(words).prop_map(str::to_owned),
        4 => marks.prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_text_never_panics(text in any::<String>()) {
        swallow(&text);
    }

    #[test]
    fn arbitrary_pieces_of_scripts_never_panic(text in pieces()) {
        swallow(&text);
        swallow(&around(&text));
    }

    #[test]
    fn a_script_with_something_cut_out_or_put_in_never_panics(
        at in 0..EVERYTHING.len(),
        length in 0..12_usize,
        piece in pieces(),
    ) {
        let at = EVERYTHING.floor_char_boundary(at);
        let end = EVERYTHING.floor_char_boundary((at + length).min(EVERYTHING.len()));
        swallow(&format!("{}{}", &EVERYTHING[..at], &EVERYTHING[end..]));
        swallow(&format!("{}{piece}{}", &EVERYTHING[..at], &EVERYTHING[at..]));
    }
}

#[test]
fn deep_nesting_and_long_lines_are_bounded() {
    let deep = "[".repeat(100_000);
    swallow(&deep);
    swallow(&format!("{deep}{}", "]".repeat(100_000)));
    swallow(&"- ".repeat(100_000));
    swallow(&"a: [".repeat(1000));
    swallow(&format!("title: {}", "x".repeat(1 << 20)));
    swallow(&format!("{{ {} }}", "a: b, ".repeat(100_000)));
    swallow(&around(&format!("  - send: {}\n", "${hello}".repeat(50_000))));
    swallow(&around(&"  - foo: bar\n".repeat(20_000)));
}
