//! Checks of a declaration: its parameters against its type, and its name against the reserved names.

use super::{Parameter, spin_number};
use crate::lang::{Text, ToText};
use crate::protocol::DeclaredOption;
use crate::protocol::family::message::SyntaxIssue;
use crate::protocol::family::option::violations;
use crate::protocol::family::table::Table;
use crate::protocol::family::words::Word;

pub(super) fn judge(
    table: &Table,
    text: &str,
    option: &DeclaredOption,
    parameters: &[Parameter<'_>],
    kind: Word<'_>,
    issues: &mut Vec<SyntaxIssue>,
) {
    let line = (0, text.trim_ascii_end().len());
    let default = parameters.iter().find(|parameter| parameter.key.text == "default");
    foreign(option, parameters, issues);
    match option.kind.as_str() {
        "check" => check(default, line, issues),
        "spin" => spin(option, parameters, line, issues),
        "combo" => combo(table, option, parameters, line, issues),
        "string" | "filename" => match default {
            // If only the word `default` is missing, the value after the type was already reported.
            None if issues.iter().any(|issue| issue.id == violations::OPTION_SHAPE) => {}
            None => issues.push(SyntaxIssue::new(
                violations::NO_DEFAULT_TEXT,
                line,
                say!("a default"),
                say!("none"),
            )),
            Some(parameter) if parameter.values.is_empty() => {
                issues.push(SyntaxIssue::at(
                    violations::EMPTY_DEFAULT,
                    parameter.key,
                    Text::plain("default <empty>"),
                ));
            }
            Some(_) => {}
        },
        "button" => {
            if let Some(parameter) = parameters.first() {
                issues.push(SyntaxIssue::at(
                    violations::BUTTON_VALUE,
                    parameter.key,
                    say!("nothing after type button"),
                ));
            }
        }
        _ => {}
    }
    reserved(table, option, kind, default, issues);
}

fn foreign(option: &DeclaredOption, parameters: &[Parameter<'_>], issues: &mut Vec<SyntaxIssue>) {
    let allowed: &[&str] = match option.kind.as_str() {
        "check" | "string" | "filename" => &["default"],
        "spin" => &["default", "min", "max"],
        "combo" => &["default", "var"],
        _ => return,
    };
    if let Some(odd) = parameters.iter().find(|parameter| !allowed.contains(&parameter.key.text)) {
        let expected =
            say!("only {allowed} at type {kind}", allowed = allowed.join(", "), kind = option.kind);
        issues.push(SyntaxIssue::at(violations::FOREIGN_PARAMETER, odd.key, expected));
    }
}

fn check(default: Option<&Parameter<'_>>, line: (usize, usize), issues: &mut Vec<SyntaxIssue>) {
    match default {
        None => issues.push(SyntaxIssue::new(
            violations::NO_DEFAULT_CHECK,
            line,
            say!("default true or default false"),
            say!("none"),
        )),
        Some(parameter) if matches!(parameter.text, "true" | "false") => {}
        Some(parameter) => {
            let at = parameter.values.first().unwrap_or(&parameter.key).columns();
            issues.push(SyntaxIssue::new(
                violations::CHECK_DEFAULT,
                at,
                say!("true or false"),
                Text::plain(parameter.text),
            ));
        }
    }
}

fn spin(
    option: &DeclaredOption,
    parameters: &[Parameter<'_>],
    line: (usize, usize),
    issues: &mut Vec<SyntaxIssue>,
) {
    for parameter in parameters.iter().filter(|parameter| parameter.key.text != "var") {
        if spin_number(parameter.text).is_none() {
            let at = parameter.values.first().unwrap_or(&parameter.key).columns();
            let got = if parameter.text.is_empty() {
                say!("nothing")
            } else {
                Text::plain(parameter.text)
            };
            issues.push(SyntaxIssue::new(violations::SPIN_NUMBER, at, say!("a whole number"), got));
            return;
        }
    }
    let has = |key: &str| parameters.iter().any(|parameter| parameter.key.text == key);
    if !has("default") {
        issues.push(SyntaxIssue::new(
            violations::NO_DEFAULT_SPIN,
            line,
            say!("a default"),
            say!("none"),
        ));
    }
    if !has("min") || !has("max") {
        issues.push(SyntaxIssue::new(
            violations::SPIN_NO_RANGE,
            line,
            say!("min and max"),
            say!("no range"),
        ));
    }
    let default = option.default.as_deref().and_then(spin_number);
    let (least, most) = (option.min.unwrap_or(i64::MIN), option.max.unwrap_or(i64::MAX));
    let outside = default.is_some_and(|value| value < least || value > most);
    if least > most || outside {
        let number =
            |value: Option<i64>| value.map_or_else(|| say!("none"), |value| value.to_text());
        let got = say!(
            "min {min}, default {default}, max {max}",
            min = number(option.min),
            default = number(default),
            max = number(option.max)
        );
        issues.push(SyntaxIssue::new(
            violations::SPIN_RANGE,
            line,
            Text::plain("min <= default <= max"),
            got,
        ));
    }
}

fn combo(
    table: &Table,
    option: &DeclaredOption,
    parameters: &[Parameter<'_>],
    line: (usize, usize),
    issues: &mut Vec<SyntaxIssue>,
) {
    let choices: Vec<_> =
        parameters.iter().filter(|parameter| parameter.key.text == "var").collect();
    if choices.iter().all(|choice| choice.values.is_empty()) {
        issues.push(SyntaxIssue::new(
            violations::COMBO_NO_CHOICE,
            line,
            say!("at least one var <choice>"),
            say!("none"),
        ));
        return;
    }
    if let Some(wide) = choices.iter().find(|choice| choice.values.len() > 1)
        && !table.blanks_in_names
    {
        let at = (wide.values[0].start, wide.values[wide.values.len() - 1].columns().1);
        issues.push(SyntaxIssue::new(
            violations::COMBO_CHOICE_BLANKS,
            at,
            say!("one word after each var"),
            Text::plain(wide.text),
        ));
        return;
    }
    match option.default.as_deref() {
        None => issues.push(SyntaxIssue::new(
            violations::NO_DEFAULT_COMBO,
            line,
            say!("a default"),
            say!("none"),
        )),
        Some(default)
            if option.choices.iter().any(|choice| choice.eq_ignore_ascii_case(default)) => {}
        Some(default) => {
            let expected = say!("one of {choices}", choices = option.choices.join(", "));
            issues.push(SyntaxIssue::new(
                violations::COMBO_DEFAULT,
                line,
                expected,
                Text::plain(default),
            ));
        }
    }
}

fn reserved(
    table: &Table,
    option: &DeclaredOption,
    kind: Word<'_>,
    default: Option<&Parameter<'_>>,
    issues: &mut Vec<SyntaxIssue>,
) {
    let Some(known) = table.reserved(&option.name) else {
        let lower = option.name.to_ascii_lowercase();
        let tolerated =
            table.tolerated_names.iter().any(|name| name.eq_ignore_ascii_case(&option.name));
        if lower.starts_with(&table.reserved_prefix.to_ascii_lowercase()) && !tolerated {
            let at =
                (kind.start.saturating_sub(option.name.len() + 6), kind.start.saturating_sub(6));
            let expected = say!("a private name without {prefix}", prefix = table.reserved_prefix);
            issues.push(SyntaxIssue::new(
                violations::RESERVED_PREFIX,
                at,
                expected,
                Text::plain(&option.name),
            ));
        }
        return;
    };
    if known.kind != kind.text {
        let expected = Text::plain(format!("{} type {}", known.name, known.kind));
        issues.push(SyntaxIssue::at(violations::RESERVED_TYPE.about(known.name), kind, expected));
    } else if let (Some(wanted), Some(parameter)) = (known.default, default)
        && parameter.text != wanted
        && let Some(value) = parameter.values.first()
    {
        issues.push(SyntaxIssue::at(
            violations::RESERVED_DEFAULT.about(known.name),
            *value,
            Text::plain(format!("default {wanted}")),
        ));
    }
}
