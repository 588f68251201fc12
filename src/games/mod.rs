//! Rules of the games: legality, check, mate, declaration. No I/O, no clock.

/// A game as protocols name it.
pub trait Game: Sync {
    /// Its name: `shogi`.
    fn name(&self) -> &'static str;
}
