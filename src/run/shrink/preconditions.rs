//! What a client keeps to in a script, so that no candidate does without it.

use crate::protocol::{Dialect, Role};
use crate::scenario::{Pattern, Scenario, Step, StepKind, each_step};

/// What the client of a script keeps to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Preconditions {
    /// It begins with the handshake, and waits for its end.
    greets: bool,
    /// It has asked whether the engine is ready before its first search.
    asks: bool,
}

impl Preconditions {
    /// Those of a script.
    pub(super) fn of(dialect: &'static dyn Dialect, scenario: &Scenario) -> Self {
        let first = dialect.games().and_then(|games| games.opening.first());
        let greets = first.is_some_and(|first| match &scenario.steps[..] {
            [send, answer, ..] => is_line(send, first.send) && awaits(answer, first.reply),
            [_] | [] => false,
        });
        let mut lines = Vec::new();
        each_step(&scenario.steps, &mut |step| {
            if let StepKind::Send(send) = &step.kind {
                lines.extend(send.lines.iter().map(ToString::to_string));
            }
        });
        let is_search = |line: &String| dialect.role(line) == Role::Search;
        let search = lines.iter().position(is_search);
        let asks = search.is_none_or(|at| lines[..at].iter().any(|line| line == dialect.ready()));
        Self { greets, asks }
    }

    /// Whether nothing is missing of what the script kept to of which this one is a part.
    pub(super) fn keep(self, whole: Self) -> bool {
        (self.greets || !whole.greets) && (self.asks || !whole.asks)
    }
}

fn is_line(step: &Step, line: &str) -> bool {
    matches!(&step.kind, StepKind::Send(send)
        if send.lines.len() == 1 && send.lines.iter().all(|sent| sent.to_string() == line))
}

fn awaits(step: &Step, kind: Option<&str>) -> bool {
    matches!((&step.kind, kind), (StepKind::Expect(expect), Some(kind))
        if matches!(expect.what, Pattern::Kind(known) if known == kind))
}
