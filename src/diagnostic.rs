//! What is wrong with a user's file: spanned, collected, printed together.

use crate::span::Span;

/// How bad a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The file cannot be used.
    Error,
    /// The file can be used, and something in it is probably not meant.
    Warning,
}

/// One mistake in a user's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub level: Level,
    /// A lower-case fragment that names the thing: `unknown key "wihtin"`.
    pub message: String,
    /// Where; `None` only when the file could not be read at all.
    pub span: Option<Span>,
    /// A few words to stand under the marked columns.
    pub label: String,
    /// What is allowed there, or what to try.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(message: impl Into<String>, span: Span) -> Self {
        Self {
            level: Level::Error,
            message: message.into(),
            span: Some(span),
            label: String::new(),
            help: None,
        }
    }

    /// Adds the words that stand under the marked columns.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds what is allowed there, or what to try.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
