//! `--watch`: run again when something has changed, by polling metadata, which works on every system.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::{Args, Command};
use crate::cli::engine_file::USUAL;
use crate::cli::failure::{Exit, Failure};
use crate::cli::interrupt;
use crate::cli::screen::message;
use crate::engine::Launch;

/// How often files are looked at.
const POLL: Duration = Duration::from_millis(100);
/// How long they have to stay as they are before a run begins: a linker writes for a while.
const QUIET: Duration = Duration::from_millis(500);
/// How deep folders of scenarios are looked into; no set of scenarios comes near it.
const MAX_DEPTH: usize = 16;

/// A file or folder as it was: how many files, their bytes, and when the last one was written. `None` where there is
/// nothing.
type Stamp = Option<(u64, u64, SystemTime)>;

/// What is watched, as it was when a run began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Watched(BTreeMap<PathBuf, Stamp>);

impl Watched {
    /// What was typed, and the program that is started, where that is known.
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

    /// A path that is other than it was then.
    fn changed_since(&self, then: &Self) -> Option<&Path> {
        let mut paths = self.0.iter();
        let changed = paths.find(|(path, stamp)| then.0.get(*path) != Some(stamp));
        changed.map(|(path, _)| path.as_path())
    }

    /// Whether something that was there is gone: a linker deletes a program before it writes it anew.
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
/// Where the system leaves no room for it.
pub(super) fn run(command: &mut Command<'_>) -> Result<Exit, Failure> {
    let cancel = command.shared.cancel.clone();
    command.guard = Some(interrupt::listen(&cancel)?);
    loop {
        command.watched = None;
        let exit = super::once(command).unwrap_or_else(|failure| {
            failure.print();
            failure.exit
        });
        let watched = command.watched.take();
        let watched = watched.unwrap_or_else(|| Watched::now(command.args, None));
        if cancel.load(Ordering::Relaxed) {
            return Ok(exit);
        }
        message(&say!("waiting for a change; Ctrl-C ends it"));
        interrupt::idle(true);
        let changed = change(&watched, &cancel);
        interrupt::idle(false);
        match changed {
            Some(path) => message(&say!("\nchanged: {path}", path = path.display())),
            None => return Ok(exit),
        }
    }
}

/// Waits until something has changed since then and stays as it is; `None` where the user has had enough.
fn change(then: &Watched, cancel: &AtomicBool) -> Option<PathBuf> {
    let mut last = then.clone();
    let mut since = Instant::now();
    while !cancel.load(Ordering::Relaxed) {
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
