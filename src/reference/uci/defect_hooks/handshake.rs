//! Handshakes with a missing, additional or misplaced line, and lines with other bytes or on another stream.

use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::stock;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("B01", |hooks| hooks.errors = Some(|_| true)),
    defect_hook("B01:ready", |hooks| hooks.errors = Some(|line| line == "readyok")),
    defect_hook("B01:info", |hooks| hooks.errors = Some(|line| line.starts_with("info"))),
    defect_hook("B01:reply", |hooks| hooks.errors = Some(|line| line.starts_with("bestmove"))),
    defect_hook("B02", |hooks| before(hooks, "id name", "\u{feff}")),
    defect_hook("B02:option", |hooks| {
        lines(hooks, |lines| {
            lines.insert(2, "option name Kentei \u{1b}[1mBold type check default false".to_owned());
        });
    }),
    defect_hook("B02:ready", |hooks| before(hooks, "readyok", "\0")),
    defect_hook("B02:reply", |hooks| before(hooks, "bestmove", "\u{1b}[32m")),
    defect_hook("B03", |hooks| {
        lines(hooks, |lines| {
            if let Some(last) = lines.last_mut() {
                last.push_str(" Kentei 1.0");
            }
        });
    }),
    defect_hook("B03:ready", |hooks| before(hooks, "readyok", " ")),
    defect_hook("B03:reply", |hooks| before(hooks, "bestmove", "  ")),
    defect_hook("B03:after", |hooks| {
        hooks.write = Some(Box::new(|line| match line {
            "uciok" | "readyok" => format!("{line} \n").into_bytes(),
            _ => format!("{line}\n").into_bytes(),
        }));
    }),
    defect_hook("B04", |hooks| {
        lines(hooks, |lines| {
            lines.remove(0);
        });
    }),
    defect_hook("B04:empty", |hooks| lines(hooks, |lines| lines[0] = "id name".to_owned())),
    defect_hook("B04:twice", |hooks| {
        lines(hooks, |lines| lines.insert(1, "id name Kentei".to_owned()));
    }),
    defect_hook("B05", |hooks| lines(hooks, |lines| lines[1] = "id auther kentei".to_owned())),
    defect_hook("B05:empty", |hooks| lines(hooks, |lines| lines[1] = "id author".to_owned())),
    defect_hook("B05:twice", |hooks| {
        lines(hooks, |lines| lines.insert(2, "id author kentei".to_owned()));
    }),
    defect_hook("B06", |hooks| lines(hooks, |lines| lines.retain(|line| line != "uciok"))),
    defect_hook("B06:twice", |hooks| lines(hooks, |lines| lines.push("uciok".to_owned()))),
    defect_hook("B06:id", |hooks| {
        lines(hooks, |lines| lines.push("id author kentei".to_owned()));
    }),
    defect_hook("B07", |hooks| {
        lines(hooks, |lines| {
            let options = lines.len() - 1;
            lines[..options].rotate_left(2);
        });
    }),
    defect_hook("B07:between", |hooks| lines(hooks, |lines| lines.swap(0, 2))),
    defect_hook("B08", |hooks| {
        lines(hooks, |lines| {
            let second = lines.remove(4);
            lines[3] = format!("{} {second}", lines[3]);
        });
    }),
    defect_hook("B09", |hooks| late(hooks, Duration::from_secs(6))),
    defect_hook("B09:late", |hooks| late(hooks, Duration::from_secs(12))),
    defect_hook("B10", |hooks| {
        lines(hooks, |lines| lines.insert(4, "Loading the network ... done".to_owned()));
    }),
    defect_hook("B10:id", |hooks| {
        lines(hooks, |lines| lines.insert(2, "id settings threads=1 hash=16".to_owned()));
    }),
    defect_hook("B11", |hooks| {
        lines(hooks, |lines| lines.push("registration error".to_owned()));
        stock::say_on(hooks, |_, words| {
            stock::says(words.first() == Some(&"register"), "registration error")
        });
    }),
    defect_hook("B11:early", |hooks| {
        lines(hooks, |lines| lines.insert(2, "registration checking".to_owned()));
    }),
    defect_hook("Y112", waits_for_register),
    defect_hook("S15", |hooks| {
        let mut is_open = false;
        hooks.write = Some(Box::new(move |line| {
            let start = if is_open { "\n" } else { "" };
            is_open = line == "readyok";
            let end = if is_open { "" } else { "\n" };
            format!("{start}{line}{end}").into_bytes()
        }));
    }),
    defect_hook("S15:text", |hooks| {
        stock::command(hooks, |shared, words| {
            if words == ["isready"] {
                shared.write(b"loading");
                shared.nap(Duration::from_secs(1));
                shared.write(b"\n");
            }
            Handling::Obey
        });
    }),
    defect_hook("S16", |hooks| {
        hooks.write = Some(Box::new(|line| format!("{line}\r\n").into_bytes()));
    }),
];

/// Changes the lines of the handshake.
fn lines(hooks: &mut Hooks<Position>, change: fn(&mut Vec<String>)) {
    hooks.handshake = Some(change);
}

/// Writes a text before each line that begins with `word`.
fn before(hooks: &mut Hooks<Position>, word: &'static str, what: &'static str) {
    hooks.write = Some(Box::new(move |line| {
        let what = if line.starts_with(word) { what } else { "" };
        format!("{what}{line}\n").into_bytes()
    }));
}

/// Answers `uci` only after this time.
fn late(hooks: &mut Hooks<Position>, after: Duration) {
    stock::command(hooks, move |shared, words| {
        if words == ["uci"] {
            shared.nap(after);
        }
        Handling::Obey
    });
}

/// Is not registered, and answers `isready` only after the client has said what it does about that.
fn waits_for_register(hooks: &mut Hooks<Position>) {
    let outcome = ["registration checking", "registration error"];
    lines(hooks, |lines| {
        lines.push("registration checking".to_owned());
        lines.push("registration error".to_owned());
    });
    let (mut asked, mut waits, mut unanswered) = (false, false, 0);
    stock::command(hooks, move |shared, words| match words {
        ["uci"] => {
            waits |= !std::mem::replace(&mut asked, true);
            Handling::Obey
        }
        ["isready"] if waits => {
            unanswered += 1;
            Handling::Ignore
        }
        ["register", ..] => {
            waits = false;
            outcome.iter().for_each(|line| shared.say(line));
            Handling::Instead(vec!["isready".to_owned(); std::mem::take(&mut unanswered)])
        }
        _ => Handling::Obey,
    });
}
