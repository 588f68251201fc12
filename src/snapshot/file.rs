//! The format of a snapshot file. It is that of insta, so that the tools of insta can handle the files. The head is
//! between two lines of dashes, and the snapshot follows.

use std::path::Path;
use std::sync::Arc;

use crate::span::SourceFile;
use crate::yaml::node::{self, Entry, Language, Node, Value};

/// The version of the normal form. Snapshots with different versions cannot be compared.
pub const FORM: &str = "1";
/// The size of the largest file that is read, in bytes.
pub const MAX: u64 = 1 << 20;

static LANGUAGE: Language = Language {
    name: say!("the head of a snapshot"),
    least: say!("the head of a snapshot has at least: info"),
    single: say!("a file is one snapshot"),
    shared: say!("each snapshot has a head of its own"),
};

/// The head of a snapshot: what the snapshot is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Version of the normal form.
    pub form: String,
    /// The engine, by the name that the user gave it.
    pub engine: String,
    /// Name of the dialect.
    pub dialect: String,
    /// Name of the profile.
    pub profile: String,
    /// The version of kentei that took the snapshot.
    pub kentei: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Title of the scenario.
    pub title: String,
    /// A digest of the scenario file.
    pub digest: String,
}

/// A snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snap {
    /// The head.
    pub head: Head,
    /// The normal form.
    pub text: String,
}

/// The text of a snapshot file.
#[must_use]
pub fn write(snap: &Snap) -> String {
    let Head { form, engine, dialect, profile, kentei, scenario, title, digest } = &snap.head;
    let source = quoted(scenario);
    let mut out = format!("---\nsource: {source}\nexpression: {}\ninfo:\n", quoted(title));
    for (key, value) in [
        ("form", form),
        ("engine", engine),
        ("dialect", dialect),
        ("profile", profile),
        ("kentei", kentei),
        ("scenario", scenario),
        ("digest", digest),
    ] {
        out.push_str(&format!("  {key}: {}\n", quoted(value)));
    }
    out + "---\n" + &snap.text + "\n"
}

/// A text in double quotes that both JSON and YAML can read.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            _ if c.is_alphanumeric() => out.push(c),
            _ => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    out.push('"');
    out
}

/// Parses the text of a snapshot file.
///
/// # Errors
/// A fragment that says why the text is not a snapshot.
pub fn read(text: &str) -> Result<Snap, String> {
    let text = text.replace("\r\n", "\n");
    let after =
        text.strip_prefix("---\n").ok_or_else(|| say!("it does not begin with ---").to_string())?;
    let (head, body) = match after.split_once("\n---\n") {
        Some(parts) => parts,
        None => (
            after.strip_suffix("\n---").ok_or_else(|| say!("its head has no end").to_string())?,
            "",
        ),
    };
    Ok(Snap { head: self::head(head)?, text: body.strip_suffix('\n').unwrap_or(body).to_owned() })
}

fn head(text: &str) -> Result<Head, String> {
    let file = Arc::new(SourceFile {
        path: Path::new("head").to_path_buf(),
        text: text.to_owned(),
        bundled: false,
    });
    let node = node::parse(&file, &LANGUAGE).map_err(|mistakes| {
        let first = mistakes.into_iter().next();
        first.map_or_else(
            || say!("its head is not YAML").to_string(),
            |mistake| say!("its head is damaged: {why}", why = mistake.message).to_string(),
        )
    })?;
    let info = find(&node, "info")
        .ok_or_else(|| say!("its head has no info: it was not written by kentei").to_string())?;
    let text = |key: &str| match find(info, key).map(|node| &node.value) {
        Some(Value::Text(text, _)) => Ok(text.clone()),
        Some(Value::List(_) | Value::Map(_)) | None => {
            Err(say!("its head has no info.{key}: it was not written by kentei", key).to_string())
        }
    };
    let title = match find(&node, "expression").map(|node| &node.value) {
        Some(Value::Text(text, _)) => text.clone(),
        Some(Value::List(_) | Value::Map(_)) | None => String::new(),
    };
    Ok(Head {
        form: text("form")?,
        engine: text("engine")?,
        dialect: text("dialect")?,
        profile: text("profile")?,
        kentei: text("kentei")?,
        scenario: text("scenario")?,
        title,
        digest: text("digest")?,
    })
}

fn find<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let Value::Map(entries) = &node.value else {
        return None;
    };
    let mut entries = entries.iter();
    entries.find(|entry: &&Entry| entry.key == key).map(|entry| &entry.value)
}
