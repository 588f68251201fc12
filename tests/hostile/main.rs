//! Hostile engines, as a table: whatever an engine does, the run ends with the right verdict, in little memory, and
//! leaves no process and no file.
//!
//! A mode is a row in `table.rs`, and what the engine then does stands in `engine.rs`. This program is the test and
//! the engine: with `engine MODE` for arguments it is the engine. Any other word plays the modes that contain it.
//! `KENTEI_HOSTILE_BYTES=10000000000` makes floods as long as they are in the field.

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
