//! Info lines with wrong numbers or words.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, Hooks, SearchContext, defect_hook};
use crate::reference::family::info::Info;
use crate::reference::family::{Board as _, stock};

/// More lines than a client can read in five seconds.
const FLOOD: usize = 6000;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("IN01", |hooks| {
        stock::change_info(hooks, |asked, info| {
            if asked.root.has_move() {
                info.take("depth");
            }
        });
    }),
    defect_hook("IN02", |hooks| stock::divides_time(hooks, 1000)),
    defect_hook("IN02:hundredths", |hooks| stock::divides_time(hooks, 10)),
    defect_hook("IN02:micro", |hooks| {
        changes(hooks, "time", |time| time.map(|time| time * 1000 + 900_000));
    }),
    defect_hook("IN02:none", |hooks| {
        stock::change_info(hooks, |_, info| {
            info.take("time");
        });
    }),
    defect_hook("IN03", |hooks| {
        stock::change_info(hooks, |_, info| {
            info.take("hashfull");
            info.take("nps");
        });
    }),
    defect_hook("IN04", |hooks| {
        adds(hooks, |_, info| {
            let (depth, time) = (info.get("depth")?, info.get("time")?);
            let line = Info::default().with("depth", depth).with("time", time);
            Some(vec![line.with("pv", info.get("pv")?)])
        });
    }),
    defect_hook("IN06", |hooks| changes(hooks, "multipv", |number| number.map(|it| it - 1))),
    defect_hook("Y120", stock::swaps_the_first_lines),
    defect_hook("IN06:best", |hooks| {
        hooks.search.info = Some(Box::new(|_, lines| lines.truncate(1)));
    }),
    defect_hook("IN06:same", |hooks| {
        hooks.search.info = Some(Box::new(|_, lines| {
            let first = lines.first().and_then(|info| info.get("pv").map(str::to_owned));
            for info in lines.iter_mut().skip(1) {
                info.set("pv", first.as_deref().unwrap_or_default());
            }
        }));
    }),
    defect_hook("IN06:pad", |hooks| {
        hooks.search.info = Some(Box::new(|asked, lines| {
            let last = lines.last().filter(|info| info.get("multipv").is_some()).cloned();
            if let Some(mut more) = last.filter(|_| asked.root.moves().len() < 3) {
                more.set("multipv", lines.len() + 1);
                lines.push(more);
            }
        }));
    }),
    defect_hook("IN06:kept", |hooks| {
        let mut was_more = false;
        stock::lose(hooks, move |_, words| match words {
            ["setoption", "name", "MultiPV", "value", value] => {
                let is_more = value.parse::<u32>().is_ok_and(|lines| lines > 1);
                was_more |= is_more;
                // After a value above 1, the engine ignores the value 1.
                was_more && !is_more
            }
            _ => false,
        });
    }),
    defect_hook("IN09", |hooks| {
        stock::change_info(hooks, |_, info| {
            let nodes = info.get("nodes").map(|nodes| format!("{nodes} lowerbound"));
            info.set("nodes", nodes.unwrap_or_default());
        });
    }),
    defect_hook("IN10", |hooks| {
        adds(hooks, |asked, _| {
            let moves = asked.root.moves().into_iter().enumerate();
            let looked = moves.map(|(at, mv)| {
                Info::default().with("currmove", mv).with("currmovenumber", at + 1)
            });
            Some(looked.collect())
        });
    }),
    defect_hook("IN11", |hooks| {
        adds(hooks, |asked, _| {
            let first = asked.root.moves().first().copied()?;
            Some(vec![Info::default().with("currmove", first).with("currmovenumber", 0)])
        });
    }),
    defect_hook("IN12", |hooks| changes(hooks, "hashfull", |_| Some(1001))),
    defect_hook("IN12:negative", |hooks| changes(hooks, "hashfull", |_| Some(-1))),
    defect_hook("IN12:cpu", |hooks| {
        adds(hooks, |_, _| Some(vec![Info::default().with("cpuload", -20)]));
    }),
    defect_hook("IN14", |hooks| {
        adds(hooks, |_, info| {
            let pv = info.get("pv")?;
            Some(vec![Info::default().with("refutation", pv)])
        });
    }),
    defect_hook("IN15", |hooks| {
        adds(hooks, |_, info| {
            let pv = info.get("pv")?;
            Some(vec![Info::default().with("currline", format!("1 {pv}"))])
        });
    }),
    defect_hook("IN17", |hooks| {
        stock::change_info(hooks, |_, info| info.set("nps", "12345.6"));
    }),
    defect_hook("IN17:cp", |hooks| {
        stock::change_info(hooks, |_, info| {
            if let Some(cp) = info.cp() {
                info.set("score", format!("cp {:.2}", f64::from(cp) / 100.0));
            }
        });
    }),
    defect_hook("IN17:depth", |hooks| {
        stock::change_info(hooks, |_, info| {
            let deeper = info.take("seldepth").unwrap_or_default();
            let depth = info.get("depth").map(|depth| format!("{depth}/{deeper}"));
            info.set("depth", depth.unwrap_or_default());
        });
    }),
    defect_hook("IN17:time", |hooks| {
        stock::change_info(hooks, |_, info| {
            let time = info.get("time").map(|time| format!("{time}ms"));
            info.set("time", time.unwrap_or_default());
        });
    }),
    defect_hook("IN17:negative", |hooks| changes(hooks, "nodes", |_| Some(-5))),
    defect_hook("IN17:inf", |hooks| {
        stock::change_info(hooks, |_, info| info.set("nps", "inf"));
    }),
    defect_hook("IN17:number", |hooks| {
        adds(hooks, |asked, _| {
            let first = asked.root.moves().first().copied()?;
            Some(vec![Info::default().with("currmove", first).with("currmovenumber", "first")])
        });
    }),
    defect_hook("IN18", |hooks| {
        stock::change_info(hooks, |asked, info| {
            if asked.epoch.request.depth.is_none() {
                info.take("seldepth");
                let depth = info.get("depth").and_then(|text| text.parse::<i64>().ok());
                info.set("depth", 40 - depth.unwrap_or_default());
            }
        });
    }),
    defect_hook("IN19", |hooks| {
        hooks.search.info = Some(Box::new(|asked, lines| {
            if asked.epoch.request.infinite
                && let Some(last) = lines.last().cloned()
            {
                lines.extend(std::iter::repeat_n(last, FLOOD));
            }
        }));
    }),
    defect_hook("IN20", |hooks| {
        stock::change_info(hooks, |_, info| {
            let nodes = info.get("nodes").map(|nodes| format!("{nodes} fmc 12"));
            info.set("nodes", nodes.unwrap_or_default());
        });
    }),
    defect_hook("IN22", |hooks| {
        adds(hooks, |asked, _| {
            let illegal = ["a1a8", "h8h1", "e2e7"].into_iter();
            let illegal = illegal.map(str::to_owned).find(|mv| asked.root.read(mv).is_none())?;
            Some(vec![Info::default().with("currmove", illegal).with("currmovenumber", 1)])
        });
    }),
    defect_hook("IN22:word", |hooks| {
        adds(hooks, |_, _| {
            Some(vec![Info::default().with("currmove", "Nf3").with("currmovenumber", 1)])
        });
    }),
    defect_hook("IN23", |hooks| {
        stock::change_info(hooks, |_, info| {
            let nodes = info.get("nodes").map(|nodes| format!("{nodes} nodes {nodes}"));
            info.set("nodes", nodes.unwrap_or_default());
        });
    }),
    defect_hook("IN24", |hooks| {
        let reported = AtomicU32::new(0);
        stock::change_info(hooks, move |_, info| {
            info.set("nodes", 900_000 - reported.fetch_add(1, Ordering::SeqCst).min(800_000));
        });
    }),
    defect_hook("IN25", |hooks| {
        stock::change_info(hooks, |_, info| {
            if let Some(cp) = info.cp() {
                info.set("score", cp);
            }
        });
    }),
    defect_hook("IN25:headless", |hooks| {
        stock::change_info(hooks, |_, info| {
            if let Some(cp) = info.cp() {
                info.replace("score", "cp", cp);
            }
        });
    }),
    defect_hook("IN26", |hooks| {
        shows_when_asked(hooks, |_| Info::default().with("refutation", ""), true);
    }),
    defect_hook("IN26:cpu", |hooks| {
        shows_when_asked(hooks, |pv| Info::default().with("currline", format!("0 {pv}")), false);
    }),
    defect_hook("IN27", |hooks| {
        shows_when_asked(hooks, |pv| Info::default().with("currline", format!("1 {pv}")), false);
    }),
    defect_hook("IN27:refutation", |hooks| {
        shows_when_asked(hooks, |pv| Info::default().with("refutation", pv), true);
    }),
    defect_hook("BM06", |hooks| {
        stock::change_info(hooks, |_, info| {
            info.take("score");
        });
    }),
];

