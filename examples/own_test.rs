//! The content of `tests/conformance.rs` of an engine that tests itself in its own `cargo test`. Here the command
//! line names the engine's program.
//!
//! ```text
//! cargo run --example own_test -- target/debug/kentei engine --dialect usi
//! ```

use std::error::Error;
use std::time::Duration;

use kentei::engine::Launch;
use kentei::{Examination, USI};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    // In a test of the engine, the launch is `Launch::new(env!("CARGO_BIN_EXE_my-engine"))`.
    let program = words.next().ok_or("which engine?")?;
    let report = Examination::of(Launch::new(program).args(words), &USI)
        .filter("usi/boot/*")
        .filter("usi/ponder/*")
        // Enough time to load a network for the first time.
        .limit("readyok", Duration::from_secs(60))
        .run()?;
    report.write("html", "conformance.html")?;
    report.assert_conformant();
    Ok(())
}
