//! The way back: from a report on the wire to the result of the run, so that every format can be made of it.

mod evidence;
mod names;

use std::path::PathBuf;
use std::time::Duration;

use super::known::{KnownV1, StandingV1};
use super::repeats::{ClauseRepeatsV1, RepeatsV1, ScenarioRepeatsV1};
use super::texts;
use super::types::{
    ClauseV1, ClauseVerdictV1, ClockV1, ConformanceV1, EngineV1, FailOnV1, HostV1, JitterV1,
    LatencyV1, ReportV1, ScenarioV1, SeverityV1, SpentV1, SummaryV1, TimeV1, VerdictV1,
};
use crate::report::Host;
use crate::run::jitter::Jitter;
use crate::run::known::{Known, KnownResult, Standing};
use crate::run::plan::FailOn;
use crate::run::repeats::{ClauseRepeats, Repeats, ScenarioRepeats};
use crate::run::result::{
    ClauseResult, ClockResult, Conformance, EngineInfo, LatencyResult, Margin, Measurement,
    OptionInfo, RunResult, ScenarioResult,
};
use crate::run::shards::{PartOf, Shard};
use crate::run::time_use::{Spent, TimeUse};
use crate::snapshot::result::SnapshotsResult;
use crate::transcript::Transcript;
use crate::verdict::{Severity, Verdict};
use names::Names;
pub use names::Unknown;

impl ReportV1 {
    /// The run that was reported, and the machine that it was made on. A report of the result is this report
    /// again, but for the version of the program, which is that of the one that writes.
    ///
    /// # Errors
    ///
    /// If it names a dialect, a clause, a rule, a latency or a game that this kentei does not have: it was made
    /// by another version, or by hand.
    pub fn into_run(self) -> Result<(RunResult, Host), Unknown> {
        let names = Names::of(&self.dialect)?;
        let jitter = self.host.jitter.as_ref().map(Jitter::from);
        let host = host(self.host);
        let scenarios = self.scenarios.into_iter();
        let scenarios = scenarios.map(|one| scenario(one, &names));
        let clauses = self.clauses.iter().map(|one| clause(one, &names));
        let known = self.known_failures.into_iter();
        let known = known.map(|one| known_result(one, &names));
        let latencies = self.latencies.iter().map(|one| latency(one, &names));
        let run = RunResult {
            engine: EngineInfo::from(self.engine),
            dialect: names.dialect(),
            profile: names.profile(&self.profile)?.to_owned(),
            verdict: match self.verdict {
                ConformanceV1::Conformant => Conformance::Conformant,
                ConformanceV1::Nonconformant => Conformance::Nonconformant,
                ConformanceV1::Inconclusive => Conformance::Inconclusive,
            },
            reason: self.reason.map(|told| texts::back(told, self.reason_said)),
            scenarios: scenarios.collect::<Result<_, _>>()?,
            clauses: clauses.collect::<Result<_, _>>()?,
            known: known.collect::<Result<_, _>>()?,
            latencies: latencies.collect::<Result<_, _>>()?,
            clocks: self.clocks.into_iter().map(ClockResult::from).collect(),
            jitter,
            repeats: match self.repeats {
                Some(told) => Some(repeats(told, &names)?),
                None => None,
            },
            elapsed: time(self.elapsed_ms),
            time: TimeUse::from(self.time),
            jobs: number(self.jobs),
            limits_scale: self.limits_scale,
            seed: self.seed,
            fail_on: match self.fail_on {
                FailOnV1::Fail => FailOn::Fail,
                FailOnV1::Warn => FailOn::Warn,
                FailOnV1::Never => FailOn::Never,
            },
            filtered: self.filtered,
            quick: self.quick,
            part: self.shard.map(|told| PartOf {
                shard: Shard { index: told.index, of: told.of },
                all: told.all,
            }),
            replay: self.replay,
            interrupted: self.interrupted,
            snapshots: self.snapshots.map(SnapshotsResult::from),
        };
        Ok((run, host))
    }
}

fn host(host: HostV1) -> Host {
    Host { os: host.os, arch: host.arch, cores: number(host.cores) }
}

