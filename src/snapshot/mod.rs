//! What an engine said, in a form that changes only if the engine does: normalised, stored, compared, reviewed.
//!
//! The rule of the normal form is written down in `docs/snapshots.md`; `normal.rs` and `redact.rs` are its code.

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

/// Puts a text in the place of a file, whole or not at all.
pub type Write<'a> = &'a dyn Fn(&Path, &str) -> io::Result<()>;
