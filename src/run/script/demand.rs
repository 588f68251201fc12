//! Demands of a script that were not met, as findings.

use crate::lang::Text;
use crate::run::script::findings::severity;
use crate::run::script::state::Script;
use crate::transcript::EventId;
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// A demand of the script that was not met.
pub(crate) struct Demand {
    pub(crate) clause: Option<ClauseId>,
    pub(crate) at_most: Severity,
    pub(crate) expected: Text,
    pub(crate) got: Text,
    pub(crate) message: Text,
    pub(crate) timing: bool,
}

/// Records that a demand was not met. A demand without a clause counts at the first clause of the scenario.
pub(crate) fn report(script: &mut Script<'_, '_>, demand: Demand, event: Option<EventId>) {
    let named = demand.clause.is_some();
    let Some(clause) = demand.clause.or_else(|| script.scenario.clauses.first().copied()) else {
        return;
    };
    let severity = severity(script.catalogue(), clause, script.profile, demand.at_most);
    if severity == Severity::Skip {
        return;
    }
    let events = script.session.last_send_id.into_iter().chain(event).collect();
    let finding = Finding {
        clause,
        severity,
        watcher: Watcher::Expectation,
        violation: None,
        expected: demand.expected,
        got: demand.got,
        message: demand.message,
        events,
        columns: None,
        scenario_line: Some(script.session.line),
        at: script.session.transport.now(),
        timing: demand.timing,
        over: None,
        position: None,
        clock: None,
        known: None,
        notes: Vec::new(),
    };
    script.session.weigh(&finding);
    script.session.findings.add_expectation(finding, named);
}

/// What the engine owed when it exited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owed {
    /// The awaited reply.
    Answer,
    /// Silence.
    Silence,
}

/// Reports an exit during the current step, unless a rule has reported it. A rule reports every exit before `quit`.
pub(crate) fn gone(
    script: &mut Script<'_, '_>,
    clause: Option<ClauseId>,
    at_most: Severity,
    wanted: &Text,
    owed: Owed,
) {
    let Some((status, id, at)) = script.session.exited else {
        return;
    };
    // A step with a clause still reports the exit, unless the finding of the rule is more severe.
    let weight = clause.map(|clause| severity(script.catalogue(), clause, script.profile, at_most));
    let lighter = weight.is_none_or(|weight| script.session.findings.has_worse_than(id, weight));
    if lighter && script.session.findings.is_about(id) {
        return;
    }
    let command = script.session.last_command();
    let message = match owed {
        _ if at < script.session.last_send => {
            say!("the engine had exited before `{command}` was sent", command)
        }
        Owed::Answer => {
            say!("the engine exited after `{command}` instead of sending {wanted}", command, wanted)
        }
        Owed::Silence => {
            say!("the engine exited after `{command}`; it should stay silent and alive", command)
        }
    };
    let demand = Demand {
        clause,
        at_most,
        expected: wanted.clone(),
        got: say!("the end of the process"),
        message,
        timing: status.is_kill(),
    };
    report(script, demand, Some(id));
}
