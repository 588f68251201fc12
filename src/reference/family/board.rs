//! The interface of a game to the engine.

use std::fmt::{Debug, Display};

/// A position and its rules, as the search needs them.
pub(in crate::reference) trait Board: Clone + Send + Sync + 'static {
    /// A move; `Display` writes it in the notation of the protocol.
    type Move: Copy + PartialEq + Debug + Display + Send + Sync + 'static;

    /// The start position.
    fn start() -> Self;

    /// Reads a position from its notation.
    fn parse(fields: &str) -> Result<Self, String>;

    /// Reads a move; `None` if the text is not a legal move.
    fn read(&self, text: &str) -> Option<Self::Move>;

    /// The legal moves, always in the same order.
    fn moves(&self) -> Vec<Self::Move>;

    /// Whether there is a legal move.
    fn has_move(&self) -> bool;

    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move);

    /// Whether the side to move loses if it has no legal move; otherwise the game is a draw.
    fn loses_without_move(&self) -> bool;

    /// The material balance in hundredths of a pawn, from the point of view of the side to move.
    fn material(&self) -> i32;

    /// By how much a legal move raises the material balance of the side that plays it.
    fn gain(&self, mv: Self::Move) -> i32;

    /// Whether the side that moves first in a game is to move.
    fn first_to_move(&self) -> bool;

    /// The notation of the position: sfen or fen.
    fn notation(&self) -> String;

    /// The position after a move.
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.make(mv);
        next
    }
}
