//! The client side of a dialogue of the family: which lines are legal in the present state, and what a client of
//! the profile sends between two games.

use crate::diagnostic::nearest;
use crate::games::{BadPosition, Game, Position};
use crate::lang::Text;
use crate::protocol::family::command::{self, Command, Go, PositionText};
use crate::protocol::family::course::{Course, Untimely};
use crate::protocol::family::dialect::FamilyDialect;
use crate::protocol::{Driver, InputError, ParsedMessage, Phase, Question, Value, Wait};

/// The line that ends a game if the script has none.
const GAME_OVER: &str = "gameover draw";

/// The answer to an engine that is not registered, which a client has to give.
const REGISTER: &str = "register later";

/// What the commands so far show about readiness and games.
#[derive(Clone, Copy, Default)]
struct Preparation {
    /// Whether `isready` was ever sent.
    was_ready: bool,
    /// Whether a game is running.
    in_game: bool,
}

impl Preparation {
    fn take_in(&mut self, command: &Command) {
        match command {
            Command::IsReady => self.was_ready = true,
            Command::NewGame => self.in_game = true,
            Command::GameOver => self.in_game = false,
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
    }
}

/// The client side of one dialogue.
pub(crate) struct FamilyDriver {
    dialect: &'static FamilyDialect,
    /// Whether the document of the profile requires a game to end before the next one is prepared.
    games_end: bool,
    /// Whether a client still answers an engine that is not registered. It does so once, before the first position.
    registers: bool,
    phase: Phase,
    preparation: Preparation,
    /// About the moments of the lines that were checked.
    course: Course,
    /// About the lines that were checked: the game of the positions, the last position, and whether it was refused.
    /// After a refused position, the lines that depend on it are not checked.
    game: &'static dyn Game,
    position: Option<Box<dyn Position>>,
    refused: bool,
}

impl FamilyDriver {
    /// A dialogue before its first line.
    pub(crate) fn new(dialect: &'static FamilyDialect, profile: Option<&str>) -> Self {
        let has = |profiles: &[&str]| profile.is_some_and(|profile| profiles.contains(&profile));
        Self {
            dialect,
            games_end: has(dialect.table.games_end_in),
            registers: has(dialect.table.registers_in),
            phase: Phase::Handshake,
            preparation: Preparation::default(),
            course: Course::default(),
            game: dialect.table.game,
            position: None,
            refused: false,
        }
    }

