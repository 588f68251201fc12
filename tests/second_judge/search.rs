//! A search that has no reply yet, as the second judge sees it.

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;

/// What must be sent before a search may be answered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    Nothing,
    Stop,
    StopOrHit,
}

/// A `go` that has no reply yet.
pub(super) struct Search {
    pub(super) board: Option<Board>,
    /// The moves of `searchmoves`; empty if all moves are allowed.
    pub(super) only: Vec<String>,
    pub(super) banned: Vec<String>,
    pub(super) is_mate: bool,
    pub(super) is_infinite: bool,
    pub(super) is_depth_zero: bool,
    pub(super) hold: Hold,
    /// Whether `stop` ended it. In that case the reply to a ponder search is discarded.
    pub(super) stopped: bool,
    pub(super) ponders: bool,
    /// Whether it is in another game than that of the dialect; the judge has no board of such a game.
    pub(super) variant: bool,
    /// Whether a reply may be missing, because `gameover` was sent.
    pub(super) optional: bool,
    /// Whether lines of no search came just before it, so that more of them may follow.
    pub(super) mixed: bool,
    /// Whether a pv has come, so that the engine has a move.
    pub(super) shows_line: bool,
    /// Pvs that were already judged, and whether they are legal.
    pub(super) pvs: BTreeMap<String, bool>,
    /// The position and the legal moves after a sequence of moves.
    pub(super) known: BTreeMap<String, (Board, BTreeSet<String>)>,
}

impl Search {
    /// Whether the moves of a pv are legal, up to the first word that is not a move.
    pub(super) fn plays(&mut self, line: &[&str]) -> bool {
        let text = line.join(" ");
        if let Some(known) = self.pvs.get(&text) {
            return *known;
        }
        let plays = self.plays_anew(line);
        self.pvs.insert(text, plays);
        plays
    }

    fn plays_anew(&mut self, line: &[&str]) -> bool {
        let Some(root) = &self.board else {
            return true;
        };
        let mut key = String::new();
        let mut board = root.clone();
        for word in line {
            let (here, moves) =
                self.known.entry(key.clone()).or_insert_with(|| (board.clone(), board.moves()));
            if !moves.contains(*word) {
                return !has_form_of_move(word);
            }
            board = here.clone();
            board.play(word);
            key.push_str(word);
        }
        true
    }
}

/// Two squares with an optional letter or `+`, or a drop.
fn has_form_of_move(word: &str) -> bool {
    let is_square = |a: u8, b: u8| {
        a.is_ascii_digit() && b.is_ascii_lowercase() || a.is_ascii_lowercase() && b.is_ascii_digit()
    };
    match word.as_bytes() {
        [a, b, c, d] if is_square(*a, *b) && is_square(*c, *d) => true,
        [a, b, c, d, _] => is_square(*a, *b) && is_square(*c, *d),
        [piece, b'*', c, d] => piece.is_ascii_uppercase() && is_square(*c, *d),
        _ => false,
    }
}
