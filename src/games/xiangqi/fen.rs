//! The fen of a position: reading with full validation, and writing.

use super::board::{Board, FILES, RANKS};
use super::{Kind, Man, Position, Square, reach};
use crate::games::{BadPosition, Side, quoted};

/// Reads six fields, or four with the counters left out. The third and fourth are always `-`.
pub(super) fn parse(text: &str) -> Result<Position, BadPosition> {
    let fields: Vec<&str> = text.split_ascii_whitespace().take(7).collect();
    let (men, side, third, fourth, quiet, number) = match fields[..] {
        [men, side, third, fourth] => (men, side, third, fourth, "0", "1"),
        [men, side, third, fourth, quiet, number] => (men, side, third, fourth, quiet, number),
        _ if fields.len() > 6 => return Err(BadPosition::whole("more than six fields")),
        _ => {
            let message = format!("{} fields, want 6 or 4", fields.len());
            return Err(BadPosition::whole(message));
        }
    };
    let wrong = BadPosition::in_field;
    let board = read_board(men).map_err(wrong(men))?;
    check_men(&board).map_err(wrong(men))?;
    let to_move = match side {
        "w" => Side::First,
        "b" => Side::Second,
        _ => {
            let problem = format!("side to move is {}, want w or b", quoted(side));
            return Err(wrong(side)(problem));
        }
    };
    for field in [third, fourth] {
        if field != "-" {
            return Err(wrong(field)(format!("a field is {}, want -", quoted(field))));
        }
    }
    let half_moves = read_number(quiet, "half-move clock").map_err(wrong(quiet))?;
    let count = read_number(number, "move number").map_err(wrong(number))?;
    if count == 0 {
        return Err(wrong(number)("move number is 0, want 1 or more".to_owned()));
    }
    check_kings(&board, to_move).map_err(wrong(side))?;
    Ok(Position { board, to_move, quiet: half_moves, number: count, last: None })
}

/// Writes six fields.
pub(super) fn write(position: &Position) -> String {
    let rows: Vec<String> = (0..RANKS).rev().map(|rank| write_row(&position.board, rank)).collect();
    let side = match position.to_move {
        Side::First => 'w',
        Side::Second => 'b',
    };
    format!("{} {side} - - {} {}", rows.join("/"), position.quiet, position.number)
}

fn write_row(board: &Board, rank: u8) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for file in 0..FILES {
        let man = Square::new(file, rank).and_then(|square| board.at(square));
        let Some(Man { side, kind }) = man else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            out.push_str(&empty.to_string());
            empty = 0;
        }
        out.push(match side {
            Side::First => kind.letter(),
            Side::Second => kind.letter().to_ascii_lowercase(),
        });
    }
    if empty > 0 {
        out.push_str(&empty.to_string());
    }
    out
}

fn read_number(text: &str, what: &str) -> Result<u32, String> {
    // `parse` alone also accepts a leading plus sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| format!("{what} is {}, want a number", quoted(text)))
}

fn read_board(text: &str) -> Result<Board, String> {
    let ranks = text.split('/').count();
    if ranks != usize::from(RANKS) {
        return Err(format!("{ranks} ranks, want 10"));
    }
    let mut board = Board::empty();
    for (row, rank) in text.split('/').zip((0..RANKS).rev()) {
        let mut file: u8 = 0;
        let mut after_digit = false;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|&empty| empty > 0) {
                if after_digit {
                    return Err(format!("two numbers in a row on rank {rank}"));
                }
                file = file.saturating_add(empty as u8);
            } else if let Some(kind) = Kind::of(letter) {
                let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
                if let Some(square) = Square::new(file, rank) {
                    board.put(square, Man { side, kind });
                }
                file = file.saturating_add(1);
            } else {
                return Err(format!("unknown piece letter {letter:?} on rank {rank}"));
            }
            after_digit = letter.is_ascii_digit();
        }
        if file != FILES {
            return Err(format!("{file} files on rank {rank}, want 9"));
        }
    }
    Ok(board)
}

/// Checks that no side has too many pieces of a kind, and that each piece is where it can get to.
fn check_men(board: &Board) -> Result<(), String> {
    for side in [Side::First, Side::Second] {
        let owner = owner(side);
        let all = board.men_of(side).filter_map(|square| Some((square, board.at(square)?.kind)));
        let mut counts: Vec<(Kind, usize)> = Vec::new();
        for (square, kind) in all {
            if !can_stand(kind, square, side) {
                let what = word(kind);
                return Err(format!("a {owner} {what} never gets to {square}"));
            }
            match counts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((kind, 1)),
            }
        }
        let count = |kind| counts.iter().find(|(known, _)| *known == kind).map_or(0, |it| it.1);
        if count(Kind::King) != 1 {
            return Err(format!("{} {owner} kings, want 1", count(Kind::King)));
        }
        for &(kind, count) in &counts {
            let most = if kind == Kind::Pawn { 5 } else { 2 };
            if count > most {
                let what = word(kind);
                return Err(format!("{count} {owner} {what}s, at most {most} exist"));
            }
        }
    }
    Ok(())
}

/// Whether a piece can get to a square by moves from the start.
fn can_stand(kind: Kind, square: Square, side: Side) -> bool {
    let (file, rank) = (square.file(), square.rank());
    // Ranks counted from the owner's edge of the board.
    let rank = if side == Side::First { rank } else { RANKS - 1 - rank };
    match kind {
        Kind::King => square.in_palace_of(side),
        Kind::Advisor => square.in_palace_of(side) && (file + rank) % 2 == 1,
        Kind::Elephant => rank <= 4 && rank % 2 == 0 && (file + rank) % 4 == 2,
        Kind::Horse | Kind::Rook | Kind::Cannon => true,
        Kind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
    }
}

/// The side that is not to move must not be in check. Kings that face each other are a check of both sides.
fn check_kings(board: &Board, to_move: Side) -> Result<(), String> {
    let waiting = to_move.other();
    let king = board.king(waiting);
    if king.and_then(|king| reach::attacker(board, king, waiting)).is_none() {
        return Ok(());
    }
    let waiting = owner(waiting);
    Err(format!("the {waiting} king could be taken: {waiting} is in check and not to move"))
}

fn owner(side: Side) -> &'static str {
    match side {
        Side::First => "red",
        Side::Second => "black",
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Advisor => "advisor",
        Kind::Elephant => "elephant",
        Kind::Horse => "horse",
        Kind::Rook => "rook",
        Kind::Cannon => "cannon",
        Kind::Pawn => "pawn",
    }
}
