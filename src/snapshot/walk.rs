//! The files in a folder of snapshots.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file::{self, Snap};
use crate::files;

/// The most levels of folders that are searched.
const DEPTH: usize = 24;
/// The most directory entries that are examined.
const FILES: usize = 50_000;

/// The files below a folder whose names have this ending, sorted. Links are not followed; a missing folder has none.
///
/// # Errors
/// An error of the system, or that there are too many files.
pub(super) fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut seen = 0;
    let mut open = vec![(folder.to_path_buf(), 0)];
    while let Some((folder, depth)) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound && depth == 0 => continue,
            Err(error) => return Err(error),
        };
        for entry in entries {
            let entry = entry?;
            seen += 1;
            if seen > FILES {
                return Err(io::Error::other(format!("more than {FILES} files")));
            }
            let kind = entry.file_type()?;
            if kind.is_dir() && depth < DEPTH {
                open.push((entry.path(), depth + 1));
            } else if kind.is_file() && entry.file_name().to_string_lossy().ends_with(ending) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a snapshot file.
///
/// # Errors
/// A fragment that says why the file is not a snapshot.
pub(super) fn snap(path: &Path) -> Result<Snap, String> {
    let bytes = files::read(path, file::MAX).map_err(|why| why.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| say!("it is not text").to_string())?;
    file::read(&text)
}
