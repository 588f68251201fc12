//! Games of random legal moves, the same in every run.

use kentei::games::Position as _;
use kentei::games::shogi::{Move, Position};

/// A small random number generator.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0) % sides
    }

    /// A legal move, if there is one.
    pub(crate) fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves_typed();
        let length = moves.len();
        moves.into_iter().nth(self.roll(length.max(1)))
    }
}

/// The moves of a game from `root`, at most `plies`, until the game is over.
pub(crate) fn walk(dice: &mut Dice, root: &Position, plies: usize) -> Vec<String> {
    let mut position = root.clone();
    let mut moves = Vec::new();
    while moves.len() < plies
        && let Some(next) = dice.choose(&position)
    {
        position.make(next);
        moves.push(next.to_string());
    }
    moves
}

/// `count` positions from the middle of different games, each with the `plies` moves that follow.
pub(crate) fn middles(dice: &mut Dice, count: usize, plies: usize) -> Vec<(Position, Vec<String>)> {
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::start();
        let before = 20 + dice.roll(80);
        for text in walk(dice, &Position::start(), before) {
            // A move of a legal game is legal.
            let _ = position.play(&text);
        }
        let moves = walk(dice, &position, plies);
        if moves.len() == plies {
            found.push((position, moves));
        }
    }
    found
}
