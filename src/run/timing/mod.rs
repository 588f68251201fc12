//! Clocks: what was late and whose fault that is, what a run measures, and where its time goes.

pub(in crate::run) mod clocks;
pub(in crate::run) mod cpu_slots;
pub(in crate::run) mod established;
pub(in crate::run) mod host_load;
pub(in crate::run) mod longest_chain;
pub(in crate::run) mod micros;
pub(in crate::run) mod samples;
pub(in crate::run) mod start_cost;
pub(in crate::run) mod unanswered;
