//! Writes known failures into an engine file. The rest of the text, including comments, does not change.

use std::sync::Arc;

use super::{LANGUAGE, Reading, parse};
use crate::lang::Text;
use crate::span::SourceFile;
use crate::verdict::ClauseId;
use crate::yaml::node::{self, Entry as NodeEntry, Node, Value};

/// The change for one engine.
#[derive(Debug, Default)]
pub(in crate::cli) struct Change {
    /// Clauses that were found broken, each with a reason.
    pub(in crate::cli) add: Vec<(ClauseId, String)>,
    /// Known failures that no longer occur, by their index in the list.
    pub(in crate::cli) remove: Vec<usize>,
}

impl Change {
    /// Whether there is nothing to change.
    pub(in crate::cli) fn is_empty(&self) -> bool {
        self.add.is_empty() && self.remove.is_empty()
    }
}

/// The text of the file with this change.
///
/// # Errors
/// Why the text cannot be changed, as a sentence.
pub(in crate::cli) fn change(
    file: &Arc<SourceFile>,
    engine: &str,
    change: &Change,
) -> Result<String, Text> {
    let before = known(file, engine)?;
    let text = edit(file, engine, change)?;
    // The new text is read again, to make sure that it has the wanted meaning.
    let after =
        Arc::new(SourceFile { path: file.path.clone(), text: text.clone(), bundled: false });
    let mut wanted: Vec<(Option<&'static str>, String)> = before;
    let mut place = 0;
    wanted.retain(|_| {
        place += 1;
        !change.remove.contains(&(place - 1))
    });
    let added = change.add.iter();
    wanted.extend(added.map(|(clause, reason)| (Some(clause.0), reason.clone())));
    match known(&after, engine) {
        Ok(known) if known == wanted => Ok(text),
        Ok(_) | Err(_) => Err(say!(
            "the known failures of \"{engine}\" are written in a way that cannot be added to; write them as a list with a dash before each",
            engine
        )),
    }
}

/// The clause and the reason of each known failure.
fn known(
    file: &Arc<SourceFile>,
    engine: &str,
) -> Result<Vec<(Option<&'static str>, String)>, Text> {
    let Reading { engines, .. } = parse(file);
    let engines = engines.ok_or_else(|| say!("the engine file can no longer be read"))?;
    let entry = engines.engines.iter().find(|entry| entry.name == engine);
    let entry = entry.ok_or_else(|| say!("the engine is no longer in the engine file"))?;
    let known = entry.known.iter();
    Ok(known.map(|known| (known.clause.map(|clause| clause.0), known.reason.clone())).collect())
}

fn edit(file: &Arc<SourceFile>, engine: &str, change: &Change) -> Result<String, Text> {
    let root = node::parse(file, &LANGUAGE).map_err(|_| say!("the engine file cannot be read"))?;
    let entry = entry_of(&root, "engines")
        .and_then(|engines| entry_of(&engines.value, engine))
        .ok_or_else(|| say!("the engine is no longer in the engine file"))?;
    let Value::Map(keys) = &entry.value.value else {
        return Err(say!("the engine is no longer in the engine file"));
    };
    let first = keys.first().ok_or_else(|| say!("the engine has no keys"))?;
    if first.key_span.line == entry.key_span.line {
        return Err(say!(
            "\"{engine}\" is written on one line; write its keys below its name, each on its own line",
            engine
        ));
    }
    let text = &file.text;
    // Every line keeps its line ending; added lines get that of the first line.
    let mut lines: Vec<Option<&str>> = text.split_inclusive('\n').map(Some).collect();
    let end = match lines.first() {
        Some(Some(first)) if first.ends_with("\r\n") => "\r\n",
        _ => "\n",
    };
    let indent = first.key_span.column as usize - 1;
    let known = keys.iter().find(|key| key.key == "known_failures");
    let items = match known.map(|known| &known.value.value) {
        Some(Value::List(items)) => items.as_slice(),
        Some(Value::Text(..) | Value::Map(_)) | None => &[],
    };
    for place in &change.remove {
        let item = items.get(*place).ok_or_else(|| say!("a known failure is gone"))?;
        for line in item.span.line..=last_line(item) {
            if let Some(line) = lines.get_mut(line as usize - 1) {
                *line = None;
            }
        }
    }
    let left = items.len() > change.remove.len();
    let dash = items.first().map_or(indent + 2, |item| dash(text, item, indent));
    let mut added: Vec<String> = Vec::new();
    for (clause, reason) in &change.add {
        // A JSON string is also a YAML string.
        let reason = serde_json::Value::String(reason.clone());
        added.push(format!("{:dash$}- clause: {}", "", clause.0));
        added.push(format!("{:dash$}  reason: {reason}", ""));
    }
    let rest = match (known, items.last()) {
        (Some(_), Some(item)) => last_line(item),
        (Some(known), None) => known.key_span.line,
        (None, _) => last_line(&entry.value),
    };
    let key = format!("{:indent$}known_failures:", "");
    let emptied;
    match known {
        // An empty list is written as `[]`, because the key needs a value.
        Some(known) if !left => {
            let empty = if added.is_empty() { " []" } else { "" };
            if let Some(line) = lines.get_mut(known.key_span.line as usize - 1) {
                emptied = key + empty + end;
                *line = Some(&emptied);
            }
        }
        Some(_) => {}
        None => added.insert(0, key),
    }
    let mut out = String::with_capacity(text.len() + 64 * added.len());
    for (place, line) in lines.into_iter().enumerate() {
        if let Some(line) = line {
            out.push_str(line);
        }
        if place + 1 == rest as usize {
            if !added.is_empty() && !out.ends_with('\n') {
                out.push_str(end);
            }
            for line in &added {
                out.push_str(line);
                out.push_str(end);
            }
        }
    }
    Ok(out)
}

fn entry_of<'n>(node: &'n Node, key: &str) -> Option<&'n NodeEntry> {
    let Value::Map(entries) = &node.value else {
        return None;
    };
    entries.iter().find(|entry| entry.key == key)
}

