//! The trial: playing scenarios against an engine.

mod blame;
mod captures;
mod clocks;
mod company;
mod disturb;
mod examine;
mod expect;
mod facts;
mod findings;
pub mod jitter;
mod judged;
pub mod known;
mod known_state;
mod leak;
mod merge;
mod micros;
mod options;
mod order;
pub mod plan;
mod predicate;
mod prerequisites;
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
mod sharing;
mod silence;
mod start_cost;
mod summary;
#[cfg(test)]
mod tests;
pub mod time_use;
mod trial;
mod wait;
pub mod wilson;

pub use examine::run;
pub use known_state::can_share;
pub use plan::{Harmless, Observer, Plan};
pub use summary::nothing;
