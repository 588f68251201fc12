//! The fen of a position: reading with full validation, and writing.

use cozy_chess::{Board, Color, FenParseError, get_king_moves};

use super::{Position, Variant, rights};
use crate::games::{BadPosition, Position as _, quoted};

/// Reads a fen of six fields, or of four without the counters.
pub(super) fn parse(text: &str, variant: Variant) -> Result<Position, BadPosition> {
    let fields: Vec<&str> = text.split_ascii_whitespace().take(7).collect();
    let (board, side, castling, after, quiet, number) = match fields[..] {
        [board, side, castling, after] => (board, side, castling, after, "0", "1"),
        [board, side, castling, after, quiet, number] => {
            (board, side, castling, after, quiet, number)
        }
        _ if fields.len() > 6 => return Err(BadPosition::whole("more than six fields")),
        _ => {
            let message = format!("{} fields, want 6 or 4", fields.len());
            return Err(BadPosition::whole(message));
        }
    };
    let wrong = BadPosition::in_field;
    check_board(board).map_err(wrong(board))?;
    if !matches!(side, "w" | "b") {
        let problem = format!("side to move is {}, want w or b", quoted(side));
        return Err(wrong(side)(problem));
    }
    let rook_files = match variant {
        Variant::Standard => rights::standard(board, castling),
        Variant::Fischer => rights::fischer(board, castling),
    };
    let rook_files = rook_files.map_err(wrong(castling))?;
    let half_moves = read_number(quiet, "half-move clock").map_err(wrong(quiet))?;
    let count = read_number(number, "move number").map_err(wrong(number))?;
    if count == 0 {
        let problem = "move number is 0, want 1 or more".to_owned();
        return Err(wrong(number)(problem));
    }
    // The generator's counters have a smaller range than those of a fen.
    let plain = format!("{board} {side} {rook_files} {after} 0 1");
    let read = Board::from_fen(&plain, true).map_err(|error| match error {
        FenParseError::InvalidEnPassant => {
            let written = quoted(after);
            let problem = format!("en passant square is {written}, but no pawn has just passed it");
            wrong(after)(problem)
        }
        FenParseError::InvalidCastlingRights => {
            let written = quoted(castling);
            let problem =
                format!("castling rights are {written}, but king or rook stand elsewhere");
            wrong(castling)(problem)
        }
        FenParseError::InvalidBoard => explain_board(board, side),
        FenParseError::InvalidSideToMove
        | FenParseError::InvalidHalfMoveClock
        | FenParseError::InvalidFullmoveNumber
        | FenParseError::MissingField
        | FenParseError::TooManyFields => BadPosition::whole(error.to_string()),
    })?;
    // The generator accepts such a position, and then generates a move that takes a king.
    if get_king_moves(read.king(Color::White)).has(read.king(Color::Black)) {
        return Err(wrong(board)("the kings stand side by side".to_owned()));
    }
    Ok(Position { board: read, variant, quiet: half_moves, number: count, last: None })
}

/// Checks that the castling rights are in the standard order: White's first, the king's side first.
pub(super) fn check_spelling(text: &str, variant: Variant) -> Result<(), BadPosition> {
    let proper = parse(text, variant)?.notation();
    let field = |fen: &str| fen.split_ascii_whitespace().nth(2).map(str::to_owned);
    let written = match variant {
        Variant::Standard => field(text),
        // Chess960 has two spellings of castling rights. Both are compared by the files of the rooks.
        Variant::Fischer => {
            let board = text.split_ascii_whitespace().next().unwrap_or_default();
            field(text).and_then(|written| rights::fischer(board, &written).ok())
        }
    };
    match (written, field(&proper)) {
        (Some(written), Some(proper)) if written != proper => {
            let problem = format!("castling rights are {}, want {proper}", quoted(&written));
            Err(BadPosition::in_field(&written)(problem))
        }
        _ => Ok(()),
    }
}

/// Writes a fen of six fields.
pub(super) fn write(position: &Position) -> String {
    let Position { board, variant, quiet, number, .. } = position;
    let text = match variant {
        Variant::Standard => board.to_string(),
        Variant::Fischer => format!("{board:#}"),
    };
    let fields: Vec<&str> = text.split(' ').take(4).collect();
    format!("{} {quiet} {number}", fields.join(" "))
}

fn read_number(text: &str, what: &str) -> Result<u32, String> {
    // `parse` alone also accepts a leading plus sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| format!("{what} is {}, want a number", quoted(text)))
}

fn check_board(text: &str) -> Result<(), String> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(format!("{ranks} ranks, want 8"));
    }
    for (row, rank) in text.split('/').zip((1..=8).rev()) {
        let mut files = 0;
        let mut after_digit = false;
        for letter in row.chars() {
            match letter {
                '1'..='8' if after_digit => {
                    return Err(format!("two numbers in a row on rank {rank}"));
                }
                '1'..='8' => files += letter as usize - '0' as usize,
                'P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'p' | 'n' | 'b' | 'r' | 'q' | 'k' => files += 1,
                _ => return Err(format!("unknown piece letter {letter:?} on rank {rank}")),
            }
            after_digit = letter.is_ascii_digit();
        }
        if files != 8 {
            return Err(format!("{files} files on rank {rank}, want 8"));
        }
        if matches!(rank, 1 | 8) && row.contains(['P', 'p']) {
            return Err(format!("a pawn on rank {rank}"));
        }
    }
    for (side, king, pawn) in [("white", 'K', 'P'), ("black", 'k', 'p')] {
        let kings = text.matches(king).count();
        if kings != 1 {
            return Err(format!("{kings} {side} kings, want 1"));
        }
        let pawns = text.matches(pawn).count();
        if pawns > 8 {
            return Err(format!("{pawns} {side} pawns, at most 8 exist"));
        }
        let upper = side == "white";
        let own = |letter: &char| letter.is_alphabetic() && letter.is_uppercase() == upper;
        let pieces = text.chars().filter(own).count();
        if pieces > 16 {
            return Err(format!("{pieces} {side} pieces, at most 16 exist"));
        }
    }
    Ok(())
}

/// The reason why the generator refuses a board that [`check_board`] accepts.
fn explain_board(board: &str, side: &str) -> BadPosition {
    let (other, waiting) = if side == "w" { ("b", "black") } else { ("w", "white") };
    let swapped = format!("{board} {other} - - 0 1");
    // If the position is valid with the other side to move, the side that is not to move was in check.
    if Board::from_fen(&swapped, false).is_ok() {
        let problem =
            format!("the {waiting} king could be taken: {waiting} is in check and not to move");
        return BadPosition::in_field(side)(problem);
    }
    let problem = "both kings are in check, or one by three pieces".to_owned();
    BadPosition::in_field(board)(problem)
}
