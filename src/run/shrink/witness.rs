//! Plays candidates, and decides whether they show the violation.

use std::sync::atomic::Ordering;
use std::time::Instant;

use super::preconditions::Preconditions;
use super::{NotShrunk, ShrinkTask};
use crate::engine::{EngineSource, LaunchError, Transport};
use crate::explore::shrink::{Oracle, Outcome};
use crate::protocol::EngineProfile;
use crate::run::aggregate::engine_profile;
use crate::run::plan::Plan;
use crate::run::race_result::RaceResult;
use crate::run::schedule::isolation::Isolation;
use crate::run::schedule::scheduler;
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::run::timing::established::is_missing;
use crate::run::timing::unanswered::Unanswered;
use crate::scenario::edit::{Editor, Script, Tree};
use crate::scenario::{Need, Scenario};
use crate::transcript::{EventKind, Transcript};
use crate::verdict::{ClauseId, Finding};

/// The result of one play of a script.
pub(super) struct PlayResult {
    pub(super) findings: Vec<Finding>,
    pub(super) transcript: Transcript,
    races: Vec<RaceResult>,
}

/// The result of the final plays, and how many of them showed the violation.
pub(super) struct Confirmed {
    pub(super) finding: Finding,
    pub(super) transcript: Transcript,
    pub(super) rate: (u32, u32),
}

/// Whether two findings are the same violation.
pub(super) fn is_same(one: &Finding, other: &Finding) -> bool {
    one.is_same(other) && one.violation == other.violation
}

/// Plays scripts against the engine and the control.
pub(super) struct Witness<'a> {
    plan: &'a Plan,
    editor: &'a Editor,
    control: Option<&'a EngineSource>,
    /// What the control violates in the whole script. It may violate nothing else in a candidate.
    of_control: Vec<Finding>,
    progress: &'a dyn Fn(u32, usize),
    /// The violation to look for.
    target: Option<Finding>,
    tries: u32,
    /// How often a candidate has to show the violation in succession.
    pub(super) least: u32,
    /// Until when candidates are played.
    pub(super) until: Option<Instant>,
    /// Whether replies that were missing in several candidates are waited for only briefly.
    pub(super) briefly: bool,
    /// How many candidates were played.
    pub(super) played: u32,
    /// Whether the user has ended the search for shorter scripts.
    pub(super) ended: bool,
    profile: EngineProfile,
    unanswered: [Unanswered; 2],
    /// The rules for clients that the original script keeps. Each candidate must keep them, too.
    preconditions: Preconditions,
    /// The last script that showed the violation, and its play.
    last: Option<(Script, Scenario, PlayResult)>,
    error: Option<LaunchError>,
}

impl<'a> Witness<'a> {
    pub(super) fn new(plan: &'a Plan, editor: &'a Editor, wanted: &ShrinkTask<'a>) -> Self {
        Self {
            plan,
            editor,
            control: wanted.control,
            of_control: Vec::new(),
            progress: wanted.progress,
            target: None,
            tries: 1,
            least: 1,
            until: Some(Instant::now() + wanted.max_time.mul_f64(0.5)),
            briefly: false,
            played: 0,
            ended: false,
            profile: EngineProfile::default(),
            unanswered: Default::default(),
            preconditions: Preconditions::default(),
            last: None,
            error: None,
        }
    }

    /// Sets the violation to look for, and how often each candidate is played.
    pub(super) fn aim(&mut self, whole: &Scenario, finding: Finding, tries: u32) {
        self.preconditions = Preconditions::of(self.plan.dialect, whole);
        self.target = Some(finding);
        self.tries = tries.max(1);
    }

