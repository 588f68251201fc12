//! Examines an engine that is not a separate program but a function that reads lines and writes lines.
//!
//! The smallest engine that completes the handshake is not conformant: the report lists what is missing.
//!
//! ```text
//! cargo run --example in_process
//! ```

use std::error::Error;

#[cfg(unix)]
fn main() -> Result<(), Box<dyn Error>> {
    use std::io::{self, Write};

    use kentei::engine::InProcess;
    use kentei::{Examination, USI};

    let engine = InProcess::new("smallest", unix::serve);
    let report =
        Examination::of(engine, &USI).filter("usi/boot/*").filter("usi/go/byoyomi*").run()?;
    write!(io::stdout(), "{report}")?;
    Ok(())
}

#[cfg(not(unix))]
fn main() -> Result<(), Box<dyn Error>> {
    Err("an engine in the same process needs the pipes of Unix".into())
}

#[cfg(unix)]
mod unix {
    use std::io::{self, BufRead, BufReader, Write};

    use kentei::engine::EngineStreams;

    /// The engine; returns its exit code.
    pub(crate) fn serve(streams: EngineStreams) -> i32 {
        let mut output = streams.output;
        let lines = BufReader::new(streams.input).lines();
        i32::from(answer(lines.map_while(Result::ok), &mut output).is_err())
    }

    fn answer(lines: impl Iterator<Item = String>, output: &mut dyn Write) -> io::Result<()> {
        for line in lines {
            match line.split_whitespace().next() {
                Some("usi") => writeln!(output, "id name smallest\nid author nobody\nusiok")?,
                Some("isready") => writeln!(output, "readyok")?,
                Some("go") => writeln!(output, "bestmove resign")?,
                Some("quit") => break,
                _ => {}
            }
        }
        Ok(())
    }
}
