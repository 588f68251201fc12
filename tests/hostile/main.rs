//! Hostile engines, as a table: whatever an engine does, the run ends with the right verdict, needs little memory,
//! and leaves no process and no file.
//!
//! `table.rs` has a row for each mode, and `engine.rs` has what the engine then does. This program is both the test
//! and the engine: with the arguments `engine MODE` it is the engine. Any other argument chooses the modes that
//! contain it. `KENTEI_HOSTILE_BYTES=10000000000` makes floods as long as real ones.

#[cfg(target_os = "linux")]
#[expect(clippy::exit, reason = "an engine that dies in the middle is what some modes are about")]
mod engine;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod table;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [first, mode, ..] = &args[..]
        && first == "engine"
    {
        engine::play(mode);
        return std::process::ExitCode::SUCCESS;
    }
    run::all(&args)
}

#[cfg(not(target_os = "linux"))]
fn main() {}
