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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol;
    use crate::scenario;

    /// The rules that a script of these steps keeps: whether it greets, and whether it asks before it searches.
    fn kept(steps: &[&str]) -> (bool, bool) {
        let steps: String = steps.iter().map(|step| format!("  - {step}\n")).collect();
        let yaml = format!("title: T\nclauses: [USI-BOOT-01]\nafter: []\nsteps:\n{steps}");
        let dialect = protocol::dialect("usi").expect("a dialect");
        let (scenarios, mistakes) = scenario::of_texts(dialect, [("usi/x".to_owned(), yaml)]);
        assert!(mistakes.is_empty(), "{mistakes:#?}");
        let Preconditions { greets, asks } = Preconditions::of(dialect, &scenarios[0]);
        (greets, asks)
    }

    #[test]
    fn a_script_greets_if_it_begins_with_the_handshake_and_waits_for_its_end() {
        let ask = ["send: isready", "expect: readyok"];
        let greets = |begin: &[&str]| kept(&[begin, &ask[..]].concat()).0;
        assert!(greets(&["send: usi", "expect: usiok"]));
        assert!(!greets(&["send: usi", "pause: 1ms", "expect: usiok"]));
        assert!(!greets(&["send: usi", "expect: option", "expect: usiok"]));
        assert!(!greets(&["send: [usi, isready]", "expect: usiok", "expect: readyok"]));
    }

    #[test]
    fn a_script_asks_if_a_question_for_readiness_comes_before_its_first_search() {
        let asks = |middle: &[&str]| {
            let begin = ["send: usi", "expect: usiok"];
            kept(&[&begin[..], middle].concat()).1
        };
        let ready = ["send: isready", "expect: readyok"];
        let search = ["send: position startpos", "send: go depth 1", "expect: bestmove"];
        assert!(asks(&ready));
        assert!(asks(&[]), "it does not search");
        assert!(asks(&[&ready[..], &search[..]].concat()));
        assert!(!asks(&search));
        assert!(!asks(&[&search[..], &ready[..], &search[..]].concat()));
    }

    #[test]
    fn a_candidate_keeps_each_rule_that_the_whole_script_keeps() {
        let all = [(false, false), (false, true), (true, false), (true, true)];
        let rules = all.map(|(greets, asks)| Preconditions { greets, asks });
        let kept = |candidate: Preconditions| rules.map(|whole| candidate.keep(whole));
        assert_eq!(kept(rules[0]), [true, false, false, false]);
        assert_eq!(kept(rules[1]), [true, true, false, false]);
        assert_eq!(kept(rules[2]), [true, false, true, false]);
        assert_eq!(kept(rules[3]), [true; 4]);
    }
}
