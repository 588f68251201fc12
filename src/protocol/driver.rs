//! The client's side of a dialogue.

use crate::lang::Text;
use crate::protocol::ParsedMessage;

/// The state of a dialogue, as far as it decides what a client may send.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The handshake is not over.
    Handshake,
    /// No search is open.
    Idle,
    /// A search is open. The text is the command that started it, without its values: `go infinite`.
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

/// A line that the engine must answer, and its possible answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The line.
    pub line: String,
    /// The kinds of message that can answer it.
    pub replies: &'static [&'static str],
    /// The name of the limit within which the answer must come.
    pub within: &'static str,
}

/// The client side of one dialogue with one engine process. It takes the lines that are sent and the messages that
/// are received, in order, and states what a client may send next.
///
/// What does not depend on the state of the dialogue, such as the command that sets an option, is part of
/// [`Dialect`](super::Dialect).
pub trait Driver: Send {
    /// Takes the next line that is sent, without checking whether a client may send it.
    fn sent(&mut self, line: &str);
    /// Takes the next line that is sent, and checks its words against all lines that were checked before it.
    ///
    /// # Errors
    /// If no client may send these words. The driver takes the line all the same.
    fn check(&mut self, line: &str) -> Result<(), InputError>;
    /// Takes the next line that is sent, and checks whether a client may send its command at this moment: after the
    /// lines and waits that this method and [`Driver::wait`] took before. The line may have words that are not known.
    ///
    /// # Errors
    /// If no client may send the command at this moment, whatever the engine has written. The driver takes the line all
    /// the same.
    fn check_moment(&mut self, line: &str) -> Result<(), InputError>;
    /// Takes what the script waits for next.
    fn wait(&mut self, wait: Wait);
    /// Takes the next message of the engine, by its kind.
    fn received(&mut self, kind: &str);
    /// The line that a client sends at once because of this message, which was received last; `None` if it sends none.
    fn answer(&self, message: &ParsedMessage) -> Option<&'static str>;
    /// The present state of the dialogue.
    fn phase(&self) -> &Phase;
    /// The line without its values, as reports count it among the stimuli: `go depth`, `position startpos moves`.
    /// Words that the dialect does not have, such as "a blank line", are in the language of the output.
    fn stimulus(&self, line: &str) -> String;
    /// The lines of one send, with the lines added that a client of the profile sends before them and that a script
    /// leaves out: the command that ends a game before the next game is prepared, and the command that begins a game.
    fn completed(&self, lines: Vec<String>) -> Vec<String>;
    /// A question that an engine answers in every state. Its answer shows that the engine has read everything that
    /// was sent before it. `None` if the dialect has no such question.
    fn fence(&mut self) -> Option<Question>;
    /// A copy of the dialogue, which can be continued independently.
    fn fork(&self) -> Box<dyn Driver>;
}

/// What a script waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// The reply to a search.
    Reply,
    /// Something that may be the reply to a search.
    MaybeReply,
    /// Something else. A search that ends by itself may end in the meantime.
    Other,
}

/// What is wrong with a line of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError {
    /// A lower-case fragment.
    pub message: Text,
    /// The word that is wrong, as written in the line.
    pub word: Option<String>,
    /// The clauses that define how an engine reacts to the line. A script that examines one of them may send it.
    pub reactions: Vec<&'static str>,
}
