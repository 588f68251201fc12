//! The state of a script while it is played.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::{Catalogue, Dialect, Limit, Limits};
use crate::run::plan::Harmless;
use crate::run::result::Measurement;
use crate::run::script::captures::Captures;
use crate::run::script::race::state::Races;
use crate::run::script::session::{Purpose, Session, Woken};
use crate::run::timing::unanswered::Unanswered;
use crate::scenario::{Need, Scenario, Time};

/// Everything that playing a script needs, and its results.
pub(crate) struct Script<'a, 's> {
    pub(crate) session: &'s mut Session<'a>,
    pub(crate) dialect: &'static dyn Dialect,
    pub(crate) profile: &'static str,
    pub(crate) limits: &'s Limits,
    pub(crate) scenario: &'s Scenario,
    /// Options of the run, to be set before the first `isready`.
    pub(crate) set: &'s [(String, String)],
    /// Whether these options have been sent.
    pub(crate) set_done: bool,
    /// Options of capabilities that the script itself has set, see [`enabling`](crate::run::script::enabling).
    pub(crate) switches_set: Vec<String>,
    /// Options that may be tested freely.
    pub(crate) harmless: &'s Harmless,
    /// In an attempt that only confirms that nothing comes: how long a wait lasts after its limit and slack.
    pub(crate) brief: Option<Duration>,
    /// Lines whose `stop-after` is not obeyed, see [`Isolation`](crate::run::schedule::isolation::Isolation).
    pub(crate) unstopped: &'s [u32],
    /// Whether the engine offers what a step needs, as far as the run knows.
    pub(crate) offers: &'s (dyn Fn(&Need, &crate::protocol::EngineProfile) -> bool + Sync),
    pub(crate) captures: Captures,
    pub(crate) measurements: Vec<Measurement>,
    pub(crate) lacks: Vec<String>,
    /// The races of the scenario, with those that were begun in earlier processes.
    pub(crate) races: &'s mut Races,
    /// The index of the next race.
    pub(crate) next_race: usize,
    /// The questions that the engine leaves unanswered.
    pub(crate) unanswered: Option<&'s Unanswered>,
    /// How long the current wait may last, if the same reply was missing in other scenarios.
    pub(crate) cut: Option<Duration>,
    /// Options that change the engine's resources and differ from their values at the start of the dialogue.
    pub(crate) changed: Vec<String>,
    /// How many times `set-options` has been played with `to: next`.
    pub(crate) turn: usize,
}

/// Why a script ended before its last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// A demand was not met. The finding is recorded.
    Unmet,
    /// The rest of the script is not needed or would prove nothing. This is not a failure.
    Stop,
    /// The engine does not offer what the scenario tests.
    Skip(Text),
    /// The user ended the run.
    Cancelled,
    /// The script has to be played again in a fresh process, so that a race can go on.
    Afresh,
}

/// The script goes on, or ends.
pub(crate) type Flow = Result<(), End>;

impl Script<'_, '_> {
    pub(crate) fn catalogue(&self) -> &'static Catalogue {
        self.dialect.catalogue()
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

    /// A length of time. `clock` is the time from now until the open search is due.
    pub(crate) fn length(&self, time: &Time) -> Duration {
        let now = self.session.transport.now();
        self.deadline(time, now).saturating_sub(now)
    }

    /// The end of a period that begins at `from`.
    pub(crate) fn deadline(&self, time: &Time, from: Duration) -> Duration {
        match time {
            Time::Literal(length) => from + *length,
            Time::Limit(name) => from + self.limits.named_or_reply(name),
            Time::Clock => {
                self.session.monitor.due().unwrap_or(from + self.limits.get(Limit::Reply))
            }
            Time::Sum(parts) => {
                // The clock is a point in time, not a length, so it is evaluated first.
                let clock = parts.iter().find(|part| **part == Time::Clock);
                let start = clock.map_or(from, |clock| self.deadline(clock, from));
                let rest = parts.iter().filter(|part| **part != Time::Clock);
                rest.fold(start, |at, part| self.deadline(part, at))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::scripted::Reaction;
    use crate::run::schedule::trial;
    use crate::run::tests::paper::{self, ms};
    use crate::transcript::WindowKind;

    /// The time until which a step waits for the reply to a search.
    fn until(within: &str) -> Duration {
        let go = format!(
            "  - send: position startpos\n  - send: go btime 0 wtime 0 byoyomi 2000\n  - expect: bestmove\n    within: {within}\n"
        );
        let mut engine = paper::engine(vec![Reaction::on("go", &[(ms(1), "bestmove 7g7f")])]);
        let (scenario, limits) = (paper::scenario("USI-GO-18", &go), paper::limits());
        let trial = trial::play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
        let mut windows = trial.transcript.windows.iter();
        let reply = windows.rfind(|window| window.kind == WindowKind::Reply);
        reply.expect("a wait for the reply").until
    }

    #[test]
    fn what_is_added_to_a_clock_counts_from_its_end() {
        let clock = until("clock");
        assert!(clock >= ms(2000), "{clock:?}");
        assert_eq!(until("clock + 100ms"), clock + ms(100));
        assert_eq!(until("70ms + clock + 30ms"), clock + ms(100));
        assert_eq!(until("70ms + 30ms") + ms(2000), until("2100ms"));
    }
}
