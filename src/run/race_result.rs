//! The result of a race, and its summary for reports.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::lang::Text;
use crate::run::wilson::wilson;
use crate::scenario::Offset;

/// How many ranges of failing offsets a summary lists one by one.
const PLACES: usize = 3;

/// The result of a race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "RaceV1", into = "RaceV1")]
pub struct RaceResult {
    /// Line in the scenario file, from 1.
    pub line: u32,
    /// The lines that were sent, all in one write.
    pub sent: Vec<String>,
    /// The event that the lines raced against: a kind of message, or `send` for an earlier send.
    pub event: String,
    /// How many rounds the script asks for. A race that keeps failing or takes too long ends earlier.
    pub planned: u32,
    /// The rounds that were played, in order.
    pub rounds: Vec<RaceRound>,
}

/// One round of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RaceRound {
    /// The planned time of the send, in milliseconds after the event, negative before it; null for the same write.
    #[serde(rename = "wanted_ms", with = "OffsetMs")]
    pub wanted: Offset,
    /// The actual time of the send, in the same form. If the event had not come by then, the time is relative to the
    /// moment that earlier rounds predict for it.
    #[serde(rename = "offset_ms", with = "OffsetMs")]
    pub offset: Offset,
    /// Whether something was found in this round that counts against the engine.
    pub failed: bool,
}

/// The result of a race: an exchange of many rounds, each with another time of the send.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Race")]
struct RaceV1 {
    /// Line in the scenario file, from 1.
    line: u32,
    /// The lines that were sent, all in one write.
    sent: Vec<String>,
    /// The event that the lines raced against: a kind of message, or `send` for an earlier send.
    event: String,
    /// How many rounds the script asks for. A race that keeps failing or takes too long ends earlier.
    planned: u32,
    /// How many of the played rounds failed.
    failed: u64,
    /// Bounds of the true rate of failure with 95 % confidence, as fractions of 1.
    failure_rate: (f64, f64),
    /// The rounds, in the order in which they were played; in the form `json:findings` empty if none failed.
    rounds: Vec<RaceRound>,
}

impl From<RaceResult> for RaceV1 {
    fn from(race: RaceResult) -> Self {
        Self {
            failed: race.failed() as u64,
            failure_rate: race.interval(),
            line: race.line,
            sent: race.sent,
            event: race.event,
            planned: race.planned,
            rounds: race.rounds,
        }
    }
}

impl From<RaceV1> for RaceResult {
    fn from(read: RaceV1) -> Self {
        let RaceV1 { line, sent, event, planned, rounds, .. } = read;
        Self { line, sent, event, planned, rounds }
    }
}

/// An offset in JSON: milliseconds after the event; null for the same write.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
struct OffsetMs(Option<f64>);

impl OffsetMs {
    fn serialize<S: Serializer>(offset: &Offset, to: S) -> Result<S::Ok, S::Error> {
        let ms = match offset {
            Offset::SameWrite => None,
            Offset::Micros(micros) => Some(*micros as f64 / 1000.0),
        };
        Serialize::serialize(&Self(ms), to)
    }

    fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Offset, D::Error> {
        let Self(ms) = <Self as Deserialize>::deserialize(from)?;
        Ok(ms.map_or(Offset::SameWrite, |ms| Offset::Micros((ms * 1000.0).round() as i64)))
    }
}

