//! The rules: which layer may import which, and which layers may use the system.

use crate::source::{Place, Source};

/// The layers from top to bottom. Layers of the same row may import each other.
const LAYERS: &[&[&str]] = &[
    &["cli"],
    &["examination"],
    &["ledger"],
    &["report"],
    &["run"],
    &["snapshot"],
    &["explore"],
    &["engine"],
    &["scenario"],
    &["reference"],
    &["protocol"],
    &["games"],
    &[
        "lang",
        "verdict",
        "transcript",
        "transcript_text",
        "diagnostic",
        "span",
        "files",
        "yaml",
        "millis",
        "names",
    ],
];

/// Modules of the standard library that give access to the system.
const OUTSIDE: &[&str] = &["env", "fs", "io", "net", "os", "process", "thread"];
/// Clocks of any crate.
const CLOCKS: &[&str] = &["Instant", "SystemTime"];
/// Macros that print.
const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

/// Layers that do not depend on a protocol: only `Dialect` knows a protocol's lines, words and replies.
const NEUTRAL: &[&str] =
    &["cli", "examination", "ledger", "report", "run", "snapshot", "explore", "engine", "scenario"];
/// First words of protocol lines that have no other meaning.
const PROTOCOL_WORDS: &[&str] = &[
    "usiok",
    "uciok",
    "ucciok",
    "isready",
    "readyok",
    "setoption",
    "usinewgame",
    "ucinewgame",
    "uccinewgame",
    "position",
    "go",
    "ponderhit",
    "bestmove",
    "nobestmove",
    "checkmate",
    "gameover",
    "copyprotection",
];
/// Modules that exist for tests only.
const FOR_TESTS: &[&str] = &["tests", "fixtures", "hostile", "round_trip"];

/// The violations in one source, one line each.
pub(crate) fn check(path: &str, text: &str) -> Vec<String> {
    let modules = modules(path);
    let Some(layer) = modules.first().copied() else {
        return Vec::new();
    };
    if height(layer).is_none() {
        return vec![format!("{path}:1: {layer} is no layer")];
    }
    let is_test = modules.iter().any(|module| FOR_TESTS.contains(module));
    let source = Source::read(text);
    let is_exempt = |place: &Place| is_test || place.in_tests;
    let mut wrong = Vec::new();
    for (path, place) in &source.paths {
        let words: Vec<&str> = path.iter().map(String::as_str).collect();
        let other = target(&words, modules.len() + place.depth);
        let import = other.and_then(|other| import(layer, other));
        let touch = touched(layer, &words).filter(|_| !is_exempt(place));
        wrong.extend(import.into_iter().chain(touch).map(|said| (place.line, said)));
    }
    for (word, place) in source.words.iter().filter(|(_, place)| !is_exempt(place)) {
        if CLOCKS.contains(&word.as_str()) && is_pure(layer) {
            wrong.push((place.line, format!("names {word}")));
        }
        if let Some(word) = protocol_word(word).filter(|_| NEUTRAL.contains(&layer)) {
            wrong.push((place.line, format!("has {word}, a word of a protocol")));
        }
    }
    wrong.sort();
    wrong.dedup();
    let lines = wrong.into_iter();
    lines.map(|(line, said)| format!("{path}:{line}: {layer} {said}")).collect()
}

/// The protocol word that a string literal consists of or begins with.
fn protocol_word(literal: &str) -> Option<&'static str> {
    // `"…"`, `b"…"`, `r#"…"#` and the like.
    let (_, text) = literal.split_once('"')?;
    let text = text.trim_end_matches('#').trim_end_matches('"');
    let first = text.split(' ').next()?;
    // "position" alone is a label in reports, and "go" alone is a game.
    let means_more = text != first || !matches!(first, "position" | "go");
    let mut words = PROTOCOL_WORDS.iter().copied();
    words.find(|word| *word == first && means_more)
}

/// Why a layer must not import another one; `None` if it may.
fn import(layer: &str, other: &str) -> Option<String> {
    match (height(layer), height(other)) {
        (_, None) => Some(format!("imports {other}, which is no layer")),
        (own, other_height) if other_height < own => {
            Some(format!("imports {other}, which is above it"))
        }
        (_, Some(_)) if layer == "reference" && other == "protocol" => {
            Some(format!("imports {other}, which judges it"))
        }
        (_, Some(_)) => None,
    }
}

/// The modules of a file, from the layer down: `src/run/mod.rs` is `run`.
fn modules(path: &str) -> Vec<&str> {
    let below = path.strip_prefix("src/").unwrap_or(path);
    let below = below.strip_suffix(".rs").unwrap_or(below);
    let mut modules: Vec<&str> = below.split('/').collect();
    if matches!(modules.last(), Some(&("mod" | "lib" | "main"))) {
        modules.pop();
    }
    modules
}

/// The distance of a layer from the top; `None` if it is not a layer.
fn height(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|layers| layers.contains(&layer))
}

fn is_pure(layer: &str) -> bool {
    matches!(layer, "protocol" | "games")
}

/// The first word after the crate's root, if a path in a module of this depth leads through the root.
fn target<'a>(words: &[&'a str], depth: usize) -> Option<&'a str> {
    let words = match words {
        ["crate", words @ ..] => return words.first().copied(),
        ["self", words @ ..] => words,
        words => words,
    };
    let up = words.iter().take_while(|word| **word == "super").count();
    let to_root = up >= depth;
    words.get(up).copied().filter(|_| up > 0 && to_root)
}

/// What a path names that its layer must not use.
fn touched(layer: &str, words: &[&str]) -> Option<String> {
    match words {
        ["std" | "core", module, ..] if is_pure(layer) && OUTSIDE.contains(module) => {
            Some(format!("names std::{module}"))
        }
        [.., name, "!"] if layer != "cli" && PRINTING.contains(name) => {
            Some(format!("names {name}!"))
        }
        ["std", "process", "exit"] | ["process", "exit"] if layer != "cli" => {
            Some(format!("names {}", words.join("::")))
        }
        _ => None,
    }
}
