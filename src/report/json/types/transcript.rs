//! What passed between kentei and an engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventV1 {
    /// Its number; numbers rise and skip what was dropped.
    pub id: u64,
    /// Milliseconds since the engine was spawned.
    pub at_ms: f64,
    /// What it was.
    #[serde(flatten)]
    pub what: EventKindV1,
}

/// The kinds of event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EventKindV1 {
    /// A line that kentei sent. Lines that left in one write share `write`.
    Sent {
        /// The line.
        #[serde(flatten)]
        line: LineV1,
        /// Number of the write call.
        write: u32,
    },
    /// A line on the engine's standard output.
    Received(LineV1),
    /// A line on the engine's standard error.
    Stderr(LineV1),
    /// Standard output held this unfinished line for too long.
    Partial(LineV1),
    /// The engine closed a stream.
    EndOfStream {
        /// Which.
        stream: StreamV1,
    },
    /// Kentei closed the engine's standard input.
    InputClosed,
    /// The engine did not take what was sent.
    WriteFailed {
        /// What the system said.
        error: String,
    },
    /// The process ended, with a status or by a signal.
    Exit {
        /// Its status; null if a signal ended it.
        code: Option<i32>,
        /// The signal that ended it; null if none did.
        signal: Option<i32>,
    },
    /// Kentei waited in vain.
    Overdue {
        /// The kinds of message that were awaited.
        awaited: Vec<String>,
        /// From when the wait counts, in milliseconds since spawn.
        since_ms: f64,
        /// How long the engine had, in milliseconds.
        limit_ms: f64,
    },
    /// A step of the script begins.
    Step {
        /// Line in the scenario file.
        line: u32,
    },
}

/// A line of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LineV1 {
    /// The text without its end. If it was no UTF-8: escaped, each byte that is none as `\xNN`, with the
    /// bytes themselves in `bytes_hex`.
    pub text: String,
    /// The bytes in hexadecimal, if they are no UTF-8; left out otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes_hex: Option<String>,
    /// How the line ended.
    pub end: LineEndV1,
    /// How many more bytes the line had than are kept here.
    pub cut: u64,
}

/// How a line ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineEndV1 {
    /// LF.
    Lf,
    /// CR LF.
    Crlf,
    /// Nothing: it is unfinished.
    None,
}

/// The streams of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StreamV1 {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// A stretch of time in which the script waited.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WindowV1 {
    /// What the time was for.
    pub kind: WindowKindV1,
    /// The kinds of message that were awaited, or that were not to come; with none, nothing at all was to come,
    /// or time was only to go by.
    pub of: Vec<String>,
    /// From when it counts, in milliseconds since the engine was spawned.
    pub from_ms: f64,
    /// The deadline, or the end of the silence.
    pub until_ms: f64,
    /// When the script went on.
    pub ended_ms: f64,
    /// Line in the scenario file.
    pub line: u32,
}

/// What a script may wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WindowKindV1 {
    /// One of these messages has to come.
    Reply,
    /// None of these messages may come.
    Silence,
    /// Time is to go by.
    Pause,
}
