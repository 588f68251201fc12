//! A second reader of sfens, which shares no code with the tested one.

use shunsai::shogi_core::{Color, PartialPosition, Piece, PieceKind, Square};

/// Reads an sfen for comparisons with the tested implementation.
pub(super) fn other_board(sfen: &str) -> PartialPosition {
    let fields: Vec<&str> = sfen.split(' ').collect();
    let mut board = PartialPosition::empty();
    for (row, rank) in fields[0].split('/').zip(1..) {
        let mut file = 9;
        let mut promoted = false;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file -= empty as u8;
            } else if letter == '+' {
                promoted = true;
            } else {
                let piece = piece_of(letter);
                let piece =
                    if promoted { piece.promote().expect("a piece that promotes") } else { piece };
                board.piece_set(Square::new(file, rank).expect("a square"), Some(piece));
                promoted = false;
                file -= 1;
            }
        }
    }
    let mut number = 0;
    for letter in fields[2].replace('-', "").chars() {
        if let Some(digit) = letter.to_digit(10) {
            number = number * 10 + digit;
            continue;
        }
        let (kind, color) = piece_of(letter).to_parts();
        for _ in 0..number.max(1) {
            let hand = board.hand_of_a_player_mut(color);
            *hand = hand.added(kind).expect("a piece for the hand");
        }
        number = 0;
    }
    board.side_to_move_set(if fields[1] == "b" { Color::Black } else { Color::White });
    board
}

fn piece_of(letter: char) -> Piece {
    let kind = match letter.to_ascii_lowercase() {
        'p' => PieceKind::Pawn,
        'l' => PieceKind::Lance,
        'n' => PieceKind::Knight,
        's' => PieceKind::Silver,
        'g' => PieceKind::Gold,
        'b' => PieceKind::Bishop,
        'r' => PieceKind::Rook,
        _ => PieceKind::King,
    };
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    Piece::new(kind, color)
}
