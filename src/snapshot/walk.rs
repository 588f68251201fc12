//! The files of a folder of snapshots.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::file::{self, Snap};

/// How deep folders are looked into.
const DEPTH: usize = 24;
/// The most files that are looked at.
const FILES: usize = 50_000;

/// The files below a folder whose names end like this, in their order. Links are not followed; a folder that is not
/// there has none.
///
/// # Errors
/// What the system says, or that there are too many.
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

/// Reads a snapshot.
///
/// # Errors
/// A fragment that says why there is none.
pub(super) fn snap(path: &Path) -> Result<Snap, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    let read = file.take(file::MAX + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > file::MAX {
        return Err(format!("it has more than {} bytes", file::MAX));
    }
    let text = String::from_utf8(bytes).map_err(|_| "it is no text")?;
    file::read(&text)
}
