//! Handles a reply that did not come in time: whether it is late or missing, and which clause this violates.

use std::time::Duration;

use crate::lang::Text;
use crate::run::script::demand::{self, Demand};
use crate::run::script::fence::{self, ReplyState};
use crate::run::script::findings::severity;
use crate::run::script::state::{End, Flow, Script};
use crate::run::script::wait::{WaitOutcome, last_call, name, wait_for};
use crate::scenario::{Expect, Time};
use crate::transcript::{EventId, Overdue};
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// How long an engine may take to flush a buffered reply after `quit`.
const FLUSH: Duration = Duration::from_secs(2);

/// Decides whether a reply is late or missing, and whether it is held back in a buffer, if the script asks for this.
pub(in crate::run) fn late_or_never(
    script: &mut Script<'_, '_>,
    wanted: &Expect,
    from: Duration,
) -> Flow {
    let limit = last_call(script, &[wanted], &wanted.within, from).saturating_sub(from);
    let awaited = vec![name(&wanted.what)];
    let wants_to_know = !script.session.hasty() && script.brief.is_none();
    let patience = wanted.late.as_ref().filter(|_| wants_to_know);
    let flush = wanted.flush && wants_to_know;
    if patience.is_none() && !flush {
        return missing(script, wanted.clause, wanted.at_most, awaited, from, limit);
    }
    let overdue = Overdue { awaited: awaited.clone(), since: from, limit };
    let (event, pending) = script.session.overdue(overdue);
    let known = script.session.findings.len();
    let mut came = WaitOutcome::Nothing;
    if let Some(late) = patience {
        let now = script.session.transport.now();
        came = wait_for(script, &[wanted], late, now, false);
    }
    if matches!(came, WaitOutcome::Nothing) && flush {
        let quit = format!("{}\n", script.dialect.quit());
        script.session.send(quit.as_bytes());
        script.session.close_input();
        let now = script.session.transport.now();
        came = wait_for(script, &[wanted], &Time::Literal(FLUSH), now, false);
    }
    if matches!(came, WaitOutcome::Cancelled) {
        return Err(End::Cancelled);
    }
    let explained =
        script.session.findings.len() > known && matches!(came, WaitOutcome::This(_, Some(_)));
    if !explained {
        let missing = Missing {
            clause: wanted.clause,
            at_most: wanted.at_most,
            limit,
            awaited: &awaited,
            from,
            timing: true,
        };
        settle(script, &missing, pending, event);
    }
    Err(End::Unmet)
}

/// Records that a reply that was owed since `from` is missing. Always ends the script.
pub(crate) fn owed(
    script: &mut Script<'_, '_>,
    kind: &str,
    from: Duration,
    until: Duration,
) -> Flow {
    let limit = until.saturating_sub(from);
    let awaited = vec![kind.to_owned()];
    missing(script, None, Severity::Fail, awaited, from, limit)
}

/// Records what did not come in time, and ends the script. Time decides the finding, unless the engine has gone on
/// without it.
pub(in crate::run) fn missing(
    script: &mut Script<'_, '_>,
    clause: Option<ClauseId>,
    at_most: Severity,
    awaited: Vec<String>,
    from: Duration,
    limit: Duration,
) -> Flow {
    let state =
        if closes_search(script, &awaited) { fence::ask(script)? } else { ReplyState::Open };
    if state == ReplyState::Late {
        return Err(End::Unmet);
    }
    let (event, findings) =
        script.session.overdue(Overdue { awaited: awaited.clone(), since: from, limit });
    let missing = Missing {
        clause,
        at_most,
        limit,
        awaited: &awaited,
        from,
        timing: state == ReplyState::Open,
    };
    settle(script, &missing, findings, event);
    Err(End::Unmet)
}

/// Whether one of the awaited messages closes a search.
fn closes_search(script: &Script<'_, '_>, awaited: &[String]) -> bool {
    let mut kinds = script.dialect.kinds().iter().filter(|kind| kind.closes);
    kinds.any(|kind| awaited.iter().any(|word| word == kind.name))
}

/// An awaited reply that did not come.
struct Missing<'a> {
    /// The clause that the script names.
    clause: Option<ClauseId>,
    at_most: Severity,
    limit: Duration,
    awaited: &'a [String],
    from: Duration,
    /// Whether the finding depends on time.
    timing: bool,
}

/// Records what is missing, unless an earlier finding explains it. The clause is that of the script, else that of the
/// rules, else the first one of the scenario.
fn settle(
    script: &mut Script<'_, '_>,
    missing: &Missing<'_>,
    findings: Vec<Finding>,
    event: EventId,
) {
    let Missing { clause, at_most, awaited, timing, .. } = *missing;
    let instead = script.session.misspelt(awaited, missing.from);
    let mut reported = false;
    for mut finding in findings {
        reported = true;
        // If a rule other than the one for missing replies has found the cause, its clause is kept.
        let of_missing = finding.watcher == Watcher::Rule("missing-reply");
        if let Some(line) = instead.as_ref().filter(|_| of_missing) {
            finding.got = Text::plain(line);
        }
        if let Some(clause) = clause.filter(|_| of_missing) {
            finding.clause = clause;
            finding.severity = severity(script.catalogue(), clause, script.profile, at_most);
            finding.watcher = Watcher::Expectation;
            finding.violation = None;
        }
        finding.severity = finding.severity.min(at_most);
        finding.timing &= timing;
        finding.scenario_line = Some(script.session.line);
        let is_cut = script.cut.is_some() && script.brief.is_none();
        finding.notes.extend(is_cut.then(|| {
            say!(
                "the same was missing in other scenarios, so kentei waited only {ms} ms for it",
                ms = missing.limit.as_millis()
            )
        }));
        // In a hasty race only known violations are counted: a new one might be caused by the host.
        let known = !script.session.hasty() || script.session.findings.knows(&finding);
        if finding.severity > Severity::Skip && known {
            script.session.add(finding);
        }
    }
    if reported || script.session.hasty() || is_explained(script, clause, at_most, awaited) {
        return;
    }
    let (any, limit) = (Text::any_of(awaited), missing.limit.as_millis());
    let demand = Demand {
        clause,
        at_most,
        expected: say!("{kind} within {limit} ms", kind = any, limit),
        got: instead.map_or_else(|| say!("nothing"), Text::plain),
        message: say!("{kind} did not come within {limit} ms", kind = any, limit),
        timing,
    };
    demand::report(script, demand, Some(event));
}

/// Whether earlier findings explain the missing reply. For its own messages the dialect knows why they are missing; if
/// it reports nothing, something else was found. That finding must be as severe as the missing reply would be, or be
/// about the reply that closed the search instead. For raw lines the dialect knows nothing.
fn is_explained(
    script: &Script<'_, '_>,
    clause: Option<ClauseId>,
    at_most: Severity,
    awaited: &[String],
) -> bool {
    let kinds = script.dialect.kinds().iter();
    let known: Vec<_> = kinds.filter(|kind| awaited.iter().any(|word| word == kind.name)).collect();
    let closed =
        script.session.monitor.open_searches() == 0 && known.iter().any(|kind| kind.closes);
    let clause = clause.or_else(|| script.scenario.clauses.first().copied());
    let weight = clause.map(|clause| severity(script.catalogue(), clause, script.profile, at_most));
    let least = match weight {
        Some(weight) if !closed => weight.max(Severity::Warn),
        Some(_) | None => Severity::Warn,
    };
    !known.is_empty() && script.session.findings.any(least)
}
