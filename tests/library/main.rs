//! The library as an engine's own tests use it.

#[cfg(unix)]
mod explore;
#[cfg(unix)]
mod in_process;
#[cfg(target_os = "linux")]
mod memory;
mod observer;
mod program;
#[cfg(unix)]
mod stored_options;
