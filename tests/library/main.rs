//! The library as an engine's own tests use it.

#[cfg(unix)]
mod explore;
#[cfg(unix)]
mod in_process;
mod observer;
mod program;
