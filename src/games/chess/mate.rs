//! A solver for forced mates.

use cozy_chess::Board;

use super::{Move, Position, Variant};

/// Searches for the shortest forced mate by the side to move, in at most `moves` of its own moves, with the longest
/// defence. `None` if there is none or the budget is used up.
///
/// `nodes` is the budget: it is decremented for every visited position.
pub fn mate_in(position: &Position, moves: u32, nodes: &mut u64) -> Option<Vec<Move>> {
    let mut line = shortest(&position.board, position.variant, moves, nodes)?;
    line.reverse();
    Some(line)
}

/// The shortest mate within `moves`, in reverse order.
fn shortest(board: &Board, variant: Variant, moves: u32, nodes: &mut u64) -> Option<Vec<Move>> {
    (1..=moves).find_map(|depth| attack(board, variant, depth, nodes))
}

/// A node with the attacker to move. Returns the line in reverse order if it mates within `moves`.
fn attack(board: &Board, variant: Variant, moves: u32, nodes: &mut u64) -> Option<Vec<Move>> {
    *nodes = nodes.checked_sub(1)?;
    for mv in legal(board) {
        let mut next = board.clone();
        next.play_unchecked(mv);
        // The last move of a mate gives check, so all other moves can be skipped.
        if moves == 1 && next.checkers().is_empty() {
            continue;
        }
        if let Some(mut line) = defend(&next, variant, moves - 1, nodes) {
            line.push(Move::of(board, variant, mv));
            return Some(line);
        }
    }
    None
}

/// A node with the defender to move, with `moves` left for the attacker.
fn defend(board: &Board, variant: Variant, moves: u32, nodes: &mut u64) -> Option<Vec<Move>> {
    *nodes = nodes.checked_sub(1)?;
    let replies = legal(board);
    if replies.is_empty() {
        return (!board.checkers().is_empty()).then(Vec::new);
    }
    if moves == 0 {
        return None;
    }
    let mut longest: Option<Vec<Move>> = None;
    for mv in replies {
        let mut next = board.clone();
        next.play_unchecked(mv);
        let mut line = shortest(&next, variant, moves, nodes)?;
        if longest.as_ref().is_none_or(|it| it.len() <= line.len()) {
            line.push(Move::of(board, variant, mv));
            longest = Some(line);
        }
    }
    longest
}

fn legal(board: &Board) -> Vec<cozy_chess::Move> {
    let mut all = Vec::with_capacity(48);
    board.generate_moves(|set| {
        all.extend(set);
        false
    });
    all
}
