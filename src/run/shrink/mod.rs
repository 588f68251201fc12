//! Reduces a scenario whose run shows a violation: each candidate is played to see whether the engine still shows the
//! violation.
//!
//! A candidate counts only if the engine shows the violation and the control, a sound engine, violates nothing more than
//! in the whole script. For example, without the `stop` a missing reply would be missing from every engine.

mod preconditions;
mod witness;

use std::time::{Duration, Instant};

use crate::diagnostic::Diagnostic;
use crate::engine::{EngineSource, LaunchError};
use crate::explore::shrink::{Oracle, Outcome, reduce};
use crate::lang::Text;
use crate::run::plan::Plan;
use crate::scenario::Scenario;
use crate::scenario::edit::{Editor, Script, Tree};
use crate::transcript::{EventKind, Transcript};
use crate::verdict::{ClauseId, Finding};
use witness::{Confirmed, PlayResult, Witness};

/// How often the result is played to measure how often it shows the violation.
const RATE: u32 = 10;
/// How often the script is played first, to see whether it shows the violation each time.
const FIRST: u32 = 3;
/// How often in succession a candidate has to show the violation, if the whole script shows it each time and a shorter one
/// does not.
const EACH_TIME: u32 = 3;
/// A script that takes longer than this and has shown the violation twice is not played a third time.
const LONG: Duration = Duration::from_secs(3);
/// The largest number of these plays for a script that has not shown the violation.
const FIRST_AT_MOST: u32 = 20;

/// What is to be reduced, and how.
pub struct ShrinkTask<'a> {
    /// The clause of the violation; `None` for the worst violation that the scenario shows.
    pub clause: Option<&'a str>,
    /// How often a candidate is played if it does not show the violation earlier; `None`: as the first plays suggest.
    pub tries: Option<u32>,
    /// The control, a sound engine.
    pub control: Option<&'a EngineSource>,
    /// How long the reduction may take.
    pub max_time: Duration,
    /// Receives the number of candidates played, and how many lines the shortest one with the violation sends.
    pub progress: &'a dyn Fn(u32, usize),
}

/// The shortest script found that shows the violation.
#[derive(Debug)]
pub struct Shrunk {
    /// The script.
    pub script: Script,
    /// The same script, checked.
    pub scenario: Scenario,
    /// The finding that it shows.
    pub finding: Finding,
    /// The transcript that shows the finding.
    pub transcript: Transcript,
    /// The transcript of the control with the same script.
    pub control: Option<Transcript>,
    /// How many of the final plays showed the violation, and how many there were.
    pub rate: (u32, u32),
    /// How many candidates were played.
    pub played: u32,
    /// How many lines were sent to the engine, before and after the reduction.
    pub lines: (usize, usize),
    /// Whether nothing more can be left out. If not, the time was over or the user has ended the reduction.
    pub complete: bool,
    /// Whether the user has ended the reduction.
    pub ended: bool,
}

/// Why nothing was reduced.
#[derive(Debug)]
pub enum NotShrunk {
    /// The scenario does not show the violation. The clauses of its other findings, and the number of plays.
    NotShown(Vec<ClauseId>, u32),
    /// The engine did not start.
    Launch(LaunchError),
    /// The scenario cannot be edited.
    Script(Vec<Diagnostic>),
    /// The reduced script did not show the violation again.
    NotConfirmed(Text),
    /// The user has ended the reduction.
    Ended,
}

impl From<LaunchError> for NotShrunk {
    fn from(error: LaunchError) -> Self {
        Self::Launch(error)
    }
}

/// Reduces one scenario.
///
/// # Errors
/// If the scenario does not show the violation, or cannot be played or edited.
pub fn shrink(
    plan: &Plan,
    scenario: &Scenario,
    wanted: &ShrinkTask<'_>,
) -> Result<Shrunk, NotShrunk> {
    let begun = Instant::now();
    let (editor, script) = Editor::open(plan.dialect, scenario).map_err(NotShrunk::Script)?;
    let whole = editor.check(&script, "shrink").map_err(NotShrunk::Script)?;
    let mut witness = Witness::new(plan, &editor, wanted);
    let (finding, shown, played_first, transcript) = first(&mut witness, &whole, wanted.clause)?;
    let before = sent(&transcript);
    let end = last_step(&whole, &finding);
    witness.aim(&whole, finding, wanted.tries.unwrap_or_else(|| tries(shown, played_first)));
    witness.until = Some(begun + wanted.max_time.mul_f64(0.85));
    witness.control_if_sound(&whole)?;
    // First, missing replies are waited for only briefly, which may give a wrong result. If the result is not
    // confirmed, the script is reduced again with all waits in full.
    // The same is done if the result does not show the violation each time, as the whole script does.
    let mut reason = None;
    let mut sometimes = None;
    for briefly in [true, false] {
        witness.briefly = briefly;
        let mut short = script.clone();
        without_rest(&mut short, end, &mut witness);
        let complete = reduce(&mut short, &mut witness);
        fence_at_end(&mut short, &mut witness);
        witness.check_ended()?;
        let clauses = vec![witness.clause().0.to_owned()];
        let titled = Script { clauses, ..short.clone() };
        if complete && witness.shows_in_full(&titled)? {
            short = titled;
        }
        let Ok(scenario) = editor.check(&short, "shrink") else {
            continue;
        };
        let end = begun + wanted.max_time;
        let Some(confirmed) = witness.rate(&scenario, RATE, end)? else {
            if witness.ended {
                return Err(NotShrunk::Ended);
            }
            reason = Some(say!("the shortest script did not show the violation again"));
            continue;
        };
        let Confirmed { finding, transcript, rate } = confirmed;
        let control = witness.of_control(&scenario)?;
        let lines = (before, sent(&transcript));
        let played = witness.played;
        let shrunk = Shrunk {
            script: short,
            scenario,
            finding,
            transcript,
            control,
            rate,
            played,
            lines,
            complete,
            ended: witness.ended,
        };
        let each_time = |(shown, played): (u32, u32)| shown == played;
        if !briefly || !each_time((shown, played_first)) || each_time(rate) || witness.is_over() {
            return Ok(shrunk);
        }
        witness.least = EACH_TIME;
        sometimes = Some(shrunk);
    }
    sometimes.ok_or_else(|| NotShrunk::NotConfirmed(reason.unwrap_or_default()))
}