    /// The clause of the violation.
    pub(super) fn clause(&self) -> ClauseId {
        self.target.as_ref().map_or(ClauseId(""), |target| target.clause)
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_ended() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    fn is_ended(&self) -> bool {
        self.ended || self.plan.cancel.load(Ordering::Relaxed)
    }

    /// Prepares the final plays. They take place even if the user has ended the reduction, and can be ended again.
    pub(super) fn check_ended(&mut self) -> Result<(), NotShrunk> {
        self.ended |= self.plan.cancel.swap(false, Ordering::Relaxed);
        self.error.take().map_or(Ok(()), |error| Err(error.into()))
    }

    /// Drops the control if it shows the violation in the whole script: it then proves nothing about candidates.
    pub(super) fn control_if_sound(&mut self, whole: &Scenario) -> Result<(), NotShrunk> {
        if let (Some(control), Some(target)) = (self.control, &self.target) {
            let findings = weighed(self.play(whole, control, None)?).findings;
            if findings.iter().any(|finding| is_same(finding, target)) {
                self.control = None;
            }
            self.of_control = findings;
        }
        Ok(())
    }

    /// What the control does with a script.
    pub(super) fn of_control(&self, scenario: &Scenario) -> Result<Option<Transcript>, NotShrunk> {
        let Some(control) = self.control else {
            return Ok(None);
        };
        Ok(Some(self.play(scenario, control, None)?.transcript))
    }

    /// Plays the script that is to be reduced, with all waits in full.
    pub(super) fn play_whole(&mut self, whole: &Scenario) -> Result<PlayResult, NotShrunk> {
        let trial = self.play(whole, &self.plan.engine, None)?;
        if self.is_ended() {
            return Err(NotShrunk::Ended);
        }
        engine_profile::merge(&mut self.profile, &trial.engine_profile);
        Ok(weighed(trial))
    }

    /// Whether a script shows the violation with all waits in full, and the control does not.
    pub(super) fn shows_in_full(&mut self, script: &Script) -> Result<bool, NotShrunk> {
        let Ok(scenario) = self.editor.check(script, "shrink") else {
            return Ok(false);
        };
        for _ in 0..self.tries {
            let played = weighed(self.play(&scenario, &self.plan.engine, None)?);
            if self.of_target(&played).is_some() {
                return Ok(self.control_keeps(&scenario)?);
            }
        }
        Ok(false)
    }

    /// How often a script shows the violation, with one of these plays; `None` if no play shows it.
    pub(super) fn rate(
        &self,
        scenario: &Scenario,
        times: u32,
        end: Instant,
    ) -> Result<Option<Confirmed>, NotShrunk> {
        let (mut shown, mut played) = (0, 0);
        let mut found = None;
        let is_over = || Instant::now() >= end || self.plan.cancel.load(Ordering::Relaxed);
        while played < times && (played == 0 || !is_over()) {
            let one = weighed(self.play(scenario, &self.plan.engine, None)?);
            played += 1;
            if let Some(finding) = self.of_target(&one).cloned() {
                shown += 1;
                found.get_or_insert((finding, one.transcript));
            }
        }
        let rate = (shown, played);
        Ok(found.map(|(finding, transcript)| Confirmed { finding, transcript, rate }))
    }

    fn of_target<'p>(&self, played: &'p PlayResult) -> Option<&'p Finding> {
        let target = self.target.as_ref()?;
        played.findings.iter().find(|finding| is_same(finding, target))
    }

    /// Whether the control violates nothing in a candidate that it does not violate in the whole script. If it does,
    /// the candidate is no dialogue that every sound engine can follow: for example, it may wait for the reply to a
    /// search that nothing ends.
    fn control_keeps(&self, scenario: &Scenario) -> Result<bool, LaunchError> {
        let (Some(control), Some(target)) = (self.control, &self.target) else {
            return Ok(true);
        };
        let trial = self.play(scenario, control, self.briefly.then_some(&self.unanswered[1]))?;
        let is_new = |finding: &&Finding| {
            finding.counts() && !self.of_control.iter().any(|known| is_same(finding, known))
        };
        let findings = weighed(trial).findings;
        Ok(!findings.iter().any(|finding| is_same(finding, target) || is_new(&finding)))
    }

    fn play(
        &self,
        scenario: &Scenario,
        engine: &EngineSource,
        unanswered: Option<&Unanswered>,
    ) -> Result<Trial, LaunchError> {
        let plan = self.plan;
        let known = &self.profile;
        let offers = |need: &Need, shown: &EngineProfile| {
            let mut all = known.clone();
            engine_profile::merge(&mut all, shown);
            engine_profile::offers(plan.dialect, &all, need)
        };
        let isolation = self.isolation(unanswered.is_some());
        let bench = Bench {
            dialect: plan.dialect,
            profile: plan.profile,
            limits: &plan.limits,
            set: &plan.set,
            harmless: &plan.harmless,
            cancel: &plan.cancel,
            offers: &offers,
            seed: plan.seed,
            race_offset: plan.race_offset,
            isolation: Some(&isolation),
            cpu_slots: None,
            cost: None,
            unanswered,
        };
        let mut spawn = || {
            let process = engine.start(scheduler::timings(plan))?;
            Ok(Box::new(process) as Box<dyn Transport>)
        };
        trial::play(&bench, scenario, &mut spawn)
    }

    /// How a script is played. If the violation is a missing reply, a play that is `brief` spends no time to find out
    /// whether the reply would come late.
    fn isolation(&self, brief: bool) -> Isolation {
        let brief = brief && self.target.as_ref().is_some_and(is_missing);
        Isolation { brief, ..Isolation::default() }
    }

    /// Plays a candidate until it has shown the violation, and then the control.
    fn candidate(&mut self, script: &Script) -> Result<Outcome, LaunchError> {
        // Each candidate has its own id, because missing replies are counted by scenario.
        let id = format!("shrink-{}", self.played + 1);
        let Ok(scenario) = self.editor.check(script, &id) else {
            return Ok(Outcome::Not);
        };
        if !Preconditions::of(self.plan.dialect, &scenario).keep(self.preconditions) {
            return Ok(Outcome::Not);
        }
        self.played += 1;
        // A single late reply may be caused by the host.
        let is_late = self.target.as_ref().is_some_and(|target| target.over.is_some());
        let needed = self.least.max(if is_late { 2 } else { 1 });
        let tries = self.tries.max(needed);
        let mut shown = 0;
        for left in (0..tries).rev() {
            if self.is_over() {
                return Ok(Outcome::Over);
            }
            let unanswered = self.briefly.then_some(&self.unanswered[0]);
            let played = weighed(self.play(&scenario, &self.plan.engine, unanswered)?);
            if self.of_target(&played).is_some() {
                shown += 1;
            }
            if shown == needed {
                if !self.control_keeps(&scenario)? {
                    return Ok(Outcome::Not);
                }
                (self.progress)(self.played, super::sent(&played.transcript));
                self.last = Some((script.clone(), scenario, played));
                return Ok(Outcome::Shows);
            }
            if shown + left < needed {
                break;
            }
        }
        Ok(if self.is_ended() { Outcome::Over } else { Outcome::Not })
    }
}

