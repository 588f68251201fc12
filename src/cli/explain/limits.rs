//! Shows the named limits that the texts of a clause mention, such as `stop_ms`.

use super::Page;
use super::clause_doc::time;
use crate::lang::Text;
use crate::protocol::{Clause, Dialect, limit_meaning};

/// Shows each limit that the texts of the clause name, in the order of the dialect: its default and what it is for.
pub(super) fn named(clause: &Clause, dialect: &dyn Dialect, page: &mut Page) {
    let named = mentioned(clause, dialect);
    let rows = named.iter().map(|(written, ms, name)| {
        let default = time(*ms);
        let text = match limit_meaning(name) {
            Some(meaning) => say!("{default}, {meaning}", default, meaning).to_string(),
            None => default,
        };
        (written.clone(), text)
    });
    page.table(say!("limits"), &rows.collect::<Vec<_>>());
    if let Some((_, _, name)) = named.first() {
        let set = format!("kentei run --limit {name}=…");
        page.entry(Text::default(), &say!("(to change one: {set})", set).to_string());
    }
}

/// The limits in the texts of a clause: as written there, the default in milliseconds, and the name for `--limit`.
fn mentioned<'a>(clause: &Clause, dialect: &'a dyn Dialect) -> Vec<(String, u64, &'a str)> {
    let texts = [&clause.stimulus, &clause.expected, &clause.forbidden, &clause.time_bound];
    let texts: Vec<&str> =
        texts.into_iter().flatten().map(String::as_str).chain([&*clause.requirement]).collect();
    let limits = dialect.limits().iter();
    let written = limits.filter_map(|&(name, ms)| {
        // `stop` alone is the command. A name of two words is nothing else.
        let with_unit = format!("{name}_ms");
        let is = |word: &str| word == with_unit || (word == name && name.contains('_'));
        let word = texts.iter().flat_map(|text| names(text)).find(|word| is(word))?;
        Some((word.to_owned(), ms, name))
    });
    written.collect()
}

/// The words of a text that may be names of limits. Japanese text has no blanks around them.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{Lang, with_lang};
    use crate::protocol::{DIALECTS, dialect};

    /// What is written about the limits of a clause.
    fn shown(name: &str, clause: &str) -> Vec<String> {
        let dialect = dialect(name).expect("a dialect");
        let clause = dialect.catalogue().clause(clause).expect("a clause");
        let mut page = Page { lines: Vec::new(), script: String::new(), width: 80 };
        named(clause, dialect, &mut page);
        page.lines
    }

    #[test]
    fn each_limit_that_a_clause_names_has_its_value_and_meaning() {
        let ready = shown("usi", "USI-READY-01");
        assert_eq!(
            ready,
            [
                "  limits     readyok_ms   30 s, for readyok; each line of output starts the time",
                "                          again",
                "             readyok_cap  300 s, for readyok in total, whatever the engine",
                "                          writes before it",
                "             (to change one: kentei run --limit readyok=…)",
            ]
        );
        // The text of this one has the command `stop` and no limit.
        assert_eq!(shown("usi", "USI-GO-17"), [""; 0]);
    }

    #[test]
    fn the_names_are_found_in_japanese_texts_too() {
        let japanese = with_lang(Lang::Ja, || shown("usi", "USI-READY-01"));
        assert!(japanese[0].starts_with("  制限時間   readyok_ms   30 s：readyok"), "{japanese:?}");
    }

    #[test]
    fn every_limit_of_every_dialect_has_a_meaning() {
        for dialect in DIALECTS {
            for (name, _) in dialect.limits() {
                assert!(limit_meaning(name).is_some(), "{}: {name}", dialect.name());
            }
        }
    }

    #[test]
    fn whatever_has_the_form_of_a_limit_is_one() {
        for dialect in DIALECTS {
            for clause in &dialect.catalogue().clauses {
                let known = mentioned(clause, *dialect);
                let texts = [&clause.stimulus, &clause.expected, &clause.forbidden];
                let texts = texts.into_iter().chain([&clause.time_bound]).flatten();
                let unknown = texts.flat_map(|text| names(text)).find(|word| {
                    word.ends_with("_ms") && !known.iter().any(|(written, _, _)| written == word)
                });
                assert_eq!(unknown, None, "{}", clause.id);
            }
        }
    }
}
