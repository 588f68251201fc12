//! What a run knows about its engine, collected from all its processes.

use crate::protocol::{DeclaredOption, Dialect, EngineProfile};
use crate::scenario::Need;

/// Adds what one process showed.
pub(crate) fn merge(known: &mut EngineProfile, shown: &EngineProfile) {
    if known.name.is_none() {
        known.name.clone_from(&shown.name);
    }
    if known.author.is_none() {
        known.author.clone_from(&shown.author);
    }
    if known.options.len() < shown.options.len() {
        let declared = each_once(&shown.options);
        if known.options.len() < declared.len() {
            known.options = declared.into_iter().cloned().collect();
        }
    }
    known.cut = known.cut.max(shown.cut);
    for capability in &shown.has {
        if !known.has.contains(capability) {
            known.has.push(capability);
        }
    }
    for capability in &shown.lacks {
        if !known.lacks.contains(capability) {
            known.lacks.push(capability);
        }
    }
}

/// Whether both have declared the same options, in any order.
pub(crate) fn declares_the_same(first: &EngineProfile, second: &EngineProfile) -> bool {
    let (first, second) = (each_once(&first.options), each_once(&second.options));
    first.len() == second.len() && first.iter().all(|option| second.contains(option))
}

/// The options without exact repetitions: a process that is asked twice for its options declares all of them twice.
fn each_once(options: &[DeclaredOption]) -> Vec<&DeclaredOption> {
    let mut once: Vec<&DeclaredOption> = Vec::new();
    for option in options {
        if !once.contains(&option) {
            once.push(option);
        }
    }
    once
}

/// Whether an engine with this profile offers what a scenario needs.
pub(crate) fn offers(dialect: &dyn Dialect, known: &EngineProfile, need: &Need) -> bool {
    match need {
        Need::Option(name) => {
            known.options.iter().any(|option| option.name.eq_ignore_ascii_case(name))
        }
        Need::Capability(name) => {
            let assumed = dialect.capabilities().iter().any(|row| row.name == name && row.assumed);
            let has = known.has.iter().any(|shown| shown == name);
            let lacks = known.lacks.iter().any(|shown| shown == name);
            has || assumed && !lacks
        }
    }
}

