//! Which stimuli scenarios send, and in which state of the dialogue: the same question to scripts and to generated
//! sessions.

use std::collections::BTreeSet;

use crate::protocol::{Dialect, Role};
use crate::scenario::{Expect, Pattern, Scenario, Step, StepKind};

/// Where a dialogue stands, as far as the script tells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The handshake is not over.
    Handshake,
    /// Nothing is searched for.
    Idle,
    /// A search is open that was started so: `go infinite`.
    Search(String),
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Handshake => f.write_str("before the handshake is over"),
            Self::Idle => f.write_str("idle"),
            Self::Search(go) => write!(f, "in {go}"),
        }
    }
}

/// A stimulus in the phase in which it is sent.
pub type Sent = (Phase, String);

/// What a scenario sends.
#[must_use]
pub fn sent(dialect: &dyn Dialect, scenario: &Scenario) -> BTreeSet<Sent> {
    let mut walk = Walk { dialect, phase: Phase::Handshake, found: BTreeSet::new() };
    walk.steps(&scenario.steps);
    walk.found
}

struct Walk<'a> {
    dialect: &'a dyn Dialect,
    phase: Phase,
    found: BTreeSet<Sent>,
}

impl Walk<'_> {
    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match &step.kind {
                StepKind::Send(send) => {
                    let probe = if send.probe.is_some() { " (a probe)" } else { "" };
                    send.lines.iter().for_each(|line| self.line(&line.to_string(), probe));
                }
                StepKind::Raw(_) => self.note("raw bytes".to_owned()),
                StepKind::Expect(expect) => self.heard(expect),
                StepKind::AllOf(expects) => expects.iter().for_each(|expect| self.heard(expect)),
                StepKind::OneOf(one_of) => {
                    let before = self.phase.clone();
                    for way in &one_of.alternatives {
                        self.phase = before.clone();
                        self.heard(&way.expect);
                        self.steps(&way.then);
                    }
                }
                StepKind::CloseInput => self.note("end of input".to_owned()),
                StepKind::Repeat(repeat) => self.steps(&repeat.steps),
                StepKind::Race(race) => {
                    self.steps(&race.start);
                    race.send.iter().for_each(|line| self.line(&line.to_string(), ""));
                    self.steps(&race.each);
                }
                StepKind::SetOptions(set) => {
                    let probe = if set.probe.is_some() { " (a probe)" } else { "" };
                    self.note(format!("setoption{probe}"));
                }
                StepKind::Silence(_) | StepKind::Pause(_) | StepKind::Need(_) => {}
            }
        }
    }

    fn note(&mut self, stimulus: String) {
        self.found.insert((self.phase.clone(), stimulus));
    }

    fn line(&mut self, line: &str, probe: &str) {
        let stimulus = name(self.dialect, line);
        self.note(format!("{stimulus}{probe}"));
        let words: Vec<&str> = line.split_whitespace().collect();
        if self.dialect.role(line) == Role::Search {
            self.phase = Phase::Search(stimulus);
        } else if words == ["ponderhit"] && matches!(self.phase, Phase::Search(_)) {
            self.phase = Phase::Search("go ponder after ponderhit".to_owned());
        }
    }

    fn heard(&mut self, expect: &Expect) {
        if expect.stop_after.is_some() {
            self.line(self.dialect.stop(), "");
        }
        let Pattern::Kind(name) = &expect.what else { return };
        let mut kinds = self.dialect.kinds().iter();
        let closes = kinds.any(|kind| kind.name == *name && kind.closes);
        if closes || self.phase == Phase::Handshake && *name != "id" && *name != "option" {
            self.phase = Phase::Idle;
        }
    }
}

/// A line without its values.
fn name(dialect: &dyn Dialect, line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else {
        return "a blank line".to_owned();
    };
    if words.len() > 1 && dialect.commands().contains(&line) {
        return line.to_owned();
    }
    if !dialect.commands().contains(&first) {
        return "an unknown command".to_owned();
    }
    match first {
        "go" => {
            let mode = ["ponder", "infinite", "mate", "depth", "nodes", "movetime"];
            let named = mode.iter().find(|mode| rest.contains(mode));
            let clock = rest.iter().any(|word| word.ends_with("time") && *word != "movetime");
            match named {
                Some(mode) => format!("go {mode}"),
                None if clock => "go with clocks".to_owned(),
                None => "go with other words".to_owned(),
            }
        }
        "position" => {
            let form = rest.first().copied().unwrap_or_default();
            let moves = if rest.contains(&"moves") { " moves" } else { "" };
            format!("position {form}{moves}")
        }
        "gameover" => words.join(" "),
        _ => first.to_owned(),
    }
}
