//! Reduces a script that shows a violation to a shorter one that still shows it.
//!
//! The reduction is delta debugging: it removes parts of the script and asks the oracle whether the rest still shows
//! the violation. Nothing in this module starts an engine.

mod ddmin;
mod line;
mod script;

pub use ddmin::ddmin;
pub use script::{Oracle, reduce, weight};

/// The outcome of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The candidate shows the violation.
    Shows,
    /// The candidate does not show the violation, or it may not be sent.
    Not,
    /// The candidate was not tried: the time has ended.
    Over,
}

/// The time has ended; the result that was reached until then is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over;
