//! The client of USI, UCI and UCCI: the choices that all of them have, and the lines that they send.

use crate::lang::Text;
use crate::protocol::Question;
use crate::protocol::client::{ClientLines, ClientPart, TurnClasses};
use crate::protocol::family::driver;
use crate::protocol::family::table::Table;

/// The time for one more move (byoyomi or an increment), in milliseconds.
const PERIOD_MS: u32 = 2000;
/// The clock of the class `some`, in milliseconds.
const SOME_MS: u32 = 3000;
/// The clock of the class `long`, in milliseconds: more than a session lasts.
const LONG_MS: u32 = 600_000;

/// The rules that all dialects share.
const RULES: &[(Text, &str)] = &[
    // Searches and their limits.
    (say!("a search on the clock has clocks"), "mode=clock|ponder own=-"),
    (say!("a search on the clock has clocks"), "mode=clock|ponder other=-"),
    (say!("a search on the clock has clocks"), "mode=clock|ponder period=-"),
    (say!("clocks belong to a search on the clock"), "mode!=clock|ponder own!=-"),
    (say!("clocks belong to a search on the clock"), "mode!=clock|ponder other!=-"),
    (say!("clocks belong to a search on the clock"), "mode!=clock|ponder period!=-"),
    (say!("a side without any time has lost"), "own=zero period=none"),
    (say!("a side without any time has lost"), "own=zero period=other-increment"),
    (say!("a side without any time has lost"), "other=zero period=none"),
    (say!("a side without any time has lost"), "other=zero period=own-increment"),
    (say!("only clocks have several words"), "order=permuted mode!=clock|ponder"),
    (say!("the last move of the position is the guess"), "mode=ponder position=startpos|written"),
    (say!("the mate search has a bound of its own"), "mode=mate|mate-infinite searchmoves!=none"),
    (
        say!("clients restrict the moves of an analysis, not on the opponent's time"),
        "mode=ponder searchmoves!=none",
    ),
    // What ends a search, and when.
    (
        say!("a search that is not asked to end, or to go on, has no moment for it"),
        "ender=reply moment!=-",
    ),
    (say!("what is sent in a search is sent at a moment"), "ender!=reply moment=-"),
    (say!("only pondering waits for ponderhit"), "ender=hit|hit-stop mode!=ponder"),
    (say!("it answers only when it is asked to"), "ender=reply mode=infinite|ponder|mate-infinite"),
    (say!("it would last minutes"), "ender=reply|hit own=long"),
    (say!("the end of input is no line"), "ender=end-of-input moment=same-write"),
    // Options.
    (say!("where no option is set, none is set at a moment"), "option=none when!=-"),
    (say!("an option is set at a moment"), "option!=none when=-"),
    (say!("the option of pondering may be among them"), "option=check-other mode=ponder"),
    (
        say!("another value may rightly change what a clock allows"),
        "option=check-other|combo-other|spin-min|spin-max ender=reply",
    ),
    (
        say!("another value may rightly change what a clock allows"),
        "option=check-other|combo-other|spin-min|spin-max ender=hit",
    ),
    // From one turn to the next.
    (say!("the first position of a session follows no other"), "before=fresh step!=other"),
    (say!("the start of a game follows no other position of it"), "position=startpos step!=other"),
    (say!("a long history is not reached in two plies"), "position=long step!=other"),
];

/// The parameters that all dialects share. A dialect replaces those whose classes differ.
pub(crate) const COMMON: ClientPart = ClientPart {
    parameters: &[
        (
            "before",
            say!("what the client sent since the last search"),
            "fresh same-game new-game ready",
        ),
        (
            "option",
            say!("which options are set, and to what"),
            "none check-other combo-other spin-min spin-max defaults",
        ),
        (
            "when",
            say!("when they are set; after a number isready is sent"),
            "- before-ready after-ready",
        ),
        ("step", say!("what the position is to the one before"), "other next again back"),
        (
            "position",
            say!("how the position is written"),
            "startpos moves long written written-moves",
        ),
        ("writes", say!("in how many writes position and go are sent"), "one two"),
        (
            "mode",
            say!("what the search is bounded by"),
            "clock ponder infinite depth nodes movetime",
        ),
        ("own", say!("the clock of the side to move"), "- zero some long"),
        ("other", say!("the clock of the other side"), "- zero some long"),
        (
            "period",
            say!("the time for one more move"),
            "- none increments own-increment other-increment",
        ),
        ("order", say!("the order of the words after go"), "usual permuted"),
        ("searchmoves", say!("to how many moves the search is restricted"), "none one some"),
        ("ender", say!("what ends the search"), "reply stop hit hit-stop quit"),
        ("moment", say!("when that is sent after go"), "- same-write at-once 20ms 100ms"),
        ("pause", say!("how long the client waits after the reply"), "at-once 40ms"),
    ],
    rules: RULES,
    left_out: &[
        (
            say!("moments within a millisecond, and moments around a reply"),
            say!("the races of the scripts send them, many times each"),
        ),
        (
            say!("options of type string, filename and button"),
            say!("they may name files of the user, or erase what was learnt"),
        ),
        (
            say!("position, setoption and go while a search runs"),
            say!("a client has to stop the search first"),
        ),
        (
            say!("stop and ponderhit with no search open"),
            say!("a client does not send them; scripts do, as probes"),
        ),
        (
            say!("unknown commands, blank lines, other white space"),
            say!("a client does not send them; scripts do, as probes"),
        ),
    ],
};

