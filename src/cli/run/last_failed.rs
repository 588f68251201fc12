//! `--last-failed`: stores which scenarios did not pass when they were last played with an engine.
//!
//! Each engine has a small text file in the user's cache folder: one line with the name of the format, then one id per
//! line. It is written after every run, completely or not at all. A run changes only the entries of scenarios that it
//! has judged.

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

/// The first line of a file: the name of the format.
const FORM: &str = "kentei last-failed 1";
/// The largest number of files; the oldest are deleted.
const MOST_FILES: usize = 200;

/// The results of earlier runs of one engine.
#[derive(Debug)]
pub(super) struct LastFailed {
    /// The file; `None` if this user has no cache folder.
    file: Option<PathBuf>,
}

impl LastFailed {
    /// The file for the engine of a plan. The key is its name and engine file, or its program and arguments; and the
    /// dialect and profile.
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

    /// The ids of the scenarios that did not pass; `None` if no earlier run is known.
    fn read(&self) -> Option<BTreeSet<String>> {
        let text = fs::read_to_string(self.file.as_ref()?).ok()?;
        let mut lines = text.lines();
        (lines.next() == Some(FORM)).then(|| lines.map(str::to_owned).collect())
    }

    /// The ids of the scenarios that did not pass.
    ///
    /// # Errors
    /// If no earlier run is known, or everything has passed.
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

    /// Stores the verdicts of a run. If the file cannot be written, nothing is stored, and [`LastFailed::ids`] returns
    /// the result of earlier runs.
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

/// Whether the scenario was judged: a run that was ended early says nothing about the rest.
fn is_judged(scenario: &ScenarioResult) -> bool {
    scenario.verdict != Verdict::Inconclusive || (scenario.attempts > 0 && !scenario.is_cut_off())
}

/// The absolute path of an existing file; other words unchanged.
fn absolute(word: &OsStr) -> String {
    let path = Path::new(word);
    let whole = path.exists().then(|| path::absolute(path).ok()).flatten();
    whole.as_deref().unwrap_or(path).to_string_lossy().into_owned()
}

/// The cache folder of kentei for this user.
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

/// Deletes the oldest files if there are too many.
fn prune(folder: &Path) {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let ours = files.filter(|file| file.file_name().to_string_lossy().starts_with("last-failed-"));
    let mut ours: Vec<_> = ours
        .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
        .collect();
    ours.sort();
    let old = ours.len().saturating_sub(MOST_FILES);
    for (_, path) in ours.into_iter().take(old) {
        // A file that cannot be deleted does no harm.
        let _ = fs::remove_file(path);
    }
}
