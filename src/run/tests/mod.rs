//! Tests of trials with scripted engines.

mod alternatives;
mod answers;
mod backlog;
mod bounds;
mod client;
mod clock;
mod cpu_slots;
mod demands;
mod examples;
mod fence;
pub(in crate::run) mod finding;
mod findings;
pub(in crate::run) mod games;
pub(in crate::run) mod in_process;
mod known_state;
mod outcomes;
mod overdue;
pub(in crate::run) mod paper;
mod player;
mod proved;
mod results;
pub(in crate::run) mod run_result;
mod set_options;
mod shared_process;
mod siblings;
mod stops;
mod unreadable;
mod user_options;
mod waits;
pub(in crate::run) mod watched;
#[cfg(unix)]
mod whole_runs;
