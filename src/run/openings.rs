//! Which dialects an engine speaks, asked before a run. Each opening word goes to a process of its own, since some engines
//! decide by the first word what they speak, and never hear another one.

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

/// How often the limit of the handshake is waited for: whether it is kept is for the scenarios to judge.
pub(super) const PATIENCE: u32 = 2;
/// Once one word has been acknowledged, the others get this much longer, and as often the time that it took, before
/// the engine is asked to quit.
const GRACE: (Duration, u32) = (Duration::from_secs(1), 3);
/// How long an engine that was asked to quit has to show that it has read the word before it.
const QUITS: Duration = Duration::from_secs(3);
/// Lines on standard error before the end of an engine that are kept.
const LAST_WORDS: usize = 10;
/// How often a wait looks whether another process has answered meanwhile.
const LOOK: Duration = Duration::from_millis(50);

/// An opening word, and its outcome.
#[derive(Clone)]
pub struct Opening {
    /// The dialect that it opens.
    pub dialect: &'static dyn Dialect,
    /// The word: `usi`.
    pub word: &'static str,
    /// How the engine took it.
    pub reply: OpeningReply,
    /// The last lines on standard error of an engine that ended, without blank ones.
    pub last_words: Vec<String>,
}

/// How an engine took an opening word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpeningReply {
    /// It acknowledged it: it speaks the dialect.
    Acknowledged,
    /// It gave its name or its options in the dialect, and did not finish.
    Introduced,
    /// It did not acknowledge it within this time; `wrote` says whether it wrote anything.
    Unanswered {
        /// How long it had.
        after: Duration,
        /// Whether it wrote anything.
        wrote: bool,
    },
    /// It ended without an acknowledgement, before it was asked to.
    Ended(ExitStatus),
}

/// What the engine of these plans answers to the opening word of each of their dialects, in the order of the plans, and at
/// most as many at once as the first one has jobs. Nothing if the run was cancelled meanwhile.
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

/// The word that opens a dialogue of a dialect, and the kind of message that acknowledges it; `None` where a dialect has
/// none.
pub(super) fn hello(dialect: &dyn Dialect) -> Option<(&'static str, &'static str)> {
    let opening = dialect.games().map_or(&[][..], |games| games.opening);
    opening.iter().find_map(|step| Some((step.send, step.reply?)))
}

/// A fresh process of the engine to which this opening word was sent.
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

/// Says the opening word to a fresh process. `first` is how long the quickest acknowledgement took.
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
        // An engine that ends for `quit` has read the word before it.
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

/// Waits for a message of a kind until so long after the last line that was sent; whether it came.
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
