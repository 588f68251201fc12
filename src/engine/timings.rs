//! How long an engine may leave things as they are before the session hears of it.

use std::time::Duration;

/// The waits that a process itself watches over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timings {
    /// How long a line may be unfinished before it is reported with [`Arrival::Partial`].
    ///
    /// [`Arrival::Partial`]: super::Arrival::Partial
    pub partial_line: Duration,
    /// How long the engine may leave its input unread while something waits in a full pipe, before that
    /// is reported with [`Arrival::WriteFailed`].
    ///
    /// [`Arrival::WriteFailed`]: super::Arrival::WriteFailed
    pub write_stall: Duration,
}
