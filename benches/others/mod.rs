//! The same round trips with other tools that an engine's author would use for scripts.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The way from `isready` to `readyok` through another tool.
pub(crate) struct Other {
    /// The name of the tool.
    pub(crate) name: &'static str,
    /// Measures this number of trips to this program, started with [`super::ENGINE`]. An error says why that was
    /// not possible.
    pub(crate) trips: fn(usize) -> Result<Vec<Duration>, String>,
}

/// All tools.
pub(crate) const ALL: [Other; 3] = [
    Other {
        name: "python-chess",
        trips: |count| python("chess", include_str!("python_chess.py"), count),
    },
    Other {
        name: "pexpect",
        trips: |count| python("pexpect", include_str!("pexpect_loop.py"), count),
    },
    Other { name: "expectrl", trips: expectrl_loop },
];

/// Runs a script that prints the nanoseconds of each trip. `KENTEI_PYTHON` chooses another interpreter.
fn python(module: &str, script: &str, count: usize) -> Result<Vec<Duration>, String> {
    let program = std::env::var_os("KENTEI_PYTHON").unwrap_or_else(|| "python3".into());
    let run = |script: &str, args: &[&str]| {
        let engine = std::env::current_exe()?;
        let mut command = Command::new(&program);
        command.args(["-c", script]).args(args).arg(engine);
        command.arg(super::ENGINE).stdin(Stdio::null()).output()
    };
    let missing = || format!("python3 with {module} not found");
    let tried = run(&format!("import {module}"), &[]).map_err(|_| missing())?;
    if !tried.status.success() {
        return Err(missing());
    }
    let done = run(script, &[&count.to_string()]).map_err(|error| error.to_string())?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).trim().to_owned());
    }
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let trips: Option<Vec<Duration>> =
        text.split_whitespace().map(|word| word.parse().ok().map(Duration::from_nanos)).collect();
    trips.filter(|trips| trips.len() == count).ok_or_else(|| format!("it printed {text:?}"))
}

#[cfg(unix)]
fn expectrl_loop(count: usize) -> Result<Vec<Duration>, String> {
    use expectrl::{Expect, Session};
    let reported = |error: &dyn std::fmt::Display| error.to_string();
    let mut command = Command::new(std::env::current_exe().map_err(|error| reported(&error))?);
    command.arg(super::ENGINE);
    let mut session = Session::spawn(command).map_err(|error| reported(&error))?;
    session.set_expect_timeout(Some(Duration::from_secs(5)));
    let mut trips = Vec::with_capacity(count);
    for _ in 0..count {
        let from = Instant::now();
        let sent = session.send_line("isready");
        let came = sent.and_then(|()| session.expect("readyok\r\n"));
        came.map_err(|error| reported(&error))?;
        trips.push(from.elapsed());
    }
    session.send_line("quit").map_err(|error| reported(&error))?;
    Ok(trips)
}

#[cfg(not(unix))]
fn expectrl_loop(_: usize) -> Result<Vec<Duration>, String> {
    Err("needs a Unix terminal".to_owned())
}
