//! The rules for clients that a script keeps, and that every candidate must keep, too.

use crate::protocol::{Dialect, Role};
use crate::scenario::{Pattern, Scenario, Step, StepKind, each_step};

/// Which rules for clients a script keeps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Preconditions {
    /// It begins with the handshake, and waits for its end.
    greets: bool,
    /// It asks whether the engine is ready before its first search.
    asks: bool,
}

impl Preconditions {
    /// The rules that this script keeps.
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

    /// Whether these keep every rule that the whole script keeps.
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
