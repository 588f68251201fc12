//! Lines of the GUI, parsed as an engine of the family should parse them.

use crate::protocol::family::table::Table;
use crate::protocol::family::words::{self, Word};

/// A command of the GUI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `usi`, `uci`.
    Hello,
    /// `isready`.
    IsReady,
    /// `usinewgame`, `ucinewgame`.
    NewGame,
    /// `setoption name N [value V]`.
    SetOption {
        /// The name.
        name: String,
        /// The value, if there is the word `value`.
        value: Option<String>,
    },
    /// `position …`.
    Position(PositionText),
    /// `go …`.
    Go(Go),
    /// `banmoves …`: moves that the next searches of the position leave out.
    BanMoves(Vec<String>),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `gameover …`.
    GameOver,
    /// `quit`.
    Quit,
    /// `debug …`.
    Debug,
    /// `register …`.
    Register,
    /// Only white space.
    Blank,
    /// Any other line, as a whole.
    Unknown(String),
}

/// The parts of a position command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PositionText {
    /// The written position; `None` for `startpos`.
    pub base: Option<String>,
    /// The moves after it.
    pub moves: Vec<String>,
    /// A word that does not belong in the command, or `nothing` if the position is missing.
    pub stray: Option<String>,
}

impl PositionText {
    /// Whether the position is written without its move count, the last field.
    pub(crate) fn is_short(&self) -> bool {
        self.base.as_deref().is_some_and(|base| !base.ends_with(|last: char| last.is_ascii_digit()))
    }
}

/// The parts of a `go` command. Times are in the unit of the clocks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Go {
    /// `ponder`.
    pub ponder: bool,
    /// `infinite`.
    pub infinite: bool,
    /// `mate`: its number; `None` inside if it is `infinite` or no number.
    pub mate: Option<Option<i64>>,
    /// Clocks, in the order of [`Table::clocks`].
    pub clocks: [Option<i64>; 2],
    /// Increments, in the order of [`Table::increments`].
    pub increments: [Option<i64>; 2],
    /// `byoyomi`.
    pub byoyomi: Option<i64>,
    /// `movetime`.
    pub movetime: Option<i64>,
    /// `depth`.
    pub depth: Option<i64>,
    /// `nodes`.
    pub nodes: Option<i64>,
    /// `movestogo`.
    pub moves_to_go: Option<i64>,
    /// `searchmoves`.
    pub search_moves: Option<Vec<String>>,
    /// Words that belong to none of these.
    pub unknown: Vec<String>,
    /// The first word that must be followed by a number and is not.
    pub numberless: Option<String>,
}

impl Go {
    /// Whether it is `go` alone.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        *self == Self::default()
    }
}

/// The words that commands begin with.
pub(super) fn words(table: &Table) -> Vec<&'static str> {
    let mut words = vec![table.hello, table.new_game, "isready", "setoption", "position", "go"];
    words.extend(["stop", "ponderhit", "quit", "debug", "register"]);
    words.extend(table.game_over.then_some("gameover"));
    words.extend(table.particulars.ban_command);
    words.extend(table.particulars.other_commands);
    words
}

/// The words that can follow `go`.
pub(super) fn go_words(table: &Table) -> Vec<&'static str> {
    let mut words = vec!["ponder", "infinite", "mate", "searchmoves", "movetime", "depth", "nodes"];
    words.extend(table.clocks.iter().chain(&table.increments));
    words.push("movestogo");
    words.extend(table.byoyomi.then_some("byoyomi"));
    words
}

/// Reads one line of the GUI.
#[must_use]
pub fn read(table: &Table, line: &str) -> Command {
    let words = words::split(line);
    let Some(first) = words.first() else {
        return Command::Blank;
    };
    match first.text {
        word if word == table.hello => Command::Hello,
        word if word == table.new_game => Command::NewGame,
        "isready" => Command::IsReady,
        "setoption" if table.particulars.bare_options => bare_option(table, line, &words),
        "setoption" => set_option(line, &words),
        "position" => Command::Position(position(table, &words)),
        "go" => Command::Go(go(table, &words)),
        word if table.particulars.ban_command == Some(word) => {
            Command::BanMoves(words[1..].iter().map(|word| word.text.to_owned()).collect())
        }
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "gameover" if table.game_over => Command::GameOver,
        "quit" => Command::Quit,
        "debug" => Command::Debug,
        "register" => Command::Register,
        _ => Command::Unknown(line.trim().to_owned()),
    }
}

