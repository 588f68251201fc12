//! The engine as a process: spawning, pipes, stamps, deadlines, and the end of the whole group.

pub mod host;
mod inbox;
pub mod launch;
mod lines;
mod locate;
mod outbox;
pub mod process;
mod reader;
mod registry;
pub mod scripted;
mod system;
pub mod transport;

pub use host::{HostLook, HostTally, HostTimes};
pub use launch::{Launch, LaunchError};
pub use process::{Process, Timings, spawn};
pub use registry::kill_all;
pub use scripted::Scripted;
pub use transport::{Arrival, Incoming, Reaped, Transport};
