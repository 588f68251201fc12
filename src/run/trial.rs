//! One scenario against one fresh process.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::Transport;
use crate::protocol::{Dialect, Facts, Limits, Setting};
use crate::run::captures::Captures;
use crate::run::plan::Harmless;
use crate::run::result::Measurement;
use crate::run::script::{End, Script};
use crate::run::session::Session;
use crate::scenario::{Need, Scenario};
use crate::transcript::Transcript;
use crate::verdict::Finding;

/// How long an engine may take to leave when its scenario is over and its leaving is not judged.
const LEAVE: Duration = Duration::from_millis(500);

/// What a trial needs besides the engine.
pub(crate) struct Bench<'a> {
    pub(crate) dialect: &'static dyn Dialect,
    pub(crate) profile: &'static str,
    pub(crate) limits: &'a Limits,
    pub(crate) set: &'a [(String, String)],
    pub(crate) harmless: &'a Harmless,
    pub(crate) cancel: &'a AtomicBool,
    pub(crate) offers: &'a (dyn Fn(&Need, &Facts) -> bool + Sync),
}

/// What a trial found out.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trial {
    pub(crate) end: Result<(), End>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) transcript: Transcript,
    pub(crate) measurements: Vec<Measurement>,
    pub(crate) facts: Facts,
    pub(crate) stopped_at_line: Option<u32>,
}

/// Plays a scenario on a transport and brings the engine to its end.
pub(crate) fn play(bench: &Bench<'_>, scenario: &Scenario, transport: &mut dyn Transport) -> Trial {
    let setting = Setting {
        profile: bench.profile,
        limits: bench.limits.clone(),
    };
    let monitor = bench.dialect.monitor(setting);
    let mut session = Session::new(transport, monitor, bench.dialect.quit(), bench.cancel);
    let mut script = Script {
        session: &mut session,
        dialect: bench.dialect,
        profile: bench.profile,
        limits: bench.limits,
        scenario,
        set: bench.set,
        set_done: false,
        harmless: bench.harmless,
        offers: bench.offers,
        captures: Captures::default(),
        measurements: Vec::new(),
        lacks: Vec::new(),
    };
    let end = script.play(&scenario.steps);
    let measurements = std::mem::take(&mut script.measurements);
    let lacks = std::mem::take(&mut script.lacks);
    let stopped_at_line = if end.is_ok() {
        None
    } else {
        Some(session.line)
    };
    if !session.quit_sent && session.exited.is_none() {
        let quit = format!("{}\n", bench.dialect.quit());
        session.send(quit.as_bytes());
    }
    session.transport.reap(LEAVE);
    let mut facts = session.monitor.facts().clone();
    for capability in bench.dialect.capabilities() {
        if lacks.iter().any(|lacking| lacking == capability.name) {
            facts.lacks.push(capability.name);
        }
    }
    let Session {
        findings, recorder, ..
    } = session;
    Trial {
        end,
        findings: findings.finish(),
        transcript: recorder.finish(),
        measurements,
        facts,
        stopped_at_line,
    }
}