/// The findings of a trial, without those that the host may have caused.
fn weighed(trial: Trial) -> PlayResult {
    let Trial { mut findings, transcript, races, host_load_verdict, .. } = trial;
    findings.retain(|finding| !finding.timing || host_load_verdict.excuse(finding).is_none());
    PlayResult { findings, transcript, races }
}

impl Oracle for Witness<'_> {
    fn shows(&mut self, script: &Script) -> Outcome {
        if self.is_over() || self.error.is_some() {
            return Outcome::Over;
        }
        match self.candidate(script) {
            Ok(outcome) => outcome,
            Err(error) => {
                self.error = Some(error);
                Outcome::Over
            }
        }
    }

    fn fragment(&self, name: &str) -> Option<Vec<Tree>> {
        self.editor.fragment(name)
    }

    fn instead(&mut self, script: &Script, step: usize) -> Vec<Vec<Tree>> {
        let Some((last, scenario, played)) = &self.last else {
            return Vec::new();
        };
        let (Tree::List(steps), Some(checked)) = (&script.steps, scenario.steps.get(step)) else {
            return Vec::new();
        };
        let Some(tree) = steps.get(step).filter(|_| last == script) else {
            return Vec::new();
        };
        if tree.get("set-options").is_some() {
            return options(tree, &played.transcript, checked.span.line).into_iter().collect();
        }
        if tree.get("race").is_some() {
            return at_one_offset(tree, &played.races, checked.span.line);
        }
        Vec::new()
    }
}

/// The lines that a `set-options` step has sent, as a `send` step.
fn options(step: &Tree, transcript: &Transcript, line: u32) -> Option<Vec<Tree>> {
    let is_begin = |kind: &EventKind| matches!(kind, EventKind::Step { line: at } if *at == line);
    let from = transcript.events.iter().position(|event| is_begin(&event.kind))?;
    let mut lines = Vec::new();
    for event in &transcript.events[from + 1..] {
        match &event.kind {
            EventKind::Step { .. } => break,
            EventKind::Sent { line, .. } => {
                let text = std::str::from_utf8(&line.bytes).ok()?;
                lines.push(Tree::quoted(text.replace("${", "$${")));
            }
            EventKind::Received(_)
            | EventKind::Stderr(_)
            | EventKind::Partial(_)
            | EventKind::EndOfStream(_)
            | EventKind::InputClosed
            | EventKind::WriteFailed(_)
            | EventKind::Exit(_)
            | EventKind::Overdue(_) => {}
        }
    }
    if lines.is_empty() {
        return None;
    }
    let mut entries = vec![("send".to_owned(), Tree::List(lines))];
    entries.extend(step.get("probe").map(|probe| ("probe".to_owned(), probe.clone())));
    Some(vec![Tree::Map(entries)])
}

/// The race with a single offset, for up to three of the offsets at which it failed.
fn at_one_offset(step: &Tree, races: &[RaceResult], line: u32) -> Vec<Vec<Tree>> {
    let race = races.iter().find(|race| race.line == line);
    let failed = race.into_iter().flat_map(|race| &race.rounds).filter(|round| round.failed);
    let mut offsets: Vec<String> = failed.map(|round| round.wanted.to_string()).collect();
    offsets.dedup();
    offsets.truncate(3);
    let at = |offset: &String| {
        let mut step = step.clone();
        let Tree::Map(entries) = &mut step else {
            return None;
        };
        let race = entries.iter_mut().find(|(key, _)| key == "race")?;
        let Tree::Map(entries) = &mut race.1 else {
            return None;
        };
        let (_, around) = entries.iter_mut().find(|(key, _)| key == "around")?;
        let event = around.get("event")?.clone();
        *around = Tree::Map(vec![
            ("event".to_owned(), event),
            ("at".to_owned(), Tree::List(vec![Tree::plain(offset)])),
        ]);
        Some(vec![step])
    };
    offsets.iter().filter_map(at).collect()
}

#[cfg(test)]
mod tests;
