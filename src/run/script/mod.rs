//! Plays one script: its steps, the session with the process, and the findings.

pub(in crate::run) mod captures;
pub(in crate::run) mod demand;
pub(in crate::run) mod enabling;
pub(in crate::run) mod expect;
pub(in crate::run) mod fence;
pub(in crate::run) mod findings;
pub(in crate::run) mod growth;
pub(in crate::run) mod options;
pub(in crate::run) mod overdue;
pub(in crate::run) mod predicate;
pub(in crate::run) mod race;
pub(in crate::run) mod recorder;
pub(in crate::run) mod send;
pub(in crate::run) mod session;
pub(in crate::run) mod silence;
pub(in crate::run) mod state;
pub(in crate::run) mod steps;
pub(in crate::run) mod user_options;
pub(in crate::run) mod wait;
