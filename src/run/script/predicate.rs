//! Demands on the fields of a message.

use crate::lang::{Text, Told};
use crate::protocol::{ParsedMessage, Value};
use crate::run::script::captures::Captures;
use crate::scenario::Predicate;

/// A demand that was not met.
pub(crate) struct Unmet {
    pub(crate) expected: Text,
    pub(crate) got: Text,
}

/// Checks one demand on one field.
pub(crate) fn check(
    reading: &ParsedMessage,
    field: &str,
    predicate: &Predicate,
    captures: &Captures,
) -> Result<(), Unmet> {
    let value = reading.field(field);
    let shown = value.map_or_else(|| say!("nothing"), |value| Text::plain(value.to_string()));
    let text = value.map(ToString::to_string);
    let (met, expected) = match predicate {
        Predicate::Any => return Ok(()),
        Predicate::Present => (value.is_some(), say!("{field} present", field)),
        Predicate::Absent => (value.is_none(), say!("no {kind}", kind = field)),
        Predicate::Is(template) => {
            let wanted = captures.fill(template);
            (text.as_deref() == Some(wanted.as_str()), Text::plain(format!("{field} {wanted}")))
        }
        Predicate::Not(template) => {
            let unwanted = captures.fill(template);
            (
                text.as_deref() != Some(unwanted.as_str()),
                say!("{field} other than {value}", field, value = unwanted),
            )
        }
        Predicate::OneOf(templates) => {
            let wanted: Vec<_> = templates.iter().map(|template| captures.fill(template)).collect();
            let met = text.is_some_and(|text| wanted.contains(&text));
            (met, say!("{field} one of {values}", field, values = wanted.join(", ")))
        }
        Predicate::Range(least, most) => {
            let number = match value {
                Some(Value::Int(number)) => Some(*number),
                _ => None,
            };
            let met = number.is_some_and(|number| {
                least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most)
            });
            let bound =
                |bound: &Option<i64>| bound.map_or_else(|| say!("any"), |bound| bound.told());
            (
                met,
                say!(
                    "{field} from {least} to {most}",
                    field,
                    least = bound(least),
                    most = bound(most)
                ),
            )
        }
        Predicate::Matches(regex) => {
            let met = text.is_some_and(|text| regex.is_match(&text));
            (met, say!("{field} matching /{pattern}/", field, pattern = regex.as_str()))
        }
        Predicate::Flag(flag, wanted) => return flagged(reading, field, flag, *wanted, &shown),
    };
    if met { Ok(()) } else { Err(Unmet { expected, got: say!("{field} {shown}", field, shown) }) }
}

/// A flag that cannot be decided (no search open, no position known) is not held against anyone.
fn flagged(
    reading: &ParsedMessage,
    field: &str,
    flag: &str,
    wanted: bool,
    shown: &Text,
) -> Result<(), Unmet> {
    let name = format!("{field}.{flag}");
    match reading.field(&name) {
        Some(Value::Flag(value)) if *value == wanted => Ok(()),
        Some(_) => {
            let expected = if wanted {
                say!("a {field} that is {flag}", field, flag)
            } else {
                say!("a {field} that is not {flag}", field, flag)
            };
            Err(Unmet { expected, got: say!("{field} {shown}", field, shown) })
        }
        None if wanted => Err(Unmet {
            expected: say!("a {field} that is {flag}", field, flag),
            got: say!("{field} {shown}", field, shown),
        }),
        None => Ok(()),
    }
}
