//! Combines results: the repeats of a scenario, the scenarios of a run, and the parts of a run.

pub(in crate::run) mod budget;
pub(in crate::run) mod changed;
pub(in crate::run) mod engine_profile;
pub(in crate::run) mod merge;
pub(in crate::run) mod seen;
pub(in crate::run) mod summary;
pub(in crate::run) mod unite;
pub(in crate::run) mod weigh_known;
