//! Finds the bundled scenarios and the user's scenarios, and checks them as a set.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::fragments::{BUNDLED, Fragments};
use super::lower::{self, World};
use super::sources::{self, Found, Root};
use super::{LANGUAGE, Scenario, after};
use crate::diagnostic::Diagnostic;
use crate::protocol::{DIALECTS, Dialect};
use crate::span::SourceFile;
use crate::yaml::node;

/// All scenarios of one dialect, sorted by id.
#[derive(Debug, Default)]
pub struct Library {
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
}

/// A scenario file or a fragment file, with its id.
#[derive(Clone)]
struct Candidate {
    id: String,
    root: usize,
    file: Arc<SourceFile>,
}

/// The files that were found, by what they contain.
#[derive(Default)]
struct FoundFiles {
    roots: Vec<Root>,
    scenarios: Vec<Candidate>,
    fragments: Vec<Candidate>,
    diagnostics: Vec<Diagnostic>,
}

/// Loads the bundled scenarios of a dialect and the scenarios of the user's files and folders. A user's scenario
/// replaces a bundled scenario with the same id.
#[must_use]
pub fn load(dialect: &'static dyn Dialect, extra: &[PathBuf]) -> (Library, Vec<Diagnostic>) {
    load_among(dialect, &names(&[dialect]), extra)
}

/// Makes scenarios of a dialect from texts, each with its id. They can use the bundled fragments. Their prerequisites
/// are short ids of the dialect, and the scenarios with these ids need not be among the texts.
pub(crate) fn of_texts(
    dialect: &'static dyn Dialect,
    texts: impl IntoIterator<Item = (String, String)>,
) -> (Vec<Scenario>, Vec<Diagnostic>) {
    let known = names(&[dialect]);
    let fragments = Fragments::new(vec![Root::Bundled]);
    let world = World { dialect, known: &known, fragments: &fragments };
    let mut diagnostics = Vec::new();
    let mut scenarios = Vec::new();
    for (id, text) in texts {
        let path = PathBuf::from(format!("{id}.yaml"));
        let file = Arc::new(SourceFile { path, text, bundled: true });
        let (drafts, mistakes) = match node::parse(&file, &LANGUAGE) {
            Ok(node) => lower::file(&world, &id, BUNDLED, &file, &node),
            Err(mistakes) => (Vec::new(), mistakes),
        };
        diagnostics.extend(mistakes);
        scenarios.extend(drafts.into_iter().map(|draft| {
            let after =
                draft.after.iter().map(|target| format!("{}/{}", dialect.name(), target.id));
            Scenario { after: after.collect(), ..draft.scenario }
        }));
    }
    (scenarios, tidy(diagnostics))
}

/// The mistakes in the text of one scenario file that is not on disk. For the fuzz targets in `tests/fuzz`.
#[doc(hidden)]
#[must_use]
pub fn check_text(dialect: &'static dyn Dialect, text: &str) -> Vec<Diagnostic> {
    of_texts(dialect, [("check/text".to_owned(), text.to_owned())]).1
}

