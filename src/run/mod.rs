//! The trial: playing scenarios against an engine.

pub mod plan;
pub mod result;

pub use plan::{Observer, Plan};
