//! Searches that went further than `depth` or `nodes` allows.

use crate::protocol::family::epoch::Mode;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "search-limit",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// The search went deeper than `depth` allows.
    DEPTH_EXCEEDED = "depth-exceeded",
    /// The search went far deeper than `depth` allows.
    DEPTH_FAR_EXCEEDED = "depth-far-exceeded",
    /// The search counted far more nodes than `nodes` allows.
    NODES_EXCEEDED = "nodes-exceeded",
}

/// Engines check their node count only now and then, and their other threads search on in the meantime.
const NODES_SLACK: i64 = 100_000;

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(Reply::BestMove(_)) = context.reply else {
        return;
    };
    let current = context.state.current();
    let Some(epoch) = current.filter(|epoch| epoch.mode == Mode::Normal && !epoch.after_unfinished)
    else {
        return;
    };
    if context.leaving() {
        return;
    }
    if let Some((asked, deepest)) = epoch.go.depth.zip(epoch.infos.deepest)
        && deepest > asked
        // In dialects with `nobestmove`, depth 0 asks only for an evaluation; scripts judge its outcome.
        && (asked > 0 || context.table.particulars.no_move_reply.is_none())
    {
        let id = if deepest > asked.saturating_mul(2).saturating_add(2) {
            DEPTH_FAR_EXCEEDED
        } else {
            DEPTH_EXCEEDED
        };
        let message = say!(
            "the search went to depth {deepest} where depth {asked} was asked for",
            deepest,
            asked
        );
        let violation = context.violation(id, message);
        let wanted = say!("no iteration deeper than {asked}", asked);
        violations.push(violation.expected(wanted).since(epoch.sent.id));
    }
    if let Some((asked, counted)) = epoch.go.nodes.zip(epoch.infos.nodes)
        && counted > asked.saturating_mul(2).saturating_add(NODES_SLACK)
    {
        let message =
            say!("the search went to {counted} nodes where {asked} were asked for", counted, asked);
        let violation = context.violation(NODES_EXCEEDED, message);
        let wanted = say!("no more than twice as many and {slack}", slack = NODES_SLACK);
        violations.push(violation.expected(wanted).since(epoch.sent.id));
    }
}
