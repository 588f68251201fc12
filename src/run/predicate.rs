//! Demands on the fields of a message.

use crate::protocol::{Reading, Value};
use crate::run::captures::Captures;
use crate::scenario::Predicate;

/// A demand that was not met.
pub(crate) struct Unmet {
    pub(crate) expected: String,
    pub(crate) got: String,
}

/// Checks one demand on one field.
pub(crate) fn check(
    reading: &Reading,
    field: &str,
    predicate: &Predicate,
    captures: &Captures,
) -> Result<(), Unmet> {
    let value = reading.field(field);
    let shown = value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
    let text = value.map(ToString::to_string);
    let (met, expected) = match predicate {
        Predicate::Any => return Ok(()),
        Predicate::Present => (value.is_some(), format!("{field} present")),
        Predicate::Absent => (value.is_none(), format!("no {field}")),
        Predicate::Is(template) => {
            let wanted = captures.fill(template);
            (
                text.as_deref() == Some(wanted.as_str()),
                format!("{field} {wanted}"),
            )
        }
        Predicate::Not(template) => {
            let unwanted = captures.fill(template);
            (
                text.as_deref() != Some(unwanted.as_str()),
                format!("{field} other than {unwanted}"),
            )
        }
        Predicate::OneOf(templates) => {
            let wanted: Vec<_> = templates
                .iter()
                .map(|template| captures.fill(template))
                .collect();
            let met = text.is_some_and(|text| wanted.contains(&text));
            (met, format!("{field} one of {}", wanted.join(", ")))
        }
        Predicate::Range(least, most) => {
            let number = match value {
                Some(Value::Int(number)) => Some(*number),
                _ => None,
            };
            let met = number.is_some_and(|number| {
                least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most)
            });
            let bound = |bound: &Option<i64>, none: &str| {
                bound.map_or_else(|| none.to_owned(), |bound| bound.to_string())
            };
            (
                met,
                format!(
                    "{field} from {} to {}",
                    bound(least, "any"),
                    bound(most, "any")
                ),
            )
        }
        Predicate::Matches(regex) => {
            let met = text.is_some_and(|text| regex.is_match(&text));
            (met, format!("{field} matching /{}/", regex.as_str()))
        }
        Predicate::Flag(flag, wanted) => return flagged(reading, field, flag, *wanted, &shown),
    };
    if met {
        Ok(())
    } else {
        Err(Unmet {
            expected,
            got: format!("{field} {shown}"),
        })
    }
}

/// A flag that cannot be decided (no search open, no position known) is not held against anyone.
fn flagged(
    reading: &Reading,
    field: &str,
    flag: &str,
    wanted: bool,
    shown: &str,
) -> Result<(), Unmet> {
    let name = format!("{field}.{flag}");
    match reading.field(&name) {
        Some(Value::Flag(value)) if *value == wanted => Ok(()),
        Some(_) => {
            let not = if wanted { "" } else { "not " };
            Err(Unmet {
                expected: format!("a {field} that is {not}{flag}"),
                got: format!("{field} {shown}"),
            })
        }
        None if wanted => Err(Unmet {
            expected: format!("a {field} that is {flag}"),
            got: format!("{field} {shown}"),
        }),
        None => Ok(()),
    }
}
