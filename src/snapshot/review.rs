//! Snapshots that wait for review: found, accepted or rejected.

use crate::lang::Text;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::change::Change;
use super::diff::{self, Diff};
use super::file::Snap;
use super::walk;

/// A snapshot that waits for review.
#[derive(Debug)]
pub struct Pending {
    /// Its file, which ends in `.snap.new`.
    pub path: PathBuf,
    /// The file that it would replace.
    pub target: PathBuf,
    /// Its path below the folder, without extensions, with `/` between the parts.
    pub name: String,
    /// The snapshot, or the reason why it cannot be read.
    pub snap: Result<Snap, String>,
    /// The snapshot that it would replace; `None` if there is none.
    pub old: Option<Result<Snap, String>>,
}

/// All snapshots below a folder that wait for review, in the order of their files.
///
/// # Errors
/// The error of the system for the folder.
pub fn pending(folder: &Path) -> io::Result<Vec<Pending>> {
    let paths = walk::files(folder, ".snap.new")?;
    Ok(paths.into_iter().map(|path| one(folder, path)).collect())
}

fn one(folder: &Path, path: PathBuf) -> Pending {
    let target = path.with_extension("");
    let below = target.with_extension("");
    let below = below.strip_prefix(folder).unwrap_or(&below);
    let parts = below.components();
    let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
    Pending {
        name: parts.join("/"),
        snap: walk::snap(&path),
        old: target.exists().then(|| walk::snap(&target)),
        path,
        target,
    }
}

impl Pending {
    /// The id of the scenario; the name of the snapshot if it cannot be read.
    #[must_use]
    pub fn scenario(&self) -> &str {
        self.snap.as_ref().map_or(&self.name, |snap| &snap.head.scenario)
    }

    /// The differences from the snapshot that would be replaced.
    #[must_use]
    pub fn diff(&self) -> Diff {
        let old = self.old.as_ref().and_then(|old| old.as_ref().ok());
        let old = old.map_or("", |old| &old.text);
        self.snap.as_ref().map_or_else(|_| Diff::default(), |snap| diff::diff(old, &snap.text))
    }

    /// The key by which pending snapshots are reviewed together: the change, or `Some(None)` for a new snapshot. `None`
    /// if one of the two snapshots is damaged or the diff does not show the whole change.
    #[must_use]
    pub fn change(&self) -> Option<Option<Change>> {
        let snap = self.snap.as_ref().ok()?;
        match &self.old {
            None => Some(None),
            Some(Err(_)) => None,
            Some(Ok(old)) => {
                let other_script = old.head.digest != snap.head.digest;
                Change::of(&self.diff(), other_script).map(Some)
            }
        }
    }

    /// Accepts the snapshot: moves it over the existing one.
    ///
    /// # Errors
    /// A fragment that says why nothing was done.
    pub fn accept(&self) -> Result<(), Text> {
        let shown = self.path.display();
        let damaged = |path: &Path, why: &str| {
            say!("\"{path}\" is damaged: {why}", path = path.display(), why)
        };
        let snap = self.snap.as_ref().map_err(|why| damaged(&self.path, why))?;
        match &self.old {
            Some(Err(why)) => {
                return Err(damaged(&self.target, why));
            }
            Some(Ok(old)) => {
                let same = |old: &str, new: &str| old == new;
                let (old, new) = (&old.head, &snap.head);
                if !same(&old.engine, &new.engine)
                    || !same(&old.dialect, &new.dialect)
                    || !same(&old.scenario, &new.scenario)
                {
                    return Err(say!(
                        "\"{path}\" is of another engine, dialect or scenario",
                        path = self.target.display()
                    ));
                }
            }
            None => {}
        }
        fs::rename(&self.path, &self.target)
            .map_err(|error| say!("cannot move \"{path}\": {error}", path = shown, error))
    }

    /// Rejects the snapshot: removes its file.
    ///
    /// # Errors
    /// A fragment with the error of the system.
    pub fn reject(&self) -> Result<(), Text> {
        let shown = self.path.display();
        fs::remove_file(&self.path)
            .map_err(|error| say!("cannot remove \"{path}\": {error}", path = shown, error))
    }
}
