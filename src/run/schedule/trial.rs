//! Plays one scenario in one fresh process, or in several if a race needs them.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::engine::{LaunchError, Transport};
use crate::lang::ToText;
use crate::protocol::{Dialect, EngineProfile, Limits, Setting};
use crate::run::aggregate::engine_profile;
use crate::run::plan::Harmless;
use crate::run::race_result::RaceResult;
use crate::run::result::Measurement;
use crate::run::schedule::isolation::Isolation;
use crate::run::script::captures::Captures;
use crate::run::script::findings::Findings;
use crate::run::script::race::state::Races;
use crate::run::script::recorder::Recorder;
use crate::run::script::session::{Purpose, Session};
use crate::run::script::state::{End, Script};
use crate::run::time_use::Spent;
use crate::run::timing::cpu_slots::{CpuSlot, CpuSlots};
use crate::run::timing::host_load::{HostLoadMonitor, HostLoadVerdict};
use crate::run::timing::process_cost::ProcessCost;
use crate::run::timing::samples::Samples;
use crate::run::timing::unanswered::Unanswered;
use crate::scenario::{Need, Offset, Scenario, Step};
use crate::transcript::{Event, EventKind, Transcript};
use crate::verdict::Finding;

/// How long an engine may take to exit after its scenario, if its exit is not judged.
const LEAVE: Duration = Duration::from_millis(500);

/// How long after its last line an engine is listened to at the end of a script: a second reply may come a little later.
const LISTEN: Duration = Duration::from_millis(20);

/// What a trial needs in addition to the engine.
pub(crate) struct Bench<'a> {
    pub(crate) dialect: &'static dyn Dialect,
    pub(crate) profile: &'static str,
    pub(crate) limits: &'a Limits,
    pub(crate) set: &'a [(String, String)],
    pub(crate) harmless: &'a Harmless,
    pub(crate) cancel: &'a AtomicBool,
    pub(crate) offers: &'a (dyn Fn(&Need, &EngineProfile) -> bool + Sync),
    /// The seed of the run.
    pub(crate) seed: u64,
    pub(crate) race_offset: Option<Offset>,
    /// The settings of an attempt in isolation, with the load of the host observed; `None` in other attempts.
    pub(crate) isolation: Option<&'a Isolation>,
    /// The CPU slots for busy engines and the rank of this scenario, if there are more engines than processors.
    pub(crate) cpu_slots: Option<(&'a CpuSlots, usize)>,
    /// Where the cost of a process is recorded.
    pub(crate) cost: Option<&'a ProcessCost>,
    /// The questions that the engine leaves unanswered, if several scenarios are played.
    pub(crate) unanswered: Option<&'a Unanswered>,
}

impl Bench<'_> {
    /// The races of a scenario, as they are before its first process.
    pub(crate) fn races(&self, scenario: &str) -> Races {
        let failed = self.isolation.map_or(Vec::new(), |isolation| isolation.races.clone());
        Races::new(self.seed, self.race_offset, failed, scenario)
    }
}

/// The result of a trial.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trial {
    pub(crate) end: Result<(), End>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) transcript: Transcript,
    pub(crate) measurements: Vec<Measurement>,
    pub(crate) races: Vec<RaceResult>,
    /// The samples of all processes of the trial.
    pub(crate) samples: Samples,
    pub(crate) engine_profile: EngineProfile,
    pub(crate) host_load_verdict: HostLoadVerdict,
    pub(crate) stopped_at_line: Option<u32>,
    /// Whether a demand was not judged because its value cannot be read, see [`Findings::unread`].
    pub(crate) unread: bool,
    pub(crate) spent: Spent,
}

impl Trial {
    /// Whether an engine process was ended by `SIGKILL`.
    pub(crate) fn was_killed(&self) -> bool {
        let is_kill =
            |event: &Event| matches!(event.kind, EventKind::Exit(status) if status.is_kill());
        self.transcript.events.iter().any(is_kill)
    }
}

/// The result of one process.
struct Part {
    end: Result<(), End>,
    findings: Findings,
    transcript: Transcript,
    measurements: Vec<Measurement>,
    samples: Samples,
    engine_profile: EngineProfile,
    host_load_verdict: HostLoadVerdict,
    stopped_at_line: Option<u32>,
    lasted: Duration,
    spent: Spent,
}

