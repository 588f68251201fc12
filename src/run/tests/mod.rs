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
mod known_state;
mod overdue;
pub(in crate::run) mod paper;
mod player;
mod proved;
mod results;
mod set_options;
mod shared_process;
mod siblings;
mod stops;
mod unreadable;
mod user_options;
mod watched;
