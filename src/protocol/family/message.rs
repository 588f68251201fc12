//! The meaning of a line of the engine, and what is wrong with its syntax.

use crate::lang::Text;
use crate::protocol::DeclaredOption;
use crate::protocol::family::info::Info;
use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::ViolationId;
use crate::protocol::family::words::Word;

/// A syntax error in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxIssue {
    /// What is wrong.
    pub id: ViolationId,
    /// Half-open byte range of the error.
    pub columns: (usize, usize),
    /// What should stand there.
    pub expected: Text,
    /// What stands there.
    pub got: Text,
}

impl SyntaxIssue {
    pub(crate) fn new(
        violation_id: ViolationId,
        columns: (usize, usize),
        expected: Text,
        got: Text,
    ) -> Self {
        Self { id: violation_id, columns, expected, got }
    }

    pub(crate) fn at(violation_id: ViolationId, word: Word<'_>, expected: Text) -> Self {
        Self::new(violation_id, word.columns(), expected, Text::plain(word.text))
    }
}

/// A line of the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `id name …`.
    IdName(String),
    /// `id author …`.
    IdAuthor(String),
    /// `id` with another second word.
    IdOther(String),
    /// `option …`.
    Option(DeclaredOption),
    /// `usiok`, `uciok`.
    HelloEnd,
    /// `readyok`.
    ReadyOk,
    /// `bestmove …`.
    BestMove(BestMove),
    /// `checkmate …`.
    Checkmate(MateReply),
    /// `info …`.
    Info(Info<'a>),
    /// `copyprotection` with its state.
    CopyProtection(String),
    /// `registration` with its state.
    Registration(String),
    /// Nothing but white space.
    Blank,
    /// Anything else: its first word.
    Other(String),
}

/// The parts of a `bestmove` line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The word after `bestmove`, as written; empty if there is none.
    pub text: String,
    /// The kind of that word.
    pub answer: Answer,
    /// Half-open byte range of that word.
    pub columns: (usize, usize),
    /// The word after `ponder`, and its byte range.
    pub ponder: Option<(String, (usize, usize))>,
    /// Whether the ponder word has the form of a move.
    pub ponder_is_move: bool,
}

/// The kinds of word after `bestmove`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Answer {
    /// A word that has the form of a move.
    Move,
    /// A special word, such as `resign` or `win`.
    Special,
    /// A word for "no move".
    Null,
    /// A missing or unknown word.
    #[default]
    Broken,
}

/// The answer in a `checkmate` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MateReply {
    /// Moves, each with its byte range.
    Moves(Vec<(String, (usize, usize))>),
    /// `nomate`.
    NoMate,
    /// `timeout`.
    Timeout,
    /// `notimplemented`.
    NotImplemented,
    /// Something else.
    Broken(String),
}

/// A protocol word that is joined to other text within this word: `7g7finfo`, `bestmovebestmove`.
pub(crate) fn glued_head(table: &Table, word: &str) -> Option<&'static str> {
    const HEADS: [&str; 3] = ["bestmove", "readyok", "info"];
    let found = HEADS.into_iter().chain([table.hello_end]).find(|head| is_joined(word, head))?;
    // Ordinary words contain "info" too ("sysinfo."), so "info" counts only if the word has other than letters.
    let letters = word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
    let plain = found == "info" && letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    (!plain).then_some(found)
}

/// Whether text is joined to a protocol word. Beside punctuation the word is only quoted or part of a name:
/// `[bestmove]`, `engine.info`. Control characters are no punctuation, and a move may end with a plus sign. Many
/// words begin with "info".
fn is_joined(word: &str, head: &str) -> bool {
    word.match_indices(head).any(|(at, _)| {
        let before = word[..at].chars().next_back();
        let after = word[at + head.len()..].chars().next();
        before.is_some_and(|letter| letter == '+' || !letter.is_ascii_punctuation())
            || head != "info" && after.is_some_and(|letter| !letter.is_ascii_punctuation())
    })
}
