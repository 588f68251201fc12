//! Slips of the text of a line, as the grammar found them.

use crate::lang::Text;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::ViolationId;

pub(super) const RULE: Rule =
    Rule { name: "grammar", is_syntactic: true, info_filter: InfoFilter::Unusual, check };

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.issues.is_empty() || context.leaving() {
        return;
    }
    // A line of two writers has further slips by nature; they are all the one.
    let torn = context.issues.iter().any(|issue| issue.id == ViolationId::TornLine);
    for issue in context.issues {
        if excused(context, issue.id) || torn && issue.id != ViolationId::TornLine {
            continue;
        }
        let message = say!(
            "{place}: {got} where {expected} belongs",
            place = subject(context),
            got = quoted(&issue.got),
            expected = issue.expected
        );
        violations.push(
            context
                .violation(issue.id, message)
                .expected(issue.expected.clone())
                .got(issue.got.clone())
                .columns(issue.columns),
        );
    }
}

fn quoted(text: &Text) -> Text {
    if text.is_empty() { say!("nothing") } else { say!("\"{text}\"", text) }
}

fn subject(context: &RuleContext<'_>) -> Text {
    match context.reply {
        Some(Reply::IdName(_) | Reply::IdAuthor(_) | Reply::IdOther(_)) => say!("in the id line"),
        Some(Reply::Option(_)) => say!("in the option line"),
        Some(Reply::BestMove(_)) => say!("in bestmove"),
        Some(Reply::Checkmate(_)) => say!("in checkmate"),
        Some(Reply::Info(_)) => say!("in info"),
        Some(
            Reply::HelloEnd
            | Reply::ReadyOk
            | Reply::CopyProtection(_)
            | Reply::Registration(_)
            | Reply::Blank
            | Reply::Other(_),
        )
        | None => say!("in this line"),
    }
}

/// What nobody reads is not judged: the content of a reply that a stop in ponder threw away, and
/// what the rules of the search judge with more knowledge.
fn excused(context: &RuleContext<'_>, id: ViolationId) -> bool {
    let thrown_away = context.state.current().is_some_and(|epoch| epoch.thrown_away());
    let asked = |index: usize| {
        context
            .state
            .option(context.table.show_options[index])
            .is_some_and(|value| value.eq_ignore_ascii_case("true"))
    };
    let of_reply = [
        ViolationId::PonderNull,
        ViolationId::BestmoveGrammar,
        ViolationId::BestmoveExtra,
        ViolationId::MoveNotation,
        ViolationId::DropNotation,
        ViolationId::SpecialWithPonder,
    ];
    // A line that is shown unasked is told as that, whatever its shape.
    thrown_away && of_reply.contains(&id)
        || id == ViolationId::CurrlineShape && !asked(0)
        || id == ViolationId::RefutationShape && !asked(1)
}
