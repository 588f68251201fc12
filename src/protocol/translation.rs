//! Clauses in another language: files with only the texts, by the id of the clause.

use std::collections::BTreeMap;

use include_dir::Dir;
use serde::Deserialize;

use crate::protocol::catalogue::Clause;

/// The texts of a clause in another language. The fields are named as in [`Clause`].
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    title: Option<String>,
    requirement: Option<String>,
    stimulus: Option<String>,
    expected: Option<String>,
    forbidden: Option<String>,
    time_bound: Option<String>,
    why_limited: Option<String>,
    when_broken: Option<String>,
    doc: Option<String>,
}

/// The clauses with the texts of these files, which hold one section each. A text that the files lack stays
/// English; a test checks that none is missing.
///
/// # Panics
/// If a file cannot be read. The files are compiled in, and a test reads each of them.
pub(crate) fn translated(clauses: &[Clause], files: &Dir<'_>) -> Vec<Clause> {
    let mut texts = BTreeMap::new();
    for file in files.files() {
        let text = file.contents_utf8().unwrap_or_default();
        let section: BTreeMap<String, Texts> =
            serde_saphyr::from_str(text).expect("the files are part of the program and tested");
        texts.extend(section);
    }
    let with = |clause: &Clause| {
        let texts = texts.remove(clause.id.0).unwrap_or_default();
        translate(clause.clone(), texts)
    };
    clauses.iter().map(with).collect()
}

fn translate(clause: Clause, texts: Texts) -> Clause {
    Clause {
        title: texts.title.unwrap_or(clause.title),
        requirement: texts.requirement.unwrap_or(clause.requirement),
        stimulus: texts.stimulus.or(clause.stimulus),
        expected: texts.expected.or(clause.expected),
        forbidden: texts.forbidden.or(clause.forbidden),
        time_bound: texts.time_bound.or(clause.time_bound),
        why_limited: texts.why_limited.or(clause.why_limited),
        when_broken: texts.when_broken.or(clause.when_broken),
        doc: texts.doc,
        ..clause
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::protocol::{DIALECTS, ucci, uci, usi};

    /// The names of the texts that a clause has.
    fn fields(texts: &Texts) -> BTreeSet<&'static str> {
        let all = [
            ("title", &texts.title),
            ("requirement", &texts.requirement),
            ("stimulus", &texts.stimulus),
            ("expected", &texts.expected),
            ("forbidden", &texts.forbidden),
            ("time_bound", &texts.time_bound),
            ("why_limited", &texts.why_limited),
            ("when_broken", &texts.when_broken),
            ("doc", &texts.doc),
        ];
        let there = all.iter().filter(|(_, text)| text.is_some());
        there.map(|(name, _)| *name).collect()
    }

    fn of(clause: &Clause, clause_doc: Option<&str>) -> Texts {
        Texts {
            title: Some(clause.title.clone()),
            requirement: Some(clause.requirement.clone()),
            stimulus: clause.stimulus.clone(),
            expected: clause.expected.clone(),
            forbidden: clause.forbidden.clone(),
            time_bound: clause.time_bound.clone(),
            why_limited: clause.why_limited.clone(),
            when_broken: clause.when_broken.clone(),
            doc: clause_doc.map(str::to_owned),
        }
    }

    #[test]
    fn a_translated_text_takes_the_place_of_the_english_one_and_the_others_stay() {
        let clause = &DIALECTS[0].catalogue().clauses[0];
        let texts = || {
            let text = |name: &str| Some(format!("{name} in Japanese"));
            Texts {
                title: text("title"),
                requirement: text("requirement"),
                stimulus: text("stimulus"),
                expected: text("expected"),
                forbidden: text("forbidden"),
                time_bound: text("time bound"),
                why_limited: text("why limited"),
                when_broken: text("when broken"),
                doc: text("doc"),
            }
        };
        let translated = |texts| {
            let clause = translate(clause.clone(), texts);
            format!("{:?}", of(&clause, clause.doc.as_deref()))
        };
        assert_eq!(translated(texts()), format!("{:?}", texts()));
        assert_eq!(translated(Texts::default()), format!("{:?}", of(clause, None)));
    }

    #[test]
    fn every_clause_has_in_japanese_what_it_has_in_english() {
        let files = [("usi", &usi::JAPANESE), ("uci", &uci::JAPANESE), ("ucci", &ucci::JAPANESE)];
        for dialect in DIALECTS.iter() {
            let (_, files) =
                files.iter().find(|(name, _)| *name == dialect.name()).expect("its files");
            let mut all: BTreeMap<String, Texts> = BTreeMap::new();
            for file in files.files() {
                let text = file.contents_utf8().expect("it is text");
                let section: BTreeMap<String, Texts> = serde_saphyr::from_str(text)
                    .unwrap_or_else(|error| panic!("{}: {error}", file.path().display()));
                for (id, texts) in section {
                    assert!(all.insert(id.clone(), texts).is_none(), "{id} has two places");
                }
            }
            for clause in &dialect.catalogue().clauses {
                let id = clause.id.0;
                let japanese = all.remove(id).unwrap_or_else(|| panic!("{id} has no Japanese"));
                let clause_doc =
                    dialect.clause_docs().of(id).map(|clause_doc| clause_doc.text.as_str());
                assert_eq!(fields(&japanese), fields(&of(clause, clause_doc)), "{id}");
                let empty = |text: &Option<String>| {
                    text.as_ref().is_some_and(|text| text.trim().is_empty())
                };
                let Texts {
                    title,
                    requirement,
                    stimulus,
                    expected,
                    forbidden,
                    time_bound,
                    why_limited,
                    when_broken,
                    doc,
                } = &japanese;
                let texts = [
                    title,
                    requirement,
                    stimulus,
                    expected,
                    forbidden,
                    time_bound,
                    why_limited,
                    when_broken,
                    doc,
                ];
                assert!(!texts.into_iter().any(empty), "{id}");
            }
            assert!(all.is_empty(), "no clause of {}: {:?}", dialect.name(), all.keys());
        }
    }

    #[test]
    fn the_catalogue_speaks_the_language_that_is_spoken() {
        use crate::lang::{Lang, with_lang};
        for dialect in DIALECTS.iter() {
            let english = dialect.catalogue().clauses.iter();
            let english: Vec<_> = english.map(|clause| (clause.id, clause.title.clone())).collect();
            for (id, title) in english {
                let reported =
                    || dialect.catalogue().clause(id.0).map(|clause| clause.title.clone());
                assert_eq!(reported().as_ref(), Some(&title));
                assert!(with_lang(Lang::Ja, reported).is_some(), "{id}");
            }
        }
        let title = || DIALECTS[0].catalogue().translated()[0].title.clone();
        assert_ne!(title(), with_lang(Lang::Ja, title));
    }
}
