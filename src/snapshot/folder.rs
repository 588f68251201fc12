//! The snapshots of one engine in one dialect: read before a run, compared after it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::file::{self, Head, Snap};
use super::result::{SnapshotResult, SnapshotStanding, SnapshotsResult};
use super::{Write, diff, place, walk};

/// The engine, dialect and profile to which snapshots belong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The engine, by the name that the user gave it.
    pub engine: String,
    /// Name of the dialect.
    pub dialect: String,
    /// Name of the profile.
    pub profile: String,
}

/// The snapshot of a scenario in this run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Id of the scenario.
    pub scenario: String,
    /// Title of the scenario.
    pub title: String,
    /// A digest of the scenario file.
    pub digest: String,
    /// The normal form, or the reason why there is none.
    pub text: Result<String, String>,
    /// Whether the scenario was judged. If it was, an existing snapshot has to be compared.
    pub judged: bool,
}

/// A folder of snapshots, as it was before the run.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    place: PathBuf,
    owner: Owner,
    known: BTreeMap<PathBuf, Snap>,
}

impl Folder {
    /// Reads the snapshots. Writes nothing.
    ///
    /// # Errors
    /// A fragment for each file that cannot be compared with this engine: such files must not be overwritten.
    pub fn open(root: &Path, owner: Owner) -> Result<Self, Vec<String>> {
        let place = place::folder(root, &owner.engine, &owner.dialect);
        for path in [root, &place] {
            if path.exists() && !path.is_dir() {
                return Err(vec![
                    say!("\"{path}\" is not a folder", path = path.display()).to_string(),
                ]);
            }
        }
        let files = walk::files(&place, ".snap");
        let unreadable = |error: std::io::Error| {
            say!("cannot read \"{path}\": {reason}", path = place.display(), reason = error)
        };
        let files = files.map_err(|error| vec![unreadable(error).to_string()])?;
        let mut known = BTreeMap::new();
        let mut wrong = Vec::new();
        for path in files {
            let read = walk::snap(&path).map_err(|why| {
                say!("\"{path}\" is damaged: {why}", path = path.display(), why).to_string()
            });
            let fits = read.and_then(|snap| fits(&path, &snap.head, &owner).map(|()| snap));
            match fits {
                Ok(snap) => {
                    known.insert(path, snap);
                }
                Err(why) => wrong.push(why),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        Ok(Self { root: root.to_path_buf(), place, owner, known })
    }

    /// Compares the snapshots of a run with those in the folder. If the folder has none of this engine, the snapshots
    /// are written; else new and changed snapshots are written next to the existing ones, for review. `library` has the
    /// ids of all scenarios.
    #[must_use]
    pub fn compare(
        &self,
        taken: &[Taken],
        library: &[&str],
        counted: bool,
        write: Write<'_>,
    ) -> SnapshotsResult {
        let mut result = SnapshotsResult {
            folder: self.root.display().to_string(),
            counted,
            unchanged: 0,
            written: 0,
            reported: Vec::new(),
            unreferenced: self.unreferenced(library),
            errors: Vec::new(),
        };
        for one in taken {
            self.one(one, &mut result, write);
        }
        result.reported.sort_by(|a, b| a.scenario.cmp(&b.scenario));
        result
    }

    fn one(&self, taken: &Taken, result: &mut SnapshotsResult, write: Write<'_>) {
        let path = place::file(&self.place, &self.owner.dialect, &taken.scenario);
        let pending = place::pending(&path);
        let known = self.known.get(&path);
        let result_of = |standing, reason: &str, diff| SnapshotResult {
            scenario: taken.scenario.clone(),
            standing,
            file: path.display().to_string(),
            other_script: known.is_some_and(|known| known.head.digest != taken.digest),
            reason: reason.to_owned(),
            diff,
        };
        let text = match &taken.text {
            Ok(text) => text,
            Err(reason) => {
                let standing = match known {
                    Some(_) if taken.judged => SnapshotStanding::Lost,
                    Some(_) | None => SnapshotStanding::LeftOut,
                };
                result.reported.push(result_of(standing, reason, diff::Diff::default()));
                return;
            }
        };
        if known.is_some_and(|known| known.head.scenario != taken.scenario) {
            let reason = "another scenario has the same file";
            result.reported.push(result_of(
                SnapshotStanding::LeftOut,
                reason,
                diff::Diff::default(),
            ));
            return;
        }
        if known.is_some_and(|known| known.text == *text) {
            result.unchanged += 1;
            // The pending snapshot is obsolete.
            if pending.is_file() {
                let removed = fs::remove_file(&pending);
                result.errors.extend(removed.err().map(|error| cannot(&pending, &error)));
            }
            return;
        }
        let snap = Snap { head: self.head(taken), text: text.clone() };
        let first = self.known.is_empty();
        let target = if first { &path } else { &pending };
        let made = target.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = made.and_then(|()| write(target, &file::write(&snap))) {
            result.errors.push(cannot(target, &error));
        } else if first {
            result.written += 1;
        }
        if first {
            return;
        }
        let (standing, old) = match known {
            Some(known) => (SnapshotStanding::Changed, known.text.as_str()),
            None => (SnapshotStanding::New, ""),
        };
        result.reported.push(result_of(standing, "", diff::diff(old, text)));
    }

    fn head(&self, taken: &Taken) -> Head {
        Head {
            form: file::FORM.to_owned(),
            engine: self.owner.engine.clone(),
            dialect: self.owner.dialect.clone(),
            profile: self.owner.profile.clone(),
            kentei: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: taken.scenario.clone(),
            title: taken.title.clone(),
            digest: taken.digest.clone(),
        }
    }

    fn unreferenced(&self, library: &[&str]) -> Vec<String> {
        let known = self.known.values().map(|snap| &snap.head.scenario);
        known.filter(|id| !library.contains(&id.as_str())).cloned().collect()
    }
}

fn cannot(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write \"{}\": {error}", path.display())
}

/// Checks that a snapshot can be compared with this engine.
fn fits(path: &Path, head: &Head, owner: &Owner) -> Result<(), String> {
    let path = path.display();
    if head.form != file::FORM {
        let form = &head.form;
        return Err(say!(
            "\"{path}\" has form {form} (kentei {version}); this kentei reads form {known}",
            path,
            form,
            version = head.kentei,
            known = file::FORM
        )
        .to_string());
    }
    for (what, is, wanted) in [
        (say!("engine"), &head.engine, &owner.engine),
        (say!("dialect"), &head.dialect, &owner.dialect),
        (say!("profile"), &head.profile, &owner.profile),
    ] {
        if is != wanted {
            return Err(say!(
                "\"{path}\" is of {what} \"{is}\", not \"{wanted}\"",
                path,
                what,
                is,
                wanted
            )
            .to_string());
        }
    }
    Ok(())
}
