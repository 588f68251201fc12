//! The monitor of a dialogue in a dialect of the family.

use std::mem::ManuallyDrop;
use std::time::Duration;

use crate::protocol::family::clock_use;
use crate::protocol::family::command::{self, Command};
use crate::protocol::family::info::Info;
use crate::protocol::family::latency;
use crate::protocol::family::option::violations::COMBO_DEFAULT;
use crate::protocol::family::reply::{self, Reply, SyntaxIssue};
use crate::protocol::family::reply_fields;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::rule_coverage;
use crate::protocol::family::rules::{RULES, RULES_OF_EVERY_INFO, RULES_OF_INFO};
use crate::protocol::family::state::ProtocolState;
use crate::protocol::family::table::Table;
use crate::protocol::{
    Catalogue, ClauseMapping, EngineProfile, Monitor, Observation, Probe, Setting,
};
use crate::transcript::{Event, EventKind};
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// A [`Monitor`] for one dialogue.
pub struct FamilyMonitor {
    table: &'static Table,
    catalogue: &'static Catalogue,
    setting: Setting,
    state: ProtocolState,
    probe: Option<Probe>,
}

impl FamilyMonitor {
    /// A monitor before the first event.
    #[must_use]
    pub fn new(table: &'static Table, catalogue: &'static Catalogue, setting: Setting) -> Self {
        Self { table, catalogue, setting, state: ProtocolState::default(), probe: None }
    }

    fn finding(&self, rule: &Rule, event: &Event, violation: Violation) -> Option<Finding> {
        let id = violation.id.to_string();
        let own = self.catalogue.clause_mapping(&id, self.setting.profile)?;
        // Whether a move is legal depends on the position, which the engine need not have read.
        let ignores_probe = rule.ignores_probe && violation.position.is_none();
        let clause_mapping = match (self.probe, ignores_probe) {
            // In a probe, a violation counts at most as much as it does otherwise in this dialect.
            (Some(probe), false) => {
                ClauseMapping { clause: probe.clause, at_most: probe.at_most.min(own.at_most) }
            }
            (_, _) => own,
        };
        let clause = self.catalogue.clause(clause_mapping.clause)?;
        let ceiling = self.catalogue.severity(clause_mapping.clause, self.setting.profile);
        let severity = ceiling.min(clause_mapping.at_most);
        if severity == Severity::Skip {
            return None;
        }
        Some(Finding {
            clause: ClauseId(clause.id.0),
            severity,
            watcher: Watcher::Rule(rule.name),
            violation: Some(id),
            expected: violation.expected,
            got: violation.got,
            message: violation.message,
            events: violation.events,
            columns: violation.columns,
            scenario_line: None,
            at: event.at,
            timing: violation.timing,
            over: violation.over,
            position: violation.position,
            clock: violation.clock,
            known: None,
            notes: Vec::new(),
        })
    }

