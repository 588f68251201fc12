//! Races: an exchange that is repeated, with a command sent at varying moments around an event.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{Step, Template};
use crate::lang::Text;

/// An exchange of many rounds, with lines that are sent at a different moment in each.
#[derive(Debug, Clone)]
pub struct Race {
    /// The steps that begin every round. They send something; if one of the offsets is [`Offset::SameWrite`], the last
    /// step is a `send`.
    pub start: Vec<Step>,
    /// The lines whose moment varies, all in one write.
    pub send: Vec<Template>,
    /// The event that the moment is relative to.
    pub event: RaceEvent,
    /// The offsets of the first pass, in rising order and without duplicates. Never empty.
    pub offsets: Vec<Offset>,
    /// The distance between neighbours if the offsets form a grid (later passes use offsets between them); otherwise
    /// zero.
    pub step: Duration,
    /// The number of rounds.
    pub rounds: u32,
    /// The steps that end every round, after the race.
    pub each: Vec<Step>,
}

/// The event that a command races against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RaceEvent {
    /// The last send of `start`.
    Send,
    /// The first message of this kind after `start`.
    Kind(&'static str),
}

impl RaceEvent {
    /// The word in scripts and reports: `send`, `bestmove`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Kind(kind) => kind,
        }
    }
}

/// The moment at which a command is sent. Ordered by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offset {
    /// In the same write as the last send of `start`.
    SameWrite,
    /// This number of microseconds after the event; before it if negative.
    Micros(i64),
}

impl Offset {
    /// The word for [`Offset::SameWrite`].
    pub const SAME_WRITE: &str = "same-write";
    /// The longest offset in either direction, in seconds.
    const LONGEST: f64 = 60.0;
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameWrite => f.write_str(Self::SAME_WRITE),
            // The times of a race are short, so the conversion to `f64` is exact.
            Self::Micros(micros) => write!(f, "{}ms", *micros as f64 / 1000.0),
        }
    }
}

impl FromStr for Offset {
    type Err = Text;

    /// Reads `same-write`, `7ms`, `-0.5ms` or `1s`. An error says what is wrong, as a fragment of a sentence.
    fn from_str(text: &str) -> Result<Self, Text> {
        if text == Self::SAME_WRITE {
            return Ok(Self::SameWrite);
        }
        let form = || say!("\"{text}\" is not an offset; write 7ms, -0.5ms, or same-write", text);
        let (number, seconds) = if let Some(number) = text.strip_suffix("ms") {
            (number, 0.001)
        } else if let Some(number) = text.strip_suffix('s') {
            (number, 1.0)
        } else {
            return Err(form());
        };
        let digits = number.trim_start_matches(['-', '+']);
        let plain = digits.starts_with(|c: char| c.is_ascii_digit())
            && number.len() - digits.len() <= 1
            && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
        let Some(number) = number.parse::<f64>().ok().filter(|_| plain) else {
            return Err(form());
        };
        let length = number * seconds;
        if length.abs() > Self::LONGEST {
            return Err(say!("\"{text}\" is more than a minute", text));
        }
        Ok(Self::Micros((length * 1e6).round() as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_read_as_they_are_written() {
        for (text, offset) in [
            ("same-write", Offset::SameWrite),
            ("0ms", Offset::Micros(0)),
            ("7ms", Offset::Micros(7000)),
            ("-20ms", Offset::Micros(-20_000)),
            ("0.05ms", Offset::Micros(50)),
        ] {
            assert_eq!(text.parse(), Ok(offset));
            assert_eq!(offset.to_string(), text);
        }
        assert_eq!("1s".parse(), Ok(Offset::Micros(1_000_000)));
        for wrong in ["", "7", "ms", "--7ms", "1e3ms", "7us", "infms", "61s", "same write"] {
            assert!(wrong.parse::<Offset>().is_err(), "{wrong}");
        }
    }
}
