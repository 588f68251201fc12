//! The check of transcripts: each line carries the violations that it shows.

use kentei::protocol::{self, Monitor, Setting, judge};
use kentei::transcript::Event;
use kentei::transcript_text;
use kentei::verdict::{Finding, Severity};

use crate::second_judge::disagreements;
use crate::{boards, proved};

/// Judges a transcript in a profile. `  # CLAUSE severity, …` after a line lists the findings at this line; a line
/// without it must have none. Findings of severity `info` may be left out.
#[track_caller]
pub(crate) fn check_in(dialect: &str, profile: &str, transcript: &str) {
    let dialect = protocol::dialect(dialect).expect("a known dialect");
    let profile = dialect
        .catalogue()
        .profiles
        .iter()
        .map(|(name, _)| *name)
        .find(|name| *name == profile)
        .expect("a known profile");
    let mut wanted = Vec::new();
    let mut plain = String::new();
    let mut event = 0;
    for line in transcript.lines().map(str::trim_start).filter(|line| !line.is_empty()) {
        let (text, said) = transcript_text::split_remark(line);
        for word in said {
            wanted.push(format!("{event}: {word}"));
        }
        event += usize::from(!text.starts_with('@'));
        plain.push_str(text);
        plain.push('\n');
    }
    let events = transcript_text::parse(&plain).expect("a transcript");
    let setting = Setting { profile, limits: judge::default_limits(dialect) };
    let findings = judge::judge(dialect, setting, &events);
    proved::note(dialect.name(), &findings);
    boards::check(&findings);
    let disagreements = disagreements(dialect.name(), profile, &events);
    assert!(disagreements.is_empty(), "the judges disagree: {disagreements:#?} in\n{plain}");
    let found: Vec<_> = findings
        .into_iter()
        .filter(|finding| {
            let said = format!("{} {}", finding.clause, finding.severity.word());
            finding.severity > Severity::Info || wanted.iter().any(|row| row.ends_with(&said))
        })
        .map(|finding| {
            let at = events.iter().position(|event| event.at == finding.at).expect("an event");
            format!("{at}: {} {}", finding.clause, finding.severity.word())
        })
        .collect();
    assert_eq!(found, wanted, "in\n{plain}");
}

/// The same in profile `core`.
#[track_caller]
pub(crate) fn check(dialect: &str, transcript: &str) {
    check_in(dialect, "core", transcript);
}

/// [`check`] of a transcript that follows [`USI`].
#[track_caller]
pub(crate) fn booted_usi(rest: &str) {
    check("usi", &format!("{USI}{rest}"));
}

/// [`check`] of a transcript that follows [`UCI`].
#[track_caller]
pub(crate) fn booted_uci(rest: &str) {
    check("uci", &format!("{UCI}{rest}"));
}

/// [`check`] of a transcript that follows [`UCCI`].
#[track_caller]
pub(crate) fn booted_ucci(rest: &str) {
    check("ucci", &format!("{UCCI}{rest}"));
}

/// A monitor of profile `core`.
pub(crate) fn monitor(dialect: &str) -> Box<dyn Monitor> {
    let dialect = protocol::dialect(dialect).expect("a known dialect");
    dialect.monitor(Setting { profile: "core", limits: judge::default_limits(dialect) })
}

/// All findings in profile `core`.
pub(crate) fn judged(dialect: &str, events: &[Event]) -> Vec<Finding> {
    let of = protocol::dialect(dialect).expect("a known dialect");
    let setting = Setting { profile: "core", limits: judge::default_limits(of) };
    let findings = judge::judge(of, setting, events);
    proved::note(dialect, &findings);
    findings
}

/// The findings of a clause in profile `core`, whatever their severity; [`check`] may leave out those of severity
/// `info`.
pub(crate) fn findings(dialect: &str, clause: &str, transcript: &str) -> Vec<Finding> {
    let events = transcript_text::parse(transcript).expect("a transcript");
    let all = judged(dialect, &events).into_iter();
    all.filter(|finding| finding.clause.to_string() == clause).collect()
}

/// The number of these findings.
pub(crate) fn found(dialect: &str, clause: &str, transcript: &str) -> usize {
    findings(dialect, clause, transcript).len()
}

/// A handshake and a `readyok` that precede a transcript.
pub(crate) const USI: &str = "> usi\n< id name X\n< id author Y\n< option name USI_Hash type spin default 1 min 1 max 9\n< usiok\n> isready\n< readyok\n";

/// The same for UCI.
pub(crate) const UCI: &str = "> uci\n< id name X\n< id author Y\n< option name Hash type spin default 1 min 1 max 9\n< uciok\n> isready\n< readyok\n";

/// The same for UCCI, with times in milliseconds.
pub(crate) const UCCI: &str = "> ucci\n< id name X\n< id author Y\n< option usemillisec type check default false\n< option newgame type button\n< ucciok\n> isready\n< readyok\n> setoption usemillisec true\n";
