//! Checks, before a run, whether the engine declares the options that the user sets: a misspelt name is a user error.

use crate::engine::LaunchError;
use crate::protocol::DeclaredOption;
use crate::run::openings;
use crate::run::plan::Plan;
use crate::run::schedule::trial;
use crate::run::script::session::Woken;

/// The first option that the plan sets although it is not in `allowed` and the engine does not declare it, together
/// with the options that the engine declares. `None` if there is no such option, or if the engine does not finish its
/// handshake: the scenarios judge that.
///
/// # Errors
/// If the engine cannot be started.
pub fn undeclared<'p>(
    plan: &'p Plan,
    allowed: &[String],
) -> Result<Option<(&'p str, Vec<DeclaredOption>)>, LaunchError> {
    let is_allowed = |name: &str| allowed.iter().any(|known| known.eq_ignore_ascii_case(name));
    let set = plan.set.iter().map(|(name, _)| name.trim());
    let mut doubtful = set.filter(|name| !is_allowed(name)).peekable();
    if doubtful.peek().is_none() {
        return Ok(None);
    }
    let Some(declared) = declared(plan)? else {
        return Ok(None);
    };
    let is_declared =
        |name: &str| declared.iter().any(|option| option.name.eq_ignore_ascii_case(name));
    let name = doubtful.find(|name| !is_declared(name));
    Ok(name.map(|name| (name, declared)))
}

/// The options that the engine declares in its handshake; `None` if it does not finish the handshake.
///
/// # Errors
/// If the engine cannot be started.
fn declared(plan: &Plan) -> Result<Option<Vec<DeclaredOption>>, LaunchError> {
    let dialect = plan.dialect;
    let Some((hello, reply)) = openings::hello(dialect) else {
        return Ok(None);
    };
    let mut session = openings::greeted(plan, hello)?;
    let until = session.last_send + plan.limits.named_or_reply(reply) * openings::PATIENCE;
    let answered = loop {
        let mut heard = session.inbox.drain();
        if heard.any(|heard| heard.reading.kind == reply) {
            break true;
        }
        drop(heard);
        let over = session.exited.is_some() || session.transport.now() >= until;
        if over || session.wait(until) == Woken::Cancelled {
            break false;
        }
    };
    let options = session.monitor.engine_profile().options.clone();
    trial::leave(&mut session, dialect);
    Ok(answered.then_some(options))
}
