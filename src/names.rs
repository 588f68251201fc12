//! Names that live as long as the program: those of dialects, clauses and rules. Most are constants; a name from a file
//! is stored once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A name.
pub(crate) type Name = &'static str;

static READ: Mutex<BTreeSet<Name>> = Mutex::new(BTreeSet::new());

/// The longest name, in bytes.
const LONGEST: usize = 60;

/// Reads a name from a file. Its memory is never freed: reports have few different names. Text that cannot be a name is
/// refused, since reports show names unchanged.
pub(crate) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Name, D::Error> {
    let name = word(from)?;
    let mut known = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(name) = known.get(name.as_str()) {
        return Ok(name);
    }
    let name: Name = name.leak();
    known.insert(name);
    Ok(name)
}

/// Reads a name as an owned string.
pub(crate) fn word<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(is_part) {
        let shown: String = name.chars().take(LONGEST).collect();
        return Err(D::Error::custom(format_args!("{shown:?} is no name")));
    }
    Ok(name)
}
