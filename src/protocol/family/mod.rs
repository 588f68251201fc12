//! The protocols that share a shape: handshake, options, position, go and one reply to it.
//!
//! USI, UCI and their kin differ in a [`Table`]; grammar, memory and rules are here. What is wrong is a
//! [`ViolationId`]; which clause it breaks is in the dialect's `violations.yaml`.

pub mod bestmove;
pub(crate) mod client;
pub(crate) mod clock_use;
pub mod command;
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
