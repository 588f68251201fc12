//! Numbers and counts as people read them.

use std::time::Duration;

use crate::transcript::ExitStatus;

/// A length of time: `7 ms`, `1.52 s`, `2 min 05 s`.
#[must_use]
pub fn duration(time: Duration) -> String {
    let ms = time.as_micros().div_ceil(1000);
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..100_000 => format!("{:.2} s", ms as f64 / 1000.0),
        _ => {
            let seconds = ms.div_ceil(1000);
            format!("{} min {:02} s", seconds / 60, seconds % 60)
        }
    }
}

/// Milliseconds without their unit, with as many digits as tell something: below ten, hundredths.
#[must_use]
pub fn milliseconds(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    if ms < 10.0 {
        format!("{ms:.2}")
    } else if ms < 1000.0 {
        format!("{ms:.1}")
    } else {
        format!("{ms:.0}")
    }
}

/// A stamp in a transcript: seconds since spawn, to the millisecond.
#[must_use]
pub fn stamp(at: Duration) -> String {
    format!("{}.{:03}", at.as_secs(), at.subsec_millis())
}

/// A count with its noun: `1 line`, `3 lines`.
#[must_use]
pub fn count(number: u64, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

/// How a process ended, as the rest of a sentence: `ended with status 1`.
#[must_use]
pub fn exit(status: ExitStatus) -> String {
    match status {
        ExitStatus::Code(code) => format!("ended with status {code}"),
        ExitStatus::Signal(signal) => match signal_name(signal) {
            Some(name) => format!("was killed by signal {signal} ({name})"),
            None => format!("was killed by signal {signal}"),
        },
    }
}

/// The names of those signals whose numbers are the same on all systems, and of a few that crash.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let check = |ms: u64, expected: &str| {
            assert_eq!(duration(Duration::from_millis(ms)), expected);
        };
        check(0, "0 ms");
        check(7, "7 ms");
        check(999, "999 ms");
        check(1520, "1.52 s");
        check(125_000, "2 min 05 s");
        assert_eq!(duration(Duration::from_micros(40)), "1 ms");
        assert_eq!(stamp(Duration::from_micros(61_000_999)), "61.000");
    }

    #[test]
    fn counts_agree_with_their_nouns() {
        assert_eq!(count(1, "line"), "1 line");
        assert_eq!(count(0, "line"), "0 lines");
    }

    #[test]
    fn a_signal_is_named() {
        assert_eq!(
            exit(ExitStatus::Signal(11)),
            "was killed by signal 11 (SIGSEGV)"
        );
        assert_eq!(exit(ExitStatus::Signal(42)), "was killed by signal 42");
        assert_eq!(exit(ExitStatus::Code(3)), "ended with status 3");
    }
}
