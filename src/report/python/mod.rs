//! A script in Python that shows a violation without kentei: it sends what was sent, at the same moments, and looks for
//! what showed the violation.
//!
//! It knows no rules. Where what showed it cannot be distinguished from what a sound engine writes, there is no script.

mod fault;
mod steps;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::path::Path;

use crate::transcript::Transcript;
use crate::verdict::Finding;

/// The script around the steps.
const FRAME: &str = include_str!("fault.py");

/// What a script is made of.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// What is said at its beginning, a line each.
    pub about: &'a [String],
    /// The engine: program and arguments.
    pub engine: &'a [String],
    /// The folder in which it runs, where that was said.
    pub folder: Option<&'a Path>,
    /// The violation.
    pub finding: &'a Finding,
    /// How it showed.
    pub transcript: &'a Transcript,
    /// What a sound engine did in the same script.
    pub control: Option<&'a Transcript>,
    /// How many of how many plays showed it.
    pub rate: (u32, u32),
}

/// The script; `None` where what showed the violation cannot be looked for without the rules of the protocol.
#[must_use]
pub fn script(shown: &Shown<'_>) -> Option<String> {
    let at = *shown.finding.events.last()?;
    let own = steps::of_process(&shown.transcript.events, at);
    let offender = own.iter().position(|event| event.id == at)?;
    let last = own[..offender].iter().rposition(steps::is_write)?;
    let control = shown.control.map(|control| &control.events[..]);
    let fault = fault::of(shown.finding, own, last, offender, control)?;
    let mut about = String::from("\"\"\"");
    for line in shown.about {
        let line: String = line.chars().filter(|c| !c.is_control() && *c != '\\').collect();
        let _ = writeln!(about, "{}", line.replace('"', "'"));
    }
    about.push_str(
        "\nExits with 1 if the fault occurs, 0 if it does not, 2 if it could not be tried.\n\"\"\"",
    );
    let folder = shown.folder.map(|folder| text(&folder.to_string_lossy()));
    let parts = [
        ("@ABOUT@", about),
        ("@ENGINE@", list(shown.engine)),
        ("@FOLDER@", folder.unwrap_or_else(|| "None".to_owned())),
        ("@STEPS@", steps::python(own, last, &shown.transcript.windows)),
        ("@FAULT@", fault.python()),
        ("@TIMES@", times(shown.rate).to_string()),
    ];
    // What is put in is never looked through for further places.
    let mut script = String::new();
    let mut rest = FRAME;
    for (place, part) in parts {
        let (before, after) = rest.split_once(place)?;
        script.push_str(before);
        script.push_str(&part);
        rest = after;
    }
    Some(script + rest)
}

/// How often it is to be tried so that it is missed once in a hundred.
fn times((shown, played): (u32, u32)) -> u32 {
    if shown >= played {
        return 1;
    }
    let not = 1.0 - f64::from(shown) / f64::from(played);
    (0.01_f64.ln() / not.ln()).ceil().clamp(2.0, 100.0) as u32
}

/// A text as Python writes it. What JSON writes is Python, too.
fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list<T: AsRef<str>>(texts: &[T]) -> String {
    let texts: Vec<String> = texts.iter().map(|one| text(one.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}