/// With how many threads the engine searches: the value that the run sets, else the declared default, else one.
pub(crate) fn threads(
    dialect: &dyn Dialect,
    known: &EngineProfile,
    set: &[(String, String)],
) -> usize {
    let is_one = |name: &str| {
        let mut names = dialect.thread_options().iter();
        names.any(|known| known.eq_ignore_ascii_case(name))
    };
    let chosen = set.iter().rev().find(|(name, _)| is_one(name));
    let declared = known.options.iter().find(|option| is_one(&option.name));
    let value = match chosen {
        Some((_, value)) => Some(value.as_str()),
        None => declared.and_then(|option| option.default.as_deref()),
    };
    let threads = value.and_then(|value| value.trim().parse().ok());
    threads.unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::dialect;

    fn spin(name: &str, default: &str) -> DeclaredOption {
        DeclaredOption {
            name: name.to_owned(),
            kind: "spin".to_owned(),
            default: Some(default.to_owned()),
            ..DeclaredOption::default()
        }
    }

    #[test]
    fn what_is_declared_to_a_second_question_is_known_once() {
        let (hash, threads) = (spin("Hash", "16"), spin("Threads", "1"));
        let shown = |options: &[&DeclaredOption]| EngineProfile {
            options: options.iter().map(|option| (*option).clone()).collect(),
            ..EngineProfile::default()
        };
        let mut known = EngineProfile::default();
        merge(&mut known, &shown(&[&hash, &threads, &hash, &threads]));
        assert_eq!(known.options, [hash.clone(), threads.clone()]);
        // An option that was declared again in another way is kept, so that the difference can be seen.
        let other = spin("Hash", "64");
        merge(&mut known, &shown(&[&hash, &threads, &other]));
        assert_eq!(known.options, [hash, threads, other]);
    }

    #[test]
    fn what_was_shown_first_stays_and_what_is_new_is_added() {
        let shown = |name: &str, has: &[&'static str], cut| EngineProfile {
            name: Some(name.to_owned()),
            author: Some(format!("author of {name}")),
            has: has.to_vec(),
            lacks: has.to_vec(),
            cut,
            ..EngineProfile::default()
        };
        let mut known = EngineProfile::default();
        merge(&mut known, &shown("first", &["mate"], 3));
        merge(&mut known, &shown("second", &["mate", "ponder"], 2));
        assert_eq!(known.name.as_deref(), Some("first"));
        assert_eq!(known.author.as_deref(), Some("author of first"));
        assert_eq!(
            (&known.has[..], &known.lacks[..]),
            (&["mate", "ponder"][..], &["mate", "ponder"][..])
        );
        assert_eq!(known.cut, 3);
    }

    #[test]
    fn of_two_declarations_the_one_with_more_options_is_kept() {
        let shown = |options: &[DeclaredOption]| EngineProfile {
            options: options.to_vec(),
            ..EngineProfile::default()
        };
        let (hash, other, threads) = (spin("Hash", "16"), spin("Hash", "64"), spin("Threads", "1"));
        let mut known = EngineProfile::default();
        merge(&mut known, &shown(std::slice::from_ref(&hash)));
        merge(&mut known, &shown(std::slice::from_ref(&other)));
        // An option that is declared twice is one option.
        merge(&mut known, &shown(&[other.clone(), other.clone()]));
        assert_eq!(known.options, [hash]);
        merge(&mut known, &shown(&[other.clone(), threads.clone()]));
        assert_eq!(known.options, [other, threads]);
    }

    #[test]
    fn an_engine_offers_what_it_has_shown_and_what_is_assumed_until_it_shows_that_it_lacks_it() {
        let usi = dialect("usi").unwrap();
        let check = |has: &[&'static str], lacks: &[&'static str], need: &str, expected: bool| {
            let (has, lacks) = (has.to_vec(), lacks.to_vec());
            let known = EngineProfile { has, lacks, ..EngineProfile::default() };
            let need = Need::Capability(need.to_owned());
            assert_eq!(offers(usi, &known, &need), expected, "{known:?} {need:?}");
        };
        // `mate` is assumed, and `ponder` is not.
        check(&[], &[], "ponder", false);
        check(&["mate"], &["mate"], "ponder", false);
        check(&["mate", "ponder"], &[], "ponder", true);
        check(&["ponder"], &["ponder"], "ponder", true);
        check(&[], &[], "mate", true);
        check(&[], &["ponder"], "mate", true);
        check(&["ponder"], &["ponder", "mate"], "mate", false);
        check(&["mate"], &["mate"], "mate", true);
        check(&[], &[], "unknown", false);
        let known = EngineProfile { options: vec![spin("Hash", "16")], ..EngineProfile::default() };
        let option = |name: &str| offers(usi, &known, &Need::Option(name.to_owned()));
        assert_eq!((option("hash"), option("Threads")), (true, false));
    }

    #[test]
    fn threads_are_what_the_run_sets_or_else_the_default_that_is_declared() {
        let check = |default: Option<&str>, set: &[(&str, &str)], expected: usize| {
            let options = default.map(|default| spin("threads", default));
            let known = EngineProfile {
                options: options.into_iter().collect(),
                ..EngineProfile::default()
            };
            let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
            let set: Vec<(String, String)> = set.iter().map(own).collect();
            for name in ["usi", "uci"] {
                let dialect = dialect(name).unwrap();
                assert_eq!(threads(dialect, &known, &set), expected, "{default:?} {set:?}");
            }
        };
        check(None, &[], 1);
        check(Some("4"), &[], 4);
        check(Some("0"), &[], 1);
        check(Some("many"), &[], 1);
        check(Some("4"), &[("Hash", "8"), ("Threads", "2")], 2);
    }
}
