//! The engine as a process: spawning, pipes, stamps, deadlines, and the end of the whole group.

pub mod launch;
pub mod transport;

pub use launch::{Launch, LaunchError};
pub use transport::{Arrival, Incoming, Reaped, Transport};