/// Loads the scenarios of `dialect`. `known` are the names of all dialects that may occur.
pub(super) fn load_among(
    dialect: &'static dyn Dialect,
    known: &[&'static str],
    extra: &[PathBuf],
) -> (Library, Vec<Diagnostic>) {
    let mut shelf = FoundFiles::bundled();
    for path in extra {
        shelf.add(path);
    }
    let fragments = Fragments::new(std::mem::take(&mut shelf.roots));
    let world = World { dialect, known, fragments: &fragments };
    let mine = shelf.scenarios.iter().filter(|candidate| is_for(candidate, dialect.name(), known));
    let (scenarios, found) = assemble(&world, mine, BTreeSet::new());
    shelf.diagnostics.extend(found);
    (Library { scenarios }, tidy(shelf.diagnostics))
}

/// Checks the user's files and folders. Each scenario is checked for every dialect that it is for; a scenario outside
/// of the folders of the dialects is checked only for the dialect that a folder in its path names, otherwise for the
/// first one. The other files of the same `scenarios` folder are not checked, but can be prerequisites. Also returns
/// how many files were checked.
#[must_use]
pub fn check_paths(
    paths: &[PathBuf],
    dialects: &[&'static dyn Dialect],
) -> (usize, Vec<Diagnostic>) {
    let known = names(dialects);
    let mut shelf = FoundFiles::bundled();
    for path in paths {
        shelf.add(path);
    }
    let neighbours = shelf.neighbours();
    let fragments = Fragments::new(std::mem::take(&mut shelf.roots));
    let mut checked = BTreeSet::new();
    for (place, dialect) in dialects.iter().enumerate() {
        let world = World { dialect: *dialect, known: &known, fragments: &fragments };
        let mine: Vec<&Candidate> = shelf
            .scenarios
            .iter()
            .filter(|candidate| is_for(candidate, dialect.name(), &known))
            .filter(|candidate| {
                home(&candidate.id, &known).is_some() || place == named(candidate, dialects)
            })
            .collect();
        checked.extend(mine.iter().filter(|c| c.root != BUNDLED).map(|c| c.file.path.clone()));
        let is_ours = |home: &str| [dialect.name(), "shared"].contains(&home);
        let beside = neighbours.iter().filter(|id| home(id, &known).is_none_or(is_ours));
        let (_, found) = assemble(&world, mine.into_iter(), beside.cloned().collect());
        shelf.diagnostics.extend(found);
        for fragment in &shelf.fragments {
            if is_for(fragment, dialect.name(), &known) {
                checked.insert(fragment.file.path.clone());
                let found = match node::parse(&fragment.file, &LANGUAGE) {
                    Ok(node) => lower::fragment(&world, fragment.root, &node),
                    Err(found) => found,
                };
                shelf.diagnostics.extend(found);
            }
        }
    }
    (checked.len(), tidy(shelf.diagnostics))
}

/// Lowers files and links the scenarios. `unread` holds the ids of files that exist but are not read.
fn assemble<'a>(
    world: &World<'_>,
    candidates: impl Iterator<Item = &'a Candidate>,
    unread: BTreeSet<String>,
) -> (Vec<Scenario>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut drafts = Vec::new();
    let mut broken = unread;
    for candidate in only_once(candidates, &mut diagnostics) {
        let (id, root) = (&candidate.id, candidate.root);
        let (found, mistakes) = match node::parse(&candidate.file, &LANGUAGE) {
            Ok(node) => lower::file(world, id, root, &candidate.file, &node),
            Err(mistakes) => (Vec::new(), mistakes),
        };
        if found.is_empty() {
            broken.insert(id.clone());
        }
        drafts.extend(found);
        diagnostics.extend(mistakes);
    }
    let (scenarios, mistakes) = after::link(drafts, &broken, world.dialect.name());
    diagnostics.extend(mistakes);
    (scenarios, diagnostics)
}

/// Selects one file per id: a user's file replaces a bundled file; two files of the user with one id are a mistake.
fn only_once<'a>(
    candidates: impl Iterator<Item = &'a Candidate>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<&'a Candidate> {
    let mut by_id: BTreeMap<&str, &Candidate> = BTreeMap::new();
    for candidate in candidates {
        let Some(known) = by_id.insert(&candidate.id, candidate) else {
            continue;
        };
        if known.root != BUNDLED && !sources::is_same(&known.file.path, &candidate.file.path) {
            let message = say!("two scenarios with the id \"{id}\"", id = candidate.id.as_str());
            let other = say!("the other one is {path}", path = known.file.path.display());
            let place = node::whole(&candidate.file).first_line();
            diagnostics.push(Diagnostic::error(message, place).help(other));
        }
    }
    by_id.into_values().collect()
}

impl FoundFiles {
    fn bundled() -> Self {
        let mut shelf = Self { roots: vec![Root::Bundled], ..Self::default() };
        for found in sources::bundled_files() {
            shelf.put(BUNDLED, found);
        }
        shelf
    }

    fn add(&mut self, path: &Path) {
        let files = match sources::user_files(path) {
            Ok(files) => files,
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                return;
            }
        };
        if files.is_empty() {
            let message = say!("no scenario below \"{path}\"", path = path.display());
            self.diagnostics.push(Diagnostic::unreadable(message));
        }
        for (root, found) in files {
            let known = self.roots.iter().position(|known| *known == root);
            let index = known.unwrap_or_else(|| {
                self.roots.push(root);
                self.roots.len() - 1
            });
            self.put(index, found);
        }
    }

    fn put(&mut self, root: usize, found: Found) {
        let file = match found.file {
            Ok(file) => file,
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                return;
            }
        };
        let id = id_of(&found.below).to_owned();
        let is_fragment = id.split('/').rev().nth(1) == Some("_fragments");
        let hidden = is_hidden(&id);
        let candidate = Candidate { id, root, file };
        if is_fragment && root != BUNDLED {
            self.fragments.push(candidate);
        } else if !hidden {
            self.scenarios.push(candidate);
        }
    }

    /// The ids of the scenarios that are below the same `scenarios` folders as the user's files, without those of these
    /// files. A commit hook passes only the files of a commit, and these may depend on others. Other folders are not
    /// searched, because they can contain anything.
    fn neighbours(&self) -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        for root in &self.roots {
            let Root::Folder(folder) = root else {
                continue;
            };
            if folder.file_name().is_none_or(|name| name != "scenarios") {
                continue;
            }
            // Whoever checks these files sees why they cannot be read.
            let files = sources::user_files(folder).unwrap_or_default();
            let own = files.iter().filter(|(known, _)| known == root);
            let own = own.map(|(_, found)| id_of(&found.below)).filter(|id| !is_hidden(id));
            ids.extend(own.map(str::to_owned));
        }
        for given in self.scenarios.iter().filter(|candidate| candidate.root != BUNDLED) {
            ids.remove(&given.id);
        }
        ids
    }
}

