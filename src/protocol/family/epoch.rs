//! An epoch: one `go` and everything until its reply.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::games::{Position, Side};
use crate::protocol::family::command::Go;
use crate::protocol::family::info::Score;
use crate::protocol::family::table::Table;
use crate::protocol::{Limit, Limits};
use crate::transcript::EventId;

/// An event and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) id: EventId,
    pub(crate) at: Duration,
}

/// The kind of search that a `go` starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Normal,
    Ponder,
    Infinite,
    Mate,
}

/// A search that is open or was open.
#[derive(Debug, Clone)]
pub(crate) struct Epoch {
    pub(crate) sent: Moment,
    pub(crate) go: Go,
    pub(crate) mode: Mode,
    /// The position to search; `None` if the command of the harness set no legal position.
    pub(crate) root: Option<Arc<dyn Position>>,
    /// The position before the last move (in ponder, the predicted one); the same as `root` if there are no moves.
    pub(crate) before: Option<Arc<dyn Position>>,
    /// The position before the moves of the position command; `None` if there are no moves.
    pub(crate) base: Option<Arc<dyn Position>>,
    /// Moves that are excluded from the search.
    pub(crate) banned: Vec<String>,
    /// The unit of the clocks in the command, for dialects with two units. The clocks in `go` are in milliseconds.
    pub(crate) clock_unit: Option<ClockUnit>,
    pub(crate) has_move: bool,
    pub(crate) stops: Vec<Moment>,
    pub(crate) hits: Vec<Moment>,
    pub(crate) game_over: Option<Moment>,
    /// Whether `isready` followed a `gameover` during this search, and whether its `readyok` came.
    pub(crate) next_game: NextGame,
    pub(crate) ready_during: bool,
    /// The last line sent during the search that should not affect it.
    pub(crate) disturbed_by: Option<Disturbance>,
    pub(crate) infos: Infos,
    /// Whether its missing or late reply was already reported.
    pub(crate) reported: bool,
    /// Whether lines of an earlier search, which `gameover` should have ended, may still come during this search.
    pub(crate) after_unfinished: bool,
    /// Whether info lines of a search came before this `go` while none was open: the engine may ponder on its own.
    pub(crate) after_own_search: bool,
}

/// For this time after a `go`, lines may still come that the engine wrote before it read the `go`.
const MIXED: Duration = Duration::from_secs(1);

/// The unit of clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClockUnit {
    Seconds,
    Milliseconds,
}

/// A search that ended by itself, in a dialect in which an option sets the unit of clocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Timed {
    pub(crate) unit: ClockUnit,
    pub(crate) clock: Duration,
    pub(crate) position: String,
    pub(crate) took: Duration,
}

impl Timed {
    /// The record of a search that is answered at this time; `None` if it did not end by itself under a clock.
    pub(crate) fn of(table: &Table, epoch: &Epoch, at: Duration) -> Option<Self> {
        let is_plain = epoch.mode == Mode::Normal && epoch.stops.is_empty();
        let clock = epoch.go.clocks[epoch.own(table)].filter(|_| is_plain)?;
        Some(Self {
            unit: epoch.clock_unit?,
            clock: Duration::from_millis(u64::try_from(clock).ok()?),
            position: epoch.root.as_ref()?.notation(),
            took: at.saturating_sub(epoch.sent.at),
        })
    }
}

/// How far the next game was prepared while a search that `gameover` ended is still open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextGame {
    No,
    Asked,
    Ready,
}

/// What may be sent during a search without effect on it, besides `isready`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disturbance {
    /// `debug`.
    Debug,
    /// A line whose first word is no command.
    Unknown,
    /// A line of white space.
    Blank,
}

