//! The time at which a run began, as reports write it.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Seconds in a day.
const DAY: u64 = 86_400;
/// The first second after the year 9999: RFC 3339 writes the year with four digits.
const END: u64 = 253_402_300_800;

/// A time in UTC to the second, in the form of RFC 3339: `2026-11-23T19:14:02Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Started {
    /// Seconds since the beginning of 1970, less than [`END`].
    seconds: u64,
}

impl Started {
    /// The current time, or the beginning of 1970 if the system clock is before it.
    #[must_use]
    pub fn now() -> Self {
        Self::after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
    }

    /// The time so long after the beginning of 1970, or the last one that can be written.
    fn after(time: Duration) -> Self {
        Self { seconds: time.as_secs().min(END - 1) }
    }

    /// Year, month and day.
    fn date(self) -> (u64, u64, u64) {
        // If years begin in March, the leap day is the last day of a year. 400 years have 146,097 days.
        let days = self.seconds / DAY + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let of_month = of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        (era * 400 + year + next, month, of_month)
    }
}

impl fmt::Display for Started {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        let time = self.seconds % DAY;
        let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

impl From<Started> for String {
    fn from(started: Started) -> Self {
        started.to_string()
    }
}

impl TryFrom<String> for Started {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let wrong = || "not a time such as 2026-11-23T19:14:02Z".to_owned();
        let number = |from: usize, to: usize| {
            let digits = text.get(from..to).filter(|part| part.bytes().all(|c| c.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<u64>().ok()).ok_or_else(wrong)
        };
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
        if year < 1970 {
            return Err(wrong());
        }
        let (years, months) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_year = (153 * months + 2) / 5 + day;
        let days = 365 * years + years / 4 - years / 100 + years / 400 + of_year;
        let days = days.checked_sub(719_469).ok_or_else(wrong)?;
        let started = Self { seconds: days * DAY + hour * 3600 + minute * 60 + second };
        // An invalid date, or a date in another form, does not give the same text when it is written again.
        if started.to_string() == text { Ok(started) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_and_read_back() {
        let check = |seconds: u64, text: &str| {
            let started = Started { seconds };
            assert_eq!(started.to_string(), text);
            assert_eq!(Started::try_from(text.to_owned()), Ok(started));
        };
        check(0, "1970-01-01T00:00:00Z");
        check(951_782_399, "2000-02-28T23:59:59Z");
        check(951_782_400, "2000-02-29T00:00:00Z");
        check(1_795_461_242, "2026-11-23T19:14:02Z");
        check(4_107_542_400, "2100-03-01T00:00:00Z");
        check(END - 1, "9999-12-31T23:59:59Z");
    }

    #[test]
    fn a_clock_that_is_far_ahead_gives_the_last_moment_that_can_be_written() {
        assert_eq!(Started::after(Duration::MAX).to_string(), "9999-12-31T23:59:59Z");
        assert_eq!(Started::after(Duration::from_millis(1999)), Started { seconds: 1 });
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in [
            "",
            "2026-11-23",
            "2026-11-23 19:14:02Z",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-99-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-01-00T00:00:00Z",
            "1970-01-00T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "2026-11-23T24:00:00Z",
            "2026-11-23T19:14:02+09:00",
            "２026-11-23T19:14:02Z",
        ] {
            assert!(Started::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
