//! `kentei explore`: plays generated sessions until the time is over.

mod save;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::dialect::{self, Libraries};
use super::plan::{Shared, plan};
use super::{
    engines, fail_on, interrupt, launch, preflight, report, reports, undeclared, unplayed, wanted,
};
use crate::cli::failure::{Exit, Failure};
use crate::cli::screen::{Screen, message};
use crate::cli::{shard, start};
use crate::explore::{self, Covered, Model, Tracker};
use crate::lang::{Text, ToText};
use crate::run::exploration::Exploration;
use crate::run::plan::NoObserver;
use crate::run::result::RunResult;
use crate::run::shards::Shard;
use crate::run::{Explored, Plan};
use crate::scenario::Scenario;

/// `kentei explore` and its flags: those of `kentei run` that are about one engine.
#[derive(Debug, clap::Args)]
#[group(id = "explore")]
pub(in crate::cli) struct Args {
    /// For how long, such as `10m` or `90s`. Sessions that are running then are completed. Ctrl-C ends it earlier,
    /// and the results so far are reported
    #[arg(long = "for", value_name = "DURATION", value_parser = start::duration, default_value = "60s")]
    length: Duration,
    /// Continue after this round of an earlier exploration with the same seed; the last line that it wrote to
    /// standard error shows the round
    #[arg(long, value_name = "N", default_value = "0", value_parser = round)]
    after_round: u64,
    /// Continue after the last complete round of the exploration in this JSON report, with its seed
    #[arg(long, value_name = "REPORT.json", conflicts_with_all = ["seed", "after_round"])]
    resume: Option<PathBuf>,
    /// At the end, reduce one session for each broken clause, and write it into this folder as a scenario and as a
    /// script in Python that shows the fault without kentei
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    #[command(flatten)]
    run: super::Args,
}

/// Whether the user has typed a flag.
type IsTyped = fn(&super::Args) -> bool;

/// Flags of `kentei run` that cannot be used here, by their ids.
const UNUSED: [(&str, IsTyped); 16] = [
    ("all", |args| args.all),
    ("filter", |args| !args.filter.is_empty()),
    ("scenarios", |args| !args.scenarios.is_empty()),
    ("no_generated", |args| args.no_generated),
    ("repeat", |args| args.repeat > 1),
    ("race_offset", |args| args.race_offset.is_some()),
    ("max_time", |args| args.max_time.is_some()),
    ("max_fail", |args| args.inner_loop.max_fail.is_some()),
    ("durations", |args| args.shard.has_durations()),
    ("quick", |args| args.inner_loop.quick),
    ("last_failed", |args| args.inner_loop.last_failed),
    ("watch", |args| args.inner_loop.watch),
    ("dry_run", |args| args.inner_loop.dry_run),
    ("baseline", |args| args.baseline.is_some()),
    ("snapshots", |args| args.snapshots.is_some()),
    ("update_known", |args| args.update_known),
];

/// Hides these flags in `--help`.
pub(in crate::cli) fn hidden(argument: clap::Arg) -> clap::Arg {
    let unused = UNUSED.iter().any(|(id, _)| *id == argument.get_id().as_str());
    if unused { argument.hide(true) } else { argument }
}

pub(in crate::cli) const AFTER_HELP: &str = "\
Examples:
  kentei explore ./my-engine --for 10m
  kentei explore ./my-engine --for 1h --seed 7 --report html=report.html
  kentei explore ./my-engine --for 10m --save faults      a short script for each broken clause
  kentei explore ./my-engine --for 1h --resume old.json   continues after the rounds of old.json
  kentei explore ./my-engine --for 30m --shard 2/4        one of four machines; each plays other sessions
  kentei run ./my-engine --filter usi/generated/7-1-12    plays one session again

Exit codes:
  0  conformant    1  not conformant    2  bad input    3  could not judge";

