//! The order of the handshake.

use crate::lang::Text;
use crate::protocol::family::command::Command;
use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "handshake",
    of_text: false,
    of_info: OfInfo::None,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.leaving() {
        return;
    }
    let Some(reply) = look.reply else { return };
    let memory = look.memory;
    let is_part = matches!(
        reply,
        Reply::IdName(_)
            | Reply::IdAuthor(_)
            | Reply::Option(_)
            | Reply::HelloEnd
            | Reply::IdOther(_)
    );
    if !is_part {
        return;
    }
    let table = look.table;
    if memory.hello.is_none() {
        let message = say!(
            "a line of the handshake came before {hello} was sent",
            hello = table.hello
        );
        let wanted = say!("nothing before {hello}", hello = table.hello);
        breaches.push(
            look.breach(Fault::HandshakeUnasked, message)
                .expected(wanted),
        );
        return;
    }
    let open = memory.hello_ends < memory.hellos;
    match (open, answers_unknown(look)) {
        (true, _) => inside(look, reply, breaches),
        (false, Some(word)) => {
            let message = say!(
                "\"{word}\" is no command, and was answered with a handshake",
                word
            );
            breaches.push(
                look.breach(Fault::AnswerToUnknown, message)
                    .expected(say!("no answer")),
            );
        }
        (false, None) => behind(look, reply, breaches),
    }
}

fn answers_unknown<'a>(look: &Look<'a>) -> Option<&'a str> {
    match look.memory.last.as_ref().map(|sent| &sent.command) {
        Some(Command::Unknown(word)) => Some(word),
        _ => None,
    }
}

fn inside(look: &Look<'_>, reply: &Reply<'_>, breaches: &mut Vec<Breach>) {
    let memory = look.memory;
    match reply {
        Reply::IdName(name) => {
            if name.is_empty() {
                let message = say!("id name has nothing behind it");
                breaches.push(
                    look.breach(Fault::EmptyName, message)
                        .expected(say!("a name")),
                );
            }
            // Told here and not at the option line: where no name comes at all, that alone is wrong.
            if memory.names == 0 && !memory.facts.options.is_empty() {
                let message = say!("id name came behind an option line");
                breaches.push(
                    look.breach(Fault::OptionBeforeId, message)
                        .expected(say!("id lines first")),
                );
            }
            repeated(look, "name", memory.names >= memory.hellos, breaches);
        }
        Reply::IdAuthor(author) => {
            if author.is_empty() {
                let message = say!("id author has nothing behind it");
                breaches.push(
                    look.breach(Fault::EmptyAuthor, message)
                        .expected(say!("an author")),
                );
            }
            repeated(look, "author", memory.authors >= memory.hellos, breaches);
        }
        Reply::HelloEnd => missing_ids(look, breaches),
        Reply::IdOther(_)
        | Reply::Option(_)
        | Reply::ReadyOk
        | Reply::BestMove(_)
        | Reply::Checkmate(_)
        | Reply::Info(_)
        | Reply::CopyProtection(_)
        | Reply::Registration(_)
        | Reply::Blank
        | Reply::Other(_) => {}
    }
}

fn repeated(look: &Look<'_>, what: &str, again: bool, breaches: &mut Vec<Breach>) {
    if again {
        let message = say!("id {what} came a second time", what);
        breaches.push(
            look.breach(Fault::RepeatedId, message)
                .expected(say!("one id {what}", what)),
        );
    }
}

fn missing_ids(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let end = look.table.hello_end;
    if look.memory.names == 0 {
        let message = say!("{end} came, and no id name before it", end);
        breaches.push(
            look.breach(Fault::NoName, message)
                .expected(Text::plain("id name <text>"))
                .got(say!("no id name")),
        );
    }
    if look.memory.authors == 0 {
        let message = say!("{end} came, and no id author before it", end);
        breaches.push(
            look.breach(Fault::NoAuthor, message)
                .expected(Text::plain("id author <text>"))
                .got(say!("no id author")),
        );
    }
    if let Some(hello) = look.memory.hello {
        let took = look.at().saturating_sub(hello.at);
        if let Some(patience) = look.limits.named("hello_slow")
            && took > patience
            && !look.memory.overdue.iter().any(|kind| kind == end)
        {
            let message = say!("{end} took {took} ms", end, took = took.as_millis());
            let wanted = say!(
                "{end} within {patience} ms",
                end,
                patience = patience.as_millis()
            );
            let breach = look
                .breach(Fault::HandshakeSlow, message)
                .expected(wanted)
                .since(hello.id)
                .timing();
            breaches.push(breach);
        }
    }
}

fn behind(look: &Look<'_>, reply: &Reply<'_>, breaches: &mut Vec<Breach>) {
    let end = look.table.hello_end;
    let (fault, message) = if *reply == Reply::HelloEnd {
        let message = say!(
            "{end} came a second time for one {hello}",
            end,
            hello = look.table.hello
        );
        (Fault::SecondHandshakeEnd, message)
    } else if matches!(reply, Reply::Option(_)) {
        (
            Fault::OptionAfterHandshake,
            say!("an option line came behind {end}", end),
        )
    } else {
        (
            Fault::IdAfterHandshake,
            say!("an id line came behind {end}", end),
        )
    };
    let wanted = say!("nothing of the handshake behind {end}", end);
    breaches.push(look.breach(fault, message).expected(wanted));
}
