//! One `readyok` for one `isready`.

use crate::protocol::family::command::Command;
use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "readyok-count",
    of_text: false,
    of_info: OfInfo::None,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.leaving() || look.reply != Some(&Reply::ReadyOk) || look.memory.ready_pending > 0 {
        return;
    }
    // A draft reads on after a word that it does not know, so an answer to such a line is no fault.
    let behind_unknown = match look.memory.last.as_ref().map(|sent| &sent.command) {
        Some(Command::Unknown(line)) => line.split_ascii_whitespace().any(|word| word == "isready"),
        _ => false,
    };
    if behind_unknown {
        return;
    }
    let message = if look.memory.readied {
        say!("one readyok more than there were isready")
    } else {
        say!("readyok came although isready had not been sent")
    };
    let mut breach = look
        .breach(Fault::ReadyUnasked, message)
        .expected(say!("one readyok for one isready"));
    if let Some(sent) = &look.memory.last {
        breach = breach.since(sent.moment.id);
    }
    breaches.push(breach);
}
