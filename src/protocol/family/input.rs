//! Checks, when a script is loaded, that the harness sends nothing that is illegal itself.

use crate::games::{BadPosition, Game, Position};
use crate::lang::Text;
use crate::protocol::family::command::{self, Command, Go, PositionText};
use crate::protocol::family::table::Table;
use crate::protocol::{InputCheck, InputError};

/// The checker of one script.
pub struct FamilyInputs {
    table: &'static Table,
    /// The game of the positions that are sent now.
    game: &'static dyn Game,
    position: Option<Box<dyn Position>>,
    /// The last position was refused, so that what follows it cannot be judged.
    refused: bool,
}

impl FamilyInputs {
    /// A checker that has seen nothing yet.
    #[must_use]
    pub fn new(table: &'static Table) -> Self {
        Self { table, game: table.game, position: None, refused: false }
    }

    fn set(&mut self, text: &PositionText) -> Result<(), InputError> {
        if let Some(stray) = &text.stray {
            return Err(error(
                say!("\"{stray}\" is no part of a position command", stray),
                Some(stray),
            ));
        }
        let mut position = match &text.base {
            None => self.game.start(),
            Some(base) => self.base(base)?,
        };
        for (index, step) in text.moves.iter().enumerate() {
            position.play(step).map_err(|illegal| {
                error(
                    say!(
                        "move {number} ({step}) is illegal here: {why}",
                        number = index + 1,
                        step,
                        why = illegal.detail
                    ),
                    Some(step),
                )
            })?;
        }
        self.position = Some(position);
        Ok(())
    }

    /// A position that is legal, and written so that every engine should read it.
    fn base(&self, text: &str) -> Result<Box<dyn Position>, InputError> {
        let game = self.game;
        let refused = |what: Text, bad: &BadPosition| {
            let word = bad.field.as_deref().or(text.split(' ').next());
            error(say!("{what}: {why}", what, why = bad.to_string()), word)
        };
        let position = game.parse(text);
        let position = position.map_err(|bad| refused(say!("this is no legal position"), &bad))?;
        let spelling = game.check_spelling(text);
        spelling.map_err(|bad| refused(say!("documents write this position otherwise"), &bad))?;
        Ok(position)
    }

    /// Another game is played where its option is switched on.
    fn option(&mut self, name: &str, value: Option<&str>) {
        if let Some((_, game)) =
            self.table.variant.filter(|(option, _)| option.eq_ignore_ascii_case(name))
        {
            let on = value.is_some_and(|value| value.eq_ignore_ascii_case("true"));
            self.game = if on { game } else { self.table.game };
        }
    }

    /// Only legal moves of the position are banned.
    fn ban(&self, moves: &[String]) -> Result<(), InputError> {
        let Some(position) = &self.position else {
            return Ok(());
        };
        moves.iter().try_for_each(|step| {
            position.check_move(step).map_err(|illegal| {
                error(
                    say!("{step} cannot be banned: {why}", step, why = illegal.detail),
                    Some(step),
                )
            })
        })
    }

    fn search(&self, go: &Go) -> Result<(), InputError> {
        let Some(position) = &self.position else {
            if self.refused {
                return Ok(());
            }
            return Err(error(say!("go is sent before any position"), Some("go")));
        };
        for step in go.search_moves.iter().flatten() {
            position.check_move(step).map_err(|illegal| {
                error(
                    say!("searchmoves {step} is illegal here: {why}", step, why = illegal.detail),
                    Some(step),
                )
            })?;
        }
        Ok(())
    }
}

fn error(message: Text, word: Option<&str>) -> InputError {
    InputError { message, word: word.map(ToOwned::to_owned) }
}

impl InputCheck for FamilyInputs {
    fn check(&mut self, line: &str) -> Result<(), InputError> {
        match command::read(self.table, line) {
            Command::Position(text) => {
                self.position = None;
                let set = self.set(&text);
                self.refused = set.is_err();
                set
            }
            Command::Go(go) => self.search(&go),
            Command::BanMoves(moves) => self.ban(&moves),
            Command::SetOption { name, value } => {
                self.option(&name, value.as_deref());
                Ok(())
            }
            Command::Hello
            | Command::IsReady
            | Command::NewGame
            | Command::Stop
            | Command::PonderHit
            | Command::GameOver
            | Command::Quit
            | Command::Debug
            | Command::Register
            | Command::Blank
            | Command::Unknown(_) => Ok(()),
        }
    }
}
