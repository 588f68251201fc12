//! Judges again the dialogues of every false report and every missed violation that were found and can be written
//! down (`old_and_new/cases.yaml`).

use kentei::protocol::{self, Setting, judge};
use kentei::transcript_text;
use serde::Deserialize;

use crate::check::{UCI, USI};
use crate::second_judge::disagreements;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The day of the fix.
    date: String,
    /// The commit of the fix; none if it is the commit that adds the case.
    commit: Option<String>,
    kind: String,
    what: String,
    dialect: String,
    /// The profile; the first of the dialect if there is none.
    profile: Option<String>,
    /// Whether a handshake and a `readyok` precede the transcript.
    #[serde(default)]
    boot: bool,
    transcript: String,
    #[serde(default)]
    must: Vec<String>,
    #[serde(default)]
    must_not: Vec<String>,
}

const UCCI: &str = "> ucci\n< id name X\n< option usemillisec type check default false\n\
    < option newgame type button\n< ucciok\n> isready\n< readyok\n";

/// The transcript with the handshake before it and with its repeated lines expanded.
fn whole(case: &Case) -> String {
    let boot = match case.dialect.as_str() {
        _ if !case.boot => "",
        "usi" => USI,
        "uci" => UCI,
        _ => UCCI,
    };
    let mut text = boot.to_owned();
    for line in case.transcript.lines() {
        let repeated = line.strip_prefix("* ").and_then(|rest| rest.split_once(' '));
        let (times, line) = repeated.unwrap_or(("1", line));
        let line = format!("{line}\n");
        text.push_str(&line.repeat(times.parse().expect("a number")));
    }
    text
}

#[test]
fn what_was_judged_wrongly_once_is_judged_rightly() {
    let cases: Vec<Case> =
        serde_yaml::from_str(include_str!("old_and_new/cases.yaml")).expect("cases");
    assert!(cases.is_sorted_by_key(|case| &case.date), "by date");
    for case in &cases {
        let commit = case.commit.as_deref().unwrap_or("this commit");
        let name = format!("{} of {} ({commit}): {}", case.kind, case.date, case.what);
        let dialect = protocol::dialect(&case.dialect).expect("a dialect");
        let profiles = dialect.catalogue().profiles.iter().map(|(name, _)| *name);
        let wanted = |profile: &&str| case.profile.as_deref().is_none_or(|name| name == *profile);
        let profile = profiles.into_iter().find(wanted).expect("a profile");
        let events = transcript_text::parse(&whole(case)).expect("a transcript");
        let setting = Setting { profile, limits: judge::default_limits(dialect) };
        let findings = judge::judge(dialect, setting, &events);
        let found: Vec<&str> = findings
            .iter()
            .flat_map(|finding| [finding.clause.0, finding.violation.as_deref().unwrap_or("")])
            .collect();
        assert!(!case.must.is_empty() || !case.must_not.is_empty(), "{name}: nothing is asked");
        for id in &case.must {
            assert!(found.contains(&id.as_str()), "{name}: {id} is missing in {found:?}");
        }
        for id in &case.must_not {
            assert!(!found.contains(&id.as_str()), "{name}: {id} is told");
        }
        let disagreements = disagreements(dialect.name(), profile, &events);
        assert!(disagreements.is_empty(), "{name}: {disagreements:?}");
    }
}
