//! Fragments: named lists of steps, in folders next to the scenarios that use them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::LANGUAGE;
use super::sources::Root;
use crate::diagnostic::Diagnostic;
use crate::yaml::node::{self, Node};

/// The index of the bundled root.
pub(super) const BUNDLED: usize = 0;

/// All fragments that the scenarios of some roots can use. Each file is read once.
pub(super) struct Fragments {
    roots: Vec<Root>,
    read: RefCell<HashMap<(usize, String), Option<Found>>>,
}

/// The result of looking up a fragment.
#[derive(Debug, Clone)]
pub(super) enum Found {
    /// There is no such fragment; these names exist.
    Missing(Vec<String>),
    /// There is a file, but it cannot be read or is not valid YAML.
    Broken(Rc<Vec<Diagnostic>>),
    /// The file of the fragment.
    File(Rc<FragmentFile>),
}

/// The file of a fragment.
#[derive(Debug)]
pub(super) struct FragmentFile {
    /// The content.
    pub(super) node: Node,
    /// Whether the fragment is for all dialects, so that it may name their clauses.
    pub(super) shared: bool,
}

impl Fragments {
    /// The fragments of these roots; the first is the bundled one.
    pub(super) fn new(roots: Vec<Root>) -> Self {
        Self { roots, read: RefCell::default() }
    }

    /// Looks up a name for a scenario of a root: first in that root, then among the bundled fragments.
    pub(super) fn find(&self, root: usize, dialect: &str, name: &str) -> Found {
        if !is_name(name) {
            return Found::Missing(self.names(root, dialect));
        }
        for (root, folder, shared) in places(root, dialect) {
            if let Some(found) = self.read(root, format!("{folder}/{name}.yaml"), shared) {
                return found;
            }
        }
        Found::Missing(self.names(root, dialect))
    }

    fn read(&self, root: usize, below: String, shared: bool) -> Option<Found> {
        let key = (root, below);
        if let Some(known) = self.read.borrow().get(&key) {
            return known.clone();
        }
        let found = self.roots[root].read(&key.1).map(|file| {
            match file.map_err(|error| vec![*error]).and_then(|file| node::parse(&file, &LANGUAGE))
            {
                Ok(node) => Found::File(Rc::new(FragmentFile { node, shared })),
                Err(diagnostics) => Found::Broken(Rc::new(diagnostics)),
            }
        });
        self.read.borrow_mut().insert(key, found.clone());
        found
    }

    fn names(&self, root: usize, dialect: &str) -> Vec<String> {
        let places = places(root, dialect).into_iter();
        let mut names: Vec<String> =
            places.flat_map(|(root, folder, _)| self.roots[root].names(&folder)).collect();
        names.sort();
        names.dedup();
        names
    }
}

/// The folders in which a name is looked up, in this order; each with its root, and whether it is for all dialects.
fn places(root: usize, dialect: &str) -> Vec<(usize, String, bool)> {
    let mut places = Vec::new();
    for root in [root, BUNDLED] {
        places.push((root, format!("{dialect}/_fragments"), false));
        places.push((root, "shared/_fragments".to_owned(), true));
        // A user's folder does not have to be divided by dialects.
        if root != BUNDLED {
            places.push((root, "_fragments".to_owned(), false));
        }
    }
    places
}

/// Whether a word can be the name of a fragment.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
