//! Plays several scenarios in one process, for engines that take long to start.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::engine::{LaunchError, Transport};
use crate::protocol::{Dialect, Exchange};
use crate::run::schedule::known_state;
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::run::script::session::Session;
use crate::run::script::state::End;
use crate::run::timing::cpu_slots::CpuSlots;
use crate::run::timing::host_load::HostLoadMonitor;
use crate::run::timing::process_cost::ProcessCost;
use crate::scenario::{
    Ending, Expect, Pattern, Piece, Scenario, Send, Step, StepKind, Template, Time,
};
use crate::span::Span;
use crate::verdict::Severity;

/// A process in which scenarios are played, one after the other.
pub(in crate::run) struct SharedProcess<'r> {
    session: Session<'r>,
    /// The scenarios that were played in it, in order.
    played: Vec<&'r Scenario>,
}

/// What a process needs during its whole life.
#[derive(Clone, Copy)]
pub(in crate::run) struct SharedProcessContext<'r> {
    pub(in crate::run) cancel: &'r AtomicBool,
    pub(in crate::run) cpu_slots: Option<&'r CpuSlots>,
    pub(in crate::run) cost: &'r ProcessCost,
}

impl<'r> SharedProcess<'r> {
    /// Starts a process, on a CPU slot if the run has CPU slots.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(in crate::run) fn start(
        bench: &Bench<'_>,
        context: SharedProcessContext<'r>,
        spawn: &mut dyn FnMut() -> Result<Box<dyn Transport>, LaunchError>,
    ) -> Result<Self, LaunchError> {
        let rank = bench.cpu_slots.map_or(0, |(_, rank)| rank);
        let asked = Instant::now();
        let cpu_slot = context.cpu_slots.and_then(|cpu_slots| cpu_slots.take(rank, context.cancel));
        let queued = asked.elapsed();
        let begun = Instant::now();
        let transport = spawn()?;
        let cpu_slots = context.cpu_slots.map(|cpu_slots| (cpu_slots, rank));
        let mut session = trial::session(bench, transport, context.cancel, cpu_slots, cpu_slot);
        session.report_cost_to(context.cost);
        session.spent.processes = 1;
        session.spent.queued = queued;
        session.spent.starting = begun.elapsed();
        Ok(Self { session, played: Vec::new() })
    }

    /// The scenarios that were played in it before the last one.
    pub(in crate::run) fn before(&self) -> &[&'r Scenario] {
        self.played.split_last().map_or(&[], |(_, before)| before)
    }

    /// Plays a scenario. If it is not the first one, it begins with a new game, and its events are numbered and timed
    /// from there.
    pub(in crate::run) fn play(&mut self, bench: &Bench<'_>, scenario: &'r Scenario) -> Trial {
        let first = self.played.is_empty();
        self.played.push(scenario);
        let session = &mut self.session;
        let from = (session.recorder.next_number(), session.transport.now());
        let head = known_state::head(bench.dialect, scenario).filter(|_| !first);
        let game = match (head, scenario.steps.first()) {
            (Some(_), Some(step)) => next_game(bench.dialect, &step.span),
            (_, _) => Vec::new(),
        };
        if !first {
            session
                .next_part(HostLoadMonitor::new(bench.isolation.map(|isolation| isolation.margin)));
            session.release_cpu_slot(bench.cpu_slots.map_or(0, |(_, rank)| rank));
            session.spent.shared = 1;
        }
        let steps = [&game[..], &scenario.steps[head.unwrap_or(0)..]];
        let mut races = bench.races(&scenario.id);
        let played = trial::steps_of(bench, scenario, session, &steps, !first, &mut races);
        session.release_cpu_slot(0);
        let mut trial = trial::trial_of_part(bench, scenario, session, played);
        count_from(&mut trial, from);
        trial
    }

    /// Whether the engine is in a known state after a scenario with this trial.
    pub(in crate::run) fn is_known(&self, trial: &Trial) -> bool {
        let over = match &trial.end {
            Ok(()) | Err(End::Stop | End::Skip(_)) => true,
            Err(End::Unmet | End::Cancelled | End::Afresh) => false,
        };
        let session = &self.session;
        let alive = session.exited.is_none() && !session.output_ended && !session.quit_sent;
        over && alive && session.monitor.open_searches() == 0
    }

    /// Ends the process.
    pub(in crate::run) fn end(mut self, dialect: &dyn Dialect) {
        trial::leave(&mut self.session, dialect);
    }
}

/// The steps that begin a new game in a running dialogue, all with this span.
fn next_game(dialect: &dyn Dialect, span: &Span) -> Vec<Step> {
    let opening = dialect.games().map_or(&[][..], |games| games.opening);
    let mut steps = Vec::new();
    for Exchange { send, reply, .. } in opening.iter().filter(|exchange| !exchange.once) {
        let send = StepKind::Send(Send {
            lines: vec![Template(vec![Piece::Text((*send).to_owned())])],
            ending: Ending::Lf,
            probe: None,
        });
        let reply = reply.map(|reply| {
            StepKind::Expect(Expect {
                what: Pattern::Kind(reply),
                within: Time::Limit(reply),
                late: None,
                stop_after: None,
                flush: false,
                fields: Vec::new(),
                clause: None,
                at_most: Severity::Fail,
                optional: false,
                capture: Vec::new(),
                measure: None,
            })
        });
        steps.extend(
            [Some(send), reply].into_iter().flatten().map(|kind| Step { span: span.clone(), kind }),
        );
    }
    steps
}

/// Shifts the events of a trial, which began with this number and at this time, so that they begin at zero.
fn count_from(trial: &mut Trial, (number, time): (usize, Duration)) {
    trial.transcript.count_from(number, time);
    for finding in &mut trial.findings {
        // Events of earlier scenarios are not shown.
        finding.events.retain(|event| event.0 >= number);
        for event in &mut finding.events {
            event.0 -= number;
        }
        finding.at = finding.at.saturating_sub(time);
    }
}
