//! Makes a script that can be changed from a scenario, and a scenario that may be played from a changed script.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Script, Tree};
use crate::diagnostic::Diagnostic;
use crate::protocol::{DIALECTS, Dialect};
use crate::scenario::fragments::{BUNDLED, Found, Fragments};
use crate::scenario::lower::{self, World};
use crate::scenario::sources::{self, Root};
use crate::scenario::{LANGUAGE, Need, Scenario};
use crate::span::SourceFile;
use crate::yaml::node::{self, Value};

/// The keys whose texts are regular expressions.
const PATTERNS: [&str; 2] = ["line", "matches"];

/// Knows the fragments of one scenario, and checks scripts that were made from it.
pub struct Editor {
    dialect: &'static dyn Dialect,
    fragments: Fragments,
    root: usize,
}

impl std::fmt::Debug for Editor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Editor").field("dialect", &self.dialect.name()).finish_non_exhaustive()
    }
}

impl Editor {
    /// An editor for scripts that use only bundled fragments.
    #[must_use]
    pub fn new(dialect: &'static dyn Dialect) -> Self {
        Self { dialect, fragments: Fragments::new(vec![Root::Bundled]), root: BUNDLED }
    }

    /// The editor of a scenario, and the scenario as a script. The values of its case are put in, and the user's
    /// fragments are replaced by their steps.
    ///
    /// # Errors
    /// The mistakes of the file if it is no longer valid YAML.
    pub fn open(
        dialect: &'static dyn Dialect,
        scenario: &Scenario,
    ) -> Result<(Self, Script), Vec<Diagnostic>> {
        let mut roots = vec![Root::Bundled];
        if !scenario.file.bundled
            && let Ok(files) = sources::user_files(&scenario.file.path)
        {
            roots.extend(files.into_iter().map(|(root, _)| root).next());
        }
        let root = roots.len() - 1;
        let editor = Self { dialect, fragments: Fragments::new(roots), root };
        let node = node::parse(&scenario.file, &LANGUAGE)?;
        let script = editor.script(scenario, &Tree::of(&node));
        Ok((editor, script))
    }

    /// Makes a scenario from a script.
    ///
    /// # Errors
    /// All mistakes in the script; a line that may not be sent is a mistake too.
    pub fn check(&self, script: &Script, id: &str) -> Result<Scenario, Vec<Diagnostic>> {
        let path = PathBuf::from(format!("{id}.yaml"));
        let text = script.to_yaml(&[]);
        let file = Arc::new(SourceFile { path, text, bundled: false });
        let node = node::parse(&file, &LANGUAGE)?;
        let names: Vec<&str> = DIALECTS.iter().map(|dialect| dialect.name()).collect();
        let world = World { dialect: self.dialect, known: &names, fragments: &self.fragments };
        let (drafts, found) = lower::file(&world, id, self.root, &file, &node);
        match drafts.into_iter().next() {
            Some(draft) if !found.iter().any(Diagnostic::is_error) => Ok(draft.scenario),
            Some(_) | None => Err(found),
        }
    }

    /// The steps of a fragment; `None` if there is no fragment with this name.
    #[must_use]
    pub fn fragment(&self, name: &str) -> Option<Vec<Tree>> {
        self.steps_of(name, &[])
    }

    /// The steps of a fragment with the values of a case put in.
    fn steps_of(&self, name: &str, values: &[(String, String)]) -> Option<Vec<Tree>> {
        let Found::File(file) = self.fragments.find(self.root, self.dialect.name(), name) else {
            return None;
        };
        match self.own(&Tree::of(&file.node), values, false).get("steps") {
            Some(Tree::List(steps)) => Some(steps.clone()),
            Some(_) | None => None,
        }
    }

    fn script(&self, scenario: &Scenario, file: &Tree) -> Script {
        let case = scenario.id.strip_suffix(']').and_then(|id| id.rsplit_once('['));
        let cases = file.get("params");
        let case = case.and_then(|(_, case)| cases?.get(case));
        let values: Vec<(String, String)> = match case {
            Some(Tree::Map(values)) => values
                .iter()
                .filter_map(|(name, value)| Some((name.clone(), value.text()?.to_owned())))
                .collect(),
            Some(_) | None => Vec::new(),
        };
        let steps = file.get("steps").map(|steps| self.own(steps, &values, false));
        let mut steps = steps.unwrap_or_else(|| Tree::List(Vec::new()));
        self.replace_foreign(&mut steps, &values, &mut Vec::new());
        let need = |need: &Need| match need {
            Need::Capability(name) => Tree::plain(name),
            Need::Option(name) => Tree::plain(format!("option {name}")),
        };
        Script {
            title: scenario.title.clone(),
            clauses: scenario.clauses.iter().map(|clause| clause.0.to_owned()).collect(),
            needs: scenario.needs.iter().map(need).collect(),
            profiles: scenario.profiles.clone(),
            steps,
        }
    }

