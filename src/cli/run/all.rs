//! `kentei run --all`: examines every engine of the engine file, one after the other. `--dialect all`: examines an
//! engine in each dialect that it supports.
//!
//! Engines that run at once would disturb each other's clocks. An engine that does not start does not stop the others.
//! Mistakes in arguments or files are reported before the first engine is started.

use std::path::PathBuf;
use std::rc::Rc;

use super::dialect::{self, Libraries};
use super::last_failed::LastFailed;
use super::{Args, Shared, dry_run, plan, play, undeclared, wanted};
use crate::cli::engines::{self, Named};
use crate::cli::failure::{Exit, Failure, errors};
use crate::cli::screen::Screen;
use crate::cli::{fail_on, interrupt, launch, preflight, reports, select, snapshots};
use crate::lang;
use crate::protocol::{DIALECTS, Dialect};
use crate::report::engine_comparison::{EngineComparison, Member, words};
use crate::report::escape;
use crate::report::write::{self, Sink};
use crate::run::plan::Plan;
use crate::run::result::RunResult;
use crate::snapshot::folder::Folder;

/// An engine that is to be examined in one dialect.
struct Turn {
    /// The name in reports.
    name: String,
    /// Its entry in the engine file; `None` for a program of the command line and for the built-in engine.
    named: Option<Rc<Named>>,
    plan: Plan,
    /// Its snapshots, if they are requested.
    kept: Option<Folder>,
    /// Set if it cannot be examined: it acknowledges no first command.
    unanswered: Option<Failure>,
}

/// The result of an engine.
struct Done {
    result: RunResult,
    /// Whether it was played, so that its result can be compared with its known failures.
    played: bool,
}

pub(super) fn run(args: &Args, sinks: &[Sink], screen: &Screen) -> Result<Exit, Failure> {
    let file = args.engine_file.as_deref();
    if dialect::every(args) {
        refuse_what_is_about_one(args)?;
    }
    let named: Vec<Option<Named>> = if args.all {
        let dialect = args.dialect.as_deref().filter(|_| !dialect::every(args));
        engines::all(file, dialect, screen)?.into_iter().map(Some).collect()
    } else {
        vec![engines::find("run", &wanted(args), file, screen)?]
    };
    let shared = Shared::new(args);
    let listens = !args.inner_loop.dry_run;
    let _guard = listens.then(|| interrupt::listen(&shared.cancel)).transpose()?;
    let turns = turns(args, named, &shared, screen)?;
    if args.inner_loop.dry_run {
        return list(args, &turns, screen);
    }
    preflight::check(turns.iter().map(|turn| turn.plan.jobs).max().unwrap_or(1))?;
    for turn in turns.iter().filter(|turn| turn.unanswered.is_none()) {
        undeclared::check(args, turn.named.as_deref(), &turn.plan)?;
    }
    let mut done = Vec::new();
    for (place, turn) in turns.iter().enumerate() {
        done.push(if interrupt::was_heard() {
            Done { result: crate::run::nothing(&turn.plan, words::NOT_BEGUN), played: false }
        } else {
            examine(args, screen, turn, (place, turns.len()))
        });
    }
    let updated = update(args, &turns, &mut done, screen);
    let members = turns.iter().zip(&done).map(|(turn, done)| Member {
        name: &turn.name,
        run: &done.result,
        catalogue: turn.plan.dialect.catalogue(),
    });
    let engine_comparison = EngineComparison {
        members: members.collect(),
        style: reports::style(screen, reports::detail(args.quiet, args.verbose)),
    };
    let printed = reports::print(screen, |out| write::table(sinks, &engine_comparison, out));
    updated.and(printed)?;
    let results = done.iter().map(|done| &done.result);
    Ok(fail_on::worst(results))
}

/// Lists what would be played with each engine.
fn list(args: &Args, turns: &[Turn], screen: &Screen) -> Result<Exit, Failure> {
    for (place, turn) in turns.iter().enumerate() {
        let name = escape::text(&turn.name);
        let title = lang::with_lang(screen.lang, || words::member(place, turns.len(), &name));
        screen.print(|out| writeln!(out, "{title}"))?;
        dry_run::print(args, &turn.plan, screen)?;
    }
    Ok(Exit::Conformant)
}

/// Refuses flags that make sense for a single run only.
fn refuse_what_is_about_one(args: &Args) -> Result<(), Failure> {
    let one = [
        ("--baseline", args.baseline.is_some()),
        ("--update-known", args.update_known),
        ("--last-failed", args.inner_loop.last_failed),
        ("--watch", args.inner_loop.watch),
        ("--shard", args.shard.is_part()),
    ];
    match one.iter().find(|(_, typed)| *typed) {
        Some((flag, _)) => {
            let text = say!("{flag} is about one run, and `--dialect all` makes several", flag);
            Err(Failure::bad_input(text).hint(say!("one dialect at a time")))
        }
        None => Ok(()),
    }
}

