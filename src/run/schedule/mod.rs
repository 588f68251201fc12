//! Decides which scenario runs when, in which process and how often, and makes one result out of its attempts.

pub(in crate::run) mod candidate;
pub(in crate::run) mod carryover;
pub(in crate::run) mod confirmed;
pub(in crate::run) mod disturb;
pub(in crate::run) mod isolation;
pub(in crate::run) mod judged;
pub(in crate::run) mod known_finding;
pub(in crate::run) mod known_state;
pub(in crate::run) mod order;
pub(in crate::run) mod prerequisites;
pub(in crate::run) mod scheduler;
mod settle;
pub(in crate::run) mod shared_process;
pub(in crate::run) mod sharing;
pub(in crate::run) mod split;
pub(in crate::run) mod trial;
