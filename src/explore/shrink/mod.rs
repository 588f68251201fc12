//! Reducing a script that shows a violation to a short one that still shows it.
//!
//! The reduction is delta debugging: parts of the script are left out, and the oracle says whether the rest
//! still shows the violation. Nothing here starts an engine.

mod ddmin;
mod line;
mod script;

pub use ddmin::ddmin;
pub use script::{Oracle, reduce, weight};

/// The outcome of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It shows the violation.
    Shows,
    /// It does not, or it may not be sent.
    Not,
    /// It was not tried: the time is over.
    Over,
}

/// The time is over; what was reached by then counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over;