fn scenario(told: ScenarioV1, names: &Names) -> Result<ScenarioResult, Unknown> {
    let clauses = told.clauses.iter().map(|id| names.clause(id));
    let findings = told.findings.into_iter();
    let findings = findings.map(|one| evidence::finding(one, names));
    let events = told.transcript.into_iter().map(evidence::event);
    let measurements = told
        .measurements
        .into_iter()
        .map(|one| Measurement { name: one.name, took: time(one.took_ms) });
    Ok(ScenarioResult {
        bundled: told.bundled.unwrap_or_else(|| names.is_below_bundled_root(&told.file)),
        id: told.id,
        title: told.title,
        file: PathBuf::from(told.file),
        clauses: clauses.collect::<Result<_, _>>()?,
        verdict: Verdict::from(told.verdict),
        reason: told.reason.map(|reason| texts::back(reason, told.reason_said)),
        duration: time(told.duration_ms),
        spent: Spent::from(told.spent),
        along: told.along,
        behind: told.behind,
        attempts: told.attempts,
        failed_attempts: told.failed_attempts,
        reached_end: told.reached_end,
        findings: findings.collect::<Result<_, _>>()?,
        transcript: Transcript {
            events: events.collect(),
            dropped: count(told.transcript_dropped),
            cut: count(told.transcript_cut),
            windows: told.windows.into_iter().map(evidence::window).collect(),
        },
        normal: None,
        measurements: measurements.collect(),
        races: told.races.into_iter().map(evidence::race).collect(),
        stopped_at_line: told.stopped_at_line,
    })
}

fn clause(told: &ClauseV1, names: &Names) -> Result<ClauseResult, Unknown> {
    Ok(ClauseResult {
        clause: names.clause(&told.id)?,
        worst: match told.verdict {
            ClauseVerdictV1::Fail => Some(Severity::Fail),
            ClauseVerdictV1::Warn => Some(Severity::Warn),
            ClauseVerdictV1::Info => Some(Severity::Info),
            ClauseVerdictV1::Pass | ClauseVerdictV1::Watched => None,
        },
        exercised: told.exercised,
        findings: told.findings,
    })
}

fn known_result(told: KnownV1, names: &Names) -> Result<KnownResult, Unknown> {
    let clause = told.clause.as_deref().map(|id| names.clause(id));
    Ok(KnownResult {
        known: Known {
            clause: clause.transpose()?,
            scenario: told.scenario,
            reason: told.reason,
            place: told.place,
        },
        standing: match told.standing {
            StandingV1::Seen => Standing::Seen,
            StandingV1::Stale => Standing::Stale,
            StandingV1::Unknown => Standing::Unknown,
        },
        findings: told.findings,
    })
}

fn latency(told: &LatencyV1, names: &Names) -> Result<LatencyResult, Unknown> {
    let known = names.latency(&told.name)?;
    Ok(LatencyResult {
        name: known.name,
        from: known.from,
        to: known.to,
        count: told.n,
        kept: told.kept,
        min: time(told.min_ms),
        median: time(told.median_ms),
        p95: time(told.p95_ms),
        max: time(told.max_ms),
        spread: told.spread_ms.iter().copied().map(time).collect(),
        samples: told.samples_ms.iter().copied().map(time).collect(),
    })
}

fn repeats(told: RepeatsV1, names: &Names) -> Result<Repeats, Unknown> {
    let clauses = told.clauses.iter().map(|one| clause_repeats(one, names));
    Ok(Repeats {
        asked: told.asked,
        complete: told.complete,
        scenarios: told.scenarios.into_iter().map(ScenarioRepeats::from).collect(),
        clauses: clauses.collect::<Result<_, _>>()?,
    })
}

fn clause_repeats(told: &ClauseRepeatsV1, names: &Names) -> Result<ClauseRepeats, Unknown> {
    Ok(ClauseRepeats {
        clause: names.clause(&told.id)?,
        worst: Severity::from(told.severity),
        broken: told.broken,
        unsettled: told.unsettled,
        of: told.of,
        broken_in: told.broken_in.clone(),
        unsettled_in: told.unsettled_in.clone(),
    })
}

impl From<ScenarioRepeatsV1> for ScenarioRepeats {
    fn from(told: ScenarioRepeatsV1) -> Self {
        let counts = Verdict::ALL.into_iter();
        let counts = counts.map(|verdict| (verdict, told.verdicts.of_verdict(verdict)));
        Self { id: told.id, counts: counts.filter(|(_, count)| *count > 0).collect() }
    }
}

