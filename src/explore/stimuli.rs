//! Which stimuli a scenario sends, and in which state of the dialogue. The answer has the same form for scripts and for
//! generated sessions.

use std::collections::BTreeSet;

use crate::lang::Text;
use crate::protocol::{Dialect, Driver, Phase};
use crate::scenario::{Expect, Pattern, Scenario, Step, StepKind};

/// The phase in which a stimulus is sent, and the stimulus.
pub type Sent = (Phase, String);

/// The stimuli that a scenario sends.
#[must_use]
pub fn sent(dialect: &'static dyn Dialect, scenario: &Scenario) -> BTreeSet<Sent> {
    let driver = dialect.driver(None);
    let mut walk = Walk { dialect, driver, found: BTreeSet::new() };
    walk.steps(&scenario.steps);
    walk.found
}

struct Walk {
    dialect: &'static dyn Dialect,
    driver: Box<dyn Driver>,
    found: BTreeSet<Sent>,
}

impl Walk {
    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match &step.kind {
                StepKind::Send(send) => {
                    let probe = send.probe.is_some();
                    send.lines.iter().for_each(|line| self.line(&line.to_string(), probe));
                }
                StepKind::Raw(_) => self.note(say!("raw bytes").to_string()),
                StepKind::Expect(expect) => self.heard(expect),
                StepKind::AllOf(expects) => expects.iter().for_each(|expect| self.heard(expect)),
                StepKind::OneOf(one_of) => {
                    let before = self.driver.fork();
                    for way in &one_of.alternatives {
                        self.driver = before.fork();
                        self.heard(&way.expect);
                        self.steps(&way.then);
                    }
                }
                StepKind::CloseInput => self.note(say!("end of input").to_string()),
                StepKind::Repeat(repeat) => self.steps(&repeat.steps),
                StepKind::Race(race) => {
                    self.steps(&race.start);
                    race.send.iter().for_each(|line| self.line(&line.to_string(), false));
                    self.steps(&race.each);
                }
                StepKind::SetOptions(set) => {
                    let line = self.dialect.set_option("", None);
                    let stimulus = self.driver.stimulus(&line);
                    self.note(probed(&stimulus, set.probe.is_some()));
                }
                StepKind::Silence(_) | StepKind::Pause(_) | StepKind::Need(_) => {}
            }
        }
    }

    fn note(&mut self, stimulus: String) {
        self.found.insert((self.driver.phase().clone(), stimulus));
    }

    fn line(&mut self, line: &str, probe: bool) {
        let stimulus = self.driver.stimulus(line);
        self.note(probed(&stimulus, probe));
        self.driver.sent(line);
    }

    fn heard(&mut self, expect: &Expect) {
        if expect.stop_after.is_some() {
            self.line(self.dialect.stop(), false);
        }
        if let Pattern::Kind(name) = &expect.what {
            self.driver.received(name);
        }
    }
}

/// The text of a stimulus; it says if the stimulus is sent as a probe.
fn probed(stimulus: &str, probe: bool) -> String {
    let text = if probe { say!("{stimulus} (a probe)", stimulus) } else { Text::plain(stimulus) };
    text.to_string()
}
