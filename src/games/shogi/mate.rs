//! A solver for mate problems (tsume): every move of the attacker gives check.
//!
//! Two searches alternate. The first one searches to increasing depths and finds the shortest mate, but it would never
//! end if a piece can check for ever. The second one collects all positions that checks can lead to, each once, and so
//! proves that such checks do not mate.

use std::collections::HashMap;

use super::mate_budget::{Budget, Stopped, checks};
use super::refutation::{self, Verdict};
use super::{Move, Position};

/// The number of searched positions to store. If the store is full, the search goes on without storing more.
const MEMORY: usize = 1 << 20;

/// The number of positions that a proof may collect at first, and at most; it keeps them in memory.
const REACH: (usize, usize) = (1 << 12, 1 << 16);

/// The largest depth in plies, above that of any known problem. The recursion is as deep, so the stack needs a limit.
const DEEPEST: u32 = 1_999;

/// The result of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MateAnswer {
    /// A forced mate: an odd number of plies, the smallest possible. The defence lasts as long as possible, useless
    /// interpositions included.
    Mate(Vec<Move>),
    /// It is proved that no sequence of checks mates, however long.
    NoMate,
    /// The limit, the budget or the caller ended the search first.
    Unknown,
}

/// Searches for a mate by the side to move in at most `max_plies` plies. Every attacking move is a check; mate by a
/// dropped pawn is illegal. The attacker may have no king.
///
/// `nodes` is the budget: it is decremented for every visited position, and the search ends at zero. `cancelled` is
/// called now and then; if it returns true, the answer is `Unknown`.
pub fn mate(
    position: &Position,
    max_plies: u32,
    nodes: &mut u64,
    cancelled: &dyn Fn() -> bool,
) -> MateAnswer {
    let mut budget = Budget { nodes, cancelled, visits: 0 };
    match solve(position, max_plies, &mut budget) {
        Ok(answer) => answer,
        Err(Stopped) => MateAnswer::Unknown,
    }
}

fn solve(
    position: &Position,
    max_plies: u32,
    budget: &mut Budget<'_>,
) -> Result<MateAnswer, Stopped> {
    let mut search = Search { board: position.board.clone(), budget, searched: HashMap::new() };
    let mut plies = 1;
    let mut reach = Some(REACH.0);
    while plies <= max_plies.min(DEEPEST) {
        let mut line = Vec::new();
        if search.attack(plies, &mut line)? == Outcome::Mate {
            line.reverse();
            return Ok(MateAnswer::Mate(line));
        }
        if let Some(now) = reach {
            reach = match refutation::search(&position.board, now, search.budget)? {
                Verdict::NoMate => return Ok(MateAnswer::NoMate),
                Verdict::Mate => None,
                Verdict::TooLarge => Some(now * 2).filter(|&next| next <= REACH.1),
            };
        }
        plies = plies.saturating_add(2);
    }
    Ok(MateAnswer::Unknown)
}

/// The result of a search of limited depth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The attacker mates within the depth.
    Mate,
    /// The attacker does not mate within the depth.
    Held,
}

struct Search<'a, 'b> {
    board: shunsai::Position,
    budget: &'a mut Budget<'b>,
    /// Positions with the attacker to move, with the depth to which no mate was found.
    searched: HashMap<u64, u32>,
}

impl Search<'_, '_> {
    /// A node with the attacker to move and `plies` left (odd). After a mate, `line` has the moves in reverse order.
    fn attack(&mut self, plies: u32, line: &mut Vec<Move>) -> Result<Outcome, Stopped> {
        self.budget.visit()?;
        let key = self.board.key();
        if self.searched.get(&key).is_some_and(|&depth| depth >= plies) {
            return Ok(Outcome::Held);
        }
        for mv in checks(&mut self.board) {
            let undo = self.board.do_move(mv);
            let answer = self.defend(plies - 1, line);
            self.board.undo_move(mv, undo);
            if answer? == Outcome::Mate {
                line.push(Move(mv));
                return Ok(Outcome::Mate);
            }
        }
        if self.searched.len() < MEMORY {
            self.searched.insert(key, plies);
        }
        Ok(Outcome::Held)
    }

    /// A node with the defender to move, in check, and `plies` left (even).
    fn defend(&mut self, plies: u32, line: &mut Vec<Move>) -> Result<Outcome, Stopped> {
        self.budget.visit()?;
        line.clear();
        if plies == 0 {
            return Ok(if self.board.has_legal_moves() { Outcome::Held } else { Outcome::Mate });
        }
        for mv in self.board.legal_moves() {
            let mut reply = Vec::new();
            let undo = self.board.do_move(mv);
            let answer = self.attack(plies - 1, &mut reply);
            self.board.undo_move(mv, undo);
            if answer? == Outcome::Held {
                return Ok(Outcome::Held);
            }
            reply.push(Move(mv));
            if reply.len() > line.len() {
                *line = reply;
            }
        }
        Ok(Outcome::Mate)
    }
}
