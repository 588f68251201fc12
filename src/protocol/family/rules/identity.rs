//! The lines of the handshake that name the engine. They do not depend on what a probe sends, so a probe does not
//! change their findings. Reports count them to the rule `handshake`.

use crate::lang::Text;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::{ViolationId, violations};

pub(super) const RULE: Rule = Rule {
    name: "handshake",
    ignores_probe: true,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// The handshake ended without the name of the engine.
    NO_NAME = "no-name",
    /// The handshake ended without the author of the engine.
    NO_AUTHOR = "no-author",
    /// Nothing after `id name`.
    EMPTY_NAME = "empty-name",
    /// Nothing after `id author`.
    EMPTY_AUTHOR = "empty-author",
    /// A second `id` line of the same kind.
    REPEATED_ID = "repeated-id",
    /// A second `id name` line.
    REPEATED_NAME = "repeated-name",
    /// An `option` line before the `id` lines.
    OPTION_BEFORE_ID = "option-before-id",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let state = context.state;
    let open = state.hello.is_some() && state.hello_ends < state.hellos;
    let Some(reply) = context.reply.filter(|_| open && !context.leaving()) else { return };
    match reply {
        Reply::IdName(name) => {
            if name.is_empty() {
                let message = say!("id name has nothing after it");
                violations.push(context.violation(EMPTY_NAME, message).expected(say!("a name")));
            }
            // Reported at the name, so that an engine without a name gets only the finding for that.
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
}
