//! How far an exploration came, as its report keeps it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The progress of an exploration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exploration {
    /// Number of the last round of which every session was played.
    pub rounds: u64,
    /// How many sessions were played, including those of the earlier explorations that it continued.
    pub sessions: u64,
    /// In how many of these sessions something was found that counts against the engine.
    pub broken: u64,
}
