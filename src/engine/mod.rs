//! The engine as a process: start, pipes, time stamps, deadlines, and the end of its whole group of processes.

mod clock;
#[cfg(target_os = "linux")]
mod family;
pub mod host;
#[cfg(unix)]
pub mod in_process;
mod inbox;
pub mod launch;
#[cfg(target_os = "linux")]
mod launcher;
mod lines;
mod locate;
mod order;
mod outbox;
pub mod process;
mod reader;
mod registry;
pub mod scripted;
pub mod source;
mod spare_memory;
mod sync;
mod system;
#[cfg(test)]
mod tests;
pub mod timings;
pub mod transport;

pub use host::{HostLook, HostTally, HostTimes, ThreadTimes};
#[cfg(unix)]
pub use in_process::{EngineStreams, InProcess};
pub use launch::{Launch, LaunchError, Limits};
#[cfg(target_os = "linux")]
pub use launcher::{serve, use_launcher};
pub use locate::program;
pub use process::{Process, spawn};
pub use registry::{NoStarts, kill_all};
pub use scripted::Scripted;
pub use source::EngineSource;
pub use spare_memory::spare_memory;
pub use timings::Timings;
pub use transport::{Arrival, Incoming, Reaped, Transport};
