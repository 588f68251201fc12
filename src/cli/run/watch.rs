//! `--watch`: runs again when something has changed. It polls metadata, which works on every system.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::{Args, Command};
use crate::cli::engine_file::USUAL;
use crate::cli::failure::{Exit, Failure};
use crate::cli::interrupt;
use crate::cli::screen::message;
use crate::engine::Launch;

/// How often the files are checked.
const POLL: Duration = Duration::from_millis(100);
/// How long the files must stay unchanged before a run begins: a linker writes for some time.
const QUIET: Duration = Duration::from_millis(500);
/// The largest depth of folders of scenarios that are checked; sets of scenarios are much flatter.
const MAX_DEPTH: usize = 16;

/// The state of a file or folder: the number of files, their bytes, and the time of the last write. `None` if it does
/// not exist.
type Stamp = Option<(u64, u64, SystemTime)>;

/// The watched paths, in the state in which a run began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Watched(BTreeMap<PathBuf, Stamp>);

impl Watched {
    /// The state of the paths of the command line, of the engine file, and of the program if it is known.
    pub(super) fn now(args: &Args, launch: Option<&Launch>) -> Self {
        let program = launch.map(|launch| {
            crate::engine::program(launch).ok().unwrap_or_else(|| launch.program.clone())
        });
        let words = launch.map_or(&args.args[..], |launch| &launch.args[..]);
        let files = words.iter().map(PathBuf::from).filter(|path| path.is_file());
        let typed = args.engine.iter().map(PathBuf::from);
        let engines = args.engine_file.clone().unwrap_or_else(|| PathBuf::from(USUAL));
        let paths = program.into_iter().chain(files).chain(typed).chain([engines]);
        let paths = paths.chain(args.scenarios.iter().cloned());
        Self(paths.map(|path| (path.clone(), stamp(&path, MAX_DEPTH))).collect())
    }

    fn again(&self) -> Self {
        Self(self.0.keys().map(|path| (path.clone(), stamp(path, MAX_DEPTH))).collect())
    }

    /// A path whose state has changed.
    fn changed_since(&self, then: &Self) -> Option<&Path> {
        let mut paths = self.0.iter();
        let changed = paths.find(|(path, stamp)| then.0.get(*path) != Some(stamp));
        changed.map(|(path, _)| path.as_path())
    }

    /// Whether something that existed is missing: a linker deletes a program before it writes it again.
    fn lacks(&self, then: &Self) -> bool {
        let mut paths = self.0.iter();
        paths.any(|(path, stamp)| stamp.is_none() && then.0.get(path).is_some_and(Option::is_some))
    }
}

fn stamp(path: &Path, depth: usize) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    let own = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    if !metadata.is_dir() {
        return Some((1, metadata.len(), own));
    }
    let mut sum = (0, 0, own);
    if depth > 0 {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            if let Some((files, bytes, written)) = stamp(&entry.path(), depth - 1) {
                sum = (sum.0 + files, sum.1 + bytes, sum.2.max(written));
            }
        }
    }
    Some(sum)
}

/// Runs until the user ends it.
///
/// # Errors
/// If the process cannot be prepared for the run.
pub(super) fn run(command: &mut Command<'_>) -> Result<Exit, Failure> {
    command.guard = Some(interrupt::listen(&command.shared.cancel)?);
    loop {
        command.watched = None;
        let exit = super::once(command).unwrap_or_else(|failure| {
            failure.print();
            failure.exit
        });
        let watched = command.watched.take();
        let watched = watched.unwrap_or_else(|| Watched::now(command.args, None));
        if interrupt::was_heard() {
            return Ok(exit);
        }
        message(&say!("waiting for a change; Ctrl-C ends it"));
        interrupt::idle(true);
        let changed = change(&watched);
        interrupt::idle(false);
        match changed {
            Some(path) => message(&say!("\nchanged: {path}", path = path.display())),
            None => return Ok(exit),
        }
    }
}

/// Waits until something has changed and then stays unchanged; `None` if the user ends it.
fn change(then: &Watched) -> Option<PathBuf> {
    let mut last = then.clone();
    let mut since = Instant::now();
    while !interrupt::was_heard() {
        let now = then.again();
        if now != last {
            last = now;
            since = Instant::now();
        } else if since.elapsed() >= QUIET
            && !now.lacks(then)
            && let Some(path) = now.changed_since(then)
        {
            return Some(path.to_owned());
        }
        thread::sleep(POLL);
    }
    None
}
