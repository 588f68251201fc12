//! Clauses as Markdown: the help of a rule in code scanning, and the pages below `docs/clauses/`.

use super::inert;
use crate::lang::{self, Lang, Text};
use crate::protocol::{Catalogue, Clause};

/// The requirement of a clause, its source, and what GUIs do if it is violated.
#[must_use]
pub fn about(clause: &Clause) -> String {
    let mut lines = vec![
        say!("Document: {sources}", sources = clause.sources.join("; ")),
        say!("More: kentei explain {clause}", clause = format!("`{}`", clause.id)),
    ];
    if let Some(text) = &clause.when_broken {
        lines.insert(1, say!("In GUIs: {text}", text));
    }
    let lines: String = lines.iter().map(|line| format!("- {}\n", words(line))).collect();
    format!("{}\n\n{lines}", inert::words(&clause.requirement))
}

/// A line of kentei; text in backticks is code already.
fn words(line: &Text) -> String {
    let line = line.to_string();
    let parts = line.split('`').enumerate();
    let part = |(number, part): (usize, &str)| match number % 2 {
        0 => inert::words(part),
        _ => inert::code(part, usize::MAX),
    };
    parts.map(part).collect()
}

/// All clauses of a dialect as a page. The id of each clause is a heading, so that links can lead to it.
#[must_use]
pub fn page(dialect: &str, catalogue: &Catalogue) -> String {
    let heading = say!("Clauses of {dialect}", dialect = dialect.to_uppercase());
    let mut page = format!("# {heading}\n\n");
    for document in &catalogue.documents {
        let [title, about] = document.translated().map(inert::words);
        let between = match lang::spoken() {
            Lang::En => [": ", ". ", "."],
            Lang::Ja => ["：", "。", "。"],
        };
        let [colon, stop, end] = between;
        page.push_str(&format!("- **{}**{colon}{title}{stop}{about}{end}\n", document.id));
    }
    for clause in catalogue.translated() {
        let profiles = catalogue.profiles.iter().zip(&clause.severities);
        let severities: Vec<String> = profiles
            .map(|((name, _), severity)| {
                format!("{name} {}", crate::report::words::severity(*severity))
            })
            .collect();
        page.push_str(&format!(
            "\n## {}\n\n**{}** ({}; {})\n\n{}",
            clause.id,
            inert::words(&clause.title),
            clause.strength,
            severities.join(", "),
            about(clause)
        ));
    }
    page
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Parser, Tag};

    use super::*;
    use crate::lang::with_lang;
    use crate::protocol::DIALECTS;

    /// Parses the help of each clause as Markdown: it has no tag, link or emphasis, and the same words as the clause.
    #[test]
    fn no_word_of_a_clause_is_markup() {
        for (lang, dialect) in
            Lang::ALL.iter().flat_map(|lang| DIALECTS.iter().map(move |one| (lang, one)))
        {
            with_lang(*lang, || {
                for clause in dialect.catalogue().translated() {
                    let (text, mut read) = (about(clause), String::new());
                    for event in Parser::new(&text) {
                        if let Event::Text(words) | Event::Code(words) = &event {
                            read.push_str(words);
                        } else if event == Event::SoftBreak {
                            read.push('\n');
                        } else {
                            let plain = matches!(
                                event,
                                Event::Start(Tag::Paragraph | Tag::List(_) | Tag::Item)
                                    | Event::End(_)
                            );
                            assert!(plain, "{event:?} in {text}");
                        }
                    }
                    let missing =
                        clause.requirement.lines().find(|line| !read.contains(line.trim()));
                    assert_eq!(missing, None, "{read}");
                    assert!(read.ends_with(clause.id.0), "{read}");
                }
            });
        }
    }
}
