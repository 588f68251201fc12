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

#[cfg(all(test, unix))]
mod tests {
    use std::sync::atomic::Ordering;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::protocol::Limits;
    use crate::run::tests::in_process::{engine, plan};

    const OPTIONS: &str = "id name x\noption name A type check\noption name B type check";

    #[test]
    fn the_options_are_known_once_the_engine_has_finished_its_handshake() {
        let engine = engine(|heard| match heard.line() {
            "usi" => Some("id name x\noption name A type check\noption name B type check\nusiok"),
            _ => None,
        });
        let options = declared(&plan(engine, Vec::new())).expect("it starts");
        let names = options.map(|all| all.into_iter().map(|one| one.name).collect::<Vec<_>>());
        assert_eq!(names, Some(vec!["A".to_owned(), "B".to_owned()]));
    }

    #[test]
    fn an_engine_that_does_not_finish_its_handshake_has_twice_its_limit_and_no_options() {
        let limit = Duration::from_millis(60);
        let silent = engine(|heard| (heard.line() == "usi").then_some(OPTIONS));
        let mut plan = plan(silent, Vec::new());
        plan.limits = Limits::of(plan.dialect, |name, usual| match name {
            "usiok" => limit,
            _ => usual,
        });
        let begun = Instant::now();
        assert_eq!(declared(&plan).expect("it starts"), None);
        assert!(begun.elapsed() >= 2 * limit);
    }

    #[test]
    fn an_engine_that_ends_and_a_user_who_ends_the_run_are_not_waited_for() {
        let ends = engine(|heard| (heard.line() == "usi").then_some("id name x\n$ 1"));
        assert_eq!(declared(&plan(ends, Vec::new())).expect("it starts"), None);
        let silent = engine(|heard| (heard.line() == "usi").then_some(OPTIONS));
        let plan = plan(silent, Vec::new());
        plan.cancel.store(true, Ordering::Relaxed);
        assert_eq!(declared(&plan).expect("it starts"), None);
    }
}
