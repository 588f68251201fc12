//! Writes a script as YAML that reads back as the same tree.

use std::fmt::Write as _;

use super::{Script, Tree};

/// The largest length of a value that is written in one line with its key.
const WIDE: usize = 96;

/// A whole file.
pub(super) fn script(script: &Script, notes: &[String]) -> String {
    let mut out = String::new();
    for line in notes.iter().flat_map(|note| note.lines()) {
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        let _ = writeln!(out, "# {}", line.trim_end());
    }
    let words = |words: &[String]| Tree::List(words.iter().map(Tree::plain).collect());
    let mut entries = vec![
        ("title".to_owned(), Tree::quoted(&script.title)),
        ("clauses".to_owned(), words(&script.clauses)),
    ];
    if !script.needs.is_empty() {
        entries.push(("needs".to_owned(), Tree::List(script.needs.clone())));
    }
    if !script.profiles.is_empty() {
        entries.push(("profiles".to_owned(), words(&script.profiles)));
    }
    // What the engine offers is known only after the handshake, which is the default prerequisite.
    if script.needs.is_empty() {
        entries.push(("after".to_owned(), Tree::List(Vec::new())));
    }
    entries.push(("process".to_owned(), Tree::plain("own")));
    for (key, value) in &entries {
        entry(&mut out, key, value, 0);
    }
    out.push_str("steps:\n");
    block(&mut out, &script.steps, 2);
    out
}

/// A key and its value, in one line if they fit.
fn entry(out: &mut String, key: &str, value: &Tree, indent: usize) {
    let key = scalar(key, true, true);
    let one_line = flow(value, false);
    let holds_steps =
        matches!(key.as_str(), "steps" | "start" | "each" | "then" | "one-of" | "all-of");
    let is_short = one_line.chars().count() <= WIDE && !holds_steps;
    if is_short || is_leaf(value) {
        let _ = writeln!(out, "{:indent$}{key}: {one_line}", "");
    } else {
        let _ = writeln!(out, "{:indent$}{key}:", "");
        block(out, value, indent + 2);
    }
}

/// Whether a value has no parts that could be written in lines of their own.
fn is_leaf(value: &Tree) -> bool {
    match value {
        Tree::Text { .. } => true,
        Tree::List(items) => items.is_empty(),
        Tree::Map(entries) => entries.is_empty(),
    }
}

/// A value in lines of its own.
fn block(out: &mut String, value: &Tree, indent: usize) {
    match value {
        Tree::Text { text, plain } => {
            let _ = writeln!(out, "{:indent$}{}", "", scalar(text, *plain, false));
        }
        Tree::Map(entries) => {
            for (key, value) in entries {
                entry(out, key, value, indent);
            }
        }
        Tree::List(items) => {
            for item in items {
                let begin = out.len();
                block(out, item, indent + 2);
                // The first line of the item gets the dash, in the indentation before its text.
                if let Some(dash) = out.get_mut(begin + indent..) {
                    let rest = dash.to_owned();
                    out.truncate(begin + indent);
                    out.push('-');
                    out.push_str(rest.get(1..).unwrap_or(""));
                }
            }
        }
    }
}

/// A value in one line.
fn flow(value: &Tree, inside: bool) -> String {
    match value {
        Tree::Text { text, plain } => scalar(text, *plain, inside),
        Tree::List(items) => {
            let items: Vec<String> = items.iter().map(|item| flow(item, true)).collect();
            format!("[{}]", items.join(", "))
        }
        Tree::Map(entries) if entries.is_empty() => "{}".to_owned(),
        Tree::Map(entries) => {
            let entries = entries.iter();
            let entries = entries
                .map(|(key, value)| format!("{}: {}", scalar(key, true, true), flow(value, true)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A text, without quotes if it was written so and YAML allows it.
fn scalar(text: &str, plain: bool, inside: bool) -> String {
    if plain && may_be_plain(text, inside) {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() || c == '\u{feff}' || ('\u{2028}'..='\u{2029}').contains(&c) => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Whether YAML reads this text without quotes unchanged; `false` in doubt.
fn may_be_plain(text: &str, inside: bool) -> bool {
    let mut letters = text.chars();
    let begins = match (letters.next(), letters.next()) {
        (None, _) => false,
        (Some('-'), next) => next.is_some_and(|c| c.is_ascii_alphanumeric()),
        (Some(first), _) => first.is_ascii_alphanumeric() || "~$/.".contains(first),
    };
    let allowed = |c: char| {
        c.is_ascii_alphanumeric() || " -_./+*=<>()^$~".contains(c) || (!inside && "{}".contains(c))
    };
    begins && text.chars().all(allowed) && !text.ends_with(' ')
}
