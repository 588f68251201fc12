//! Generated sessions. They are made from a model of the legal client, so that every pair of choices that a client can
//! make occurs together.
//!
//! [`model`] says what a turn of a dialogue consists of and which choices go together. `covering` makes few rows that
//! contain every pair (and every triple that the model marks), and `pack` makes [`Session`]s of the rows. A session is
//! legal by construction and is written as a scenario, so the code that plays, judges and reports scripts handles
//! sessions too. Only the always-on rules judge them. Nothing in this module runs anything.

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

/// The folder in the ids of generated sessions, after the name of the dialect.
pub const FOLDER: &str = "generated";

/// The seed of the sessions that every `kentei run` plays.
const FIXED_SEED: u64 = 1;
/// The most turns of a session that every `kentei run` plays, without a turn that ends the process.
const FIXED_TURNS: usize = 3;

/// The number of games before the turns of some sessions of an exploration: more than an engine plays in an evening.
const GAMES: usize = 30;

/// How thoroughly classes are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Each pair of classes.
    Pairs,
    /// Each pair, and each triple of the parameters that the model marks.
    Triples,
}

/// Sessions that cover the whole model. `round` distinguishes several sets with the same seed, and is part of the ids.
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

/// The sessions that every `kentei run` plays in addition to the scripts, for one profile; none if the dialect has no
/// model.
#[must_use]
pub fn fixed(dialect: &'static dyn Dialect, profile: &'static str) -> Vec<Session> {
    let model = Model::of(dialect, profile);
    model.map_or_else(Vec::new, |model| {
        let style = Style { turns: FIXED_TURNS, mixed: false, games: 0, repeats: false };
        sessions(&model, Strength::Pairs, style, FIXED_SEED, 0)
    })
}

/// The sessions of one round of an exploration. Rounds count from 1. The sessions of each round cover every pair and
/// every marked triple; the number of turns varies from round to round.
#[must_use]
pub fn round(model: &Model, seed: u64, round: u64) -> Vec<Session> {
    // Sessions with few turns are quick; sessions with many turns show what an engine carries over from turn to turn.
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

/// The session of an exploration with this id (`usi/generated/SEED-ROUND-NUMBER`); `None` if there is none.
#[must_use]
pub fn by_id(dialect: &'static dyn Dialect, profile: &'static str, id: &str) -> Option<Session> {
    let name = id.strip_prefix(dialect.name())?.strip_prefix('/')?;
    let mut numbers = name.strip_prefix(FOLDER)?.strip_prefix('/')?.splitn(3, '-');
    let (seed, number) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let model = Model::of(dialect, profile)?;
    round(&model, seed, number).into_iter().find(|session| session.id == id)
}

/// Scenarios that play these sessions. A session whose file has a mistake is left out; a test checks that there is
/// none.
#[must_use]
pub fn scenarios(dialect: &'static dyn Dialect, sessions: &[Session]) -> Vec<Scenario> {
    let texts =
        sessions.iter().map(|session| (session.id.clone(), session.yaml(&["boot/handshake"])));
    scenario::of_texts(dialect, texts).0
}
