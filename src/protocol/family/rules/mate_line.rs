//! The line of a `checkmate` reply has to be a mate.

use crate::games::Position;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::{MateReply, Reply};
use crate::protocol::family::rule::{Breach, Look, Rule};

pub(super) const RULE: Rule = Rule {
    name: "mate-line",
    of_text: false,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let Some(Reply::Checkmate(MateReply::Moves(moves))) = look.reply else {
        return;
    };
    let Some(epoch) = look
        .memory
        .current()
        .filter(|epoch| epoch.mode == Mode::Mate)
    else {
        return;
    };
    let Some(root) = epoch.root.as_deref() else {
        return;
    };
    if look.leaving() {
        return;
    }
    if let Err(wrong) = sound(root, moves) {
        let message = format!("the line is no mate: {}", wrong.what);
        let breach = look.breach(Fault::MateLineWrong, message);
        let breach = breach.expected("legal moves, each attacker's a check, the last one mate");
        breaches.push(
            breach
                .columns(wrong.columns)
                .board(Some(wrong.position.as_ref()))
                .since(sent(epoch)),
        );
    }
}

fn sent(epoch: &Epoch) -> crate::transcript::EventId {
    epoch.sent.id
}

/// Where and why a line fails to be a mate.
pub(crate) struct Wrong {
    pub(crate) what: String,
    pub(crate) columns: (usize, usize),
    pub(crate) position: Box<dyn Position>,
}

/// Whether the moves are legal, every attacker's move gives check, and the last one mates.
pub(crate) fn sound(root: &dyn Position, moves: &[(String, (usize, usize))]) -> Result<(), Wrong> {
    let mut position = root.boxed_clone();
    for (ply, (text, columns)) in moves.iter().enumerate() {
        let wrong = |what: String, position: &dyn Position| Wrong {
            what,
            columns: *columns,
            position: position.boxed_clone(),
        };
        if let Err(illegal) = position.play(text) {
            let what = format!("move {} ({text}) is illegal: {}", ply + 1, illegal.detail);
            return Err(wrong(what, position.as_ref()));
        }
        if ply % 2 == 0 && !position.in_check() {
            let what = format!("move {} ({text}) gives no check", ply + 1);
            return Err(wrong(what, position.as_ref()));
        }
    }
    let columns = moves.last().map_or((0, 0), |(_, columns)| *columns);
    if moves.len().is_multiple_of(2) {
        let what = format!(
            "{} moves, so that the defender has the last word",
            moves.len()
        );
        return Err(Wrong {
            what,
            columns,
            position,
        });
    }
    if position.has_legal_move() {
        let what = format!(
            "the defender still has a move behind {}",
            moves[moves.len() - 1].0
        );
        return Err(Wrong {
            what,
            columns,
            position,
        });
    }
    Ok(())
}
