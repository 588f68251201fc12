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
}

/// The name and the value of a `setoption` line; blanks inside both are kept.
pub(in crate::reference) fn read(line: &str) -> Option<(String, Option<&str>)> {
    let named = words::behind(line, "name")?;
    let value = words::behind(named, "value");
    let all = words::split(named);
    let name = all.split(|word| *word == "value").next().unwrap_or_default();
    (!name.is_empty()).then(|| (name.join(" "), value))
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

    /// A number, if one was set.
    pub(in crate::reference) fn number(&self, name: &str) -> Option<i64> {
        self.set.get(&name.to_lowercase())?.trim().parse().ok()
    }
}
