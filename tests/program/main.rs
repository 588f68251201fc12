//! The program, end to end. Most of these tests mostly wait for engines; in one test program they wait at the same
//! time.

#[path = "../bless/mod.rs"]
mod bless;
#[path = "../cli/mod.rs"]
mod cli;
mod engine_folder;
#[cfg(unix)]
mod held;
mod merging;
mod patience;

mod all;
#[cfg(unix)]
mod bad_engines;
mod bad_input;
mod check;
mod compare;
mod coverage;
#[cfg(target_os = "linux")]
mod descendants;
#[cfg(unix)]
mod dialect;
#[cfg(unix)]
mod docs_ci;
mod each_dialect;
mod engine;
mod engine_file;
mod explain;
mod explore;
#[cfg(unix)]
mod files;
mod help;
#[cfg(unix)]
mod html;
mod inner_loop;
#[cfg(target_os = "linux")]
mod killed;
mod lang;
mod latency;
mod list;
mod merge;
mod merge_refused;
#[cfg(unix)]
mod not_shown;
#[cfg(unix)]
mod one_cause;
mod options;
#[cfg(unix)]
mod packaging;
mod race;
mod repeat;
#[cfg(unix)]
mod reports;
mod run;
mod saved_reports;
mod schema;
mod shared_process;
mod shrink;
#[cfg(unix)]
mod snapshot;
#[cfg(unix)]
mod snapshot_changes;
#[cfg(unix)]
mod snapshot_cut;
mod start;
#[cfg(unix)]
mod tutorial;
#[cfg(unix)]
mod unfinished;