    /// Calls `observe` for an event, and then adds the event to the state.
    fn take<T: Default>(
        &mut self,
        event: &Event,
        observe: impl FnOnce(&Self, &RuleContext<'_>) -> T,
    ) -> T {
        match &event.kind {
            // The steps of a script are not part of the dialogue.
            EventKind::Step { .. } => T::default(),
            EventKind::Received(line) => {
                // Without `ManuallyDrop`, the check at every line whether there is anything to drop takes longer
                // than a rule.
                const { assert!(!std::mem::needs_drop::<Info<'_>>()) };
                let mut info = ManuallyDrop::new(Reply::Info(Info::default()));
                if reply::read_sound(self.table, &line.bytes, &mut info) {
                    return self.context(event, None, Some(&info), &[], observe);
                }
                let text = reply::text(&line.bytes);
                let (reply, mut issues) = reply::read_closely(self.table, &text);
                // The default of a combo may be among the choices that were cut off with the end of the line.
                if line.cut > 0 {
                    issues.retain(|issue| issue.id != COMBO_DEFAULT);
                }
                self.context(event, None, Some(&reply), &issues, observe)
            }
            EventKind::Sent { line, .. } => {
                let command = command::read(self.table, &line.text());
                self.context(event, Some(command), None, &[], observe)
            }
            EventKind::Stderr(_)
            | EventKind::Partial(_)
            | EventKind::EndOfStream(_)
            | EventKind::InputClosed
            | EventKind::WriteFailed(_)
            | EventKind::Exit(_)
            | EventKind::Overdue(_) => self.context(event, None, None, &[], observe),
        }
    }

    fn context<T>(
        &mut self,
        event: &Event,
        command: Option<Command>,
        reply: Option<&Reply<'_>>,
        issues: &[SyntaxIssue],
        observe: impl FnOnce(&Self, &RuleContext<'_>) -> T,
    ) -> T {
        let observed = observe(
            self,
            &RuleContext {
                table: self.table,
                catalogue: self.catalogue,
                limits: &self.setting.limits,
                state: &self.state,
                event,
                reply,
                issues,
            },
        );
        self.state.apply(self.table, event, command, reply);
        observed
    }

    fn findings(&self, context: &RuleContext<'_>) -> Vec<Finding> {
        let mut findings: Vec<Finding> = Vec::new();
        let mut violations = Vec::new();
        match context.reply {
            Some(Reply::Info(info)) if context.is_ordinary(info) => {
                debug_assert!(are_silent(context, |info_filter| info_filter != InfoFilter::Every));
                for rule in RULES_OF_EVERY_INFO {
                    self.ask(rule, context, &mut violations, &mut findings);
                }
            }
            Some(Reply::Info(_)) => {
                debug_assert!(are_silent(context, |info_filter| info_filter == InfoFilter::None));
                for rule in RULES_OF_INFO.iter() {
                    self.ask(rule, context, &mut violations, &mut findings);
                }
            }
            _ => {
                for rule in RULES {
                    self.ask(rule, context, &mut violations, &mut findings);
                }
            }
        }
        findings
    }

    #[inline]
    fn ask(
        &self,
        rule: &Rule,
        context: &RuleContext<'_>,
        violations: &mut Vec<Violation>,
        findings: &mut Vec<Finding>,
    ) {
        (rule.check)(context, violations);
        // Usually there is no violation.
        if !violations.is_empty() {
            self.add_findings(rule, context, violations, findings);
        }
    }

    /// Turns the violations of a rule into findings.
    #[cold]
    fn add_findings(
        &self,
        rule: &Rule,
        context: &RuleContext<'_>,
        violations: &mut Vec<Violation>,
        findings: &mut Vec<Finding>,
    ) {
        for violation in violations.drain(..) {
            debug_assert!(
                rule_coverage::violations(rule, self.table).contains(&violation.id),
                "{:?} is missing from what the rule {} watches",
                violation.id,
                rule.name
            );
            if let Some(finding) = self.finding(rule, context.event, violation)
                && !findings.iter().any(|known| known.clause == finding.clause)
            {
                findings.push(finding);
            }
        }
    }
}

/// Whether the rules that are left out for an info line have indeed nothing to report.
fn are_silent(context: &RuleContext<'_>, left_out: impl Fn(InfoFilter) -> bool) -> bool {
    let mut violations = Vec::new();
    for rule in RULES.iter().filter(|rule| left_out(rule.info_filter)) {
        (rule.check)(context, &mut violations);
    }
    violations.is_empty()
}

impl Monitor for FamilyMonitor {
    fn observe(&mut self, event: &Event) -> Observation {
        self.take(event, |judge, context| Observation {
            reading: context.reply.map(|reply| reply_fields::reading(context, reply)),
            findings: judge.findings(context),
            latency: latency::ended(context).filter(|_| judge.probe.is_none()),
            clock: clock_use::ended(context).filter(|_| judge.probe.is_none()),
        })
    }

    fn judge(&mut self, event: &Event) -> Vec<Finding> {
        self.take(event, Self::findings)
    }

    fn probe(&mut self, probe: Option<Probe>) {
        self.probe = probe;
    }

    fn due(&self) -> Option<Duration> {
        self.state.current()?.due(self.table, &self.setting.limits)
    }

    fn engine_profile(&self) -> &EngineProfile {
        &self.state.engine_profile
    }

    fn open_searches(&self) -> usize {
        let mut open = self.state.open.iter();
        open.by_ref().filter(|epoch| epoch.game_over.is_none() || !epoch.stops.is_empty()).count()
    }

    fn is_asked_to_end(&self) -> bool {
        let current = self.state.current();
        current.is_some_and(|epoch| !epoch.stops.is_empty() && epoch.game_over.is_none())
    }
}
