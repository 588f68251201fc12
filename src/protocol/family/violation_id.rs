//! The ids of violations. Each id is named in the file of the rule or parser that reports it.

use std::fmt;

/// The id of a violation, as reports show it: words joined by hyphens.
///
/// The `violations.yaml` of each dialect states which clause it breaks, and its worst severity.
#[derive(Debug, Clone, Copy)]
pub struct ViolationId {
    word: &'static str,
    /// The last part of the id, if one violation has several ids: a reserved option, or a word of `go`.
    part: &'static str,
    meaning: &'static str,
}

impl ViolationId {
    pub(crate) const fn new(word: &'static str, meaning: &'static str) -> Self {
        Self { word, part: "", meaning }
    }

    /// The id of this violation for one option or for one word of `go`.
    #[must_use]
    pub(crate) const fn about(self, part: &'static str) -> Self {
        Self { part, ..self }
    }

    /// What the violation is, in Markdown.
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

/// Names the violations that a file can report and lists them as `VIOLATIONS`. The comment of each is its meaning.
macro_rules! violations {
    ($($(#[doc = $doc:literal])+ $NAME:ident = $word:literal,)*) => {
        $($(#[doc = $doc])+ pub(crate) const $NAME: $crate::protocol::family::ViolationId =
            $crate::protocol::family::ViolationId::new($word, concat!($($doc),+));)*

        /// The violations that are named in this file.
        pub(crate) const VIOLATIONS: &[$crate::protocol::family::ViolationId] = &[$($NAME),*];
    };
}

pub(crate) use violations;