/// What a client may send besides [`COMMON`] where the profile judges what an engine does at the end of its input.
pub(crate) const END_OF_INPUT: ClientPart = ClientPart {
    parameters: &[("ender", Text::EMPTY, "reply stop hit hit-stop quit end-of-input")],
    rules: &[],
    left_out: &[],
};

/// What is missing where the profile does not judge it.
pub(crate) const NO_END_OF_INPUT: ClientPart = ClientPart {
    parameters: &[],
    rules: &[],
    left_out: &[(say!("the end of input"), say!("this profile does not judge what follows"))],
};

/// The triples of parameters whose classes are all combined, in every dialect.
pub(crate) const TRIPLES: &[[&str; 3]] = &[
    ["mode", "own", "period"],
    ["own", "other", "period"],
    ["mode", "step", "position"],
    ["option", "when", "before"],
    ["ender", "moment", "mode"],
];

/// Writes the lines of a client of a dialect of the family.
pub(crate) struct FamilyLines {
    pub(crate) table: &'static Table,
    /// The start of a game, as written after `position`.
    pub(crate) start: &'static str,
}

impl ClientLines for FamilyLines {
    fn hello(&self) -> Question {
        let replies = std::slice::from_ref(&self.table.hello_end);
        Question { line: self.table.hello.to_owned(), replies, within: "readyok" }
    }

    fn ready(&self) -> Question {
        driver::ready()
    }

    fn new_game(&self) -> &'static str {
        self.table.new_game
    }

    fn game_over(&self, result: &str) -> Option<String> {
        self.table.game_over.then(|| format!("gameover {result}"))
    }

    fn position(&self, root: Option<&str>, moves: Option<&str>) -> String {
        let mut text = match root {
            None => format!("position {}", self.start),
            Some(root) => format!("position {} {root}", self.table.position_word),
        };
        if let Some(moves) = moves {
            text.push_str(" moves ");
            text.push_str(moves);
        }
        text
    }

    fn ban(&self, moves: &[String]) -> String {
        let command = self.table.particulars.ban_command.unwrap_or_default();
        format!("{command} {}", moves.join(" "))
    }

    fn search(&self, classes: &dyn TurnClasses, ply: usize, moves: &[String]) -> String {
        let mut words = vec!["go".to_owned()];
        if classes.is("draw", &["offered"]) && !classes.is("mode", &["ponder"]) {
            words.push("draw".to_owned());
        }
        match classes.class("mode") {
            "clock" => words.extend(self.clocks(classes, ply)),
            "ponder" => {
                words.push("ponder".to_owned());
                words.extend(self.clocks(classes, ply));
            }
            "infinite" => words.push("infinite".to_owned()),
            "mate" => words.push("mate 500".to_owned()),
            "mate-infinite" => words.push("mate infinite".to_owned()),
            "depth" => words.push("depth 3".to_owned()),
            "nodes" => words.push("nodes 1000".to_owned()),
            _ => words.push("movetime 300".to_owned()),
        }
        if !moves.is_empty() {
            words.push("searchmoves".to_owned());
            words.extend_from_slice(moves);
        }
        words.join(" ")
    }

    fn replies(&self, classes: &dyn TurnClasses) -> &'static [&'static str] {
        match classes.class("mode") {
            "mate" | "mate-infinite" => &["checkmate"],
            _ if self.table.particulars.no_move_reply.is_some() => &["bestmove", "nobestmove"],
            _ => &["bestmove"],
        }
    }

    fn ponder_hit(&self, classes: &dyn TurnClasses) -> &'static str {
        if classes.is("draw", &["offered"]) { "ponderhit draw" } else { "ponderhit" }
    }
}

impl FamilyLines {
    /// The words of the clocks, each with its number.
    fn clocks(&self, classes: &dyn TurnClasses, ply: usize) -> Vec<String> {
        // The clocks are in the order of the sides, and the first side moves at even plies.
        let own = if self.table.particulars.own_clocks { 0 } else { ply % 2 };
        let ms = |class: &str| match class {
            "zero" => 0,
            "some" => SOME_MS,
            _ => LONG_MS,
        };
        let mut sides = [0; 2];
        sides[own] = ms(classes.class("own"));
        sides[1 - own] = ms(classes.class("other"));
        let pair = |names: [&str; 2], values: [u32; 2]| {
            [0, 1].map(|side| format!("{} {}", names[side], values[side]))
        };
        let mut words: Vec<String> = pair(self.table.clocks, sides).into();
        let mut increments = [PERIOD_MS; 2];
        match classes.class("period") {
            "byoyomi" => words.push(format!("byoyomi {PERIOD_MS}")),
            "moves-to-go" => words.push("movestogo 2".to_owned()),
            "increments" => words.extend(pair(self.table.increments, increments)),
            "own-increment" => {
                increments[1 - own] = 0;
                words.extend(pair(self.table.increments, increments));
            }
            "other-increment" => {
                increments[own] = 0;
                words.extend(pair(self.table.increments, increments));
            }
            _ => {}
        }
        if classes.is("order", &["permuted"]) {
            words.reverse();
        }
        words
    }
}
