//! Which part of a run is played.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::failure::Failure;
use super::reports;
use crate::lang::Text;
use crate::protocol::Limits;
use crate::report::write::Sink;
use crate::run::shards::{PartOf, Shard};
use crate::scenario::Scenario;

/// The default seed of a shard: all shards of a run need the same seed.
pub(super) const SEED: u64 = 1;

#[derive(Debug, clap::Args)]
pub(super) struct Shards {
    /// Play the Ith of N parts of the scenarios, so that several machines can share a run; `kentei merge` combines
    /// their reports into one. Give all shards the same arguments; the default of --seed is then 1
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// A JSON report of an earlier run: its times are used to make the shards equally long. Give all shards the same
    /// report [default: durations are estimated from the scenarios]
    #[arg(long, value_name = "REPORT.json", requires = "shard")]
    durations: Option<PathBuf>,
}

impl Shards {
    /// Whether only a part of the run is played.
    pub(super) fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// Whether the report of an earlier run was given.
    pub(super) fn has_durations(&self) -> bool {
        self.durations.is_some()
    }

    /// Refuses to overwrite the report of the earlier run: the other shards need it too.
    pub(super) fn keep_durations(&self, sinks: &[Sink]) -> Result<(), Failure> {
        match &self.durations {
            Some(path) => reports::keep(path, sinks.iter().map(|sink| &sink.target)),
            None => Ok(()),
        }
    }

    /// Takes the part that is to be played out of the arguments.
    pub(super) fn take(&mut self) -> Option<Shard> {
        self.shard.take()
    }

    /// The scenarios of the part, and the description of the part.
    pub(super) fn part(
        &self,
        scenarios: Vec<Scenario>,
        library: &[Scenario],
        limits: &Limits,
    ) -> Result<(Vec<Scenario>, Option<PartOf>), Failure> {
        let Some(shard) = self.shard else {
            return Ok((scenarios, None));
        };
        let whole = crate::run::with_prerequisites(&scenarios, library);
        let measured = match &self.durations {
            Some(path) => durations(path, &whole)?,
            None => HashMap::new(),
        };
        let own = crate::run::split(&whole, limits, &measured, shard);
        if own.is_empty() {
            let count = whole.len();
            let of = shard.of;
            let text = say!(
                "shard {shard} has no scenario: {count} are divided among {of}",
                shard = shard.to_string(),
                count,
                of
            );
            return Err(Failure::bad_input(text).hint(say!("no more than {count} shards", count)));
        }
        let all = whole.into_iter().map(|scenario| scenario.id).collect();
        Ok((own, Some(PartOf { shard, all })))
    }
}

fn shard(text: &str) -> Result<Shard, Text> {
    let most = Shard::MOST;
    text.parse()
        .map_err(|_| say!("expected I/N, such as 1/3: I from 1 to N, and N at most {most}", most))
}

/// How long each scenario took in an earlier run, without the time that it waited for other engines.
fn durations(path: &Path, scenarios: &[Scenario]) -> Result<HashMap<String, Duration>, Failure> {
    let report = reports::read(path)?;
    let mut known = HashMap::new();
    for reported in report.scenarios {
        let took = reported.took();
        if reported.attempts > 0 && scenarios.iter().any(|one| one.id == reported.id) {
            known.insert(reported.id, took);
        }
    }
    if known.is_empty() {
        return Err(reports::unreadable(path, &say!("it has no scenario of this run")));
    }
    Ok(known)
}
