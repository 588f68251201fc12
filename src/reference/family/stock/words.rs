//! Replies and info lines with other words.

use std::sync::atomic::Ordering;

use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::SearchContext;
use crate::reference::family::info::Info;
use crate::reference::family::request::Reply;
use crate::reference::family::{Board, Hooks};

/// Changes every reply.
pub(in crate::reference) fn change_reply<B: Board>(
    hooks: &mut Hooks<B>,
    change: impl Fn(&SearchContext<'_, B>, &mut Reply) + Send + Sync + 'static,
) {
    hooks.search.reply = Some(Box::new(move |asked, mut reply| {
        change(asked, &mut reply);
        Some(reply)
    }));
}

/// Changes every `bestmove`.
pub(in crate::reference) fn best<B: Board>(
    hooks: &mut Hooks<B>,
    change: impl Fn(&SearchContext<'_, B>, &mut Reply) + Send + Sync + 'static,
) {
    change_reply(hooks, move |asked, reply| {
        if reply.word == "bestmove" {
            change(asked, reply);
        }
    });
}

/// Gives no reply in some searches.
pub(in crate::reference) fn mute<B: Board>(
    hooks: &mut Hooks<B>,
    muted: impl Fn(&SearchContext<'_, B>, &Reply) -> bool + Send + Sync + 'static,
) {
    hooks.search.reply =
        Some(Box::new(move |asked, reply| (!muted(asked, &reply)).then_some(reply)));
}

/// Gives the score as the other side sees it.
pub(in crate::reference) fn negate_score(info: &mut Info) {
    if let Some(cp) = info.cp() {
        info.set("score", format!("cp {}", -cp));
    } else if let Some(mate) = info.mate() {
        info.set("score", format!("mate {}", -mate));
    } else if let Some(Ok(plain)) = info.get("score").map(str::parse::<i32>) {
        // UCCI has no word before the number.
        info.set("score", -plain);
    }
}

/// Gives the score of the second line as the other side sees it.
pub(in crate::reference) fn negate_second_score<B: Board>(hooks: &mut Hooks<B>) {
    change_info(hooks, |_, info| {
        if info.get("multipv") == Some("2") {
            negate_score(info);
        }
    });
}

/// Gives all scores of such searches as the other side sees them.
pub(in crate::reference) fn negate_scores_of<B: Board>(
    hooks: &mut Hooks<B>,
    search: fn(&Epoch) -> bool,
) {
    change_info(hooks, move |asked, info| {
        if search(asked.epoch) {
            negate_score(info);
        }
    });
}

/// Reports more than all of the hash as used while this option has the value 1.
pub(in crate::reference) fn overfills_smallest_hash<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
) {
    let smallest = super::follow_value(hooks, name, |value| value == "1");
    change_info(hooks, move |_, info| {
        if smallest.load(Ordering::SeqCst) {
            info.set("hashfull", 1016);
        }
    });
}

/// Divides the time of every info line.
pub(in crate::reference) fn divides_time<B: Board>(hooks: &mut Hooks<B>, by: u64) {
    change_info(hooks, move |_, info| {
        let time = info.get("time").and_then(|time| time.parse::<u64>().ok());
        info.set("time", time.unwrap_or_default() / by);
    });
}

/// Changes the distance of every mate score.
pub(in crate::reference) fn change_mates<B: Board>(
    hooks: &mut Hooks<B>,
    change: impl Fn(&SearchContext<'_, B>, &Info, i32) -> i32 + Send + Sync + 'static,
) {
    change_info(hooks, move |asked, info| {
        if let Some(distance) = info.mate() {
            info.set("score", format!("mate {}", change(asked, info, distance)));
        }
    });
}

/// Gives mate scores as the first side sees them if `ponderhit` came.
pub(in crate::reference) fn mates_of_one_side_after_hit<B: Board>(hooks: &mut Hooks<B>) {
    change_mates(hooks, |asked, _, distance| {
        let is_other = asked.epoch.was_hit() && !asked.root.first_to_move();
        if is_other { -distance } else { distance }
    });
}

/// Shows only the best of several lines after `ponderhit`.
pub(in crate::reference) fn one_line_after_hit<B: Board>(hooks: &mut Hooks<B>) {
    hooks.search.info = Some(Box::new(|asked, lines| {
        if asked.epoch.was_hit() {
            lines.retain(|info| !info.is_further_line());
        }
    }));
}

/// Changes every info line that has a score.
pub(in crate::reference) fn change_info<B: Board>(
    hooks: &mut Hooks<B>,
    change: impl Fn(&SearchContext<'_, B>, &mut Info) + Send + Sync + 'static,
) {
    hooks.search.info = Some(Box::new(move |asked, lines| {
        for info in lines.iter_mut().filter(|info| info.get("score").is_some()) {
            change(asked, info);
        }
    }));
}

/// Writes one more line before each group of info lines while this option is true. `line` gets the first pv of the group.
pub(in crate::reference) fn show_if_set<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    line: fn(&str) -> Info,
) {
    let is_set = super::follow(hooks, option);
    hooks.search.info = Some(Box::new(move |_, lines| {
        let pv = lines.first().and_then(|info| info.get("pv").map(str::to_owned));
        if let (true, Some(pv)) = (is_set.load(Ordering::SeqCst), pv) {
            lines.insert(0, line(&pv));
        }
    }));
}