fn last_line(node: &Node) -> u32 {
    let lines = node.span.text().trim_end().matches('\n').count();
    node.span.line + u32::try_from(lines).unwrap_or(u32::MAX)
}

/// The column of the dash before an item, from 0.
fn dash(text: &str, item: &Node, otherwise: usize) -> usize {
    let line = text.lines().nth(item.span.line as usize - 1);
    let blank = line.map(|line| line.len() - line.trim_start().len());
    match (blank, line) {
        (Some(blank), Some(line)) if line.trim_start().starts_with('-') => blank,
        (_, _) => otherwise + 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol;

    fn changed(text: &str, change: &Change) -> String {
        let file = Arc::new(SourceFile {
            path: "kentei.yaml".into(),
            text: text.to_owned(),
            bundled: false,
        });
        super::change(&file, "one", change).expect("it can be changed")
    }

    fn mate() -> Change {
        let dialect = protocol::dialect("usi").expect("a dialect");
        let clause = dialect.catalogue().clause("USI-CM-01").expect("a clause");
        Change { add: vec![(clause.id, "issue 12".to_owned())], remove: Vec::new() }
    }

    const BEFORE: &str = "engines:\n  one:\n    command: ./x\n    known_failures:\n      - scenario: usi/boot/*\n        reason: once\n  two:\n    command: ./y\n";

    #[test]
    fn lines_that_end_in_crlf_still_do_and_added_ones_too() {
        let crlf = |text: &str| text.replace('\n', "\r\n");
        for change in [
            mate(),
            Change { remove: vec![0], ..mate() },
            Change { remove: vec![0], ..Change::default() },
        ] {
            let after = changed(BEFORE, &change);
            assert_ne!(after, BEFORE);
            assert_eq!(changed(&crlf(BEFORE), &change), crlf(&after), "{change:?}");
        }
    }

    #[test]
    fn what_is_added_at_the_end_begins_a_line_of_its_own() {
        let without = "engines:\n  one:\n    command: ./x";
        assert_eq!(
            changed(without, &mate()),
            format!(
                "{without}\n    known_failures:\n      - clause: USI-CM-01\n        reason: \"issue 12\"\n"
            )
        );
        let untouched = Change { remove: vec![0], ..Change::default() };
        let open = BEFORE.trim_end();
        assert!(changed(open, &untouched).ends_with("command: ./y"));
    }
}