impl SummaryV1 {
    fn of_verdict(&self, verdict: Verdict) -> u32 {
        let count = match verdict {
            Verdict::Pass => self.pass,
            Verdict::Warn => self.warn,
            Verdict::Fail => self.fail,
            Verdict::Flaky => self.flaky,
            Verdict::Skip => self.skip,
            Verdict::Blocked => self.blocked,
            Verdict::Inconclusive => self.inconclusive,
            Verdict::Error => self.error,
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

impl From<EngineV1> for EngineInfo {
    fn from(told: EngineV1) -> Self {
        let options = told.options.into_iter().map(|option| OptionInfo {
            name: option.name,
            kind: option.kind,
            default: option.default,
            min: option.min,
            max: option.max,
            choices: option.choices,
        });
        Self {
            command: told.command,
            built_in: told.built_in,
            name: told.name,
            author: told.author,
            options: options.collect(),
            options_cut: count(told.options_cut),
        }
    }
}

impl From<ClockV1> for ClockResult {
    fn from(told: ClockV1) -> Self {
        let margin = |ms: f64| Margin((ms * 1000.0).round() as i64);
        Self {
            clock: told.clock,
            searches: told.n,
            over: told.over,
            median: margin(told.median_ms),
            max: margin(told.max_ms),
            margins: told.margins_ms.into_iter().map(margin).collect(),
        }
    }
}

impl From<&JitterV1> for Jitter {
    fn from(told: &JitterV1) -> Self {
        let us = |micros: f64| Duration::from_nanos((micros * 1000.0).round() as u64);
        Self {
            count: told.n,
            median: us(told.median_us),
            p95: us(told.p95_us),
            max: us(told.max_us),
        }
    }
}

impl From<SpentV1> for Spent {
    fn from(told: SpentV1) -> Self {
        Self {
            processes: told.starts,
            shared: told.starts_saved,
            starting: time(told.starting_ms),
            windows: time(told.windows_ms),
            replies: time(told.replies_ms),
            leaving: time(told.leaving_ms),
            queued: time(told.queued_ms),
        }
    }
}

impl From<TimeV1> for TimeUse {
    fn from(told: TimeV1) -> Self {
        let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            spent: Spent {
                processes: count(told.starts),
                shared: count(told.starts_saved),
                starting: time(told.starts_ms),
                windows: time(told.windows_ms),
                replies: time(told.replies_ms),
                leaving: time(told.leaving_ms),
                queued: time(told.queued_ms),
            },
            chain: told.critical_path,
            chain_length: time(told.critical_path_ms),
        }
    }
}

impl From<VerdictV1> for Verdict {
    fn from(told: VerdictV1) -> Self {
        match told {
            VerdictV1::Pass => Self::Pass,
            VerdictV1::Warn => Self::Warn,
            VerdictV1::Fail => Self::Fail,
            VerdictV1::Flaky => Self::Flaky,
            VerdictV1::Skip => Self::Skip,
            VerdictV1::Blocked => Self::Blocked,
            VerdictV1::Inconclusive => Self::Inconclusive,
            VerdictV1::Error => Self::Error,
        }
    }
}

impl From<SeverityV1> for Severity {
    fn from(told: SeverityV1) -> Self {
        match told {
            SeverityV1::Skip => Self::Skip,
            SeverityV1::Info => Self::Info,
            SeverityV1::Warn => Self::Warn,
            SeverityV1::Fail => Self::Fail,
        }
    }
}

/// A time of a report, which is in milliseconds to the microsecond. Below zero there is none, and a report that
/// somebody wrote by hand is not to bring sums of times beyond what they hold.
fn time(ms: f64) -> Duration {
    const LONGEST: f64 = 1e15;
    Duration::from_micros((ms * 1000.0).round().clamp(0.0, LONGEST) as u64)
}

fn number(told: u64) -> usize {
    usize::try_from(count(told)).unwrap_or(usize::MAX)
}

/// A count of a report, below what sums of counts can hold.
fn count(told: u64) -> u64 {
    const MOST: u64 = 1 << 48;
    told.min(MOST)
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
