//! `depth` and `nodes`: how far a search went that was to end there.

use crate::protocol::family::epoch::Mode;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::ViolationId;

pub(super) const RULE: Rule =
    Rule { name: "search-limit", is_syntactic: false, info_filter: InfoFilter::None, check };

/// Engines look at their count of nodes now and then, and several threads of theirs go on meanwhile.
const NODES_SLACK: i64 = 100_000;

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(Reply::BestMove(_)) = context.reply else {
        return;
    };
    let current = context.state.current();
    let Some(epoch) = current.filter(|epoch| epoch.mode == Mode::Normal && !epoch.haunted) else {
        return;
    };
    if context.leaving() {
        return;
    }
    if let Some((asked, deepest)) = epoch.go.depth.zip(epoch.infos.deepest)
        && deepest > asked
    {
        let id = if deepest > asked.saturating_mul(2).saturating_add(2) {
            ViolationId::DepthFarExceeded
        } else {
            ViolationId::DepthExceeded
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
        let violation = context.violation(ViolationId::NodesExceeded, message);
        let wanted = say!("no more than twice as many and {slack}", slack = NODES_SLACK);
        violations.push(violation.expected(wanted).since(epoch.sent.id));
    }
}
