//! Runs made by hand, for the tests of all formats.

mod hostile;
mod known;
mod repeated;
mod snapshots;
mod transcripts;

use std::path::PathBuf;
use std::time::Duration;

use super::engine_comparison::{EngineComparison, Member};
use super::{Report, Style};
use crate::lang::Text;
use crate::protocol::DeclaredOption;
use crate::protocol::catalogue::Document;
use crate::protocol::{Catalogue, Clause, ClauseMappings};
use crate::run::plan::FailOn;
use crate::run::result::{
    ClauseResult, Conformance, EngineInfo, Host, LatencyResult, Measurement, RunResult,
    ScenarioResult, Tool,
};
use crate::run::started::Started;
use crate::run::time_use::{Spent, TimeUse};
use crate::transcript::{EventId, Transcript, WindowKind};
use crate::verdict::{ClauseId, Finding, PositionEvidence, Severity, Verdict, Watcher};

/// A catalogue of three clauses.
pub(crate) fn catalogue() -> Catalogue {
    let clause = |id, title: &str, requirement: &str, source: &str| Clause {
        id: ClauseId(id),
        title: title.to_owned(),
        binds: "engine".to_owned(),
        sources: vec![format!("D {source}"), format!("S {source}")],
        strength: "MUST".to_owned(),
        basis: "explicit".to_owned(),
        agreement: "agree".to_owned(),
        requirement: requirement.to_owned(),
        stimulus: None,
        expected: None,
        forbidden: None,
        time_bound: None,
        testable: "yes".to_owned(),
        why_limited: None,
        severities: vec![Severity::Fail],
        grey_areas: Vec::new(),
        defects: Vec::new(),
        when_broken: None,
        doc: None,
    };
    let boot = clause(
        "USI-BOOT-04",
        "usiok ends the handshake",
        "usi is answered with usiok, after all id and option lines.",
        "5.3b usiok",
    );
    let mut ponder = clause(
        "USI-PON-01",
        "go ponder holds back bestmove",
        "While pondering no bestmove is sent before stop or ponderhit, even if the position is \
         already mate.",
        "5.3a go ponder",
    );
    ponder.when_broken = Some(
        "The GUI takes the early bestmove for its own move of the next turn: the game is lost by an \
         illegal move."
            .to_owned(),
    );
    let info = clause("USI-INFO-07", "pv comes last", "pv is the last word of info.", "5.3b info");
    Catalogue {
        documents: vec![Document {
            id: "D".to_owned(),
            title: "The draft".to_owned(),
            about: "Cited by its sections.".to_owned(),
            japanese: ["原案".to_owned(), "節の番号で引用する。".to_owned()],
        }],
        violations: ClauseMappings::default(),
        japanese: None,
        profiles: vec![("core", "the default".to_owned())],
        clauses: vec![boot, ponder, info],
    }
}

/// The report of a run, without a baseline, in the style of files.
pub(crate) fn report<'a>(run: &'a RunResult, catalogue: &'a Catalogue) -> Report<'a> {
    Report { run, catalogue, baseline: None, style: Style::FILE }
}

/// The report of several runs with names.
pub(crate) fn engine_comparison<'a>(
    runs: &'a [(String, RunResult)],
    catalogue: &'a Catalogue,
) -> EngineComparison<'a> {
    static OTHER: std::sync::LazyLock<Catalogue> = std::sync::LazyLock::new(|| {
        let mut other = self::catalogue();
        other.clauses.truncate(1);
        other.clauses[0].id = ClauseId("UCI-BOOT-04");
        other
    });
    let members = runs.iter().map(|(name, run)| Member {
        name,
        run,
        catalogue: if run.dialect == "uci" { &OTHER } else { catalogue },
    });
    EngineComparison { members: members.collect(), style: Style::FILE }
}

/// A conformant engine, a broken one, one of another dialect, and one that did not start.
pub(crate) fn engines() -> Vec<(String, RunResult)> {
    let mut other = conformant();
    other.dialect = "uci";
    for scenario in &mut other.scenarios {
        scenario.clauses = vec![ClauseId("UCI-BOOT-04")];
    }
    let mut absent = run(Conformance::Inconclusive, Vec::new());
    absent.reason = Some(Text::plain("cannot start engine \"x\": no such file"));
    absent.clauses.clear();
    [("sound", conformant()), ("broken", broken()), ("other", other), ("absent", absent)]
        .map(|(name, run)| (name.to_owned(), run))
        .into()
}

