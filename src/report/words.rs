//! Numbers, counts and other words for people.

use std::time::Duration;

use super::escape;
use crate::explore;
use crate::lang::Text;
use crate::run::result::RunResult;
use crate::transcript::ExitStatus;
use crate::verdict::{Severity, Verdict};

/// A duration: `7 ms`, `1.52 s`, `2 min 05 s`.
#[must_use]
pub fn duration(time: Duration) -> String {
    let ms = time.as_micros().div_ceil(1000);
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..100_000 => format!("{:.2} s", ms as f64 / 1000.0),
        _ => {
            let all = ms.div_ceil(1000);
            let seconds = format!("{:02}", all % 60);
            say!("{minutes} min {seconds} s", minutes = (all / 60) as u64, seconds).to_string()
        }
    }
}

/// Milliseconds without the unit, with two decimals below 10, one below 1000, else none.
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

/// A time stamp in a transcript: seconds since spawn, with milliseconds.
#[must_use]
pub fn stamp(at: Duration) -> String {
    format!("{}.{:03}", at.as_secs(), at.subsec_millis())
}

/// What the reports of a run do not contain because it is too large; one sentence each.
#[must_use]
pub fn not_kept(run: &RunResult) -> Vec<Text> {
    let transcripts = run.scenarios.iter().map(|scenario| &scenario.transcript);
    let events = transcripts.fold(0_u64, |sum, one| sum.saturating_add(one.cut));
    let options = run.engine.options_cut;
    let events = (events > 0).then(|| {
        say!(
            "{events} events of transcripts are not kept: all of them together are too large",
            events
        )
    });
    let options = (options > 0).then(|| {
        say!(
            "{options} options and choices of the engine are not kept: all of them together are too large",
            options
        )
    });
    let sessions = run.exploration.map_or(0, |exploration| exploration.sessions);
    let folder = format!("/{}/", explore::FOLDER);
    let scenarios = run.scenarios.iter();
    let kept = scenarios.filter(|scenario| scenario.id.contains(&folder)).count() as u64;
    let sessions = (sessions > kept).then(|| {
        say!(
            "{sessions} sessions were played in all; this report has {kept} of them",
            sessions,
            kept
        )
    });
    sessions.into_iter().chain(events).chain(options).collect()
}

/// A count with its noun: `1 line`, `3 lines`.
#[must_use]
pub fn count(number: u64, noun: Noun) -> String {
    let one = number == 1;
    let text = match noun {
        Noun::Choice if one => say!("1 choice"),
        Noun::Choice => say!("{number} choices", number),
        Noun::Clause if one => say!("1 clause"),
        Noun::Clause => say!("{number} clauses", number),
        Noun::Core if one => say!("1 core"),
        Noun::Core => say!("{number} cores", number),
        Noun::Engine if one => say!("1 engine"),
        Noun::Engine => say!("{number} engines", number),
        Noun::Finding if one => say!("1 finding"),
        Noun::Finding => say!("{number} findings", number),
        Noun::Known if one => say!("1 known failure"),
        Noun::Known => say!("{number} known failures", number),
        Noun::Line if one => say!("1 line"),
        Noun::Line => say!("{number} lines", number),
        Noun::Occurrence if one => say!("1 further occurrence"),
        Noun::Occurrence => say!("{number} further occurrences", number),
        Noun::Repeat if one => say!("1 repeat"),
        Noun::Repeat => say!("{number} repeats", number),
        Noun::Scenario if one => say!("1 scenario"),
        Noun::Scenario => say!("{number} scenarios", number),
        Noun::Snapshot if one => say!("1 snapshot"),
        Noun::Snapshot => say!("{number} snapshots", number),
        Noun::Start if one => say!("1 start"),
        Noun::Start => say!("{number} starts", number),
    };
    text.to_string()
}

/// The nouns that can be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noun {
    /// A choice that an option offers.
    Choice,
    /// A clause.
    Clause,
    /// A core of the machine.
    Core,
    /// An engine.
    Engine,
    /// A finding.
    Finding,
    /// A known failure.
    Known,
    /// A line of a dialogue.
    Line,
    /// A further finding at the same clause.
    Occurrence,
    /// A repeat of a run.
    Repeat,
    /// A scenario.
    Scenario,
    /// A snapshot of a scenario.
    Snapshot,
    /// The start of a process.
    Start,
}

/// The word for a verdict, for people. The word for programs is [`Verdict::word`].
#[must_use]
pub fn verdict(verdict: Verdict) -> Text {
    match verdict {
        Verdict::Pass => say!("pass"),
        Verdict::Warn => say!("warn"),
        Verdict::Fail => say!("fail"),
        Verdict::Flaky => say!("flaky"),
        Verdict::Skip => say!("skip"),
        Verdict::Blocked => say!("blocked"),
        Verdict::Inconclusive => say!("inconclusive"),
        Verdict::Error => say!("error"),
    }
}

/// The word for a severity, for people. The word for programs is [`Severity::word`].
#[must_use]
pub fn severity(severity: Severity) -> Text {
    match severity {
        Severity::Skip => say!("skip"),
        Severity::Info => say!("info"),
        Severity::Warn => say!("warn"),
        Severity::Fail => say!("fail"),
    }
}

/// A text with blanks after it up to a width in columns.
#[must_use]
pub fn pad(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(escape::width(text));
    format!("{text}{:blanks$}", "")
}

/// A text with blanks before it up to a width in columns.
#[must_use]
pub fn pad_left(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(escape::width(text));
    format!("{:blanks$}{text}", "")
}

/// How a process ended, as the end of a sentence: `ended with status 1`.
#[must_use]
pub fn exit(status: ExitStatus) -> Text {
    match status {
        ExitStatus::Code(code) => say!("ended with status {code}", code),
        ExitStatus::Signal(signal) => match status.signal_name() {
            Some(name) => say!("was killed by signal {signal} ({name})", signal, name),
            None => say!("was killed by signal {signal}", signal),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::exploration::Exploration;

    #[test]
    fn a_report_says_how_many_sessions_it_leaves_out() {
        let mut run = crate::report::fixtures::conformant();
        run.scenarios[0].id = "usi/generated/7-1-1".to_owned();
        let explored = |sessions| Exploration { rounds: 1, sessions, broken: 0 };
        run.exploration = Some(explored(1));
        assert!(not_kept(&run).is_empty());
        run.exploration = Some(explored(384));
        let said: Vec<String> = not_kept(&run).iter().map(Text::to_string).collect();
        assert_eq!(said, ["384 sessions were played in all; this report has 1 of them"]);
    }

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
        assert_eq!(count(1, Noun::Line), "1 line");
        assert_eq!(count(0, Noun::Line), "0 lines");
    }

    #[test]
    fn a_signal_is_named() {
        assert_eq!(exit(ExitStatus::Signal(11)), "was killed by signal 11 (SIGSEGV)");
        assert_eq!(exit(ExitStatus::Signal(42)), "was killed by signal 42");
        assert_eq!(exit(ExitStatus::Code(3)), "ended with status 3");
    }
}
