//! The judge of a dialogue in a dialect of the family.

use std::mem::ManuallyDrop;
use std::time::Duration;

use crate::protocol::family::between_games;
use crate::protocol::family::clock_use;
use crate::protocol::family::command::{self, Command};
use crate::protocol::family::facts_of_reply;
use crate::protocol::family::fault::{Charge, Fault};
use crate::protocol::family::info::Info;
use crate::protocol::family::latency;
use crate::protocol::family::memory::Memory;
use crate::protocol::family::reply::{self, Flaw, Reply};
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};
use crate::protocol::family::rules::{RULES, RULES_OF_EVERY_INFO, RULES_OF_INFO};
use crate::protocol::family::table::Table;
use crate::protocol::family::watch;
use crate::protocol::{Catalogue, Facts, Monitor, Observation, Probe, Setting};
use crate::transcript::{Event, EventKind};
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// A [`Monitor`] for one dialogue.
pub struct FamilyMonitor {
    table: &'static Table,
    catalogue: &'static Catalogue,
    setting: Setting,
    memory: Memory,
    probe: Option<Probe>,
}

impl FamilyMonitor {
    /// A judge that has seen nothing yet.
    #[must_use]
    pub fn new(table: &'static Table, catalogue: &'static Catalogue, setting: Setting) -> Self {
        Self {
            table,
            catalogue,
            setting,
            memory: Memory::default(),
            probe: None,
        }
    }

    fn finding(&self, rule: &Rule, event: &Event, breach: Breach) -> Option<Finding> {
        let own = (self.table.charge)(breach.fault, self.setting.profile)?;
        let charge = match (self.probe, rule.of_text) {
            // What counts for little, or is no fault in this dialect, counts for no more in a probe.
            (Some(probe), false) => Charge {
                clause: probe.clause,
                at_most: probe.at_most.min(own.at_most),
            },
            (_, _) => own,
        };
        let clause = self.catalogue.clause(charge.clause)?;
        let ceiling = self.catalogue.severity(charge.clause, self.setting.profile);
        let severity = ceiling.min(charge.at_most);
        if severity == Severity::Skip {
            return None;
        }
        Some(Finding {
            clause: ClauseId(clause.id.0),
            severity,
            watcher: Watcher::Rule(rule.name),
            misdeed: Some(format!("{:?}", breach.fault)),
            expected: breach.expected,
            got: breach.got,
            message: breach.message,
            events: breach.events,
            columns: breach.columns,
            scenario_line: None,
            at: event.at,
            timing: breach.timing,
            over: breach.over,
            position: breach.position,
            clock: breach.clock,
            notes: Vec::new(),
        })
    }