/// A finding of a script step.
pub(crate) fn finding(clause: &'static str, severity: Severity, events: &[usize]) -> Finding {
    Finding {
        clause: ClauseId(clause),
        severity,
        watcher: Watcher::Expectation,
        violation: None,
        expected: Text::plain("no bestmove before stop or ponderhit"),
        got: Text::plain("bestmove 2g2f ponder 3c3d"),
        message: Text::plain("bestmove came while the engine was asked to ponder"),
        events: events.iter().copied().map(EventId).collect(),
        columns: None,
        scenario_line: Some(9),
        at: Duration::from_millis(744),
        timing: false,
        over: None,
        position: None,
        clock: None,
        known: None,
        notes: Vec::new(),
    }
}

/// A position in which the engine put a second pawn on a file.
pub(crate) fn position() -> PositionEvidence {
    PositionEvidence {
        game: "shogi",
        form: "sfen",
        notation: "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"
            .to_owned(),
        side_to_move: "white",
        last_move: Some("6b7b+".to_owned()),
        illegal_move: Some("P*5g".to_owned()),
        squares: vec!["5d".to_owned()],
    }
}

/// A scenario without findings and events.
pub(crate) fn scenario(id: &str, verdict: Verdict) -> ScenarioResult {
    ScenarioResult {
        id: id.to_owned(),
        title: format!("About {id}"),
        file: PathBuf::from(format!("{id}.yaml")),
        bundled: true,
        clauses: vec![ClauseId("USI-PON-01")],
        verdict,
        reason: None,
        duration: Duration::from_millis(12),
        prerequisite_only: false,
        preceded_by: Vec::new(),
        spent: Spent {
            processes: 1,
            shared: 0,
            starting: Duration::from_millis(4),
            windows: Duration::from_millis(5),
            replies: Duration::from_millis(1),
            leaving: Duration::from_millis(1),
            queued: Duration::ZERO,
        },
        attempts: 1,
        failed_attempts: 0,
        reached_end: true,
        unread: false,
        findings: Vec::new(),
        transcript: Transcript::default(),
        normal: None,
        measurements: Vec::new(),
        races: Vec::new(),
        stopped_at_line: None,
    }
}

/// A run of these scenarios.
pub(crate) fn run(verdict: Conformance, scenarios: Vec<ScenarioResult>) -> RunResult {
    let clause = |id, worst, exercised| ClauseResult {
        clause: ClauseId(id),
        worst,
        exercised,
        findings: u32::from(worst.is_some()),
    };
    RunResult {
        tool: Tool::this(),
        host: Host { os: "linux".to_owned(), arch: "x86_64".to_owned(), cores: 2, jitter: None },
        engine: EngineInfo {
            also_speaks: Vec::new(),
            command: vec!["./my engine".to_owned(), "--fast".to_owned()],
            built_in: false,
            name: Some("Sample 1.0".to_owned()),
            author: Some("N. N.".to_owned()),
            options: vec![DeclaredOption {
                name: "USI_Hash".to_owned(),
                kind: "spin".to_owned(),
                default: Some("16".to_owned()),
                min: Some(1),
                max: Some(1024),
                choices: Vec::new(),
            }],
            options_cut: 0,
        },
        dialect: "usi",
        profile: "core".to_owned(),
        verdict,
        reason: None,
        scenarios,
        known: Vec::new(),
        clauses: vec![
            clause("USI-BOOT-04", None, 1),
            clause("USI-PON-01", Some(Severity::Fail), 2),
            clause("USI-INFO-07", None, 0),
        ],
        latencies: Vec::new(),
        clocks: Vec::new(),
        repeats: None,
        started: Started::try_from("2026-11-23T19:14:02Z".to_owned()).ok(),
        elapsed: Duration::from_millis(8312),
        time: TimeUse {
            spent: Spent {
                processes: 5,
                shared: 0,
                starting: Duration::from_millis(310),
                windows: Duration::from_millis(7000),
                replies: Duration::from_millis(1250),
                leaving: Duration::from_millis(15),
                queued: Duration::from_millis(420),
            },
            chain: vec!["usi/boot/handshake".to_owned(), "usi/go/byoyomi".to_owned()],
            chain_length: Duration::from_millis(8100),
            overhead: Duration::from_millis(212),
        },
        jobs: 2,
        limits_scale: 1.0,
        seed: 7,
        fail_on: FailOn::Fail,
        filtered: false,
        quick: false,
        part: None,
        exploration: None,
        replay: ["--dialect", "usi", "--profile", "core", "./my engine", "--", "--fast"]
            .map(str::to_owned)
            .to_vec(),
        interrupted: false,
        snapshots: None,
    }
}

pub(crate) use hostile::{HOSTILE, hostile, written_by_engine};
pub(crate) use known::{STALE, stale};
pub(crate) use repeated::repeated;
pub(crate) use snapshots::snapshots;
pub(crate) use transcripts::{transcript, window};

