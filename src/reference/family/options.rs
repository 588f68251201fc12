//! Options: their declarations, and the content of a `setoption` line.

use std::collections::HashMap;

use super::words;

/// An option as the handshake declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reference) struct Declared {
    /// Its name.
    pub(in crate::reference) name: &'static str,
    /// The type with everything after it: `spin default 1 min 1 max 8`.
    pub(in crate::reference) kind: &'static str,
}

impl Declared {
    /// The line that declares the option.
    pub(in crate::reference) fn line(&self) -> String {
        format!("option name {} type {}", self.name, self.kind)
    }

    /// The line that declares the option, without the word `name`.
    pub(in crate::reference) fn bare_line(&self) -> String {
        format!("option {} type {}", self.name, self.kind)
    }
}

/// The name and the value in a `setoption` line; a value keeps the blanks inside it.
pub(in crate::reference) fn read(line: &str) -> Option<(String, Option<&str>)> {
    let named = words::after(line, "name")?;
    let value = words::after(named, "value");
    let all = words::split(named);
    let name = all.split(|word| *word == "value").next().unwrap_or_default();
    (!name.is_empty()).then(|| (name.join(" "), value))
}

/// The name and the value in a `setoption` line of a dialect without the words `name` and `value`.
pub(in crate::reference) fn read_bare(line: &str) -> Option<(String, Option<&str>)> {
    let named = words::after(line, "setoption")?;
    let name = named.split_ascii_whitespace().next()?;
    let value = words::after(named, name).filter(|value| !value.is_empty());
    Some((name.to_owned(), value))
}

/// The options that are set. Names do not depend on case; unknown options and odd values have no effect.
#[derive(Debug, Default)]
pub(in crate::reference) struct Options {
    set: HashMap<String, String>,
}

impl Options {
    /// Stores a value.
    pub(in crate::reference) fn set(&mut self, name: &str, value: &str) {
        self.set.insert(name.to_lowercase(), value.to_owned());
    }

    /// Whether the option is set to `true`.
    pub(in crate::reference) fn is_true(&self, name: &str) -> bool {
        let value = self.set.get(&name.to_lowercase());
        value.is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
    }

    /// The value as a number, if it is one.
    pub(in crate::reference) fn number(&self, name: &str) -> Option<i64> {
        self.set.get(&name.to_lowercase())?.trim().parse().ok()
    }
}