/// How many steps had begun when the violation occurred.
fn last_step(whole: &Scenario, finding: &Finding) -> usize {
    let line = finding.scenario_line.unwrap_or(u32::MAX);
    whole.steps.iter().filter(|step| step.span.line <= line).count()
}

/// Leaves out all steps after the one at which the violation occurred, if they are not needed.
fn without_rest(script: &mut Script, end: usize, witness: &mut Witness<'_>) {
    let mut shorter = script.clone();
    if let Tree::List(steps) = &mut shorter.steps {
        steps.truncate(end);
    }
    if witness.shows(&shorter) == Outcome::Shows {
        *script = shorter;
    }
}

/// Puts a fence at the end of a script that ends with a `send` step or a pause, if it then still shows the violation.
/// Without the fence, how fast the engine writes decides whether the script sees the violation.
fn fence_at_end(script: &mut Script, witness: &mut Witness<'_>) {
    let mut fenced = script.clone();
    let Tree::List(steps) = &mut fenced.steps else {
        return;
    };
    let ends_with = |key: &str| steps.last().is_some_and(|step| step.get(key).is_some());
    let (pause, send) = (ends_with("pause"), ends_with("send"));
    if pause {
        steps.pop();
    }
    steps.push(Tree::plain("fence"));
    if (pause || send) && witness.shows(&fenced) == Outcome::Shows {
        *script = fenced;
    }
}

/// The violation to look for, the number of plays that showed it, the number of all plays, and a transcript of it.
fn first(
    witness: &mut Witness<'_>,
    whole: &Scenario,
    clause: Option<&str>,
) -> Result<(Finding, u32, u32, Transcript), NotShrunk> {
    let mut others: Vec<ClauseId> = Vec::new();
    let mut found: Option<(Finding, Transcript)> = None;
    let (mut shown, mut played) = (0, 0);
    let begun = Instant::now();
    while is_played_again(shown, played, begun.elapsed()) {
        let PlayResult { findings, transcript, .. } = witness.play_whole(whole)?;
        played += 1;
        let is_wanted = |one: &&Finding| match (&found, clause) {
            (Some((found, _)), _) => witness::is_same(one, found),
            (None, Some(clause)) => one.clause.0 == clause,
            (None, None) => one.counts(),
        };
        others.extend(findings.iter().map(|finding| finding.clause));
        let worst = findings.iter().filter(is_wanted).rev().max_by_key(|one| one.severity);
        if let Some(worst) = worst {
            shown += 1;
            found.get_or_insert((worst.clone(), transcript));
        }
        // A script that takes long is not repeated without limit.
        if found.is_none() && played >= FIRST && witness.is_over() {
            break;
        }
    }
    others.sort_unstable();
    others.dedup();
    match found {
        Some((finding, transcript)) => Ok((finding, shown, played, transcript)),
        None => Err(NotShrunk::NotShown(others, played)),
    }
}

/// Whether the script is played once more before it is reduced.
fn is_played_again(shown: u32, played: u32, elapsed: Duration) -> bool {
    match shown {
        0 => played < FIRST_AT_MOST,
        2 => played < FIRST && elapsed <= LONG * 2,
        _ => played < FIRST,
    }
}

/// How often a candidate is played. One with the rate of the whole script is missed in one of twenty cases.
fn tries(shown: u32, played: u32) -> u32 {
    if shown == played {
        return 1;
    }
    let not = 1.0 - f64::from(shown) / f64::from(played);
    let needed = (0.05_f64.ln() / not.ln()).ceil();
    // One of twenty first plays would require 59 tries; the limit keeps the time of a candidate within bounds.
    if needed.is_finite() { needed.clamp(2.0, 40.0) as u32 } else { 2 }
}

/// How many lines were sent to the engine.
fn sent(transcript: &Transcript) -> usize {
    let events = transcript.events.iter();
    events.filter(|event| matches!(event.kind, EventKind::Sent { .. })).count()
}

#[cfg(test)]
mod tests;
