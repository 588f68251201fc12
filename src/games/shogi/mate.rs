//! A solver for mate problems (tsume): every move of the attacker checks.

use std::collections::HashMap;

use shunsai::shogi_core as core;

use super::geometry::attacks;
use super::{Move, Position};

/// What the solver found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MateAnswer {
    /// A forced mate: an odd number of plies, the shortest that exists within the limit. The
    /// defence holds out as long as it can, useless interpositions included.
    Mate(Vec<Move>),
    /// Proved: no sequence of checks mates, however long.
    NoMate,
    /// The limit, the budget or the caller ended the search first.
    Unknown,
}

/// Looks for a mate by the side to move in at most `max_plies` plies. Every attacking move is
/// check; mate by a dropped pawn does not count. The attacker may have no king.
///
/// `nodes` is the budget: it is decremented at every position that is visited, and the search ends
/// at zero. `cancelled` is asked now and then; once it says yes, the answer is `Unknown`.
pub fn mate(
    position: &Position,
    max_plies: u32,
    nodes: &mut u64,
    cancelled: &dyn Fn() -> bool,
) -> MateAnswer {
    let mut search = Search {
        board: position.board.clone(),
        nodes,
        cancelled,
        refuted: HashMap::new(),
    };
    let mut plies = 1;
    while plies <= max_plies {
        let mut line = Vec::new();
        match search.attack(plies, &mut line) {
            Ok(Outcome::Mate) => {
                line.reverse();
                return MateAnswer::Mate(line);
            }
            Ok(Outcome::Refuted) => return MateAnswer::NoMate,
            Ok(Outcome::Cut) => plies = plies.saturating_add(2),
            Err(Stopped) => return MateAnswer::Unknown,
        }
    }
    MateAnswer::Unknown
}

/// The budget is used up or the caller has cancelled.
struct Stopped;

/// What a search of limited depth says about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The attacker mates within the depth.
    Mate,
    /// The attacker never mates: the checks run out on every path.
    Refuted,
    /// No mate within the depth; deeper ones are possible.
    Cut,
}

struct Search<'a> {
    board: shunsai::Position,
    nodes: &'a mut u64,
    cancelled: &'a dyn Fn() -> bool,
    /// Positions with the attacker to move: the depth that was searched in vain and what came out.
    refuted: HashMap<u64, (u32, Outcome)>,
}

impl Search<'_> {
    /// The attacker to move, with `plies` left (odd). On a mate, `line` holds the moves in reverse.
    fn attack(&mut self, plies: u32, line: &mut Vec<Move>) -> Result<Outcome, Stopped> {
        self.count()?;
        let key = self.board.key();
        if let Some(&(depth, outcome)) = self.refuted.get(&key)
            && (outcome == Outcome::Refuted || depth >= plies)
        {
            return Ok(outcome);
        }
        let mut outcome = Outcome::Refuted;
        for mv in self.board.legal_moves() {
            if !self.may_check(mv) {
                continue;
            }
            let undo = self.board.do_move(mv);
            let answer = if self.board.in_check() {
                self.defend(plies - 1, line)
            } else {
                Ok(Outcome::Refuted)
            };
            self.board.undo_move(mv, undo);
            match answer? {
                Outcome::Mate => {
                    line.push(Move(mv));
                    return Ok(Outcome::Mate);
                }
                Outcome::Cut => outcome = Outcome::Cut,
                Outcome::Refuted => {}
            }
        }
        self.refuted.insert(key, (plies, outcome));
        Ok(outcome)
    }

    /// The defender to move, in check, with `plies` left (even).
    fn defend(&mut self, plies: u32, line: &mut Vec<Move>) -> Result<Outcome, Stopped> {
        self.count()?;
        if plies == 0 {
            return Ok(if self.board.has_legal_moves() {
                Outcome::Cut
            } else {
                line.clear();
                Outcome::Mate
            });
        }
        let mut longest: Option<Vec<Move>> = None;
        let mut cut = false;
        for mv in self.board.legal_moves() {
            let undo = self.board.do_move(mv);
            let mut reply = Vec::new();
            let answer = self.attack(plies - 1, &mut reply);
            self.board.undo_move(mv, undo);
            match answer? {
                Outcome::Mate => {
                    if longest.as_ref().is_none_or(|it| it.len() <= reply.len()) {
                        reply.push(Move(mv));
                        longest = Some(reply);
                    }
                }
                // One safe reply is enough for the defender, whatever the others are.
                Outcome::Refuted => return Ok(Outcome::Refuted),
                Outcome::Cut => {
                    cut = true;
                    break;
                }
            }
        }
        if cut {
            return Ok(Outcome::Cut);
        }
        *line = longest.unwrap_or_default();
        Ok(Outcome::Mate)
    }

    /// Weeds out the drops that give no check, which are most of the moves.
    fn may_check(&self, mv: core::Move) -> bool {
        let king = self.board.king_square(self.board.side_to_move().flip());
        match (mv, king) {
            (_, None) => false,
            (core::Move::Normal { .. }, Some(_)) => true,
            (core::Move::Drop { piece, to }, Some(king)) => attacks(&self.board, piece, to, king),
        }
    }

    fn count(&mut self) -> Result<(), Stopped> {
        if *self.nodes == 0 || (self.nodes.is_multiple_of(256) && (self.cancelled)()) {
            return Err(Stopped);
        }
        *self.nodes -= 1;
        Ok(())
    }
}