    /// Takes an event in, and tells what is to be said of it, which is asked before it is remembered.
    fn take<T: Default>(&mut self, event: &Event, say: impl FnOnce(&Self, &Look<'_>) -> T) -> T {
        match &event.kind {
            // Where the script is says nothing of the engine.
            EventKind::Step { .. } => T::default(),
            EventKind::Received(line) => {
                // To find out at every line that there is nothing to drop takes longer than a rule.
                const { assert!(!std::mem::needs_drop::<Info<'_>>()) };
                let mut info = ManuallyDrop::new(Reply::Info(Info::default()));
                if reply::read_sound(self.table, &line.bytes, &mut info) {
                    return self.look(event, None, Some(&info), &[], say);
                }
                let text = reply::text(&line.bytes);
                let (reply, mut flaws) = reply::read_closely(self.table, &text);
                // Among the choices that were cut off may be the one that is missing.
                if line.cut > 0 {
                    flaws.retain(|flaw| flaw.fault != Fault::ComboDefault);
                }
                self.look(event, None, Some(&reply), &flaws, say)
            }
            EventKind::Sent { line, .. } => {
                let command = command::read(self.table, &line.text());
                self.look(event, Some(command), None, &[], say)
            }
            EventKind::Stderr(_)
            | EventKind::Partial(_)
            | EventKind::EndOfStream(_)
            | EventKind::InputClosed
            | EventKind::WriteFailed(_)
            | EventKind::Exit(_)
            | EventKind::Overdue(_) => self.look(event, None, None, &[], say),
        }
    }

    fn look<T>(
        &mut self,
        event: &Event,
        command: Option<Command>,
        reply: Option<&Reply<'_>>,
        flaws: &[Flaw],
        say: impl FnOnce(&Self, &Look<'_>) -> T,
    ) -> T {
        let said = say(
            self,
            &Look {
                table: self.table,
                limits: &self.setting.limits,
                memory: &self.memory,
                event,
                reply,
                flaws,
            },
        );
        self.memory.apply(self.table, event, command, reply);
        said
    }

    fn findings(&self, look: &Look<'_>) -> Vec<Finding> {
        let mut findings: Vec<Finding> = Vec::new();
        let mut breaches = Vec::new();
        match look.reply {
            Some(Reply::Info(info)) if look.is_ordinary(info) => {
                debug_assert!(are_silent(look, |of_info| of_info != OfInfo::Every));
                for rule in RULES_OF_EVERY_INFO {
                    self.ask(rule, look, &mut breaches, &mut findings);
                }
            }
            Some(Reply::Info(_)) => {
                debug_assert!(are_silent(look, |of_info| of_info == OfInfo::None));
                for rule in RULES_OF_INFO.iter() {
                    self.ask(rule, look, &mut breaches, &mut findings);
                }
            }
            _ => {
                for rule in RULES {
                    self.ask(rule, look, &mut breaches, &mut findings);
                }
            }
        }
        findings
    }

    #[inline]
    fn ask(
        &self,
        rule: &Rule,
        look: &Look<'_>,
        breaches: &mut Vec<Breach>,
        findings: &mut Vec<Finding>,
    ) {
        (rule.check)(look, breaches);
        // Mostly nothing is wrong.
        if !breaches.is_empty() {
            self.tell(rule, look, breaches, findings);
        }
    }

    /// Makes findings of what a rule has noticed.
    #[cold]
    fn tell(
        &self,
        rule: &Rule,
        look: &Look<'_>,
        breaches: &mut Vec<Breach>,
        findings: &mut Vec<Finding>,
    ) {
        for breach in breaches.drain(..) {
            debug_assert!(
                watch::faults(rule.name, self.table).contains(&breach.fault),
                "{:?} is missing from what the rule {} watches",
                breach.fault,
                rule.name
            );
            if let Some(finding) = self.finding(rule, look.event, breach)
                && !findings.iter().any(|known| known.clause == finding.clause)
            {
                findings.push(finding);
            }
        }
    }
}

/// Whether the rules that are not asked of an info line have indeed nothing to say of it.
fn are_silent(look: &Look<'_>, left_out: impl Fn(OfInfo) -> bool) -> bool {
    let mut breaches = Vec::new();
    for rule in RULES.iter().filter(|rule| left_out(rule.of_info)) {
        (rule.check)(look, &mut breaches);
    }
    breaches.is_empty()
}

impl Monitor for FamilyMonitor {
    fn observe(&mut self, event: &Event) -> Observation {
        self.take(event, |judge, look| Observation {
            reading: look.reply.map(|reply| facts_of_reply::reading(look, reply)),
            findings: judge.findings(look),
            latency: latency::ended(look).filter(|_| judge.probe.is_none()),
            clock: clock_use::ended(look).filter(|_| judge.probe.is_none()),
        })
    }

    fn judge(&mut self, event: &Event) -> Vec<Finding> {
        self.take(event, Self::findings)
    }

    fn probe(&mut self, probe: Option<Probe>) {
        self.probe = probe;
    }

    fn completed(&self, lines: Vec<String>) -> Vec<String> {
        let ends = self.table.games_end_in.contains(&self.setting.profile);
        match ends && self.probe.is_none() {
            true => between_games::completed(self.table, &self.memory, lines),
            false => lines,
        }
    }

    fn due(&self) -> Option<Duration> {
        self.memory.current()?.due(self.table, &self.setting.limits)
    }

    fn facts(&self) -> &Facts {
        &self.memory.facts
    }

    fn open_searches(&self) -> usize {
        let mut open = self.memory.open.iter();
        open.by_ref()
            .filter(|epoch| epoch.game_over.is_none() || !epoch.stops.is_empty())
            .count()
    }

    fn is_told_to_end(&self) -> bool {
        let current = self.memory.current();
        current.is_some_and(|epoch| !epoch.stops.is_empty() && epoch.game_over.is_none())
    }
}
