//! Plays the steps of a script.

use std::time::Duration;

use crate::lang::Text;
use crate::run::script::expect;
use crate::run::script::growth::Growth;
use crate::run::script::options;
use crate::run::script::race::{self};
use crate::run::script::silence;
use crate::run::script::state::{End, Flow, Script};
use crate::scenario::{Need, Repeat, Step, StepKind};
use crate::transcript::{Window, WindowKind};

impl Script<'_, '_> {
    /// Plays steps in order.
    pub(crate) fn play(&mut self, steps: &[Step]) -> Flow {
        for step in steps {
            self.session.step(step.span.line);
            self.step(step)?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Flow {
        match &step.kind {
            StepKind::Send(send) => self.send(send),
            StepKind::Raw(parts) => self.raw(parts),
            StepKind::Expect(wanted) => expect::one(self, wanted),
            StepKind::OneOf(one_of) => expect::one_of(self, one_of),
            StepKind::AllOf(wanted) => expect::all_of(self, wanted),
            StepKind::Silence(wanted) => silence::keep(self, wanted),
            StepKind::Pause(time) => {
                let length = self.length(time);
                self.session.lend_cpu_slot(length);
                self.pause(length)
            }
            StepKind::CloseInput => {
                self.session.close_input();
                Ok(())
            }
            StepKind::Repeat(Repeat { times, memory, steps }) => {
                let mut growth = memory.map(|clause| Growth::new(clause, *times));
                for time in 1..=*times {
                    self.play(steps)?;
                    if let Some(growth) = &mut growth {
                        growth.look(self, time);
                    }
                }
                Ok(())
            }
            StepKind::Race(race) => race::run(self, race, step.span.line),
            StepKind::SetOptions(set) => options::set(self, set),
            StepKind::Need(need) => {
                if (self.offers)(need, self.session.monitor.engine_profile()) {
                    Ok(())
                } else {
                    Err(End::Skip(not_offered(need)))
                }
            }
        }
    }

    fn pause(&mut self, length: Duration) -> Flow {
        let from = self.session.transport.now();
        let flow = self.pump(from + length);
        let ended = self.session.transport.now();
        self.session.recorder.window(Window {
            kind: WindowKind::Pause,
            of: Vec::new(),
            from,
            until: from + length,
            ended,
            line: self.session.line,
        });
        flow
    }
}

/// The reason for the skip, as reports write it.
pub(crate) fn not_offered(need: &Need) -> Text {
    match need {
        Need::Capability(name) => say!("the engine does not offer {name}", name),
        Need::Option(name) => say!("the engine does not declare the option {name}", name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol;
    use crate::run::schedule::judged::unplayed;
    use crate::scenario;
    use crate::verdict::Verdict;

    #[test]
    fn what_the_engine_lacks_is_read_from_the_reason_of_a_skip() {
        let (library, _) = scenario::load(protocol::dialect("usi").unwrap(), &[]);
        let lacks = |verdict, reason| unplayed(&library.scenarios[0], verdict, reason).lacks();
        let check = |reason: Text, wanted: Option<&str>| {
            assert_eq!(lacks(Verdict::Skip, reason.clone()).as_deref(), wanted);
            assert_eq!(lacks(Verdict::Blocked, reason), None);
        };
        let ponder = not_offered(&Need::Capability("ponder".to_owned()));
        check(ponder, Some("ponder"));
        let hash = not_offered(&Need::Option("USI_Hash".to_owned()));
        check(hash, Some("USI_Hash"));
        let combo = say!("no option of type {kinds} can be set in this way", kinds = "combo");
        check(combo, Some("option … type combo"));
        check(say!("{id} was skipped", id = "x"), None);
        check(Text::plain("the engine does not offer ponder"), None);
    }
}