/// Plays a scenario in a fresh process to its end. A race may need more processes.
///
/// # Errors
/// If a process cannot be started.
pub(crate) fn play(
    bench: &Bench<'_>,
    scenario: &Scenario,
    spawn: &mut dyn FnMut() -> Result<Box<dyn Transport>, LaunchError>,
) -> Result<Trial, LaunchError> {
    let mut races = bench.races(&scenario.id);
    let mut builder = TrialBuilder::default();
    loop {
        let asked = Instant::now();
        let cpu_slot = bench.cpu_slots;
        let cpu_slot = cpu_slot.and_then(|(cpu_slots, rank)| cpu_slots.take(rank, bench.cancel));
        builder.spent.queued += asked.elapsed();
        let begun = Instant::now();
        let mut transport = match spawn() {
            Ok(transport) => transport,
            // What the earlier processes have shown for certain counts.
            Err(error) if builder.findings.certain() => {
                return Ok(builder.cut_off(&error, races, bench.seed));
            }
            Err(error) => return Err(error),
        };
        builder.spent.starting += begun.elapsed();
        let part = play_once(bench, scenario, transport.as_mut(), cpu_slot, &mut races);
        if part.end != Err(End::Afresh) {
            return Ok(builder.finish(part, races, bench.seed));
        }
        builder.add(part);
    }
}

/// Plays a scenario on an existing transport. A race that needs another process ends.
#[cfg(test)]
pub(crate) fn play_on(
    bench: &Bench<'_>,
    scenario: &Scenario,
    transport: &mut dyn Transport,
) -> Trial {
    let mut races = bench.races(&scenario.id);
    let part = play_once(bench, scenario, transport, None, &mut races);
    TrialBuilder::default().finish(part, races, bench.seed)
}

/// The results of the earlier processes of a trial.
#[derive(Default)]
struct TrialBuilder {
    findings: Findings,
    transcript: Transcript,
    engine_profile: EngineProfile,
    host_load_verdict: HostLoadVerdict,
    samples: Samples,
    lasted: Duration,
    spent: Spent,
    /// How many events there were.
    events: usize,
}

impl TrialBuilder {
    /// Adds what is summed up over all processes, whether the events of a process are kept or not.
    fn sum(&mut self, part: &Part) {
        engine_profile::merge(&mut self.engine_profile, &part.engine_profile);
        self.host_load_verdict.add(part.host_load_verdict.clone());
        self.samples.merge(&part.samples);
        self.spent.add(&part.spent);
    }

    /// Adds a process. Its events are kept only if they show something new.
    fn add(&mut self, part: Part) {
        self.sum(&part);
        let (ids, time) = (self.events, self.lasted);
        let shown = part.transcript;
        self.events += shown.end().0;
        if self.findings.absorb(part.findings, ids, time) {
            self.transcript.join(shown, ids, time);
        } else {
            self.transcript.dropped += shown.dropped + shown.events.len() as u64;
        }
        self.lasted += part.lasted;
    }

    /// The whole trial. If the earlier processes have no findings, the last process is shown alone.
    fn finish(mut self, last: Part, races: Races, seed: u64) -> Trial {
        let end = last.end.clone();
        let measurements = last.measurements.clone();
        let stopped_at_line = last.stopped_at_line;
        self.take(last);
        let trial = self.trial(end, races, seed);
        Trial { measurements, stopped_at_line, ..trial }
    }

    /// The trial up to here, because no further process could be started.
    fn cut_off(mut self, error: &LaunchError, races: Races, seed: u64) -> Trial {
        self.findings
            .note(&say!("no further process could be started: {error}", error = error.to_text()));
        self.trial(Err(End::Unmet), races, seed)
    }

    fn take(&mut self, last: Part) {
        if self.findings.len() == 0 {
            self.sum(&last);
            (self.findings, self.transcript) = (last.findings, last.transcript);
        } else {
            self.add(last);
        }
    }

    fn trial(mut self, end: Result<(), End>, races: Races, seed: u64) -> Trial {
        let races = races.finish();
        for race in races.iter().filter(|race| race.failed() > 0) {
            self.findings.note(&say!("{summary}, seed {seed}", summary = race.summary(), seed));
        }
        Trial {
            end,
            unread: self.findings.unread,
            findings: self.findings.finish(),
            transcript: self.transcript,
            measurements: Vec::new(),
            races,
            samples: self.samples,
            engine_profile: self.engine_profile,
            host_load_verdict: self.host_load_verdict,
            stopped_at_line: None,
            spent: self.spent,
        }
    }
}

/// A session with a process that was started for it. If there are CPU slots, the session begins with `cpu_slot`.
pub(in crate::run) fn session<'s>(
    bench: &Bench<'_>,
    transport: Box<dyn Transport + 's>,
    cancel: &'s AtomicBool,
    cpu_slots: Option<(&'s CpuSlots, usize)>,
    cpu_slot: Option<CpuSlot<'s>>,
) -> Session<'s> {
    let setting = Setting { profile: bench.profile, limits: bench.limits.clone() };
    let monitor = bench.dialect.monitor(setting);
    let host_load = HostLoadMonitor::new(bench.isolation.map(|isolation| isolation.margin));
    let driver = bench.dialect.driver(Some(bench.profile));
    let quit = bench.dialect.quit();
    let mut session = Session::new(transport, monitor, driver, quit, cancel, host_load);
    if let Some(cpu_slots) = cpu_slots {
        session.use_cpu_slots(cpu_slots, cpu_slot);
    }
    session
}

