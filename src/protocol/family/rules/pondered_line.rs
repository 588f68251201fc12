//! A pv that is shown in ponder must belong to the pondered position.

use crate::games::{IllegalReason, Position};
use crate::lang::Text;
use crate::protocol::family::epoch::Epoch;
use crate::protocol::family::info::Info;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::rules::info_search::PV_ILLEGAL;
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "pondered-line",
    ignores_probe: false,
    info_filter: InfoFilter::Unusual,
    violations: &[VIOLATIONS, &[PV_ILLEGAL]],
    check,
};

violations! {
    /// A line in a ponder search that belongs to another position than the pondered one.
    PONDERED_ELSEWHERE = "pondered-elsewhere",
}

/// The number of lines of one search that are judged, because the check may have to play every move.
const LOOKED_AT: u64 = 200;

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(Reply::Info(info)) = context.reply else {
        return;
    };
    let Some(epoch) = context.state.current().filter(|epoch| !epoch.after_unfinished) else {
        return;
    };
    let elsewhere = epoch.may_think_elsewhere(context.at(), context.limits);
    let is_own = epoch.may_show_own_search(context.at());
    if context.leaving() || !elsewhere || is_own || epoch.infos.lines >= LOOKED_AT {
        return;
    }
    let (Some(root), Some(before)) = (epoch.root.as_deref(), epoch.before.as_deref()) else {
        return;
    };
    violations.extend(line(context, epoch, root, before, info));
}

fn line(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    before: &dyn Position,
    info: &Info<'_>,
) -> Option<Violation> {
    let pv = info.pv?;
    let moves: Vec<&str> = pv.iter().map(|(text, _)| text).collect();
    let (at, reason, detail, after) = first_illegal(root, &moves)?;
    // A word that is no move is reported by the grammar.
    if reason == IllegalReason::Malformed {
        return None;
    }
    let (text, columns) = pv.iter().nth(at)?;
    let after_another = || {
        before.legal_moves().iter().any(|guess| {
            let mut position = before.boxed_clone();
            position.play(guess).is_ok() && first_illegal(position.as_ref(), &moves).is_none()
        })
    };
    let violation = if first_illegal(before, &moves).is_none() || after_another() {
        let message =
            say!("in ponder the engine showed a line of another position than the pondered one");
        context
            .violation(PONDERED_ELSEWHERE, message)
            .expected(say!("lines of the position after the guess, or none"))
    } else {
        let message = say!(
            "move {number} of the pv ({text}) is illegal: {detail}",
            number = at + 1,
            text,
            detail
        );
        context.violation(PV_ILLEGAL, message).expected(say!("a line that can be played"))
    };
    let violation = violation.columns(columns).board(Some(after.as_ref()));
    Some(violation.since(epoch.sent.id))
}

/// The first move that cannot be played: its index, the reason, its text, and the position before the move.
fn first_illegal(
    from: &dyn Position,
    moves: &[&str],
) -> Option<(usize, IllegalReason, Text, Box<dyn Position>)> {
    let mut position = from.boxed_clone();
    for (at, text) in moves.iter().enumerate() {
        if let Err(illegal) = position.play(text) {
            return Some((at, illegal.reason, illegal.detail, position));
        }
    }
    None
}
