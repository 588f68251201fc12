//! What a monitor remembers of a dialogue. The rules read it; only `apply` writes it.

use std::sync::Arc;
use std::time::Duration;

use crate::games::Position;
use crate::protocol::Facts;
use crate::protocol::family::command::{Command, Go, PositionText};
use crate::protocol::family::epoch::{Epoch, Infos, Mode, Moment, NextGame};
use crate::protocol::family::info::{Info, Pv};
use crate::protocol::family::reply::{Answer, MateReply, Reply};
use crate::protocol::family::table::Table;
use crate::transcript::{Event, EventKind};

/// The memory of one dialogue.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(crate) hello: Option<Moment>,
    pub(crate) hellos: u32,
    pub(crate) hello_ends: u32,
    pub(crate) names: u32,
    pub(crate) authors: u32,
    /// Outstanding `isready`, and the first of them.
    pub(crate) ready_pending: u32,
    pub(crate) ready_asked: Option<Moment>,
    /// The newest of them.
    pub(crate) ready_last: Option<Moment>,
    pub(crate) ready_ever: bool,
    pub(crate) readied: bool,
    pub(crate) new_games: u32,
    pub(crate) game_over_ever: bool,
    /// Options as set: lower-case name, value.
    pub(crate) set: Vec<(String, String)>,
    pub(crate) root: Option<Arc<dyn Position>>,
    /// The position before its last move, where there is one.
    pub(crate) before: Option<Arc<dyn Position>>,
    pub(crate) open: Vec<Epoch>,
    pub(crate) closed: Option<Closed>,
    pub(crate) last: Option<Sent>,
    /// The command before the last one.
    pub(crate) previous: Option<Sent>,
    /// The command that a search followed which no go had asked for; its later lines and its reply are the
    /// same misdeed, whatever is sent meanwhile.
    pub(crate) began: Option<Sent>,
    pub(crate) quit: Option<Quit>,
    pub(crate) input_closed: Option<Moment>,
    pub(crate) exited: bool,
    /// An unfinished line that has been told.
    pub(crate) partial: Option<Moment>,
    /// Protocol words seen on standard error.
    pub(crate) on_stderr: Vec<(String, Moment)>,
    /// The reply that was told as overdue and may still come.
    pub(crate) overdue: Vec<String>,
    pub(crate) checking: bool,
    pub(crate) copy_protection_error: bool,
    pub(crate) facts: Facts,
}

/// The last search that was closed.
#[derive(Debug, Clone)]
pub(crate) struct Closed {
    pub(crate) at: Moment,
    pub(crate) epoch: Epoch,
}

/// How long behind a reply a line may still be one of the search that it closed.
const TRAIL: Duration = Duration::from_secs(1);

/// The last command, and what the engine was doing then.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub(crate) moment: Moment,
    pub(crate) command: Command,
    /// Whether a search was open.
    pub(crate) busy: bool,
    /// Whether it was a ponderhit that had nothing to hit because it was the second one.
    pub(crate) second_hit: bool,
}

/// The circumstances of quit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quit {
    pub(crate) moment: Moment,
    pub(crate) busy: bool,
    pub(crate) booted: bool,
    pub(crate) ready_ever: bool,
    pub(crate) ready_pending: bool,
}

impl Memory {
    /// The search that a reply of this kind would close: the oldest one open.
    pub(crate) fn current(&self) -> Option<&Epoch> {
        self.open.first()
    }

