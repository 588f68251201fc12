//! What the built-in engines share: handshake, options, `position`, `go` and its one reply.
//!
//! A dialect is a [`Dialect`]: a few words and answers. A misbehaviour is a [`DefectHook`]: an id and a
//! function that puts closures into [`Hooks`]; without a flaw no hook is filled and the engine
//! conforms. The core knows no flaw by name.

pub(super) mod board;
pub(super) mod combination;
pub(super) mod desk;
pub(super) mod epoch;
pub(super) mod hooks;
pub(super) mod info;
pub(super) mod input;
pub(super) mod mutter;
pub(super) mod options;
pub(super) mod plan;
pub(super) mod position;
pub(super) mod request;
mod search;
mod session;
pub(super) mod stock;
mod thinker;
pub(super) mod words;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) use board::Board;
pub(super) use hooks::{DefectHook, Hooks};
pub(super) use session::{handshake, serve};

use options::Declared;
use request::{Reply, Request};

/// What differs between the dialects of the family.
pub(super) trait Dialect: 'static {
    /// The game that it is about.
    type Board: Board;

    /// The first command: `usi`.
    const HELLO: &'static str;
    /// What closes the handshake: `usiok`.
    const HELLO_DONE: &'static str;
    /// What announces a game: `usinewgame`.
    const NEW_GAME: &'static str;
    /// What ends a game, if anything does: `gameover`.
    const GAME_OVER: Option<&'static str>;
    /// The word before a position that is written out: `sfen`.
    const WRITTEN: &'static str;
    /// The option that says how many lines to show.
    const MULTI_PV: &'static str;
    /// The clock words of the side that moves first: time and increment.
    const FIRST_CLOCK: [&'static str; 2];
    /// The clock words of the other side.
    const SECOND_CLOCK: [&'static str; 2];

    /// What few dialects have.
    const PARTICULARS: Particulars = Particulars::USUAL;

    /// Whether `go mate` has a reply of its own; else it is a search like any other.
    const SOLVES: bool;

    /// The options of the handshake, in their order.
    fn options() -> Vec<Declared>;

    /// The reply where the side to move has no legal move.
    fn without_moves() -> Reply;

    /// The reply that needs no search: a sound declaration.
    fn at_once(board: &Self::Board) -> Option<Reply>;

    /// Looks for a mate, where [`Self::SOLVES`]. `urged` says that it is time to answer.
    fn solve(board: &Self::Board, urged: &dyn Fn() -> bool) -> Solution<Self::Board>;

    /// A distance to mate in plies, in the unit of the dialect. Both are negative for the side
    /// that is mated.
    fn mate_distance(plies: i32) -> i32;

    /// How deep a search with this request goes.
    fn depth(request: &Request) -> u32;
}

/// What few dialects have.
pub(super) struct Particulars {
    /// Whether options are named without the words `name` and `value`.
    pub(super) bare_options: bool,
    /// Whether clocks are those of the side to move and of its opponent.
    pub(super) own_clocks: bool,
    /// The option that makes clocks count milliseconds; they count seconds until it is true.
    pub(super) millisecond_option: Option<&'static str>,
    /// The answer to a stop with nothing to stop, and to a search of depth 0.
    pub(super) no_move: Option<&'static str>,
    /// The command that excludes moves.
    pub(super) ban: Option<&'static str>,
    /// A command with its answer.
    pub(super) probe: Option<(&'static str, &'static str)>,
    /// What it says at `quit`.
    pub(super) farewell: Option<&'static str>,
    /// Whether a score is a number alone, also where it is a mate.
    pub(super) bare_score: bool,
}

impl Particulars {
    /// Those of USI and UCI.
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
    /// Proved: there is none.
    NoMate,
    /// It was time to answer, or the solver's memory was full.
    Unknown,
}

/// Locks whatever a panic elsewhere left: what is guarded is plain data.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
