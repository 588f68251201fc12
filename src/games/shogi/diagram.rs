//! A board for people.

use shunsai::Position;
use shunsai::shogi_core::{Color, Square};

use super::sfen::write_hand;
use super::{side_name, write_piece};

/// Draws the board as Black sees it, upper case for Black, with hands and the side to move.
pub(super) fn draw(board: &Position) -> String {
    let mut out = format!("white hand: {}\n", hand(board, Color::White));
    out.push_str("  9  8  7  6  5  4  3  2  1\n");
    for rank in 1..=9 {
        for file in (1..=9).rev() {
            let mut cell = String::new();
            match Square::new(file, rank).and_then(|square| board.piece_at(square)) {
                Some(piece) => write_piece(piece, &mut cell),
                None => cell.push('.'),
            }
            out.push_str(&format!("{cell:>3}"));
        }
        out.push_str(&format!("  {}\n", char::from(b'a' + rank - 1)));
    }
    out.push_str(&format!("black hand: {}\n", hand(board, Color::Black)));
    out.push_str(&format!("{} to move\n", side_name(board.side_to_move())));
    out
}

fn hand(board: &Position, color: Color) -> String {
    let mut out = String::new();
    write_hand(board.hand(color), color, &mut out);
    if out.is_empty() {
        out.push('-');
    }
    out
}
