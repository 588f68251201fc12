//! A finding, a trial, and the result of a scenario, for tests.

use std::sync::LazyLock;
use std::time::Duration;

use crate::lang::Text;
use crate::protocol::{self, EngineProfile};
use crate::run::result::ScenarioResult;
use crate::run::schedule::judged::unplayed;
use crate::run::schedule::trial::Trial;
use crate::run::time_use::Spent;
use crate::run::timing::host_load::HostLoadVerdict;
use crate::run::timing::samples::Samples;
use crate::scenario::{self, Scenario};
use crate::transcript::{EventId, Transcript, Window, WindowKind};
use crate::transcript_text;
use crate::verdict::{ClauseId, Finding, Severity, Verdict, Watcher};

/// A failure at this clause that an expectation found. `timing`: whether it depends on time.
pub(in crate::run) fn finding(clause: &'static str, timing: bool) -> Finding {
    Finding {
        clause: ClauseId(clause),
        severity: Severity::Fail,
        watcher: Watcher::Expectation,
        violation: None,
        expected: Text::EMPTY,
        got: Text::EMPTY,
        message: Text::EMPTY,
        events: vec![EventId(1)],
        columns: None,
        scenario_line: None,
        at: Duration::ZERO,
        timing,
        over: None,
        position: None,
        clock: None,
        known: None,
        notes: Vec::new(),
    }
}

/// The window of a pause without length.
pub(in crate::run) fn pause(at: Duration) -> Window {
    Window { kind: WindowKind::Pause, of: Vec::new(), from: at, until: at, ended: at, line: 1 }
}

/// A trial that reached the end of its script, with these findings.
pub(in crate::run) fn trial(findings: &[Finding]) -> Trial {
    Trial {
        end: Ok(()),
        findings: findings.to_vec(),
        transcript: Transcript {
            events: transcript_text::parse("> usi\n< usiok").expect("a transcript"),
            ..Transcript::default()
        },
        measurements: Vec::new(),
        races: Vec::new(),
        samples: Samples::default(),
        engine_profile: EngineProfile::default(),
        host_load_verdict: HostLoadVerdict::default(),
        stopped_at_line: None,
        unread: false,
        spent: Spent::default(),
    }
}

/// A bundled scenario.
pub(in crate::run) fn bundled_scenario() -> &'static Scenario {
    static FIRST: LazyLock<Scenario> = LazyLock::new(|| {
        let (library, _) = scenario::load(protocol::dialect("usi").expect("a dialect"), &[]);
        library.scenarios.into_iter().next().expect("it has some")
    });
    &FIRST
}

/// The result of a bundled scenario that was not played, with this verdict and reason.
pub(in crate::run) fn ended(verdict: Verdict, reason: Text) -> ScenarioResult {
    unplayed(bundled_scenario(), verdict, reason)
}
