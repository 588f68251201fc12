//! Where files come from: the scenarios in the binary, and the user's folders.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use include_dir::{Dir, DirEntry, include_dir};

use crate::diagnostic::Diagnostic;
use crate::span::SourceFile;
use crate::yaml::file::{read, source, unreadable};

/// The bundled scenarios.
static BUNDLED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// The largest depth of nested folders; sets of scenarios are much flatter.
const MAX_DEPTH: usize = 16;

/// A folder; the ids of its files are relative to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Root {
    /// The scenarios in the binary.
    Bundled,
    /// A folder of the user.
    Folder(PathBuf),
}

/// A file below a root.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// The path below the root, with `/`.
    pub(super) below: String,
    /// The file, or the reason why it cannot be read.
    pub(super) file: Result<Arc<SourceFile>, Box<Diagnostic>>,
}

impl Root {
    /// The file with this path below the root, if there is one.
    pub(super) fn read(&self, below: &str) -> Option<Result<Arc<SourceFile>, Box<Diagnostic>>> {
        match self {
            Self::Bundled => {
                BUNDLED.get_file(below).map(|file| bundled(Path::new(below), file.contents()))
            }
            Self::Folder(folder) => {
                let path = folder.join(below);
                path.is_file().then(|| read(&path))
            }
        }
    }

    /// The names, without endings, of the YAML files directly in a folder below the root.
    pub(super) fn names(&self, below: &str) -> Vec<String> {
        let paths: Vec<PathBuf> = match self {
            Self::Bundled => BUNDLED.get_dir(below).map_or_else(Vec::new, |folder| {
                let files = folder.files();
                files.map(|file| file.path().to_path_buf()).collect()
            }),
            Self::Folder(folder) => fs::read_dir(folder.join(below)).map_or_else(
                |_| Vec::new(),
                |entries| entries.flatten().map(|entry| entry.path()).collect(),
            ),
        };
        let yaml = paths.iter().filter(|path| is_yaml(path));
        let stems = yaml.filter_map(|path| path.file_stem());
        stems.map(|stem| stem.to_string_lossy().into_owned()).collect()
    }
}

/// All YAML files of the bundled scenarios.
pub(super) fn bundled_files() -> Vec<Found> {
    let mut files = Vec::new();
    let mut open = vec![&BUNDLED];
    while let Some(folder) = open.pop() {
        for entry in folder.entries() {
            match entry {
                DirEntry::Dir(folder) => open.push(folder),
                DirEntry::File(file) if is_yaml(file.path()) => files.push(Found {
                    below: slashed(file.path()),
                    file: bundled(file.path(), file.contents()),
                }),
                DirEntry::File(_) => {}
            }
        }
    }
    files.sort_by(|a, b| a.below.cmp(&b.below));
    files
}

/// The YAML files that a path of the user stands for, each with its root: the nearest folder called `scenarios` that
/// contains the file, or else the given path. If there are `scenarios` folders inside the given folder, as in a
/// project, only their files count: other YAML files there are not scenarios.
pub(super) fn user_files(given: &Path) -> Result<Vec<(Root, Found)>, Box<Diagnostic>> {
    let kind = fs::metadata(given).map_err(|error| unreadable(given, &error.to_string()))?;
    let mut paths = Vec::new();
    if kind.is_dir() {
        walk(given, MAX_DEPTH, &mut paths)?;
    } else {
        paths.push(given.to_path_buf());
    }
    paths.sort();
    let folder = match given.parent() {
        Some(parent) if !kind.is_dir() => parent,
        Some(_) | None => given,
    };
    let around = root_around(folder);
    let within: Vec<Option<PathBuf>> = paths.iter().map(|path| root_within(path, given)).collect();
    let only_within = around.is_none() && within.iter().any(Option::is_some);
    let mut files = Vec::new();
    for (path, inner) in paths.iter().zip(within) {
        if only_within && inner.is_none() {
            continue;
        }
        let root = inner.or_else(|| around.clone());
        let root = root.unwrap_or_else(|| folder.to_path_buf());
        let found = Found { below: below(path, &root), file: read(path) };
        files.push((Root::Folder(root), found));
    }
    Ok(files)
}

/// Whether two paths lead to the same file.
pub(super) fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// Whether a path has the ending of a YAML file.
fn is_yaml(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending == "yaml" || ending == "yml")
}

/// The nearest folder called `scenarios` that contains a file, if this folder is inside the given path.
fn root_within(path: &Path, given: &Path) -> Option<PathBuf> {
    let mut folders = path.ancestors().skip(1).take_while(|folder| *folder != given);
    folders.find(|folder| is_root(folder)).map(Path::to_path_buf)
}

/// The nearest folder called `scenarios` that a folder is or is inside of.
fn root_around(folder: &Path) -> Option<PathBuf> {
    if let Some(root) = folder.ancestors().find(|folder| is_root(folder)) {
        return Some(root.to_path_buf());
    }
    // For `kentei check .` inside scenarios/usi, the given path does not contain the name.
    let whole = tidy(&std::path::absolute(folder).ok()?);
    let root = whole.ancestors().find(|folder| is_root(folder));
    root.map(Path::to_path_buf)
}

fn is_root(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "scenarios")
}

/// A path without `.` and `..`, resolved by names alone.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                tidied.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                tidied.push(component);
            }
        }
    }
    tidied
}

/// The path of a file relative to its root.
fn below(path: &Path, root: &Path) -> String {
    if let Ok(rest) = path.strip_prefix(root) {
        return slashed(rest);
    }
    let whole = std::path::absolute(path).map(|path| tidy(&path));
    match whole.as_deref().map(|path| path.strip_prefix(root)) {
        Ok(Ok(rest)) => slashed(rest),
        Ok(Err(_)) | Err(_) => {
            path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        }
    }
}

fn slashed(path: &Path) -> String {
    let names = path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_string_lossy()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => {
            None
        }
    });
    names.collect::<Vec<_>>().join("/")
}

/// Collects YAML files. Links to folders are not followed, because they could form cycles.
fn walk(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) -> Result<(), Box<Diagnostic>> {
    let fail = |error: std::io::Error| unreadable(folder, &error.to_string());
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        let is_folder = entry.file_type().map_err(fail)?.is_dir();
        if is_folder && !hidden && depth > 0 {
            walk(&path, depth - 1, paths)?;
        } else if !is_folder && !hidden && is_yaml(&path) {
            paths.push(path);
        }
    }
    Ok(())
}

fn bundled(path: &Path, contents: &[u8]) -> Result<Arc<SourceFile>, Box<Diagnostic>> {
    source(path, contents.to_vec(), true)
}
