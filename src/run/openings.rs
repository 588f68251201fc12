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
            let asked: Vec<_> =
                plans.iter().map(|plan| scope.spawn(move || opening(plan, first))).collect();
            let joined = asked
                .into_iter()
                .map(|asked| asked.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
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

/// Sends the opening word to a new process. `first` is the shortest time in which a process has acknowledged its word.
fn opening(plan: &Plan, first: &Mutex<Option<Duration>>) -> Result<Option<Opening>, LaunchError> {
    let dialect = plan.dialect;
    let Some((word, reply)) = hello(dialect) else {
        return Ok(None);
    };
    let mut session = greeted(plan, word)?;
    let most = plan.limits.named_or_reply(reply) * PATIENCE;
    let quickest = || *first.lock().unwrap_or_else(PoisonError::into_inner);
    let mut acknowledged = listen(&mut session, reply, &|| {
        quickest().map_or(most, |took| most.min(GRACE.0 + took * GRACE.1))
    });
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
