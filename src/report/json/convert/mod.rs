//! From the result of a run to its form on the wire.

mod transcript;

use std::time::Duration;

use crate::report::Host;
use crate::report::json::known::{self, KnownV1};
use crate::report::json::repeats::RepeatsV1;
use crate::report::json::snapshots::SnapshotsV1;
use crate::report::json::texts::{SaidV1, TextV1};
use crate::report::json::types::{
    ClauseV1, ClauseVerdictV1, ClockUseV1, ClockV1, ConformanceV1, EngineV1, EventV1, FailOnV1,
    FindingV1, HostV1, JitterV1, LatencyV1, MeasurementV1, OptionV1, PositionV1, RaceRoundV1,
    RaceV1, ReportV1, ScenarioV1, SeverityV1, ShardV1, SpentV1, SummaryV1, TimeV1, ToolV1,
    UnexaminedV1, VerdictV1, WindowV1,
};
use crate::report::unexamined::Unexamined;
use crate::run::jitter::Jitter;
use crate::run::plan::FailOn;
use crate::run::race_result::RaceResult;
use crate::run::result::{
    ClauseResult, ClockResult, EngineInfo, LatencyResult, Margin, RunResult, ScenarioResult,
};
use crate::run::time_use::Spent;
use crate::scenario::Offset;
use crate::verdict::{ClockUse, Finding, PositionEvidence, Severity, Verdict, Watcher};

impl ReportV1 {
    /// The report of a run that was made on this host.
    #[must_use]
    pub fn of(run: &RunResult, host: &Host) -> Self {
        let mut report = Self {
            format: "kentei-report".to_owned(),
            version: 1,
            tool: ToolV1::this(),
            host: HostV1 {
                os: host.os.clone(),
                arch: host.arch.clone(),
                cores: host.cores as u64,
                jitter: run.jitter.as_ref().map(JitterV1::from),
            },
            engine: EngineV1::from(&run.engine),
            dialect: run.dialect.to_owned(),
            profile: run.profile.clone(),
            verdict: ConformanceV1::from(run.verdict),
            reason: run.reason.as_ref().map(ToString::to_string),
            reason_said: run.reason.as_ref().and_then(TextV1::of),
            summary: SummaryV1::of(&run.scenarios),
            unexamined: Unexamined::of(run).map(|unexamined| UnexaminedV1 {
                text: unexamined.text().to_string(),
                not_offered: unexamined.not_offered as u64,
                names: unexamined.names,
            }),
            scenarios: run.scenarios.iter().map(ScenarioV1::from).collect(),
            clauses: run.clauses.iter().map(ClauseV1::from).collect(),
            known_failures: run.known.iter().map(KnownV1::from).collect(),
            latencies: run.latencies.iter().map(LatencyV1::from).collect(),
            clocks: run.clocks.iter().map(ClockV1::from).collect(),
            repeats: run.repeats.as_ref().map(RepeatsV1::from),
            seed: run.seed,
            limits_scale: run.limits_scale,
            jobs: run.jobs as u64,
            elapsed_ms: ms(run.elapsed),
            time: TimeV1::of(run),
            fail_on: match run.fail_on {
                FailOn::Fail => FailOnV1::Fail,
                FailOn::Warn => FailOnV1::Warn,
                FailOn::Never => FailOnV1::Never,
            },
            filtered: run.filtered,
            quick: run.quick,
            shard: run.part.as_ref().map(|part| ShardV1 {
                index: part.shard.index,
                of: part.shard.of,
                all: part.all.clone(),
            }),
            replay: run.replay.clone(),
            interrupted: run.interrupted,
            baseline: None,
            snapshots: run.snapshots.as_ref().map(SnapshotsV1::from),
        };
        known::mark(&mut report, run);
        report
    }
}

impl TimeV1 {
    fn of(run: &RunResult) -> Self {
        let time = &run.time;
        Self {
            necessary_ms: ms(time.spent.necessary()),
            windows_ms: ms(time.spent.windows),
            replies_ms: ms(time.spent.replies),
            starts_ms: ms(time.spent.starting),
            starts: u64::from(time.spent.processes),
            starts_saved: u64::from(time.spent.shared),
            leaving_ms: ms(time.spent.leaving),
            queued_ms: ms(time.spent.queued),
            critical_path: time.chain.clone(),
            critical_path_ms: ms(time.chain_length),
            overhead_ms: ms(run.elapsed.saturating_sub(time.chain_length)),
        }
    }
}

