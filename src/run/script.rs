//! Playing the steps of a script.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::{Catalogue, Dialect, Limit, Limits};
use crate::run::captures::Captures;
use crate::run::expect;
use crate::run::growth::Growth;
use crate::run::options;
use crate::run::plan::Harmless;
use crate::run::race::{self, Races};
use crate::run::result::Measurement;
use crate::run::session::{Purpose, Session, Woken};
use crate::run::silence;
use crate::run::unanswered::Unanswered;
use crate::run::user_options;
use crate::scenario::{
    Ending, Need, RawPart, Repeat, Scenario, Send, Step, StepKind, Template, Time,
};
use crate::transcript::{Window, WindowKind};

/// Everything that playing a script needs, and what it leaves behind.
pub(crate) struct Script<'a, 's> {
    pub(crate) session: &'s mut Session<'a>,
    pub(crate) dialect: &'static dyn Dialect,
    pub(crate) profile: &'static str,
    pub(crate) limits: &'s Limits,
    pub(crate) scenario: &'s Scenario,
    /// Options of the run, to be set before the first `isready`.
    pub(crate) set: &'s [(String, String)],
    /// Whether that has been asked.
    pub(crate) set_done: bool,
    /// Options that may be tried at will.
    pub(crate) harmless: &'s Harmless,
    /// Where it is only to be confirmed that nothing comes: how long a wait lasts after its limit and slack.
    pub(crate) brief: Option<Duration>,
    /// Whether what the engine needs is there, as the run knows it.
    pub(crate) offers: &'s (dyn Fn(&Need, &crate::protocol::EngineProfile) -> bool + Sync),
    pub(crate) captures: Captures,
    pub(crate) measurements: Vec<Measurement>,
    pub(crate) lacks: Vec<String>,
    /// The races of the scenario, those that other processes have begun among them.
    pub(crate) races: &'s mut Races,
    /// Which of them comes next.
    pub(crate) next_race: usize,
    /// What engines leave unanswered.
    pub(crate) unanswered: Option<&'s Unanswered>,
    /// How long the present wait may last because the same reply was missing in other scenarios.
    pub(crate) cut: Option<Duration>,
    /// Options that change the engine's resources, and are other than at the start of the dialogue.
    pub(crate) changed: Vec<String>,
    /// How many times `set-options` has been played with `to: next`.
    pub(crate) turn: usize,
}

/// Why a script ended where it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// A demand was not met; the finding is recorded.
    Unmet,
    /// The rest proves nothing or needs nothing; all is well.
    Stop,
    /// The engine does not offer what is examined.
    Skip(Text),
    /// The user ended the run.
    Cancelled,
    /// It has to be begun again with a fresh process, so that a race can go on.
    Afresh,
}

/// A script goes on, or ends.
pub(crate) type Flow = Result<(), End>;

impl Script<'_, '_> {
    pub(crate) fn catalogue(&self) -> &'static Catalogue {
        self.dialect.catalogue()
    }

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

    pub(crate) fn pump(&mut self, until: Duration) -> Flow {
        let before = std::mem::replace(&mut self.session.purpose, Purpose::Window);
        let woken = self.session.pump(until);
        self.session.purpose = before;
        match woken {
            Woken::Cancelled => Err(End::Cancelled),
            Woken::Timeout | Woken::Arrival => Ok(()),
        }
    }

    fn send(&mut self, send: &Send) -> Flow {
        if let Some(probe) = send.probe {
            self.session.monitor.probe(Some(probe));
        }
        let bytes = self.bytes(send)?;
        self.session.send(&bytes);
        Ok(())
    }

    /// Lines for one write.
    pub(crate) fn lines(&mut self, lines: &[Template]) -> Result<Vec<u8>, End> {
        self.bytes(&Send { lines: lines.to_vec(), ending: Ending::Lf, probe: None })
    }

    /// The bytes of a send, with what a client of the profile sends first, and with the options of the run
    /// before the first question for readiness. The script ends where they would change an option that the user has
    /// set.
    pub(crate) fn bytes(&mut self, send: &Send) -> Result<Vec<u8>, End> {
        let mut bytes = Vec::new();
        let lines = send.lines.iter().map(|line| self.captures.fill(line));
        let lines = self.session.monitor.completed(lines.collect());
        for (index, line) in lines.iter().enumerate() {
            user_options::sending(self, line)?;
            if send.probe.is_none() {
                user_options::within_range(self, line)?;
            }
            if *line == self.dialect.ready() {
                bytes.extend(self.options_of_the_run());
            }
            bytes.extend_from_slice(line.as_bytes());
            let last = index + 1 == lines.len();
            match send.ending {
                Ending::CrLf => bytes.extend_from_slice(b"\r\n"),
                Ending::None if last => {}
                Ending::Lf | Ending::None => bytes.push(b'\n'),
            }
        }
        Ok(bytes)
    }

    /// The commands that set the options of the run; nothing where this process has them already.
    fn options_of_the_run(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if std::mem::replace(&mut self.set_done, true) {
            return bytes;
        }
        for (name, value) in self.set {
            let value = Some(value.as_str()).filter(|value| !value.is_empty());
            bytes.extend_from_slice(self.dialect.set_option(name, value).as_bytes());
            bytes.push(b'\n');
        }
        bytes
    }

    fn raw(&mut self, parts: &[RawPart]) -> Flow {
        let bytes = parts.iter().filter_map(|part| match part {
            RawPart::Bytes(bytes) => Some(&bytes[..]),
            RawPart::Pause(_) => None,
        });
        let bytes: Vec<u8> = bytes.flatten().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        for line in text.lines() {
            user_options::sending(self, line)?;
        }
        // Torn or not, it is the question for readiness.
        if text.lines().next() == Some(self.dialect.ready()) {
            let options = self.options_of_the_run();
            if !options.is_empty() {
                self.session.send(&options);
            }
        }
        for part in parts {
            match part {
                RawPart::Bytes(bytes) => self.session.send(bytes),
                RawPart::Pause(pause) => {
                    let until = self.session.transport.now() + *pause;
                    self.pump(until)?;
                }
            }
        }
        Ok(())
    }

    /// A length of time. `clock` counts from now to when the open search is due.
    pub(crate) fn length(&self, time: &Time) -> Duration {
        let now = self.session.transport.now();
        self.deadline(time, now).saturating_sub(now)
    }

    /// The end of a stretch of time that begins at `from`.
    pub(crate) fn deadline(&self, time: &Time, from: Duration) -> Duration {
        match time {
            Time::Literal(length) => from + *length,
            Time::Limit(name) => from + self.limits.named_or_reply(name),
            Time::Clock => {
                self.session.monitor.due().unwrap_or(from + self.limits.get(Limit::Reply))
            }
            Time::Sum(parts) => {
                // The clock is a moment, not a length, so it goes first.
                let clock = parts.iter().find(|part| **part == Time::Clock);
                let start = clock.map_or(from, |clock| self.deadline(clock, from));
                let rest = parts.iter().filter(|part| **part != Time::Clock);
                rest.fold(start, |at, part| self.deadline(part, at))
            }
        }
    }
}

/// The reason in reports.
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
    use crate::run::judged::unplayed;
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
        let combo = say!("no option of type {kinds} can be set so", kinds = "combo");
        check(combo, Some("type combo"));
        check(say!("{id} was skipped", id = "x"), None);
        check(Text::plain("the engine does not offer ponder"), None);
    }
}
