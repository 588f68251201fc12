//! Looks up names that a user types, and offers similar names if a name is unknown.

use std::collections::BTreeSet;

use crate::lang::Text;
use crate::protocol::{DIALECTS, Dialect};
use crate::reference::{self, Defect};

use super::failure::Failure;

/// The longest name for which similar names are sought, in bytes.
const LONGEST: usize = 500;
/// The least similarity, from 0 to 1, at which a name is offered.
const ALIKE: f64 = 0.75;
/// The largest number of known names that are all listed.
const LISTED: usize = 16;
/// The largest number of names that are offered.
const OFFERED: usize = 3;

/// The dialect with this name.
pub(super) fn dialect(name: &str) -> Result<&'static dyn Dialect, Failure> {
    crate::protocol::dialect(name).ok_or_else(|| {
        let known = DIALECTS.iter().map(|dialect| dialect.name());
        unknown(say!("dialect"), name, known)
    })
}

/// The dialect with this name; all dialects if no name is given.
pub(super) fn dialects(name: Option<&str>) -> Result<Vec<&'static dyn Dialect>, Failure> {
    match name {
        Some(name) => dialect(name).map(|dialect| vec![dialect]),
        None => Ok(DIALECTS.to_vec()),
    }
}

/// The profile with this name; the first profile if no name is given.
pub(super) fn profile(
    dialect: &'static dyn Dialect,
    name: Option<&str>,
) -> Result<&'static str, Failure> {
    let known = dialect.catalogue().profiles.iter().map(|(name, _)| *name);
    let found = match name {
        Some(name) => known.clone().find(|known| *known == name),
        None => known.clone().next(),
    };
    found.ok_or_else(|| {
        let what = say!("profile of {dialect}", dialect = dialect.name());
        unknown(what, name.unwrap_or("default"), known)
    })
}

/// Refuses a profile that none of these dialects has.
pub(super) fn profile_among(
    dialects: &[&'static dyn Dialect],
    name: Option<&str>,
) -> Result<(), Failure> {
    if let [dialect] = dialects {
        return profile(*dialect, name).map(|_| ());
    }
    let known = dialects.iter().flat_map(|dialect| &dialect.catalogue().profiles);
    let known: BTreeSet<&str> = known.map(|(known, _)| *known).collect();
    match name {
        Some(name) if !known.contains(name) => {
            Err(unknown(say!("profile"), name, known.into_iter()))
        }
        Some(_) | None => Ok(()),
    }
}

/// The defect with this id in the built-in engine of a dialect.
pub(super) fn defect(dialect: &str, id: &str) -> Result<&'static Defect, Failure> {
    let known = || reference::defects(dialect).iter().chain(reference::generated(dialect));
    known().find(|defect| defect.id == id).ok_or_else(|| {
        let what = say!("defect of the built-in {dialect} engine", dialect);
        let command = format!("kentei list defects --dialect {dialect}");
        unknown(what, id, known().map(|defect| defect.id)).hint(Text::plain(command))
    })
}

/// The failure that a name is unknown. Lists all known names if there are few, otherwise the most similar ones.
pub(super) fn unknown<'a>(what: Text, name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let known: Vec<&str> = known.collect();
    let failure = Failure::bad_input(say!("unknown {what} \"{name}\"", what, name));
    if known.len() <= LISTED && !known.is_empty() {
        return failure.hint(Text::plain(known.join(", ")));
    }
    match nearest(name, &known).as_slice() {
        [] => failure,
        near => failure.hint(Text::plain(near.join(", "))),
    }
}

/// The known names that are most similar to this one, the most similar first.
pub(super) fn nearest<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    // The time for a comparison grows with the product of the lengths, and no known name is so long.
    if name.len() > LONGEST {
        return Vec::new();
    }
    let name = name.to_lowercase();
    let mut scored: Vec<(f64, &str)> = known
        .iter()
        .map(|known| (likeness(&name, &known.to_lowercase()), *known))
        .filter(|(score, _)| *score >= ALIKE)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.dedup_by_key(|(_, known)| *known);
    scored.into_iter().take(OFFERED).map(|(_, known)| known).collect()
}

/// The similarity of two names, from 0 to 1. It is high if all words of `name` are words of `known`, as for
/// `stop-twice` and `usi/stop/stop-twice`.
fn likeness(name: &str, known: &str) -> f64 {
    let words = |name: &'_ str| -> Vec<String> {
        let words = name.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (asked, there) = (words(name), words(known));
    let is_part =
        asked.iter().any(|word| word.len() >= 3) && asked.iter().all(|word| there.contains(word));
    let part = if is_part { 0.9 } else { 0.0 };
    // In a short name, a single typing error is a large part of the name.
    let one_slip = name.len() >= 2 && strsim::damerau_levenshtein(name, known) == 1;
    let slip = if one_slip { 0.8 } else { 0.0 };
    let last = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let ends = match (last(name), last(known)) {
        (end, _) if end.len() < 3 => 0.0,
        (end, there) => strsim::normalized_damerau_levenshtein(&end, &there),
    };
    let whole = strsim::normalized_damerau_levenshtein(name, known);
    whole.max(ends).max(part).max(slip)
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: &[&str] =
        &["usi/stop/stop-twice", "usi/stop/stop-idle", "USI-PON-01", "uci/go/depth"];

    fn check(name: &str, expected: &[&str]) {
        assert_eq!(nearest(name, IDS), expected, "{name}");
    }

    #[test]
    fn a_slip_of_the_fingers_finds_what_was_meant() {
        check("usi/stop/stop-twcie", &["usi/stop/stop-twice", "usi/stop/stop-idle"]);
        check("usi-pon-1", &["USI-PON-01"]);
        check("stop-twice", &["usi/stop/stop-twice"]);
        check("*depth*", &["uci/go/depth"]);
        check("twice stop", &["usi/stop/stop-twice"]);
        check("something else", &[]);
        assert_eq!(nearest("F1", &["F01", "F02", "A11"]), ["F01"]);
        check(&"usi/stop/stop-twice".repeat(100_000), &[]);
    }
}
