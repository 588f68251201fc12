//! The Japanese translations of all templates, of the titles of scenarios, and of the texts of `--help`. They are data
//! (`*.yaml`), which are parsed when the first text is written in Japanese or read from a report.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// English templates with their translations: one file for each subject.
const TEXTS: [&str; 16] = [
    include_str!("games.yaml"),
    include_str!("grammar.yaml"),
    include_str!("rules.yaml"),
    include_str!("replies.yaml"),
    include_str!("outcomes.yaml"),
    include_str!("run.yaml"),
    include_str!("chosen.yaml"),
    include_str!("words.yaml"),
    include_str!("terminal.yaml"),
    include_str!("explain.yaml"),
    include_str!("stimuli.yaml"),
    include_str!("page.yaml"),
    include_str!("engine_comparison.yaml"),
    include_str!("changes.yaml"),
    include_str!("messages.yaml"),
    include_str!("files.yaml"),
];

/// Ids of bundled scenarios, without their cases, with their titles.
const TITLES: [&str; 3] = [
    include_str!("titles.yaml"),
    include_str!("titles_uci.yaml"),
    include_str!("titles_ucci.yaml"),
];

/// Texts of `--help` with their translations.
const HELP: &str = include_str!("help.yaml");

type Table = BTreeMap<String, String>;

static BY_TEMPLATE: LazyLock<Table> = LazyLock::new(|| TEXTS.into_iter().flat_map(read).collect());
static BY_HELP: LazyLock<Table> = LazyLock::new(|| read(HELP));
static BY_ID: LazyLock<Table> = LazyLock::new(|| TITLES.into_iter().flat_map(read).collect());

/// # Panics
/// If the file cannot be parsed. The files are compiled in, and a test parses all of them.
fn read(file: &str) -> Table {
    serde_saphyr::from_str(file).expect("the files are part of the program and tested")
}

/// The translation of a template.
pub(super) fn of(template: &str) -> Option<&'static str> {
    BY_TEMPLATE.get(template).map(String::as_str)
}

/// The translation of a text of `--help`.
pub(super) fn help(text: &str) -> Option<&'static str> {
    BY_HELP.get(text).map(String::as_str)
}

#[cfg(test)]
pub(super) fn help_texts() -> impl Iterator<Item = &'static str> {
    BY_HELP.keys().map(String::as_str)
}

/// The title of a bundled scenario, by its id without its case.
pub(super) fn title(id: &str) -> Option<&'static str> {
    BY_ID.get(id).map(String::as_str)
}

/// The static template that is equal to this one, if there is one.
pub(super) fn known(template: &str) -> Option<&'static str> {
    BY_TEMPLATE.get_key_value(template).map(|(known, _)| known.as_str())
}

/// All templates with their translations, file by file.
#[cfg(test)]
pub(super) fn texts() -> Vec<(String, String)> {
    TEXTS.into_iter().flat_map(lines).collect()
}

/// All ids of bundled scenarios with their titles, file by file.
#[cfg(test)]
pub(super) fn titles() -> Vec<(String, String)> {
    TITLES.into_iter().flat_map(lines).collect()
}

/// The entries of a file. Each line must be one entry, and each entry must be different.
#[cfg(test)]
fn lines(file: &str) -> Table {
    let table = read(file);
    let lines = file.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(table.len(), lines, "an entry is a line, and none is there twice");
    table
}
