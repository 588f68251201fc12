//! What a monitor remembers of a dialogue. The rules read it; only `apply` writes it.

mod received;
mod sent;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use crate::games::Position;
use crate::protocol::family::command::Command;
use crate::protocol::family::epoch::{Epoch, Mode, Moment, Timed};
use crate::protocol::family::reply::{self, Reply};
use crate::protocol::family::table::Table;
use crate::protocol::{DeclaredOption, EngineProfile};
use crate::transcript::{Event, EventKind};

/// The memory of one dialogue.
#[derive(Debug, Default)]
pub(crate) struct ProtocolState {
    pub(crate) hello: Option<Moment>,
    pub(crate) hellos: u32,
    pub(crate) hello_ends: u32,
    /// How many options had been declared by the end of the first handshake, and when the last one was asked for.
    pub(crate) options_at_first: usize,
    pub(crate) options_at_hello: usize,
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
    /// Whether a game was begun, and not ended by `gameover`.
    pub(crate) in_game: bool,
    pub(crate) game_over_ever: bool,
    /// Options as set: lower-case name, value.
    pub(crate) set: Vec<(String, String)>,
    pub(crate) root: Option<Arc<dyn Position>>,
    /// The position before its last move, where there is one.
    pub(crate) before: Option<Arc<dyn Position>>,
    /// The position that its moves began from, where it has moves.
    pub(crate) base: Option<Arc<dyn Position>>,
    /// Moves that the next searches of this position leave out.
    pub(crate) banned: Vec<String>,
    /// How many `stop` may still be answered by a line without a move, since the last go.
    pub(crate) stops_unanswered: u32,
    pub(crate) open: Vec<Epoch>,
    pub(crate) closed: Option<Closed>,
    /// The last two searches under a clock whose unit is an option.
    pub(crate) timed: Vec<Timed>,
    pub(crate) last: Option<Sent>,
    /// The command before the last one. Blank lines between them do not count.
    pub(crate) previous: Option<Sent>,
    /// The command that a search followed which no go had asked for; its later lines and its reply are the
    /// same violation, whatever is sent meanwhile.
    pub(crate) began: Option<Sent>,
    /// Whether search info came with no search open since the last reply.
    pub(crate) shows_own_search: bool,
    pub(crate) quit: Option<Quit>,
    pub(crate) input_closed: Option<Moment>,
    pub(crate) exited: bool,
    /// What an unfinished line that has been reported says so far.
    pub(crate) partial: Option<Unfinished>,
    /// Protocol words seen on standard error.
    pub(crate) on_stderr: Vec<(String, Moment)>,
    /// The reply that was reported as overdue and may still come.
    pub(crate) overdue: Vec<String>,
    pub(crate) checking: bool,
    pub(crate) copy_protection_error: bool,
    pub(crate) engine_profile: EngineProfile,
    /// The names of the options among them.
    pub(crate) option_names: OptionNames,
    /// How many bytes the options among them take.
    option_bytes: usize,
    /// Whether something of them had no room. What is missing then may have been declared all the same.
    pub(crate) is_cut: bool,
}

/// Names of options, to be found quickly: an engine may declare a hundred thousand.
#[derive(Debug, Clone, Default)]
pub(crate) struct OptionNames {
    pub(crate) as_written: HashSet<String>,
    pub(crate) in_lower_case: HashSet<String>,
}

/// What an unfinished line would be if it ended where it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// Nothing but blanks.
    Blank,
    /// Text that no one waits for.
    Text,
    /// A message, whole but for its end: what is missing is its newline.
    Message,
}

impl Unfinished {
    pub(crate) fn of(table: &Table, bytes: &[u8]) -> Self {
        let text = reply::text(bytes);
        let (reply, _) = reply::read(table, &text);
        match reply {
            Reply::Blank => Self::Blank,
            Reply::Other(_) => Self::Text,
            Reply::Info(info) if !info.data => Self::Text,
            Reply::IdName(_)
            | Reply::IdAuthor(_)
            | Reply::IdOther(_)
            | Reply::Option(_)
            | Reply::HelloEnd
            | Reply::ReadyOk
            | Reply::BestMove(_)
            | Reply::Checkmate(_)
            | Reply::Info(_)
            | Reply::CopyProtection(_)
            | Reply::Registration(_) => Self::Message,
        }
    }
}

