//! The order of the handshake.

use crate::lang::Text;
use crate::protocol::family::command::Command;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::{ViolationId, violations};

pub(super) const RULE: Rule = Rule {
    name: "handshake",
    is_syntactic: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// Handshake lines before they were requested.
    HANDSHAKE_UNASKED = "handshake-unasked",
    /// The handshake ended without the engine's name.
    NO_NAME = "no-name",
    /// The handshake ended without the author.
    NO_AUTHOR = "no-author",
    /// Nothing after `id name`.
    EMPTY_NAME = "empty-name",
    /// Nothing after `id author`.
    EMPTY_AUTHOR = "empty-author",
    /// An `id` line that came before.
    REPEATED_ID = "repeated-id",
    /// An `id name` line that came before.
    REPEATED_NAME = "repeated-name",
    /// An option before the id lines.
    OPTION_BEFORE_ID = "option-before-id",
    /// An option line after the end of the handshake.
    OPTION_AFTER_HANDSHAKE = "option-after-handshake",
    /// An id line after the end of the handshake.
    ID_AFTER_HANDSHAKE = "id-after-handshake",
    /// The end of the handshake twice.
    SECOND_HANDSHAKE_END = "second-handshake-end",
    /// The end of the handshake came later than most GUIs wait, but within the limit.
    HANDSHAKE_SLOW = "handshake-slow",
    /// Lines of the handshake or of a search in answer to an unknown command.
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
        (true, _) => inside(context, reply, violations),
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

fn inside(context: &RuleContext<'_>, reply: &Reply<'_>, violations: &mut Vec<Violation>) {
    let state = context.state;
    match reply {
        Reply::IdName(name) => {
            if name.is_empty() {
                let message = say!("id name has nothing after it");
                violations.push(context.violation(EMPTY_NAME, message).expected(say!("a name")));
            }
            // Reported here and not at the option line: where no name comes at all, that alone is wrong.
            if state.names == 0 && !state.engine_profile.options.is_empty() {
                let message = say!("id name came after an option line");
                violations.push(
                    context.violation(OPTION_BEFORE_ID, message).expected(say!("id lines first")),
                );
            }
            let name = (REPEATED_NAME, "name");
            repeated(context, name, state.names >= state.hellos, violations);
        }
        Reply::IdAuthor(author) => {
            if author.is_empty() {
                let message = say!("id author has nothing after it");
                violations
                    .push(context.violation(EMPTY_AUTHOR, message).expected(say!("an author")));
            }
            let author = (REPEATED_ID, "author");
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
        let message = say!("{end} came without id name before it", end);
        violations.push(
            context
                .violation(NO_NAME, message)
                .expected(Text::plain("id name <text>"))
                .got(say!("no id name")),
        );
    }
    if context.state.authors == 0 {
        let message = say!("{end} came without id author before it", end);
        violations.push(
            context
                .violation(NO_AUTHOR, message)
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
                .violation(HANDSHAKE_SLOW, message)
                .expected(wanted)
                .since(hello.id)
                .timing();
            violations.push(violation);
        }
    }
}

fn after(context: &RuleContext<'_>, reply: &Reply<'_>, violations: &mut Vec<Violation>) {
    let end = context.table.hello_end;
    let (id, message) = if *reply == Reply::HelloEnd {
        let message =
            say!("{end} came a second time for one {hello}", end, hello = context.table.hello);
        (SECOND_HANDSHAKE_END, message)
    } else if matches!(reply, Reply::Option(_)) {
        (OPTION_AFTER_HANDSHAKE, say!("an option line came after {end}", end))
    } else {
        (ID_AFTER_HANDSHAKE, say!("an id line came after {end}", end))
    };
    let wanted = say!("nothing of the handshake after {end}", end);
    violations.push(context.violation(id, message).expected(wanted));
}
