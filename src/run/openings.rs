//! Finds out which dialects an engine speaks, before a run. Each opening word is sent to its own process, because some
//! engines choose their dialect by the first word and then ignore every other opening word.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::engine::LaunchError;
use crate::protocol::{Dialect, Setting};
use crate::run::plan::Plan;
use crate::run::schedule::scheduler;
use crate::run::schedule::trial;
use crate::run::script::session::{Session, Woken};
use crate::run::timing::host_load::HostLoadMonitor;
use crate::transcript::{EventKind, ExitStatus, Transcript};

/// The factor on the limit of the handshake. Whether the engine keeps that limit is judged by the scenarios, not here.
pub(super) const PATIENCE: u32 = 2;
/// The time that is left for the other processes after one of them has acknowledged its word: a fixed time, plus a
/// multiple of the time that this acknowledgement took. After that, the engine is asked to quit.
const GRACE: (Duration, u32) = (Duration::from_secs(1), 3);
/// How long an engine that was asked to quit has to acknowledge the opening word before it.
const QUITS: Duration = Duration::from_secs(3);
/// How many of the last lines on standard error are kept of an engine that ended.
const LAST_WORDS: usize = 10;
/// How often a wait checks whether another process has answered in the meantime.
const LOOK: Duration = Duration::from_millis(50);

/// An opening word and the engine's reaction to it.
#[derive(Clone)]
pub struct Opening {
    /// The dialect that the word opens.
    pub dialect: &'static dyn Dialect,
    /// The word: `usi`.
    pub word: &'static str,
    /// How the engine reacted.
    pub reply: OpeningReply,
    /// The last lines on standard error of an engine that ended, blank lines left out.
    pub last_words: Vec<String>,
}

/// How an engine reacted to an opening word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpeningReply {
    /// The engine acknowledged the word: it speaks the dialect.
    Acknowledged,
    /// The engine sent its name or its options in the dialect, but no acknowledgement.
    Introduced,
    /// The engine did not acknowledge the word in time, and sent neither a name nor options.
    Unanswered {
        /// How long the engine had.
        after: Duration,
        /// Whether the engine wrote anything.
        wrote: bool,
    },
    /// The engine ended without an acknowledgement, before it was asked to quit.
    Ended(ExitStatus),
}

/// Sends the opening word of each plan's dialect to the engine, and returns the reactions in the order of the plans. At
/// most as many processes run at once as the first plan has jobs. The result is empty if the run was cancelled.
///
/// # Errors
/// If the engine cannot be started.
pub fn openings(plans: &[Plan]) -> Result<Vec<Opening>, LaunchError> {
    let at_once = plans.first().map_or(1, |plan| plan.jobs.max(1));
    let first = Mutex::new(None);
    let mut replies = Vec::new();
    for plans in plans.chunks(at_once) {
        let answers: Vec<_> = thread::scope(|scope| {
            let first = &first;
            let asked = plans.iter().map(|plan| {
                let thread = thread::Builder::new();
                thread.spawn_scoped(scope, move || opening(plan, first)).map_err(|_| plan)
            });
            // All are asked before the first reply is awaited.
            let asked: Vec<_> = asked.collect();
            let joined = asked.into_iter().map(|asked| match asked {
                Ok(asked) => asked.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                // The system cannot create more threads.
                Err(plan) => opening(plan, first),
            });
            joined.collect()
        });
        for answer in answers {
            replies.extend(answer?);
        }
    }
    let cancelled = plans.iter().any(|plan| plan.cancel.load(Ordering::Relaxed));
    Ok(if cancelled { Vec::new() } else { replies })
}

/// The word that opens a dialogue of a dialect, and the kind of message that acknowledges it; `None` without such a
/// word.
pub(super) fn hello(dialect: &dyn Dialect) -> Option<(&'static str, &'static str)> {
    let opening = dialect.games().map_or(&[][..], |games| games.opening);
    opening.iter().find_map(|step| Some((step.send, step.reply?)))
}

