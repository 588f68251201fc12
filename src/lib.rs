//! kentei (検定): a conformance test harness for game engines.
//!
//! Imports run down this list only: `cli`, `ledger`, `report`, `run`, `snapshot`, `engine`, `scenario`, `reference`,
//! `protocol`, `games`, and the plain data at the ground (`verdict`, `lang`, `transcript`, `diagnostic`, `span`).

// First, for its macro.
#[macro_use]
pub mod lang;

pub mod cli;
pub mod diagnostic;
pub mod engine;
mod files;
pub mod games;
pub mod ledger;
pub mod protocol;
pub mod reference;
pub mod report;
pub mod run;
pub mod scenario;
pub mod snapshot;
pub mod span;
pub mod transcript;
pub mod transcript_text;
pub mod verdict;
mod yaml;
