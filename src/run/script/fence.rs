//! Decides whether a reply is lost and not merely late: the engine answers a later question, and the reply is still
//! missing. This depends on order and not on time, so it needs no second attempt.

use std::time::Duration;

use crate::engine::HostTally;
use crate::run::script::session::Woken;
use crate::run::script::state::{End, Script};
use crate::verdict::Severity;

/// How long the answer to the later question is waited for.
const ANSWER: Duration = Duration::from_secs(1);
/// How long the reply must be missing after that answer.
const QUIET: Duration = Duration::from_secs(1);

/// The state of a reply that did not come in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::run) enum ReplyState {
    /// The engine has continued without the reply.
    Lost,
    /// The reply came after all. The findings of the rules about it are recorded.
    Late,
    /// Unknown. Only waiting can decide.
    Open,
}

/// Asks another question if a search was asked to end and its reply has not come in time.
///
/// # Errors
/// If the user ends the run.
pub(in crate::run) fn ask(script: &mut Script<'_, '_>) -> Result<ReplyState, End> {
    let open = |script: &Script<'_, '_>| {
        script.session.exited.is_none() && script.session.monitor.is_asked_to_end()
    };
    if !open(script) || script.session.hasty() || script.brief.is_some() {
        return Ok(ReplyState::Open);
    }
    let Some(fence) = script.session.driver.fence() else {
        return Ok(ReplyState::Open);
    };
    // Findings about this question do not belong to the scenario.
    let known = std::mem::take(&mut script.session.findings);
    script.session.inbox.clear();
    script.session.ask_meanwhile(&fence.line);
    let state = state(script, fence.replies, &open);
    let found = std::mem::replace(&mut script.session.findings, known);
    let state = state?;
    // Less than a warning does not say that the reply was late.
    if state == ReplyState::Late && found.any(Severity::Warn) {
        script.session.findings.absorb(found, 0, Duration::ZERO);
        return Ok(ReplyState::Late);
    }
    Ok(match state {
        // The reply broke a limit of the script itself, which the rules do not know.
        ReplyState::Late => ReplyState::Open,
        ReplyState::Lost | ReplyState::Open => state,
    })
}

fn state(
    script: &mut Script<'_, '_>,
    answers: &[&str],
    open: &dyn Fn(&Script<'_, '_>) -> bool,
) -> Result<ReplyState, End> {
    let until = script.session.transport.now() + ANSWER;
    let is_answer = |script: &mut Script<'_, '_>| {
        let mut heard = script.session.inbox.drain();
        heard.any(|heard| answers.contains(&heard.reading.kind))
    };
    if !wait(script, until, open, is_answer)? {
        return Ok(if has_come(script) { ReplyState::Late } else { ReplyState::Open });
    }
    let mut tally = HostTally::default();
    let mut look = |script: &Script<'_, '_>| {
        if let Some(look) = script.session.transport.host() {
            tally.add(&look);
        }
        tally.times()
    };
    let before = look(script);
    let until = script.session.transport.now() + QUIET;
    wait(script, until, open, |_| false)?;
    // The thread that owes the reply may have had no processor, although the thread that answers had one.
    let starved = look(script).since(before).kept();
    Ok(match (open(script), has_come(script)) {
        (true, _) if starved < QUIET / 4 => ReplyState::Lost,
        (false, true) => ReplyState::Late,
        (_, _) => ReplyState::Open,
    })
}

fn has_come(script: &Script<'_, '_>) -> bool {
    script.session.exited.is_none() && !script.session.monitor.is_asked_to_end()
}

/// Waits until `came` is true, as long as the search is open. Returns whether it became true while the search was open.
fn wait(
    script: &mut Script<'_, '_>,
    until: Duration,
    open: &dyn Fn(&Script<'_, '_>) -> bool,
    mut came: impl FnMut(&mut Script<'_, '_>) -> bool,
) -> Result<bool, End> {
    loop {
        if came(script) {
            return Ok(open(script));
        }
        if !open(script) {
            return Ok(false);
        }
        if script.session.transport.now() >= until {
            if script.session.arrived_before(until) {
                continue;
            }
            return Ok(false);
        }
        if script.session.wait(until) == Woken::Cancelled {
            return Err(End::Cancelled);
        }
    }
}