/// Starts a process of the engine and sends the opening word.
///
/// # Errors
/// If the engine cannot be started.
pub(super) fn greeted<'p>(plan: &'p Plan, word: &str) -> Result<Session<'p>, LaunchError> {
    let process = plan.engine.start(scheduler::timings(plan))?;
    let setting = Setting { profile: plan.profile, limits: plan.limits.clone() };
    let mut session = Session::new(
        Box::new(process),
        plan.dialect.monitor(setting),
        plan.dialect.driver(Some(plan.profile)),
        plan.dialect.quit(),
        &plan.cancel,
        HostLoadMonitor::new(None),
    );
    session.send(format!("{word}\n").as_bytes());
    Ok(session)
}

/// How long a process has to acknowledge its word. `most`: its limit. `quickest`: the shortest time in which another
/// process has acknowledged its own word.
fn patience(most: Duration, quickest: Option<Duration>) -> Duration {
    quickest.map_or(most, |took| most.min(GRACE.0 + took * GRACE.1))
}

/// Sends the opening word to a new process. `first` is the shortest time in which a process has acknowledged its word.
fn opening(plan: &Plan, first: &Mutex<Option<Duration>>) -> Result<Option<Opening>, LaunchError> {
    let dialect = plan.dialect;
    let Some((word, reply)) = hello(dialect) else {
        return Ok(None);
    };
    let mut session = greeted(plan, word)?;
    let most = plan.limits.named_or_reply(reply) * PATIENCE;
    let quickest = || *first.lock().unwrap_or_else(PoisonError::into_inner);
    let mut acknowledged = listen(&mut session, reply, &|| patience(most, quickest()));
    let after = session.transport.now().saturating_sub(session.last_send);
    if acknowledged {
        let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
        *first = Some(first.map_or(after, |before| before.min(after)));
    }
    let ended = session.exited.as_ref().map(|(status, _, _)| *status);
    if !acknowledged && ended.is_none() {
        // An engine that ends because of `quit` has read the opening word before it, so its reply is complete by then.
        session.quit_sent = true;
        session.send(format!("{}\n", dialect.quit()).as_bytes());
        acknowledged = listen(&mut session, reply, &|| QUITS);
    }
    let profile = session.monitor.engine_profile();
    let introduced = profile.name.is_some() || !profile.options.is_empty();
    let wrote = session.last_output > Duration::ZERO;
    trial::leave(&mut session, dialect);
    let reply = match ended {
        _ if acknowledged => OpeningReply::Acknowledged,
        _ if introduced => OpeningReply::Introduced,
        Some(status) => OpeningReply::Ended(status),
        None => OpeningReply::Unanswered { after, wrote },
    };
    let last_words = match reply {
        OpeningReply::Ended(_) => last_words(&session.recorder.finish()),
        OpeningReply::Acknowledged | OpeningReply::Introduced | OpeningReply::Unanswered { .. } => {
            Vec::new()
        }
    };
    Ok(Some(Opening { dialect, word, reply, last_words }))
}

fn last_words(transcript: &Transcript) -> Vec<String> {
    let lines = transcript.events.iter().filter_map(|event| match &event.kind {
        EventKind::Stderr(line) => Some(line.text()),
        EventKind::Received(_)
        | EventKind::Partial(_)
        | EventKind::Sent { .. }
        | EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Overdue(_)
        | EventKind::Step { .. } => None,
    });
    let lines = lines.filter(|line| !line.trim().is_empty());
    let lines: Vec<String> = lines.map(|line| line.into_owned()).collect();
    lines[lines.len().saturating_sub(LAST_WORDS)..].to_vec()
}

