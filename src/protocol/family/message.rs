//! What a line of the engine says, and what is wrong with its text.

use crate::lang::Text;
use crate::protocol::DeclaredOption;
use crate::protocol::family::info::Info;
use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::ViolationId;
use crate::protocol::family::words::Word;

/// A slip in the text of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxIssue {
    /// What is wrong.
    pub id: ViolationId,
    /// Where: first and one-after-last byte.
    pub columns: (usize, usize),
    /// What belongs there.
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
    /// `id` with a third word.
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
    /// The word after `bestmove`, as it stands; empty if there is none.
    pub text: String,
    /// What kind of word that is.
    pub answer: Answer,
    /// Where it stands.
    pub columns: (usize, usize),
    /// The word after `ponder`, and where it stands.
    pub ponder: Option<(String, (usize, usize))>,
    /// Whether the ponder word has the form of a move.
    pub ponder_is_move: bool,
}

/// What stands for the move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Answer {
    /// A word that has the form of a move.
    Move,
    /// A special word: `resign`, `win`.
    Special,
    /// A word for "no move".
    Null,
    /// Nothing, or something else.
    #[default]
    Broken,
}

/// What a `checkmate` line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MateReply {
    /// A line of moves with their places.
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

/// The head of another line inside this word: `7g7finfo`, `bestmovebestmove`.
pub(crate) fn glued_head(table: &Table, word: &str) -> Option<&'static str> {
    const HEADS: [&str; 3] = ["bestmove", "readyok", "info"];
    let found = HEADS
        .into_iter()
        .chain([table.hello_end])
        .find(|head| word.find(head).is_some_and(|at| at > 0 || word.len() > head.len()))?;
    // The word alone among marks is talk about it: `[bestmove]`. A control character is no mark.
    let bare = word.trim_matches(|letter: char| letter.is_ascii_punctuation());
    // Ordinary words hold "info" too ("information."); a glued one has figures or another head beside it.
    let letters = bare.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
    let plain = found == "info" && letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    if plain || bare == found { None } else { Some(found) }
}
