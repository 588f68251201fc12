//! What an info line says.

/// What an info line says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info<'a> {
    /// Plies.
    pub depth: Option<i64>,
    /// Plies.
    pub seldepth: Option<i64>,
    /// Milliseconds.
    pub time: Option<i64>,
    /// Nodes.
    pub nodes: Option<i64>,
    /// Nodes per second.
    pub nps: Option<i64>,
    /// Per mille.
    pub hashfull: Option<i64>,
    /// Number of the line, from 1.
    pub multipv: Option<i64>,
    /// The score.
    pub score: Option<Score>,
    /// Whether a score is there that cannot be read.
    pub unread_score: bool,
    /// The root move being searched, with its place.
    pub currmove: Option<(&'a str, (usize, usize))>,
    /// The line, up to the first word that is no move.
    pub pv: Option<Pv<'a>>,
    /// Whether `refutation` is there.
    pub refutation: bool,
    /// Whether `currline` is there.
    pub currline: bool,
    /// Free text, and where it begins.
    pub string: Option<&'a str>,
    /// The byte at which free text begins.
    pub text_from: Option<usize>,
    /// Whether any subcommand but `string` is there.
    pub data: bool,
}

/// The moves of a line as they stand in the text. They are looked for when they are asked for, since most
/// lines are looked at only once.
///
/// They are kept as bytes, since all that has the form of a move is ASCII, and to check that of every line takes
/// longer than to read its numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pv<'a> {
    bytes: &'a [u8],
    start: usize,
}

impl<'a> Pv<'a> {
    /// The words of a text that begins with a word, at this byte of its line.
    pub(super) fn new(bytes: &'a [u8], start: usize) -> Self {
        Self { bytes, start }
    }

    /// All of it, from the first move to the end of the last one.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Each move with its place: first and one-after-last byte.
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

    /// The first move and its place.
    #[must_use]
    pub fn first(self) -> Option<(&'a str, (usize, usize))> {
        let first = self.first_word()?;
        Some((as_text(first), (self.start, self.start + first.len())))
    }

    /// The first move. Every line is asked for it, so it is found without the search for where the next one begins.
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
    /// Whether it is only a bound.
    pub bound: bool,
    /// Where the value stands.
    pub columns: (usize, usize),
}

/// The value of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreValue {
    /// Hundredths of a pawn.
    Cp(i64),
    /// Distance to mate, in the dialect's unit.
    Mate(i64),
    /// Mate at an unknown distance: whether the engine mates.
    MateSign(bool),
}

impl Info<'_> {
    /// Whether the line shows that a search goes on: it has a depth, a score or a pv.
    #[must_use]
    pub fn shows_search(&self) -> bool {
        self.depth.is_some() || self.score.is_some() || self.pv.is_some() || self.currmove.is_some()
    }
}
