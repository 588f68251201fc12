//! The moves of a `checkmate` reply must be a mate.

use std::collections::BTreeSet;

use crate::games::{Illegal, Position};
use crate::lang::Text;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::reply::{MateReply, Reply};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "mate-line",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// The moves given as a mate do not force it: a move is illegal, an attacking move gives no check, or the last move
    /// does not mate.
    MATE_LINE_WRONG = "mate-line-wrong",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(Reply::Checkmate(MateReply::Moves(moves))) = context.reply else {
        return;
    };
    let Some(epoch) = context.state.current().filter(|epoch| epoch.mode == Mode::Mate) else {
        return;
    };
    let Some(root) = epoch.root.as_deref() else {
        return;
    };
    if context.leaving() {
        return;
    }
    if let Err(wrong) = sound(root, moves) {
        let message = say!("the line is not a mate: {what}", what = wrong.what);
        let violation = context.violation(MATE_LINE_WRONG, message);
        let violation =
            violation.expected(say!("legal moves, each attacker's a check, the last one mate"));
        let mut violation = violation.columns(wrong.columns).board(Some(wrong.position.as_ref()));
        if let Some((text, illegal)) = wrong.forbidden.as_deref() {
            violation = violation.forbidden(text, illegal);
        }
        violations.push(violation.since(sent(epoch)));
    }
}

fn sent(epoch: &Epoch) -> crate::transcript::EventId {
    epoch.sent.id
}

/// Where and why moves are not a mate.
pub(crate) struct Wrong {
    pub(crate) what: Text,
    pub(crate) columns: (usize, usize),
    /// The position before an illegal move, or after any other wrong move.
    pub(crate) position: Box<dyn Position>,
    /// The illegal move, if there is one.
    pub(crate) forbidden: Option<Box<(String, Illegal)>>,
}

/// The largest number of pieces that can be put between a king and the piece that gives check.
const BETWEEN: usize = 7;

/// Whether the side to move is mated, or can only put pieces in the way of the check, each of which the other side
/// takes with a mate again. A line may omit such moves. Which piece is put on a square makes no difference, because it
/// is taken, so only one is tried.
fn is_mated(position: &dyn Position, depth: usize) -> bool {
    let mut squares = BTreeSet::new();
    let is_useless = |reply: &String| match reply.split_once('*') {
        Some((_, square)) if depth > 0 => {
            !squares.insert(square.to_owned()) || is_taken_with_mate(position, reply, square, depth)
        }
        _ => false,
    };
    position.in_check() && position.legal_moves().iter().all(is_useless)
}

/// Whether the piece of this drop can be taken with a mate.
fn is_taken_with_mate(position: &dyn Position, drop: &str, square: &str, depth: usize) -> bool {
    let mut after = position.boxed_clone();
    after.play(drop).is_ok()
        && after.legal_moves().iter().any(|taking| {
            let mut taken = after.boxed_clone();
            taking.get(2..4) == Some(square)
                && taken.play(taking).is_ok()
                && is_mated(taken.as_ref(), depth - 1)
        })
}

/// Checks that the moves are legal, that every move of the attacker gives check, and that the last one mates.
pub(crate) fn sound(root: &dyn Position, moves: &[(String, (usize, usize))]) -> Result<(), Wrong> {
    let mut position = root.boxed_clone();
    for (ply, (text, columns)) in moves.iter().enumerate() {
        let wrong = |what: Text, position: &dyn Position| Wrong {
            what,
            columns: *columns,
            position: position.boxed_clone(),
            forbidden: None,
        };
        if let Err(illegal) = position.play(text) {
            let what = say!(
                "move {number} ({text}) is illegal: {detail}",
                number = ply + 1,
                text,
                detail = illegal.detail
            );
            let forbidden = Some(Box::new((text.clone(), illegal)));
            return Err(Wrong { forbidden, ..wrong(what, position.as_ref()) });
        }
        if ply % 2 == 0 && !position.in_check() {
            let what = say!("move {number} ({text}) gives no check", number = ply + 1, text);
            return Err(wrong(what, position.as_ref()));
        }
    }
    let columns = moves.last().map_or((0, 0), |(_, columns)| *columns);
    if moves.len().is_multiple_of(2) {
        let what = say!("{moves} moves, so the defender makes the last move", moves = moves.len());
        return Err(Wrong { what, columns, position, forbidden: None });
    }
    if let Some(answer) = position.legal_moves().first()
        && !is_mated(position.as_ref(), BETWEEN)
    {
        let last = &moves[moves.len() - 1].0;
        let what = say!("the defender still has a move after {last}: {answer}", last, answer);
        return Err(Wrong { what, columns, position, forbidden: None });
    }
    Ok(())
}
