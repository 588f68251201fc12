//! The trial: playing scenarios against an engine.

pub mod result;