    /// Updates the state of the dialogue for a line.
    fn take_in(&mut self, command: &Command, line: &str) {
        self.preparation.take_in(command);
        self.registers &=
            !matches!(command, Command::Register | Command::Position(_) | Command::Go(_));
        if let Command::Go(go) = command
            && go.unknown.is_empty()
        {
            self.phase = Phase::Search(self.stimulus(line));
        } else if let Command::PonderHit = command
            && let Phase::Search(go) = &mut self.phase
            && go == "go ponder"
        {
            *go = say!("go ponder after ponderhit").to_string();
        }
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

    /// A legal position, in a form that every engine should read.
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

    /// Switches the game of the positions if the option for that is set.
    fn option(&mut self, line: &str, name: &str, value: Option<&str>) -> Result<(), InputError> {
        let second = line.split_whitespace().nth(1);
        if !self.dialect.table.particulars.bare_options && second != Some("name") {
            return Err(error(say!("setoption is not followed by name"), second));
        }
        if let Some((_, game)) =
            self.dialect.table.variant.filter(|(option, _)| option.eq_ignore_ascii_case(name))
        {
            let on = value.is_some_and(|value| value.eq_ignore_ascii_case("true"));
            self.game = if on { game } else { self.dialect.table.game };
        }
        Ok(())
    }

    fn untimely(&self, untimely: Untimely, line: &str) -> InputError {
        let word = line.split_whitespace().next();
        let catalogue = self.dialect.catalogue;
        let reactions = untimely.reaction().map(|violation| violation.to_string());
        let clause = |profile: &str| catalogue.clause_mapping(reactions.as_deref()?, profile);
        let profiles = catalogue.profiles.iter();
        InputError {
            reactions: profiles.filter_map(|(name, _)| clause(name)).map(|it| it.clause).collect(),
            ..error(untimely.message(word.unwrap_or_default()), word)
        }
    }

    /// Checks that the moves are legal in the position.
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
        // Some scripts send an unknown word on purpose, but none that is nearly a known one.
        for word in &go.unknown {
            if let Some(meant) = nearest(word, command::go_words(self.dialect.table)) {
                return Err(error(
                    say!("go has no word {word}; did you mean {meant}?", word, meant),
                    Some(word),
                ));
            }
        }
        if let Some(word) = &go.numberless {
            return Err(error(say!("{word} has no number after it", word), Some(word)));
        }
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

/// Checks the result after `gameover`. Some scripts send none on purpose.
fn game_over(line: &str) -> Result<(), InputError> {
    match line.split_whitespace().nth(1) {
        None | Some("win" | "lose" | "draw") => Ok(()),
        Some(word) => Err(error(say!("gameover has no result {word}", word), Some(word))),
    }
}

/// The question whether the engine is ready.
pub(crate) fn ready() -> Question {
    Question { line: "isready".to_owned(), replies: &["readyok"], within: "readyok" }
}

fn error(message: Text, word: Option<&str>) -> InputError {
    InputError { message, word: word.map(ToOwned::to_owned), reactions: Vec::new() }
}

impl Driver for FamilyDriver {
    fn sent(&mut self, line: &str) {
        self.take_in(&command::read(self.dialect.table, line), line);
    }

    fn check(&mut self, line: &str) -> Result<(), InputError> {
        let command = command::read(self.dialect.table, line);
        self.take_in(&command, line);
        let checked = match command {
            Command::Position(text) => {
                self.position = None;
                let set = self.set(&text);
                self.refused = set.is_err();
                set
            }
            Command::Go(go) => self.search(&go),
            Command::BanMoves(moves) => self.ban(&moves),
            Command::SetOption { name, value } => self.option(line, &name, value.as_deref()),
            Command::GameOver => game_over(line),
            Command::Hello
            | Command::IsReady
            | Command::NewGame
            | Command::PonderHit
            | Command::Stop
            | Command::Quit
            | Command::Debug
            | Command::Register
            | Command::Blank
            | Command::Unknown(_) => Ok(()),
        };
        if checked.is_err() {
            self.course.mistake();
        }
        checked
    }

    fn check_moment(&mut self, line: &str) -> Result<(), InputError> {
        let command = command::read(self.dialect.table, line);
        self.course.send(&command).map_err(|untimely| self.untimely(untimely, line))
    }

    fn wait(&mut self, wait: Wait) {
        self.course.wait(wait);
    }

    fn received(&mut self, kind: &str) {
        let mut kinds = self.dialect.kinds.iter();
        let closes = kinds.any(|known| known.name == kind && known.closes);
        if closes || self.phase == Phase::Handshake && kind == self.dialect.table.hello_end {
            self.phase = Phase::Idle;
        }
    }

    fn answer(&self, message: &ParsedMessage) -> Option<&'static str> {
        let fails = message.field("state") == Some(&Value::Text("error".to_owned()));
        let is_due = self.registers && message.kind == "registration" && fails;
        is_due.then_some(REGISTER)
    }

    fn phase(&self) -> &Phase {
        &self.phase
    }

    fn stimulus(&self, line: &str) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else {
            return say!("a blank line").to_string();
        };
        let commands = command::words(self.dialect.table);
        if words.len() > 1 && commands.contains(&line) {
            return line.to_owned();
        }
        if !commands.contains(&first) {
            return say!("an unknown command").to_string();
        }
        match first {
            "go" => {
                let mode = ["ponder", "infinite", "mate", "depth", "nodes", "movetime"];
                let named = mode.iter().find(|mode| rest.contains(mode));
                let clock = rest.iter().any(|word| word.ends_with("time") && *word != "movetime");
                match named {
                    Some(mode) => format!("go {mode}"),
                    None if clock => say!("go with clocks").to_string(),
                    None => say!("go with other words").to_string(),
                }
            }
            "position" => {
                let form = rest.first().copied().unwrap_or_default();
                let moves = if rest.contains(&"moves") { " moves" } else { "" };
                format!("position {form}{moves}")
            }
            "gameover" => words.join(" "),
            _ => first.to_owned(),
        }
    }

    fn completed(&self, lines: Vec<String>) -> Vec<String> {
        if !self.games_end {
            return lines;
        }
        let mut preparation = self.preparation;
        let mut all = Vec::new();
        for line in lines {
            let command = command::read(self.dialect.table, &line);
            if let Command::IsReady = command
                && preparation.in_game
            {
                all.push(GAME_OVER.to_owned());
                preparation.in_game = false;
            } else if let Command::Position(_) = command
                && preparation.was_ready
                && !preparation.in_game
            {
                all.push(self.dialect.table.new_game.to_owned());
                preparation.in_game = true;
            }
            preparation.take_in(&command);
            all.push(line);
        }
        all
    }

    fn fence(&mut self) -> Option<Question> {
        Some(ready())
    }

    fn fork(&self) -> Box<dyn Driver> {
        let position = self.position.as_ref().map(|position| position.boxed_clone());
        Box::new(Self { phase: self.phase.clone(), position, ..*self })
    }
}

#[cfg(test)]
mod tests;
