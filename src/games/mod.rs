//! Rules of the games.
