//! Mates in one that are told and not there, or denied and there. One ply is decided without a search.

use crate::games::Position;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::fault::Fault;
use crate::protocol::family::info::{Info, Pv, ScoreValue};
use crate::protocol::family::reply::{MateReply, Reply};
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "mate-claim",
    of_text: false,
    of_info: OfInfo::Unusual,
    check,
};

/// Lines of one search that are looked at: to deny a mate takes a look at every move.
const LOOKED_AT: u64 = 200;

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.leaving() {
        return;
    }
    let Some(epoch) = look.memory.current().filter(|epoch| !epoch.haunted) else {
        return;
    };
    let Some(root) = epoch.root.as_deref() else {
        return;
    };
    match look.reply {
        Some(Reply::Checkmate(MateReply::NoMate)) => denied(look, epoch, root, breaches),
        Some(Reply::Info(info)) => told(look, epoch, root, info, breaches),
        _ => {}
    }
}

/// After a stop any answer closes the search.
fn denied(look: &Look<'_>, epoch: &Epoch, root: &dyn Position, breaches: &mut Vec<Breach>) {
    if epoch.mode != Mode::Mate || !epoch.stops.is_empty() {
        return;
    }
    if let Some(mating) = root.legal_moves().iter().find(|text| mates(root, text)) {
        let message = say!("nomate, where {mating} mates at once", mating);
        let breach = look
            .breach(Fault::MateDenied, message)
            .expected(say!("checkmate {mating}, or timeout", mating));
        breaches.push(breach.root(epoch));
    }
}

fn told(
    look: &Look<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    info: &Info,
    breaches: &mut Vec<Breach>,
) {
    let Some(score) = info.score.filter(|score| !score.bound) else {
        return;
    };
    if score.value != ScoreValue::Mate(1) || !epoch.has_move || epoch.infos.lines >= LOOKED_AT {
        return;
    }
    if epoch.may_think_elsewhere(look.at(), look.limits) || may_end(root) {
        return;
    }
    let first = info.pv.and_then(Pv::first);
    let shown = first.is_some_and(|(text, _)| mates(root, text));
    if !shown && !root.legal_moves().iter().any(|text| mates(root, text)) {
        let message = say!("score mate 1, where no move mates");
        let breach = look
            .breach(Fault::MateUntrue, message)
            .expected(say!("the score of what the search found"));
        breaches.push(breach.columns(score.columns).root(epoch));
    }
}

/// Whether the game could also be won by a declaration, which some engines score as a mate.
pub(super) fn may_end(root: &dyn Position) -> bool {
    let claim = root.declaration();
    claim.is_some_and(|claim| claim.king_in_camp || claim.try_rule)
}

fn mates(root: &dyn Position, text: &str) -> bool {
    let mut behind = root.boxed_clone();
    behind.play(text).is_ok() && behind.in_check() && !behind.has_legal_move()
}
