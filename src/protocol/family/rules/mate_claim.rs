//! Claims about a mate in one: claimed but absent, or denied but present. One ply can be checked without a search.

use crate::games::Position;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::info::{Info, Pv, ScoreValue};
use crate::protocol::family::reply::{MateReply, Reply};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "mate-claim",
    ignores_probe: false,
    info_filter: InfoFilter::Unusual,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// The engine denies a mate, but one move mates.
    MATE_DENIED = "mate-denied",
    /// The engine reports a mate in one, but no move mates.
    MATE_UNTRUE = "mate-untrue",
}

/// The number of lines of one search that are judged, because the check may have to play every move.
const LOOKED_AT: u64 = 200;

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving() {
        return;
    }
    let Some(epoch) = context.state.current().filter(|epoch| !epoch.after_unfinished) else {
        return;
    };
    let Some(root) = epoch.root.as_deref() else {
        return;
    };
    match context.reply {
        Some(Reply::Checkmate(MateReply::NoMate)) => denied(context, epoch, root, violations),
        Some(Reply::Info(info)) => reported(context, epoch, root, info, violations),
        _ => {}
    }
}

/// Reports `nomate` if a move mates. After a stop any answer is valid.
fn denied(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    violations: &mut Vec<Violation>,
) {
    if epoch.mode != Mode::Mate || !epoch.stops.is_empty() {
        return;
    }
    if let Some(mating) = root.legal_moves().iter().find(|text| mates(root, text)) {
        let message = say!("the engine answered nomate where {mating} mates at once", mating);
        let violation = context
            .violation(MATE_DENIED, message)
            .expected(say!("checkmate {mating}, or timeout", mating));
        violations.push(violation.root(epoch));
    }
}

fn reported(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    info: &Info,
    violations: &mut Vec<Violation>,
) {
    let Some(score) = info.score.filter(|score| !score.bound) else {
        return;
    };
    if score.value != ScoreValue::Mate(1) || !epoch.has_move || epoch.infos.lines >= LOOKED_AT {
        return;
    }
    let is_elsewhere = epoch.may_think_elsewhere(context.at(), context.limits)
        || epoch.may_show_own_search(context.at());
    if is_elsewhere || may_end(root) {
        return;
    }
    let first = info.pv.and_then(Pv::first);
    let shown = first.is_some_and(|(text, _)| mates(root, text));
    if !shown && !root.legal_moves().iter().any(|text| mates(root, text)) {
        let message = say!("score mate 1 was reported where no move mates");
        let violation = context
            .violation(MATE_UNTRUE, message)
            .expected(say!("the score of what the search found"));
        violations.push(violation.columns(score.columns).root(epoch));
    }
}

/// Whether the game may also be won by a declaration, which some engines score as a mate.
pub(super) fn may_end(root: &dyn Position) -> bool {
    let claim = root.declaration();
    claim.is_some_and(|claim| claim.king_in_camp || claim.try_rule)
}

fn mates(root: &dyn Position, text: &str) -> bool {
    let mut after = root.boxed_clone();
    after.play(text).is_ok() && after.in_check() && !after.has_legal_move()
}
