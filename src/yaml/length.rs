//! Lengths of time in the form `1500ms` or `1.5s`.

use std::time::Duration;

/// The longest time: no user waits longer for an engine, so a longer time is a typing error or would overflow.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The result of reading a number with a unit.
pub(super) enum Literal {
    Length(Duration),
    NoUnit,
    UnknownUnit(String),
    NoNumber(String),
    TooLong,
}

/// Whether a text has the form of a length of time.
pub(crate) fn is_length(text: &str) -> bool {
    matches!(literal(text), Literal::Length(_) | Literal::TooLong)
}

pub(super) fn literal(text: &str) -> Literal {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim_start() {
        "" => return Literal::NoUnit,
        "ms" => 0.001,
        "s" => 1.0,
        other => return Literal::UnknownUnit(other.to_owned()),
    };
    let Ok(number) = number.parse::<f64>() else {
        return Literal::NoNumber(number.to_owned());
    };
    match Duration::try_from_secs_f64(number * seconds) {
        Ok(length) if length <= LONGEST => Literal::Length(length),
        Ok(_) | Err(_) => Literal::TooLong,
    }
}
