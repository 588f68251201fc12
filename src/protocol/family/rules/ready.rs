//! One `readyok` for one `isready`.

use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, Rule};

pub(super) const RULE: Rule = Rule {
    name: "readyok-count",
    of_text: false,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.leaving() || look.reply != Some(&Reply::ReadyOk) || look.memory.ready_pending > 0 {
        return;
    }
    let message = if look.memory.readied {
        "one readyok more than there were isready"
    } else {
        "readyok came although isready had not been sent"
    };
    let mut breach = look
        .breach(Fault::ReadyUnasked, message)
        .expected("one readyok for one isready");
    if let Some(sent) = &look.memory.last {
        breach = breach.since(sent.moment.id);
    }
    breaches.push(breach);
}
