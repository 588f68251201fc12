//! What stands in `tests/conformance.rs` of an engine that examines itself in its own `cargo test`, here with a program
//! named on the command line.
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
    // In a test of the engine: `Launch::new(env!("CARGO_BIN_EXE_my-engine"))`.
    let program = words.next().ok_or("which engine?")?;
    let report = Examination::of(Launch::new(program).args(words), &USI)
        .filter("usi/boot/*")
        .filter("usi/ponder/*")
        // A network that is loaded for the first time.
        .limit("readyok", Duration::from_secs(60))
        .run()?;
    report.write("html", "conformance.html")?;
    report.assert_conformant();
    Ok(())
}
