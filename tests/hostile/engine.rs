//! The hostile engine: a small sound USI engine that misbehaves at one point of the dialogue. The mode names the
//! misbehaviour and the point, `what@point`; without a point it is `start`.

use std::fs;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process};

/// The environment variable with the number of bytes of a flood.
pub(crate) const FLOOD: &str = "KENTEI_HOSTILE_BYTES";

/// Plays the engine until its input ends or it is asked to quit.
pub(crate) fn play(mode: &str) {
    let (what, point) = mode.split_once('@').unwrap_or((mode, "start"));
    let mut engine = Engine { what, point };
    engine.at("start");
    let mut searching = false;
    let mut at_start = true;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        match word {
            "usi" => {
                say("id name hostile");
                say("id author nobody");
                engine.at("hello");
                say("usiok");
                engine.at("greeted");
            }
            "isready" => {
                engine.at("isready");
                say("readyok");
                engine.at("ready");
            }
            "position" => at_start = line.trim_end() == "position startpos",
            "go" if line.starts_with("go mate") => say("checkmate notimplemented"),
            "go" => {
                engine.at("go");
                searching = line.contains("ponder") || line.contains("infinite");
                if !searching {
                    say(reply(at_start));
                    engine.at("answered");
                }
            }
            "stop" | "ponderhit" if searching => {
                searching = false;
                say(reply(at_start));
                engine.at("answered");
            }
            "quit" => {
                engine.at("quit");
                return;
            }
            _ => {}
        }
    }
    engine.at("end");
}

/// The reply of an engine that knows one position, and resigns in all others.
fn reply(at_start: bool) -> &'static str {
    if at_start { "bestmove 7g7f" } else { "bestmove resign" }
}

struct Engine<'m> {
    what: &'m str,
    point: &'m str,
}

impl Engine<'_> {
    fn at(&mut self, point: &str) {
        if point == self.point {
            misbehave(self.what);
        }
    }
}

/// Writes a line at once. If nobody reads any more, the engine ends, as any program would.
fn say(line: impl AsRef<[u8]>) {
    write(&[line.as_ref(), b"\n"].concat());
}

