//! The board of an sfen or a fen, as defects read it.

/// The pieces by rank and file, in the order of the notation and as it writes them; empty for an empty square.
pub(in crate::reference) type Squares = Vec<Vec<String>>;

/// Reads the field of the board.
pub(in crate::reference) fn read(board: &str) -> Squares {
    let rank = |rank: &str| {
        let mut pieces = Vec::new();
        let mut promoted = "";
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(empty) => pieces.extend((0..empty).map(|_| String::new())),
                None if letter == '+' => promoted = "+",
                None => pieces.push(format!("{}{letter}", std::mem::take(&mut promoted))),
            }
        }
        pieces
    };
    board.split('/').map(rank).collect()
}

/// The letters of a board without promoted pieces, by rank and file in the order of the notation; a dot for an empty
/// square.
pub(in crate::reference) fn letters(notation: &str) -> Vec<Vec<char>> {
    let board = notation.split(' ').next().unwrap_or_default();
    let letter = |piece: &String| piece.chars().next().unwrap_or('.');
    read(board).iter().map(|rank| rank.iter().map(letter).collect()).collect()
}

/// The field of the board with these pieces.
pub(in crate::reference) fn written(squares: &[Vec<String>]) -> String {
    let rank = |pieces: &Vec<String>| {
        let (mut text, mut empty) = (String::new(), 0);
        for piece in pieces {
            if piece.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&std::mem::take(&mut empty).to_string());
            }
            text.push_str(piece);
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    squares.iter().map(rank).collect::<Vec<_>>().join("/")
}
