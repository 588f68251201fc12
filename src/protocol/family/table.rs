//! The data in which the dialects of the family differ.

use crate::games::Game;
use crate::protocol::family::message::BestMove;

/// A dialect of the family, as data.
pub struct Table {
    /// The command that opens the dialogue: `usi`.
    pub hello: &'static str,
    /// The line that ends the handshake: `usiok`.
    pub hello_end: &'static str,
    /// The new-game command: `usinewgame`.
    pub new_game: &'static str,
    /// The word before a position in `position`: `sfen`.
    pub position_word: &'static str,
    /// How many fields a position has at most.
    pub position_fields: usize,
    /// Clock words of the side that moves first, and of the other.
    pub clocks: [&'static str; 2],
    /// Increment words of the side that moves first, and of the other.
    pub increments: [&'static str; 2],
    /// Whether the time for a move is clock + increment (else the clock alone is what is left).
    pub increment_counts: bool,
    /// Whether the dialect has `byoyomi`.
    pub byoyomi: bool,
    /// Whether `go mate` takes a time and has a reply of its own (else it takes moves).
    pub mate_reply: bool,
    /// Whether the dialect has `gameover`.
    pub game_over: bool,
    /// The profiles whose document has a game end by `gameover` before the next one is prepared.
    pub games_end_in: &'static [&'static str],
    /// Types of an option.
    pub option_types: &'static [&'static str],
    /// Whether an option's name may have blanks in it.
    pub blanks_in_names: bool,
    /// Options with a fixed meaning.
    pub reserved: &'static [Reserved],
    /// The prefix that is kept for them.
    pub reserved_prefix: &'static str,
    /// Names with the prefix that are in common use though in no list.
    pub tolerated_names: &'static [&'static str],
    /// The name of the option for the hash size.
    pub hash_option: &'static str,
    /// The name of the option for pondering.
    pub ponder_option: &'static str,
    /// Two options that come together.
    pub pair: [&'static str; 2],
    /// The options that switch on `currline` and `refutation`.
    pub show_options: [&'static str; 2],
    /// Words that stand for a move in `bestmove` with a meaning of their own: `resign`, `win`.
    pub specials: &'static [&'static str],
    /// Words for "no move" that engines write.
    pub nulls: &'static [&'static str],
    /// The answers that are right at a root without a legal move.
    pub no_move_answers: &'static [&'static str],
    /// Subcommands of info that are no part of the documents but known extensions, with their
    /// number of words.
    pub info_extensions: &'static [(&'static str, usize)],
    /// Whether the info line that belongs before a reply has a score (else a score or a pv).
    pub final_info_has_score: bool,
    /// Whether `score mate` counts plies (else moves).
    pub mate_in_plies: bool,
    /// Whether more than one blank between words is tolerated everywhere.
    pub blanks_free: bool,
    /// What few dialects have.
    pub particulars: Particulars,
    /// The game.
    pub game: &'static dyn Game,
    /// The check option with which positions are those of another game, and that game.
    pub variant: Option<(&'static str, &'static dyn Game)>,
}

/// What few dialects have; [`Particulars::USUAL`] is none of it.
#[derive(Debug, Clone, Copy)]
pub struct Particulars {
    /// Whether option names stand without the words `name` and `value`.
    pub bare_options: bool,
    /// Whether the clock words are those of the side to move and of its opponent, not of fixed sides.
    pub own_clocks: bool,
    /// The check option that makes clocks count milliseconds; they count seconds until it is true. `None`: always
    /// milliseconds.
    pub millisecond_option: Option<&'static str>,
    /// The button option that begins a new game.
    pub new_game_option: Option<&'static str>,
    /// Whether only the option for pondering shows that an engine ponders; else a ponder move does so as well.
    pub ponder_declared: bool,
    /// Kinds of `id` besides `name` and `author`.
    pub id_kinds: &'static [&'static str],
    /// The line that answers a search without a move: `nobestmove`.
    pub no_move_reply: Option<&'static str>,
    /// What may stand after the moves of `bestmove`.
    pub remarks: &'static [&'static str],
    /// The command that excludes moves from the next searches of a position: `banmoves`.
    pub ban_command: Option<&'static str>,
    /// Commands that are answered by none of the usual messages.
    pub other_commands: &'static [&'static str],
    /// The first words of those answers.
    pub other_answers: &'static [&'static str],
    /// Whether the value of `score` stands without `cp`, and there are no mate scores.
    pub bare_score: bool,
    /// The word of info before free text, besides `string`.
    pub text_word: Option<&'static str>,
    /// Whether the names of `id` and the values of options may hold any letters, not `id author` alone.
    pub free_values: bool,
}

impl Particulars {
    /// Those of USI and UCI.
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
    /// Its default, where one is laid down.
    pub default: Option<&'static str>,
}

impl Reserved {
    /// A row of the list.
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
    /// The first words by which a line of the engine is known for one of the protocol.
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

    /// Whether a reply is the line that answers without a move.
    pub(crate) fn is_without_move(&self, best: &BestMove) -> bool {
        self.particulars.no_move_reply == Some(best.text.as_str())
    }

    /// The reserved option of this name, in any letter case.
    pub(crate) fn reserved(&self, name: &str) -> Option<&'static Reserved> {
        self.reserved.iter().find(|row| row.name.eq_ignore_ascii_case(name))
    }
}
