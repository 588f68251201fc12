//! `copyprotection` and `registration`: checking first, then the outcome, after the handshake.

use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "registration",
    of_text: true,
    of_info: OfInfo::None,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.leaving() {
        return;
    }
    let (state, fault) = match look.reply {
        Some(Reply::CopyProtection(state)) => (state.as_str(), Fault::CopyProtection),
        Some(Reply::Registration(state)) => (state.as_str(), Fault::Registration),
        _ => return,
    };
    if look.memory.hello_ends == 0 {
        let message = say!("this came before {end}", end = look.table.hello_end);
        breaches.push(
            look.breach(fault, message)
                .expected(say!("it behind {end}", end = look.table.hello_end)),
        );
    } else if !matches!(state, "checking" | "ok" | "error") {
        let message = say!("the state is none of checking, ok and error");
        breaches.push(
            look.breach(fault, message)
                .expected(say!("checking, ok or error")),
        );
    } else if state != "checking" && !look.memory.checking {
        let message = say!("an outcome came, and checking before it did not");
        breaches.push(look.breach(fault, message).expected(say!("checking first")));
    }
}
