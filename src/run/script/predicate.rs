//! Demands on the fields of a message.

use crate::lang::{Text, ToText};
use crate::protocol::{ParsedMessage, Value};
use crate::run::script::captures::Captures;
use crate::scenario::Predicate;

/// A demand that was not met.
pub(crate) struct Unmet {
    pub(crate) expected: Text,
    pub(crate) got: Text,
    /// What is wrong, as a sentence.
    pub(crate) message: Text,
}

/// Checks one demand on one field: the unmet demand, or `None` if it is met. `phrase` is what the message calls the
/// field, if its name does not say it.
pub(crate) fn check(
    reading: &ParsedMessage,
    field: &str,
    phrase: Option<&Text>,
    predicate: &Predicate,
    captures: &Captures,
) -> Option<Unmet> {
    let value = reading.field(field);
    let shown = value.map_or_else(|| say!("nothing"), |value| Text::plain(value.to_string()));
    let text = value.map(ToString::to_string);
    let kind = reading.kind;
    let given = || {
        let Some(Value::Text(word)) = value.filter(|_| field == "move") else {
            return None;
        };
        no_move(predicate, word, kind)
    };
    // If there is no value, the message says only that.
    let wrong = |message: Text| match (value, phrase) {
        (Some(_), _) => message,
        (None, None) => say!("{kind} has no {field}", kind, field),
        (None, Some(phrase)) => say!("{phrase}: there is none", phrase),
    };
    let called = phrase.cloned().unwrap_or_else(|| Text::plain(field.to_owned()));
    let (met, expected, message) = match predicate {
        Predicate::Any => return None,
        Predicate::Present => (value.is_some(), say!("{field} present", field), wrong(Text::EMPTY)),
        Predicate::Absent => (
            value.is_none(),
            say!("no {kind}", kind = field),
            match phrase {
                None => {
                    say!("{kind} must have no {field} here, and has {shown}", kind, field, shown)
                }
                Some(_) => {
                    say!("{field} must be absent here, and is {shown}", field = called, shown)
                }
            },
        ),
        Predicate::Is(template) => {
            let wanted = captures.fill(template);
            let met = text.as_deref() == Some(wanted.as_str());
            let message = match (value, phrase) {
                (Some(Value::Flag(_)), Some(statement)) => statement_message(statement, &wanted),
                _ => say!(
                    "{field} must be {wanted} here, and is {shown}",
                    field = called,
                    wanted,
                    shown
                ),
            };
            (met, Text::plain(format!("{field} {wanted}")), wrong(message))
        }
        Predicate::Not(template) => {
            let unwanted = captures.fill(template);
            let met = text.as_deref() != Some(unwanted.as_str());
            let expected = say!("{field} other than {value}", field, value = unwanted);
            (met, expected, unwanted_value(field, called, &unwanted))
        }
        Predicate::OneOf(templates) => {
            let wanted: Vec<_> = templates.iter().map(|template| captures.fill(template)).collect();
            let met = text.is_some_and(|text| wanted.contains(&text));
            let values = wanted.join(", ");
            let message = say!(
                "{field} must be one of {values} here, and is {shown}",
                field = called,
                values,
                shown
            );
            (met, say!("{field} one of {values}", field, values), wrong(message))
        }
        Predicate::Range(least, most) => {
            let number = match value {
                Some(Value::Int(number)) => Some(*number),
                _ => None,
            };
            let met = number.is_some_and(|number| {
                least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most)
            });
            let (expected, message) = range(field, called, *least, *most, &shown);
            (met, expected, wrong(message))
        }
        Predicate::Matches(regex) => {
            let met = text.is_some_and(|text| regex.is_match(&text));
            let pattern = regex.as_str();
            let message = say!(
                "{field} must have the form /{pattern}/ here, and is {shown}",
                field = called,
                pattern,
                shown
            );
            (met, say!("{field} matching /{pattern}/", field, pattern), wrong(message))
        }
        Predicate::Flag(flag, wanted) => {
            let mut unmet = flagged(reading, field, flag, *wanted, &shown)?;
            unmet.message = given().unwrap_or(unmet.message);
            return Some(unmet);
        }
    };
    let message = given().unwrap_or(message);
    let got = || say!("{field} {shown}", field, shown);
    (!met).then(|| Unmet { expected, got: got(), message })
}

