//! Names as parts of paths. No name of an engine, a user or a file is used as a path without a check.

use std::path::{Path, PathBuf};

/// The most characters of a name that are used in a path.
const LETTERS: usize = 60;

/// Device names on Windows, which apply with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A name as one part of a path: ASCII letters, digits, `.`, `-`, `_`, `[` and `]`. A changed name is followed by a
/// digest of the original, so that two names never have the same path.
#[must_use]
pub fn slug(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '[' | ']');
    let mut text = String::new();
    for c in name.chars().take(LETTERS) {
        if allowed(c) {
            text.push(c);
        } else if !text.ends_with('-') {
            text.push('-');
        }
    }
    let text = text.trim_start_matches(['.', '-']).trim_end_matches(['.', '-']);
    if text == name && !is_device(text) && !text.is_empty() {
        return text.to_owned();
    }
    let digest = &digest(name)[..8];
    match text {
        "" => format!("x-{digest}"),
        text if is_device(text) => format!("x-{text}-{digest}"),
        text => format!("{text}-{digest}"),
    }
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let port = port.is_some_and(|number| {
        number.len() == 1 && number != "0" && number.as_bytes()[0].is_ascii_digit()
    });
    port || DEVICES.contains(&stem.as_str())
}

/// A digest of a text, 16 hexadecimal digits.
#[must_use]
pub fn digest(text: &str) -> String {
    let digest = hmac_sha256::Hash::hash(text.as_bytes());
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The folder of an engine in a dialect.
#[must_use]
pub fn folder(root: &Path, engine: &str, dialect: &str) -> PathBuf {
    root.join(slug(engine)).join(slug(dialect))
}

/// The file of a scenario in a folder: the id as a path, without the dialect.
#[must_use]
pub fn file(folder: &Path, dialect: &str, id: &str) -> PathBuf {
    let own = id.strip_prefix(dialect).and_then(|rest| rest.strip_prefix('/'));
    let mut path = folder.to_path_buf();
    let mut parts: Vec<String> = own.unwrap_or(id).split('/').map(slug).collect();
    let last = parts.pop().unwrap_or_default();
    path.extend(parts);
    path.push(format!("{last}.snap"));
    path
}

/// The file of a new snapshot that waits for review, next to the snapshot.
#[must_use]
pub fn pending(file: &Path) -> PathBuf {
    file.with_extension("snap.new")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_stays_as_it_is() {
        for name in ["fairy-stockfish", "a.b_C3", "stop[one]"] {
            assert_eq!(slug(name), name);
        }
    }

    #[test]
    fn no_name_leaves_its_place() {
        let long = "x".repeat(10 << 10);
        let hostile = [
            "",
            ".",
            "..",
            "../../x",
            "/etc/passwd",
            "C:\\x",
            "a/b",
            "CON",
            "con.txt",
            "LPT1",
            "nul",
            "a\0b",
            "将棋",
            "x y",
            "x-",
            ".hidden",
            "-rf",
            "a\u{202e}b",
            "~",
            "*",
            "name.",
            &long,
        ];
        let mut seen = std::collections::HashSet::new();
        for name in hostile {
            let slug = slug(name);
            assert!(!slug.is_empty() && slug.len() <= 80, "{name:?}: {slug}");
            assert!(!slug.starts_with(['.', '-']) && !slug.ends_with('.'), "{slug}");
            assert!(
                slug.bytes().all(|b| b.is_ascii_alphanumeric() || b".-_[]".contains(&b)),
                "{slug}"
            );
            assert!(!is_device(&slug), "{slug}");
            let path = Path::new("root").join(&slug);
            assert_eq!(path.components().count(), 2, "{slug}");
            assert!(seen.insert(slug), "{name:?} meets another");
        }
    }

    #[test]
    fn a_scenario_lies_below_its_dialect() {
        let folder = folder(Path::new("s"), "my engine", "usi");
        let at = |id: &str| file(&folder, "usi", id).to_string_lossy().replace('\\', "/");
        let root = folder.to_string_lossy().replace('\\', "/");
        assert!(root.starts_with("s/my-engine-") && root.ends_with("/usi"), "{root}");
        assert_eq!(at("usi/stop/x[a]"), format!("{root}/stop/x[a].snap"));
        assert_eq!(at("shared/ready/x"), format!("{root}/shared/ready/x.snap"));
        assert!(at("../../etc/x").starts_with(&format!("{root}/x-")));
        assert!(pending(&file(&folder, "usi", "usi/a.b")).ends_with("a.b.snap.new"));
    }
}
