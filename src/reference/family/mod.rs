//! The shared part of the built-in engines: handshake, options, `position`, `go` and its one reply.
//!
//! A dialect implements [`Dialect`]: a few words and answers. A defect is a [`DefectHook`]: an id, and a function that
//! puts closures into [`Hooks`]. Without a defect no hook is filled, and the engine conforms. The shared part does not
//! know any defect by name.

pub(super) mod board;
pub(super) mod combination;
pub(super) mod epoch;
pub(super) mod hooks;
pub(super) mod info;
pub(super) mod input;
pub(super) mod options;
pub(super) mod plan;
pub(super) mod position;
pub(super) mod repeated_line;
pub(super) mod request;
mod search;
mod session;
pub(super) mod shared_state;
pub(super) mod stock;
mod thinker;
pub(super) mod words;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) use board::Board;
pub(super) use hooks::{DefectHook, Hooks};
pub(super) use session::{greet_unasked, is_command, serve};

use options::Declared;
use request::{Reply, Request};

/// The differences between the dialects.
pub(super) trait Dialect: 'static {
    /// The game of the dialect.
    type Board: Board;

    /// The first command: `usi`.
    const HELLO: &'static str;
    /// The last line of the handshake: `usiok`.
    const HELLO_DONE: &'static str;
    /// The command before a new game: `usinewgame`.
    const NEW_GAME: &'static str;
    /// The command that ends a game, if there is one: `gameover`.
    const GAME_OVER: Option<&'static str>;
    /// The word before a position in notation: `sfen`.
    const WRITTEN: &'static str;
    /// The option for the number of lines to show.
    const MULTI_PV: &'static str;
    /// The words for the clock of the side that moves first: time and increment.
    const FIRST_CLOCK: [&'static str; 2];
    /// The words for the clock of the other side: time and increment.
    const SECOND_CLOCK: [&'static str; 2];

    /// Features that few dialects have.
    const PARTICULARS: Particulars = Particulars::USUAL;

    /// Whether `go mate` has a reply of its own; otherwise it is a search like any other.
    const SOLVES: bool;

    /// The options of the handshake, in their order.
    fn options() -> Vec<Declared>;

    /// The reply if the side to move has no legal move.
    fn without_moves() -> Reply;

    /// The reply for a position that needs no search: a correct declaration of a win.
    fn at_once(board: &Self::Board) -> Option<Reply>;

    /// Searches for a mate, if [`Self::SOLVES`]. `urged` returns whether it is time to reply.
    fn solve(board: &Self::Board, urged: &dyn Fn() -> bool) -> Solution<Self::Board>;

    /// Converts a distance to mate from plies into the unit of the dialect. Both are negative if the side to move is
    /// mated.
    fn mate_distance(plies: i32) -> i32;

    /// The depth to which a search with this request goes.
    fn depth(request: &Request) -> u32;
}

/// Features that few dialects have.
pub(super) struct Particulars {
    /// Whether options come without the words `name` and `value`.
    pub(super) bare_options: bool,
    /// Whether the two clocks are those of the side to move and of its opponent, instead of those of the two colours.
    pub(super) own_clocks: bool,
    /// The option that makes clocks count milliseconds; until it is true they count seconds.
    pub(super) millisecond_option: Option<&'static str>,
    /// The reply to a `stop` without a search, and to a search of depth 0.
    pub(super) no_move: Option<&'static str>,
    /// The command that excludes moves from the next search.
    pub(super) ban: Option<&'static str>,
    /// A command and its answer.
    pub(super) probe: Option<(&'static str, &'static str)>,
    /// The line that the engine writes at `quit`.
    pub(super) farewell: Option<&'static str>,
    /// Whether a score is only a number, also for a mate.
    pub(super) bare_score: bool,
}

impl Particulars {
    /// The features of USI and UCI: none of these.
    pub(super) const USUAL: Self = Self {
        bare_options: false,
        own_clocks: false,
        millisecond_option: None,
        no_move: None,
        ban: None,
        probe: None,
        farewell: None,
        bare_score: false,
    };
}

/// The outcome of a mate problem.
pub(super) enum Solution<B: Board> {
    /// A forced mate.
    Mate(Vec<B::Move>),
    /// It is proved that there is no forced mate.
    NoMate,
    /// It was time to reply, or the solver's memory was full.
    Unknown,
}

/// Locks a mutex, also after a panic in another thread: the guarded values are plain data.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
