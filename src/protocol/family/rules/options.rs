//! What can be said of options only when several are seen together.

use crate::lang::Text;
use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "options",
    of_text: true,
    of_info: OfInfo::None,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.leaving() {
        return;
    }
    match look.reply {
        Some(Reply::Option(option)) if look.memory.hellos == 1 && look.memory.hello_ends == 0 => {
            let names = &look.memory.option_names;
            if names.as_written.contains(&option.name) {
                let message = say!("option {name} is declared twice", name = option.name);
                breaches.push(
                    look.breach(Fault::DuplicateOption, message)
                        .expected(say!("each name once")),
                );
            } else if names
                .in_lower_case
                .contains(&option.name.to_ascii_lowercase())
            {
                let message = say!(
                    "option {name} differs from another one in letter case only",
                    name = option.name
                );
                breaches.push(
                    look.breach(Fault::DuplicateOptionByCase, message)
                        .expected(say!("each name once")),
                );
            }
        }
        Some(Reply::HelloEnd) if look.memory.hello_ends == 0 => whole(look, breaches),
        _ => {}
    }
}

fn whole(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let hash = look.table.hash_option;
    if !look.memory.declared(hash) {
        let message = say!("{hash} is not declared", hash);
        let breach = look.breach(Fault::NoHashOption, message);
        breaches.push(
            breach
                .expected(Text::plain(format!("option name {hash} type spin")))
                .got(say!("not declared")),
        );
    }
    let [first, second] = look.table.pair;
    if look.memory.declared(first) != look.memory.declared(second) {
        let message = say!(
            "{first} and {second} belong together, and one of them is missing",
            first,
            second
        );
        breaches.push(
            look.breach(Fault::HalfPair, message)
                .expected(say!("both or neither"))
                .got(say!("one of them")),
        );
    }
}
