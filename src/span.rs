//! Places in a user's file.

use std::path::PathBuf;
use std::sync::Arc;

/// The content of a file, kept so that a diagnostic can show the line.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path that the user gave, or the path below the bundled root.
    pub path: PathBuf,
    /// The whole text.
    pub text: String,
    /// Whether the file is part of the binary.
    pub bundled: bool,
}

/// A part of a source file. Lines and columns count from 1, columns in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The file.
    pub file: Arc<SourceFile>,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Byte offset of the first byte in the text.
    pub start: usize,
    /// Byte offset of the end, exclusive.
    pub end: usize,
}

impl Span {
    /// The text of this part.
    #[must_use]
    pub fn text(&self) -> &str {
        self.file.text.get(self.start..self.end).unwrap_or("")
    }

    /// The part from `start` to `end`: byte offsets in the file, inside this part.
    #[must_use]
    pub fn part(&self, start: usize, end: usize) -> Self {
        let before = self.file.text.get(self.start..start).unwrap_or("");
        let (lines, last) = match before.rsplit_once('\n') {
            Some((above, last)) => (above.matches('\n').count() + 1, last),
            None => (0, before),
        };
        let characters = saturate(last.chars().count());
        Self {
            file: Arc::clone(&self.file),
            line: self.line.saturating_add(saturate(lines)),
            column: if lines == 0 {
                self.column.saturating_add(characters)
            } else {
                characters.saturating_add(1)
            },
            start,
            end,
        }
    }

    /// The first line of this part.
    #[must_use]
    pub fn first_line(&self) -> Self {
        let length = self.text().lines().next().map_or(0, str::len);
        Self { end: self.start + length, ..self.clone() }
    }

    /// The first place in this part where `word` is a whole word.
    #[must_use]
    pub fn word(&self, word: &str) -> Option<Self> {
        self.words(word).next()
    }

    /// Every place in this part where `word` is a whole word.
    pub fn words<'a>(&'a self, word: &'a str) -> impl Iterator<Item = Self> + 'a {
        let text = self.text();
        let edge = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || c == '"' || c == '\'');
        text.match_indices(word)
            .filter(move |(at, found)| {
                !found.is_empty()
                    && edge(text[..*at].chars().next_back())
                    && edge(text[at + found.len()..].chars().next())
            })
            .map(|(at, found)| self.part(self.start + at, self.start + at + found.len()))
    }
}

fn saturate(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