/// Milliseconds, to the microsecond.
fn ms(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

impl From<&Jitter> for JitterV1 {
    fn from(jitter: &Jitter) -> Self {
        let us = |time: Duration| time.as_nanos() as f64 / 1000.0;
        Self {
            n: jitter.count,
            median_us: us(jitter.median),
            p95_us: us(jitter.p95),
            max_us: us(jitter.max),
            slack_us: us(jitter.margin()),
        }
    }
}

impl From<&EngineInfo> for EngineV1 {
    fn from(engine: &EngineInfo) -> Self {
        let options = engine.options.iter().map(|option| OptionV1 {
            name: option.name.clone(),
            kind: option.kind.clone(),
            default: option.default.clone(),
            min: option.min,
            max: option.max,
            choices: option.choices.clone(),
        });
        Self {
            command: engine.command.clone(),
            built_in: engine.built_in,
            name: engine.name.clone(),
            author: engine.author.clone(),
            options: options.collect(),
            options_cut: engine.options_cut,
        }
    }
}

impl SummaryV1 {
    fn of(scenarios: &[ScenarioResult]) -> Self {
        Self::count(scenarios.iter().map(|scenario| (scenario.verdict, 1)))
    }

    /// Adds up how often each verdict was.
    pub(super) fn count(verdicts: impl IntoIterator<Item = (Verdict, u64)>) -> Self {
        let mut summary = Self::default();
        for (verdict, times) in verdicts {
            let count = match verdict {
                Verdict::Pass => &mut summary.pass,
                Verdict::Warn => &mut summary.warn,
                Verdict::Fail => &mut summary.fail,
                Verdict::Flaky => &mut summary.flaky,
                Verdict::Skip => &mut summary.skip,
                Verdict::Blocked => &mut summary.blocked,
                Verdict::Inconclusive => &mut summary.inconclusive,
                Verdict::Error => &mut summary.error,
            };
            *count += times;
        }
        summary
    }
}

impl From<&ScenarioResult> for ScenarioV1 {
    fn from(scenario: &ScenarioResult) -> Self {
        let measurements = scenario.measurements.iter().map(|measurement| MeasurementV1 {
            name: measurement.name.clone(),
            took_ms: ms(measurement.took),
        });
        Self {
            id: scenario.id.clone(),
            title: scenario.title.clone(),
            file: scenario.file.to_string_lossy().into_owned(),
            bundled: Some(scenario.bundled),
            clauses: scenario.clauses.iter().map(|clause| clause.0.to_owned()).collect(),
            verdict: VerdictV1::from(scenario.verdict),
            reason: scenario.reason.as_ref().map(ToString::to_string),
            reason_said: scenario.reason.as_ref().and_then(TextV1::of),
            duration_ms: ms(scenario.duration),
            spent: SpentV1::from(&scenario.spent),
            along: scenario.along,
            behind: scenario.behind.clone(),
            attempts: scenario.attempts,
            failed_attempts: scenario.failed_attempts,
            reached_end: scenario.reached_end,
            stopped_at_line: scenario.stopped_at_line,
            findings: scenario.findings.iter().map(FindingV1::from).collect(),
            transcript: scenario.transcript.events.iter().map(EventV1::from).collect(),
            transcript_dropped: scenario.transcript.dropped,
            transcript_cut: scenario.transcript.cut,
            windows: scenario.transcript.windows.iter().map(WindowV1::from).collect(),
            measurements: measurements.collect(),
            races: scenario.races.iter().map(RaceV1::from).collect(),
        }
    }
}

impl From<&Spent> for SpentV1 {
    fn from(spent: &Spent) -> Self {
        Self {
            starts: spent.processes,
            starts_saved: spent.shared,
            starting_ms: ms(spent.starting),
            windows_ms: ms(spent.windows),
            replies_ms: ms(spent.replies),
            leaving_ms: ms(spent.leaving),
            queued_ms: ms(spent.queued),
        }
    }
}

impl From<&RaceResult> for RaceV1 {
    fn from(race: &RaceResult) -> Self {
        let ms = |offset: Offset| match offset {
            Offset::SameWrite => None,
            Offset::Micros(micros) => Some(micros as f64 / 1000.0),
        };
        let rounds = race.rounds.iter().map(|round| RaceRoundV1 {
            wanted_ms: ms(round.wanted),
            offset_ms: ms(round.offset),
            failed: round.failed,
        });
        Self {
            line: race.line,
            sent: race.sent.clone(),
            event: race.event.clone(),
            planned: race.planned,
            failed: race.failed() as u64,
            failure_rate: race.interval(),
            rounds: rounds.collect(),
        }
    }
}

impl From<&Finding> for FindingV1 {
    fn from(finding: &Finding) -> Self {
        let (rule, expectation) = match finding.watcher {
            Watcher::Rule(name) => (Some(name.to_owned()), false),
            Watcher::Expectation => (None, true),
        };
        Self {
            clause: finding.clause.0.to_owned(),
            severity: SeverityV1::from(finding.severity),
            rule,
            expectation,
            violation: finding.violation.clone(),
            expected: finding.expected.to_string(),
            got: finding.got.to_string(),
            message: finding.message.to_string(),
            events: finding.events.iter().map(|id| id.0 as u64).collect(),
            columns: finding.columns.map(|(from, to)| (from as u64, to as u64)),
            scenario_line: finding.scenario_line,
            at_ms: ms(finding.at),
            timing: finding.timing,
            over_ms: finding.over.map(ms),
            position: finding.position.as_ref().map(PositionV1::from),
            clock: finding.clock.as_ref().map(ClockUseV1::from),
            known: None,
            notes: finding.notes.iter().map(ToString::to_string).collect(),
            said: SaidV1::of(finding),
        }
    }
}

impl From<&PositionEvidence> for PositionV1 {
    fn from(position: &PositionEvidence) -> Self {
        Self {
            game: position.game.to_owned(),
            form: position.form.to_owned(),
            notation: position.notation.clone(),
            side_to_move: position.side_to_move.to_owned(),
            last_move: position.last_move.clone(),
            illegal_move: position.illegal_move.clone(),
            squares: position.squares.clone(),
        }
    }
}

impl From<&ClauseResult> for ClauseV1 {
    fn from(clause: &ClauseResult) -> Self {
        let verdict = match clause.worst {
            Some(Severity::Fail) => ClauseVerdictV1::Fail,
            Some(Severity::Warn) => ClauseVerdictV1::Warn,
            Some(Severity::Info) => ClauseVerdictV1::Info,
            Some(Severity::Skip) | None if clause.exercised > 0 => ClauseVerdictV1::Pass,
            Some(Severity::Skip) | None => ClauseVerdictV1::Watched,
        };
        Self {
            id: clause.clause.0.to_owned(),
            verdict,
            exercised: clause.exercised,
            findings: clause.findings,
        }
    }
}

impl From<&LatencyResult> for LatencyV1 {
    fn from(latency: &LatencyResult) -> Self {
        Self {
            name: latency.name.to_owned(),
            from: latency.from.to_owned(),
            to: latency.to.to_owned(),
            n: latency.count,
            kept: latency.kept,
            min_ms: ms(latency.min),
            median_ms: ms(latency.median),
            p95_ms: ms(latency.p95),
            max_ms: ms(latency.max),
            spread_ms: latency.spread.iter().copied().map(ms).collect(),
            samples_ms: latency.samples.iter().copied().map(ms).collect(),
        }
    }
}

impl From<&ClockResult> for ClockV1 {
    fn from(clock: &ClockResult) -> Self {
        let ms = |margin: Margin| margin.0 as f64 / 1000.0;
        Self {
            clock: clock.clock.clone(),
            n: clock.searches,
            over: clock.over,
            median_ms: ms(clock.median),
            max_ms: ms(clock.max),
            margins_ms: clock.margins.iter().copied().map(ms).collect(),
        }
    }
}

impl From<&ClockUse> for ClockUseV1 {
    fn from(search: &ClockUse) -> Self {
        Self {
            clock: search.clock.clone(),
            allowed_ms: ms(search.allowed),
            used_ms: ms(search.used),
        }
    }
}

impl From<Verdict> for VerdictV1 {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Pass => Self::Pass,
            Verdict::Warn => Self::Warn,
            Verdict::Fail => Self::Fail,
            Verdict::Flaky => Self::Flaky,
            Verdict::Skip => Self::Skip,
            Verdict::Blocked => Self::Blocked,
            Verdict::Inconclusive => Self::Inconclusive,
            Verdict::Error => Self::Error,
        }
    }
}

impl From<Severity> for SeverityV1 {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Skip => Self::Skip,
            Severity::Info => Self::Info,
            Severity::Warn => Self::Warn,
            Severity::Fail => Self::Fail,
        }
    }
}