/// The engines to examine, in each of their dialects.
fn turns(
    args: &Args,
    named: Vec<Option<Named>>,
    shared: &Shared,
    screen: &Screen,
) -> Result<Vec<Turn>, Failure> {
    let read = Libraries::default();
    dialect::check_filters(args, &read)?;
    let mut wanted = Vec::new();
    for named in named {
        let chosen = dialect::choose(args, named.as_ref(), shared, &read, screen)?;
        let named = named.map(Rc::new);
        let typed = args.dialect.is_some() && !dialect::every(args);
        if chosen.unanswered.is_some() && typed {
            // The file does not give the dialect of this engine, and the engine does not support the requested one.
            continue;
        }
        for one in chosen.dialects {
            wanted.push((named.clone(), one, chosen.unanswered.clone()));
        }
    }
    if wanted.is_empty() {
        let dialect = args.dialect.as_deref().unwrap_or_default();
        return Err(engines::no_engine_speaks(args.engine_file.as_deref(), dialect));
    }
    // Engines of one dialect share their scenarios, so that mistakes in the user's scenarios are printed once.
    let mut scenarios = Vec::new();
    for dialect in
        DIALECTS.iter().filter(|known| wanted.iter().any(|(_, one, _)| one.name() == known.name()))
    {
        scenarios.extend(read.shown(args, *dialect, screen)?);
    }
    select::check(&select::items(&scenarios), "scenario", &args.filter)?;
    let known = |dialect: &'static dyn Dialect| read.get(args, dialect);
    let turn = |(named, dialect, unanswered): (Option<Rc<Named>>, &'static dyn Dialect, _)| {
        let plan = plan(args, named.as_deref(), dialect, shared, &known)?;
        let open = |root: &PathBuf| snapshots::open(root, named.as_deref(), &plan);
        let kept = args.snapshots.as_ref().map(open).transpose()?;
        let mut name = snapshots::engine(named.as_deref(), &plan);
        if dialect::every(args) {
            name = format!("{name} ({})", dialect.name());
        }
        Ok(Turn { name, named, plan, kept, unanswered })
    };
    wanted.into_iter().map(turn).collect()
}

/// Examines an engine. If it does not start, this is reported at once, with what to try.
fn examine(args: &Args, screen: &Screen, turn: &Turn, (place, all): (usize, usize)) -> Done {
    let name = escape::text(&turn.name);
    let title = lang::with_lang(screen.lang, || words::member(place, all, &name));
    if let Some(failure) = &turn.unanswered {
        return unplayed(turn, failure.clone());
    }
    match play(args, screen, &turn.plan, Some(title)) {
        Ok(mut result) => {
            let named = turn.named.as_deref();
            LastFailed::of(named, &turn.plan).remember(&result);
            let known = |named: &Named| named.entry.known_in(turn.plan.dialect);
            crate::run::weigh_known(&mut result, named.map_or_else(Vec::new, known));
            if let Some(kept) = turn.kept.as_ref().filter(|_| !result.interrupted) {
                let counted = args.fail_on.snapshots;
                snapshots::compare(kept, named, &turn.plan, counted, &mut result);
            }
            Done { result, played: true }
        }
        Err(error) => unplayed(turn, launch::failed(&error)),
    }
}

/// Reports at once that an engine cannot be examined.
fn unplayed(turn: &Turn, failure: Failure) -> Done {
    let result = crate::run::nothing(&turn.plan, failure.message.clone());
    of_engine(&turn.name, failure).print();
    Done { result, played: false }
}

/// A failure with the name of its engine in front of the message. One that was printed already has no message.
fn of_engine(name: &str, failure: Failure) -> Failure {
    if failure.message.is_empty() {
        return failure;
    }
    let message = say!("{what}: {why}", what = escape::text(name), why = failure.message);
    Failure { message, ..failure }
}

/// Writes failures into the engine file if this is requested. An engine that could not be judged does not stop the
/// others; the failure names it.
fn update(args: &Args, turns: &[Turn], done: &mut [Done], screen: &Screen) -> Result<(), Failure> {
    if !args.update_known {
        return Ok(());
    }
    let mut failures = Vec::new();
    for (turn, done) in turns.iter().zip(done.iter()).filter(|(_, done)| done.played) {
        if let Some(named) = &turn.named
            && let Err(failure) = engines::update(named, turn.plan.dialect, &done.result, screen)
        {
            failures.push(of_engine(&turn.name, failure));
        }
    }
    let weighed = weigh_again(turns, done, screen);
    match failures.first().map(|failure| failure.exit) {
        Some(exit) => {
            let messages = failures.into_iter().map(|failure| failure.message);
            let message = errors(messages.filter(|message| !message.is_empty()));
            Err(Failure { exit, message, tries: Vec::new() })
        }
        None => weighed,
    }
}

/// Compares the results with the known failures that the engine file has now.
fn weigh_again(turns: &[Turn], done: &mut [Done], screen: &Screen) -> Result<(), Failure> {
    // The lines that were written for one engine have moved the lines of the others.
    for (turn, done) in turns.iter().zip(done).filter(|(_, done)| done.played) {
        if let Some(named) = &turn.named {
            let known = engines::again(named, turn.plan.dialect, screen)?;
            crate::run::weigh_known(&mut done.result, known);
        }
        crate::run::weigh_snapshots(&mut done.result);
    }
    Ok(())
}
