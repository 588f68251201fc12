//! The client's side of a dialogue.

use crate::lang::Text;

/// Where a dialogue stands, as far as what a client may send depends on it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The handshake is not over.
    Handshake,
    /// No search is open.
    Idle,
    /// A search is open that was started so, without its values: `go infinite`.
    Search(String),
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Handshake => say!("before the handshake is over"),
            Self::Idle => say!("idle"),
            Self::Search(go) => say!("in {go}", go),
        }
        .fmt(f)
    }
}

/// A line that asks, and what answers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The line.
    pub line: String,
    /// The kinds of message of which one answers it.
    pub replies: &'static [&'static str],
    /// The named limit within which the answer has to come.
    pub within: &'static str,
}

/// The client of one dialogue with one engine process: takes in what is sent and received, in order, and says what a
/// client may send there.
///
/// What does not depend on where the dialogue stands (how an option is set, how one quits) is asked of the
/// [`Dialect`](super::Dialect).
pub trait Driver: Send {
    /// Takes in the next line that is sent. Whether a client may send it is not looked at.
    fn sent(&mut self, line: &str);
    /// Takes in the next line that is sent, and judges it by all lines that were checked before it.
    ///
    /// # Errors
    /// If no client may send it where the dialogue stands. It has been taken in all the same.
    fn check(&mut self, line: &str) -> Result<(), InputError>;
    /// Takes in a message of the engine, by its kind.
    fn received(&mut self, kind: &str);
    /// Where the dialogue stands.
    fn phase(&self) -> &Phase;
    /// A line without its values, as it is counted among the stimuli: `go depth`, `position startpos moves`. What is none of
    /// the dialect's words is in the language that is spoken.
    fn stimulus(&self, line: &str) -> String;
    /// The lines of one send, and before each of them what a client of the profile sends first and a script leaves out:
    /// what ends a game before the next one is prepared, and what begins it.
    fn completed(&self, lines: Vec<String>) -> Vec<String>;
    /// A question that an engine answers whatever it is doing, made anew each time: its answer shows that all that was
    /// sent before has been read. `None` where the dialect has none.
    fn fence(&mut self) -> Option<Question>;
    /// The same dialogue, to be continued in another way.
    fn fork(&self) -> Box<dyn Driver>;
}

/// What is wrong with a line of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError {
    /// A lower-case fragment.
    pub message: Text,
    /// The word that is wrong, as it stands in the line.
    pub word: Option<String>,
}
