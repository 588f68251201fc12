//! The engine file, `kentei.yaml`: engines by name, how each is started and examined, and its known failures.
//!
//! It is read like a scenario: as a tree with source positions, with every mistake collected.

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

/// The file that is read if the command line names none.
pub(super) const USUAL: &str = "kentei.yaml";

static LANGUAGE: Language = Language {
    name: say!("the engine file"),
    least: say!("an engine file has at least: engines, and an engine with its command"),
    single: say!("one file names all engines"),
    shared: say!("write shared settings for each engine"),
};

/// The content of the file.
pub(super) struct EngineFile {
    /// The engines, in the order of the file.
    pub(super) engines: Vec<Entry>,
}

/// The content of the file about one engine.
pub(super) struct Entry {
    pub(super) name: String,
    /// The program, its arguments, folder and environment.
    pub(super) launch: Launch,
    /// The dialect; `None` if it is to be detected.
    pub(super) dialect: Option<&'static dyn Dialect>,
    /// The profile; `None` for the first one of the dialect.
    pub(super) profile: Option<&'static str>,
    /// Options to set at each boot.
    pub(super) options: Vec<(String, String)>,
    /// Options that are set even if the engine does not declare them.
    pub(super) undeclared: Vec<String>,
    /// Options that are safe to use in any way.
    pub(super) harmless: Vec<String>,
    /// Limits that differ from those of the dialect.
    pub(super) limits: Vec<(&'static str, Duration)>,
    pub(super) known: Vec<Known>,
    /// What is redacted in snapshots in addition to the default.
    pub(super) redact: Vec<Redaction>,
}

impl Entry {
    /// The known failures that can occur in a dialect, without those that name a clause or a scenario of another
    /// dialect.
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

/// The result of reading the file.
pub(super) struct Reading {
    /// The engines; `None` if one of the mistakes is an error.
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

/// The mistakes in a text that is read as the engine file.
pub(super) fn check_text(path: &Path, text: &str) -> Vec<Diagnostic> {
    let file = SourceFile { path: path.to_path_buf(), text: text.to_owned(), bundled: false };
    parse(&Arc::new(file)).mistakes
}

/// Writes known failures into the file.
///
/// # Errors
/// Why the file was not changed, as a sentence.
pub(super) fn update(path: &Path, engine: &str, change: &Change) -> Result<(), Text> {
    let file = file::read(path).map_err(|mistake| mistake.message)?;
    let text = update::change(&file, engine, change)?;
    crate::report::write::replace(path, &text)
        .map_err(|error| say!("cannot write \"{path}\": {error}", path = path.display(), error))
}

/// The folder to which paths in the file are relative.
fn folder(path: &Path) -> PathBuf {
    let parent = path.parent().map(Path::to_path_buf).unwrap_or_default();
    std::path::absolute(&parent).unwrap_or(parent)
}
