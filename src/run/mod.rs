//! The trial: playing scenarios against an engine.

mod blame;
mod captures;
mod clocks;
mod disturb;
mod examine;
mod expect;
mod facts;
mod findings;
pub mod jitter;
mod judged;
pub mod known;
mod merge;
mod options;
mod order;
pub mod plan;
mod predicate;
mod race;
pub mod race_result;
mod recorder;
pub mod repeats;
pub mod result;
mod samples;
mod schedule;
mod script;
mod seats;
mod session;
mod silence;
mod summary;
#[cfg(test)]
mod tests;
pub mod time_use;
mod trial;
mod wait;
pub mod wilson;

pub use examine::run;
pub use plan::{Harmless, Observer, Plan};
pub use summary::nothing;
