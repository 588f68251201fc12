//! Judges the replies to searches.

use super::Judge;
use crate::second_judge::board::Board;
use crate::second_judge::opinion::Fault;
use crate::second_judge::search::{Hold, Search};

impl Judge {
    /// Judges a `bestmove` with these words, or a `checkmate`.
    pub(super) fn reply(&mut self, words: &[&str], is_checkmate: bool) {
        let Some(search) = self.open.pop_front() else {
            return self.accuse(Fault::Unasked);
        };
        match search.hold {
            Hold::Nothing => {}
            // A later text of UCCI allows the search to end when a mate is found.
            Hold::Stop if self.dialect == "ucci" && self.profile != "unified" => {
                self.leave_open(Fault::Early);
            }
            Hold::Stop | Hold::StopOrHit => self.accuse(Fault::Early),
        }
        if search.is_mate != is_checkmate {
            return self.accuse(Fault::Kind);
        }
        // The reply to a ponder search that missed is discarded.
        if is_checkmate || search.ponders && search.stopped {
            return self.leave_open(Fault::Form);
        }
        let words = match words {
            [rest @ .., "draw" | "resign"] if self.dialect == "ucci" => {
                if rest.is_empty() {
                    return;
                }
                rest
            }
            _ => words,
        };
        let (word, ponder) = match words {
            [word] => (*word, None),
            [word, "ponder", ponder] => (*word, Some(*ponder)),
            _ => return self.accuse(Fault::Form),
        };
        if self.dialect == "usi" && ["resign", "win"].contains(&word) {
            if ponder.is_some() {
                self.accuse(Fault::Form);
            }
            let no_move = search.board.is_some_and(|board| board.moves().is_empty());
            if no_move && word == "win" {
                self.accuse(Fault::Move);
            }
            return;
        }
        self.moves(&search, word, ponder);
    }

    fn moves(&mut self, search: &Search, word: &str, ponder: Option<&str>) {
        if search.variant {
            return self.leave_open(Fault::Move);
        }
        let Some(board) = &search.board else {
            return;
        };
        let legal = board.moves();
        if legal.is_empty() && self.dialect == "uci" && ["(none)", "0000"].contains(&word) {
            return;
        }
        // The text of UCI does not mention positions without legal moves.
        if legal.is_empty() && self.dialect == "uci" && self.profile == "text" {
            return self.leave_open(Fault::Move);
        }
        let is_listed = search.only.is_empty() || search.only.iter().any(|only| only == word);
        let is_banned = search.banned.iter().any(|banned| banned == word);
        if !legal.contains(word) || !is_listed || is_banned {
            self.accuse(Fault::Move);
        }
        let mut next = board.clone();
        if let Some(ponder) = ponder
            && next.play(word)
            && !next.moves().contains(ponder)
        {
            self.accuse(Fault::Ponder);
        }
    }

    pub(super) fn nobestmove(&mut self) {
        let Some(search) = self.open.pop_front() else {
            // This may be the answer to an earlier `stop`.
            if self.stops == 0 {
                self.accuse(Fault::Unasked);
            } else {
                self.leave_open(Fault::Unasked);
                self.stops -= 1;
            }
            return;
        };
        let moves = search.board.as_ref().map(Board::moves).unwrap_or_default();
        let left = moves.iter().filter(|word| !search.banned.contains(word)).count();
        match search.hold {
            Hold::Nothing => {}
            // The texts of UCCI do not say what ends `go infinite` in a position without moves.
            Hold::Stop => self.leave_open(Fault::Early),
            Hold::StopOrHit => {
                self.accuse(Fault::Early);
                return self.leave_open(Fault::Move);
            }
        }
        if left == 0 || search.is_depth_zero {
            return;
        }
        // Only a `stop` before the first move excuses the engine.
        if search.stopped && !search.shows_line {
            self.leave_open(Fault::Move);
        } else {
            self.accuse(Fault::Move);
        }
    }
}
