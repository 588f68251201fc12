//! Scripts that a program changes: the tree of a file without its places, how it is written as YAML again, and whether
//! a changed one is still a script that may be played.

mod editor;
#[cfg(test)]
mod tests;
mod write;

use crate::yaml::node::{Node, Style, Value};

pub use editor::Editor;

/// A value in a scenario file, without its place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tree {
    /// A text.
    Text {
        /// What it says, escapes resolved.
        text: String,
        /// Whether it stands without quotes: in some places `any` is a word of the language and `"any"` a text.
        plain: bool,
    },
    /// A sequence.
    List(Vec<Tree>),
    /// A mapping.
    Map(Vec<(String, Tree)>),
}

impl Tree {
    /// A text without quotes.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), plain: true }
    }

    /// A text in quotes.
    #[must_use]
    pub fn quoted(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), plain: false }
    }

    /// Its text, where it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            Self::List(_) | Self::Map(_) => None,
        }
    }

    /// The value of a key, where it is a mapping that has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tree> {
        match self {
            Self::Map(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, it)| it),
            Self::Text { .. } | Self::List(_) => None,
        }
    }

    /// Its children, in their order.
    #[must_use]
    pub fn children(&self) -> Vec<&Tree> {
        match self {
            Self::Text { .. } => Vec::new(),
            Self::List(items) => items.iter().collect(),
            Self::Map(entries) => entries.iter().map(|(_, value)| value).collect(),
        }
    }

    /// What lies at a path of children.
    #[must_use]
    pub fn at(&self, path: &[usize]) -> Option<&Tree> {
        match path {
            [] => Some(self),
            [first, rest @ ..] => self.children().get(*first)?.at(rest),
        }
    }

    /// The same for a change; `None` where the path leads nowhere.
    pub fn at_mut(&mut self, path: &[usize]) -> Option<&mut Tree> {
        let [first, rest @ ..] = path else {
            return Some(self);
        };
        match self {
            Self::Text { .. } => None,
            Self::List(items) => items.get_mut(*first)?.at_mut(rest),
            Self::Map(entries) => entries.get_mut(*first)?.1.at_mut(rest),
        }
    }

    fn of(node: &Node) -> Self {
        match &node.value {
            Value::Text(text, style) => {
                Self::Text { text: text.clone(), plain: *style == Style::Plain }
            }
            Value::List(items) => Self::List(items.iter().map(Self::of).collect()),
            Value::Map(entries) => {
                let entries =
                    entries.iter().map(|entry| (entry.key.clone(), Self::of(&entry.value)));
                Self::Map(entries.collect())
            }
        }
    }
}

/// One script for one dialect that stands for itself: no cases, and no prerequisite but the handshake, where it has needs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Script {
    /// What it examines, as a sentence.
    pub title: String,
    /// The ids of its clauses.
    pub clauses: Vec<String>,
    /// What the engine has to offer.
    pub needs: Vec<Tree>,
    /// Profiles in which it runs; empty for all.
    pub profiles: Vec<String>,
    /// Its steps: a [`Tree::List`].
    pub steps: Tree,
}

impl Script {
    /// The script as a scenario file; each of `notes` is a comment at its beginning.
    #[must_use]
    pub fn to_yaml(&self, notes: &[String]) -> String {
        write::script(self, notes)
    }
}
