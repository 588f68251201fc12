//! Plays scenarios against an engine and sums up the results.
//!
//! A module imports only modules that come later in this list: `explore`, `examine` and `declared` (the entry points),
//! `schedule` (when each scenario runs, and the result of its attempts), `script` (the steps of one scenario),
//! `aggregate`, `timing`, and the plain data of a run (`plan`, `result` and the types in them).

mod aggregate;
pub mod clause_result;
mod declared;
mod examine;
pub mod exploration;
mod explore;
mod hints;
pub mod jitter;
pub mod known;
pub mod max_fail;
pub mod measured;
pub mod openings;
mod percentile;
pub mod plan;
pub mod race_result;
pub mod repeats;
pub mod result;
mod schedule;
mod script;
pub mod shards;
pub mod shrink;
pub mod started;
#[cfg(test)]
mod tests;
pub mod time_use;
mod timing;
pub mod wilson;

pub use aggregate::changed::weigh as weigh_snapshots;
pub use aggregate::summary::nothing;
pub use aggregate::unite::{Part, unite};
pub use aggregate::weigh_known::weigh as weigh_known;
pub use declared::declared;
pub use examine::run;
pub use explore::{Explored, explore};
pub use plan::{Harmless, Observer, Plan};
pub use schedule::known_state::can_share;
pub use schedule::order::{in_order, with_prerequisites};
pub use schedule::split::split;
