//! The ids of violations. Each one is named in the file of the rule, or of the parser, that notices it.

use std::fmt;

/// The id of something that an engine does wrong, as reports have it: words with hyphens between them.
///
/// Which clause it breaks, and how badly at most, is in the `violations.yaml` of each dialect.
#[derive(Debug, Clone, Copy)]
pub struct ViolationId {
    word: &'static str,
    /// What it is about, where one violation has several ids: a reserved option, a word of `go`.
    part: &'static str,
    meaning: &'static str,
}

impl ViolationId {
    pub(crate) const fn new(word: &'static str, meaning: &'static str) -> Self {
        Self { word, part: "", meaning }
    }

    /// This violation of one option, or of one word of `go`, which is the last part of the id.
    #[must_use]
    pub(crate) const fn about(self, part: &'static str) -> Self {
        Self { part, ..self }
    }

    /// What it is, in Markdown.
    pub(crate) fn meaning(self) -> &'static str {
        self.meaning.trim()
    }
}

impl PartialEq for ViolationId {
    fn eq(&self, other: &Self) -> bool {
        (self.word, self.part) == (other.word, other.part)
    }
}

impl Eq for ViolationId {}

impl fmt::Display for ViolationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        if self.part.is_empty() {
            return Ok(());
        }
        write!(f, "-{}", self.part.to_ascii_lowercase().replace([' ', '_'], "-"))
    }
}

/// Names the violations that a file can notice, each with what it means as its comment, and lists them as `VIOLATIONS`.
macro_rules! violations {
    ($($(#[doc = $doc:literal])+ $NAME:ident = $word:literal,)*) => {
        $($(#[doc = $doc])+ pub(crate) const $NAME: $crate::protocol::family::ViolationId =
            $crate::protocol::family::ViolationId::new($word, concat!($($doc),+));)*

        /// The violations that are named in this file.
        pub(crate) const VIOLATIONS: &[$crate::protocol::family::ViolationId] = &[$($NAME),*];
    };
}

pub(crate) use violations;
