//! `kentei run --all`: every engine of the engine file, one after the other.
//!
//! Engines at once would disturb each other's clocks. One that does not start costs the others nothing; what is
//! wrong with arguments or files shows before the first one is started.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::last_failed::LastFailed;
use super::{Args, Shared, dry_run, library, plan, play, undeclared};
use crate::cli::engines::{self, Named};
use crate::cli::failure::{Exit, Failure};
use crate::cli::screen::Screen;
use crate::cli::{fail_on, interrupt, launch, preflight, reports, rooms, select, snapshots};
use crate::lang::{self, Text};
use crate::protocol::Dialect;
use crate::report::engine_comparison::{EngineComparison, Member, words};
use crate::report::escape;
use crate::report::write::{self, Sink};
use crate::run::plan::Plan;
use crate::run::result::RunResult;
use crate::scenario::Scenario;
use crate::snapshot::folder::Folder;

/// An engine whose turn comes.
struct Turn {
    named: Named,
    plan: Plan,
    /// Its snapshots, where they are asked for.
    kept: Option<Folder>,
}

/// An engine that had its turn.
struct Done {
    result: RunResult,
    /// Whether there is something to weigh against what is known to fail.
    played: bool,
}

pub(super) fn run(args: &Args, sinks: &[Sink], screen: &Screen) -> Result<Exit, Failure> {
    let file = args.engine_file.as_deref();
    let named = engines::all(file, args.dialect.as_deref(), screen)?;
    let shared = Shared::new(args);
    let turns = turns(args, named, &shared, screen)?;
    if args.inner_loop.dry_run {
        return list(args, &turns, screen);
    }
    preflight::check(turns.iter().map(|turn| turn.plan.jobs).max().unwrap_or(1))?;
    let _guard = interrupt::listen(&shared.cancel)?;
    for turn in &turns {
        undeclared::check(args, Some(&turn.named), &turn.plan)?;
    }
    let mut done = Vec::new();
    for (place, turn) in turns.iter().enumerate() {
        done.push(if shared.cancel.load(Ordering::Relaxed) {
            Done { result: rooms::nothing(&turn.plan, words::NOT_BEGUN), played: false }
        } else {
            examine(args, screen, turn, (place, turns.len()))
        });
    }
    let updated = update(args, &turns, &mut done, screen);
    let members = turns.iter().zip(&done).map(|(turn, done)| Member {
        name: &turn.named.entry.name,
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
        let name = escape::text(&turn.named.entry.name);
        let title = lang::speak(screen.lang, || words::member(place, turns.len(), &name));
        screen.print(|out| writeln!(out, "{title}"))?;
        dry_run::print(args, &turn.plan, screen)?;
    }
    Ok(Exit::Conformant)
}

/// What is to be done with each engine.
fn turns(
    args: &Args,
    named: Vec<Named>,
    shared: &Shared,
    screen: &Screen,
) -> Result<Vec<Turn>, Failure> {
    // Engines of one dialect share their scenarios, and mistakes in the user's are told once.
    let mut libraries: Vec<(&'static str, Vec<Scenario>)> = Vec::new();
    for one in &named {
        let dialect = one.entry.dialect;
        if libraries.iter().all(|(name, _)| *name != dialect.name()) {
            libraries.push((dialect.name(), library(args, dialect, screen)?));
        }
    }
    let all: Vec<_> = libraries.iter().flat_map(|(_, library)| select::items(library)).collect();
    select::check(&all, "scenario", &args.filter)?;
    let known = |dialect: &'static dyn Dialect| {
        let mut libraries = libraries.iter();
        let library = libraries.find(|(name, _)| *name == dialect.name());
        Ok(library.map_or_else(Vec::new, |(_, library)| library.clone()))
    };
    let turn = |named: Named| {
        let plan = plan(args, Some(&named), shared, &known)?;
        let open = |root: &PathBuf| snapshots::open(root, Some(&named), &plan);
        let kept = args.snapshots.as_ref().filter(|_| !args.inner_loop.dry_run);
        let kept = kept.map(open).transpose()?;
        Ok(Turn { named, plan, kept })
    };
    named.into_iter().map(turn).collect()
}

/// Gives an engine its turn. One that does not start is told at once, with what to try.
fn examine(args: &Args, screen: &Screen, turn: &Turn, (place, all): (usize, usize)) -> Done {
    let name = escape::text(&turn.named.entry.name);
    let title = lang::speak(screen.lang, || words::member(place, all, &name));
    match play(args, screen, &turn.plan, Some(title)) {
        Ok(mut result) => {
            LastFailed::of(Some(&turn.named), &turn.plan).remember(&result);
            let known = turn.named.entry.known.clone();
            rooms::weigh(&mut result, known);
            if let Some(kept) = turn.kept.as_ref().filter(|_| !result.interrupted) {
                let counted = args.fail_on.snapshots;
                snapshots::compare(kept, Some(&turn.named), &turn.plan, counted, &mut result);
            }
            Done { result, played: true }
        }
        Err(error) => {
            let mut failure = launch::failed(&error);
            failure.message = format!("{name}: {}", failure.message);
            failure.print();
            Done {
                result: rooms::nothing(&turn.plan, Text::plain(error.to_string())),
                played: false,
            }
        }
    }
}

/// Writes what fails into the engine file, where that was asked for.
fn update(args: &Args, turns: &[Turn], done: &mut [Done], screen: &Screen) -> Result<(), Failure> {
    if !args.update_known {
        return Ok(());
    }
    for (turn, done) in turns.iter().zip(done.iter()).filter(|(_, done)| done.played) {
        engines::update(&turn.named, &done.result, screen)?;
    }
    // What was written for one engine moved the lines of the others.
    for (turn, done) in turns.iter().zip(done).filter(|(_, done)| done.played) {
        let known = engines::again(&turn.named, screen)?;
        rooms::weigh(&mut done.result, known);
        rooms::weigh_snapshots(&mut done.result);
    }
    Ok(())
}
