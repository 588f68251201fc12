//! With `searchmoves`, only the listed root moves may be searched or played.

use crate::lang::Text;
use crate::protocol::family::info::Pv;
use crate::protocol::family::reply::{Answer, Reply};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "searchmoves",
    ignores_probe: true,
    info_filter: InfoFilter::Unusual,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// A move that `searchmoves` does not name was played or searched.
    NOT_LISTED = "not-listed",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving() {
        return;
    }
    let Some(epoch) = context.state.current() else {
        return;
    };
    let (Some(listed), Some(root)) = (&epoch.go.search_moves, epoch.root.as_deref()) else {
        return;
    };
    if epoch.after_unfinished || epoch.thrown_away() {
        return;
    }
    let Some((what, text, columns)) = searched(context) else {
        return;
    };
    // Other rules report a move that is not legal.
    let playable = |text: &str| root.check_move(text).is_ok();
    let wanted = listed.iter().any(|listed| playable(listed));
    if wanted && !listed.iter().any(|listed| listed == text) && playable(text) {
        let message =
            say!("{what} {text} is not one of the moves that searchmoves names", what, text);
        let violation = context
            .violation(NOT_LISTED, message)
            .expected(say!("one of {listed}", listed = listed.join(", ")))
            .got(Text::plain(text))
            .columns(columns);
        violations.push(violation.since(epoch.sent.id));
    }
}

/// The root move that a line is about: what it is, its text and its byte range.
fn searched<'a>(context: &'a RuleContext<'_>) -> Option<(Text, &'a str, (usize, usize))> {
    match context.reply {
        Some(Reply::BestMove(best)) if best.answer == Answer::Move => {
            Some((Text::plain("bestmove"), &best.text, best.columns))
        }
        Some(Reply::Info(info)) => {
            let first = info.pv.and_then(Pv::first);
            let pv = first.map(|(text, columns)| (say!("the pv's first move"), text, columns));
            let current = info.currmove;
            let current = current.map(|(text, columns)| (Text::plain("currmove"), text, columns));
            let (what, text, columns) = pv.or(current)?;
            Some((what, text, columns))
        }
        _ => None,
    }
}
