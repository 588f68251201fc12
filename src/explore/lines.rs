//! Games for sessions: legal moves from the start position, without a repeated position.

use super::random::Random;
use crate::games::Game;

/// The number of further games that are tried if a game ends too early.
const ATTEMPTS: usize = 9;

/// A game from the start position.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    moves: Vec<String>,
    /// The position before each move and after the last move, as text.
    positions: Vec<String>,
}

impl Line {
    /// A game of `plies` random moves. If all attempts end earlier, the longest of them.
    pub(crate) fn random(game: &dyn Game, plies: usize, dice: &mut Random) -> Self {
        let mut longest = Self::attempt(game, plies, dice);
        for _ in 0..ATTEMPTS {
            if longest.plies() < plies {
                let next = Self::attempt(game, plies, dice);
                longest = if next.plies() > longest.plies() { next } else { longest };
            }
        }
        longest
    }

    fn attempt(game: &dyn Game, plies: usize, dice: &mut Random) -> Self {
        let mut position = game.start();
        let mut line = Self { moves: Vec::new(), positions: vec![position.notation()] };
        let mut seen = vec![position.repetition_key()];
        let mut moves = position.legal_moves();
        while line.moves.len() < plies && !moves.is_empty() {
            let text = moves.swap_remove(dice.below(moves.len()));
            let mut next = position.boxed_clone();
            // A mated or repeated position would end the game.
            if next.play(&text).is_err()
                || !next.has_legal_move()
                || seen.contains(&next.repetition_key())
            {
                continue;
            }
            seen.push(next.repetition_key());
            line.moves.push(text);
            line.positions.push(next.notation());
            moves = next.legal_moves();
            position = next;
        }
        line
    }

    /// The number of plies of the game.
    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves from ply `from` to ply `to`, with a blank between each two.
    pub(crate) fn moves(&self, from: usize, to: usize) -> String {
        self.moves.get(from..to).map_or_else(String::new, |moves| moves.join(" "))
    }

    /// The position after `ply` plies, as text; empty if the game is shorter.
    pub(crate) fn position(&self, ply: usize) -> &str {
        self.positions.get(ply).map_or("", String::as_str)
    }

    /// Up to `count` legal moves in the position after `ply` plies.
    pub(crate) fn next_moves(&self, game: &dyn Game, ply: usize, count: usize) -> Vec<String> {
        let position = game.parse(self.position(ply));
        let moves = position.map_or_else(|_| Vec::new(), |position| position.legal_moves());
        moves.into_iter().take(count).collect()
    }
}
