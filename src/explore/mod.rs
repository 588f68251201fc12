//! Generated sessions, made from a model of the legal client, so that each pair of what a client can
//! choose is sent together.
//!
//! [`model`] says what a turn of a dialogue can be made of and what goes together, `covering` makes few rows in which
//! each pair stands (and each triple that the model marks), `pack` makes [`Session`]s of them. A session is legal by
//! construction, and written as a scenario: what plays, judges and reports scripts does so for sessions, and the
//! always-on rules alone say what is wrong. Nothing here runs anything.

mod covering;
mod lines;
pub mod model;
mod pack;
mod place;
pub(crate) mod random;
pub mod session;
pub mod shrink;
pub mod stimuli;
#[cfg(test)]
mod tests;
mod tracker;
mod turn;

use crate::protocol::Dialect;
use crate::scenario::{self, Scenario};
pub use model::Model;
use pack::Style;
use random::Random;
pub use session::Session;
pub use tracker::{Covered, Tracker};

/// The folder of the ids of generated sessions, after that of their dialect.
pub const FOLDER: &str = "generated";

/// The seed of the sessions that each run plays.
const FIXED_SEED: u64 = 1;
/// How many turns a session of each run has at most, besides one that ends the process.
const FIXED_TURNS: usize = 3;

/// How many games precede the turns of some sessions of an exploration: more than an evening has.
const GAMES: usize = 30;

/// How thoroughly classes are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Each pair of classes.
    Pairs,
    /// Each pair, and each triple of the parameters that the model marks.
    Triples,
}

/// Sessions in which everything of a model stands. `round` distinguishes several sets of one seed
/// apart, and is part of the ids.
fn sessions(
    model: &Model,
    strength: Strength,
    style: Style,
    seed: u64,
    round: u64,
) -> Vec<Session> {
    let mut dice = Random::new(seed ^ round.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let rows = rows(model, strength, &mut dice);
    let prefix = match round {
        0 => format!("{}/{FOLDER}/", model.dialect.name()),
        _ => format!("{}/{FOLDER}/{seed}-{round}-", model.dialect.name()),
    };
    pack::pack(model, &rows, style, &prefix, &mut dice)
}

/// The rows of a covering array of a model.
fn rows(model: &Model, strength: Strength, dice: &mut Random) -> Vec<Vec<u8>> {
    let mut groups = covering::pairs(model.parameters.len());
    if strength == Strength::Triples {
        groups.extend(model.triples());
    }
    covering::cover(&model.wanted(&groups), 1, dice)
}

/// The sessions that each run plays beside the scripts, in a profile; none where the dialect has no model.
#[must_use]
pub fn fixed(dialect: &'static dyn Dialect, profile: &'static str) -> Vec<Session> {
    let model = Model::of(dialect, profile);
    model.map_or_else(Vec::new, |model| {
        let style = Style { turns: FIXED_TURNS, mixed: false, games: 0, repeats: false };
        sessions(&model, Strength::Pairs, style, FIXED_SEED, 0)
    })
}

/// The sessions of a round of an exploration, counted from 1, each with every pair and every marked triple. From round to
/// round their number of turns is another one.
#[must_use]
pub fn round(model: &Model, seed: u64, round: u64) -> Vec<Session> {
    // Few turns are quick, and many show what an engine carries along.
    const FEW: Style = Style { turns: 2, mixed: false, games: 0, repeats: false };
    const STYLES: [Style; 5] = [
        Style { turns: 3, ..FEW },
        FEW,
        Style { turns: 5, mixed: true, ..FEW },
        Style { turns: 12, mixed: true, games: GAMES, ..FEW },
        Style { turns: 6, repeats: true, ..FEW },
    ];
    let style = STYLES[usize::try_from(round % 5).unwrap_or_default()];
    sessions(model, Strength::Triples, style, seed, round.max(1))
}

/// The session of an exploration with this id: `usi/generated/SEED-ROUND-NUMBER`.
#[must_use]
pub fn by_id(dialect: &'static dyn Dialect, profile: &'static str, id: &str) -> Option<Session> {
    let name = id.strip_prefix(dialect.name())?.strip_prefix('/')?;
    let mut numbers = name.strip_prefix(FOLDER)?.strip_prefix('/')?.splitn(3, '-');
    let (seed, number) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let model = Model::of(dialect, profile)?;
    round(&model, seed, number).into_iter().find(|session| session.id == id)
}

/// Scenarios that play sessions of a dialect. What comes of a session that is none is left out, which the tests refuse.
#[must_use]
pub fn scenarios(dialect: &'static dyn Dialect, sessions: &[Session]) -> Vec<Scenario> {
    let texts =
        sessions.iter().map(|session| (session.id.clone(), session.yaml(&["boot/handshake"])));
    scenario::of_texts(dialect, texts).0
}
