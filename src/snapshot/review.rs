//! What waits for review: found, taken or thrown away.

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
    /// Its path below the folder, without its ending, with `/` between its parts.
    pub name: String,
    /// What it says, or why that cannot be read.
    pub snap: Result<Snap, String>,
    /// What it would replace; `None` where that is nothing.
    pub old: Option<Result<Snap, String>>,
}

/// Everything below a folder that waits for review, in the order of its files.
///
/// # Errors
/// What the system says of the folder.
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
    /// The id of its scenario, or its name where that cannot be read.
    #[must_use]
    pub fn scenario(&self) -> &str {
        self.snap.as_ref().map_or(&self.name, |snap| &snap.head.scenario)
    }

    /// What would change.
    #[must_use]
    pub fn diff(&self) -> Diff {
        let old = self.old.as_ref().and_then(|old| old.as_ref().ok());
        let old = old.map_or("", |old| &old.text);
        self.snap.as_ref().map_or_else(|_| Diff::default(), |snap| diff::diff(old, &snap.text))
    }

    /// What it shares with those that are to be reviewed together: that it is new, or what would change. `None` where one
    /// of the two is damaged.
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

    /// Puts it in the place of what is there.
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

    /// Throws it away.
    ///
    /// # Errors
    /// A fragment with what the system says.
    pub fn reject(&self) -> Result<(), Text> {
        let shown = self.path.display();
        fs::remove_file(&self.path)
            .map_err(|error| say!("cannot remove \"{path}\": {error}", path = shown, error))
    }
}
