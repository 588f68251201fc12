//! The sfen of a position: reading with full validation, and writing.

use std::sync::OnceLock;

use shunsai::shogi_core::{Color, Hand, PartialPosition, Piece, PieceKind, Square};

use super::legality::is_dead;
use super::{Position, kind_of, name, side_name, square_name, write_piece};
use crate::games::{BadPosition, Position as _, quoted};

/// The order in which the USI draft lists pieces in hand.
pub(super) const HAND_ORDER: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Gold,
    PieceKind::Silver,
    PieceKind::Knight,
    PieceKind::Lance,
    PieceKind::Pawn,
];

/// Reads three or four fields: board, side, hands, and the optional move count.
pub(super) fn parse(text: &str) -> Result<Position, BadPosition> {
    let fields: Vec<&str> = text.split_ascii_whitespace().take(5).collect();
    let (board, side, hands, count) = match fields[..] {
        [board, side, hands] => (board, side, hands, "1"),
        [board, side, hands, count] => (board, side, hands, count),
        _ if fields.len() > 4 => return Err(BadPosition::whole("more than four fields")),
        _ => {
            let found = ["none", "only one", "only two"][fields.len().min(2)];
            let message = format!("{found} of the fields board, side, hands");
            return Err(BadPosition::whole(message));
        }
    };
    let wrong = BadPosition::in_field;
    let mut partial = PartialPosition::empty();
    read_board(board, &mut partial).map_err(wrong(board))?;
    check_kings(&partial).map_err(wrong(board))?;
    check_numbers(&partial).map_err(wrong(board))?;
    check_squares(&partial).map_err(wrong(board))?;
    let color = match side {
        "b" => Color::Black,
        "w" => Color::White,
        _ => {
            let problem = format!("side to move is {}, want b or w", quoted(side));
            return Err(wrong(side)(problem));
        }
    };
    read_hands(hands, &mut partial).map_err(wrong(hands))?;
    check_numbers(&partial).map_err(wrong(hands))?;
    let count = read_count(count).map_err(wrong(count))?;

    // The generator only reports a check of the side to move, so the sides are swapped.
    partial.side_to_move_set(color.flip());
    if shunsai::Position::new(partial.clone()).in_check() {
        let waiting = side_name(color.flip());
        let problem =
            format!("the {waiting} king could be taken: {waiting} is in check and not to move");
        return Err(wrong(side)(problem));
    }
    partial.side_to_move_set(color);
    let board = shunsai::Position::new(partial);
    Ok(Position { checked: board.in_check(), lines: OnceLock::new(), board, count, last: None })
}

/// Checks that the hands are in the standard order, Black's before White's, without unnecessary numbers (USI draft,
/// section 3). Engines may rely on this order, so the harness must use it.
pub(super) fn check_spelling(text: &str) -> Result<(), BadPosition> {
    let proper = parse(text)?.notation();
    let hands = |sfen: &str| sfen.split_ascii_whitespace().nth(2).map(str::to_owned);
    match (hands(text), hands(&proper)) {
        (Some(written), Some(proper)) if written != proper => {
            let problem = format!("hands are {}, want {proper}", quoted(&written));
            Err(BadPosition::in_field(&written)(problem))
        }
        _ => Ok(()),
    }
}

/// Writes four fields, with the hands in the order of the USI draft.
pub(super) fn write(board: &shunsai::Position, count: u32) -> String {
    let mut out = String::with_capacity(96);
    for rank in 1..=9 {
        if rank > 1 {
            out.push('/');
        }
        let mut empty = 0u8;
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| board.piece_at(square));
            match piece {
                None => empty += 1,
                Some(piece) => {
                    push_empty(&mut out, &mut empty);
                    write_piece(piece, &mut out);
                }
            }
        }
        push_empty(&mut out, &mut empty);
    }
    out.push_str(match board.side_to_move() {
        Color::Black => " b ",
        Color::White => " w ",
    });
    let before = out.len();
    for color in Color::all() {
        write_hand(board.hand(color), color, &mut out);
    }
    if out.len() == before {
        out.push('-');
    }
    out.push_str(&format!(" {count}"));
    out
}

/// Writes one side's hand as sfen does; nothing for an empty hand.
fn write_hand(hand: Hand, color: Color, out: &mut String) {
    for kind in HAND_ORDER {
        let held = hand.count(kind).unwrap_or(0);
        if held > 1 {
            out.push_str(&held.to_string());
        }
        if held > 0 {
            write_piece(Piece::new(kind, color), out);
        }
    }
}