    /// A tree with the values of a case put in, and without clauses of other dialects.
    fn own(&self, tree: &Tree, values: &[(String, String)], pattern: bool) -> Tree {
        match tree {
            Tree::Text { text, plain } => {
                Tree::Text { text: put_in(text, values, pattern), plain: *plain }
            }
            Tree::List(items) => {
                let mut items: Vec<Tree> =
                    items.iter().map(|item| self.own(item, values, pattern)).collect();
                if items.iter().all(is_clause) {
                    items.retain(|item| self.is_own_clause(item));
                    if let [only] = &items[..] {
                        return only.clone();
                    }
                }
                Tree::List(items)
            }
            Tree::Map(entries) => {
                let own = |(key, value): &(String, Tree)| {
                    let pattern = pattern || PATTERNS.contains(&key.as_str());
                    (key.clone(), self.own(value, values, pattern))
                };
                Tree::Map(entries.iter().map(own).collect())
            }
        }
    }

    fn is_own_clause(&self, tree: &Tree) -> bool {
        tree.text().is_some_and(|id| self.dialect.catalogue().clause(id).is_some())
    }

    /// Replaces fragments that are not bundled by their steps. `within` has the names of the fragments around the tree.
    fn replace_foreign(
        &self,
        tree: &mut Tree,
        values: &[(String, String)],
        within: &mut Vec<String>,
    ) {
        match tree {
            Tree::Text { .. } => {}
            Tree::List(items) => *items = self.replaced(std::mem::take(items), values, within),
            Tree::Map(entries) => {
                for (key, value) in entries {
                    if ["steps", "start", "each", "then", "repeat", "race", "one-of"]
                        .contains(&key.as_str())
                    {
                        self.replace_foreign(value, values, within);
                    }
                }
            }
        }
    }

    /// A list of steps in which [`Self::replace_foreign`] has replaced the fragments.
    fn replaced(
        &self,
        steps: Vec<Tree>,
        values: &[(String, String)],
        within: &mut Vec<String>,
    ) -> Vec<Tree> {
        let mut all = Vec::new();
        for mut step in steps {
            let name = step.text().unwrap_or_default().to_owned();
            if let Some(steps) = self.foreign(&name, values, within) {
                within.push(name);
                all.extend(self.replaced(steps, values, within));
                within.pop();
            } else {
                self.replace_foreign(&mut step, values, within);
                all.push(step);
            }
        }
        all
    }

    fn foreign(
        &self,
        name: &str,
        values: &[(String, String)],
        within: &[String],
    ) -> Option<Vec<Tree>> {
        let Found::File(file) = self.fragments.find(self.root, self.dialect.name(), name) else {
            return None;
        };
        // A fragment within itself is refused by the check.
        let is_within = within.iter().any(|known| known == name);
        if is_within || file.node.span.file.bundled || !matches!(file.node.value, Value::Map(_)) {
            return None;
        }
        self.steps_of(name, values)
    }
}

/// Whether a value names a clause of any dialect.
fn is_clause(tree: &Tree) -> bool {
    let known = |id: &str| DIALECTS.iter().any(|dialect| dialect.catalogue().clause(id).is_some());
    tree.text().is_some_and(known)
}

/// The text with the values of a case in place of their placeholders. Other placeholders stay.
fn put_in(text: &str, values: &[(String, String)], pattern: bool) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let escaped = rest[..at].ends_with('$');
        let name = rest[at + 2..].find('}').map(|end| &rest[at + 2..at + 2 + end]);
        let value = name.and_then(|name| values.iter().find(|(known, _)| known == name));
        match (value, name) {
            (Some((_, value)), Some(name)) if !escaped => {
                out.push_str(&rest[..at]);
                if pattern {
                    out.push_str(&regex_lite::escape(value));
                } else {
                    out.push_str(value);
                }
                rest = &rest[at + 3 + name.len()..];
            }
            _ => {
                out.push_str(&rest[..at + 2]);
                rest = &rest[at + 2..];
            }
        }
    }
    out + rest
}
