//! Boards for the second judge. They use the second move generators of `src/games`, which the first judge does not use.

use std::collections::BTreeSet;

use shogi_legality_lite::all_legal_moves_partial;
use shunsai::shogi_core::{PartialPosition, ToUsi};

#[path = "../../src/games/chess/tests/slow.rs"]
mod chess;
#[path = "../../src/games/shogi/tests/other_board.rs"]
mod shogi;
#[path = "../../src/games/xiangqi/tests/slow.rs"]
mod xiangqi;

/// A position of one of the three games.
#[derive(Clone)]
pub(super) struct Board(Grid);

#[derive(Clone)]
enum Grid {
    Shogi(Box<PartialPosition>),
    Chess(chess::Grid),
    Xiangqi(xiangqi::Grid),
}

const SHOGI_START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const XIANGQI_START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

impl Board {
    /// The position that a `position` command sets up, from the words after `position`. `None` if the words are not
    /// an ordinary position of the game followed by legal moves: then nothing is judged.
    pub(super) fn read(dialect: &str, words: &[&str]) -> Option<Self> {
        let at_moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, rows, columns, letters) = match dialect {
            "usi" => (SHOGI_START, 9, 9, "plnsgbrk"),
            "uci" => (CHESS_START, 8, 8, "pnbrqk"),
            _ => (XIANGQI_START, 10, 9, "pcrnbak"),
        };
        let text = match *words.first()? {
            "startpos" if at_moves == 1 => start.to_owned(),
            "fen" | "sfen" => words[1..at_moves].join(" "),
            _ => return None,
        };
        let fields: Vec<&str> = text.split(' ').collect();
        let placed = fields[0].split('/').filter(|row| has_columns(row, columns, letters));
        let kings = |king: char| fields[0].matches(king).count();
        let shogi = dialect == "usi";
        let is_sound = fields.len() >= 3
            && placed.count() == rows
            && fields[0].split('/').count() == rows
            && ["b", "w"].contains(&fields[1])
            && (shogi || fields.len() >= 4 && kings('K') == 1 && kings('k') == 1)
            && (!shogi || kings('K') + kings('k') > 0 && is_hand(fields[2]));
        if !is_sound {
            return None;
        }
        let mut board = Self(match dialect {
            "usi" => Grid::Shogi(Box::new(shogi::other_board(&text))),
            "uci" => Grid::Chess(chess::Grid::read(&text)),
            _ => Grid::Xiangqi(xiangqi::Grid::read(&text)),
        });
        words[at_moves..].iter().skip(1).all(|word| board.play(word)).then_some(board)
    }

    /// Every legal move.
    pub(super) fn moves(&self) -> BTreeSet<String> {
        match &self.0 {
            Grid::Shogi(board) => {
                all_legal_moves_partial(board).iter().map(ToUsi::to_usi_owned).collect()
            }
            Grid::Chess(grid) => grid.moves().into_iter().map(chess::word).collect(),
            Grid::Xiangqi(grid) => grid.moves().into_iter().map(xiangqi::word).collect(),
        }
    }

    /// Plays a move. Returns `false`, and changes nothing, if the move is illegal.
    pub(super) fn play(&mut self, word: &str) -> bool {
        match &mut self.0 {
            Grid::Shogi(board) => {
                let all = all_legal_moves_partial(board);
                let found = all.into_iter().find(|mv| mv.to_usi_owned() == word);
                found.is_some_and(|mv| board.make_move(mv).is_some())
            }
            Grid::Chess(grid) => {
                let found = grid.moves().into_iter().find(|mv| chess::word(*mv) == word);
                found.is_some_and(|mv| {
                    grid.play(mv);
                    true
                })
            }
            Grid::Xiangqi(grid) => {
                let found = grid.moves().into_iter().find(|mv| xiangqi::word(*mv) == word);
                found.is_some_and(|mv| {
                    grid.play(mv);
                    true
                })
            }
        }
    }
}

/// Whether a row of a sfen or fen is as wide as the board, and all its letters are pieces.
fn has_columns(row: &str, columns: u32, letters: &str) -> bool {
    let mut width = 0;
    for letter in row.chars() {
        width += match letter.to_digit(10) {
            Some(empty) => empty,
            None if letters.contains(letter.to_ascii_lowercase()) => 1,
            None if letter == '+' && columns == 9 => 0,
            None => return false,
        };
    }
    width == columns && !row.ends_with('+') && !row.contains("++")
}

/// Whether a field can be the pieces in hand of a sfen.
fn is_hand(field: &str) -> bool {
    let is_piece = |letter: char| "plnsgbrPLNSGBR0123456789".contains(letter);
    field == "-" || field.chars().all(is_piece) && !field.ends_with(|it: char| it.is_ascii_digit())
}
