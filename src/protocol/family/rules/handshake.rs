//! The order of the handshake.

use crate::lang::Text;
use crate::protocol::family::command::Command;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::ViolationId;

pub(super) const RULE: Rule =
    Rule { name: "handshake", is_syntactic: false, info_filter: InfoFilter::None, check };

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving() {
        return;
    }
    let Some(reply) = context.reply else { return };
    let state = context.state;
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
    let table = context.table;
    if state.hello.is_none() {
        let message =
            say!("a line of the handshake came before {hello} was sent", hello = table.hello);
        let wanted = say!("nothing before {hello}", hello = table.hello);
        violations.push(context.violation(ViolationId::HandshakeUnasked, message).expected(wanted));
        return;
    }
    let open = state.hello_ends < state.hellos;
    match (open, answers_unknown(context)) {
        (true, _) => inside(context, reply, violations),
        (false, Some(word)) => {
            let message = say!("\"{word}\" is no command, and was answered with a handshake", word);
            violations.push(
                context
                    .violation(ViolationId::AnswerToUnknown, message)
                    .expected(say!("no answer")),
            );
        }
        (false, None) => behind(context, reply, violations),
    }
}

fn answers_unknown<'a>(context: &RuleContext<'a>) -> Option<&'a str> {
    match context.state.last.as_ref().map(|sent| &sent.command) {
        Some(Command::Unknown(word)) => Some(word),
        _ => None,
    }
}

fn inside(context: &RuleContext<'_>, reply: &Reply<'_>, violations: &mut Vec<Violation>) {
    let state = context.state;
    match reply {
        Reply::IdName(name) => {
            if name.is_empty() {
                let message = say!("id name has nothing after it");
                violations.push(
                    context.violation(ViolationId::EmptyName, message).expected(say!("a name")),
                );
            }
            // Told here and not at the option line: where no name comes at all, that alone is wrong.
            if state.names == 0 && !state.engine_profile.options.is_empty() {
                let message = say!("id name came after an option line");
                violations.push(
                    context
                        .violation(ViolationId::OptionBeforeId, message)
                        .expected(say!("id lines first")),
                );
            }
            let name = (ViolationId::RepeatedName, "name");
            repeated(context, name, state.names >= state.hellos, violations);
        }
        Reply::IdAuthor(author) => {
            if author.is_empty() {
                let message = say!("id author has nothing after it");
                violations.push(
                    context
                        .violation(ViolationId::EmptyAuthor, message)
                        .expected(say!("an author")),
                );
            }
            let author = (ViolationId::RepeatedId, "author");
            repeated(context, author, state.authors >= state.hellos, violations);
        }
        Reply::HelloEnd => missing_ids(context, violations),
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

fn repeated(
    context: &RuleContext<'_>,
    (id, what): (ViolationId, &str),
    again: bool,
    violations: &mut Vec<Violation>,
) {
    if again {
        let message = say!("id {what} came a second time", what);
        violations.push(context.violation(id, message).expected(say!("one id {what}", what)));
    }
}

fn missing_ids(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let end = context.table.hello_end;
    if context.state.names == 0 {
        let message = say!("{end} came, and no id name before it", end);
        violations.push(
            context
                .violation(ViolationId::NoName, message)
                .expected(Text::plain("id name <text>"))
                .got(say!("no id name")),
        );
    }
    if context.state.authors == 0 {
        let message = say!("{end} came, and no id author before it", end);
        violations.push(
            context
                .violation(ViolationId::NoAuthor, message)
                .expected(Text::plain("id author <text>"))
                .got(say!("no id author")),
        );
    }
    if let Some(hello) = context.state.hello {
        let took = context.at().saturating_sub(hello.at);
        if let Some(patience) = context.limits.named("hello_slow")
            && took > patience
            && !context.state.overdue.iter().any(|kind| kind == end)
        {
            let message = say!("{end} took {took} ms", end, took = took.as_millis());
            let wanted = say!("{end} within {patience} ms", end, patience = patience.as_millis());
            let violation = context
                .violation(ViolationId::HandshakeSlow, message)
                .expected(wanted)
                .since(hello.id)
                .timing();
            violations.push(violation);
        }
    }
}

fn behind(context: &RuleContext<'_>, reply: &Reply<'_>, violations: &mut Vec<Violation>) {
    let end = context.table.hello_end;
    let (id, message) = if *reply == Reply::HelloEnd {
        let message =
            say!("{end} came a second time for one {hello}", end, hello = context.table.hello);
        (ViolationId::SecondHandshakeEnd, message)
    } else if matches!(reply, Reply::Option(_)) {
        (ViolationId::OptionAfterHandshake, say!("an option line came after {end}", end))
    } else {
        (ViolationId::IdAfterHandshake, say!("an id line came after {end}", end))
    };
    let wanted = say!("nothing of the handshake after {end}", end);
    violations.push(context.violation(id, message).expected(wanted));
}
