//! How far an exploration came, as its report keeps it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far an exploration came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exploration {
    /// The last round of which each session was played.
    pub rounds: u64,
    /// Sessions that were played, with those of the explorations before that it went on from.
    pub sessions: u64,
    /// Sessions of them in which something was found that counts against the engine.
    pub broken: u64,
}