pub(in crate::cli) fn run(args: Args, screen: &Screen) -> Result<Exit, Failure> {
    let Args { length, mut after_round, resume, save, run: mut args } = args;
    refuse(&args)?;
    let before = resume.as_deref().map(resumed).transpose()?;
    if let Some((run, exploration)) = &before {
        args.seed = Some(run.seed);
        after_round = exploration.rounds;
    }
    let part = args.shard.take();
    if part.is_some() && args.seed.is_none() {
        args.seed = Some(shard::SEED);
    }
    let args = &args;
    let sinks = reports::sinks(&args.report)?;
    if let Some(path) = &resume {
        reports::keep(path, sinks.iter().map(|sink| &sink.target))?;
    }
    let named = engines::find("explore", &wanted(args), args.engine_file.as_deref(), screen)?;
    let shared = Shared::new(args);
    let _guard = interrupt::listen(&shared.cancel)?;
    let libraries = Libraries::default();
    let chosen = dialect::choose(args, named.as_ref(), &shared, &libraries, screen)?;
    let library = |dialect| libraries.shown(args, dialect, screen);
    let plan = plan(args, named.as_ref(), chosen.dialects[0], &shared, &library)?;
    let Some(model) = Model::of(plan.dialect, plan.profile) else {
        let text =
            say!("there is no model of a client of {dialect} yet", dialect = plan.dialect.name());
        return Err(Failure::bad_input(text));
    };
    if let (Some(path), Some((run, _))) = (&resume, &before) {
        fits(path, run, &plan)?;
    }
    preflight::check(plan.jobs)?;
    if let Some(failure) = chosen.unanswered {
        let reason = failure.message.clone();
        return Err(unplayed(args, screen, &plan, reason, failure));
    }
    undeclared::check(args, named.as_ref(), &plan)?;
    let mut source = Source::new(&plan, &model, length, after_round, part, args.quiet);
    let played = crate::run::explore(&plan, &mut |explored| source.next(explored), &NoObserver);
    let (mut result, explored) = match played {
        Ok(played) => played,
        Err(error) => {
            let reason = error.to_text();
            return Err(unplayed(args, screen, &plan, reason, launch::failed(&error)));
        }
    };
    source.update(&explored);
    result.engine.also_speaks = chosen.also.iter().map(|name| (*name).to_owned()).collect();
    let known = named.as_ref().map_or_else(Vec::new, |named| named.entry.known_in(plan.dialect));
    let earlier = before.map_or((0, 0), |(_, earlier)| (earlier.sessions, earlier.broken));
    result.exploration = Some(Exploration {
        rounds: source.played,
        sessions: earlier.0 + explored.sessions,
        broken: earlier.1 + explored.broken,
    });
    crate::run::weigh_known(&mut result, known);
    report(args, screen, &plan, &result, None, &sinks)?;
    if let Some(folder) = save {
        save::all(&folder, &plan, &result)?;
    }
    Ok(fail_on::exit(&result))
}

/// Reads the number of a round. No exploration comes near the largest one.
fn round(text: &str) -> Result<u64, Text> {
    text.parse::<u32>().map(u64::from).map_err(|_| say!("expected a whole number"))
}

/// Reads the report of an exploration, and the rounds that it reached.
fn resumed(path: &Path) -> Result<(RunResult, Exploration), Failure> {
    let run = reports::read(path)?;
    let is_round = |exploration: &Exploration| exploration.rounds <= u64::from(u32::MAX);
    let Some(exploration) = run.exploration.filter(is_round) else {
        let text =
            say!("\"{file}\" is not a report of kentei explore", file = reports::shown(path));
        return Err(Failure::bad_input(text));
    };
    Ok((run, exploration))
}

