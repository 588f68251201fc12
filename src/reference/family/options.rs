//! Options: how they are declared, and what a `setoption` says.

use std::collections::HashMap;

use super::words;

/// An option as the handshake declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reference) struct Declared {
    /// Its name.
    pub(in crate::reference) name: &'static str,
    /// Its type with all that belongs to it: `spin default 1 min 1 max 8`.
    pub(in crate::reference) kind: &'static str,
}

impl Declared {
    /// The line that declares it.
    pub(in crate::reference) fn line(&self) -> String {
        format!("option name {} type {}", self.name, self.kind)
    }

    /// The same without the word `name`.
    pub(in crate::reference) fn bare_line(&self) -> String {
        format!("option {} type {}", self.name, self.kind)
    }
}

/// The name and the value of a `setoption` line; blanks inside both are kept.
pub(in crate::reference) fn read(line: &str) -> Option<(String, Option<&str>)> {
    let named = words::after(line, "name")?;
    let value = words::after(named, "value");
    let all = words::split(named);
    let name = all.split(|word| *word == "value").next().unwrap_or_default();
    (!name.is_empty()).then(|| (name.join(" "), value))
}

/// The same where the words `name` and `value` are left out.
pub(in crate::reference) fn read_bare(line: &str) -> Option<(String, Option<&str>)> {
    let named = words::after(line, "setoption")?;
    let name = named.split_ascii_whitespace().next()?;
    let value = words::after(named, name).filter(|value| !value.is_empty());
    Some((name.to_owned(), value))
}

/// What has been set. Names don't depend on case; unknown options and odd values do no harm.
#[derive(Debug, Default)]
pub(in crate::reference) struct Options {
    set: HashMap<String, String>,
}

impl Options {
    /// Keeps a value.
    pub(in crate::reference) fn set(&mut self, name: &str, value: &str) {
        self.set.insert(name.to_lowercase(), value.to_owned());
    }

    /// Whether it was set to `true`.
    pub(in crate::reference) fn is_true(&self, name: &str) -> bool {
        let value = self.set.get(&name.to_lowercase());
        value.is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
    }

    /// A number, if one was set.
    pub(in crate::reference) fn number(&self, name: &str) -> Option<i64> {
        self.set.get(&name.to_lowercase())?.trim().parse().ok()
    }
}