impl RaceResult {
    /// The number of rounds that failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.rounds.iter().filter(|round| round.failed).count()
    }

    /// The bounds of the true rate of failure with 95 % confidence (Wilson's interval), as fractions of 1.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.failed(), self.rounds.len())
    }

    /// The ranges of offsets in which every round failed, each with its first and last offset.
    #[must_use]
    pub fn failing(&self) -> Vec<(Offset, Offset)> {
        let runs = self.runs();
        runs.iter().filter_map(|run| Some((run.first()?.offset, run.last()?.offset))).collect()
    }

    /// The offset that shows the failure best: the middle of the longest range of failing rounds.
    #[must_use]
    pub fn worst(&self) -> Option<Offset> {
        let runs = self.runs();
        // Of several ranges of the same length, the first one.
        let longest = runs.iter().rev().max_by_key(|run| run.len())?;
        longest.get(longest.len() / 2).map(|round| round.offset)
    }

    /// The result in one line: `stop against bestmove: 9 of 40 rounds failed (22 %; 12 to 38 % with 95 % confidence),
    /// at -3.1ms to 0.2ms`.
    #[must_use]
    pub fn summary(&self) -> Text {
        let (failed, played) = (self.failed(), self.rounds.len());
        let sent: Vec<&str> = self.sent.iter().map(|line| head(line)).collect();
        let raced = say!("{sent} against {event}", sent = sent.join(" + "), event = self.event);
        let rounds = match (failed, played < self.planned as usize) {
            (0, false) => say!("{raced}: none of {played} rounds failed", raced, played),
            (0, true) => say!(
                "{raced}: none of {played} rounds failed, of {planned} planned",
                raced,
                played,
                planned = self.planned
            ),
            (_, false) => {
                say!("{raced}: {failed} of {played} rounds failed", raced, failed, played)
            }
            (_, true) => say!(
                "{raced}: {failed} of {played} rounds failed, of {planned} planned",
                raced,
                failed,
                played,
                planned = self.planned
            ),
        };
        if failed == 0 {
            return self.stretch(rounds);
        }
        let percent = |rate: f64| (rate * 100.0).round();
        let (low, high) = self.interval();
        let rate = failed as f64 / played as f64;
        say!(
            "{rounds} ({rate} %; {low} to {high} % with 95 % confidence), {places}",
            rounds,
            rate = percent(rate),
            low = percent(low),
            high = percent(high),
            places = self.places()
        )
    }

    /// Appends the range of the offsets that were played to the text about the rounds.
    fn stretch(&self, rounds: Text) -> Text {
        let mut offsets: Vec<Offset> = self.rounds.iter().map(|round| round.offset).collect();
        offsets.sort_unstable();
        match (offsets.first(), offsets.last()) {
            (Some(first), Some(last)) => {
                say!("{rounds}, at {places}", rounds, places = span(*first, *last))
            }
            (None, _) | (_, None) => rounds,
        }
    }

    /// The offsets at which the race failed.
    fn places(&self) -> Text {
        let failing = self.failing();
        let first = failing.first().map(|(first, _)| *first);
        let last = failing.last().map(|(_, last)| *last);
        match (first, last) {
            (Some(first), Some(last)) if failing.len() > PLACES => {
                say!("in some places from {places}", places = span(first, last))
            }
            (_, _) => {
                let places = Text::list(failing.iter().map(|(a, b)| span(*a, *b)));
                say!("at {places}", places)
            }
        }
    }

    /// The failed rounds in the order of their offsets, in groups: a round that passed ends a group.
    fn runs(&self) -> Vec<Vec<RaceRound>> {
        let mut rounds = self.rounds.clone();
        rounds.sort_by_key(|round| (round.offset, round.failed));
        rounds
            .split(|round| !round.failed)
            .filter(|run| !run.is_empty())
            .map(<[RaceRound]>::to_vec)
            .collect()
    }
}

/// The first word of a line.
fn head(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or(line)
}

/// A range of offsets, or the offset alone if both ends are equal.
fn span(first: Offset, last: Offset) -> Text {
    if first == last {
        Text::plain(first.to_string())
    } else {
        say!("{first} to {last}", first = first.to_string(), last = last.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(rounds: &[(i64, bool)]) -> RaceResult {
        let rounds = rounds.iter().map(|(micros, failed)| RaceRound {
            wanted: Offset::Micros(*micros),
            offset: Offset::Micros(*micros),
            failed: *failed,
        });
        RaceResult {
            line: 1,
            sent: vec!["stop".to_owned()],
            event: "bestmove".to_owned(),
            planned: 40,
            rounds: rounds.collect(),
        }
    }

    #[test]
    fn stretches_are_parted_by_rounds_that_passed() {
        let race = race(&[(9, true), (1, false), (5, true), (3, true), (7, false), (4, true)]);
        let at = Offset::Micros;
        assert_eq!(race.failing(), [(at(3), at(5)), (at(9), at(9))]);
        assert_eq!(race.worst(), Some(at(4)));
        assert_eq!(race.failed(), 4);
    }

    #[test]
    fn a_race_without_failure_has_no_worst_offset() {
        let race = race(&[(1, false)]);
        assert_eq!((race.worst(), race.failing()), (None, vec![]));
    }

    #[test]
    fn a_race_is_summed_up_with_what_was_not_played_and_where_it_failed() {
        let summary = |planned, rounds: &[(i64, bool)]| {
            RaceResult { planned, ..race(rounds) }.summary().to_string()
        };
        assert_eq!(
            summary(2, &[(2000, false), (1000, false)]),
            "stop against bestmove: none of 2 rounds failed, at 1ms to 2ms"
        );
        assert_eq!(
            summary(3, &[(1000, false)]),
            "stop against bestmove: none of 1 rounds failed, of 3 planned, at 1ms"
        );
        assert_eq!(
            summary(4, &[(1000, true), (2000, false), (3000, true), (4000, true)]),
            "stop against bestmove: 3 of 4 rounds failed (75 %; 30 to 95 % with 95 % confidence), at 1ms, 3ms to 4ms"
        );
        assert_eq!(
            summary(9, &[(1000, true), (2000, false)]),
            "stop against bestmove: 1 of 2 rounds failed, of 9 planned (50 %; 9 to 91 % with 95 % confidence), at 1ms"
        );
    }

    #[test]
    fn many_places_are_given_as_their_range() {
        let rounds: Vec<(i64, bool)> = (1..=7).map(|at| (at * 1000, at % 2 == 1)).collect();
        let places = |rounds: &[(i64, bool)]| race(rounds).places().to_string();
        assert_eq!(places(&rounds), "in some places from 1ms to 7ms");
        assert_eq!(places(&rounds[..5]), "at 1ms, 3ms, 5ms");
    }
}
