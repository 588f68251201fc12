//! The face of a game that the engine plays by.

use std::fmt::{Debug, Display};

/// A position and its rules, as the search needs them.
pub(in crate::reference) trait Board: Clone + Send + Sync + 'static {
    /// A move; displayed in the notation of the protocol.
    type Move: Copy + PartialEq + Debug + Display + Send + Sync + 'static;

    /// The start position.
    fn start() -> Self;

    /// Reads the fields of a position that is written out.
    fn parse(fields: &str) -> Result<Self, String>;

    /// Reads a move; `None` where it is no legal one.
    fn read(&self, text: &str) -> Option<Self::Move>;

    /// The legal moves, always in the same order.
    fn moves(&self) -> Vec<Self::Move>;

    /// Whether there is a legal move.
    fn has_move(&self) -> bool;

    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move);

    /// Whether a side to move that has no legal move has lost; else it is a draw.
    fn loses_without_move(&self) -> bool;

    /// Material in hundredths of a pawn, seen by the side to move.
    fn material(&self) -> i32;

    /// Whether the side that moves first in a game is to move.
    fn first_to_move(&self) -> bool;

    /// The position written out.
    fn notation(&self) -> String;

    /// The position after a move.
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.make(mv);
        next
    }
}
