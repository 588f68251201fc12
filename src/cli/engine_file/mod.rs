//! The engine file, `kentei.yaml`: engines by name, how each is started and examined, and what is known to
//! fail.
//!
//! It is read like a scenario: into a tree with places, with every mistake collected.

mod keys;
mod read;
mod redact;
mod schema;
mod update;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::diagnostic::Diagnostic;
use crate::engine::Launch;
use crate::lang::Text;
use crate::protocol::{DIALECTS, Dialect};
use crate::run::known::Known;
use crate::snapshot::Redaction;
use crate::span::SourceFile;
use crate::yaml::file;
use crate::yaml::node::{self, Language};

pub(super) use schema::schema;
pub(super) use update::Change;

/// The file that is read where none is named.
pub(super) const USUAL: &str = "kentei.yaml";

static LANGUAGE: Language = Language {
    name: say!("the engine file"),
    least: say!("an engine file has at least: engines, and an engine with its command"),
    single: say!("one file names all engines"),
    shared: say!("write shared settings for each engine"),
};

/// What the file says of all engines.
pub(super) struct EngineFile {
    /// The engines, in the order of the file.
    pub(super) engines: Vec<Entry>,
}

/// What it says of one engine.
pub(super) struct Entry {
    pub(super) name: String,
    /// The program, its arguments, folder and environment.
    pub(super) launch: Launch,
    /// The dialect; `None` where the engine is to show which it speaks.
    pub(super) dialect: Option<&'static dyn Dialect>,
    /// The profile; `None` for the first one of the dialect.
    pub(super) profile: Option<&'static str>,
    /// Options to set at each boot.
    pub(super) options: Vec<(String, String)>,
    /// Options that are set though the engine does not declare them.
    pub(super) undeclared: Vec<String>,
    /// Options with which nothing can be lost.
    pub(super) harmless: Vec<String>,
    /// Limits that differ from those of the dialect.
    pub(super) limits: Vec<(&'static str, Duration)>,
    pub(super) known: Vec<Known>,
    /// What is redacted in snapshots besides the usual.
    pub(super) redact: Vec<Redaction>,
}

impl Entry {
    /// What is known to fail in a dialect. What names a clause or a scenario of another one cannot show there.
    pub(super) fn known_in(&self, dialect: &dyn Dialect) -> Vec<Known> {
        let others = DIALECTS.iter().filter(|other| other.name() != dialect.name());
        let folders: Vec<String> = others.map(|other| format!("{}/", other.name())).collect();
        let is_of = |known: &&Known| {
            let clause = known.clause;
            let scenario = known.scenario.as_deref().unwrap_or_default();
            clause.is_none_or(|clause| dialect.catalogue().clause(clause.0).is_some())
                && !folders.iter().any(|folder| scenario.starts_with(folder))
        };
        self.known.iter().filter(is_of).cloned().collect()
    }
}

/// What came of reading the file.
pub(super) struct Reading {
    /// The engines; none if there is an error among the mistakes.
    pub(super) engines: Option<EngineFile>,
    pub(super) mistakes: Vec<Diagnostic>,
}

/// Reads the file.
pub(super) fn load(path: &Path) -> Reading {
    match file::read(path) {
        Ok(file) => parse(&file),
        Err(mistake) => Reading { engines: None, mistakes: vec![*mistake] },
    }
}

fn parse(file: &Arc<SourceFile>) -> Reading {
    match node::parse(file, &LANGUAGE) {
        Ok(node) => read::read(&folder(&file.path), &node),
        Err(mistakes) => Reading { engines: None, mistakes },
    }
}

/// What is wrong with a text in the place of the file.
pub(super) fn check_text(path: &Path, text: &str) -> Vec<Diagnostic> {
    let file = SourceFile { path: path.to_path_buf(), text: text.to_owned(), bundled: false };
    parse(&Arc::new(file)).mistakes
}

/// Writes known failures into the file.
///
/// # Errors
/// A sentence about why it is left alone.
pub(super) fn update(path: &Path, engine: &str, change: &Change) -> Result<(), Text> {
    let file = file::read(path).map_err(|mistake| mistake.message)?;
    let text = update::change(&file, engine, change)?;
    crate::report::write::replace(path, &text)
        .map_err(|error| say!("cannot write \"{path}\": {error}", path = path.display(), error))
}

/// The folder that relative paths in the file start from.
fn folder(path: &Path) -> PathBuf {
    let parent = path.parent().map(Path::to_path_buf).unwrap_or_default();
    std::path::absolute(&parent).unwrap_or(parent)
}
