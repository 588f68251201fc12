//! What a client of a dialect can choose, and the lines that it sends then: what generated sessions are made of.
//!
//! A *turn* is one search with all that leads to it and ends it. Its *parameters* are what a client can choose (how the
//! last game ended, how the position is written, what the search is bounded by, what ends it and when), each with a few
//! *classes* of values. *Rules* say which classes do not go together: what the documents forbid a client, what a client
//! has no use for, or what would take too long. Whatever no rule forbids is legal.

use crate::lang::Text;
use crate::protocol::Question;

/// A client of a dialect in one profile.
pub struct Client {
    /// What it can choose; a later part takes the place of an earlier one.
    pub parts: Vec<ClientPart>,
    /// The marked triples of parameters, whose classes are combined each with each.
    pub triples: &'static [[&'static str; 3]],
    /// How its sessions are made.
    pub ways: &'static ClientWays,
    /// Writes its lines.
    pub lines: Box<dyn ClientLines>,
}

/// A part of what a client can choose.
#[derive(Debug, Clone, Copy)]
pub struct ClientPart {
    /// Name and meaning of a parameter, and its classes, with a blank between each two.
    pub parameters: &'static [(&'static str, Text, &'static str)],
    /// Why, and conditions that do not go together: `mode=clock|ponder own=-`, or `!=` for every other class.
    pub rules: &'static [(Text, &'static str)],
    /// What the dialect has and no session sends: what, and why.
    pub left_out: &'static [(Text, Text)],
}

/// How the sessions of a client are made.
#[derive(Debug)]
pub struct ClientWays {
    /// The clauses that a session names.
    pub clauses: &'static [&'static str],
    /// The class of `before` with which the client ends a game and begins the next one.
    pub next_game: &'static str,
    /// Whether it asks for readiness after the command for a new game, and not before it.
    pub ready_after_new_game: bool,
    /// Lines between the first readiness and the first game.
    pub settings: &'static [&'static str],
    /// What the turns of a session have in common: what the engine must be capable of, and in which modes. Modes that
    /// are in none need nothing.
    pub kinds: &'static [(&'static [&'static str], &'static [&'static str])],
    /// The clauses of limits: where nothing answers a search of this mode, it was not kept.
    pub limits: &'static [(&'static str, &'static str)],
    /// How many plies a long history has.
    pub long: usize,
}

/// The classes that a client has chosen for a turn.
pub trait TurnClasses {
    /// The class of a parameter; empty where the dialect lacks it.
    fn class(&self, parameter: &str) -> &'static str;

    /// Whether the class of a parameter is one of these.
    fn is(&self, parameter: &str, classes: &[&str]) -> bool {
        classes.contains(&self.class(parameter))
    }
}

/// Writes the lines of a client in the words of a dialect.
pub trait ClientLines: Send + Sync {
    /// The opening word.
    fn hello(&self) -> Question;
    /// The question for readiness.
    fn ready(&self) -> Question;
    /// The command that begins a game.
    fn new_game(&self) -> &'static str;
    /// The command that ends a game with this result: `win`, `lose` or `draw`; `None` where games just end.
    fn game_over(&self, result: &str) -> Option<String>;
    /// The command that sets a position: the start of a game where `root` is `None`, and then these moves, if any are
    /// given.
    fn position(&self, root: Option<&str>, moves: Option<&str>) -> String;
    /// The command that forbids moves of the position.
    fn ban(&self, moves: &[String]) -> String;
    /// The command that starts a search. `ply` is that of the position, 0 at the start of a game; `moves` are those to
    /// which the search is restricted.
    fn search(&self, classes: &dyn TurnClasses, ply: usize, moves: &[String]) -> String;
    /// The kinds of message of which one answers that search. Where there are several, one of them may answer a stop
    /// that crossed the reply.
    fn replies(&self, classes: &dyn TurnClasses) -> &'static [&'static str];
    /// The command by which a search on the opponent's time goes on on the own.
    fn ponder_hit(&self, classes: &dyn TurnClasses) -> &'static str;
}