/// Changes a number in every line that has a score.
fn changes(
    hooks: &mut Hooks<Position>,
    word: &'static str,
    change: fn(Option<i64>) -> Option<i64>,
) {
    stock::change_info(hooks, move |_, info| {
        let number = info.get(word).and_then(|text| text.parse().ok());
        if let Some(number) = change(number) {
            info.set(word, number);
        }
    });
}

/// Adds lines before each group of lines; `more` gets the first line of the group.
fn adds(
    hooks: &mut Hooks<Position>,
    more: fn(&SearchContext<'_, Position>, &Info) -> Option<Vec<Info>>,
) {
    hooks.search.info = Some(Box::new(move |asked, lines| {
        let new = lines.first().and_then(|first| more(asked, first));
        lines.splice(0..0, new.into_iter().flatten());
    }));
}

/// Declares the option for such lines, and shows one line in each group while the option is true.
fn shows_when_asked(hooks: &mut Hooks<Position>, line: fn(&str) -> Info, refutation: bool) {
    const CURRLINE: &str = "UCI_ShowCurrLine";
    const REFUTATIONS: &str = "UCI_ShowRefutations";
    hooks.handshake = Some(|lines| {
        for name in [CURRLINE, REFUTATIONS] {
            lines.insert(3, format!("option name {name} type check default false"));
        }
    });
    stock::show_if_set(hooks, if refutation { REFUTATIONS } else { CURRLINE }, line);
}
