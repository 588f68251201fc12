//! The state of the races of a scenario, across the processes in which they are played.

use std::collections::VecDeque;
use std::time::Duration;

use super::offset_schedule::{OffsetSchedule, is_early, seed};
use crate::run::race_result::{RaceResult, RaceRound};
use crate::scenario::{Offset, Race, RaceEvent};

/// The number of failed rounds after which a race ends: they show that it fails, and about how often.
const ENOUGH_FAILED: usize = 12;
/// How often each failed offset is played when the failure is to be confirmed.
const CONFIRMING: usize = 3;
/// How long a race that has failed may go on.
const FAILED_LONG: Duration = Duration::from_secs(15);
/// How long any race may go on. Only engines that are slow to start or to answer reach this.
const LONG: Duration = Duration::from_secs(40);
/// How many measured rounds are needed to predict the time of the event.
const MEASURED: usize = 3;
/// How many of the latest measurements are kept for that.
const REMEMBERED: usize = 9;

/// The races of a scenario.
#[derive(Debug)]
pub(crate) struct Races {
    seed: u64,
    scenario: String,
    /// The only offset at which rounds are played, if the run has one.
    only: Option<Offset>,
    list: Vec<State>,
    /// In a confirming attempt: for each race with failed rounds, its line and the offsets of the failed rounds.
    failed: Vec<(u32, Vec<Offset>)>,
    /// Whether a missing reply was already waited for in full: later failures are only counted, with shorter waits.
    pub(super) hasty: bool,
}

/// The state of one race.
#[derive(Debug)]
pub(super) struct State {
    pub(super) result: RaceResult,
    offset_schedule: OffsetSchedule,
    only: Option<Offset>,
    foreseeable: bool,
    latencies: VecDeque<Duration>,
    spent: Duration,
    /// How many rounds failed because of more than an exceeded clock. The time that a search takes does not depend on
    /// the time of the command, so exceeded clocks are no reason to leave out the remaining offsets.
    broken: usize,
    /// The offsets that failed in another attempt, which are played first. The next one is the last of the list.
    first: Vec<Offset>,
    /// Whether one failed round is enough.
    confirming: bool,
}

impl Races {
    /// The races of a scenario in a run with this seed. `only` is the single offset to be played, if the run has one;
    /// `failed` are the offsets that failed in another attempt, by the line of each race.
    pub(crate) fn new(
        seed: u64,
        only: Option<Offset>,
        failed: Vec<(u32, Vec<Offset>)>,
        scenario: &str,
    ) -> Self {
        Self { seed, scenario: scenario.to_owned(), only, list: Vec::new(), failed, hasty: false }
    }

    /// The race with this index in its scenario, which begins if it is new.
    pub(super) fn open(&mut self, index: usize, race: &Race, line: u32) -> &mut State {
        if index >= self.list.len() {
            let seed = seed(self.seed, &self.scenario, line);
            let mut state = State::new(race, line, seed, self.only);
            let failed = self.failed.iter().find(|(failed, _)| *failed == line);
            if let Some((_, offsets)) = failed {
                state.confirm(offsets);
            }
            self.list.push(state);
        }
        &mut self.list[index]
    }

    /// Whether a round of the race with this number has failed because of more than an exceeded clock.
    pub(crate) fn is_broken(&self, index: usize) -> bool {
        self.list.get(index).is_some_and(|state| state.broken > 0)
    }

    /// The results of the races.
    pub(crate) fn finish(self) -> Vec<RaceResult> {
        self.list.into_iter().map(|state| state.result).collect()
    }
}

impl State {
    fn new(race: &Race, line: u32, seed: u64, only: Option<Offset>) -> Self {
        let sent = race.send.iter().map(ToString::to_string);
        // An offset that the race cannot use is replaced by the earliest one after the event or send.
        let only = only.map(|offset| match (offset, race.event) {
            (Offset::SameWrite, _) if !race.offsets.contains(&offset) => Offset::Micros(0),
            (Offset::Micros(micros), RaceEvent::Send) => Offset::Micros(micros.max(0)),
            (Offset::SameWrite | Offset::Micros(_), _) => offset,
        });
        Self {
            result: RaceResult {
                line,
                sent: sent.collect(),
                event: race.event.word().to_owned(),
                planned: race.rounds,
                rounds: Vec::new(),
            },
            offset_schedule: OffsetSchedule::new(race.offsets.clone(), race.step, seed),
            only,
            foreseeable: matches!(race.event, RaceEvent::Kind(_)),
            latencies: VecDeque::new(),
            spent: Duration::ZERO,
            broken: 0,
            first: Vec::new(),
            confirming: false,
        }
    }

    /// Plays these offsets first, each several times, and ends with the first round that fails.
    fn confirm(&mut self, offsets: &[Offset]) {
        self.confirming = true;
        self.first = offsets.repeat(CONFIRMING);
        self.first.reverse();
        self.result.planned += u32::try_from(self.first.len()).unwrap_or(0);
    }

    /// The offset of the next round, or `None` if the race is over.
    pub(super) fn next(&mut self) -> Option<Offset> {
        if self.is_over() {
            return None;
        }
        let measuring = self.foreseeable && self.latencies.len() < MEASURED;
        let offset = match self.only {
            Some(only) => only,
            None => match self.first.last() {
                Some(first) if !(measuring && is_early(*first)) => self.first.pop()?,
                Some(_) | None => self.offset_schedule.next(measuring)?,
            },
        };
        match offset {
            Offset::Micros(micros) if measuring && micros < 0 => Some(Offset::Micros(0)),
            Offset::Micros(_) | Offset::SameWrite => Some(offset),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        let failed = self.result.failed();
        self.result.rounds.len() >= self.result.planned as usize
            || self.confirming && failed > 0
            || self.broken >= ENOUGH_FAILED
            || failed > 0 && self.spent > FAILED_LONG
            || self.spent > LONG
    }

    /// Records a round and its duration. `broken`: whether the round failed because of more than an exceeded clock.
    pub(super) fn note(&mut self, round: RaceRound, broken: bool, took: Duration) {
        self.broken += usize::from(broken);
        self.result.rounds.push(round);
        self.spent += took;
    }

    /// Records the latency of the event in a round in which nothing disturbed it.
    pub(super) fn measured(&mut self, latency: Duration) {
        self.latencies.push_back(latency);
        if self.latencies.len() > REMEMBERED {
            self.latencies.pop_front();
        }
    }

    /// The predicted latency of the event: the median of the latest measurements.
    pub(super) fn foreseen(&self) -> Option<Duration> {
        let mut sorted: Vec<Duration> = self.latencies.iter().copied().collect();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied()
    }
}

#[cfg(test)]
mod tests;
