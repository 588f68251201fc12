//! What the models of USI, UCI and UCCI have in common.

use super::Written;

/// The words of a dialect, as far as sessions need them.
#[derive(Debug)]
pub(crate) struct Wording {
    /// The clauses that a session names.
    pub(crate) clauses: &'static [&'static str],
    pub(crate) hello: &'static str,
    /// The kind of message that ends the handshake.
    pub(crate) hello_end: &'static [&'static str],
    pub(crate) new_game: &'static str,
    /// The class of `before` with which the client ends a game and begins the next one.
    pub(crate) next_game: &'static str,
    /// Whether `isready` follows the command for a new game, and does not precede it.
    pub(crate) ready_after_new_game: bool,
    /// Lines between the first readiness and the first game.
    pub(crate) settings: &'static [&'static str],
    /// What the turns of a session have in common: what the engine must be capable of, and in which modes. Modes that
    /// are in none need nothing.
    pub(crate) kinds: &'static [Kind],
    /// The clocks of the side that moves first, and of the other one; where `own_clocks`, of the side to move and of
    /// its opponent.
    pub(crate) clocks: [&'static str; 2],
    pub(crate) increments: [&'static str; 2],
    pub(crate) own_clocks: bool,
    /// The start of a game, as it stands after `position`.
    pub(crate) start: &'static str,
    /// How a position is begun that is written out.
    pub(crate) notation: &'static str,
    /// The kinds of message that answer a search, but one that looks for mate. Where there are several, one of them
    /// may answer a stop that crossed the reply.
    pub(crate) replies: &'static [&'static str],
    /// The clauses of limits: where nothing answers a search of this mode, it was not kept.
    pub(crate) limits: &'static [(&'static str, &'static str)],
    /// The kinds of message that close a search.
    pub(crate) closes: &'static [&'static str],
    /// How many plies a long history has.
    pub(crate) long: usize,
}

/// Capabilities, and the modes that need them.
pub(crate) type Kind = (&'static [&'static str], &'static [&'static str]);

/// How long the time for one more move is, in milliseconds: byoyomi, or an increment.
pub(crate) const PERIOD_MS: u32 = 2000;
/// A clock with some time on it.
pub(crate) const SOME_MS: u32 = 3000;
/// A clock with more time on it than a session lasts.
pub(crate) const LONG_MS: u32 = 600_000;

/// Rules of all.
pub(super) const RULES: &[(&str, &str)] = &[
    // Searches and their bounds.
    ("a search on the clock has clocks", "mode=clock|ponder own=-"),
    ("a search on the clock has clocks", "mode=clock|ponder other=-"),
    ("a search on the clock has clocks", "mode=clock|ponder period=-"),
    ("clocks belong to a search on the clock", "mode!=clock|ponder own!=-"),
    ("clocks belong to a search on the clock", "mode!=clock|ponder other!=-"),
    ("clocks belong to a search on the clock", "mode!=clock|ponder period!=-"),
    ("a side without any time has lost", "own=zero period=none"),
    ("a side without any time has lost", "own=zero period=other-increment"),
    ("a side without any time has lost", "other=zero period=none"),
    ("a side without any time has lost", "other=zero period=own-increment"),
    ("only clocks have several words", "order=permuted mode!=clock|ponder"),
    ("the last move of the position is the guess", "mode=ponder position=startpos|written"),
    ("the mate search has a bound of its own", "mode=mate|mate-infinite searchmoves!=none"),
    (
        "clients restrict the moves of an analysis, not on the opponent's time",
        "mode=ponder searchmoves!=none",
    ),
    // What ends a search, and when.
    (
        "a search that is not asked to end, or to go on, has no moment for it",
        "ender=reply moment!=-",
    ),
    ("what is sent in a search is sent at a moment", "ender!=reply moment=-"),
    ("only pondering waits for ponderhit", "ender=hit|hit-stop mode!=ponder"),
    ("it answers only when it is asked to", "ender=reply mode=infinite|ponder|mate-infinite"),
    ("it would last minutes", "ender=reply|hit own=long"),
    ("the end of input is no line", "ender=end-of-input moment=same-write"),
    // Options.
    ("where no option is set, none is set at a moment", "option=none when!=-"),
    ("an option is set at a moment", "option!=none when=-"),
    ("the option of pondering may be among them", "option=check-other mode=ponder"),
    (
        "another value may rightly change what a clock allows",
        "option=check-other|combo-other|spin-min|spin-max ender=reply",
    ),
    (
        "another value may rightly change what a clock allows",
        "option=check-other|combo-other|spin-min|spin-max ender=hit",
    ),
    // The way from one turn to the next.
    ("the first position of a session follows no other", "before=fresh step!=other"),
    ("the start of a game follows no other position of it", "position=startpos step!=other"),
    ("a long history is not reached in two plies", "position=long step!=other"),
];

/// Parameters of all, with the classes of a USI client of profile `core`.
pub(super) const COMMON: Written = Written {
    parameters: &[
        ("before", "what the client sent since the last search", "fresh same-game new-game ready"),
        (
            "option",
            "which options are set, and to what",
            "none check-other combo-other spin-min spin-max defaults",
        ),
        ("when", "when they are set; after a number isready is sent", "- before-ready after-ready"),
        ("step", "what the position is to the one before", "other next again back"),
        ("position", "how the position is written", "startpos moves long written written-moves"),
        ("writes", "in how many writes position and go are sent", "one two"),
        ("mode", "what the search is bounded by", "clock ponder infinite depth nodes movetime"),
        ("own", "the clock of the side to move", "- zero some long"),
        ("other", "the clock of the other side", "- zero some long"),
        ("period", "the time for one more move", "- none increments own-increment other-increment"),
        ("order", "the order of the words after go", "usual permuted"),
        ("searchmoves", "to how many moves the search is restricted", "none one some"),
        ("ender", "what ends the search", "reply stop hit hit-stop quit end-of-input"),
        ("moment", "when that is sent after go", "- same-write at-once 20ms 100ms"),
        ("pause", "how long the client waits after the reply", "at-once 40ms"),
    ],
    rules: RULES,
    triples: &[
        ["mode", "own", "period"],
        ["own", "other", "period"],
        ["mode", "step", "position"],
        ["option", "when", "before"],
        ["ender", "moment", "mode"],
    ],
    left_out: &[
        (
            "moments within a millisecond, and moments around a reply",
            "the races of the scripts send them, many times each",
        ),
        (
            "options of type string, filename and button",
            "they may name files of the user, or erase what was learnt",
        ),
        ("position, setoption and go while a search runs", "a client has to stop the search first"),
        (
            "stop and ponderhit with no search open",
            "a client does not send them; scripts do, as probes",
        ),
        (
            "unknown commands, blank lines, other white space",
            "a client does not send them; scripts do, as probes",
        ),
    ],
    wording: &super::usi::WORDING,
};
