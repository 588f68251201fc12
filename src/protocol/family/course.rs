//! When a client may send a command. The lines of a script and what it waits for show whether a search is open; where
//! they do not, every command is accepted.

use crate::lang::Text;
use crate::protocol::Wait;
use crate::protocol::family::ViolationId;
use crate::protocol::family::command::{Command, Go};
use crate::protocol::family::rules::exit::{EXIT_AT_IDLE_PONDERHIT, EXIT_AT_SECOND_PONDERHIT};
use crate::protocol::family::rules::second_handshake::HANDSHAKE_CHANGED;

/// The search whose reply the script has not waited for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Search {
    /// There is none.
    #[default]
    None,
    /// It is not known whether there is one.
    Unknown,
    /// An infinite search, which lasts until `stop`.
    Infinite,
    /// A ponder search, which lasts until `ponderhit` or `stop`.
    Ponder,
    /// A ponder search after `ponderhit`. It may end by itself.
    Hit,
    /// A search of any kind after `stop`, or any other search. It may end by itself.
    Ending,
}

/// Why a client may not send a command at this moment.
#[derive(Debug, Clone, Copy)]
pub(super) enum Untimely {
    /// The command that begins the handshake was sent before.
    SecondHello,
    /// A search is open.
    Busy,
    /// No ponder search is open.
    IdleHit,
    /// The ponder search has got its `ponderhit`.
    SecondHit,
    /// `quit` was sent.
    Left,
}

impl Untimely {
    /// What is wrong with a line that begins with this word.
    pub(super) fn message(self, word: &str) -> Text {
        match self {
            Self::SecondHello => say!("{word} is sent a second time", word),
            Self::Busy => say!("{word} is sent before the reply to the last go", word),
            Self::IdleHit => say!("{word} is sent without an open ponder search", word),
            Self::SecondHit => say!("{word} is sent twice in one ponder search", word),
            Self::Left => say!("{word} is sent after quit", word),
        }
    }

    /// What an engine violates that does not bear the command, if the documents say what it has to do. A script about
    /// this may send the command.
    pub(super) fn reaction(self) -> Option<ViolationId> {
        match self {
            Self::SecondHello => Some(HANDSHAKE_CHANGED),
            Self::IdleHit => Some(EXIT_AT_IDLE_PONDERHIT),
            Self::SecondHit => Some(EXIT_AT_SECOND_PONDERHIT),
            Self::Busy | Self::Left => None,
        }
    }
}

/// The course of a dialogue.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Course {
    greeted: bool,
    left: bool,
    search: Search,
}

impl Course {
    /// Takes the next command, and checks whether a client may send it at this moment.
    pub(super) fn send(&mut self, command: &Command) -> Result<(), Untimely> {
        let untimely = self.untimely(command);
        self.search = match untimely {
            Some(Untimely::Busy) => Search::Unknown,
            Some(_) | None => self.after(command),
        };
        self.greeted |= *command == Command::Hello;
        self.left |= *command == Command::Quit;
        untimely.map_or(Ok(()), Err)
    }

    /// Takes what the script waits for.
    pub(super) fn wait(&mut self, wait: Wait) {
        self.search = match (wait, self.search) {
            (Wait::Reply, _) | (_, Search::None) => Search::None,
            (Wait::Other, endless @ (Search::Infinite | Search::Ponder)) => endless,
            (Wait::Other | Wait::MaybeReply, _) => Search::Unknown,
        };
    }

    /// Takes a line that is wrong in itself.
    pub(super) fn mistake(&mut self) {
        self.search = Search::Unknown;
    }

    fn untimely(&self, command: &Command) -> Option<Untimely> {
        if self.left {
            return Some(Untimely::Left);
        }
        match command {
            Command::Hello => self.greeted.then_some(Untimely::SecondHello),
            Command::NewGame
            | Command::SetOption { .. }
            | Command::Position(_)
            | Command::Go(_)
            | Command::BanMoves(_) => {
                let open = !matches!(self.search, Search::None | Search::Unknown);
                open.then_some(Untimely::Busy)
            }
            Command::PonderHit => match self.search {
                Search::None | Search::Infinite | Search::Ending => Some(Untimely::IdleHit),
                Search::Hit => Some(Untimely::SecondHit),
                Search::Unknown | Search::Ponder => None,
            },
            Command::IsReady
            | Command::Stop
            | Command::GameOver
            | Command::Quit
            | Command::Debug
            | Command::Register
            | Command::Blank
            | Command::Unknown(_) => None,
        }
    }

    /// The search after a command.
    fn after(&self, command: &Command) -> Search {
        match (command, self.search) {
            (Command::Go(go), _) => begun(go),
            (_, Search::None) => Search::None,
            (Command::Stop, Search::Infinite | Search::Ponder | Search::Hit) => Search::Ending,
            (Command::PonderHit, Search::Ponder) => Search::Hit,
            // The documents leave open what comes of the search.
            (Command::GameOver, _) => Search::Unknown,
            (_, search) => search,
        }
    }
}

/// The search that a command begins.
fn begun(go: &Go) -> Search {
    if !go.unknown.is_empty() {
        Search::Unknown
    } else if go.ponder {
        Search::Ponder
    } else if go.infinite {
        Search::Infinite
    } else {
        Search::Ending
    }
}
