//! A board for people.

use cozy_chess::{Board, File, Rank, Square};

use super::{letter_on, side_name};

/// Draws the board as White sees it, with the side to move.
pub(super) fn draw(board: &Board) -> String {
    let mut out = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        out.push_str(&rank.to_string());
        for file in File::ALL {
            out.push(' ');
            out.push(letter_on(board, Square::new(file, rank)).unwrap_or('.'));
        }
        out.push('\n');
    }
    out.push_str("  a b c d e f g h\n");
    out.push_str(&format!("{} to move\n", side_name(board.side_to_move())));
    out
}
