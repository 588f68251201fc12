//! kentei (検定): a conformance test harness for game engines.
//!
//! A Rust engine examines itself in its own `cargo test`:
//!
//! ```no_run
//! use kentei::Examination;
//! use kentei::engine::Launch;
//!
//! # macro_rules! env { ($name:literal) => { "my-engine" } }
//! #[test]
//! fn the_engine_is_conformant() -> Result<(), kentei::ExaminationError> {
//!     let engine = Launch::new(env!("CARGO_BIN_EXE_my-engine"));
//!     Examination::of(engine, &kentei::USI).run()?.assert_conformant();
//!     Ok(())
//! }
//! ```
//!
//! Without the default feature `cli`, the command line and its dependencies are left out.
//!
//! Imports run down this list only: `cli`, `examination`, `ledger`, `report`, `run`, `snapshot`, `explore`, `engine`,
//! `scenario`, `reference`, `protocol`, `games`, and the plain data at the lowest layer (`verdict`, `lang`,
//! `transcript`, `diagnostic`, `span`).

// The first module, because the others use its macro.
#[macro_use]
pub mod lang;

#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod engine;
pub mod examination;
pub mod explore;
mod files;
pub mod games;
pub mod ledger;
mod millis;
mod names;
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

pub use examination::{Examination, ExaminationError, ExaminationReport};
pub use protocol::ucci::UCCI;
pub use protocol::uci::UCI;
pub use protocol::usi::USI;
