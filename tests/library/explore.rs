//! Generated sessions against engines that are functions.

use std::io::{BufRead, BufReader, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use kentei::engine::{EngineStreams, InProcess};
use kentei::explore::{self, Model, Session};
use kentei::protocol::{Dialect as _, Limits};
use kentei::reference::{self, Io};
use kentei::run::plan::NoObserver;
use kentei::run::result::RunResult;
use kentei::run::{self, Explored, Plan};
use kentei::verdict::Verdict;
use kentei::{USI, scenario};

use crate::in_process::built_in;

/// Plays these batches of sessions one after the other. The last result is how many batches were requested.
fn explored(engine: InProcess, batches: Vec<Vec<Session>>) -> (RunResult, Explored, usize) {
    explored_until(engine, batches, &AtomicUsize::new(0))
}

/// Plays these batches, and counts in `asked` how many were requested, before each of them begins.
fn explored_until(
    engine: InProcess,
    batches: Vec<Vec<Session>>,
    asked: &AtomicUsize,
) -> (RunResult, Explored, usize) {
    let (library, _) = scenario::load(&USI, &[]);
    // Only engines that are silent wait for it.
    let limits = Limits::of(&USI, |name, limit| if name == "usiok" { limit / 5 } else { limit });
    let plan = Plan { jobs: 1, limits, ..Plan::new(engine, &USI, library.scenarios) };
    let mut left = batches.into_iter();
    let mut next = |_: &Explored| {
        let batch = left.next();
        asked.fetch_add(usize::from(batch.is_some()), Ordering::SeqCst);
        explore::scenarios(&USI, &batch.unwrap_or_default())
    };
    let (result, explored) = run::explore(&plan, &mut next, &NoObserver).expect("it starts");
    (result, explored, asked.load(Ordering::SeqCst))
}

/// The sessions of a round in which each session can be cut after any of its turns.
fn sessions() -> Vec<Session> {
    let profile = USI.catalogue().profiles[0].0;
    explore::round(&Model::of(&USI, profile).expect("a model"), 1, 4)
}

fn ender(session: &Session) -> &'static str {
    session.turns.last().and_then(|turn| turn.class("ender")).expect("a turn")
}

#[test]
fn an_exploration_goes_on_after_a_handshake_with_a_fault() {
    let mut short = sessions();
    short.retain(|session| session.turns.len() == 1);
    let batches: Vec<Vec<Session>> = short[..4].chunks(2).map(<[Session]>::to_vec).collect();
    let (result, explored, asked) = explored(built_in("usi", Some("B01")), batches);
    let handshake = result.scenarios.iter().find(|one| one.id == "usi/boot/handshake");
    assert_eq!(handshake.expect("it is played").verdict, Verdict::Fail);
    assert_eq!((explored.sessions, asked), (4, 2));
}

/// An engine that cannot start again after a process in which it searched and its input ended without `quit`.
fn forgets_to_tidy_up() -> InProcess {
    let left_behind = Arc::new(AtomicBool::new(false));
    InProcess::new("forgets to tidy up", move |streams| {
        let EngineStreams { input, mut output, errors, .. } = streams;
        if left_behind.load(Ordering::SeqCst) {
            let _ = writeln!(output, "info string another one is running");
            return 1;
        }
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        let left_behind = Arc::clone(&left_behind);
        let passes = std::thread::spawn(move || {
            let (mut played, mut tidy) = (false, false);
            for line in BufReader::new(input).lines().map_while(Result::ok) {
                played |= line.starts_with("go ");
                tidy = line == "quit";
                if writeln!(writer, "{line}").is_err() || tidy {
                    break;
                }
            }
            left_behind.store(played && !tidy, Ordering::SeqCst);
        });
        let io = Io { input: Box::new(reader), output, errors };
        reference::run("usi", None, io).expect("it ends");
        passes.join().expect("it does not panic");
        0
    })
}

#[test]
fn a_session_that_was_cut_leaves_an_engine_that_starts_again() {
    let sessions = sessions();
    let of = |wanted: &str| {
        let mut fitting =
            sessions.iter().filter(|one| one.turns.len() == 1 && ender(one) == wanted);
        vec![fitting.next().expect("a session").clone()]
    };
    let batches = |ends: &[&str]| ends.iter().map(|end| of(end)).collect::<Vec<_>>();
    let (sound, ..) = explored(built_in("usi", None), batches(&["end-of-input", "quit"]));
    assert!(sound.scenarios.iter().all(|one| one.verdict == Verdict::Pass), "{sound:?}");
    let ends = ["quit", "end-of-input", "quit", "quit"];
    let (result, _, asked) = explored(forgets_to_tidy_up(), batches(&ends));
    let broken = result.scenarios.iter().filter(|one| one.verdict == Verdict::Fail);
    let broken: Vec<&str> = broken.map(|one| one.id.as_str()).collect();
    assert!(broken.contains(&"usi/boot/handshake"), "{broken:?}");
    assert_eq!(asked, 3, "whatever follows would be blocked as well");
}

#[test]
fn an_engine_that_falls_silent_later_is_found_out() {
    let asked = Arc::new(AtomicUsize::new(0));
    let rounds = Arc::clone(&asked);
    let engine = InProcess::new("falls silent", move |streams| {
        let EngineStreams { input, output, errors, .. } = streams;
        if rounds.load(Ordering::SeqCst) == 4 {
            return i32::from(BufReader::new(input).lines().any(|line| line.is_err()));
        }
        reference::run("usi", None, Io { input, output, errors }).expect("it ends");
        0
    });
    let mut short = sessions();
    short.retain(|session| session.turns.len() == 1);
    let batches = short[..4].chunks(1).map(<[Session]>::to_vec).collect();
    let (result, explored, asked) = explored_until(engine, batches, &asked);
    let verdict =
        |of: &str| result.scenarios.iter().find(|one| one.id == of).map(|one| one.verdict);
    assert_eq!(verdict("usi/boot/handshake"), Some(Verdict::Fail));
    let blocked = result.scenarios.iter().filter(|one| one.verdict == Verdict::Blocked);
    assert!(blocked.count() > 0, "the session of the last batch");
    assert_eq!((explored.sessions, asked), (3, 4));
}
