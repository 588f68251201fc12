//! The state of a dialogue, as a monitor keeps it. The rules read it; only `apply` changes it.

mod received;
mod sent;

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use crate::games::Position;
use crate::protocol::family::command::Command;
use crate::protocol::family::epoch::{Epoch, Mode, Moment, Timed};
use crate::protocol::family::reply::{self, Reply};
use crate::protocol::family::table::Table;
use crate::protocol::{DeclaredOption, EngineProfile};
use crate::transcript::{Event, EventKind};

/// How many commands before the last one are kept: clients set dozens of options in a row.
const EARLIER: usize = 64;

/// The state of one dialogue.
#[derive(Debug, Default)]
pub(crate) struct ProtocolState {
    pub(crate) hello: Option<Moment>,
    pub(crate) hellos: u32,
    pub(crate) hello_ends: u32,
    /// When the last handshake ended.
    pub(crate) hello_ended: Option<Duration>,
    /// The number of options that were declared by the end of the first handshake, and by the start of the last one.
    pub(crate) options_at_first: usize,
    pub(crate) options_at_hello: usize,
    pub(crate) names: u32,
    pub(crate) authors: u32,
    /// The number of open `isready`, and the first of them.
    pub(crate) ready_pending: u32,
    pub(crate) ready_asked: Option<Moment>,
    /// The newest `isready`.
    pub(crate) ready_last: Option<Moment>,
    pub(crate) ready_ever: bool,
    pub(crate) readied: bool,
    /// Whether a game has begun and `gameover` has not ended it.
    pub(crate) in_game: bool,
    pub(crate) game_over_ever: bool,
    /// Options that were set: name in lower case, and value.
    pub(crate) set: Vec<(String, String)>,
    pub(crate) root: Option<Arc<dyn Position>>,
    /// The position before the last move of the position command; the same as `root` if there are no moves.
    pub(crate) before: Option<Arc<dyn Position>>,
    /// The position before the moves of the position command; `None` if there are no moves.
    pub(crate) base: Option<Arc<dyn Position>>,
    /// Whether the last position was written without its move count.
    pub(crate) short_position: bool,
    /// Moves that are excluded from the next searches of this position.
    pub(crate) banned: Vec<String>,
    /// The number of stops since the last `go` that a line without a move may still answer.
    pub(crate) stops_unanswered: u32,
    pub(crate) open: Vec<Epoch>,
    pub(crate) closed: Option<Closed>,
    /// The last two searches under a clock whose unit an option sets.
    pub(crate) timed: Vec<Timed>,
    pub(crate) last: Option<Sent>,
    /// The newest [`EARLIER`] commands before the last one, the newest first; blank lines do not count.
    pub(crate) earlier: VecDeque<Sent>,
    /// The last command before a search that the engine began without a `go`. Further lines and the reply of that
    /// search are the same violation, whatever is sent in the meantime.
    pub(crate) began: Option<Sent>,
    /// Whether info lines of a search came after the last reply while no search was open.
    pub(crate) shows_own_search: bool,
    pub(crate) quit: Option<Quit>,
    pub(crate) input_closed: Option<Moment>,
    pub(crate) exited: bool,
    /// What the unfinished line would be that was reported last.
    pub(crate) partial: Option<Unfinished>,
    /// Protocol words that came on standard error.
    pub(crate) on_stderr: Vec<(String, Moment)>,
    /// The kinds of message that were reported as overdue. They stay here even if they come later.
    pub(crate) overdue: Vec<String>,
    /// Whether the last `copyprotection` line, and the last `registration` line, said `checking`.
    pub(crate) copy_protection_checking: bool,
    pub(crate) registration_checking: bool,
    pub(crate) copy_protection_error: bool,
    pub(crate) engine_profile: EngineProfile,
    /// The names of the declared options.
    pub(crate) option_names: OptionNames,
    /// The number of bytes that the declared options take.
    option_bytes: usize,
    /// Whether a limit on memory cut the declarations, so that a missing option may have been declared.
    pub(crate) is_cut: bool,
}

