//! The data in which the dialects of the family differ.

use crate::games::Game;
use crate::protocol::family::message::BestMove;

/// The data of one dialect of the family.
pub struct Table {
    /// The command that begins the handshake: `usi`.
    pub hello: &'static str,
    /// The line that ends the handshake: `usiok`.
    pub hello_end: &'static str,
    /// The new-game command: `usinewgame`.
    pub new_game: &'static str,
    /// The word before a position in `position`: `sfen`.
    pub position_word: &'static str,
    /// The largest number of fields that a position has.
    pub position_fields: usize,
    /// Clock words in `go`: of the side that moves first and of the other side, or own and other
    /// ([`Particulars::own_clocks`]).
    pub clocks: [&'static str; 2],
    /// Increment words in `go`, in the order of `clocks`.
    pub increments: [&'static str; 2],
    /// Whether the increment is part of the time for the move (clock + increment); if not, the clock alone is.
    pub increment_counts: bool,
    /// Whether the dialect has `byoyomi`.
    pub byoyomi: bool,
    /// Whether `go mate` takes a time and has its own reply; if not, it takes a number of moves.
    pub mate_reply: bool,
    /// Whether the dialect has `gameover`.
    pub game_over: bool,
    /// The profiles whose document requires `gameover` before the next game is prepared.
    pub games_end_in: &'static [&'static str],
    /// The profiles whose document has `register`.
    pub registers_in: &'static [&'static str],
    /// The types that an option can have.
    pub option_types: &'static [&'static str],
    /// Whether the name of an option may contain blanks.
    pub blanks_in_names: bool,
    /// Options with a fixed meaning.
    pub reserved: &'static [Reserved],
    /// The prefix of option names that is reserved for them.
    pub reserved_prefix: &'static str,
    /// Names with the prefix that are in common use but in no document.
    pub tolerated_names: &'static [&'static str],
    /// The option whose absence is reported as `no-hash-option`: the hash size, in UCCI the unit of the clocks.
    pub hash_option: &'static str,
    /// The name of the option for pondering.
    pub ponder_option: &'static str,
    /// Two options that an engine should declare together.
    pub pair: [&'static str; 2],
    /// The options that turn on `currline` and `refutation`.
    pub show_options: [&'static str; 2],
    /// The option that allows the engine a book of its own.
    pub book_option: &'static str,
    /// Words with a special meaning in place of a move in `bestmove`: `resign`, `win`.
    pub specials: &'static [&'static str],
    /// Words for "no move" that engines write.
    pub nulls: &'static [&'static str],
    /// Valid answers if the root has no legal move.
    pub no_move_answers: &'static [&'static str],
    /// Subcommands of `info` that are in no document but are known extensions, each with the number of its values.
    pub info_extensions: &'static [(&'static str, usize)],
    /// Whether the last info line before a reply must have a score; if not, a score or a pv suffices.
    pub final_info_has_score: bool,
    /// The name of the limit that search info may trail the reply by: what comes later is thinking without a request.
    pub trailing_info: &'static str,
    /// Whether `score mate` counts plies; if not, it counts moves.
    pub mate_in_plies: bool,
    /// Whether several blanks between words are valid everywhere.
    pub blanks_free: bool,
    /// Features that only few dialects have.
    pub particulars: Particulars,
    /// The game that is played.
    pub game: &'static dyn Game,
    /// The check option that switches the positions to those of another game, and that game.
    pub variant: Option<(&'static str, &'static dyn Game)>,
}

/// Features that only few dialects have.
#[derive(Debug, Clone, Copy)]
pub struct Particulars {
    /// Whether `setoption` has no words `name` and `value`.
    pub bare_options: bool,
    /// Whether the clock words name the side to move and its opponent, not fixed sides.
    pub own_clocks: bool,
    /// The check option that sets the unit of clocks: milliseconds if it is true, else seconds. `None` if clocks
    /// are always in milliseconds.
    pub millisecond_option: Option<&'static str>,
    /// The button option that begins a new game.
    pub new_game_option: Option<&'static str>,
    /// Whether only the declared option for pondering shows that an engine ponders; if not, a ponder move in a
    /// reply shows it too.
    pub ponder_declared: bool,
    /// Kinds of `id` besides `name` and `author`.
    pub id_kinds: &'static [&'static str],
    /// The line that answers a search if there is no move: `nobestmove`.
    pub no_move_reply: Option<&'static str>,
    /// Words that may stand after the moves of `bestmove`.
    pub remarks: &'static [&'static str],
    /// The command that excludes moves from the next searches of a position: `banmoves`.
    pub ban_command: Option<&'static str>,
    /// Further commands, whose answers are not messages of the family.
    pub other_commands: &'static [&'static str],
    /// First words of such answers and of other valid lines.
    pub other_answers: &'static [&'static str],
    /// Whether the value of `score` stands without `cp`, and there are no mate scores.
    pub bare_score: bool,
    /// A second word in `info` that introduces free text, besides `string`.
    pub text_word: Option<&'static str>,
    /// Whether a document lets a search that waits for `stop` end when a mate is found.
    pub mate_ends_search: bool,
    /// Whether the values of `id` and of options may contain non-ASCII letters; if not, only those of `id author` may.
    pub free_values: bool,
}

impl Particulars {
    /// None of these features. UCI differs only in `ponder_declared`.
    pub const USUAL: Self = Self {
        bare_options: false,
        own_clocks: false,
        millisecond_option: None,
        new_game_option: None,
        ponder_declared: false,
        id_kinds: &[],
        no_move_reply: None,
        remarks: &[],
        ban_command: None,
        other_commands: &[],
        other_answers: &[],
        bare_score: false,
        text_word: None,
        mate_ends_search: false,
        free_values: false,
    };
}

/// An option with a fixed meaning.
#[derive(Debug, Clone, Copy)]
pub struct Reserved {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: &'static str,
    /// Its default, if a document states one.
    pub default: Option<&'static str>,
}

impl Reserved {
    /// One entry of the list.
    #[must_use]
    pub const fn new(
        name: &'static str,
        kind: &'static str,
        default: Option<&'static str>,
    ) -> Self {
        Self { name, kind, default }
    }
}

impl Table {
    /// Whether a line of the engine that begins with this word is a message of the protocol.
    pub(crate) fn is_head(&self, word: &str) -> bool {
        word == self.hello_end
            || matches!(
                word,
                "id" | "option"
                    | "readyok"
                    | "bestmove"
                    | "info"
                    | "copyprotection"
                    | "registration"
            )
            || (self.mate_reply && word == "checkmate")
            || self.particulars.no_move_reply == Some(word)
    }

    /// Whether a reply is the line that answers without a move ([`Particulars::no_move_reply`]).
    pub(crate) fn is_without_move(&self, best: &BestMove) -> bool {
        self.particulars.no_move_reply == Some(best.text.as_str())
    }

    /// The reserved option with this name, in any letter case.
    pub(crate) fn reserved(&self, name: &str) -> Option<&'static Reserved> {
        self.reserved.iter().find(|row| row.name.eq_ignore_ascii_case(name))
    }
}
