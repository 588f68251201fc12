//! How a command changes the state.

use std::sync::Arc;

use super::{EARLIER, ProtocolState, Quit, Sent};
use crate::games::{Game, Position};
use crate::protocol::family::command::{Command, Go, PositionText};
use crate::protocol::family::epoch::{
    ClockUnit, Disturbance, Epoch, Infos, Mode, Moment, NextGame,
};
use crate::protocol::family::table::Table;

impl ProtocolState {
    pub(super) fn sent(&mut self, table: &Table, moment: Moment, command: Command) {
        let busy = !self.open.is_empty();
        let mut second_hit = false;
        match &command {
            Command::Hello => {
                self.hello = Some(moment);
                self.hellos += 1;
                self.options_at_hello = self.engine_profile.options.len();
            }
            Command::IsReady => self.is_ready(moment),
            Command::NewGame => self.in_game = true,
            Command::SetOption { name, value } => {
                self.set.push((name.to_ascii_lowercase(), value.clone().unwrap_or_default()));
            }
            Command::Position(text) => {
                self.banned.clear();
                self.short_position = text.is_short();
                self.position(set(self.game(table), text));
            }
            Command::BanMoves(moves) => self.banned.clone_from(moves),
            Command::Go(go) => self.go(table, moment, go),
            Command::Stop => {
                self.stops_unanswered += 1;
                for epoch in &mut self.open {
                    epoch.stops.push(moment);
                }
            }
            Command::PonderHit => second_hit = self.ponder_hit(moment),
            Command::GameOver => {
                self.game_over_ever = true;
                self.in_game = false;
                for epoch in &mut self.open {
                    epoch.game_over = Some(moment);
                }
            }
            Command::Quit => {
                self.quit = self.quit.or(Some(Quit {
                    moment,
                    busy,
                    booted: self.hello_ends > 0,
                    ready_ever: self.ready_ever,
                    ready_pending: self.ready_pending > 0,
                }));
            }
            Command::Debug => self.disturb(Disturbance::Debug),
            Command::Unknown(_) => self.disturb(Disturbance::Unknown),
            Command::Blank => self.disturb(Disturbance::Blank),
            Command::Register => {}
        }
        if let Some(last) = self.last.take()
            && !matches!(last.command, Command::Blank)
        {
            self.earlier.truncate(EARLIER - 1);
            self.earlier.push_front(last);
        }
        self.last = Some(Sent { moment, command, busy, second_hit });
    }

    /// The game whose positions are sent now.
    fn game(&self, table: &Table) -> &'static dyn Game {
        let variant = table.variant.filter(|(option, _)| {
            let value = self.option(option);
            self.declared(option) && value.is_some_and(|value| value.eq_ignore_ascii_case("true"))
        });
        variant.map_or(table.game, |(_, game)| game)
    }

    fn position(&mut self, set: Option<Set>) {
        let (root, before, base) = match set {
            Some(set) => (Some(set.root), Some(set.before), set.base),
            None => (None, None, None),
        };
        (self.root, self.before, self.base) = (root, before, base);
    }

    fn is_ready(&mut self, moment: Moment) {
        if self.ready_pending == 0 {
            self.ready_asked = Some(moment);
        }
        self.ready_last = Some(moment);
        self.ready_pending += 1;
        self.ready_ever = true;
        for epoch in &mut self.open {
            epoch.ready_during = true;
            if epoch.game_over.is_some() {
                epoch.next_game = NextGame::Asked;
            }
        }
    }

    fn go(&mut self, table: &Table, moment: Moment, go: &Go) {
        self.stops_unanswered = 0;
        let clock_unit = self.clock_unit(table);
        let go = &match clock_unit {
            Some(ClockUnit::Seconds) => in_milliseconds(go),
            Some(ClockUnit::Milliseconds) | None => go.clone(),
        };
        // A search that gameover ended is removed at the latest when the next search begins.
        let before = self.open.len();
        self.open.retain(|epoch| epoch.game_over.is_none());
        let after_unfinished = self.open.len() < before;
        let has_move = self.root.as_ref().is_none_or(|root| root.has_legal_move());
        self.open.push(Epoch {
            sent: moment,
            mode: Epoch::mode_of(table, go),
            go: go.clone(),
            root: self.root.clone(),
            before: self.before.clone(),
            base: self.base.clone(),
            banned: self.banned.clone(),
            clock_unit,
            has_move,
            stops: Vec::new(),
            hits: Vec::new(),
            game_over: None,
            next_game: NextGame::No,
            ready_during: false,
            disturbed_by: None,
            infos: Infos::default(),
            reported: false,
            after_unfinished,
            after_own_search: std::mem::take(&mut self.shows_own_search),
        });
    }

    /// The unit in which clocks are sent, if an option sets it.
    fn clock_unit(&self, table: &Table) -> Option<ClockUnit> {
        let option = table.particulars.millisecond_option?;
        let is_on = self.declared(option) && self.option(option) == Some("true");
        Some(if is_on { ClockUnit::Milliseconds } else { ClockUnit::Seconds })
    }

    fn disturb(&mut self, by: Disturbance) {
        for epoch in &mut self.open {
            epoch.disturbed_by = Some(by);
        }
    }

    fn ponder_hit(&mut self, moment: Moment) -> bool {
        let Some(epoch) = self.open.iter_mut().find(|epoch| epoch.mode == Mode::Ponder) else {
            let after = self.closed.as_ref().is_some_and(|closed| !closed.epoch.hits.is_empty());
            return after;
        };
        epoch.hits.push(moment);
        epoch.hits.len() > 1
    }
}

/// The same command with its clocks converted from seconds to milliseconds.
fn in_milliseconds(go: &Go) -> Go {
    let mut go = go.clone();
    for time in go.clocks.iter_mut().chain(&mut go.increments).flatten() {
        *time = time.saturating_mul(1000);
    }
    go
}

/// The positions that a position command sets.
struct Set {
    /// The position to search.
    root: Arc<dyn Position>,
    /// The position before the last move; the same as `root` if there are no moves.
    before: Arc<dyn Position>,
    /// The position before the moves; `None` if there are no moves.
    base: Option<Arc<dyn Position>>,
}

/// The positions that a position command sets; `None` if it is not a legal position.
fn set(game: &'static dyn Game, text: &PositionText) -> Option<Set> {
    if text.stray.is_some() {
        return None;
    }
    let mut position = match &text.base {
        None => game.start(),
        Some(base) => game.parse(base).ok()?,
    };
    let Some((last, earlier)) = text.moves.split_last() else {
        let root: Arc<dyn Position> = Arc::from(position);
        return Some(Set { before: Arc::clone(&root), root, base: None });
    };
    let base = position.boxed_clone();
    for step in earlier {
        position.play(step).ok()?;
    }
    let before = position.boxed_clone();
    position.play(last).ok()?;
    Some(Set { root: Arc::from(position), before: Arc::from(before), base: Some(Arc::from(base)) })
}