/// The word with which a message begins that an engine writes on standard error. Loggers begin a line with "info" too,
/// so that such a line is a message only if it has at least two values of a search.
fn protocol_word<'a>(table: &Table, text: &'a str) -> Option<&'a str> {
    const VALUES: [&str; 6] = ["depth", "score", "nodes", "time", "nps", "pv"];
    let mut words = text.split_ascii_whitespace();
    let head = words.next().filter(|word| table.is_head(word))?;
    (head != "info" || words.filter(|word| VALUES.contains(word)).count() >= 2).then_some(head)
}

/// Names of options in sets, because an engine may declare a hundred thousand.
#[derive(Debug, Clone, Default)]
pub(crate) struct OptionNames {
    pub(crate) as_written: HashSet<String>,
    pub(crate) in_lower_case: HashSet<String>,
}

/// What an unfinished line would be if it ended here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// Only blanks.
    Blank,
    /// Text that no client waits for.
    Text,
    /// A message that is complete except for its newline.
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

/// A command, and what the engine was doing when it was sent.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub(crate) moment: Moment,
    pub(crate) command: Command,
    /// Whether a search was open.
    pub(crate) busy: bool,
    /// Whether it is a second ponderhit for the same search.
    pub(crate) second_hit: bool,
}

/// The circumstances in which `quit` was sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quit {
    pub(crate) moment: Moment,
    pub(crate) busy: bool,
    pub(crate) booted: bool,
    pub(crate) ready_ever: bool,
    pub(crate) ready_pending: bool,
}

impl ProtocolState {
    /// The search that the next reply closes: the oldest open one.
    pub(crate) fn current(&self) -> Option<&Epoch> {
        self.open.first()
    }

    /// The value that an option was set to, or its declared default.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        let set = self.set.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(name));
        set.map(|(_, value)| value.as_str()).or_else(|| self.declared_default(name))
    }

    /// The default of an option that the engine declared.
    pub(crate) fn declared_default(&self, name: &str) -> Option<&str> {
        let mut rows = self.engine_profile.options.iter();
        let row = rows.find(|row| row.name.eq_ignore_ascii_case(name))?;
        row.default.as_deref()
    }

    /// Whether the reply to a search may come from the engine's own book: the book is on, and nothing was searched.
    pub(crate) fn is_from_book(&self, table: &Table, epoch: &Epoch) -> bool {
        let book = self.option(table.book_option);
        epoch.infos.searching == 0 && book.is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    /// Whether a number option is set to an end of its range that is not its default. Only the engine knows what
    /// such an option means: one option of Stockfish makes it count nodes instead of milliseconds.
    pub(crate) fn has_extreme_number(&self) -> bool {
        self.engine_profile.options.iter().any(|row| {
            let set = self.option(&row.name).and_then(|text| text.parse().ok());
            let default = row.default.as_deref().and_then(|text| text.parse().ok());
            set.is_some() && set != default && (set == row.min || set == row.max)
        })
    }

    /// The options of the first handshake, and those of the last handshake so far.
    pub(crate) fn handshakes(&self) -> (&[DeclaredOption], &[DeclaredOption]) {
        let options = &self.engine_profile.options;
        (&options[..self.options_at_first], &options[self.options_at_hello..])
    }

    /// Whether an option is declared, or may have been left out by a limit on memory.
    pub(crate) fn declared(&self, name: &str) -> bool {
        self.is_cut
            || self.engine_profile.options.iter().any(|row| row.name.eq_ignore_ascii_case(name))
    }

    /// Adds an event to the state, after the rules have judged it.
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
                if let Some(head) = protocol_word(table, &text)
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
                // A missing readyok is no statement about the reply to the search.
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

    /// Whether a line that begins with this word is a mate reply without the word `checkmate`.
    pub(crate) fn is_headless_mate(&self, table: &Table, word: &str) -> bool {
        let searching = self.current().is_some_and(|epoch| epoch.mode == Mode::Mate);
        table.mate_reply && searching && matches!(word, "nomate" | "timeout" | "notimplemented")
    }

    /// The time since the last search was closed, if one was.
    pub(crate) fn since_reply(&self, at: Duration) -> Option<Duration> {
        self.closed.as_ref().map(|closed| at.saturating_sub(closed.at.at))
    }
}
