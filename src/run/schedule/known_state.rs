//! Which scenarios leave the engine in a known state, so that another scenario can follow in the same process. This is
//! computed from their steps; in doubt, the state is not known.

use crate::protocol::{Dialect, Exchange, Games, Role};
use crate::scenario::{
    Ending, Expect, Outcome, Pattern, Piece, Scenario, Send, Step, StepKind, Template,
};

/// Whether a scenario begins in a known state of the engine and leaves the engine in one, so that other scenarios can
/// be played before and after it in the same process.
#[must_use]
pub fn can_share(dialect: &dyn Dialect, scenario: &Scenario) -> bool {
    head(dialect, scenario).is_some()
}

/// The number of steps at the beginning of a scenario that make up the usual opening of a dialogue; `None` if the
/// scenario needs a process of its own.
///
/// A scenario can share a process if it begins with the usual opening, sends only what belongs to games and nothing
/// that the documents leave undefined, and waits for the reply to each of its searches.
pub(crate) fn head(dialect: &dyn Dialect, scenario: &Scenario) -> Option<usize> {
    let games = dialect.games().filter(|_| !scenario.own_process)?;
    let head = opening(games, &scenario.steps)?;
    let searches = open_after(dialect, &scenario.steps[head..], 0)?;
    (searches == 0).then_some(head)
}

/// The number of steps of the usual opening, if these steps begin with it.
fn opening(games: &Games, steps: &[Step]) -> Option<usize> {
    let mut left = steps.iter().peekable();
    for Exchange { send, reply, .. } in games.opening {
        // An option that is set for the whole dialogue, if the engine has it.
        while left.next_if(|step| is_usual_setting(games, &step.kind)).is_some() {}
        let StepKind::Send(step) = &left.next()?.kind else {
            return None;
        };
        if plain_line(step)? != *send {
            return None;
        }
        if let Some(reply) = reply {
            let StepKind::Expect(step) = &left.next()?.kind else {
                return None;
            };
            if !is_plain(step, reply) {
                return None;
            }
        }
    }
    Some(steps.len() - left.len())
}

/// Whether a step sets an option that the usual opening sets too. Any other option must be set for each scenario anew.
fn is_usual_setting(games: &Games, step: &StepKind) -> bool {
    let StepKind::SetOptions(set) = step else { return false };
    let is_usual = |only: &String| games.settings.contains(&only.as_str());
    set.optional && set.probe.is_none() && set.only.as_ref().is_some_and(is_usual)
}

/// The line of a send without variables, probe or special line ending.
fn plain_line(send: &Send) -> Option<&str> {
    let Send { lines, ending: Ending::Lf, probe: None } = send else {
        return None;
    };
    let [Template(pieces)] = &lines[..] else {
        return None;
    };
    let [Piece::Text(text)] = &pieces[..] else {
        return None;
    };
    Some(text)
}

/// Whether a step waits for a kind of message and makes no other demand.
fn is_plain(expect: &Expect, kind: &str) -> bool {
    matches!(expect.what, Pattern::Kind(known) if known == kind)
        && expect.fields.is_empty()
        && expect.capture.is_empty()
        && expect.measure.is_none()
        && !expect.optional
}

/// The number of open searches after these steps, if `before` searches are open at their beginning; `None` if the steps
/// do not determine this number or the state of the engine.
fn open_after(dialect: &dyn Dialect, steps: &[Step], before: usize) -> Option<usize> {
    let mut open = before;
    for step in steps {
        open = match &step.kind {
            StepKind::Send(send) => open + searches(dialect, send)?,
            StepKind::Expect(expect) => open - closes(dialect, expect, open)?,
            StepKind::AllOf(expects) => {
                let mut rest = open;
                for expect in expects {
                    rest -= closes(dialect, expect, rest)?;
                }
                rest
            }
            StepKind::OneOf(one_of) => {
                let mut ways = one_of.alternatives.iter().filter_map(|way| {
                    let goes_on = match way.outcome {
                        Outcome::Pass | Outcome::Finding(..) => true,
                        // If searches are open in this case, the run notices it.
                        Outcome::Lacks(_) | Outcome::Stop => false,
                    };
                    goes_on.then(|| {
                        let closed = closes(dialect, &way.expect, open)?;
                        open_after(dialect, &way.then, open - closed)
                    })
                });
                let first = ways.next().unwrap_or(Some(open))?;
                if ways.any(|way| way != Some(first)) {
                    return None;
                }
                first
            }
            StepKind::Repeat(repeat) => {
                // The number must be the same after each repetition.
                if open_after(dialect, &repeat.steps, open)? != open {
                    return None;
                }
                open
            }
            StepKind::Silence(_) | StepKind::Pause(_) | StepKind::Need(_) => open,
            StepKind::Raw(_)
            | StepKind::CloseInput
            | StepKind::Race(_)
            | StepKind::SetOptions(_) => return None,
        };
    }
    Some(open)
}

/// The number of searches that a send starts; `None` if it may affect the engine in another way.
fn searches(dialect: &dyn Dialect, send: &Send) -> Option<usize> {
    if send.probe.is_some() || send.ending == Ending::None {
        return None;
    }
    let mut searches = 0;
    for line in &send.lines {
        match dialect.role(&line.to_string()) {
            Role::Search => searches += 1,
            Role::Game | Role::Position => {}
            Role::Other => return None,
        }
    }
    Some(searches)
}

/// The number of open searches that an awaited message closes; `None` if the step waits for an exit or the end of
/// output.
fn closes(dialect: &dyn Dialect, expect: &Expect, open: usize) -> Option<usize> {
    match &expect.what {
        Pattern::Kind(name) => {
            let mut kinds = dialect.kinds().iter();
            let closes = kinds.any(|kind| kind.name == *name && kind.closes);
            Some(usize::from(closes && !expect.optional && open > 0))
        }
        Pattern::Line(_) => Some(0),
        Pattern::Exit | Pattern::Eof => None,
    }
}