/// Waits for a message of a kind until `patience` after the last line that was sent. Returns whether the message came.
fn listen(session: &mut Session<'_>, reply: &str, patience: &dyn Fn() -> Duration) -> bool {
    loop {
        if session.inbox.drain().any(|message| message.reading.kind == reply) {
            return true;
        }
        let now = session.transport.now();
        let until = session.last_send + patience();
        if session.exited.is_some() || now >= until {
            return false;
        }
        if session.wait(until.min(now + LOOK)) == Woken::Cancelled {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_word_took_shortens_the_wait_but_never_prolongs_it() {
        let seconds = Duration::from_secs;
        assert_eq!(patience(seconds(60), None), seconds(60));
        assert_eq!(patience(seconds(60), Some(seconds(2))), seconds(7));
        assert_eq!(patience(seconds(5), Some(seconds(2))), seconds(5));
    }

    #[cfg(unix)]
    mod asked {
        use super::*;
        use crate::protocol::{DIALECTS, Limits};
        use crate::run::tests::in_process::{engine, plan};

        /// The reaction of an engine that answers these lines to `usi` and to `quit`, with this limit.
        fn opened(usi: &'static str, quit: &'static str, limit: Duration) -> Opening {
            let engine = engine(move |heard| match heard.line() {
                "usi" => Some(usi),
                _ => Some(quit),
            });
            let mut plan = plan(engine, Vec::new());
            plan.limits = Limits::of(plan.dialect, |_, _| limit);
            let mut all = openings(&[plan]).expect("it starts");
            assert_eq!(all.len(), 1);
            all.remove(0)
        }

        const LONG: Duration = Duration::from_secs(60);
        const SHORT: Duration = Duration::from_millis(300);

        #[test]
        fn an_acknowledgement_counts_at_once_and_also_if_only_quit_brings_it() {
            let opening = opened("id name x\nid author x\nusiok", "$ 0", LONG);
            assert_eq!((opening.word, opening.reply), ("usi", OpeningReply::Acknowledged));
            let late = opened("", "id name x\nid author x\nusiok\n$ 0", SHORT);
            assert_eq!(late.reply, OpeningReply::Acknowledged);
        }

        #[test]
        fn a_name_or_an_option_introduces_an_engine_that_does_not_acknowledge() {
            let reply = |usi| opened(usi, "$ 0", SHORT).reply;
            assert_eq!(reply("id name x"), OpeningReply::Introduced);
            assert_eq!(reply("option name A type check default true"), OpeningReply::Introduced);
        }

        #[test]
        fn an_engine_that_says_nothing_of_the_dialect_has_twice_the_limit() {
            for (said, wrote) in [("", false), ("what is usi?", true)] {
                let reply = opened(said, "$ 0", SHORT).reply;
                let OpeningReply::Unanswered { after, wrote: reported } = reply else {
                    panic!("{reply:?}");
                };
                assert!(after >= 2 * SHORT, "{after:?}");
                assert_eq!(reported, wrote, "{said:?}");
            }
        }

        #[test]
        fn the_last_words_of_an_engine_that_ends_are_kept_without_blank_lines() {
            let opening = opened("! a\n! b\n!  \n! c\n$ 3", "$ 0", LONG);
            assert_eq!(opening.reply, OpeningReply::Ended(ExitStatus::Code(3)));
            assert_eq!(opening.last_words, ["a", "b", "c"]);
            let many = "! 1\n! 2\n! 3\n! 4\n! 5\n! 6\n! 7\n! 8\n! 9\n! 10\n! 11\n! 12\n$ 0";
            let last = opened(many, "$ 0", LONG).last_words;
            assert_eq!(last, ["3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
        }

        #[test]
        fn each_dialect_is_asked_in_its_own_process_and_reported_in_order() {
            let plans: Vec<Plan> = DIALECTS
                .iter()
                .map(|dialect| {
                    let engine = engine(|heard| match heard.line() {
                        "uci" => Some("id name x\nuciok"),
                        _ => Some("$ 0"),
                    });
                    let limits = Limits::of(*dialect, |_, _| LONG);
                    Plan { limits, dialect: *dialect, jobs: 2, ..plan(engine, Vec::new()) }
                })
                .collect();
            let all = openings(&plans).expect("it starts");
            let spoken: Vec<_> =
                all.iter().map(|one| (one.word, one.reply == OpeningReply::Acknowledged)).collect();
            let expected: Vec<_> =
                DIALECTS.iter().map(|one| (one.name(), one.name() == "uci")).collect();
            assert_eq!(spoken, expected);
            plans[0].cancel.store(true, Ordering::Relaxed);
            assert!(openings(&plans).expect("it starts").is_empty(), "the user has ended it");
        }
    }
}
