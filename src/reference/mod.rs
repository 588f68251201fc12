//! The built-in engines, and their defects.
//!
//! There is one small engine for each of several dialects. Without a defect it conforms to every clause in every
//! profile; with a defect it does exactly one thing wrong. They serve to test GUIs and this harness. They share no
//! parser with the rules, so a mistake in one of the two shows.

mod family;
mod table;
mod ucci;
mod uci;
mod usi;

#[cfg(test)]
mod tests;

use std::fmt;
use std::io::{Read, Write};

pub use table::{Defect, Kind};

use family::{Board, DefectHook, Hooks};

/// The streams of an engine.
pub struct Io {
    /// The stream of the commands.
    pub input: Box<dyn Read + Send>,
    /// The stream of the replies.
    pub output: Box<dyn Write + Send>,
    /// The error stream.
    pub errors: Box<dyn Write + Send>,
}

/// How the process of an engine ends. Threads may still run or wait for input: the caller ends the process without
/// waiting for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With this exit status.
    Exit(i32),
    /// As after a crash.
    Abort,
}

/// The requested engine does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoEngine {
    /// No built-in engine has this dialect.
    Dialect(String),
    /// The engine has no defect with this id.
    Defect {
        /// The dialect of the engine.
        dialect: String,
        /// The requested id.
        id: String,
    },
}

impl fmt::Display for NoEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dialect(dialect) => write!(f, "no built-in engine supports {dialect:?}"),
            Self::Defect { dialect, id } => {
                write!(f, "the built-in {dialect} engine has no defect {id:?}")
            }
        }
    }
}

impl std::error::Error for NoEngine {}

/// Runs a built-in engine until `quit`, the end of its input, or a defect ends it.
///
/// # Errors
/// If there is no such dialect or defect.
pub fn run(dialect: &str, defect: Option<&str>, io: Io) -> Result<Ending, NoEngine> {
    match dialect {
        "usi" => Ok(family::serve::<usi::Usi>(io, hooks(dialect, defect, usi::defect_hooks())?)),
        "uci" => Ok(family::serve::<uci::Uci>(io, hooks(dialect, defect, uci::defect_hooks())?)),
        "ucci" => {
            Ok(family::serve::<ucci::Ucci>(io, hooks(dialect, defect, ucci::defect_hooks())?))
        }
        _ => Err(NoEngine::Dialect(dialect.to_owned())),
    }
}

/// The defects that the built-in engine of a dialect can have, in the order of their table; empty if there is no such
/// engine.
#[must_use]
pub fn defects(dialect: &str) -> &'static [Defect] {
    match dialect {
        "usi" => table::USI.as_slice(),
        "uci" => table::UCI.as_slice(),
        "ucci" => table::UCCI.as_slice(),
        _ => &[],
    }
}

/// Further defects of the engine of a dialect, of the category `generated`. Each needs a combination that no bundled
/// scenario sends; they measure what generated sessions find.
#[must_use]
pub fn generated(dialect: &str) -> &'static [Defect] {
    match dialect {
        "usi" => table::USI_GENERATED.as_slice(),
        "uci" => table::UCI_GENERATED.as_slice(),
        _ => &[],
    }
}

/// Whether the built-in engine of a dialect has a defect with this id, in a table or not. Several ids can be joined by
/// `+`.
#[must_use]
pub fn knows(dialect: &str, id: &str) -> bool {
    id.split(JOINED).all(|id| match dialect {
        "usi" => usi::defect_hooks().any(|defect_hook| defect_hook.id == id),
        "uci" => uci::defect_hooks().any(|defect_hook| defect_hook.id == id),
        "ucci" => ucci::defect_hooks().any(|defect_hook| defect_hook.id == id),
        _ => false,
    })
}

/// Separates the ids of several defects of one engine. If two of them change the same thing, the last one has effect.
const JOINED: char = '+';

fn hooks<B: Board>(
    dialect: &str,
    defect: Option<&str>,
    defect_hooks: impl Iterator<Item = &'static DefectHook<B>>,
) -> Result<Hooks<B>, NoEngine> {
    let mut hooks = Hooks::default();
    let defect_hooks: Vec<&DefectHook<B>> = defect_hooks.collect();
    for id in defect.into_iter().flat_map(|ids| ids.split(JOINED)) {
        let defect_hook = defect_hooks.iter().find(|defect_hook| defect_hook.id == id);
        let defect_hook = defect_hook
            .ok_or_else(|| NoEngine::Defect { dialect: dialect.to_owned(), id: id.to_owned() })?;
        (defect_hook.install)(&mut hooks);
    }
    Ok(hooks)
}
