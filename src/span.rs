//! Places in a user's file.

use std::path::PathBuf;
use std::sync::Arc;

/// A file as it was read, kept so that a diagnostic can show the line itself.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path as the user gave it, or the path below the bundled root.
    pub path: PathBuf,
    /// The whole text.
    pub text: String,
    /// Whether the file is part of the binary.
    pub bundled: bool,
}

/// A stretch of a source file. Lines and columns count from 1, columns in characters.
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
    /// Byte offset behind the last byte.
    pub end: usize,
}
