//! The castling rights in a fen: `KQkq`, or the files of the rooks.

use crate::games::quoted;

/// Rewrites the rights of standard chess as files of rooks. The king must be on the e file, and each rook in its
/// corner.
///
/// # Errors
/// A lower-case English fragment that says what is wrong.
pub(super) fn standard(board: &str, written: &str) -> Result<String, String> {
    read(written, |letter| {
        let Some(short) = side_of(letter) else {
            let written = quoted(written);
            return Err(format!("castling rights are {written}, want - or of KQkq"));
        };
        let rank = Rank::of(board, letter);
        if rank.king() != Some(4) {
            return Err(format!("castling right {letter:?}, but the king has moved"));
        }
        let corner = if short { 7 } else { 0 };
        if !rank.has_rook(corner) {
            return Err(format!("castling right {letter:?}, but the rook has moved"));
        }
        Ok((short, corner))
    })
}

/// Rewrites the rights of Chess960 as files of rooks: `KQkq` mean the outermost rook on that side of the king, other
/// letters the rook on that file.
///
/// # Errors
/// A lower-case English fragment that says what is wrong.
pub(super) fn fischer(board: &str, written: &str) -> Result<String, String> {
    read(written, |letter| {
        let rank = Rank::of(board, letter);
        let Some(king) = rank.king() else {
            return Err(format!(
                "castling right {letter:?}, but the king is not on its first rank"
            ));
        };
        let file = match (side_of(letter), letter.to_ascii_lowercase()) {
            (Some(true), _) => (king..8).rev().find(|file| rank.has_rook(*file)),
            (Some(false), _) => (0..king).find(|file| rank.has_rook(*file)),
            (None, named @ 'a'..='h') => {
                Some(named as usize - 'a' as usize).filter(|file| rank.has_rook(*file))
            }
            (None, _) => {
                let written = quoted(written);
                return Err(format!("castling rights are {written}, want - or of KQkqA-Ha-h"));
            }
        };
        let file = file.ok_or_else(|| format!("castling right {letter:?}, but no such rook"))?;
        Ok((file > king, file))
    })
}

/// Whether one of `KQkq` is for the king's side; `None` for other letters.
fn side_of(letter: char) -> Option<bool> {
    match letter.to_ascii_lowercase() {
        'k' => Some(true),
        'q' => Some(false),
        _ => None,
    }
}

/// Rewrites each right as the letter of the rook's file, in the case of its side. For each letter, `rook` returns
/// whether it is for the king's side, and the file, counted from 0.
fn read(
    written: &str,
    rook: impl Fn(char) -> Result<(bool, usize), String>,
) -> Result<String, String> {
    if written == "-" {
        return Ok(written.to_owned());
    }
    let mut seen = Vec::new();
    let mut files = String::new();
    for letter in written.chars() {
        let (short, file) = rook(letter)?;
        let right = (letter.is_ascii_uppercase(), short);
        if seen.contains(&right) {
            let side = if short { "the king's" } else { "the queen's" };
            return Err(format!("{letter:?} is a second castling right on {side} side"));
        }
        seen.push(right);
        let file = char::from(b'a' + u8::try_from(file).unwrap_or_default());
        files.push(if right.0 { file.to_ascii_uppercase() } else { file });
    }
    Ok(files)
}

/// The first rank of a side.
struct Rank {
    /// The squares, from the a file; a dot is an empty square.
    squares: Vec<char>,
    white: bool,
}

impl Rank {
    /// The first rank of the side to which a castling right belongs.
    fn of(board: &str, right: char) -> Self {
        let white = right.is_ascii_uppercase();
        let row = board.split('/').nth(if white { 7 } else { 0 }).unwrap_or_default();
        let squares = row.chars().flat_map(|letter| {
            let empty = letter.to_digit(10);
            let shown = if empty.is_some() { '.' } else { letter };
            std::iter::repeat_n(shown, empty.unwrap_or(1) as usize)
        });
        Self { squares: squares.collect(), white }
    }

    fn own(&self, piece: char) -> char {
        if self.white { piece } else { piece.to_ascii_lowercase() }
    }

    fn king(&self) -> Option<usize> {
        self.squares.iter().position(|square| *square == self.own('K'))
    }

    fn has_rook(&self, file: usize) -> bool {
        self.squares.get(file) == Some(&self.own('R'))
    }
}