fn set_option(line: &str, words: &[Word<'_>]) -> Command {
    let name_at = words.iter().position(|word| word.text == "name").map_or(1, |at| at + 1);
    let value_at =
        words.iter().skip(name_at).position(|word| word.text == "value").map(|at| at + name_at);
    let end = value_at.map_or(line.len(), |at| words[at].start);
    let name = words.get(name_at).filter(|word| word.start < end);
    Command::SetOption {
        name: name
            .map_or_else(String::new, |word| line[word.start..end].trim_ascii_end().to_owned()),
        value: value_at.map(|at| words::rest(line, words, at + 1).to_owned()),
    }
}

/// `setoption <id> [<value>]`. The button that begins a new game is read as [`Command::NewGame`].
fn bare_option(table: &Table, line: &str, words: &[Word<'_>]) -> Command {
    let name = words.get(1).map_or("", |word| word.text);
    if table.particulars.new_game_option.is_some_and(|known| known.eq_ignore_ascii_case(name)) {
        return Command::NewGame;
    }
    let value = words.get(2).map(|_| words::rest(line, words, 2).to_owned());
    Command::SetOption { name: name.to_owned(), value }
}

fn position(table: &Table, words: &[Word<'_>]) -> PositionText {
    let mut text = PositionText::default();
    let mut at = 1;
    match words.get(1).map(|word| word.text) {
        Some("startpos") => at = 2,
        Some(word) if word == table.position_word => {
            let fields: Vec<_> = words[2..]
                .iter()
                .take_while(|word| word.text != "moves")
                .take(table.position_fields)
                .map(|word| word.text)
                .collect();
            at = 2 + fields.len();
            text.base = Some(fields.join(" "));
        }
        other => text.stray = Some(other.unwrap_or("nothing").to_owned()),
    }
    match words.get(at).map(|word| word.text) {
        None => {}
        Some("moves") => {
            text.moves = words[at + 1..].iter().map(|word| word.text.to_owned()).collect()
        }
        Some(other) => text.stray = text.stray.or_else(|| Some(other.to_owned())),
    }
    text
}

fn go(table: &Table, words: &[Word<'_>]) -> Go {
    let mut go = Go::default();
    let mut other_moves_to_go = None;
    let mut at = 1;
    while let Some(word) = words.get(at).map(|word| word.text) {
        at += 1;
        let number = words.get(at).and_then(|word| words::integer(word.text));
        let slot = match word {
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "mate" => {
                go.mate = Some(number);
                at += usize::from(words.get(at).is_some());
                continue;
            }
            "searchmoves" => {
                let moves: Vec<_> = words[at..]
                    .iter()
                    .take_while(|word| table.game.is_move(word.text))
                    .map(|word| word.text.to_owned())
                    .collect();
                at += moves.len();
                go.search_moves = Some(moves);
                continue;
            }
            word if word == table.clocks[0] => &mut go.clocks[0],
            word if word == table.clocks[1] => &mut go.clocks[1],
            word if word == table.increments[0] => &mut go.increments[0],
            word if word == table.increments[1] => &mut go.increments[1],
            "byoyomi" if table.byoyomi => &mut go.byoyomi,
            "draw" if table.particulars.remarks.contains(&"draw") => continue,
            // The opponent's clock does not bound the search, so this number is dropped.
            "oppmovestogo" if table.particulars.own_clocks => &mut other_moves_to_go,
            "movetime" => &mut go.movetime,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "movestogo" => &mut go.moves_to_go,
            other => {
                go.unknown.push(other.to_owned());
                continue;
            }
        };
        *slot = number;
        at += usize::from(number.is_some());
        if number.is_none() {
            go.numberless.get_or_insert_with(|| word.to_owned());
        }
    }
    go
}

/// The command that sets an option, as the family writes it.
#[must_use]
pub(crate) fn write_option(table: &Table, name: &str, value: Option<&str>) -> String {
    match value {
        Some(value) if table.particulars.bare_options => format!("setoption {name} {value}"),
        None if table.particulars.bare_options => format!("setoption {name}"),
        Some(value) => format!("setoption name {name} value {value}"),
        None => format!("setoption name {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{ucci, uci, usi};

    /// The list of words and the reader of `go` are written apart.
    #[test]
    fn each_word_of_go_is_read() {
        for table in [usi::table(), uci::table(), ucci::table()] {
            for word in go_words(table) {
                let Command::Go(go) = read(table, &format!("go {word} 1")) else {
                    panic!("{word} is read as another command");
                };
                let of_move = word == "ponder" || word == "infinite" || word == "searchmoves";
                let unread: &[&str] = if of_move { &["1"] } else { &[] };
                assert_eq!(go.unknown, unread, "{word}");
                assert!(!go.is_bare(), "{word} has no effect");
            }
        }
    }
}
