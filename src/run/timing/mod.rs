//! Timing: which replies were late and whether the host is the cause, what a run measures, and how its time was spent.

pub(in crate::run) mod clocks;
pub(in crate::run) mod cpu_slots;
pub(in crate::run) mod established;
pub(in crate::run) mod host_load;
pub(in crate::run) mod longest_chain;
pub(in crate::run) mod micros;
pub(in crate::run) mod process_cost;
pub(in crate::run) mod samples;
pub(in crate::run) mod unanswered;
