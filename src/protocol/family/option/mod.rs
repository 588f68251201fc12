//! The grammar of option lines.

mod values;
pub(crate) mod violations;

use crate::lang::Text;
use crate::protocol::DeclaredOption;
use crate::protocol::family::message::SyntaxIssue;
use crate::protocol::family::table::Table;
use crate::protocol::family::words::{self, Word};

const KEYWORDS: [&str; 4] = ["default", "min", "max", "var"];

/// A parameter of an option line: a keyword, and the words up to the next keyword.
struct Parameter<'a> {
    key: Word<'a>,
    values: Vec<Word<'a>>,
    text: &'a str,
}

/// How many words precede the default of a string or file name, which may contain any words; all if there is none.
fn before_text(words: &[Word<'_>]) -> usize {
    let is_text =
        |pair: &[Word<'_>]| pair[0].text == "type" && matches!(pair[1].text, "string" | "filename");
    let kind = words.windows(2).position(is_text).unwrap_or(words.len());
    let default = words[kind..].iter().position(|word| word.text == "default");
    default.map_or(words.len(), |at| kind + at)
}

/// Whether these words begin the declaration of an option: `option name`, or `option <id> type` in dialects without
/// the word `name`.
fn begins_option(table: &Table, words: &[Word<'_>]) -> bool {
    let is = |at: usize, text: &str| words.get(at).is_some_and(|word| word.text == text);
    is(0, "option") && (is(1, "name") || table.particulars.bare_options && is(2, "type"))
}

/// Reads `option name <id> type <t> [default …] [min …] [max …] [var …]…`.
pub(crate) fn read(
    table: &Table,
    text: &str,
    words: &[Word<'_>],
    issues: &mut Vec<SyntaxIssue>,
) -> DeclaredOption {
    let mut option = DeclaredOption::default();
    if let Some(second) = (2..before_text(words)).find(|at| begins_option(table, &words[*at..])) {
        issues.push(SyntaxIssue::at(
            violations::TWO_OPTIONS,
            words[second],
            say!("one option on a line"),
        ));
        return read(table, &text[..words[second].start], &words[..second], issues);
    }
    let kind_at = words.iter().position(|word| word.text == "type");
    let first = name_word(table, words, kind_at, issues);
    // The name itself may be "type", or contain this word.
    let after_name: Vec<usize> =
        (first + 2..words.len()).filter(|at| words[*at].text == "type").collect();
    let is_before_kind = |at: &usize| {
        let kind = words.get(at + 1).map_or("", |word| word.text);
        kind == "filename" || table.option_types.contains(&kind)
    };
    let of_kind = after_name.iter().copied().find(is_before_kind);
    let kind_at = of_kind.or_else(|| after_name.first().copied()).or(kind_at);
    let name_at =
        if first == 0 { Some(0) } else { words.iter().position(|word| word.text == "name") };
    if !shape(words, first, (name_at, kind_at), issues) {
        option.name =
            name_at.map_or_else(String::new, |at| words::rest(text, words, at + 1).to_owned());
        return option;
    }
    let (name_at, kind_at) = (name_at.unwrap_or(1), kind_at.unwrap_or(2));
    name(table, text, &words[name_at + 1..kind_at], &mut option, issues);
    let kind = words[kind_at + 1];
    option.kind = kind.text.to_owned();
    if !table.option_types.contains(&kind.text) {
        let id = if kind.text == "filename" {
            violations::OPTION_TYPE_FILENAME
        } else {
            violations::OPTION_TYPE
        };
        issues.push(SyntaxIssue::at(id, kind, Text::plain(table.option_types.join(", "))));
    }
    let parameters = parameters(text, &words[kind_at + 2..], kind.text, issues);
    fill(&mut option, &parameters, issues);
    values::judge(table, text, &option, &parameters, kind, issues);
    option
}

/// The index of the word before the name: `name`, or `option` in dialects without that word.
fn name_word(
    table: &Table,
    words: &[Word<'_>],
    kind: Option<usize>,
    issues: &mut Vec<SyntaxIssue>,
) -> usize {
    if !table.particulars.bare_options {
        return 1;
    }
    let there = words.get(1).filter(|word| word.text == "name" && kind.is_some_and(|at| at > 2));
    let Some(word) = there else { return 0 };
    issues.push(SyntaxIssue::at(
        violations::OPTION_NAME_WORD,
        *word,
        say!("the name directly after option"),
    ));
    1
}

fn shape(
    words: &[Word<'_>],
    first: usize,
    (name, kind): (Option<usize>, Option<usize>),
    issues: &mut Vec<SyntaxIssue>,
) -> bool {
    let name_word = if first == 0 { "" } else { "name " };
    let expected = Text::plain(format!("option {name_word}<id> type <t>"));
    let fits = match (name, kind) {
        (Some(name), Some(kind)) if name == first && kind > name + 1 => words.len() > kind + 1,
        (_, _) => false,
    };
    if !fits {
        let last = words[words.len() - 1].columns().1;
        let got = match (name, kind) {
            (None, _) => say!("no name"),
            (_, None) => say!("no type"),
            (Some(name), Some(kind)) if kind < name => say!("type before name"),
            (Some(name), Some(kind)) if kind == name + 1 => say!("an empty name"),
            (Some(name), Some(_)) if name == first => say!("nothing after type"),
            (Some(_), Some(_)) => say!("other words before name"),
        };
        issues.push(SyntaxIssue::new(violations::OPTION_SHAPE, (0, last), expected, got));
    }
    fits
}

fn name(
    table: &Table,
    text: &str,
    words: &[Word<'_>],
    option: &mut DeclaredOption,
    issues: &mut Vec<SyntaxIssue>,
) {
    let span = (words[0].start, words[words.len() - 1].columns().1);
    text[span.0..span.1].clone_into(&mut option.name);
    if words.len() > 1 && !table.blanks_in_names {
        let got = option.name.clone();
        issues.push(SyntaxIssue::new(
            violations::OPTION_NAME_BLANKS,
            span,
            say!("a name of one word"),
            Text::plain(got),
        ));
    }
    if table.particulars.bare_options && option.name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        issues.push(SyntaxIssue::new(
            violations::OPTION_NAME_CAPITALS,
            span,
            say!("a name in lower case"),
            Text::plain(&option.name),
        ));
    }
    // A name of several words ends at `type`, so that only the words of `setoption` cut it.
    let cuts = |word: &str| !table.blanks_in_names && KEYWORDS.contains(&word);
    let syntax = |word: &&Word<'_>| match word.text {
        "name" | "value" => true,
        "type" => table.blanks_in_names,
        word => cuts(word),
    };
    if let Some(word) = words.iter().find(syntax) {
        issues.push(SyntaxIssue::at(
            violations::OPTION_NAME_KEYWORD,
            *word,
            say!("a name without words of the syntax"),
        ));
    }
}

/// Splits the words after the type at the keywords. The default of a string or file name extends to the end of the
/// line, whatever words it contains.
fn parameters<'a>(
    text: &'a str,
    words: &[Word<'a>],
    kind: &str,
    issues: &mut Vec<SyntaxIssue>,
) -> Vec<Parameter<'a>> {
    let mut found: Vec<Parameter<'a>> = Vec::new();
    let runs_on = matches!(kind, "string" | "filename");
    for (index, word) in words.iter().enumerate() {
        let in_text = runs_on && found.iter().any(|parameter| parameter.key.text == "default");
        // A choice of a combo may be "min" or "max", which are no parameters of a combo, or "default".
        let is_choice = kind == "combo"
            && matches!(word.text, "min" | "max" | "default")
            && found.last().is_some_and(|parameter| parameter.values.is_empty());
        if KEYWORDS.contains(&word.text) && !in_text && !is_choice {
            found.push(Parameter { key: *word, values: Vec::new(), text: "" });
            continue;
        }
        match found.last_mut() {
            Some(parameter) => {
                if parameter.values.is_empty() && runs_on {
                    parameter.text = words::rest(text, words, index);
                }
                parameter.values.push(*word);
            }
            None => issues.push(SyntaxIssue::at(
                violations::OPTION_SHAPE,
                *word,
                say!("default, min, max or var"),
            )),
        }
    }
    for parameter in &mut found {
        if let (Some(first), Some(last), "") =
            (parameter.values.first(), parameter.values.last(), parameter.text)
        {
            parameter.text = &text[first.start..last.columns().1];
        }
    }
    found
}

/// A value of a spin. It may have a plus sign, and every value of 64 bits is accepted: one above the signed ones
/// counts as the largest of them.
fn spin_number(text: &str) -> Option<i64> {
    let number = text.parse::<i128>().ok().filter(|number| *number <= i128::from(u64::MAX))?;
    i64::try_from(number.min(i128::from(i64::MAX))).ok()
}

fn fill(option: &mut DeclaredOption, parameters: &[Parameter<'_>], issues: &mut Vec<SyntaxIssue>) {
    for parameter in parameters {
        let value = parameter.text.to_owned();
        let repeated = match parameter.key.text {
            "default" => option.default.replace(value).is_some(),
            "min" => std::mem::replace(&mut option.min, spin_number(parameter.text)).is_some(),
            "max" => std::mem::replace(&mut option.max, spin_number(parameter.text)).is_some(),
            _ => {
                option.choices.push(value);
                false
            }
        };
        if repeated {
            issues.push(SyntaxIssue::at(
                violations::OPTION_SHAPE,
                parameter.key,
                say!("each parameter once"),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::family::table::Table;

    #[test]
    fn an_option_without_a_name_is_reported() {
        let table: &Table = crate::protocol::usi::USI.table;
        let text = "option name type check default true";
        let mut issues = Vec::new();
        let option = read(table, text, &words::split(text), &mut issues);
        let got: Vec<String> = issues.iter().map(|issue| issue.got.to_string()).collect();
        assert_eq!(got, ["an empty name"]);
        assert_eq!(option.kind, "");
    }
}
