//! Lines shown in ponder belong to the position that is pondered.

use crate::games::{IllegalReason, Position};
use crate::lang::Text;
use crate::protocol::family::epoch::Epoch;
use crate::protocol::family::fault::Fault;
use crate::protocol::family::info::Info;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "pondered-line",
    of_text: false,
    of_info: OfInfo::Unusual,
    check,
};

/// Lines of one search that are looked at: to find where a line belongs takes a look at every move.
const LOOKED_AT: u64 = 200;

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let Some(Reply::Info(info)) = look.reply else {
        return;
    };
    let Some(epoch) = look.memory.current().filter(|epoch| !epoch.haunted) else {
        return;
    };
    let elsewhere = epoch.may_think_elsewhere(look.at(), look.limits);
    if look.leaving() || !elsewhere || epoch.infos.lines >= LOOKED_AT {
        return;
    }
    let (Some(root), Some(before)) = (epoch.root.as_deref(), epoch.before.as_deref()) else {
        return;
    };
    breaches.extend(line(look, epoch, root, before, info));
}

fn line(
    look: &Look<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    before: &dyn Position,
    info: &Info<'_>,
) -> Option<Breach> {
    let pv = info.pv?;
    let moves: Vec<&str> = pv.iter().map(|(text, _)| text).collect();
    let (at, reason, detail, behind) = first_illegal(root, &moves)?;
    // A word that is no move is the grammar's affair.
    if reason == IllegalReason::Malformed {
        return None;
    }
    let (text, columns) = pv.iter().nth(at)?;
    let behind_another = || {
        before.legal_moves().iter().any(|guess| {
            let mut position = before.boxed_clone();
            position.play(guess).is_ok() && first_illegal(position.as_ref(), &moves).is_none()
        })
    };
    let breach = if first_illegal(before, &moves).is_none() || behind_another() {
        let message = say!("a line was shown in ponder that is not of the pondered position");
        look.breach(Fault::PonderedElsewhere, message)
            .expected(say!("lines of the position behind the guess, or none"))
    } else {
        let message = say!(
            "move {number} of the pv ({text}) is illegal: {detail}",
            number = at + 1,
            text,
            detail
        );
        look.breach(Fault::PvIllegal, message)
            .expected(say!("a line that can be played"))
    };
    let breach = breach.columns(columns).board(Some(behind.as_ref()));
    Some(breach.since(epoch.sent.id))
}

/// The first move of a line that cannot be played: its index, why not, and the position there.
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