/// The last search that was closed.
#[derive(Debug, Clone)]
pub(crate) struct Closed {
    pub(crate) at: Moment,
    pub(crate) epoch: Epoch,
}

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

impl ProtocolState {
    /// The search that a reply of this kind would close: the oldest one open.
    pub(crate) fn current(&self) -> Option<&Epoch> {
        self.open.first()
    }

    /// The value to which an option was set, or its declared default.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        let set = self.set.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let declared = || {
            let row = self
                .engine_profile
                .options
                .iter()
                .find(|row| row.name.eq_ignore_ascii_case(name))?;
            row.default.as_deref()
        };
        set.map(|(_, value)| value.as_str()).or_else(declared)
    }

    /// Whether a number is set to an end of its range that is not its default. Only the engine knows what its options
    /// mean: one of Stockfish's makes it count nodes instead of milliseconds.
    pub(crate) fn has_extreme_number(&self) -> bool {
        self.engine_profile.options.iter().any(|row| {
            let set = self.option(&row.name).and_then(|text| text.parse().ok());
            let default = row.default.as_deref().and_then(|text| text.parse().ok());
            set.is_some() && set != default && (set == row.min || set == row.max)
        })
    }

    /// What the first handshake has declared, and what the last one has so far.
    pub(crate) fn handshakes(&self) -> (&[DeclaredOption], &[DeclaredOption]) {
        let options = &self.engine_profile.options;
        (&options[..self.options_at_first], &options[self.options_at_hello..])
    }

    /// Whether an option is declared, as far as that is known.
    pub(crate) fn declared(&self, name: &str) -> bool {
        self.is_cut
            || self.engine_profile.options.iter().any(|row| row.name.eq_ignore_ascii_case(name))
    }

    /// Takes in what happened, after the rules.
    pub(crate) fn apply(
        &mut self,
        table: &Table,
        event: &Event,
        command: Option<Command>,
        reply: Option<&Reply<'_>>,
    ) {
        let moment = Moment { id: event.id, at: event.at };
        match &event.kind {
            EventKind::Sent { .. } => {
                if let Some(command) = command {
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
                if let Some(head) =
                    text.split_ascii_whitespace().next().filter(|word| table.is_head(word))
                    && self.on_stderr.len() < 1000
                {
                    self.on_stderr.push((head.to_owned(), moment));
                }
            }
            EventKind::Partial(bytes) => self.partial = Some(Unfinished::of(table, bytes)),
            EventKind::InputClosed => self.input_closed = Some(moment),
            EventKind::Exit(_) => self.exited = true,
            EventKind::Overdue(overdue) => {
                self.overdue.extend(overdue.awaited.iter().cloned());
                // A readyok that does not come says nothing yet of the reply to the search.
                let reply = |kind: &String| {
                    matches!(kind.as_str(), "bestmove" | "checkmate" | "nobestmove")
                };
                if let Some(epoch) = self.open.first_mut() {
                    epoch.reported |= overdue.awaited.iter().any(reply);
                }
            }
            EventKind::EndOfStream(_) | EventKind::WriteFailed(_) | EventKind::Step { .. } => {}
        }
    }

    /// Whether a line that begins with this word is a mate reply without its head.
    pub(crate) fn is_headless_mate(&self, table: &Table, word: &str) -> bool {
        let searching = self.current().is_some_and(|epoch| epoch.mode == Mode::Mate);
        table.mate_reply && searching && matches!(word, "nomate" | "timeout" | "notimplemented")
    }

    /// The time since the last search was closed, if none is open.
    pub(crate) fn since_reply(&self, at: Duration) -> Option<Duration> {
        self.closed.as_ref().map(|closed| at.saturating_sub(closed.at.at))
    }
}