/// What the info lines of a search reported.
#[derive(Debug, Clone, Default)]
pub(crate) struct Infos {
    pub(crate) lines: u64,
    /// The number of lines about the best line: those without `multipv` or with `multipv 1`.
    pub(crate) best_lines: u64,
    pub(crate) first: Option<Duration>,
    /// When the last line came, since spawn.
    pub(crate) last: Option<Duration>,
    /// Whether a line had more than free text.
    pub(crate) spoke: bool,
    pub(crate) searching: u64,
    /// The number of lines with a score, also an unreadable one.
    pub(crate) scored: u64,
    /// The depth of the newest line with a pv, among the lines about the best line.
    pub(crate) pv_depth: Option<i64>,
    /// The number of `currmove` lines in the first second.
    pub(crate) early_currmoves: u32,
    /// The last score of the best line; `None` if that is only a bound.
    pub(crate) score: Option<Score>,
    /// The last score of the line with number 2; `None` if that is only a bound.
    pub(crate) second_score: Option<Score>,
    pub(crate) depth: Option<i64>,
    /// The largest depth of a line with an exact score, in plies.
    pub(crate) deepest: Option<i64>,
    pub(crate) time: Option<i64>,
    /// When the first line with a `time` came, since spawn, and that `time` in milliseconds.
    pub(crate) first_time: Option<(Duration, i64)>,
    pub(crate) nodes: Option<i64>,
    /// The last pv of the best line, if the search waits for `stop` or `ponderhit`; cut if it is very long.
    pub(crate) line: Vec<u8>,
    /// The first move of the last pv of the best line.
    pub(crate) best: Option<Vec<u8>>,
    pub(crate) most_multipv: i64,
    /// The multipv numbers that came.
    pub(crate) numbers: BTreeSet<i64>,
    pub(crate) group: Group,
    pub(crate) order: LineOrder,
    pub(crate) has_nps: bool,
    pub(crate) has_hashfull: bool,
}

/// How the scores of the first two lines compare, in all groups of a search that have both with exact scores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LineOrder {
    /// The score of line 1 of the present group, in hundredths of a pawn, until line 2 comes.
    first: Option<i64>,
    /// The number of groups whose line 1 has the better score.
    pub(crate) kept: u32,
    /// The number of groups whose line 2 has the better score.
    pub(crate) reversed: u32,
}

impl LineOrder {
    /// Takes a line of the present group; the score is `None` if it is a mate or a bound.
    pub(crate) fn add(&mut self, number: i64, score: Option<i64>) {
        if number == 1 {
            self.first = score;
        } else if number == 2
            && let (Some(first), Some(second)) = (self.first.take(), score)
        {
            self.kept += u32::from(first > second);
            self.reversed += u32::from(first < second);
        }
    }
}

/// The lines of one depth, from the last line with number 1 on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) depth: Option<i64>,
    /// The number and first move of each line. Entries from `count` on are old; they stay to reuse their memory.
    places: Vec<(i64, String)>,
    count: usize,
}

impl Group {
    /// The largest number of lines that is kept: more than an engine can be asked for.
    const MOST: usize = 600;
    /// The largest number of bytes that is kept of a move: longer than any move.
    const MOVE: usize = 100;

    /// Forgets the lines if this one, whose score may be a bound, begins others. A search that is stopped then repeats
    /// lines of the depth before, in another order.
    pub(crate) fn begin(&mut self, depth: Option<i64>, number: i64) {
        if number == 1 || self.depth != depth {
            self.count = 0;
            self.depth = depth;
        }
    }

    /// Adds a line with an exact score.
    pub(crate) fn add(&mut self, number: i64, first: &str) {
        if self.count == Self::MOST {
            return;
        }
        let first = &first[..first.floor_char_boundary(Self::MOVE)];
        match self.places.get_mut(self.count) {
            Some((place, text)) => {
                *place = number;
                text.clear();
                text.push_str(first);
            }
            None => self.places.push((number, first.to_owned())),
        }
        self.count += 1;
    }

    /// The number and first move of each line.
    pub(crate) fn lines(&self) -> &[(i64, String)] {
        &self.places[..self.count]
    }
}

impl Epoch {
    pub(crate) fn mode_of(table: &Table, go: &Go) -> Mode {
        if go.ponder {
            Mode::Ponder
        } else if go.infinite {
            Mode::Infinite
        } else if table.mate_reply && go.mate.is_some() {
            Mode::Mate
        } else {
            Mode::Normal
        }
    }

    /// Whether it is a ponder search that has got neither `ponderhit` nor `stop`.
    pub(crate) fn pondering(&self) -> bool {
        self.mode == Mode::Ponder && self.hits.is_empty() && self.stops.is_empty()
    }

    /// Whether the engine may still be searching another position than the root: while it ponders, and for the
    /// limit `slack` after the ponderhit.
    pub(crate) fn may_think_elsewhere(&self, at: Duration, limits: &Limits) -> bool {
        // This runs for every info line, so the limit is looked up only if it matters.
        self.mode == Mode::Ponder
            && self.hits.first().is_none_or(|hit| at <= hit.at + limits.get(Limit::Slack))
    }

    /// Whether a line may still belong to a search that the engine made on its own before this one.
    pub(crate) fn may_show_own_search(&self, at: Duration) -> bool {
        self.after_own_search && at <= self.sent.at + MIXED
    }