fn push_empty(out: &mut String, empty: &mut u8) {
    if *empty > 0 {
        out.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

fn read_board(text: &str, partial: &mut PartialPosition) -> Result<(), String> {
    let ranks = text.split('/').count();
    if ranks != 9 {
        return Err(format!("{ranks} ranks, want 9"));
    }
    for (row, rank) in text.split('/').zip(1u8..) {
        read_rank(row, rank, partial)?;
    }
    Ok(())
}

fn read_rank(row: &str, rank: u8, partial: &mut PartialPosition) -> Result<(), String> {
    let place = char::from(b'a' + rank - 1);
    let mut filled = 0usize;
    let mut promoted = false;
    let mut after_digit = false;
    for letter in row.chars() {
        match letter {
            '+' if promoted => return Err(format!("two + in a row on rank {place}")),
            '+' => promoted = true,
            '1'..='9' if promoted => return Err(format!("+ before {letter} on rank {place}")),
            '1'..='9' if after_digit => {
                return Err(format!("two numbers in a row on rank {place}"));
            }
            '1'..='9' => filled += letter as usize - '0' as usize,
            _ => {
                let piece = read_piece(letter, promoted)
                    .map_err(|problem| format!("{problem} on rank {place}"))?;
                filled += 1;
                // Beyond the ninth file there is no square; the count after the loop reports this.
                let file = u8::try_from(10usize.saturating_sub(filled)).unwrap_or(0);
                if let Some(square) = Square::new(file, rank) {
                    partial.piece_set(square, Some(piece));
                }
                promoted = false;
            }
        }
        after_digit = letter.is_ascii_digit();
    }
    if promoted {
        return Err(format!("nothing after + on rank {place}"));
    }
    if filled != 9 {
        return Err(format!("{filled} files on rank {place}, want 9"));
    }
    Ok(())
}

fn read_piece(letter: char, promoted: bool) -> Result<Piece, String> {
    let upper = letter.to_ascii_uppercase();
    let kind = u8::try_from(upper).ok().and_then(kind_of);
    let kind = kind.ok_or_else(|| format!("unknown piece letter {letter:?}"))?;
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    let piece = Piece::new(kind, color);
    if !promoted {
        return Ok(piece);
    }
    let refused = || format!("a {} does not promote: +{letter}", name(kind));
    piece.promote().ok_or_else(refused)
}

fn read_hands(text: &str, partial: &mut PartialPosition) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    let mut number = String::new();
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            if number.len() == 2 {
                return Err(format!("number {number}{letter} in hand is above 18"));
            }
            number.push(letter);
            continue;
        }
        let piece = read_piece(letter, false).map_err(|problem| format!("{problem} in hand"))?;
        let (kind, color) = piece.to_parts();
        let held = match number.as_str() {
            "" => 1,
            zero if zero.starts_with('0') => {
                return Err(format!("number {zero} in hand: {zero}{letter}"));
            }
            some => some.parse::<u8>().unwrap_or(u8::MAX),
        };
        if held > 18 {
            return Err(format!("number {held} in hand is above 18"));
        }
        number.clear();
        let hand = partial.hand_of_a_player_mut(color);
        if hand.count(kind).unwrap_or(0) > 0 {
            return Err(format!("{letter:?} twice in hand"));
        }
        for _ in 0..held {
            let refused = || format!("a {} is never in hand", name(kind));
            *hand = hand.added(kind).ok_or_else(refused)?;
        }
    }
    if number.is_empty() { Ok(()) } else { Err(format!("nothing after number {number} in hand")) }
}

fn read_count(text: &str) -> Result<u32, String> {
    // `parse` alone also accepts a leading plus sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|_| digits);
    count.ok_or_else(|| format!("move count is {}, want a number", quoted(text)))
}

/// Checks that there is a king, and no side with two.
fn check_kings(partial: &PartialPosition) -> Result<(), String> {
    let mut kings = 0;
    for color in Color::all() {
        let own = partial.piece_bitboard(Piece::new(PieceKind::King, color));
        if own.count() > 1 {
            return Err(format!("{} {} kings", own.count(), side_name(color)));
        }
        kings += own.count();
    }
    if kings == 0 {
        return Err("no king on the board".to_owned());
    }
    Ok(())
}

/// Checks that there are no more pieces than a set has.
fn check_numbers(partial: &PartialPosition) -> Result<(), String> {
    for kind in HAND_ORDER {
        let unpromoted = partial.piece_kind_bitboard(kind).count();
        let promoted = kind.promote().map_or(0, |kind| partial.piece_kind_bitboard(kind).count());
        let held: u8 = Color::all()
            .into_iter()
            .map(|color| partial.hand_of_a_player(color).count(kind).unwrap_or(0))
            .sum();
        let all = unpromoted + promoted + held;
        let set = set_size(kind);
        if all > set {
            return Err(format!("{all} {}s, the set has {set}", name(kind)));
        }
    }
    Ok(())
}

/// The number of pieces of a kind in a shogi set, for both sides together.
fn set_size(kind: PieceKind) -> u8 {
    match kind.unpromote().unwrap_or(kind) {
        PieceKind::Pawn => 18,
        PieceKind::Lance | PieceKind::Knight | PieceKind::Silver | PieceKind::Gold => 4,
        PieceKind::Bishop
        | PieceKind::Rook
        | PieceKind::King
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver
        | PieceKind::ProBishop
        | PieceKind::ProRook => 2,
    }
}

/// Checks that no side has two pawns on a file, and that every piece has a further move from its square.
fn check_squares(partial: &PartialPosition) -> Result<(), String> {
    let mut pawns = [[false; 10]; 2];
    for square in Square::all() {
        let Some(piece) = partial.piece_at(square) else {
            continue;
        };
        let (kind, color) = piece.to_parts();
        let side = side_name(color);
        if is_dead(piece, square) {
            let (what, place) = (name(kind), square_name(square));
            return Err(format!("a {side} {what} on {place} could never move"));
        }
        if kind == PieceKind::Pawn {
            let seen = &mut pawns[color.array_index()][usize::from(square.file())];
            if *seen {
                return Err(format!("two {side} pawns on file {}", square.file()));
            }
            *seen = true;
        }
    }
    Ok(())
}
