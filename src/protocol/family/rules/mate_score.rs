//! `score mate` compared with the pv on its line, if that ends in a mate on the board.

use crate::games::Position;
use crate::lang::Text;
use crate::protocol::family::epoch::Epoch;
use crate::protocol::family::info::{Info, Pv, Score, ScoreValue};
use crate::protocol::family::rule::{RuleContext, Violation};
use crate::protocol::family::rules::mate_claim::may_end;
use crate::protocol::family::violation_id::violations;

violations! {
    /// A distance to mate that differs from the mate in its pv, or a positive one at a root that is mated.
    MATE_DISTANCE = "mate-distance",
    /// A negative distance to mate at a root that is mated.
    MATED_DISTANCE = "mated-distance",
}

/// A distance to mate that is not a bound.
fn exact_mate(info: &Info<'_>) -> Option<(Score, i64)> {
    let score = info.score.filter(|score| !score.bound)?;
    match score.value {
        ScoreValue::Mate(distance) => Some((score, distance)),
        ScoreValue::Cp(_) | ScoreValue::MateSign(_) => None,
    }
}

/// Judges a distance at a root without a legal move. The documents do not state how the mated side reports the
/// mate, so a negative distance there has its own violation.
pub(super) fn at_the_end(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    info: &Info<'_>,
) -> Option<Violation> {
    let (score, distance) = exact_mate(info).filter(|_| !epoch.has_move)?;
    let (id, message) = if distance > 0 {
        let message = say!(
            "score mate {distance} was reported where the side to move has no legal move",
            distance
        );
        (MATE_DISTANCE, message)
    } else if root.in_check() {
        let message = say!(
            "score mate {distance} was reported where the side to move has been mated",
            distance
        );
        (MATED_DISTANCE, message)
    } else {
        return None;
    };
    let violation = context.violation(id, message).expected(wanted(context));
    Some(violation.columns(score.columns).root(epoch))
}

/// The number of plies of a pv that is legal and ends in a mate on the board. `None` for any other pv, and if a
/// side may win in another way in one of its positions, because the distance may mean that win.
fn plies_to_mate(root: &dyn Position, pv: Pv<'_>) -> Option<i64> {
    let mut position = root.boxed_clone();
    let mut plies = 0;
    for (text, _) in pv.iter() {
        if may_end(position.as_ref()) {
            return None;
        }
        position.play(text).ok()?;
        plies += 1;
    }
    let mated = plies > 0 && position.in_check() && !position.has_legal_move();
    (mated && !may_end(position.as_ref())).then_some(plies)
}

/// Judges a distance on the line of a pv that mates in the position of the search. Such a line is about this position
/// even if the engine may still think elsewhere: before the predicted move it is the other side's turn. If distances are
/// in plies, a longer one is valid: the pv may show a mate that the search has not proved.
pub(super) fn beside_a_mate(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    info: &Info<'_>,
) -> Option<Violation> {
    let score = info.score.filter(|score| !score.bound && epoch.has_move)?;
    let (distance, sign) = match score.value {
        ScoreValue::Mate(distance) => (distance, None),
        // A sign alone, or the distance 0, which only a root that is mated has.
        ScoreValue::MateSign(wins) => (0, sign_alone(context, score).map(|sign| (sign, wins))),
        ScoreValue::Cp(_) => return None,
    };
    let plies = plies_to_mate(root, info.pv?)?;
    let wins = plies % 2 == 1;
    let message = if let Some((sign, claimed)) = sign {
        if claimed == wins {
            return None;
        }
        say!("score mate {distance}, and the pv mates at ply {plies}", distance = sign, plies)
    } else if context.table.mate_in_plies {
        let parity = (distance > 0) == (distance % 2 != 0);
        if !parity && distance > 0 {
            say!(
                "score mate {distance}: the side to move mates in an odd number of plies",
                distance
            )
        } else if !parity {
            say!(
                "score mate {distance}: the side to move is mated in an even number of plies",
                distance
            )
        } else if distance.abs() < plies || (distance > 0) != wins {
            say!("score mate {distance}, and the pv mates at ply {plies}", distance, plies)
        } else {
            return None;
        }
    } else {
        let true_distance = if wins { plies / 2 + 1 } else { -(plies / 2) };
        if distance == true_distance {
            return None;
        }
        say!(
            "score mate {distance}, and the pv mates at ply {plies}, which is {true_distance}",
            distance,
            plies,
            true_distance
        )
    };
    let violation = context.violation(MATE_DISTANCE, message);
    let violation = violation.expected(wanted(context)).columns(score.columns);
    Some(violation.root(epoch))
}

/// The sign, if the value of the score is no more than that.
fn sign_alone(context: &RuleContext<'_>, score: Score) -> Option<&'static str> {
    let text = context.text();
    match text.get(score.columns.0..score.columns.1) {
        Some("+") => Some("+"),
        Some("-") => Some("-"),
        _ => None,
    }
}

fn wanted(context: &RuleContext<'_>) -> Text {
    if context.table.mate_in_plies {
        say!("the distance in plies, with its sign")
    } else {
        say!("the distance in moves, with its sign")
    }
}
