//! How long a state of the engine's pipes may last before it is reported to the session.

use std::time::Duration;

/// Time limits that the process itself watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timings {
    /// How long a line may be unfinished before it is reported with [`Arrival::Partial`].
    ///
    /// [`Arrival::Partial`]: super::Arrival::Partial
    pub partial_line: Duration,
    /// How long input may wait in a full pipe because the engine does not read, before [`Arrival::WriteFailed`]
    /// reports that.
    ///
    /// [`Arrival::WriteFailed`]: super::Arrival::WriteFailed
    pub write_stall: Duration,
}
