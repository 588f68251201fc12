//! Names that last as long as the program: those of dialects, clauses, rules. Most are constants; one that is read
//! from a file is kept once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A name.
pub(crate) type Name = &'static str;

static READ: Mutex<BTreeSet<Name>> = Mutex::new(BTreeSet::new());

/// The longest name, in bytes.
const LONGEST: usize = 60;

/// A name of a file. Its memory is never given back: reports have few of them, each many times. What could not be
/// a name is refused, since reports show names as they are.
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

/// The same, to be given back.
pub(crate) fn word<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(is_part) {
        let shown: String = name.chars().take(LONGEST).collect();
        return Err(D::Error::custom(format_args!("{shown:?} is no name")));
    }
    Ok(name)
}