fn play_once(
    bench: &Bench<'_>,
    scenario: &Scenario,
    transport: &mut dyn Transport,
    cpu_slot: Option<CpuSlot<'_>>,
    races: &mut Races,
) -> Part {
    let mut session = session(bench, Box::new(transport), bench.cancel, bench.cpu_slots, cpu_slot);
    if let Some(cost) = bench.cost {
        session.report_cost_to(cost);
    }
    let steps = [&scenario.steps[..]];
    let played = steps_of(bench, scenario, &mut session, &steps, false, races);
    if played.end.is_ok() {
        listen(&mut session);
    }
    let leaving = leave(&mut session, bench.dialect);
    let mut part = part(bench, &mut session, played);
    part.spent.processes = 1;
    part.spent.leaving = leaving;
    part
}

/// The result of playing the steps of a scenario.
pub(in crate::run) struct StepsResult {
    pub(in crate::run) end: Result<(), End>,
    measurements: Vec<Measurement>,
    lacks: Vec<String>,
    stopped_at_line: Option<u32>,
}

/// Plays steps in a session. The options of the run are set before the first question for readiness, unless `set` is
/// true.
pub(in crate::run) fn steps_of(
    bench: &Bench<'_>,
    scenario: &Scenario,
    session: &mut Session<'_>,
    steps: &[&[Step]],
    set: bool,
    races: &mut Races,
) -> StepsResult {
    let mut script = Script {
        session,
        dialect: bench.dialect,
        profile: bench.profile,
        limits: bench.limits,
        scenario,
        set: bench.set,
        set_done: set,
        switches_set: Vec::new(),
        harmless: bench.harmless,
        brief: bench
            .isolation
            .filter(|isolation| isolation.brief)
            .map(|isolation| isolation.margin),
        unstopped: bench.isolation.map_or(&[], |isolation| &isolation.unstopped),
        offers: bench.offers,
        captures: Captures::default(),
        measurements: Vec::new(),
        lacks: Vec::new(),
        races,
        next_race: 0,
        unanswered: bench.unanswered,
        cut: None,
        changed: Vec::new(),
        turn: 0,
    };
    let end = steps.iter().try_for_each(|steps| script.play(steps));
    script.session.report_memory();
    let (measurements, lacks) = (script.measurements, script.lacks);
    StepsResult { stopped_at_line: end.is_err().then_some(session.line), end, measurements, lacks }
}

/// Judges what the engine writes soon after the last reply, unless it is leaving or still owes something: the script
/// does not wait for that.
fn listen(session: &mut Session<'_>) {
    let leaves = session.quit_sent || session.input_closed || session.has_ended();
    let owes = session.monitor.open_searches() > 0 || session.last_output < session.last_send;
    if !leaves && !owes {
        session.purpose = Purpose::Window;
        session.pump(session.last_output + LISTEN);
    }
}

/// Ends the process, and returns how long this took.
pub(in crate::run) fn leave(session: &mut Session<'_>, dialect: &dyn Dialect) -> Duration {
    session.leave_cpu_slot();
    if !session.quit_sent && !session.input_closed && session.exited.is_none() {
        let quit = format!("{}\n", dialect.quit());
        session.send(quit.as_bytes());
    }
    let leaves = session.transport.now();
    session.transport.reap(LEAVE);
    session.transport.now().saturating_sub(leaves)
}

/// What a session has shown since the beginning of the current part.
fn part(bench: &Bench<'_>, session: &mut Session<'_>, played: StepsResult) -> Part {
    let mut engine_profile = session.monitor.engine_profile().clone();
    for capability in bench.dialect.capabilities() {
        let mut lacks = played.lacks.iter();
        if lacks.any(|lacking| lacking == capability.name) {
            engine_profile.lacks.push(capability.name);
        }
    }
    // The events of the next part in the same process are numbered from here.
    let next = Recorder::beginning_with(session.recorder.next_number());
    Part {
        end: played.end,
        findings: std::mem::take(&mut session.findings),
        transcript: std::mem::replace(&mut session.recorder, next).finish(),
        measurements: played.measurements,
        samples: std::mem::take(&mut session.samples),
        engine_profile,
        host_load_verdict: session.host_load_verdict(),
        stopped_at_line: played.stopped_at_line,
        lasted: session.transport.now(),
        spent: std::mem::take(&mut session.spent),
    }
}

/// The trial of a scenario in a process in which other scenarios are played as well.
pub(in crate::run) fn trial_of_part(
    bench: &Bench<'_>,
    scenario: &Scenario,
    session: &mut Session<'_>,
    played: StepsResult,
) -> Trial {
    let races = bench.races(&scenario.id);
    let part = part(bench, session, played);
    TrialBuilder::default().finish(part, races, bench.seed)
}

#[cfg(test)]
mod tests;
