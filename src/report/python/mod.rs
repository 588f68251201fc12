//! A Python script that shows a violation without kentei: it sends the same lines at the same times, and looks for the
//! event that showed the violation.
//!
//! The script knows no rules. If the event cannot be distinguished from what a sound engine writes, there is no script.

mod fault;
mod steps;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::path::Path;

use crate::transcript::Transcript;
use crate::verdict::Finding;

/// The script around the inserted parts.
const FRAME: &str = include_str!("fault.py");

/// The data of a script.
#[derive(Debug, Clone, Copy)]
pub struct ScriptData<'a> {
    /// The lines of the comment at the begin of the script.
    pub about: &'a [String],
    /// The engine: program and arguments.
    pub engine: &'a [String],
    /// The working folder of the engine, if it was given.
    pub folder: Option<&'a Path>,
    /// The violation.
    pub finding: &'a Finding,
    /// The transcript that shows the violation.
    pub transcript: &'a Transcript,
    /// The transcript of a sound engine with the same script.
    pub control: Option<&'a Transcript>,
    /// In how many plays the violation showed, and how many plays there were.
    pub rate: (u32, u32),
}

/// The script; `None` if the violation cannot be recognised without the rules of the protocol.
#[must_use]
pub fn script(shown: &ScriptData<'_>) -> Option<String> {
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
    // The inserted parts are never searched for further placeholders.
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

/// How often the script has to try, so that it misses the violation with a probability of at most 1 %.
fn times((shown, played): (u32, u32)) -> u32 {
    if shown >= played {
        return 1;
    }
    let not = 1.0 - f64::from(shown) / f64::from(played);
    (0.01_f64.ln() / not.ln()).ceil().clamp(2.0, 100.0) as u32
}

/// A text as a Python literal: a JSON string is one.
fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list<T: AsRef<str>>(texts: &[T]) -> String {
    let texts: Vec<String> = texts.iter().map(|one| text(one.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}