/// A message for a word such as `resign` in the place of a move. It replaces every other message about the move,
/// because the engine has only one fault.
fn no_move(predicate: &Predicate, word: &str, kind: &str) -> Option<Text> {
    // Every move of every game names a square, with a digit.
    let is_move = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let wants_move = match predicate {
        Predicate::Matches(_) | Predicate::Not(_) => true,
        Predicate::Is(wanted) => is_move(&wanted.to_string()),
        Predicate::Flag(flag, wanted) => *wanted && ["legal", "listed"].contains(&flag.as_str()),
        Predicate::Any
        | Predicate::Present
        | Predicate::Absent
        | Predicate::OneOf(_)
        | Predicate::Range(..) => false,
    };
    let none = wants_move && !word.is_empty() && !is_move(word);
    none.then(|| say!("{kind} {word} came where a move is required", kind, word))
}

/// The message for a statement that must be true, or must be false, and is the other.
fn statement_message(statement: &Text, wanted: &str) -> Text {
    if wanted == "true" {
        say!("{statement}: this must be so here, and is not", statement)
    } else {
        say!("{statement}: this must not be so here, and is", statement)
    }
}

/// The message for a field with a forbidden value. The sign of a score has its own messages.
fn unwanted_value(field: &str, called: Text, unwanted: &str) -> Text {
    match (field, unwanted) {
        ("sign", "1") => say!("the score must not be positive here"),
        ("sign", "-1") => say!("the score must not be negative here"),
        ("second-sign", "1") => say!("the score of the second line must not be positive here"),
        ("second-sign", "-1") => say!("the score of the second line must not be negative here"),
        _ => say!("{field} must not be {value} here", field = called, value = unwanted),
    }
}

/// What is expected for a number out of its bounds, and the message.
fn range(
    field: &str,
    called: Text,
    least: Option<i64>,
    most: Option<i64>,
    shown: &Text,
) -> (Text, Text) {
    let bound = |bound: Option<i64>| bound.map_or_else(|| say!("any"), |bound| bound.to_text());
    let (low, high) = (bound(least), bound(most));
    let expected = match (least, most) {
        (Some(least), Some(most)) if least == most => say!("{field} {shown}", field, shown = least),
        _ => say!("{field} from {least} to {most}", field, least = low, most = high),
    };
    let message = match (least, most) {
        (Some(least), Some(most)) if least == most => {
            say!(
                "{field} must be {wanted} here, and is {shown}",
                field = called,
                wanted = least,
                shown
            )
        }
        (Some(least), None) => {
            say!(
                "{field} must be at least {least} here, and is {shown}",
                field = called,
                least,
                shown
            )
        }
        (None, Some(most)) => {
            say!("{field} must be at most {most} here, and is {shown}", field = called, most, shown)
        }
        (Some(_), Some(_)) | (None, None) => say!(
            "{field} must be from {least} to {most} here, and is {shown}",
            field = called,
            least = low,
            most = high,
            shown
        ),
    };
    (expected, message)
}

/// Checks a flag. One that cannot be decided (no search open, no position known) meets only a demand for `false`.
fn flagged(
    reading: &ParsedMessage,
    field: &str,
    flag: &str,
    wanted: bool,
    shown: &Text,
) -> Option<Unmet> {
    let name = format!("{field}.{flag}");
    let value = match reading.field(&name) {
        Some(Value::Flag(value)) => Some(*value),
        _ => None,
    };
    let expected = match (value, wanted) {
        (Some(value), _) if value == wanted => return None,
        (None, false) => return None,
        (_, true) => say!("{field} that is {flag}", field, flag),
        (_, false) => say!("{field} that is not {flag}", field, flag),
    };
    let message = match (field, flag, wanted) {
        ("move", "legal", true) => say!("the move must be legal here, and is {shown}", shown),
        ("move", "listed", true) => {
            say!("the move must be one of those that searchmoves names, and is {shown}", shown)
        }
        ("move", "mates", true) => say!("the move must mate here, and {shown} does not", shown),
        ("move", "checks", true) => {
            say!("the move must give check here, and {shown} does not", shown)
        }
        ("answer", "sound", true) => say!("the line must be a mate here, and is not"),
        (_, _, true) => say!("{field} must be {flag} here, and is {shown}", field, flag, shown),
        (_, _, false) => {
            say!("{field} must not be {flag} here, and is {shown}", field, flag, shown)
        }
    };
    Some(Unmet { expected, got: say!("{field} {shown}", field, shown), message })
}
