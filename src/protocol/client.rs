//! What a client of a dialect may choose, and the lines that it then sends. Generated sessions are made from this.
//!
//! A *turn* is one search with everything that leads to it and ends it. Its *parameters* are what a client may
//! choose: how the last game ended, how the position is written, what limits the search, what ends it and when.
//! Each parameter has a few *classes* of values. *Rules* state which classes exclude each other, because the
//! documents forbid the combination to a client, because no client needs it, or because it would take too long. Any
//! other combination is legal.

use crate::lang::Text;
use crate::protocol::Question;

/// A client of a dialect in one profile.
pub struct Client {
    /// What it may choose; a parameter in a later part replaces the one with the same name in an earlier part.
    pub parts: Vec<ClientPart>,
    /// Triples of parameters for which every combination of three classes is covered.
    pub triples: &'static [[&'static str; 3]],
    /// How its sessions are built.
    pub ways: &'static ClientWays,
    /// Writes its lines.
    pub lines: Box<dyn ClientLines>,
}

/// A part of what a client can choose.
#[derive(Debug, Clone, Copy)]
pub struct ClientPart {
    /// Name and meaning of a parameter, and its classes, separated by blanks.
    pub parameters: &'static [(&'static str, Text, &'static str)],
    /// A reason, and conditions that must not hold together, such as `mode=clock|ponder own=-`. `!=` stands for
    /// every other class.
    pub rules: &'static [(Text, &'static str)],
    /// What the dialect allows and no session sends, each with the reason.
    pub left_out: &'static [(Text, Text)],
}

/// How the sessions of a client are built.
#[derive(Debug)]
pub struct ClientWays {
    /// The clauses that a session names.
    pub clauses: &'static [&'static str],
    /// The class of `before` with which the client ends a game and begins the next one.
    pub next_game: &'static str,
    /// Whether the client sends `isready` after the command for a new game and not before it.
    pub ready_after_new_game: bool,
    /// Lines between the first `readyok` and the first game.
    pub settings: &'static [&'static str],
    /// Lists of capabilities that the engine must have, each with the modes of search that need them. A mode in
    /// none of the lists needs no capability.
    pub kinds: &'static [(&'static [&'static str], &'static [&'static str])],
    /// Modes of search, each with the clause about its limit. That clause is violated if no reply ends the search.
    pub limits: &'static [(&'static str, &'static str)],
    /// The number of plies in a long history.
    pub long: usize,
}

/// The classes that a client has chosen for a turn.
pub trait TurnClasses {
    /// The class of a parameter; empty if the dialect does not have the parameter.
    fn class(&self, parameter: &str) -> &'static str;

    /// Whether the class of a parameter is one of these.
    fn is(&self, parameter: &str, classes: &[&str]) -> bool {
        classes.contains(&self.class(parameter))
    }
}

/// Writes the lines of a client of a dialect.
pub trait ClientLines: Send + Sync {
    /// The command that begins the handshake.
    fn hello(&self) -> Question;
    /// The command that asks whether the engine is ready.
    fn ready(&self) -> Question;
    /// The command that begins a game.
    fn new_game(&self) -> &'static str;
    /// The command that ends a game with this result (`win`, `lose`, `draw`); `None` if the dialect has none.
    fn game_over(&self, result: &str) -> Option<String>;
    /// The command that sets a position: `root` is the written position, `None` for the start of a game; `moves`
    /// are the moves after it, `None` to leave them out.
    fn position(&self, root: Option<&str>, moves: Option<&str>) -> String;
    /// The command that excludes moves from the next searches of the position.
    fn ban(&self, moves: &[String]) -> String;
    /// The command that starts a search. `ply` is the ply of the position, 0 at the start of a game. The search is
    /// restricted to `moves`.
    fn search(&self, classes: &dyn TurnClasses, ply: usize, moves: &[String]) -> String;
    /// The kinds of message that can answer the search.
    fn replies(&self, classes: &dyn TurnClasses) -> &'static [&'static str];
    /// The command that turns a ponder search into a search on the engine's own time.
    fn ponder_hit(&self, classes: &dyn TurnClasses) -> &'static str;
}