/// A latency with these values in microseconds: minimum, median, 95th percentile, maximum.
fn latency(
    name: &'static str,
    [from, to]: [&'static str; 2],
    count: u64,
    micros: [u64; 4],
) -> LatencyResult {
    let [min, median, p95, max] = micros.map(Duration::from_micros);
    LatencyResult {
        name,
        from,
        to,
        count,
        kept: count.min(100_000),
        min,
        median,
        p95,
        max,
        spread: vec![min, median, p95, max],
        samples: Vec::new(),
    }
}

/// A run without problems.
pub(crate) fn conformant() -> RunResult {
    let mut measured = scenario("usi/stop/infinite", Verdict::Pass);
    measured
        .measurements
        .push(Measurement { name: "stop".to_owned(), took: Duration::from_micros(3210) });
    let mut skipped = scenario("usi/ponder/hold", Verdict::Skip);
    skipped.reason = Some(say!("the engine does not offer {name}", name = "ponder"));
    let boot = scenario("usi/boot/handshake", Verdict::Pass);
    let mut run = run(Conformance::Conformant, vec![boot, skipped, measured]);
    run.latencies = vec![
        latency("readyok", ["isready", "readyok"], 312, [120, 410, 2250, 8_301_700]),
        latency("stop", ["stop", "bestmove"], 130_000, [90, 1040, 15_020, 20_000]),
    ];
    run
}

/// A run with one problem of each kind.
pub(crate) fn broken() -> RunResult {
    let mut hold = scenario("usi/ponder/hold-small-clock", Verdict::Fail);
    hold.duration = Duration::from_millis(1520);
    hold.transcript = transcript(
        "0 > usi\n3 < id name Sample 1.0\n3 < id author N. N.\n4 < usiok\n5 > isready\n\
         90 < readyok\n91 . step 7\n91 > position startpos moves 7g7f 8c8d\n\
         91 + go ponder btime 0 wtime 0 byoyomi 500\n120 < info depth 1 score cp 35 pv 2g2f\n\
         150 ! thinking\n744 < bestmove 2g2f ponder 3c3d\n1500 > stop",
    );
    hold.transcript.windows = vec![
        window(WindowKind::Reply, &["usiok"], [0, 5000, 4], 5),
        window(WindowKind::Reply, &["readyok"], [5, 30_005, 90], 5),
        window(WindowKind::Silence, &["bestmove"], [91, 1591, 744], 9),
    ];
    let mut found = finding("USI-PON-01", Severity::Fail, &[8, 11]);
    found.columns = Some((0, 8));
    found.notes = vec![Text::plain("seen 2 times in this scenario")];
    found.position = Some(position());
    hold.findings = vec![found, finding("USI-INFO-07", Severity::Warn, &[9])];
    hold.findings[1].watcher = Watcher::Rule("info-in-search");
    hold.findings[1].message = Text::plain("score stands after pv");

    let mut again = scenario("usi/ponder/hold-mate[in one]", Verdict::Fail);
    again.findings = vec![finding("USI-PON-01", Severity::Fail, &[])];
    let mut noise = scenario("usi/go/movetime", Verdict::Pass);
    noise.findings = vec![finding("USI-BOOT-04", Severity::Info, &[])];
    noise.findings[0].message = Text::plain("the engine writes blank lines while it boots");
    let mut flaky = scenario("usi/go/byoyomi", Verdict::Flaky);
    (flaky.attempts, flaky.failed_attempts) = (3, 1);
    flaky.findings = vec![finding("USI-PON-01", Severity::Fail, &[])];
    flaky.findings[0].message = Text::plain("bestmove came 40 ms late");
    let boot = scenario("usi/boot/handshake", Verdict::Pass);
    run(Conformance::Nonconformant, vec![boot, flaky, noise, again, hold])
}

/// A run with a program that is not an engine.
pub(crate) fn no_engine(text: &str) -> RunResult {
    let mut boot = scenario("usi/boot/handshake", Verdict::Fail);
    boot.transcript = transcript(text);
    boot.findings = vec![finding("USI-BOOT-04", Severity::Fail, &[])];
    boot.findings[0].message = Text::plain("usi was not answered with usiok");
    boot.findings[0].expected = Text::plain("usiok");
    boot.findings[0].got = Text::EMPTY;
    boot.findings[0].at = Duration::from_millis(5001);
    let blocked = |number| {
        let mut blocked = scenario(&format!("usi/go/{number}"), Verdict::Blocked);
        blocked.reason = Some(Text::plain("usi/boot/handshake failed"));
        blocked.duration = Duration::ZERO;
        blocked
    };
    let mut scenarios = vec![boot];
    scenarios.extend((1..=5).map(blocked));
    let mut run = run(Conformance::Nonconformant, scenarios);
    run.engine = EngineInfo { command: vec!["cat".to_owned()], ..EngineInfo::default() };
    run.replay = ["cat", "--dialect", "usi"].map(str::to_owned).to_vec();
    run
}