    /// The value to which an option was set, or its declared default.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        let set = self
            .set
            .iter()
            .rev()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        let declared = || {
            let row = self
                .facts
                .options
                .iter()
                .find(|row| row.name.eq_ignore_ascii_case(name))?;
            row.default.as_deref()
        };
        set.map(|(_, value)| value.as_str()).or_else(declared)
    }

    pub(crate) fn declared(&self, name: &str) -> bool {
        self.facts
            .options
            .iter()
            .any(|row| row.name.eq_ignore_ascii_case(name))
    }

    /// Takes in what happened, behind the rules. The command is taken out of its place.
    pub(crate) fn apply(
        &mut self,
        table: &Table,
        event: &Event,
        command: &mut Option<Command>,
        reply: Option<&Reply<'_>>,
    ) {
        let moment = Moment {
            id: event.id,
            at: event.at,
        };
        match &event.kind {
            EventKind::Sent { .. } => {
                if let Some(command) = command.take() {
                    self.sent(table, moment, command);
                }
            }
            EventKind::Received(_) => {
                self.partial = None;
                if let Some(reply) = reply {
                    self.received(table, moment, reply);
                }
            }
            EventKind::Stderr(line) => {
                let text = line.text();
                if let Some(head) = text
                    .split_ascii_whitespace()
                    .next()
                    .filter(|word| table.is_head(word))
                    && self.on_stderr.len() < 1000
                {
                    self.on_stderr.push((head.to_owned(), moment));
                }
            }
            EventKind::Partial(_) => self.partial = Some(moment),
            EventKind::InputClosed => self.input_closed = Some(moment),
            EventKind::Exit(_) => self.exited = true,
            EventKind::Overdue(overdue) => {
                self.overdue.extend(overdue.awaited.iter().cloned());
                // A readyok that does not come says nothing yet of the reply to the search.
                let reply = |kind: &String| kind == "bestmove" || kind == "checkmate";
                if let Some(epoch) = self.open.first_mut() {
                    epoch.told |= overdue.awaited.iter().any(reply);
                }
            }
            EventKind::EndOfStream(_) | EventKind::WriteFailed(_) | EventKind::Step { .. } => {}
        }
    }

    fn sent(&mut self, table: &Table, moment: Moment, command: Command) {
        let busy = !self.open.is_empty();
        let mut second_hit = false;
        match &command {
            Command::Hello => {
                self.hello = Some(moment);
                self.hellos += 1;
            }
            Command::IsReady => self.is_ready(moment),
            Command::NewGame => self.new_games += 1,
            Command::SetOption { name, value } => {
                self.set
                    .push((name.to_ascii_lowercase(), value.clone().unwrap_or_default()));
            }
            Command::Position(text) => (self.before, self.root) = set(table, text).unzip(),
            Command::Go(go) => self.go(table, moment, go),
            Command::Stop => {
                for epoch in &mut self.open {
                    epoch.stops.push(moment);
                }
            }
            Command::PonderHit => second_hit = self.ponder_hit(moment),
            Command::GameOver => {
                self.game_over_ever = true;
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
            Command::Debug => {
                for epoch in &mut self.open {
                    epoch.debug_during = true;
                }
            }
            Command::Register | Command::Blank | Command::Unknown(_) => {}
        }
        self.previous = self.last.take();
        self.last = Some(Sent {
            moment,
            command,
            busy,
            second_hit,
        });
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
        // A search that gameover ended is over for good when the next one begins.
        let before = self.open.len();
        self.open.retain(|epoch| epoch.game_over.is_none());
        let haunted = self.open.len() < before;
        let has_move = self.root.as_ref().is_none_or(|root| root.has_legal_move());
        self.open.push(Epoch {
            sent: moment,
            mode: Epoch::mode_of(table, go),
            go: go.clone(),
            root: self.root.clone(),
            before: self.before.clone(),
            has_move,
            stops: Vec::new(),
            hits: Vec::new(),
            game_over: None,
            next_game: NextGame::No,
            ready_during: false,
            debug_during: false,
            infos: Infos::default(),
            told: false,
            haunted,
        });
    }

    fn ponder_hit(&mut self, moment: Moment) -> bool {
        let Some(epoch) = self
            .open
            .iter_mut()
            .find(|epoch| epoch.mode == Mode::Ponder)
        else {
            let behind = self
                .closed
                .as_ref()
                .is_some_and(|closed| !closed.epoch.hits.is_empty());
            return behind;
        };
        epoch.hits.push(moment);
        epoch.hits.len() > 1
    }

    fn received(&mut self, table: &Table, moment: Moment, reply: &Reply<'_>) {
        match reply {
            Reply::IdName(name) => {
                self.names += 1;
                if !name.is_empty() {
                    self.facts.name.get_or_insert_with(|| name.clone());
                }
            }
            Reply::IdAuthor(author) => {
                self.authors += 1;
                if !author.is_empty() {
                    self.facts.author.get_or_insert_with(|| author.clone());
                }
            }
            Reply::Option(option) => {
                // A few thousand options are beyond any engine: the rest is a flood.
                if self.facts.options.len() < 4096 {
                    self.facts.options.push(option.clone());
                }
                if option.name.eq_ignore_ascii_case(table.ponder_option) {
                    self.show("ponder");
                }
            }
            Reply::HelloEnd => self.hello_ends += 1,
            Reply::ReadyOk => self.ready_ok(),
            Reply::BestMove(best) => {
                if best.ponder_is_move {
                    self.show("ponder");
                }
                if best.answer == Answer::Move {
                    self.show("search");
                }
                self.close(moment);
            }
            Reply::Checkmate(answer) => {
                if *answer == MateReply::NotImplemented {
                    self.facts.lacks.push("mate");
                } else {
                    self.show("mate");
                }
                self.close(moment);
            }
            Reply::Info(info) => self.info(moment, info),
            Reply::CopyProtection(state) => {
                self.checking = state == "checking";
                self.copy_protection_error = state == "error";
            }
            Reply::Registration(state) => self.checking = state == "checking",
            Reply::Other(word) => self.headless(table, moment, word),
            Reply::IdOther(_) | Reply::Blank => {}
        }
    }

    fn show(&mut self, capability: &'static str) {
        if !self.facts.has.contains(&capability) {
            self.facts.has.push(capability);
        }
    }

    fn ready_ok(&mut self) {
        self.ready_pending = self.ready_pending.saturating_sub(1);
        self.readied = true;
        for epoch in &mut self.open {
            if epoch.next_game == NextGame::Asked {
                epoch.next_game = NextGame::Ready;
            }
        }
    }

    /// A mate reply that lost its head closes its search all the same, so that one slip is told once.
    fn headless(&mut self, table: &Table, moment: Moment, word: &str) {
        if self.is_headless_mate(table, word) {
            self.close(moment);
        }
    }

    fn close(&mut self, moment: Moment) {
        self.began = None;
        if !self.open.is_empty() {
            let epoch = self.open.remove(0);
            self.closed = Some(Closed { at: moment, epoch });
        }
    }

    fn info(&mut self, moment: Moment, info: &Info<'_>) {
        let Some(epoch) = self.open.first_mut() else {
            let trails = self.closed.as_ref().is_some_and(|closed| {
                let sent = self.last.as_ref().map(|sent| sent.moment.id);
                sent < Some(closed.at.id) || moment.at.saturating_sub(closed.at.at) <= TRAIL
            });
            if info.shows_search() && self.began.is_none() && !trails {
                self.began = self.last.clone();
            }
            return;
        };
        let from = epoch.sent.at;
        let infos = &mut epoch.infos;
        infos.lines += 1;
        infos.first.get_or_insert(moment.at.saturating_sub(from));
        infos.last = Some(moment.at);
        infos.spoke |= info.data;
        infos.searching += u64::from(info.score.is_some() || info.pv.is_some());
        infos.depth = info.depth.or(infos.depth);
        infos.time = info.time.or(infos.time);
        infos.nodes = info.nodes.or(infos.nodes);
        infos.has_nps |= info.nps.is_some();
        infos.has_hashfull |= info.hashfull.is_some();
        infos.most_multipv = infos.most_multipv.max(info.multipv.unwrap_or(0));
        let exact = info.score.is_some_and(|score| !score.bound);
        let first = info.pv.and_then(Pv::first);
        if let Some(number) = info.multipv {
            if infos.numbers.len() < 600 {
                infos.numbers.insert(number);
            }
            if let (true, Some((first, _))) = (exact, first) {
                infos.group.add(info.depth, number, first);
            }
        }
        if info.multipv.unwrap_or(1) == 1 {
            if let Some(score) = info.score.filter(|score| !score.bound) {
                infos.score = Some(score);
            }
            if let Some((first, _)) = first {
                let best = infos.best.get_or_insert_default();
                best.clear();
                best.push_str(first);
            }
        }
    }

    /// Whether a line that begins with this word is a mate reply without its head.
    pub(crate) fn is_headless_mate(&self, table: &Table, word: &str) -> bool {
        let searching = self.current().is_some_and(|epoch| epoch.mode == Mode::Mate);
        table.mate_reply && searching && matches!(word, "nomate" | "timeout" | "notimplemented")
    }

    /// The time since the last search was closed, if none is open.
    pub(crate) fn since_reply(&self, at: Duration) -> Option<Duration> {
        self.closed
            .as_ref()
            .map(|closed| at.saturating_sub(closed.at.at))
    }
}

/// The position before the last move of a position command, and the one that it sets; `None` if it is none.
/// Without moves both are the same.
fn set(table: &Table, text: &PositionText) -> Option<(Arc<dyn Position>, Arc<dyn Position>)> {
    if text.stray.is_some() {
        return None;
    }
    let mut position = match &text.base {
        None => table.game.start(),
        Some(base) => table.game.parse(base).ok()?,
    };
    let Some((last, earlier)) = text.moves.split_last() else {
        let position: Arc<dyn Position> = Arc::from(position);
        return Some((Arc::clone(&position), position));
    };
    for step in earlier {
        position.play(step).ok()?;
    }
    let before = position.boxed_clone();
    position.play(last).ok()?;
    Some((Arc::from(before), Arc::from(position)))
}
