//! What a client sends between two games, in profiles whose document lays that down.
//!
//! Such a document has `isready` before a game, the new-game command at its beginning and `gameover` at its
//! end. Scripts ask for readiness at many places, since most clients may; there the lines are added that make
//! the last game end before the next one is prepared.

use crate::protocol::family::command::{self, Command};
use crate::protocol::family::state::ProtocolState;
use crate::protocol::family::table::Table;

/// How a game ends where the script leaves that open.
const GAME_OVER: &str = "gameover draw";

/// These lines, each after those that a client sends before it.
pub(crate) fn completed(table: &Table, state: &ProtocolState, lines: Vec<String>) -> Vec<String> {
    let mut in_game = state.in_game;
    let mut ready = state.ready_ever;
    let mut all = Vec::new();
    for line in lines {
        match command::read(table, &line) {
            Command::IsReady => {
                if std::mem::take(&mut in_game) {
                    all.push(GAME_OVER.to_owned());
                }
                ready = true;
            }
            Command::Position(_) if ready && !in_game => {
                all.push(table.new_game.to_owned());
                in_game = true;
            }
            Command::NewGame => in_game = true,
            Command::GameOver => in_game = false,
            Command::Hello
            | Command::SetOption { .. }
            | Command::Position(_)
            | Command::Go(_)
            | Command::BanMoves(_)
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Debug
            | Command::Register
            | Command::Blank
            | Command::Unknown(_) => {}
        }
        all.push(line);
    }
    all
}
