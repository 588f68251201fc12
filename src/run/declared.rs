//! Asks the engine for its options before a run: a wrong option of the user is no fault of the engine.

use crate::engine::LaunchError;
use crate::protocol::DeclaredOption;
use crate::run::openings;
use crate::run::plan::Plan;
use crate::run::schedule::trial;
use crate::run::script::session::Woken;

/// The options that the engine declares in its handshake; `None` if it does not finish the handshake: the scenarios
/// judge that.
///
/// # Errors
/// If the engine cannot be started.
pub fn declared(plan: &Plan) -> Result<Option<Vec<DeclaredOption>>, LaunchError> {
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
