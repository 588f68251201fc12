//! Tests of chess, against published counts.

mod perft;

use super::Position;

fn position(fen: &str) -> Position {
    Position::parse(fen).unwrap_or_else(|problem| panic!("{fen}: {problem}"))
}
