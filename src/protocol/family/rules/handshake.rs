//! The order of the handshake.

use crate::protocol::family::command::Command;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "handshake",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// Handshake lines before the handshake was requested.
    HANDSHAKE_UNASKED = "handshake-unasked",
    /// An `option` line after the end of the handshake.
    OPTION_AFTER_HANDSHAKE = "option-after-handshake",
    /// An `option` line long after the end of the handshake, such as a renewed declaration.
    OPTION_LONG_AFTER_HANDSHAKE = "option-long-after-handshake",
    /// An `id` line after the end of the handshake.
    ID_AFTER_HANDSHAKE = "id-after-handshake",
    /// A second end of the handshake.
    SECOND_HANDSHAKE_END = "second-handshake-end",
    /// The end of the handshake came later than most GUIs wait, but within the limit.
    HANDSHAKE_SLOW = "handshake-slow",
    /// Lines of the handshake or of a search, in answer to an unknown command.
    ANSWER_TO_UNKNOWN = "answer-to-unknown",
}

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
        violations.push(context.violation(HANDSHAKE_UNASKED, message).expected(wanted));
        return;
    }
    let open = state.hello_ends < state.hellos;
    match (open, answers_unknown(context)) {
        (true, _) if *reply == Reply::HelloEnd => slow(context, violations),
        (true, _) => {}
        (false, Some(word)) => {
            let message =
                say!("the engine answered \"{word}\", which is no command, with a handshake", word);
            violations
                .push(context.violation(ANSWER_TO_UNKNOWN, message).expected(say!("no answer")));
        }
        (false, None) => after(context, reply, violations),
    }
}

fn answers_unknown<'a>(context: &RuleContext<'a>) -> Option<&'a str> {
    match context.state.last.as_ref().map(|sent| &sent.command) {
        Some(Command::Unknown(word)) => Some(word),
        _ => None,
    }
}

/// Whether the handshake took longer than it should.
fn slow(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let end = context.table.hello_end;
    if let Some(hello) = context.state.hello {
        let took = context.at().saturating_sub(hello.at);
        if let Some(patience) = context.limits.named("hello_slow")
            && took > patience
            && !context.state.overdue.iter().any(|kind| kind == end)
        {
            let message = say!("{end} took {took} ms", end, took = took.as_millis());
            let wanted = say!("{end} within {patience} ms", end, patience = patience.as_millis());
            let violation = context
                .violation(HANDSHAKE_SLOW, message)
                .expected(wanted)
                .since(hello.id)
                .timing();
            violations.push(violation);
        }
    }
}

/// Whether the handshake ended longer ago than the limit `quiet`.
fn is_long_after(context: &RuleContext<'_>) -> bool {
    let ended = context.state.hello_ended;
    let quiet = context.limits.named_or_reply("quiet");
    ended.is_some_and(|ended| context.at().saturating_sub(ended) > quiet)
}

/// Whether an option has been set since the end of the handshake: an engine may declare options again because of it.
fn is_after_setting(context: &RuleContext<'_>) -> bool {
    let state = context.state;
    let since = state.last.iter().chain(&state.earlier);
    let mut since = since.take_while(|sent| Some(sent.moment.at) >= state.hello_ended);
    since.any(|sent| matches!(sent.command, Command::SetOption { .. }))
}

fn after(context: &RuleContext<'_>, reply: &Reply<'_>, violations: &mut Vec<Violation>) {
    let end = context.table.hello_end;
    let (id, message) = if *reply == Reply::HelloEnd {
        let message =
            say!("{end} came a second time for one {hello}", end, hello = context.table.hello);
        (SECOND_HANDSHAKE_END, message)
    } else if matches!(reply, Reply::Option(_)) {
        let id = if is_long_after(context) || is_after_setting(context) {
            OPTION_LONG_AFTER_HANDSHAKE
        } else {
            OPTION_AFTER_HANDSHAKE
        };
        (id, say!("an option line came after {end}", end))
    } else {
        (ID_AFTER_HANDSHAKE, say!("an id line came after {end}", end))
    };
    let wanted = say!("nothing of the handshake after {end}", end);
    violations.push(context.violation(id, message).expected(wanted));
}
