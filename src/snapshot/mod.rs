//! Snapshots: the output of an engine in a form that changes only if the engine does. They are normalised, stored,
//! compared and reviewed.
//!
//! `docs/snapshots.md` describes the normal form; `normal.rs` and `redact.rs` implement it.

pub mod change;
pub mod diff;
mod escape;
pub mod file;
pub mod folder;
mod normal;
pub mod place;
mod redact;
pub mod result;
pub mod review;
mod steps;
#[cfg(test)]
mod tests;
mod walk;

pub use normal::{Setting, normal};
pub use redact::{Identity, Redaction};

use std::io;
use std::path::Path;

/// Writes a text to a file, completely or not at all.
pub type Write<'a> = &'a dyn Fn(&Path, &str) -> io::Result<()>;
