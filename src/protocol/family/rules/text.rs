//! Reports the syntax errors that the parsers found in a line.

use crate::lang::{Made, Text};
use crate::protocol::family::bestmove::{
    self, BESTMOVE_EXTRA, BESTMOVE_GRAMMAR, DROP_NOTATION, MOVE_NOTATION, PONDER_NULL,
    REMARK_ALONE, SPECIAL_WITH_PONDER,
};
use crate::protocol::family::command::Command;
use crate::protocol::family::epoch::Mode;
use crate::protocol::family::info_reader::violations::{
    CURRLINE_SHAPE, PV_TRAILING, REFUTATION_SHAPE,
};
use crate::protocol::family::reply::{self, Reply, TORN_LINE};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::state::Sent;
use crate::protocol::family::violation_id::ViolationId;
use crate::protocol::family::{info_reader, option};

pub(super) const RULE: Rule = Rule {
    name: "grammar",
    ignores_probe: true,
    info_filter: InfoFilter::Unusual,
    violations: &[
        reply::VIOLATIONS,
        option::violations::VIOLATIONS,
        info_reader::violations::VIOLATIONS,
        bestmove::VIOLATIONS,
    ],
    check,
};

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.issues.is_empty() || context.leaving() {
        return;
    }
    // A torn line has further errors as a consequence; only `TORN_LINE` is reported.
    let torn = context.issues.iter().any(|issue| issue.id == TORN_LINE);
    for issue in context.issues {
        if excused(context, issue.id) || torn && issue.id != TORN_LINE {
            continue;
        }
        let message = say!(
            "{place}: expected {expected}, found {got}",
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

/// What the engine has written is quoted; words of kentei, such as "none", are not.
fn quoted(text: &Text) -> Text {
    match text.made_of() {
        Made::Template(..) => text.clone(),
        Made::Plain(_) if text.is_empty() => say!("nothing"),
        Made::Plain(_) => say!("\"{text}\"", text),
    }
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

/// Whether an error is not reported, because it is in a reply that no client uses, in a reply at a root without a
/// legal move (another rule judges its word), in a line that was not asked for, or if it repeats what kentei sent.
fn excused(context: &RuleContext<'_>, id: ViolationId) -> bool {
    let epoch = context.state.current();
    let thrown_away = epoch.is_some_and(|epoch| epoch.thrown_away());
    let mated = epoch
        .is_some_and(|epoch| epoch.mode != Mode::Mate && epoch.root.is_some() && !epoch.has_move);
    let asked = |index: usize| {
        context
            .state
            .option(context.table.show_options[index])
            .is_some_and(|value| value.eq_ignore_ascii_case("true"))
    };
    let of_reply = [
        PONDER_NULL,
        BESTMOVE_GRAMMAR,
        BESTMOVE_EXTRA,
        MOVE_NOTATION,
        DROP_NOTATION,
        REMARK_ALONE,
        SPECIAL_WITH_PONDER,
    ];
    let echoes = || match &context.state.last {
        Some(Sent { command: Command::Unknown(line), .. }) => !line.is_ascii(),
        _ => false,
    };
    // A line that was not asked for is reported as such, whatever its shape.
    thrown_away && of_reply.contains(&id)
        || mated && [BESTMOVE_GRAMMAR, MOVE_NOTATION, DROP_NOTATION, PV_TRAILING].contains(&id)
        || id == reply::NON_ASCII_TEXT && echoes()
        || id == CURRLINE_SHAPE && !asked(0)
        || id == REFUTATION_SHAPE && !asked(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_engine_wrote_is_in_quotes() {
        assert_eq!(quoted(&Text::plain("x y")).to_string(), "\"x y\"");
        assert_eq!(quoted(&Text::plain("")).to_string(), "nothing");
        assert_eq!(quoted(&say!("none")).to_string(), "none");
    }
}
