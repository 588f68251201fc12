//! Drops of a piece in hand onto a free square that a rule of the game forbids.
//!
//! An engine that plays such a drop has read the position correctly, so a script must not report the move as a
//! position that was misread. Only this finding is reported.

use crate::games::IllegalReason;
use crate::lang::Text;
use crate::protocol::family::epoch::Mode;
use crate::protocol::family::reply::{Answer, Reply};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "forbidden-drop",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// The move drops a piece that is in hand, but a rule about drops forbids it.
    FORBIDDEN_DROP = "forbidden-drop",
}

/// Whether a move is illegal only because of a rule about drops.
pub(super) fn is_forbidden_drop(reason: IllegalReason) -> bool {
    use IllegalReason::{DeadSquare, DropPawnMate, TwoPawns};
    [TwoPawns, DropPawnMate, DeadSquare].contains(&reason)
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(Reply::BestMove(best)) = context.reply else {
        return;
    };
    let judged = context
        .state
        .current()
        .filter(|epoch| epoch.mode != Mode::Mate && !epoch.thrown_away() && epoch.has_move);
    let Some(epoch) = judged.filter(|_| !context.leaving() && best.answer == Answer::Move) else {
        return;
    };
    let Some(root) = epoch.root.as_deref() else {
        return;
    };
    let Err(illegal) = root.check_move(&best.text) else {
        return;
    };
    if !is_forbidden_drop(illegal.reason) {
        return;
    }
    let message =
        say!("bestmove {best} is illegal: {detail}", best = best.text, detail = illegal.detail);
    let violation = context.violation(FORBIDDEN_DROP, message);
    let violation = violation
        .expected(say!("a legal move"))
        .got(Text::plain(&best.text))
        .columns(best.columns)
        .root(epoch);
    violations.push(violation.forbidden(&best.text, &illegal));
}
