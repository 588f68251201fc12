//! The protocols with a common shape: handshake, options, position, `go` and one reply to it.
//!
//! USI, UCI and UCCI differ in a [`Table`] of data; they share the parsers, the state and the rules here. A
//! violation has a [`ViolationId`]; the dialect's `violations.yaml` states which clause it breaks.

pub mod bestmove;
pub(crate) mod client;
pub(crate) mod clock_use;
pub mod command;
mod course;
pub mod dialect;
mod digits;
mod driver;
pub(crate) mod epoch;
pub mod info;
mod info_reader;
mod info_sound;
pub(crate) mod latency;
pub mod message;
pub(crate) mod message_shape;
pub mod monitor;
pub mod option;
pub(crate) mod redaction;
pub mod reply;
pub(crate) mod reply_fields;
pub(crate) mod rule;
pub(crate) mod rule_coverage;
pub(crate) mod rules;
pub(crate) mod state;
pub mod table;
pub mod violation_id;
pub mod words;

pub use monitor::FamilyMonitor;
pub use table::{Particulars, Reserved, Table};
pub use violation_id::ViolationId;
