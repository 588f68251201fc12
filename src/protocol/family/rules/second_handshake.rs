//! A second handshake must repeat the first one.

use crate::protocol::DeclaredOption;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "second-handshake",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// A second handshake that differs from the first.
    HANDSHAKE_CHANGED = "handshake-changed",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let state = context.state;
    let answers_again = state.hello_ends > 0 && state.hello_ends < state.hellos;
    if context.leaving() || !answers_again {
        return;
    }
    let Some(reply) = context.reply else { return };
    // If part of the first handshake was not kept, the two cannot be compared.
    if state.is_cut {
        return;
    }
    let (first, again) = state.handshakes();
    let differs =
        |known: &Option<String>, said: &String| known.as_ref().is_some_and(|known| known != said);
    let message = match reply {
        Reply::IdName(name) if differs(&state.engine_profile.name, name) => {
            say!("the second handshake gives another name than the first")
        }
        Reply::IdAuthor(author) if differs(&state.engine_profile.author, author) => {
            say!("the second handshake gives another author than the first")
        }
        Reply::Option(option) => match first.iter().find(|known| known.name == option.name) {
            Some(known) if known == option => return,
            Some(_) => say!(
                "option {name} is declared differently than in the first handshake",
                name = option.name
            ),
            None => {
                say!("option {name} was not declared in the first handshake", name = option.name)
            }
        },
        Reply::HelloEnd => match left_out(first, again) {
            Some(name) => say!("option {name} is missing from the second handshake", name),
            None => return,
        },
        Reply::IdName(_)
        | Reply::IdAuthor(_)
        | Reply::IdOther(_)
        | Reply::ReadyOk
        | Reply::BestMove(_)
        | Reply::Checkmate(_)
        | Reply::Info(_)
        | Reply::CopyProtection(_)
        | Reply::Registration(_)
        | Reply::Blank
        | Reply::Other(_) => return,
    };
    let wanted = say!("the handshake as it was before, or none");
    violations.push(context.violation(HANDSHAKE_CHANGED, message).expected(wanted));
}

/// The first option that is not declared again.
fn left_out<'a>(first: &'a [DeclaredOption], again: &[DeclaredOption]) -> Option<&'a str> {
    let missing = |known: &&DeclaredOption| !again.iter().any(|option| option.name == known.name);
    let mut first = first.iter();
    first.find(missing).map(|option| option.name.as_str())
}
