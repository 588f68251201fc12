//! Options that came, went, or are declared otherwise.

use super::types::OptionChange;
use crate::protocol::DIALECTS;
use crate::protocol::DeclaredOption;

/// The changes, in the order of the declarations: first those that are there now, then those that are gone. And
/// whether those that are in both stand in another order.
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

/// Each declaration once: an engine that is asked twice in one process declares all of them twice.
fn once(options: &[DeclaredOption]) -> Vec<DeclaredOption> {
    let mut all: Vec<DeclaredOption> = Vec::new();
    for option in options {
        if !all.contains(option) {
            all.push(option.clone());
        }
    }
    all
}

/// Which option is which: by name, the second of a name being the second one of it; then, of those that are
/// left, by what a name is without its prefix and its separators.
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
        // Where several could be meant, it is unknown which one it was.
        if let ([_], [to]) = (like(old, &froms).as_slice(), like(new, &tos).as_slice())
            && !stem.is_empty()
            && old[from].kind == new[*to].kind
        {
            matches.push((from, *to));
        }
    }
    matches
}

/// What is left of a name without the prefix of a protocol, blanks, strokes and letter case.
fn stem(name: &str) -> String {
    let bare: String =
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let cut = DIALECTS.iter().find_map(|dialect| bare.strip_prefix(dialect.name()));
    cut.map_or_else(|| bare.clone(), str::to_owned)
}
