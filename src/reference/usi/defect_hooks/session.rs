//! Sessions that go wrong in rare cases: the second time, after the first game, only in a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Dialect as _, is_command, lock, options, stock};
use crate::reference::usi::Usi;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("N30", stock::end_on_second_hello::<Usi>),
    defect_hook("N31", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| match words {
            ["setoption", "name", name, ..] => {
                let declared = Usi::options();
                let near = |own: &str| own != *name && own.eq_ignore_ascii_case(name);
                declared.iter().any(|option| near(option.name))
            }
            _ => false,
        });
    }),
    defect_hook("N32", |hooks| {
        let mut over = false;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            over |= words.first() == Some(&"gameover");
            over && words.first() == Some(&"setoption")
        });
    }),
    defect_hook("N33", |hooks| {
        stock::one_line_after::<Usi>(hooks, |line| line.starts_with("usinewgame"));
    }),
    defect_hook("N34", |hooks| {
        stock::one_line_after::<Usi>(hooks, |line| line.starts_with("gameover"));
    }),
    defect_hook("N35", |hooks| {
        stock::say_on(hooks, |_, words| match words {
            ["setoption", "name", name, ..] => {
                let declared = Usi::options();
                let mut same = declared.iter().filter(|option| option.name == *name);
                same.next().map(options::Declared::line)
            }
            _ => None,
        });
    }),
    defect_hook("N36", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| match words {
            ["setoption", "name", "KenteiContempt", "value", value] => value.starts_with("-100"),
            _ => false,
        });
    }),
    defect_hook("N36:max", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words == ["setoption", "name", "KenteiContempt", "value", "100"]
        });
    }),
    defect_hook("N37", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words == ["setoption", "name", "KenteiStyle", "value", "Risky"]
        });
    }),
    defect_hook("N37:check", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words == ["setoption", "name", "KenteiEnteringKing", "value", "false"]
        });
    }),
    defect_hook("N38", |hooks| {
        let mut set = false;
        stock::say_on(hooks, move |_, words| {
            set |= words.first() == Some(&"setoption");
            stock::says(words == ["isready"] && std::mem::take(&mut set), "readyok")
        });
    }),
    defect_hook("N39", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            words.first() == Some(&"gameover") && shared.newest().is_none()
        });
    }),
    defect_hook("N40", |hooks| {
        let mut count = 0;
        stock::lose(hooks, move |_, words| {
            count += usize::from(words == ["isready"]);
            words == ["isready"] && count % 10 == 0
        });
    }),
    defect_hook("N41", |hooks| {
        stock::command(hooks, |shared, words| {
            if words == ["quit"] && shared.newest().is_some() && shared.open().is_none() {
                stock::hang(shared);
            }
            Handling::Obey
        });
    }),
    defect_hook("N42", |hooks| {
        hooks.eof = Some(Box::new(|shared| {
            if shared.open().is_some() {
                stock::hang(shared);
            }
            Ending::Exit(0)
        }));
    }),
    defect_hook("N43", |hooks| {
        stock::command(hooks, |shared, words| {
            if words == ["quit"] && shared.open().is_some() {
                stock::leave_a_child("usi");
            }
            Handling::Obey
        });
    }),
    defect_hook("N44", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            let unknown = words.first().is_some_and(|first| !is_command::<Usi>(first));
            unknown && shared.open().is_some()
        });
    }),
    defect_hook("N45", |hooks| stops_at(hooks, str::is_empty)),
    defect_hook("N46", |hooks| stops_at(hooks, |line| !is_command::<Usi>(line))),
    defect_hook("N47", |hooks| {
        stock::lose_lines(hooks, |line| {
            let game = line.starts_with("position") || line.starts_with("go");
            game && line.ends_with('\r')
        });
    }),
    defect_hook("N48", |hooks| {
        hooks.lines.push(Box::new(|shared, line| {
            shared.say(line);
            Handling::Obey
        }));
    }),
    defect_hook("N49", |hooks| lines(hooks, |line| format!("{line}\n\r"))),
    defect_hook("N50", |hooks| {
        lines(hooks, |line| match line {
            "readyok" => "readyok \n".to_owned(),
            _ => format!("{line}\n"),
        });
    }),
    defect_hook("N50:before", |hooks| {
        lines(hooks, |line| match line.starts_with("bestmove") {
            true => format!(" {line}\n"),
            false => format!("{line}\n"),
        });
    }),
    defect_hook("N51", |hooks| lines(hooks, |line| format!("{line}\r\n"))),
    defect_hook("N52", writes_in_halves),
    defect_hook("N53", |hooks| {
        lines(hooks, |line| match line.starts_with("bestmove") {
            true => line.to_owned(),
            false => format!("{line}\n"),
        });
        hooks.search.answered = Some(Box::new(|shared, _, _| {
            shared.nap(Duration::from_millis(900));
            shared.write(b"\n");
        }));
    }),
    defect_hook("N54", keeps_output),
    defect_hook("N55", |hooks| {
        let mut kept: Option<String> = None;
        hooks.lines.push(Box::new(move |_, line| {
            let before = kept.replace(line.to_owned());
            before.map_or(Handling::Ignore, |before| Handling::Instead(vec![before]))
        }));
    }),
    defect_hook("N56", |hooks| {
        let mut ready = 0;
        stock::command(hooks, move |shared, words| {
            ready += usize::from(words == ["isready"]);
            if words == ["isready"] && ready == 2 {
                for option in Usi::options() {
                    shared.say(&option.line());
                }
            }
            Handling::Obey
        });
    }),
    defect_hook("N57", |hooks| {
        let greeted = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&greeted);
        stock::command(hooks, move |_, words| {
            seen.fetch_or(words == ["usi"], Ordering::Relaxed);
            Handling::Obey
        });
        hooks.eof = Some(Box::new(move |shared| {
            if !greeted.load(Ordering::Relaxed) {
                stock::hang(shared);
            }
            Ending::Exit(0)
        }));
    }),
    defect_hook("N58", |hooks| {
        let mut games = 0;
        stock::lose(hooks, move |_, words| {
            games += usize::from(words == ["usinewgame"]);
            games > 1 && words == ["stop"]
        });
    }),
    defect_hook("N59", |hooks| {
        stock::command(hooks, |shared, words| {
            if words == ["quit"]
                && let Some(epoch) = shared.open()
            {
                epoch.stop();
                epoch.wait_closed(Duration::from_secs(1));
                shared.end(Ending::Abort);
            }
            Handling::Obey
        });
    }),
];

