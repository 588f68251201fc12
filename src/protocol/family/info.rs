//! The contents of an info line.

/// The contents of an info line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info<'a> {
    /// `depth`, in plies.
    pub depth: Option<i64>,
    /// `seldepth`, in plies.
    pub seldepth: Option<i64>,
    /// `time`, in milliseconds.
    pub time: Option<i64>,
    /// Nodes.
    pub nodes: Option<i64>,
    /// Nodes per second.
    pub nps: Option<i64>,
    /// `hashfull`, per mille.
    pub hashfull: Option<i64>,
    /// Number of the pv, from 1.
    pub multipv: Option<i64>,
    /// The score.
    pub score: Option<Score>,
    /// Whether there is a score that cannot be read.
    pub unread_score: bool,
    /// The root move being searched, and its byte range.
    pub currmove: Option<(&'a str, (usize, usize))>,
    /// The pv, up to the first word that is no move.
    pub pv: Option<Pv<'a>>,
    /// Whether there is a `refutation`.
    pub refutation: bool,
    /// Whether there is a `currline`.
    pub currline: bool,
    /// The free text.
    pub string: Option<&'a str>,
    /// The byte offset at which the free text begins.
    pub text_from: Option<usize>,
    /// Whether there is any word besides free text.
    pub data: bool,
}

/// The moves of a pv, as text. They are split only when they are used, because most lines are read only once.
///
/// They are bytes: every move is ASCII, and to check a line for UTF-8 takes longer than to read its numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pv<'a> {
    bytes: &'a [u8],
    start: usize,
}

impl<'a> Pv<'a> {
    /// A pv whose text begins with a word, at this byte offset of its line.
    pub(super) fn new(bytes: &'a [u8], start: usize) -> Self {
        Self { bytes, start }
    }

    /// The whole text, from the first move to the end of the last one.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Each move with its half-open byte range.
    pub fn iter(self) -> impl Iterator<Item = (&'a str, (usize, usize))> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = &self.bytes[at..];
            let from = at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
            let rest = &self.bytes[from..];
            let end = rest.iter().position(u8::is_ascii_whitespace);
            at = from + end.unwrap_or(rest.len());
            let columns = (self.start + from, self.start + at);
            Some((as_text(&self.bytes[from..at]), columns))
        })
    }

    /// The first move and its byte range.
    #[must_use]
    pub fn first(self) -> Option<(&'a str, (usize, usize))> {
        let first = self.first_word()?;
        Some((as_text(first), (self.start, self.start + first.len())))
    }

    /// The first move. This runs for every line, so it does not search for the start of the next move.
    pub(super) fn first_word(self) -> Option<&'a [u8]> {
        let end = self.bytes.iter().position(u8::is_ascii_whitespace);
        let first = &self.bytes[..end.unwrap_or(self.bytes.len())];
        (!first.is_empty()).then_some(first)
    }
}

/// The text of a move.
fn as_text(word: &[u8]) -> &str {
    std::str::from_utf8(word).unwrap_or_default()
}

/// A score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Its value.
    pub value: ScoreValue,
    /// Whether it is only a bound (`lowerbound` or `upperbound`).
    pub bound: bool,
    /// The byte range of the value.
    pub columns: (usize, usize),
}

/// The value of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreValue {
    /// Hundredths of a pawn.
    Cp(i64),
    /// Distance to mate, in the dialect's unit.
    Mate(i64),
    /// Mate at an unknown distance: true if the engine mates, false if it is mated.
    MateSign(bool),
}

impl Info<'_> {
    /// Whether the line shows a running search: it has a depth, a score, a pv or a `currmove`.
    #[must_use]
    pub fn shows_search(&self) -> bool {
        self.shows_result() || self.depth.is_some() || self.currmove.is_some()
    }

    /// Whether the line has a result of a search: a score or a pv.
    #[must_use]
    pub fn shows_result(&self) -> bool {
        self.score.is_some() || self.unread_score || self.pv.is_some()
    }
}
