//! Tests of shogi, against published counts and against a second implementation of the rules.

mod declaration;
mod judge;
mod lines;
mod oracle;
mod other_board;
mod perft;
mod problems;
mod reasons;
mod sfen;
mod typed;

use super::Position;

fn position(sfen: &str) -> Position {
    Position::parse(sfen).unwrap_or_else(|problem| panic!("{sfen}: {problem}"))
}
