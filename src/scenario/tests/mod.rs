//! Tests of the language, with a dialect that exists only for these tests.

mod causes;
mod diagnostics;
mod dialect;
mod documentation;
mod files;
mod filter;
mod folders;
mod golden;
mod readers;
mod repeats;
mod schema;

use std::path::PathBuf;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::protocol::Dialect;
use crate::scenario::Scenario;
use crate::scenario::fragments::Fragments;
use crate::scenario::library::tidy;
use crate::scenario::lower::{self, World};
use crate::scenario::sources::Root;
use crate::scenario::{LANGUAGE, after, table};
use crate::span::SourceFile;
use crate::yaml::node;

/// Reads one file with the id `id`, with the fragments of a folder.
fn read(id: &str, yaml: &str, fragments: Option<PathBuf>) -> (Vec<Scenario>, Vec<Diagnostic>) {
    read_in(&dialect::TOY, id, yaml, fragments)
}

/// The same for any dialect.
fn read_in(
    dialect: &'static dyn Dialect,
    id: &str,
    yaml: &str,
    fragments: Option<PathBuf>,
) -> (Vec<Scenario>, Vec<Diagnostic>) {
    let file = Arc::new(SourceFile {
        path: PathBuf::from("case.yaml"),
        text: yaml.to_owned(),
        bundled: false,
    });
    let node = match node::parse(&file, &LANGUAGE) {
        Ok(node) => node,
        Err(diagnostics) => return (Vec::new(), diagnostics),
    };
    let mut roots = vec![Root::Bundled];
    roots.extend(fragments.map(Root::Folder));
    let root = roots.len() - 1;
    let fragments = Fragments::new(roots);
    let world = World { dialect, known: &["toy", "pet"], fragments: &fragments };
    let (drafts, mut diagnostics) = lower::file(&world, id, root, &file, &node);
    let (scenarios, found) = after::link(drafts, &Default::default(), dialect.name());
    diagnostics.extend(found);
    (scenarios, tidy(diagnostics))
}

/// A whole file with these steps, which begin in its fourth line.
fn around(steps: &str) -> String {
    format!("title: T\nclauses: [TOY-A-01]\nsteps:\n{steps}")
}

/// The keys of verbs, of their siblings, and of some mappings, without keys that the user chooses.
fn table_keys() -> Vec<&'static str> {
    let beside = table::VERBS.iter().flat_map(|verb| {
        let keys = std::iter::once(&verb.key).chain(verb.siblings);
        keys.map(|key| key.name)
    });
    let within = [table::FILE, table::ALTERNATIVE, table::SET_OPTIONS, table::REPEAT];
    let within = within.into_iter().flatten().map(|key| key.name);
    beside.chain(within).collect()
}
