//! What can be wrong, in words of the family. A dialect's table says which clause each one breaks.

use crate::verdict::Severity;

/// A violation that the grammar or a rule of the family can notice.
///
/// Which clause it breaks, and how badly at most, is the dialect's to say ([`super::Table::clause_mapping`]):
/// the match there is exhaustive, so a new fault cannot be forgotten in any dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ViolationId {
    // Bytes and lines.
    /// A byte beyond ASCII in a protocol word, an option name or the engine's name.
    NonAsciiWord,
    /// A byte beyond ASCII in free text: the author, `info string`.
    NonAsciiText,
    /// NUL, a byte-order mark, an escape sequence in or before a protocol word.
    ControlBytes,
    /// The same inside free text.
    ControlBytesInText,
    /// A reply that stays without its line end.
    UnfinishedReply,
    /// Other text that stays without its line end.
    UnfinishedText,
    /// White space where clients in use do not expect it.
    Spacing,
    /// A protocol word glued into the middle of a line: two threads wrote at once.
    TornLine,
    /// Protocol lines on standard error while standard output lacks them.
    RepliesOnStderr,
    /// Input that was not read while the engine was busy.
    NotReading,

    // Text that is no protocol.
    /// Before the handshake was asked for.
    Banner,
    /// Between the handshake command and its end.
    HandshakeNoise,
    /// Between `isready` and `readyok`.
    ReadyNoise,
    /// In answer to `setoption` with an unknown name.
    UnknownOptionNoise,
    /// In answer to `setoption` with a declared name.
    OptionNoise,
    /// In answer to `setoption` with a declared name of several words.
    BlankNameNoise,
    /// In answer to an unknown command.
    UnknownCommandNoise,
    /// In answer to a blank line.
    BlankLineNoise,
    /// In answer to the new-game command.
    NewGameNoise,
    /// In answer to `position`.
    PositionNoise,
    /// In answer to a stop with no search.
    IdleStopNoise,
    /// In answer to a ponderhit with nothing to hit.
    IdlePonderhitNoise,
    /// In answer to `gameover`.
    GameOverNoise,
    /// In answer to `debug`.
    DebugNoise,
    /// In a search or at any other time.
    OtherNoise,

    // Handshake.
    /// Handshake lines before they were asked for.
    HandshakeUnasked,
    /// The handshake ended without the engine's name.
    NoName,
    /// The handshake ended without the author.
    NoAuthor,
    /// The author's keyword is misspelt.
    AuthorMisspelt,
    /// Nothing after `id name`.
    EmptyName,
    /// Nothing after `id author`.
    EmptyAuthor,
    /// The same id line twice.
    RepeatedId,
    /// An id line of a third kind.
    UnknownId,
    /// An option before the id lines.
    OptionBeforeId,
    /// An option line after the end of the handshake.
    OptionAfterHandshake,
    /// An id line after the end of the handshake.
    IdAfterHandshake,
    /// The end of the handshake twice.
    SecondHandshakeEnd,
    /// A second handshake that differs from the first.
    HandshakeChanged,
    /// The end of the handshake never came.
    HandshakeMissing,
    /// It came too late.
    HandshakeLate,
    /// It came later than the patience of most GUIs, though within the bound.
    HandshakeSlow,
    /// It was held back in a buffer.
    ReplyBuffered,

    // isready.
    /// No `readyok`.
    ReadyMissing,
    /// A `readyok` that nobody asked for, or one too many.
    ReadyUnasked,
    /// No `readyok` while a search runs.
    ReadyMissingBusy,

    // Options.
    /// The line does not have the shape of an option.
    OptionShape,
    /// White space in the name.
    OptionNameBlanks,
    /// A word of the syntax as part of the name.
    OptionNameKeyword,
    /// A type that does not exist.
    OptionType,
    /// The type `filename` where the text does not have it.
    OptionTypeFilename,
    /// A check whose default is neither `true` nor `false`.
    CheckDefault,
    /// A number of a spin that is none.
    SpinNumber,
    /// `min <= default <= max` does not hold.
    SpinRange,
    /// A spin without `min` or `max`.
    SpinNoRange,
    /// A combo without choices.
    ComboNoChoice,
    /// Several words after one `var`.
    ComboChoiceBlanks,
    /// The default of a combo is none of its choices.
    ComboDefault,
    /// A button with a value.
    ButtonValue,
    /// `default` with nothing after it.
    EmptyDefault,
    /// No default, for a check.
    NoDefaultCheck,
    /// No default, for a spin.
    NoDefaultSpin,
    /// No default, for a combo.
    NoDefaultCombo,
    /// No default, for a string or file name.
    NoDefaultText,
    /// A parameter that the type cannot have.
    ForeignParameter,
    /// Two options on one line.
    TwoOptions,
    /// The same name twice.
    DuplicateOption,
    /// Names that differ in letter case only.
    DuplicateOptionByCase,
    /// A private name under the reserved prefix.
    ReservedPrefix,
    /// A reserved option of another type; the row of the table names the clause.
    ReservedType(usize),
    /// A reserved option with another default; the row of the table names the clause.
    ReservedDefault(usize),
    /// The hash size is not offered.
    NoHashOption,
    /// One option of a pair without the other.
    HalfPair,

    // Replies to a search.
    /// The line breaks the grammar of `bestmove`.
    BestmoveGrammar,
    /// A word that stands for no move.
    BestmoveNull,
    /// More words after a complete `bestmove`.
    BestmoveExtra,
    /// A ponder move after a special word.
    SpecialWithPonder,
    /// The ponder part is no move.
    PonderNull,
    /// A board move in another notation.
    MoveNotation,
    /// A drop in another notation.
    DropNotation,
    /// A promotion that had to be said and was not.
    PromotionMissing,
    /// An illegal move.
    IllegalMove,
    /// An illegal ponder move.
    IllegalPonder,
    /// Another move than those that `searchmoves` names was played or searched.
    NotListed,
    /// A root without a legal move was not answered as it should be.
    NoLegalMove,
    /// A win was claimed that no rule allows.
    FalseWin,
    /// A win was claimed that only another rule allows.
    OtherRuleWin,
    /// A reply before stop or ponderhit in ponder.
    EarlyInPonder,
    /// The same at a root without a legal move.
    EarlyInPonderNoMove,
    /// A reply before stop in infinite.
    EarlyInInfinite,
    /// The same at a root without a legal move.
    EarlyInInfiniteNoMove,
    /// A search ended by `isready`.
    EndedByReady,
    /// A search ended by `debug`.
    EndedByDebug,
    /// A search ended by an unknown command.
    EndedByUnknown,
    /// A search ended by a blank line.
    EndedByBlank,
    /// `bestmove` where a mate search wants its own reply.
    BestmoveForMate,
    /// The same, in answer to a stop.
    BestmoveForStoppedMate,
    /// The reply of a mate search to an ordinary one.
    MateReplyForGo,
    /// The line breaks the grammar of the mate reply.
    MateReplyGrammar,
    /// The reply `none`, in wide use though no document has it.
    MateReplyNone,
    /// The words of a mate reply without its head.
    MateReplyHeadless,
    /// The line given as a mate is none.
    MateLineWrong,
    /// A mate was denied where one move mates.
    MateDenied,
    /// A mate search gave up with its limit hardly touched.
    MateTimeoutEarly,
    /// A mate search without limit said that its time was over.
    InfiniteMateTimeout,

    /// The move drops a piece that is in hand where a rule about drops forbids it.
    ForbiddenDrop,

    // Replies that nobody asked for.
    /// A reply with no search open, directly after another one.
    ReplyUnasked,
    /// A second reply after a mate search.
    SecondReplyToMate,
    /// A reply in answer to an idle stop.
    ReplyToIdleStop,
    /// A second reply: the stop had crossed the first.
    ReplyToCrossedStop,
    /// A second reply: two stops had been sent.
    ReplyToSecondStop,
    /// A reply in answer to a ponderhit with nothing to hit.
    ReplyToIdlePonderhit,
    /// A second reply after ponderhit.
    SecondReplyToPonderhit,
    /// A reply in answer to `position`.
    ReplyToPosition,
    /// A reply in answer to `setoption`.
    ReplyToSetoption,
    /// A reply in answer to the new-game command.
    ReplyToNewGame,
    /// A reply in answer to an idle `gameover`.
    ReplyToGameOver,
    /// A reply in answer to an unknown command.
    ReplyToUnknown,
    /// Lines of the handshake or of a search in answer to an unknown command.
    AnswerToUnknown,
    /// A reply in answer to a blank line.
    ReplyToBlank,
    /// A reply in answer to an idle `isready` or `debug` or the like.
    ReplyToOther,
    /// A reply of a search that `gameover` had ended, between `isready` and `readyok`.
    StaleReplyBeforeReady,
    /// The same, after `readyok`.
    StaleReplyAfterReady,

    // Replies that are missing or late.
    /// No reply to an ordinary search.
    ReplyMissing,
    /// No reply to a bare go, not even after stop.
    ReplyMissingBareGo,
    /// No reply after stop.
    ReplyMissingStop,
    /// No reply after stop in ponder.
    ReplyMissingPonderStop,
    /// No reply after ponderhit.
    ReplyMissingPonderhit,
    /// No reply to a mate search.
    ReplyMissingMate,
    /// No reply after stop in a mate search.
    ReplyMissingMateStop,
    /// No reply at a root without a legal move.
    ReplyMissingNoMove,
    /// Later than its clock allowed.
    Late,
    /// Later than a clock with increments allowed.
    LateIncrement,
    /// Later than a clock of less than a second allowed.
    LateTiny,
    /// Later than `movetime` allowed.
    LateMovetime,
    /// Later than the limit of the run for a search that a depth ends.
    LateDepth,
    /// Later than that for one that a number of nodes ends.
    LateNodes,
    /// Later than the clock counted from ponderhit allowed.
    LatePonderhit,
    /// A mate search over its limit.
    LateMate,
    /// A stop that was answered too late.
    LateStop,
    /// A stop in ponder that was answered too late.
    LatePonderStop,

    // Limits that are no clock.
    /// An iteration deeper than `depth` asked for.
    DepthExceeded,
    /// One that is deeper by far.
    DepthFarExceeded,
    /// A count of nodes far above `nodes`.
    NodesExceeded,

    // info.
    /// A word that is no subcommand.
    InfoUnknown,
    /// `cp` or `mate` without `score`.
    ScoreHeadless,
    /// `score` without a value of the two kinds.
    ScoreShape,
    /// The number of `score cp` is none.
    ScoreCp,
    /// The number of `score mate` is none.
    ScoreMate,
    /// `score mate 0`.
    ScoreMateZero,
    /// A distance to mate that a pv which mates on the board contradicts, or a positive one at a mated root.
    MateDistance,
    /// A negative distance to mate at a root that has been mated.
    MatedDistance,
    /// `lowerbound` or `upperbound` not after a score.
    BoundPlace,
    /// `seldepth` without `depth`.
    SeldepthAlone,
    /// `seldepth` before `depth`.
    SeldepthFirst,
    /// `depth` or `seldepth` is no whole number.
    DepthNumber,
    /// `time` is no whole number.
    TimeNumber,
    /// `time` is in another unit than milliseconds.
    TimeUnit,
    /// `time` is counted from a later moment than `go`.
    TimeOrigin,
    /// `time` without a pv, or a pv without `time`.
    TimeWithoutPv,
    /// `nodes` or `nps` is no whole number.
    CountNumber,
    /// `hashfull` outside 0 to 1000.
    Hashfull,
    /// `cpuload` is no number per mille.
    Cpuload,
    /// `multipv` counts from another number than 1.
    Multipv,
    /// Two lines of one depth begin with the same move.
    MultipvTwice,
    /// A mate in one was told where no move mates.
    MateUntrue,
    /// `currmovenumber` is 0.
    CurrmoveZero,
    /// Another number of an info line is none.
    InfoNumber,
    /// `currmove` is not legal.
    CurrmoveIllegal,
    /// Subcommands after the pv.
    PvNotLast,
    /// Other words after the pv.
    PvTrailing,
    /// A word in the pv that is no move.
    PvWord,
    /// A move of the pv is not legal.
    PvIllegal,
    /// `pv` and `string` on one line.
    PvAndString,
    /// A subcommand twice on a line.
    InfoRepeated,
    /// `refutation` although not asked for.
    RefutationUnasked,
    /// `currline` although not asked for.
    CurrlineUnasked,
    /// `refutation` without a move, or with an illegal one.
    RefutationShape,
    /// `currline` of the wrong shape.
    CurrlineShape,
    /// A pv without its score or depth.
    PvAlone,
    /// `time` or `nodes` run backwards.
    Backwards,
    /// More lines than a GUI can take.
    Flood,
    /// No info with a score or pv before a reply.
    NoFinalInfo,
    /// Search info before any search was asked for, or in answer to something else than go.
    InfoUnasked,
    /// Figures with no search open that do not show one either, such as a node count.
    InfoIdle,
    /// A line in ponder that is of another position than the pondered one.
    PonderedElsewhere,
    /// Search info that trails its reply by no more than the slack.
    InfoTrailing,
    /// Search info later than that: thinking goes on unasked.
    InfoAfterReply,
    /// The same, although pondering was switched off.
    InfoAfterReplyNoPonder,
    /// Search info of a search that `gameover` had ended.
    InfoAfterGameOver,

    // copyprotection and registration.
    /// `copyprotection` in the wrong order or place.
    CopyProtection,
    /// The process ended after a `copyprotection error`.
    ExitAfterCopyProtection,
    /// `registration` in the wrong order or place.
    Registration,

    // The process.
    /// It ended before quit.
    ExitUnasked,
    /// It ended in answer to an idle ponderhit.
    ExitAtIdlePonderhit,
    /// It ended in answer to a second ponderhit.
    ExitAtSecondPonderhit,
    /// It ended in answer to an idle stop.
    ExitAtIdleStop,
    /// It ended in answer to a bare go.
    ExitAtBareGo,
    /// It ended at the new-game command before the first `isready`.
    ExitAtEarlyNewGame,
    /// It ended in answer to `debug`.
    ExitAtDebug,
    /// It ended in answer to `register`.
    ExitAtRegister,
    /// It ended in answer to an unknown command.
    ExitAtUnknown,
    /// It ended in answer to a blank line.
    ExitAtBlank,
    /// It ended in answer to a go word that not every document has.
    ExitAtGoWord(GoWord),
    /// Quit did not end it, idle.
    QuitIgnored,
    /// Quit did not end it while it was searching.
    QuitIgnoredBusy,
    /// Quit did not end it before its first `isready`.
    QuitIgnoredEarly,
    /// Quit directly after the handshake did not end it.
    QuitIgnoredBooted,
    /// The end of input did not end it.
    EofIgnored,
    /// It died by a signal after quit.
    QuitSignal,
    /// It ended with a status other than 0 after quit.
    QuitStatus,
    /// Another process still holds its output.
    Survivor,
}

/// Words of go that only one of the documents of a dialect may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GoWord {
    /// Increments.
    Increment,
    /// `searchmoves`.
    SearchMoves,
    /// `movestogo`.
    MovesToGo,
    /// `depth`.
    Depth,
    /// `nodes`.
    Nodes,
    /// `movetime`.
    MoveTime,
}

/// The clause that a fault breaks in a dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClauseMapping {
    /// Clause id.
    pub clause: &'static str,
    /// The worst that this fault counts, whatever the clause could.
    pub at_most: Severity,
}

impl ClauseMapping {
    /// A breach that counts as much as the clause does.
    #[must_use]
    pub const fn full(clause: &'static str) -> Option<Self> {
        Some(Self { clause, at_most: Severity::Fail })
    }

    /// A breach that counts as a warning at most.
    #[must_use]
    pub const fn warn(clause: &'static str) -> Option<Self> {
        Some(Self { clause, at_most: Severity::Warn })
    }

    /// A breach that is only noted.
    #[must_use]
    pub const fn info(clause: &'static str) -> Option<Self> {
        Some(Self { clause, at_most: Severity::Info })
    }
}
