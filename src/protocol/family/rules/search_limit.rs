//! `depth` and `nodes`: how far a search went that was to end there.

use crate::protocol::family::epoch::Mode;
use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "search-limit",
    of_text: false,
    of_info: OfInfo::None,
    check,
};

/// Engines look at their count of nodes now and then, and several threads of theirs go on meanwhile.
const NODES_SLACK: i64 = 100_000;

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let Some(Reply::BestMove(_)) = look.reply else {
        return;
    };
    let current = look.memory.current();
    let Some(epoch) = current.filter(|epoch| epoch.mode == Mode::Normal && !epoch.haunted) else {
        return;
    };
    if look.leaving() {
        return;
    }
    if let Some((asked, deepest)) = epoch.go.depth.zip(epoch.infos.deepest)
        && deepest > asked
    {
        let fault = if deepest > asked.saturating_mul(2).saturating_add(2) {
            Fault::DepthFarExceeded
        } else {
            Fault::DepthExceeded
        };
        let message = say!(
            "the search went to depth {deepest} where depth {asked} was asked for",
            deepest,
            asked
        );
        let breach = look.breach(fault, message);
        let wanted = say!("no iteration deeper than {asked}", asked);
        breaches.push(breach.expected(wanted).since(epoch.sent.id));
    }
    if let Some((asked, counted)) = epoch.go.nodes.zip(epoch.infos.nodes)
        && counted > asked.saturating_mul(2).saturating_add(NODES_SLACK)
    {
        let message = say!(
            "the search went to {counted} nodes where {asked} were asked for",
            counted,
            asked
        );
        let breach = look.breach(Fault::NodesExceeded, message);
        let wanted = say!(
            "no more than twice as many and {slack}",
            slack = NODES_SLACK
        );
        breaches.push(breach.expected(wanted).since(epoch.sent.id));
    }
}
