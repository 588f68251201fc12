//! Info lines that are wrong in some searches only.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Hooks, SearchContext, defect_hook};
use crate::reference::family::info::Info;
use crate::reference::family::{Board as _, lock, stock};

use super::clock::declares;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("M10", |hooks| {
        stock::change_info(hooks, |_, info| {
            if info.get("multipv") == Some("2") {
                info.set("multipv", 1);
            }
        });
    }),
    defect_hook("Y82", stock::swaps_the_first_lines),
    defect_hook("M11", |hooks| {
        hooks.search.info = Some(Box::new(|_, lines| {
            let best = lines.first().and_then(|info| info.get("pv"));
            let best = best.unwrap_or_default().to_owned();
            for info in lines.iter_mut().skip(1) {
                info.set("pv", &best);
            }
        }));
    }),
    defect_hook("M12:currmove", |hooks| {
        hooks.search.info = Some(Box::new(|asked, lines| {
            let listed = &asked.epoch.request.searchmoves;
            let moves = asked.root.moves().into_iter().map(|mv| mv.to_string());
            let other = moves.into_iter().find(|text| !listed.contains(text));
            if let (false, Some(text)) = (listed.is_empty(), other) {
                lines.insert(0, Info::default().with("currmove", text));
            }
        }));
    }),
    defect_hook("M26", |hooks| {
        shows_the_position_before(hooks, |asked| asked.epoch.was_hit());
        hooks.search.linger = Some(Box::new(|asked| match asked.epoch.hit_at() {
            Some(_) => Duration::from_millis(500),
            None => Duration::ZERO,
        }));
    }),
    defect_hook("O05", |hooks| {
        shows_the_position_before(hooks, |asked| {
            asked.epoch.request.ponder && asked.epoch.hit_at().is_none()
        });
    }),
    defect_hook("M28", |hooks| {
        stock::change_info(hooks, |_, info| {
            if info.cp().is_some_and(|cp| cp >= 1500) {
                info.set("score", "mate 1");
            }
        });
    }),
    defect_hook("M29", |hooks| {
        stock::change_info(hooks, |asked, info| {
            if let (true, Some(plies)) = (asked.root.first_to_move(), info.mate()) {
                info.set("score", format!("mate {}", plies.abs()));
            }
        });
    }),
    defect_hook("M33", |hooks| {
        stock::change_info(hooks, |asked, info| {
            let pv = info.get("pv").unwrap_or_default();
            if !asked.root.first_to_move() && pv.contains('*') {
                let words = pv.split(' ').map(|word| match word.contains('*') {
                    true => word.to_lowercase(),
                    false => word.to_owned(),
                });
                let words: Vec<String> = words.collect();
                info.set("pv", words.join(" "));
            }
        });
    }),
    defect_hook("M43", |hooks| {
        stock::change_info(hooks, |asked, info| {
            if declares(asked.root) {
                info.set("score", "mate 1");
                info.take("pv");
                info.take("time");
            }
        });
    }),
    defect_hook("M44", |hooks| {
        hooks.search.info = Some(Box::new(|_, lines| lines.reverse()));
    }),
    defect_hook("M45", |hooks| {
        hooks.search.info = Some(Box::new(|_, lines| {
            // An upper bound for the second line comes first, with the pv of the best line.
            let best = lines.first().and_then(|info| info.get("pv"));
            let best = best.unwrap_or_default().to_owned();
            if let Some(mut bound) = lines.get(1).cloned() {
                let score = bound.get("score").unwrap_or_default().to_owned();
                bound.set("score", format!("{score} upperbound"));
                bound.set("pv", best);
                lines.insert(1, bound);
            }
        }));
    }),
    defect_hook("M46", |hooks| {
        stock::change_info(hooks, |asked, info| {
            let pv = info.get("pv").unwrap_or_default().to_owned();
            let words: Vec<&str> = pv.split(' ').take(3).collect();
            let mut board = asked.root.clone();
            for word in &words {
                let Some(mv) = board.read(word) else { return };
                board.make(mv);
            }
            let mut any = ["5e5d", "5i5a"].into_iter();
            if let (3, Some(odd)) = (words.len(), any.find(|text| board.read(text).is_none())) {
                info.set("pv", format!("{} {odd}", words.join(" ")));
            }
        });
    }),
];

/// If `when` is true, each pv begins with the last move of the `position` command.
fn shows_the_position_before(
    hooks: &mut Hooks<Position>,
    when: fn(&SearchContext<'_, Position>) -> bool,
) {
    let guess: Arc<Mutex<String>> = Arc::default();
    let seen = Arc::clone(&guess);
    hooks.position = Some(Box::new(move |_, words, set| {
        let last = words.last().copied().unwrap_or_default();
        last.clone_into(&mut lock(&guess));
        set
    }));
    stock::change_info(hooks, move |asked, info| {
        if let (true, Some(pv)) = (when(asked), info.get("pv")) {
            let longer = format!("{} {pv}", lock(&seen));
            info.set("pv", longer);
        }
    });
}
