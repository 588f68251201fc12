//! `kentei run --snapshots`: reads the stored snapshots and compares a run with them.

use std::fs;
use std::path::{Path, PathBuf};

use super::engines::Named;
use super::failure::Failure;
use super::screen::message;
use crate::report::escape;
use crate::run::plan::Plan;
use crate::run::result::{RunResult, ScenarioResult};
use crate::scenario::Scenario;
use crate::snapshot::folder::{Folder, Owner, Taken};
use crate::snapshot::{self, Identity, Redaction, Setting, place};
use crate::verdict::Verdict;

/// The largest number of mistakes in a folder that are reported one by one.
const MOST_SHOWN: usize = 5;

/// Reads the snapshots of an engine before the run, and makes their folder if there is none. If some cannot be compared
/// with, or the folder cannot be made, this is an error, and nothing is played.
pub(super) fn open(root: &Path, named: Option<&Named>, plan: &Plan) -> Result<Folder, Failure> {
    let owner = Owner {
        engine: engine(named, plan),
        dialect: plan.dialect.name().to_owned(),
        profile: plan.profile.to_owned(),
    };
    let folder = Folder::open(root, owner).map_err(|wrong| {
        let mut reported: Vec<String> =
            wrong.iter().take(MOST_SHOWN).map(|why| escape::text(why)).collect();
        if wrong.len() > MOST_SHOWN {
            reported.push(say!("… and {more} more", more = wrong.len() - MOST_SHOWN).to_string());
        }
        let message = say!(
            "these snapshots cannot be compared; nothing was played or written\n  {reported}",
            reported = reported.join("\n  ")
        );
        Failure::bad_input(message)
            .hint(say!("another folder after --snapshots, or take these files away"))
    })?;
    // One that exists may be read-only, as long as nothing changes.
    fs::create_dir_all(root).map_err(|error| {
        let path = escape::text(&root.display().to_string());
        Failure::bad_input(say!("cannot write \"{path}\": {error}", path, error))
            .hint(say!("another folder after --snapshots"))
    })?;
    Ok(folder)
}

/// The name of the engine: its name in the engine file, or its program without folder and ending.
pub(super) fn engine(named: Option<&Named>, plan: &Plan) -> String {
    if let Some(named) = named {
        return named.entry.name.clone();
    }
    if plan.built_in {
        return "built-in".to_owned();
    }
    let command = plan.engine.command();
    let stem = command.first().and_then(|program| Path::new(program).file_stem());
    stem.map_or_else(|| "engine".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Compares the run with the snapshots. Errors that cannot be part of a report are printed on standard error.
pub(super) fn compare(
    folder: &Folder,
    named: Option<&Named>,
    plan: &Plan,
    counted: bool,
    run: &mut RunResult,
) {
    let redactions = named.map_or(&[][..], |named| &named.entry.redact);
    let taken: Vec<Taken> = run
        .scenarios
        .iter()
        .filter_map(|result| {
            let mut known = plan.library.iter().chain(&plan.scenarios);
            let scenario = known.find(|scenario| scenario.id == result.id)?;
            Some(take(plan, run, redactions, scenario, result))
        })
        .collect();
    let library: Vec<&str> = plan.library.iter().map(|scenario| scenario.id.as_str()).collect();
    let compared = folder.compare(&taken, &library, counted, &|path, text| {
        crate::report::write::replace(path, text)
    });
    for error in &compared.errors {
        message(&say!("error: {message}", message = escape::text(error)));
    }
    run.snapshots = Some(compared);
    crate::run::weigh_snapshots(run);
}

fn take(
    plan: &Plan,
    run: &RunResult,
    redactions: &[Redaction],
    scenario: &Scenario,
    result: &ScenarioResult,
) -> Taken {
    let setting = Setting {
        dialect: plan.dialect,
        profile: plan.profile,
        identity: Identity {
            name: run.engine.name.as_deref(),
            author: run.engine.author.as_deref(),
        },
        redactions,
    };
    let judged = matches!(result.verdict, Verdict::Pass | Verdict::Warn | Verdict::Fail);
    let text = match result.verdict {
        Verdict::Pass | Verdict::Warn | Verdict::Fail => {
            let made = || {
                let text = snapshot::normal(&setting, scenario, &result.transcript);
                text.map_err(str::to_owned)
            };
            result.normal.clone().unwrap_or_else(made)
        }
        Verdict::Skip => Err("the scenario was skipped".to_owned()),
        Verdict::Flaky | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => {
            Err(format!("the scenario was {}", result.verdict.word()))
        }
    };
    Taken {
        scenario: result.id.clone(),
        title: result.title.clone(),
        digest: place::digest(&scenario.file.text),
        text,
        judged,
    }
}

/// The default folder.
pub(super) fn usual() -> PathBuf {
    PathBuf::from("snapshots")
}
