//! `--last-failed`: what did not pass when it was last played with an engine.
//!
//! Each engine has a small text file in the user's cache folder: a line that names the form, and then an id a line.
//! It is written after every run, whole or not at all, and only of what was judged there: what was not played keeps
//! what is known of it.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{self, Path, PathBuf};

use hmac_sha256::Hash;

use crate::cli::engines::Named;
use crate::cli::failure::Failure;
use crate::run::plan::Plan;
use crate::run::result::{RunResult, ScenarioResult};
use crate::verdict::Verdict;

/// The first line of a file.
const FORM: &str = "kentei last-failed 1";
/// How many files there are at most; the oldest go.
const MOST_FILES: usize = 200;

/// What is known of the earlier runs of one engine.
#[derive(Debug)]
pub(super) struct LastFailed {
    /// Its file; `None` where this user has no cache folder.
    file: Option<PathBuf>,
}

impl LastFailed {
    /// That of the engine of a plan: by its name and engine file, else by its program and arguments; and by dialect and
    /// profile.
    pub(super) fn of(named: Option<&Named>, plan: &Plan) -> Self {
        let mut key = vec![plan.dialect.name().to_owned(), plan.profile.to_owned()];
        if let Some(named) = named {
            key.extend([absolute(named.file.as_os_str()), named.entry.name.clone()]);
        } else if let Some(launch) = plan.engine.launch() {
            key.push(absolute(launch.program.as_os_str()));
            key.extend(launch.args.iter().map(|argument| absolute(argument)));
        }
        let digest = Hash::hash(key.join("\0").as_bytes());
        let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let file = folder().map(|folder| folder.join(format!("last-failed-{name}.txt")));
        Self { file }
    }

    /// The ids of what did not pass; `None` where no earlier run is known.
    fn read(&self) -> Option<BTreeSet<String>> {
        let text = fs::read_to_string(self.file.as_ref()?).ok()?;
        let mut lines = text.lines();
        (lines.next() == Some(FORM)).then(|| lines.map(str::to_owned).collect())
    }

    /// The ids of what did not pass.
    ///
    /// # Errors
    /// Where no earlier run is known, or everything has passed.
    pub(super) fn ids(&self) -> Result<BTreeSet<String>, Failure> {
        let Some(ids) = self.read() else {
            let place = self.file.as_deref().and_then(Path::parent);
            let place = place.map(|at| at.display());
            let text = match place {
                Some(place) => say!("no earlier run of this engine is known in \"{place}\"", place),
                None => say!("no earlier run of this engine is known"),
            };
            return Err(Failure::bad_input(text).hint(say!("the same without --last-failed")));
        };
        if ids.is_empty() {
            let text = say!("all that was played last with this engine has passed");
            return Err(Failure::bad_input(text).hint(say!("the same without --last-failed")));
        }
        Ok(ids)
    }

    /// Takes in what a run has judged. Where the file cannot be written nothing is remembered, which
    /// [`LastFailed::ids`] says on request.
    pub(super) fn remember(&self, run: &RunResult) {
        let Some(file) = &self.file else {
            return;
        };
        let mut ids = self.read().unwrap_or_default();
        for scenario in run.scenarios.iter().filter(|scenario| is_judged(scenario)) {
            match scenario.verdict {
                Verdict::Pass | Verdict::Skip => ids.remove(&scenario.id),
                Verdict::Warn
                | Verdict::Fail
                | Verdict::Flaky
                | Verdict::Blocked
                | Verdict::Inconclusive
                | Verdict::Error => ids.insert(scenario.id.clone()),
            };
        }
        let lines = std::iter::once(FORM).chain(ids.iter().map(String::as_str));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        if let Some(folder) = file.parent()
            && fs::create_dir_all(folder).is_ok()
            && crate::report::write::replace(file, &text).is_ok()
        {
            prune(folder);
        }
    }
}

/// What a run was ended before says nothing of the engine.
fn is_judged(scenario: &ScenarioResult) -> bool {
    scenario.verdict != Verdict::Inconclusive || (scenario.attempts > 0 && !scenario.is_cut_off())
}

/// A file that is there by its whole path; other words as they are.
fn absolute(word: &OsStr) -> String {
    let path = Path::new(word);
    let whole = path.exists().then(|| path::absolute(path).ok()).flatten();
    whole.as_deref().unwrap_or(path).to_string_lossy().into_owned()
}

/// Where this user's programs keep what can be lost.
fn folder() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let usual = || {
        if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else {
            let below = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
            variable("HOME").map(|home| home.join(below))
        }
    };
    variable("XDG_CACHE_HOME").or_else(usual).map(|cache| cache.join("kentei"))
}

/// Deletes the oldest files where there are too many.
fn prune(folder: &Path) {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let ours = files.filter(|file| file.file_name().to_string_lossy().starts_with("last-failed-"));
    let mut ours: Vec<_> = ours
        .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
        .collect();
    ours.sort();
    let old = ours.len().saturating_sub(MOST_FILES);
    for (_, path) in ours.into_iter().take(old) {
        // It is only a memory: if it cannot be deleted it is left.
        let _ = fs::remove_file(path);
    }
}
