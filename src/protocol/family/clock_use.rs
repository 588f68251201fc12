//! The clock of a search, and how the search used it.

use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::RuleContext;
use crate::protocol::family::table::Table;
use crate::verdict::ClockUse;

/// How the search that this event closes used its clock. `None` if the search was stopped or given up, because its
/// clock did not end it, or if several searches are open, because the reply may belong to any of them.
pub(crate) fn ended(context: &RuleContext<'_>) -> Option<ClockUse> {
    let replied = matches!(context.reply, Some(Reply::BestMove(_) | Reply::Checkmate(_)));
    let [epoch] = context.state.open.as_slice() else {
        return None;
    };
    let by_itself = epoch.stops.is_empty() && epoch.game_over.is_none() && !epoch.after_unfinished;
    if !replied || !by_itself || context.leaving() {
        return None;
    }
    of(context, epoch)
}

/// How a search that this event answers used its clock.
pub(crate) fn of(context: &RuleContext<'_>, epoch: &Epoch) -> Option<ClockUse> {
    let from = epoch.clock_from()?;
    Some(ClockUse {
        clock: name(epoch, context.table)?,
        allowed: epoch.allowance(context.table, context.limits)?,
        used: context.at().checked_sub(from.at)?,
    })
}

/// The kind of clock that bounds a search, in the words of its `go`; `None` if no clock does.
fn name(epoch: &Epoch, table: &Table) -> Option<String> {
    let go = &epoch.go;
    let side = epoch.own(table);
    if epoch.mode == Mode::Mate {
        return Some("mate".to_owned());
    }
    let increment = go.increments[side].filter(|_| table.increment_counts);
    let parts = [
        (table.clocks[side], go.clocks[side]),
        (table.increments[side], increment),
        ("byoyomi", go.byoyomi),
    ];
    let given = || parts.iter().filter(|(_, time)| time.is_some());
    let total: i64 = given().filter_map(|(_, time)| *time).sum();
    let words = match go.movetime {
        Some(time) if given().next().is_none() || time < total => vec!["movetime"],
        Some(_) | None => {
            // Parts of 0 ms are not named, unless all parts are 0.
            let some = given().filter(|(_, time)| *time != Some(0));
            let mut words: Vec<&str> = some.map(|(word, _)| *word).collect();
            words.extend(given().map(|(word, _)| *word).take(usize::from(words.is_empty())));
            words
        }
    };
    if words.is_empty() {
        return None;
    }
    let hit = if epoch.mode == Mode::Ponder { " after ponderhit" } else { "" };
    Some(format!("{}{hit}", words.join(" + ")))
}
