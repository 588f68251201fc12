//! Options that are new, gone, or declared differently.

use super::types::OptionChange;
use crate::protocol::DIALECTS;
use crate::protocol::DeclaredOption;

/// The changes, in the order of the declarations: first the options that there are now, then those that are gone; and
/// whether the options that are in both reports have changed their order.
pub(super) fn compare(old: &[DeclaredOption], new: &[DeclaredOption]) -> (Vec<OptionChange>, bool) {
    let (old, new) = (&once(old)[..], &once(new)[..]);
    let matches = matches(old, new);
    let mut changes = Vec::new();
    for (at, option) in new.iter().enumerate() {
        let before = matches.iter().find(|(_, to)| *to == at).map(|(from, _)| &old[*from]);
        if before != Some(option) {
            changes.push(OptionChange { old: before.cloned(), new: Some(option.clone()) });
        }
    }
    let gone = (0..old.len()).filter(|at| !matches.iter().any(|(from, _)| from == at));
    changes.extend(gone.map(|at| OptionChange { old: Some(old[at].clone()), new: None }));
    let mut places: Vec<(usize, usize)> = matches;
    places.sort_unstable();
    let reordered = !places.is_sorted_by_key(|(_, to)| *to);
    (changes, reordered)
}

/// Each declaration once: an engine that receives two handshakes in one process declares all its options twice.
fn once(options: &[DeclaredOption]) -> Vec<DeclaredOption> {
    let mut all: Vec<DeclaredOption> = Vec::new();
    for option in options {
        if !all.contains(option) {
            all.push(option.clone());
        }
    }
    all
}

/// The pairs of old and new options, as positions: first by name, where the second option of a name is paired with the
/// second one of the same name; the options that are left by the stem of their name.
fn matches(old: &[DeclaredOption], new: &[DeclaredOption]) -> Vec<(usize, usize)> {
    let mut matches: Vec<(usize, usize)> = Vec::new();
    for (from, option) in old.iter().enumerate() {
        let free = |to: &usize| !matches.iter().any(|(_, taken)| taken == to);
        let to = (0..new.len()).filter(free).find(|to| new[*to].name == option.name);
        matches.extend(to.map(|to| (from, to)));
    }
    let left = |len: usize, taken: &dyn Fn(usize) -> bool| {
        (0..len).filter(|at| !taken(*at)).collect::<Vec<_>>()
    };
    let froms = left(old.len(), &|at| matches.iter().any(|(from, _)| *from == at));
    let tos = left(new.len(), &|at| matches.iter().any(|(_, to)| *to == at));
    for &from in &froms {
        let stem = stem(&old[from].name);
        let like = |options: &[DeclaredOption], places: &[usize]| {
            let places = places.iter().copied();
            places.filter(|at| self::stem(&options[*at].name) == stem).collect::<Vec<_>>()
        };
        // If several options have the same stem, the pairs are unknown.
        if let ([_], [to]) = (like(old, &froms).as_slice(), like(new, &tos).as_slice())
            && !stem.is_empty()
            && old[from].kind == new[*to].kind
        {
            matches.push((from, *to));
        }
    }
    matches
}

/// A name without the prefix of a protocol, without separators, and in lower case.
fn stem(name: &str) -> String {
    let bare: String =
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let cut = DIALECTS.iter().find_map(|dialect| bare.strip_prefix(dialect.name()));
    cut.map_or_else(|| bare.clone(), str::to_owned)
}
