//! A page of a run that no engine played.

use std::time::Duration;

use kentei::protocol;
use kentei::report::{Report, Style};
use kentei::run::result::{Conformance, EngineInfo, Host, RunResult, ScenarioResult, Tool};
use kentei::transcript::{Event, EventId, EventKind, Line, Transcript};
use kentei::verdict::Verdict;

/// The page of a run with this number of scenarios, in each of which an engine writes this number of lines.
pub(super) fn made_up(scenarios: usize, lines: usize, text: impl Fn(usize) -> String) -> String {
    let events = (0..lines).map(|line| {
        let text = Line::new(text(line));
        let kind = if line % 50 == 0 {
            EventKind::Sent { line: text, write: line as u32 }
        } else {
            EventKind::Received(text)
        };
        Event { id: EventId(line), at: Duration::from_millis(line as u64 * 3), kind }
    });
    let transcript = Transcript { events: events.collect(), ..Transcript::default() };
    let scenario = |number: usize| ScenarioResult {
        id: format!("usi/x/{number}"),
        title: text(0),
        file: format!("usi/x/{number}.yaml").into(),
        bundled: true,
        clauses: Vec::new(),
        verdict: Verdict::Pass,
        normal: None,
        reason: None,
        duration: Duration::from_secs(1),
        spent: Default::default(),
        prerequisite_only: false,
        preceded_by: Vec::new(),
        attempts: 1,
        failed_attempts: 0,
        reached_end: true,
        unread: false,
        findings: Vec::new(),
        transcript: transcript.clone(),
        measurements: Vec::new(),
        races: Vec::new(),
        stopped_at_line: None,
    };
    let run = RunResult {
        tool: Tool::this(),
        host: Host::this(),
        engine: EngineInfo {
            also_speaks: Vec::new(),
            command: vec![text(1)],
            name: Some(text(2)),
            author: Some(text(0)),
            ..EngineInfo::default()
        },
        dialect: "usi",
        profile: "core".to_owned(),
        verdict: Conformance::Inconclusive,
        reason: Some(kentei::lang::Text::plain(text(1))),
        scenarios: (0..scenarios).map(scenario).collect(),
        clauses: Vec::new(),
        known: Vec::new(),
        repeats: None,
        latencies: Vec::new(),
        clocks: Vec::new(),
        started: None,
        elapsed: Duration::from_secs(1),
        time: Default::default(),
        jobs: 1,
        limits_scale: 1.0,
        seed: 1,
        fail_on: Default::default(),
        filtered: false,
        quick: false,
        part: None,
        exploration: None,
        replay: vec![text(2)],
        interrupted: false,
        snapshots: None,
    };
    let format = kentei::report::format("html").expect("the format");
    let report = Report {
        run: &run,
        catalogue: protocol::dialect("usi").expect("a dialect").catalogue(),
        baseline: None,
        style: Style::FILE,
    };
    let mut out = Vec::new();
    (format.render)(&report, &mut out).expect("it is written");
    String::from_utf8(out).expect("it is text")
}