fn write(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn write_error(bytes: &[u8]) {
    // This fails if nobody reads any more.
    let _ = io::stderr().write_all(bytes);
}

/// How many bytes a flood has.
fn budget() -> u64 {
    let set = std::env::var(FLOOD).ok().and_then(|text| text.parse().ok());
    set.unwrap_or(30_000_000)
}

/// Writes the same text again and again.
fn flood(text: &[u8], to: fn(&[u8])) {
    let block = text.repeat((64 << 10) / text.len() + 1);
    // Short lines are so many that their flood has fewer bytes.
    let mut left = if text.len() < 100 { budget() / 60 } else { budget() };
    while left > 0 {
        to(&block);
        left = left.saturating_sub(block.len() as u64);
    }
}

fn signal(name: &str) -> Option<Signal> {
    Some(match name {
        "hup" => Signal::HUP,
        "int" => Signal::INT,
        "quit" => Signal::QUIT,
        "ill" => Signal::ILL,
        "abort" => Signal::ABORT,
        "bus" => Signal::BUS,
        "fpe" => Signal::FPE,
        "kill" => Signal::KILL,
        "segv" => Signal::SEGV,
        "alarm" => Signal::ALARM,
        "term" => Signal::TERM,
        "stopped" => Signal::STOP,
        _ => return None,
    })
}

fn forever() {
    loop {
        std::thread::park();
    }
}

/// This program, with another mode.
fn again(mode: &str) -> Command {
    let mut command = Command::new(own_path());
    command.args(["engine", mode]);
    command
}

fn own_path() -> PathBuf {
    std::env::args_os().next().map(PathBuf::from).unwrap_or_default()
}

/// Replaces this process by another one that lacks a pipe.
fn without(pipe: &str) {
    let mut command = again("sound");
    match pipe {
        "stdin" => command.stdin(Stdio::null()),
        "stdout" => command.stdout(Stdio::null()),
        _ => command.stderr(Stdio::null()),
    };
    if pipe == "stdin" || pipe == "stdout" {
        // This argument is ignored: the mode is the first one.
        command.args(["deaf"]);
    }
    let error = command.exec();
    write_error(format!("{error}\n").as_bytes());
    std::process::exit(78);
}

/// Starts a child that lives on and writes nothing.
fn child(mode: &str) {
    let mut command = again(mode);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // If the system has no room for it, there is no child.
    drop(command.spawn());
}

fn misbehave(what: &str) {
    if let Some(signal) = signal(what) {
        // A shell may have started the test with this signal ignored.
        let _ = signal_hook::low_level::emulate_default_handler(signal.as_raw());
        // Sent twice, because the runtime's own handler for faults is removed at the first signal.
        for _ in 0..2 {
            // A process may always send a signal to itself.
            let _ = kill_process(getpid(), signal);
        }
        return;
    }
    match what {
        "sound" => {}
        "deaf" => forever(),
        "exit-0" => std::process::exit(0),
        "exit-3" => std::process::exit(3),
        "panic" => panic!("hostile"),
        "no-stdin" => without("stdin"),
        "no-stdout" => without("stdout"),
        "no-stderr" => without("stderr"),
        "flood" => flood(b"y\n", write),
        "flood-blank" => flood(b"\n", write),
        "flood-long" => flood(&[&[b'x'; 60_000][..], b"\n"].concat(), write),
        "flood-info" => flood(b"info depth 3 score cp 12 nodes 4711 pv 7g7f 3c3d\n", write),
        "flood-talk" => flood(b"info string so much to say, and nobody who listens to it\n", write),
        "flood-stderr" => flood(b"warning: nothing works\n", write_error),
        "flood-readyok" => flood(b"readyok\n", write),
        "flood-bestmove" => flood(b"bestmove resign\n", write),
        "flood-mate" => flood(b"checkmate notimplemented\n", write),
        "flood-id" => flood(b"id name another\n", write),
        "flood-flaws" => {
            flood(&[b"info ".to_vec(), b"depth x ".repeat(7000), b"\n".to_vec()].concat(), write)
        }
        "endless" => flood(&[b'x'; 1000], write),
        "endless-stderr" => flood(&[b'x'; 1000], write_error),
        "endless-nul" => flood(&[0; 1000], write),
        "endless-info" => {
            write(b"info pv ");
            flood(&b"7g7f ".repeat(100), write);
            write(b"\n");
        }
        "endless-moves" => {
            write(b"bestmove ");
            flood(&[b'7'; 1000], write);
            write(b"\n");
        }
        "endless-bytes" => {
            flood(&b"\xff\xfe\x80".repeat(100), write);
            write(b"\n");
        }
        "drip" => loop {
            write(b"x");
            std::thread::sleep(Duration::from_millis(20));
        },
        "half" => write(b"bestmo"),
        "torn" => write(b"bestmove res\nign\n"),
        "crcrlf" => write(b"info string a\r\r\nreadyo\rk\r\n"),
        "nul" => write(b"\0\0\0\nread\0yok\n"),
        "utf-16" => write(&utf_16("id name \u{5c06}\nusiok\nreadyok\nbestmove resign\n")),
        "latin" => say(b"info string \xe4\xf6\xfc \xff\xc0\xaf\xed\xa0\x80"),
        "ansi" => say(
            "\u{1b}[2J\u{1b}[31mbestmove\u{1b}[0m \u{1b}]0;owned\u{7}\u{1b}]8;;http://evil\u{1b}\\",
        ),
        "bidi" => say("info string \u{202e}denwo\u{2066}\u{2069} bestmove"),
        "ci" => say(
            "::error::owned\n##vso[task.complete result=Failed;]owned\n::set-output name=x::y\n##[error]owned",
        ),
        "html" => say(
            "id name </script><script>alert('owned')</script><img src=x onerror=owned>]]><owned/>",
        ),
        "markdown" => say("id name ```\n# owned @user ![x](http://evil) </details> <h1>owned</h1>"),
        "options" => {
            for number in 0..100_000 {
                write(
                    format!("option name Knob{number} type spin default 1 min 0 max 9\n")
                        .as_bytes(),
                );
            }
        }
        "megabytes" => {
            let mut text = String::new();
            let mut number = 0;
            while text.len() < 8_000_000 {
                text += &format!("option name Knob{number} type spin default 1 min 0 max 9\n");
                number += 1;
            }
            write(text.as_bytes());
        }
        "million-readyok" => write(&b"readyok\n".repeat(1_000_000)),
        "choices" => {
            let choices: String = (0..9000).map(|number| format!(" var c{number}")).collect();
            for number in 0..100 {
                say(format!("option name Pick{number} type combo default c0{choices}"));
            }
        }
        "wide-options" => {
            let text = "x".repeat(1_000_000);
            for number in 0..(budget() / 1_000_000).clamp(1, 3000) {
                say(format!("option name Text{number} type string default {text}"));
            }
        }
        "eat-memory" => {
            let eaten = vec![7_u8; 200 << 20];
            assert_eq!(eaten[eaten.len() - 1], 7);
            std::mem::forget(eaten);
        }
        "eat-disk" => drop(fs::write("eaten", vec![7_u8; 20 << 20])),
        "children" => (0..20).for_each(|_| child("deaf")),
        "chain" => child("link-400"),
        link if link.starts_with("link-") => {
            std::thread::sleep(Duration::from_millis(5));
            let left: u32 = link["link-".len()..].parse().unwrap_or(0);
            if left > 0 {
                child(&format!("link-{}", left - 1));
            }
            std::process::exit(0);
        }
        "session" => child("own-session"),
        "own-session" => {
            // This fails only for the leader of a group.
            let _ = rustix::process::setsid();
            forever();
        }
        "group" => {
            let mut command = again("deaf");
            command.process_group(0).stdin(Stdio::null());
            drop(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn());
        }
        "daemon" => child("daemon-first"),
        "daemon-first" => {
            let _ = rustix::process::setsid();
            child("deaf");
            std::process::exit(0);
        }
        "delete-itself" => drop(fs::remove_file(own_path())),
        "become-text" => {
            drop(fs::remove_file(own_path()));
            drop(fs::write(own_path(), "nothing that can be started\n"));
        }
        "every-second" => {
            // A file beside the program says whether this start must fail.
            let mark = own_path().with_extension("second");
            if fs::remove_file(&mark).is_ok() {
                std::process::exit(9);
            }
            drop(fs::write(mark, ""));
        }
        "random" => random(),
        _ => {
            write_error(format!("no mode {what}\n").as_bytes());
            std::process::exit(77);
        }
    }
}

fn utf_16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

/// Random bytes, in lines of any length.
fn random() {
    let mut state = u64::from(std::process::id()) | 1;
    let mut left = budget().min(3_000_000);
    while left > 0 {
        let block: Vec<u8> = (0..4096)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state.to_le_bytes()[3]
            })
            .collect();
        write(&block);
        left = left.saturating_sub(block.len() as u64);
    }
}