    /// Whether no client uses the reply: the search is a ponder search without ponderhit, or `gameover` ended it.
    pub(crate) fn thrown_away(&self) -> bool {
        self.mode == Mode::Ponder && self.hits.is_empty() || self.game_over.is_some()
    }

    pub(crate) fn side(&self) -> Side {
        self.root.as_ref().map_or(Side::First, |root| root.side_to_move())
    }

    /// The index of the side to move in pairs of clocks.
    pub(crate) fn own(&self, table: &Table) -> usize {
        usize::from(self.side() == Side::Second && !table.particulars.own_clocks)
    }

    /// Whether a move was banned for this search.
    pub(crate) fn is_banned(&self, text: &str) -> bool {
        self.banned.iter().any(|banned| banned == text)
    }

    /// Whether every legal move was banned.
    pub(crate) fn bans_all(&self) -> bool {
        let all = |root: &Arc<dyn Position>| root.legal_moves().iter().all(|mv| self.is_banned(mv));
        !self.banned.is_empty() && self.root.as_ref().is_some_and(all)
    }

    /// The time that the `go` gives, without slack. For a search bounded by depth or nodes alone it is the limit
    /// for replies; `None` if nothing bounds the search.
    pub(crate) fn allowance(&self, table: &Table, limits: &Limits) -> Option<Duration> {
        let go = &self.go;
        let ms = |value: i64| Duration::from_millis(u64::try_from(value).unwrap_or(0));
        if self.mode == Mode::Mate {
            return go.mate.flatten().map(ms);
        }
        if go.infinite {
            return None;
        }
        let side = self.own(table);
        let clock = go.clocks[side].map(|clock| {
            let increment =
                if table.increment_counts { go.increments[side].unwrap_or(0) } else { 0 };
            ms(clock) + ms(increment) + ms(go.byoyomi.unwrap_or(0))
        });
        let bounded = [clock, go.byoyomi.map(ms).filter(|_| clock.is_none()), go.movetime.map(ms)];
        let least = bounded.into_iter().flatten().min();
        let counted = go.depth.is_some() || go.nodes.is_some();
        least.or(if counted { Some(limits.get(Limit::Reply)) } else { None })
    }

    /// When the clock starts: at the `go`, or at the ponderhit. `None` if it does not run.
    pub(crate) fn clock_from(&self) -> Option<Moment> {
        match self.mode {
            Mode::Ponder => self.hits.first().copied(),
            Mode::Normal | Mode::Mate => Some(self.sent),
            Mode::Infinite => None,
        }
    }

    /// When the reply is due, slack included: by the first stop, unless the time of the clock was used up before it.
    pub(crate) fn due(&self, table: &Table, limits: &Limits) -> Option<Duration> {
        let slack = limits.get(Limit::Slack);
        let slack = match self.mode {
            Mode::Mate => limits.named("mate_slack").unwrap_or(slack),
            Mode::Normal | Mode::Ponder | Mode::Infinite => slack,
        };
        let by_clock = self
            .clock_from()
            .zip(self.allowance(table, limits))
            .map(|(from, allowed)| from.at + allowed);
        match (by_clock, self.stops.first()) {
            (Some(clock), Some(stop)) if stop.at > clock => Some(clock + slack),
            (_, Some(stop)) => Some(stop.at + limits.get(Limit::Stop)),
            (clock, None) => clock.map(|clock| clock + slack),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{self, Setting};
    use crate::transcript::{Event, EventId, EventKind, Line};

    /// When the reply to a search of 100 ms is due that is stopped at this time in milliseconds.
    fn due(stopped: u64) -> Option<Duration> {
        let dialect = protocol::dialect("usi").unwrap();
        let limits = Limits::of(dialect, |name, _| {
            Duration::from_millis(if name == "slack" { 30 } else { 50 })
        });
        let mut monitor = dialect.monitor(Setting { profile: "core", limits });
        let lines = [(0, "position startpos"), (0, "go movetime 100"), (stopped, "stop")];
        for (number, (at, line)) in lines.into_iter().enumerate() {
            let kind = EventKind::Sent { line: Line::new(line), write: 0 };
            monitor.observe(&Event { id: EventId(number), at: Duration::from_millis(at), kind });
        }
        monitor.due()
    }

    #[test]
    fn a_stop_after_the_time_of_the_clock_gives_no_more_time() {
        assert_eq!(due(60), Some(Duration::from_millis(110)));
        assert_eq!(due(100), Some(Duration::from_millis(150)), "the time is not used up yet");
        assert_eq!(due(120), Some(Duration::from_millis(130)));
    }
}
