//! Info lines.

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Hooks, SearchContext, defect_hook};
use crate::reference::family::info::Info;
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("J02", |hooks| {
        extra(hooks, |_| Some(Info::default().with("thinking", "hard about the opening")));
    }),
    defect_hook("J03", |hooks| {
        stock::change_info(hooks, |_, info| info.replace("score", "cp", 30));
    }),
    defect_hook("J03:mate", |hooks| {
        stock::change_info(hooks, |_, info| info.replace("score", "mate", 5));
    }),
    defect_hook("J04", |hooks| {
        stock::change_info(hooks, |_, info| {
            info.take("depth");
        });
    }),
    defect_hook("J05", |hooks| stock::change_mates(hooks, |_, _, plies| moves(plies))),
    defect_hook("J05:off", |hooks| {
        stock::change_mates(hooks, |_, _, plies| plies + plies.signum())
    }),
    defect_hook("J06", |hooks| {
        stock::change_info(hooks, |_, info| {
            let lost = info.cp().is_some_and(|cp| cp <= -30_000);
            if lost || info.mate().is_some_and(|plies| plies < 0) {
                info.set("score", "mate 1");
            }
        });
    }),
    defect_hook("J07", |hooks| mated(hooks, "mate 0")),
    defect_hook("J07:minus", |hooks| mated(hooks, "mate -0")),
    defect_hook("J08", |hooks| scores(hooks, "cp 12.5")),
    defect_hook("J08:inf", |hooks| scores(hooks, "cp inf")),
    defect_hook("J08:nan", |hooks| scores(hooks, "cp nan")),
    defect_hook("J08:huge", |hooks| scores(hooks, "cp 99999999999")),
    defect_hook("J10", |hooks| after_pv(hooks, "rep_draw")),
    defect_hook("J10:resign", |hooks| after_pv(hooks, "resign")),
    defect_hook("J10:win", |hooks| after_pv(hooks, "win")),
    defect_hook("J11", |hooks| {
        stock::change_info(hooks, |_, info| info.set("hashfull", 1001));
    }),
    defect_hook("J11:percent", |hooks| {
        stock::change_info(hooks, |_, info| info.set("hashfull", "12%"));
    }),
    defect_hook("J14", |hooks| after_pv(hooks, "string still thinking")),
    defect_hook("J17", stock::tear_infos),
    defect_hook("J18", runs_backwards),
    defect_hook("J20", |hooks| {
        // The name of the game in Shift_JIS.
        bytes_before_bestmove(hooks, b"info string \x8f\xab\x8a\xfb\n");
    }),
    defect_hook("J20:utf8", |hooks| bytes_before_bestmove(hooks, "info string 将棋\n".as_bytes())),
    defect_hook("J22", |hooks| {
        hooks.write = Some(Box::new(|line| {
            let text = if line == "readyok" { "evaluation 24 MB read\n" } else { "" };
            format!("{text}{line}\n").into_bytes()
        }));
    }),
    defect_hook("J23", |hooks| after_pv(hooks, "(4.17%)")),
    defect_hook("J24", |hooks| {
        stock::change_info(hooks, |asked, info| {
            if !asked.root.first_to_move() {
                stock::negate_score(info);
            }
        });
    }),
    defect_hook("J25", |hooks| {
        stock::change_info(hooks, |_, info| {
            let nodes = info.get("nodes").unwrap_or("0").to_owned();
            info.replace("nps", "nodes", nodes);
        });
    }),
    defect_hook("J26", |hooks| {
        extra(hooks, |asked| {
            let mv = asked.root.moves().first().copied()?;
            Some(Info::default().with("currline", format!("1 {mv}")))
        });
    }),
    defect_hook("J26:refutation", |hooks| {
        extra(hooks, |asked| {
            let mv = asked.root.moves().first().copied()?;
            let reply = asked.root.after(mv).moves().first().copied()?;
            Some(Info::default().with("refutation", format!("{mv} {reply}")))
        });
    }),
    defect_hook("J27", |hooks| {
        stock::change_info(hooks, |_, info| {
            if let Some(plies) = info.mate() {
                info.set("score", format!("mate {plies} lowerbound"));
            }
        });
    }),
    defect_hook("J28", |hooks| {
        stock::change_info(hooks, |_, info| {
            if let Some(cp) = info.cp() {
                info.set("score", format!("lowerbound cp {cp}"));
            }
        });
    }),
    defect_hook("J29", |hooks| {
        extra(hooks, |asked| {
            let mut moves = ["5e5d", "5i5a", "2h8b", "8b2h"].into_iter();
            let illegal = moves.find(|text| asked.root.read(text).is_none())?;
            Some(Info::default().with("currmove", illegal).with("currmovenumber", 1))
        });
    }),
    defect_hook("J31", |hooks| {
        hooks.search.info = Some(Box::new(|_, lines| {
            for at in (0..lines.len()).rev() {
                if let Some(pv) = lines[at].take("pv") {
                    lines.insert(at, Info::default().with("pv", pv));
                }
            }
        }));
    }),
    defect_hook("J32", |hooks| stock::divides_time(hooks, 1000)),
    defect_hook("J32:hundredths", |hooks| stock::divides_time(hooks, 10)),
    defect_hook("J32:decimals", |hooks| {
        stock::change_info(hooks, |_, info| {
            let time = info.get("time").and_then(|text| text.parse::<f64>().ok());
            info.set("time", format!("{:.3}", time.unwrap_or(0.0) / 1000.0));
        });
    }),
];

/// Adds one info line before the others.
pub(super) fn extra(
    hooks: &mut Hooks<Position>,
    line: fn(&SearchContext<'_, Position>) -> Option<Info>,
) {
    hooks.search.info = Some(Box::new(move |asked, lines| {
        if let Some(info) = line(asked) {
            lines.insert(0, info);
        }
    }));
}

/// The moves of a mate in so many plies.
pub(super) fn moves(plies: i32) -> i32 {
    (plies + plies.signum()) / 2
}

/// Writes this score for a side that is mated.
fn mated(hooks: &mut Hooks<Position>, score: &'static str) {
    stock::change_info(hooks, move |asked, info| {
        if !asked.root.has_move() {
            info.set("score", score);
        }
    });
}

/// Writes this score instead of every score that is not a mate.
fn scores(hooks: &mut Hooks<Position>, score: &'static str) {
    stock::change_info(hooks, move |_, info| {
        if info.cp().is_some() {
            info.set("score", score);
        }
    });
}

/// Appends words to the pv.
fn after_pv(hooks: &mut Hooks<Position>, words: &'static str) {
    stock::change_info(hooks, move |_, info| {
        if let Some(pv) = info.get("pv") {
            let longer = format!("{pv} {words}");
            info.set("pv", longer);
        }
    });
}

/// Reports a time and a number of nodes that decrease from line to line.
fn runs_backwards(hooks: &mut Hooks<Position>) {
    let shown = std::sync::atomic::AtomicU64::new(0);
    stock::change_info(hooks, move |_, info| {
        let before = shown.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        info.set("time", 900 - before % 30 * 30);
        info.set("nodes", 9000 - before % 30 * 300);
    });
}

/// Writes bytes before each `bestmove`.
fn bytes_before_bestmove(hooks: &mut Hooks<Position>, bytes: &'static [u8]) {
    hooks.write = Some(Box::new(move |line| {
        let before = if line.starts_with("bestmove") { bytes } else { b"" };
        [before, line.as_bytes(), b"\n"].concat()
    }));
}