/// Ends a search at some lines, as at `stop`.
fn stops_at(hooks: &mut Hooks<Position>, which: fn(&str) -> bool) {
    hooks.lines.push(Box::new(move |shared, line| {
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        match which(word) && shared.open().is_some() {
            true => Handling::Instead(vec!["stop".to_owned()]),
            false => Handling::Obey,
        }
    }));
}

/// Writes each line in another way.
fn lines(hooks: &mut Hooks<Position>, write: fn(&str) -> String) {
    hooks.write = Some(Box::new(move |line| write(line).into_bytes()));
}

/// Writes each line in two parts, 5 ms apart, never mixed with another line.
fn writes_in_halves(hooks: &mut Hooks<Position>) {
    let (sender, queue) = mpsc::channel::<Vec<u8>>();
    let mut queue = Some(queue);
    hooks.write = Some(Box::new(move |line| {
        // Sending fails only if the writing thread does not run.
        let _ = sender.send(format!("{line}\n").into_bytes());
        Vec::new()
    }));
    hooks.start = Some(Box::new(move |shared| {
        let (shared, Some(queue)) = (Arc::clone(shared), queue.take()) else {
            return;
        };
        let write = move || {
            for line in queue {
                let (head, tail) = line.split_at(line.len() / 2);
                shared.write(head);
                shared.nap(Duration::from_millis(5));
                shared.write(tail);
            }
        };
        // Without the thread there is no output at all, which is another defect.
        let _ = std::thread::Builder::new().name("halves".to_owned()).spawn(write);
    }));
}

/// Keeps its output in a buffer of 4096 bytes until the buffer is full or the engine ends.
fn keeps_output(hooks: &mut Hooks<Position>) {
    let buffer: Arc<Mutex<Vec<u8>>> = Arc::default();
    let flush = |shared: &SharedState, buffer: &Mutex<Vec<u8>>| {
        let kept = std::mem::take(&mut *lock(buffer));
        shared.write(&kept);
    };
    let filled = Arc::clone(&buffer);
    hooks.write = Some(Box::new(move |line| {
        let mut filled = lock(&filled);
        filled.extend_from_slice(line.as_bytes());
        filled.push(b'\n');
        match filled.len() >= 4096 {
            true => std::mem::take(&mut *filled),
            false => Vec::new(),
        }
    }));
    let at_quit = Arc::clone(&buffer);
    stock::command(hooks, move |shared, words| {
        if words == ["quit"] {
            flush(shared, &at_quit);
        }
        Handling::Obey
    });
    hooks.eof = Some(Box::new(move |shared| {
        flush(shared, &buffer);
        Ending::Exit(0)
    }));
}
