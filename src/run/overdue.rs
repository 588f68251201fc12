//! A reply that did not come in its time: late or never, and at which clause.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::BEYOND_JITTER;
use crate::run::demand::{self, Demand};
use crate::run::findings::severity;
use crate::run::script::{End, Flow, Script};
use crate::run::wait::{Came, last_call, name, wait_for};
use crate::scenario::{Expect, Time};
use crate::transcript::{EventId, Overdue};
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// How long a reply may take to fall out of a buffer once the engine leaves.
const FLUSH: Duration = Duration::from_secs(2);

/// Tells late from never where the script wants to know, and a reply held back from none.
pub(super) fn late_or_never(script: &mut Script<'_, '_>, wanted: &Expect, from: Duration) -> Flow {
    let limit = last_call(script, &[wanted], &wanted.within, from).saturating_sub(from);
    // Of a race only the rounds that failed are played again: there a busy host is ruled out at once.
    let patience = match &wanted.late {
        Some(late) => Some(late.clone()),
        None if script.session.hasty() => None,
        None if script.session.in_race() => {
            Some(Time::Literal(BEYOND_JITTER.saturating_sub(limit)))
        }
        None => None,
    };
    if patience.is_none() && !wanted.flush {
        missing(
            script,
            wanted.clause,
            wanted.at_most,
            vec![name(&wanted.what)],
            from,
            limit,
        );
        return Err(End::Unmet);
    }
    let awaited = vec![name(&wanted.what)];
    let overdue = Overdue {
        awaited: awaited.clone(),
        since: from,
        limit,
    };
    let (event, pending) = script.session.overdue(overdue);
    let known = script.session.findings.len();
    let mut came = Came::Nothing;
    if let Some(late) = &patience {
        let now = script.session.transport.now();
        came = wait_for(script, &[wanted], late, now, false);
    }
    let silent = matches!(came, Came::Nothing);
    // What did not come in all that time is no matter of a busy host.
    let limit = if silent && patience.is_some() {
        limit.max(BEYOND_JITTER)
    } else {
        limit
    };
    if silent && wanted.flush {
        let quit = format!("{}\n", script.dialect.quit());
        script.session.send(quit.as_bytes());
        script.session.close_input();
        let now = script.session.transport.now();
        came = wait_for(script, &[wanted], &Time::Literal(FLUSH), now, false);
    }
    if matches!(came, Came::Cancelled) {
        return Err(End::Cancelled);
    }
    let explained = script.session.findings.len() > known && matches!(came, Came::This(_, Some(_)));
    if !explained {
        settle(
            script,
            wanted.clause,
            wanted.at_most,
            pending,
            event,
            limit,
            &awaited,
        );
    }
    Err(End::Unmet)
}

/// Records that a reply is missing which was owed since a moment.
pub(crate) fn owed(script: &mut Script<'_, '_>, kind: &str, from: Duration, until: Duration) {
    let limit = until.saturating_sub(from);
    let awaited = vec![kind.to_owned()];
    missing(script, None, Severity::Fail, awaited, from, limit);
}

pub(super) fn missing(
    script: &mut Script<'_, '_>,
    clause: Option<ClauseId>,
    at_most: Severity,
    awaited: Vec<String>,
    from: Duration,
    limit: Duration,
) {
    let (event, findings) = script.session.overdue(Overdue {
        awaited: awaited.clone(),
        since: from,
        limit,
    });
    settle(script, clause, at_most, findings, event, limit, &awaited);
}

/// Records what is missing: at the clause that the script names, else as the rules say, else at the
/// scenario's first clause, unless something that explains it has been found already.
fn settle(
    script: &mut Script<'_, '_>,
    clause: Option<ClauseId>,
    at_most: Severity,
    findings: Vec<Finding>,
    event: EventId,
    limit: Duration,
    awaited: &[String],
) {
    let timing = limit < BEYOND_JITTER;
    let mut told = false;
    for mut finding in findings {
        told = true;
        // Another rule than the one of missing replies has found the cause, and keeps its clause.
        let missing = finding.watcher == Watcher::Rule("missing-reply");
        if let Some(clause) = clause.filter(|_| missing) {
            finding.clause = clause;
            finding.severity = severity(script.catalogue(), clause, script.profile, at_most);
            finding.watcher = Watcher::Expectation;
            finding.misdeed = None;
        }
        finding.severity = finding.severity.min(at_most);
        finding.timing &= timing;
        finding.scenario_line = Some(script.session.line);
        // In haste only what is known is counted: what is new might be the host's fault.
        let known = !script.session.hasty() || script.session.findings.knows(&finding);
        if finding.severity > Severity::Skip && known {
            script.session.add(finding);
        }
    }
    // Of its own messages the dialect knows why they are missing: where it is silent, the fault that
    // explains it has been told. Of raw lines it knows nothing.
    let known = script
        .dialect
        .kinds()
        .iter()
        .any(|kind| awaited.iter().any(|word| word == kind.name));
    if told || script.session.hasty() || known && script.session.findings.any(Severity::Warn) {
        return;
    }
    let (any, limit) = (Text::any_of(awaited), limit.as_millis());
    let demand = Demand {
        clause,
        at_most,
        expected: say!("{kind} within {limit} ms", kind = any, limit),
        got: say!("nothing"),
        message: say!("{kind} did not come within {limit} ms", kind = any, limit),
        timing,
    };
    demand::report(script, demand, Some(event));
}