/// The id of the file with this path below its root.
fn id_of(below: &str) -> &str {
    below.strip_suffix(".yaml").or_else(|| below.strip_suffix(".yml")).unwrap_or(below)
}

/// Whether a file with this id is no scenario: a fragment, a draft, or a hidden file.
fn is_hidden(id: &str) -> bool {
    id.split('/').any(|name| name.starts_with(['_', '.']))
}

/// The folder of a dialect, or `shared`, that contains the file with this id; `None` outside of these.
fn home<'a>(id: &'a str, known: &[&str]) -> Option<&'a str> {
    let (first, _) = id.split_once('/')?;
    (first == "shared" || known.contains(&first)).then_some(first)
}

/// The place in the list of the dialect that the last such folder in the path of a file names; 0 if there is none.
fn named(candidate: &Candidate, dialects: &[&'static dyn Dialect]) -> usize {
    let mut folders = candidate.file.path.iter().rev();
    let place = |folder| dialects.iter().position(|dialect| folder == dialect.name());
    folders.find_map(place).unwrap_or(0)
}

/// Whether a file can be for a dialect. For a shared file, its own list of dialects decides.
fn is_for(candidate: &Candidate, dialect: &str, known: &[&str]) -> bool {
    match home(&candidate.id, known) {
        Some(home) => home == dialect || home == "shared",
        None => candidate.root != BUNDLED,
    }
}

/// The names of these dialects and of all built-in dialects.
fn names(dialects: &[&'static dyn Dialect]) -> Vec<&'static str> {
    let all = DIALECTS.iter().chain(dialects);
    let mut names: Vec<&'static str> = Vec::new();
    for dialect in all {
        if !names.contains(&dialect.name()) {
            names.push(dialect.name());
        }
    }
    names
}

/// Sorts by file and position and removes duplicates: a mistake in a fragment is found in every scenario that uses it.
pub(super) fn tidy(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let key = |diagnostic: &Diagnostic| {
        let span = diagnostic.span.as_ref();
        let place = span.map(|span| (span.file.path.clone(), span.start, span.end));
        (place, diagnostic.message.to_string())
    };
    diagnostics.sort_by_cached_key(key);
    diagnostics.dedup_by(|a, b| key(a) == key(b));
    diagnostics
}