/// Refuses the report of another dialect or profile.
fn fits(path: &Path, run: &RunResult, plan: &Plan) -> Result<(), Failure> {
    if (run.dialect, run.profile.as_str()) == (plan.dialect.name(), plan.profile) {
        return Ok(());
    }
    let text = say!(
        "\"{file}\" is about {dialect} in profile {profile}",
        file = reports::shown(path),
        dialect = run.dialect,
        profile = run.profile.clone()
    );
    Err(Failure::bad_input(text))
}

/// Refuses flags that would have no effect.
fn refuse(args: &super::Args) -> Result<(), Failure> {
    let typed = UNUSED.iter().find(|(_, is_typed)| is_typed(args));
    let flag = match typed {
        Some((id, _)) => format!("--{}", id.replace('_', "-")),
        None if dialect::every(args) => "--dialect all".to_owned(),
        None => return Ok(()),
    };
    Err(Failure::bad_input(say!("{flag} cannot be used with explore", flag)))
}

/// The source of sessions: round after round, in batches.
struct Source<'a> {
    plan: &'a Plan,
    model: &'a Model,
    tracker: Tracker,
    begun: Instant,
    length: Duration,
    /// The round that was generated last.
    round: u64,
    left: Vec<explore::Session>,
    /// The last round whose sessions were all played.
    played: u64,
    part: Option<Shard>,
    quiet: bool,
}

impl<'a> Source<'a> {
    fn new(
        plan: &'a Plan,
        model: &'a Model,
        length: Duration,
        round: u64,
        part: Option<Shard>,
        quiet: bool,
    ) -> Self {
        let tracker = Tracker::new(model);
        let (begun, left) = (Instant::now(), Vec::new());
        Self { plan, model, tracker, begun, length, round, left, played: round, part, quiet }
    }

    /// The next sessions; empty when the time is over. Prints a line about the sessions before, unless they were the
    /// last ones.
    fn next(&mut self, explored: &Explored) -> Vec<Scenario> {
        // The sessions of the batch before were played. Those of the last batch were not if the user ended it.
        self.played = self.round - u64::from(!self.left.is_empty());
        if !self.has_time() {
            return Vec::new();
        }
        if explored.sessions > 0 {
            self.update(explored);
        }
        // A batch is large enough that the slowest session is not waited for alone.
        let wanted = 3 * self.plan.jobs;
        while self.left.len() < wanted && self.has_time() {
            self.round += 1;
            let mut all = explore::round(self.model, self.plan.seed, self.round);
            if let Some(part) = self.part {
                let mut number = 0;
                all.retain(|_| {
                    number += 1;
                    (number - 1 + self.round) % u64::from(part.of) == u64::from(part.index - 1)
                });
            }
            self.left.extend(all);
        }
        let batch: Vec<explore::Session> = self.left.drain(..wanted.min(self.left.len())).collect();
        batch.iter().for_each(|session| self.tracker.add(self.model, session));
        explore::scenarios(self.plan.dialect, &batch)
    }

    /// Whether the exploration goes on: its time is not over, and the user has not ended it.
    fn has_time(&self) -> bool {
        self.begun.elapsed() < self.length && !self.plan.cancel.load(Ordering::Relaxed)
    }

    /// Prints the progress.
    fn update(&self, explored: &Explored) {
        if self.quiet {
            return;
        }
        let Covered { pairs, of_pairs, triples, of_triples } = self.tracker.covered();
        let seconds = explored.elapsed.as_secs_f64().max(0.001);
        let rate = explored.sessions as f64 / seconds;
        message(&say!(
            "{sessions} sessions in {seconds} s ({rate}/s), {broken} of them with findings; seed {seed}, round {round}; \
             sent so far: {pairs} of {of_pairs} pairs and {triples} of {of_triples} triples of choices",
            sessions = explored.sessions,
            seconds = format!("{seconds:.0}"),
            rate = format!("{rate:.1}"),
            seed = self.plan.seed,
            round = self.round,
            pairs,
            of_pairs,
            triples,
            of_triples,
            broken = explored.broken
        ));
    }
}
