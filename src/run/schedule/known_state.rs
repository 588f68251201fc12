//! Which scenarios leave the engine in a state that is known, so that another one can follow in the same
//! process: computed from their steps, and in doubt they do not.

use crate::protocol::{Dialect, Exchange, Games, Role};
use crate::scenario::{
    Ending, Expect, Outcome, Pattern, Piece, Scenario, Send, Step, StepKind, Template,
};

/// Whether a scenario leaves the engine in a known state, so that another one can follow in the same process,
/// and takes it from such a state.
#[must_use]
pub fn can_share(dialect: &dyn Dialect, scenario: &Scenario) -> bool {
    head(dialect, scenario).is_some()
}

/// How many steps a scenario takes for the usual beginning of a dialogue, if it can be played in a process in
/// which others have been played, and others after it; `None` if it has to have a process of its own.
///
/// It can if it begins as each dialogue does, sends nothing but what belongs to games and nothing that the
/// documents leave open, and waits for the answer to each of its searches.
pub(crate) fn head(dialect: &dyn Dialect, scenario: &Scenario) -> Option<usize> {
    let games = dialect.games().filter(|_| !scenario.own_process)?;
    let head = opening(games, &scenario.steps)?;
    let searches = open_after(dialect, &scenario.steps[head..], 0)?;
    (searches == 0).then_some(head)
}

/// How many steps the usual beginning takes, if that is how these begin.
fn opening(games: &Games, steps: &[Step]) -> Option<usize> {
    let mut left = steps.iter();
    for Exchange { send, reply, .. } in games.opening {
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

/// The line of a send with nothing unusual about it.
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

/// Whether a step waits for a kind of message and asks nothing more of it.
fn is_plain(expect: &Expect, kind: &str) -> bool {
    matches!(expect.what, Pattern::Kind(known) if known == kind)
        && expect.fields.is_empty()
        && expect.capture.is_empty()
        && expect.measure.is_none()
        && !expect.optional
}

/// How many searches are open after these steps, when so many are before them; `None` where that, or what
/// else becomes of the engine, does not follow from the steps.
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
                        // What is open then is seen in the run.
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
                // Each time the same.
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

/// How many searches a send starts; `None` if it may do something else to the engine.
fn searches(dialect: &dyn Dialect, send: &Send) -> Option<usize> {
    if send.probe.is_some() || send.ending == Ending::None {
        return None;
    }
    let mut searches = 0;
    for line in &send.lines {
        match dialect.role(&line.to_string()) {
            Role::Search => searches += 1,
            Role::Game => {}
            Role::Other => return None,
        }
    }
    Some(searches)
}

/// How many of the open searches a message closes that is waited for; `None` where it is about the process.
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
