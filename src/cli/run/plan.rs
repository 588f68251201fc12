//! Makes a [`Plan`] from the command line and the engine file.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use super::{Args, dialect, inner_loop};
use crate::cli::engine_file::Entry;
use crate::cli::engines::Named;
use crate::cli::failure::Failure;
use crate::cli::launch::{self, EngineChoice};
use crate::cli::{names, select, shard};
use crate::explore;
use crate::protocol::{Dialect, Limits};
use crate::run::known::Known;
use crate::run::max_fail::MaxFail;
use crate::run::plan::{Harmless, MaxTime, Plan};
use crate::scenario::Scenario;

/// What the plans of one command have in common.
pub(super) struct Shared {
    seed: u64,
    pub(super) cancel: Arc<AtomicBool>,
    /// Whether there are several engines or dialects, so that a filter may be meant for another one.
    several: bool,
}

impl Shared {
    pub(super) fn new(args: &Args) -> Self {
        Self {
            seed: seed(args),
            cancel: Arc::new(AtomicBool::new(false)),
            several: args.all || dialect::every(args),
        }
    }
}

/// Makes the plan for one engine in one dialect.
pub(super) fn plan(
    args: &Args,
    named: Option<&Named>,
    dialect: &'static dyn Dialect,
    shared: &Shared,
    library: &dyn Fn(&'static dyn Dialect) -> Result<Vec<Scenario>, Failure>,
) -> Result<Plan, Failure> {
    let plan = tentative(args, named, dialect, shared, library)?;
    check_known(named, &plan)?;
    Ok(plan)
}

/// Makes the plan for an engine in a dialect that it may not speak.
pub(super) fn tentative(
    args: &Args,
    named: Option<&Named>,
    dialect: &'static dyn Dialect,
    shared: &Shared,
    library: &dyn Fn(&'static dyn Dialect) -> Result<Vec<Scenario>, Failure>,
) -> Result<Plan, Failure> {
    let entry = named.map(|named| &named.entry);
    let profile = profile(dialect, args.profile.as_deref(), entry)?;
    let wanted = match entry {
        Some(entry) => launch::named(entry, &args.args),
        None => launch::wanted(args.engine.as_deref(), &args.args, args.defect.as_deref())?,
    };
    if let EngineChoice::BuiltIn(Some(defect)) = &wanted
        && !crate::reference::knows(dialect.name(), defect)
    {
        names::defect(dialect.name(), defect)?;
    }
    let mut library = library(dialect)?;
    if !args.no_generated {
        let filters = args.filter.iter().map(String::as_str);
        library.extend(generated(dialect, profile, filters));
    }
    let mut scenarios = if shared.several {
        select::among(&library, &args.filter)
    } else {
        select::filter(&library, &args.filter)?
    };
    if scenarios.is_empty() {
        let whose = entry.map_or_else(|| dialect.name(), |entry| &entry.name);
        let text = say!("the filters leave no scenario for \"{whose}\"", whose);
        let hint = say!("`--dialect` for the engines of one dialect alone");
        return Err(Failure::bad_input(text).hint(hint));
    }
    scenarios.retain(|scenario| scenario.is_of_profile(profile));
    if scenarios.is_empty() {
        let text = say!("none of these scenarios is meant for profile {profile}", profile);
        return Err(Failure::bad_input(text));
    }
    if args.inner_loop.quick {
        scenarios = inner_loop::quick(&scenarios, &library)?;
    }
    let built_in = matches!(wanted, EngineChoice::BuiltIn(_));
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let (at_once, busy) = crate::run::plan::jobs(cores, built_in);
    let preceded_by = args.sharing.preceded_by(dialect, &library)?;
    let limits = limits(dialect, entry, &args.start.limits(dialect)?, args.limits_scale);
    let mut launch = wanted.launch(dialect.name())?;
    args.start.over(&mut launch)?;
    launch.limits = args.engine_limits.over(&launch.limits)?;
    let (scenarios, part) = args.shard.part(scenarios, &library, &limits)?;
    Ok(Plan {
        engine: launch.into(),
        built_in,
        dialect,
        profile,
        limits,
        limits_scale: args.limits_scale,
        scenarios,
        filtered: !args.filter.is_empty()
            || args.inner_loop.quick
            || args.inner_loop.last_failed
            || args.no_generated,
        quick: args.inner_loop.quick,
        part,
        library,
        set: set(&args.set, entry),
        harmless: if built_in {
            Harmless::All
        } else {
            let known = entry.map_or(&[][..], |entry| &entry.harmless);
            Harmless::Named(known.iter().chain(&args.harmless).cloned().collect())
        },
        jobs: args.jobs.map_or(at_once, usize::from),
        busy: Some(busy),
        spare_memory: crate::engine::spare_memory(),
        repeat: args.repeat,
        stub: launch::stub(),
        share: args.sharing.share(),
        preceded_by,
        seed: shared.seed,
        race_offset: args.race_offset,
        fail_on: args.fail_on.what,
        snapshots: args.snapshots.as_ref().map(|_| {
            let redact = entry.map_or(&[][..], |entry| &entry.redact);
            redact.to_vec()
        }),
        replay: replay(args, named, &wanted, dialect, profile),
        max_time: args.max_time.map(MaxTime::new),
        max_fail: args.inner_loop.max_fail.map(|count| {
            let known = entry.map_or_else(Vec::new, |entry| entry.known_in(dialect));
            MaxFail::new(count as usize, known)
        }),
        cancel: Arc::clone(&shared.cancel),
    })
}

/// Refuses a known failure in a scenario that does not exist: it could never be seen, nor be stale. Generated sessions
/// are not checked, since `kentei explore` names its own.
fn check_known(named: Option<&Named>, plan: &Plan) -> Result<(), Failure> {
    let generated = format!("{}/{}", plan.dialect.name(), explore::FOLDER);
    let known = named.map_or_else(Vec::new, |named| named.entry.known_in(plan.dialect));
    if known.is_empty() {
        return Ok(());
    }
    let items = select::items(&plan.library);
    for Known { scenario, place, .. } in &known {
        let Some(glob) = scenario.as_ref().filter(|glob| !glob.starts_with(&generated)) else {
            continue;
        };
        let checked = select::check(&items, "scenario", std::slice::from_ref(glob));
        checked.map_err(|failure| {
            failure.at(place).hint(say!("`--scenarios DIR` if it is a scenario of your own"))
        })?;
    }
    Ok(())
}

/// The profile: that of the command line, then that of the engine file, then the first one of the dialect.
pub(in crate::cli) fn profile(
    dialect: &'static dyn Dialect,
    typed: Option<&str>,
    entry: Option<&Entry>,
) -> Result<&'static str, Failure> {
    let of_file =
        entry.filter(|entry| entry.dialect.is_none_or(|own| own.name() == dialect.name()));
    names::profile(dialect, typed.or(of_file.and_then(|entry| entry.profile)))
}

/// The limits: those of the command line, then those of the engine file, then those of the dialect.
pub(in crate::cli) fn limits(
    dialect: &dyn Dialect,
    entry: Option<&Entry>,
    typed: &[(&'static str, Duration)],
    scale: f64,
) -> Limits {
    let own = entry.map_or(&[][..], |entry| &entry.limits);
    Limits::of(dialect, |name, usual| {
        let own = typed.iter().rev().chain(own).find(|(known, _)| *known == name);
        own.map_or(usual, |(_, limit)| *limit).mul_f64(scale)
    })
}

/// The options that are set: those of the engine file, replaced by those of the command line.
pub(in crate::cli) fn set(
    typed: &[(String, String)],
    entry: Option<&Entry>,
) -> Vec<(String, String)> {
    let is_typed = |name: &str| typed.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    let known = entry.map_or(&[][..], |entry| &entry.options);
    let left = known.iter().filter(|(name, _)| !is_typed(name));
    left.chain(typed).cloned().collect()
}

fn seed(args: &Args) -> u64 {
    match args.seed {
        Some(seed) => seed,
        None if args.shard.is_part() => shard::SEED,
        None => any_seed(),
    }
}

/// A random seed that is short enough to be typed again.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 40
}

/// The words after `kentei run` that make this run again.
fn replay(
    args: &Args,
    named: Option<&Named>,
    wanted: &EngineChoice,
    dialect: &dyn Dialect,
    profile: &str,
) -> Vec<String> {
    let (mut words, mut after_dashes) = wanted.words();
    if let Some(named) = named {
        words = vec![named.entry.name.clone()];
        after_dashes = args.args.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    }
    if args.no_generated {
        words.push("--no-generated".to_owned());
    }
    if args.set_undeclared {
        words.push("--set-undeclared".to_owned());
    }
    let mut flag = |name: &str, value: &str| words.extend([name.to_owned(), value.to_owned()]);
    if let Some(named) = named {
        flag("--engine-file", &named.file.to_string_lossy());
    }
    flag("--dialect", dialect.name());
    flag("--profile", profile);
    for (name, value) in &args.set {
        flag("--set", &format!("{name}={value}"));
    }
    for name in &args.harmless {
        flag("--harmless", name);
    }
    for path in &args.scenarios {
        flag("--scenarios", &path.to_string_lossy());
    }
    for (name, value) in args.start.words().into_iter().chain(args.engine_limits.words()) {
        flag(name, &value);
    }
    for (name, value) in args.sharing.words() {
        flag(name, &value);
    }
    if args.limits_scale != 1.0 {
        flag("--limits-scale", &args.limits_scale.to_string());
    }
    if args.repeat > 1 {
        flag("--repeat", &args.repeat.to_string());
    }
    if let Some(seed) = args.seed {
        flag("--seed", &seed.to_string());
    }
    if let Some(offset) = args.race_offset {
        flag("--race-offset", &offset.to_string());
    }
    if !after_dashes.is_empty() {
        words.push("--".to_owned());
        words.extend(after_dashes);
    }
    words
}

/// The generated sessions that every run plays in a profile, and those sessions of explorations whose ids are given.
pub(in crate::cli) fn generated<'a>(
    dialect: &'static dyn Dialect,
    profile: &'static str,
    ids: impl Iterator<Item = &'a str>,
) -> Vec<Scenario> {
    let mut sessions = explore::fixed(dialect, profile);
    sessions.extend(ids.filter_map(|id| explore::by_id(dialect, profile, id)));
    explore::scenarios(dialect, &sessions)
}
