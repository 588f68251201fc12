//! The rules: who may know whom, and who may touch the system.

use crate::source::{self, Path};

/// The rooms from the top down. Those on one line may know one another.
const ROOMS: &[&[&str]] = &[
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

/// Modules of the standard library that reach out of the program.
const OUTSIDE: &[&str] = &["env", "fs", "io", "net", "os", "process", "thread"];
/// Clocks, wherever they come from.
const CLOCKS: &[&str] = &["Instant", "SystemTime"];
/// Macros that print.
const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

/// What is wrong with one source, a line each.
pub(crate) fn check(path: &str, text: &str) -> Vec<String> {
    let modules = modules(path);
    let Some(room) = modules.first().copied() else {
        return Vec::new();
    };
    if height(room).is_none() {
        return vec![format!("{path}:1: {room} is no room")];
    }
    let is_test = modules.contains(&"tests");
    let tokens = source::read(text);
    let mut wrong = Vec::new();
    for path in source::paths(&tokens) {
        let import = target(&path, modules.len()).and_then(|other| import(room, other));
        let touch = touched(room, &path.words);
        let touch = touch.filter(|_| !is_test && !path.last.in_tests);
        let said = import.into_iter().chain(touch);
        wrong.extend(said.map(|said| (path.last.line, said)));
    }
    for token in &tokens {
        let is_clock = CLOCKS.contains(&token.text.as_str());
        if is_clock && is_pure(room) && !is_test && !token.in_tests {
            wrong.push((token.line, format!("names {}", token.text)));
        }
    }
    wrong.sort();
    wrong.dedup();
    let lines = wrong.into_iter();
    lines.map(|(line, said)| format!("{path}:{line}: {room} {said}")).collect()
}

/// What is wrong with a room that imports another.
fn import(room: &str, other: &str) -> Option<String> {
    match (height(room), height(other)) {
        (_, None) => Some(format!("imports {other}, which is no room")),
        (own, other_height) if other_height < own => {
            Some(format!("imports {other}, which is above it"))
        }
        (_, Some(_)) if room == "reference" && other == "protocol" => {
            Some(format!("imports {other}, which judges it"))
        }
        (_, Some(_)) => None,
    }
}

/// The modules of a file, from the room down: `src/run/mod.rs` is `run`.
fn modules(path: &str) -> Vec<&str> {
    let below = path.strip_prefix("src/").unwrap_or(path);
    let below = below.strip_suffix(".rs").unwrap_or(below);
    let mut modules: Vec<&str> = below.split('/').collect();
    if matches!(modules.last(), Some(&("mod" | "lib" | "main"))) {
        modules.pop();
    }
    modules
}

/// How far from the top a room is.
fn height(room: &str) -> Option<usize> {
    ROOMS.iter().position(|rooms| rooms.contains(&room))
}

fn is_pure(room: &str) -> bool {
    matches!(room, "protocol" | "games")
}

/// The first word after the crate's root, if a path goes through it.
fn target<'a>(path: &Path<'a>, depth: usize) -> Option<&'a str> {
    let words = match path.words.as_slice() {
        ["crate", words @ ..] => return words.first().copied(),
        ["self", words @ ..] => words,
        words => words,
    };
    let up = words.iter().take_while(|word| **word == "super").count();
    let to_root = up >= depth + path.last.depth;
    words.get(up).copied().filter(|_| up > 0 && to_root)
}

/// What a path names that its room may not.
fn touched(room: &str, words: &[&str]) -> Option<String> {
    match words {
        ["std" | "core", module, ..] if is_pure(room) && OUTSIDE.contains(module) => {
            Some(format!("names std::{module}"))
        }
        [.., name, "!"] if room != "cli" && PRINTING.contains(name) => {
            Some(format!("names {name}!"))
        }
        ["std", "process", "exit"] | ["process", "exit"] if room != "cli" => {
            Some(format!("names {}", words.join("::")))
        }
        _ => None,
    }
}
