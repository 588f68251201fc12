//! Scripts that a program changes: the tree of a file without source positions, its output as YAML, and the check
//! whether a changed script may still be played.

mod editor;
#[cfg(test)]
mod tests;
mod write;

use crate::yaml::node::{Node, Style, Value};

pub use editor::Editor;

/// A value in a scenario file, without its source position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tree {
    /// A text.
    Text {
        /// The content, with escapes resolved.
        text: String,
        /// Whether it is written without quotes: in some places `any` is a word of the language but `"any"` is a text.
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

    /// The content of a text; `None` if the value is not a text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            Self::List(_) | Self::Map(_) => None,
        }
    }

    /// The value of a key; `None` if the value is not a mapping with this key.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tree> {
        match self {
            Self::Map(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, it)| it),
            Self::Text { .. } | Self::List(_) => None,
        }
    }

    /// The children, in order.
    #[must_use]
    pub fn children(&self) -> Vec<&Tree> {
        match self {
            Self::Text { .. } => Vec::new(),
            Self::List(items) => items.iter().collect(),
            Self::Map(entries) => entries.iter().map(|(_, value)| value).collect(),
        }
    }

    /// The value at a path of child indices.
    #[must_use]
    pub fn at(&self, path: &[usize]) -> Option<&Tree> {
        match path {
            [] => Some(self),
            [first, rest @ ..] => self.children().get(*first)?.at(rest),
        }
    }

    /// The value at a path of child indices, to change it; `None` if there is no such path.
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

/// A self-contained script for one dialect: no cases, and no prerequisite except the handshake if it has needs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Script {
    /// What the script examines, as a sentence.
    pub title: String,
    /// The ids of the clauses.
    pub clauses: Vec<String>,
    /// What the engine must offer.
    pub needs: Vec<Tree>,
    /// Profiles in which the script runs; empty for all.
    pub profiles: Vec<String>,
    /// The steps: a [`Tree::List`].
    pub steps: Tree,
}

impl Script {
    /// The script as a scenario file that begins with `notes` as comments.
    #[must_use]
    pub fn to_yaml(&self, notes: &[String]) -> String {
        write::script(self, notes)
    }
}
