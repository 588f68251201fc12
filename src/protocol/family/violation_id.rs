//! What can be wrong, in words of the family. A dialect's table says which clause each one breaks.

use crate::protocol::family::table::Reserved;
use crate::verdict::Severity;

/// The enum with the word of each of its variants beside it.
macro_rules! violation_ids {
    (
        $(#[$about:meta])*
        pub enum $Enum:ident {
            $($(#[doc = $doc:literal])+ $Variant:ident $(($row:ty))? = $word:literal,)*
        }
    ) => {
        $(#[$about])*
        pub enum $Enum {
            $($(#[doc = $doc])+ $Variant $(($row))?,)*
        }

        impl $Enum {
            /// Its word, without what its number adds.
            fn stem(self) -> &'static str {
                match self {
                    $(Self::$Variant { .. } => $word,)*
                }
            }

            /// What it is, in Markdown.
            pub(crate) fn meaning(self) -> &'static str {
                match self {
                    $(Self::$Variant { .. } => concat!($($doc),+),)*
                }
            }
        }
    };
}

violation_ids! {
    /// A violation that the grammar or a rule of the family can notice.
    ///
    /// Which clause it breaks, and how badly at most, is the dialect's to say ([`super::Table::clause_mapping`]):
    /// the match there is exhaustive, so a new violation cannot be forgotten in any dialect.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ViolationId {
        // Bytes and lines.
        /// A byte beyond ASCII in a protocol word, an option name or the engine's name.
        NonAsciiWord = "non-ascii-word",
        /// A byte beyond ASCII in free text: the author, `info string`.
        NonAsciiText = "non-ascii-text",
        /// NUL, a byte-order mark, an escape sequence in or before a protocol word.
        ControlBytes = "control-bytes",
        /// NUL, a byte-order mark or an escape sequence inside free text.
        ControlBytesInText = "control-bytes-in-text",
        /// A reply that stays without its line end.
        UnfinishedReply = "unfinished-reply",
        /// Other text that stays without its line end.
        UnfinishedText = "unfinished-text",
        /// White space where clients in use do not expect it.
        Spacing = "spacing",
        /// A protocol word glued into the middle of a line: two threads wrote at once.
        TornLine = "torn-line",
        /// Protocol lines on standard error while standard output lacks them.
        RepliesOnStderr = "replies-on-stderr",
        /// Input that was not read while the engine was busy.
        NotReading = "not-reading",
        /// The search went on aloud after `stop`, as if it had not come.
        StopIgnored = "stop-ignored",

        // Text that is no protocol.
        /// Text that is no protocol before the handshake was asked for.
        Banner = "banner",
        /// Between the handshake command and its end.
        HandshakeNoise = "handshake-noise",
        /// Between `isready` and `readyok`.
        ReadyNoise = "ready-noise",
        /// Text that is no protocol in answer to `setoption` with an unknown name.
        UnknownOptionNoise = "unknown-option-noise",
        /// Text that is no protocol in answer to `setoption` with a declared name.
        OptionNoise = "option-noise",
        /// Text that is no protocol in answer to `setoption` with a declared name of several words.
        BlankNameNoise = "blank-name-noise",
        /// Text that is no protocol in answer to an unknown command.
        UnknownCommandNoise = "unknown-command-noise",
        /// Text that is no protocol in answer to a blank line.
        BlankLineNoise = "blank-line-noise",
        /// Text that is no protocol in answer to the new-game command.
        NewGameNoise = "new-game-noise",
        /// Text that is no protocol in answer to `position`.
        PositionNoise = "position-noise",
        /// Text that is no protocol in answer to `stop` with no search.
        IdleStopNoise = "idle-stop-noise",
        /// Text that is no protocol in answer to `ponderhit` with nothing to hit.
        IdlePonderhitNoise = "idle-ponderhit-noise",
        /// Text that is no protocol in answer to `gameover`.
        GameOverNoise = "game-over-noise",
        /// Text that is no protocol in answer to `debug`.
        DebugNoise = "debug-noise",
        /// In a search or at any other time.
        OtherNoise = "other-noise",

        // Handshake.
        /// Handshake lines before they were asked for.
        HandshakeUnasked = "handshake-unasked",
        /// The handshake ended without the engine's name.
        NoName = "no-name",
        /// The handshake ended without the author.
        NoAuthor = "no-author",
        /// The author's keyword is misspelt.
        AuthorMisspelt = "author-misspelt",
        /// Nothing after `id name`.
        EmptyName = "empty-name",
        /// Nothing after `id author`.
        EmptyAuthor = "empty-author",
        /// An `id` line that came before.
        RepeatedId = "repeated-id",
        /// An `id name` line that came before.
        RepeatedName = "repeated-name",
        /// An id line of a third kind.
        UnknownId = "unknown-id",
        /// An option before the id lines.
        OptionBeforeId = "option-before-id",
        /// An option line after the end of the handshake.
        OptionAfterHandshake = "option-after-handshake",
        /// An id line after the end of the handshake.
        IdAfterHandshake = "id-after-handshake",
        /// The end of the handshake twice.
        SecondHandshakeEnd = "second-handshake-end",
        /// A second handshake that differs from the first.
        HandshakeChanged = "handshake-changed",
        /// The end of the handshake never came.
        HandshakeMissing = "handshake-missing",
        /// The end of the handshake came too late.
        HandshakeLate = "handshake-late",
        /// The end of the handshake came later than the patience of most GUIs, though within the bound.
        HandshakeSlow = "handshake-slow",
        /// A reply was held back in a buffer.
        ReplyBuffered = "reply-buffered",

        // isready.
        /// No `readyok`.
        ReadyMissing = "ready-missing",
        /// A `readyok` that nobody asked for, or one too many.
        ReadyUnasked = "ready-unasked",
        /// No `readyok` while a search runs.
        ReadyMissingBusy = "ready-missing-busy",

        // Options.
        /// The line does not have the shape of an option.
        OptionShape = "option-shape",
        /// White space in the name.
        OptionNameBlanks = "option-name-blanks",
        /// A word of the syntax as part of the name.
        OptionNameKeyword = "option-name-keyword",
        /// A type that does not exist.
        OptionType = "option-type",
        /// The type `filename` where the text does not have it.
        OptionTypeFilename = "option-type-filename",
        /// A check whose default is neither `true` nor `false`.
        CheckDefault = "check-default",
        /// A number of a spin that is none.
        SpinNumber = "spin-number",
        /// `min <= default <= max` does not hold.
        SpinRange = "spin-range",
        /// A spin without `min` or `max`.
        SpinNoRange = "spin-no-range",
        /// A combo without choices.
        ComboNoChoice = "combo-no-choice",
        /// Several words after one `var`.
        ComboChoiceBlanks = "combo-choice-blanks",
        /// The default of a combo is none of its choices.
        ComboDefault = "combo-default",
        /// A button with a value.
        ButtonValue = "button-value",
        /// `default` with nothing after it.
        EmptyDefault = "empty-default",
        /// No default, for a check.
        NoDefaultCheck = "no-default-check",
        /// No default, for a spin.
        NoDefaultSpin = "no-default-spin",
        /// No default, for a combo.
        NoDefaultCombo = "no-default-combo",
        /// No default, for a string or file name.
        NoDefaultText = "no-default-text",
        /// A parameter that the type cannot have.
        ForeignParameter = "foreign-parameter",
        /// Two options on one line.
        TwoOptions = "two-options",
        /// An option name that was declared before.
        DuplicateOption = "duplicate-option",
        /// Names that differ in letter case only.
        DuplicateOptionByCase = "duplicate-option-by-case",
        /// A private name under the reserved prefix.
        ReservedPrefix = "reserved-prefix",
        /// A reserved option of another type; the row of the table names the clause.
        ReservedType(usize) = "reserved-type",
        /// A reserved option with another default; the row of the table names the clause.
        ReservedDefault(usize) = "reserved-default",
        /// The hash size is not offered.
        NoHashOption = "no-hash-option",
        /// One option of a pair without the other.
        HalfPair = "half-pair",

        // Replies to a search.
        /// The line breaks the grammar of `bestmove`.
        BestmoveGrammar = "bestmove-grammar",
        /// A word that stands for no move.
        BestmoveNull = "bestmove-null",
        /// More words after a complete `bestmove`.
        BestmoveExtra = "bestmove-extra",
        /// A ponder move after a special word.
        SpecialWithPonder = "special-with-ponder",
        /// The ponder part is no move.
        PonderNull = "ponder-null",
        /// A board move in another notation.
        MoveNotation = "move-notation",
        /// A drop in another notation.
        DropNotation = "drop-notation",
        /// A promotion that had to be said and was not.
        PromotionMissing = "promotion-missing",
        /// An illegal move.
        IllegalMove = "illegal-move",
        /// A move that is illegal in the position of its search and legal in the one that the moves began from.
        MovesIgnored = "moves-ignored",
        /// An illegal ponder move.
        IllegalPonder = "illegal-ponder",
        /// Another move than those that `searchmoves` names was played or searched.
        NotListed = "not-listed",
        /// A root without a legal move was not answered as it should be.
        NoLegalMove = "no-legal-move",
        /// A win was claimed that no rule allows.
        FalseWin = "false-win",
        /// A win was claimed that only another rule allows.
        OtherRuleWin = "other-rule-win",
        /// A reply before stop or ponderhit in ponder.
        EarlyInPonder = "early-in-ponder",
        /// A reply in ponder before `ponderhit` or `stop`, at a root without a legal move.
        EarlyInPonderNoMove = "early-in-ponder-no-move",
        /// A reply before stop in infinite.
        EarlyInInfinite = "early-in-infinite",
        /// A reply to `go infinite` before `stop`, at a root without a legal move.
        EarlyInInfiniteNoMove = "early-in-infinite-no-move",
        /// A search ended by `isready`.
        EndedByReady = "ended-by-ready",
        /// A search ended by `debug`.
        EndedByDebug = "ended-by-debug",
        /// A search ended by an unknown command.
        EndedByUnknown = "ended-by-unknown",
        /// A search ended by a blank line.
        EndedByBlank = "ended-by-blank",
        /// `bestmove` where a mate search wants its own reply.
        BestmoveForMate = "bestmove-for-mate",
        /// `bestmove` where a stopped mate search wants its own reply.
        BestmoveForStoppedMate = "bestmove-for-stopped-mate",
        /// The reply of a mate search to an ordinary one.
        MateReplyForGo = "mate-reply-for-go",
        /// The line breaks the grammar of the mate reply.
        MateReplyGrammar = "mate-reply-grammar",
        /// The reply `none`, in wide use though no document has it.
        MateReplyNone = "mate-reply-none",
        /// The words of a mate reply without its head.
        MateReplyHeadless = "mate-reply-headless",
        /// The line given as a mate is none.
        MateLineWrong = "mate-line-wrong",
        /// A mate was denied where one move mates.
        MateDenied = "mate-denied",
        /// A mate search gave up with its limit hardly touched.
        MateTimeoutEarly = "mate-timeout-early",
        /// A mate search without limit said that its time was over.
        InfiniteMateTimeout = "infinite-mate-timeout",

        /// The move drops a piece that is in hand where a rule about drops forbids it.
        ForbiddenDrop = "forbidden-drop",

        // Replies that nobody asked for.
        /// A reply with no search open, directly after another one.
        ReplyUnasked = "reply-unasked",
        /// A second reply after a mate search.
        SecondReplyToMate = "second-reply-to-mate",
        /// A reply in answer to an idle stop.
        ReplyToIdleStop = "reply-to-idle-stop",
        /// A second reply: the stop had crossed the first.
        ReplyToCrossedStop = "reply-to-crossed-stop",
        /// A second reply: two stops had been sent.
        ReplyToSecondStop = "reply-to-second-stop",
        /// A reply in answer to a ponderhit with nothing to hit.
        ReplyToIdlePonderhit = "reply-to-idle-ponderhit",
        /// A second reply after ponderhit.
        SecondReplyToPonderhit = "second-reply-to-ponderhit",
        /// A reply in answer to `position`.
        ReplyToPosition = "reply-to-position",
        /// A reply in answer to `setoption`.
        ReplyToSetoption = "reply-to-setoption",
        /// A reply in answer to the new-game command.
        ReplyToNewGame = "reply-to-new-game",
        /// A reply in answer to an idle `gameover`.
        ReplyToGameOver = "reply-to-game-over",
        /// A reply in answer to an unknown command.
        ReplyToUnknown = "reply-to-unknown",
        /// Lines of the handshake or of a search in answer to an unknown command.
        AnswerToUnknown = "answer-to-unknown",
        /// A reply in answer to a blank line.
        ReplyToBlank = "reply-to-blank",
        /// A reply in answer to an idle `isready` or `debug` or the like.
        ReplyToOther = "reply-to-other",
        /// A reply of a search that `gameover` had ended, between `isready` and `readyok`.
        StaleReplyBeforeReady = "stale-reply-before-ready",
        /// The reply to a search of the last game, after `readyok` for the next one.
        StaleReplyAfterReady = "stale-reply-after-ready",

        // Replies that are missing or late.
        /// No reply to an ordinary search.
        ReplyMissing = "reply-missing",
        /// No reply to a bare go, not even after stop.
        ReplyMissingBareGo = "reply-missing-bare-go",
        /// No reply after stop.
        ReplyMissingStop = "reply-missing-stop",
        /// No reply after stop in ponder.
        ReplyMissingPonderStop = "reply-missing-ponder-stop",
        /// No reply after ponderhit.
        ReplyMissingPonderhit = "reply-missing-ponderhit",
        /// No reply to a mate search.
        ReplyMissingMate = "reply-missing-mate",
        /// No reply after stop in a mate search.
        ReplyMissingMateStop = "reply-missing-mate-stop",
        /// No reply at a root without a legal move.
        ReplyMissingNoMove = "reply-missing-no-move",
        /// Later than its clock allowed.
        Late = "late",
        /// Later than a clock with increments allowed.
        LateIncrement = "late-increment",
        /// Later than a clock of less than a second allowed.
        LateTiny = "late-tiny",
        /// Later than `movetime` allowed.
        LateMovetime = "late-movetime",
        /// Later than the limit of the run for a search that a depth ends.
        LateDepth = "late-depth",
        /// Later than that for one that a number of nodes ends.
        LateNodes = "late-nodes",
        /// Later than the clock counted from ponderhit allowed.
        LatePonderhit = "late-ponderhit",
        /// A mate search over its limit.
        LateMate = "late-mate",
        /// A stop that was answered too late.
        LateStop = "late-stop",
        /// A stop in ponder that was answered too late.
        LatePonderStop = "late-ponder-stop",

        // Limits that are no clock.
        /// An iteration deeper than `depth` asked for.
        DepthExceeded = "depth-exceeded",
        /// One that is deeper by far.
        DepthFarExceeded = "depth-far-exceeded",
        /// A count of nodes far above `nodes`.
        NodesExceeded = "nodes-exceeded",

        // info.
        /// A word that is no subcommand.
        InfoUnknown = "info-unknown",
        /// `cp` or `mate` without `score`.
        ScoreHeadless = "score-headless",
        /// `score` without a value of the two kinds.
        ScoreShape = "score-shape",
        /// The number of `score cp` is none.
        ScoreCp = "score-cp",
        /// The number of `score mate` is none.
        ScoreMate = "score-mate",
        /// `score mate 0`.
        ScoreMateZero = "score-mate-zero",
        /// A distance to mate that a pv which mates on the board contradicts, or a positive one at a mated root.
        MateDistance = "mate-distance",
        /// A negative distance to mate at a root that has been mated.
        MatedDistance = "mated-distance",
        /// `lowerbound` or `upperbound` not after a score.
        BoundPlace = "bound-place",
        /// `seldepth` without `depth`.
        SeldepthAlone = "seldepth-alone",
        /// `seldepth` before `depth`.
        SeldepthFirst = "seldepth-first",
        /// `depth` or `seldepth` is no whole number.
        DepthNumber = "depth-number",
        /// `time` is no whole number.
        TimeNumber = "time-number",
        /// `time` is in another unit than milliseconds.
        TimeUnit = "time-unit",
        /// `time` is counted from a later moment than `go`.
        TimeOrigin = "time-origin",
        /// `time` without a pv, or a pv without `time`.
        TimeWithoutPv = "time-without-pv",
        /// `nodes` or `nps` is no whole number.
        CountNumber = "count-number",
        /// `hashfull` outside 0 to 1000.
        Hashfull = "hashfull",
        /// `cpuload` is no number per mille.
        Cpuload = "cpuload",
        /// `multipv` counts from another number than 1.
        Multipv = "multipv",
        /// Two lines of one depth begin with the same move.
        MultipvTwice = "multipv-twice",
        /// A mate in one was told where no move mates.
        MateUntrue = "mate-untrue",
        /// `currmovenumber` is 0.
        CurrmoveZero = "currmove-zero",
        /// A value of an info line that has to be a number and is none.
        InfoNumber = "info-number",
        /// `currmove` is not legal.
        CurrmoveIllegal = "currmove-illegal",
        /// Subcommands after the pv.
        PvNotLast = "pv-not-last",
        /// Other words after the pv.
        PvTrailing = "pv-trailing",
        /// A word in the pv that is no move.
        PvWord = "pv-word",
        /// A move of the pv is not legal.
        PvIllegal = "pv-illegal",
        /// `pv` and `string` on one line.
        PvAndString = "pv-and-string",
        /// A subcommand twice on a line.
        InfoRepeated = "info-repeated",
        /// `refutation` although not asked for.
        RefutationUnasked = "refutation-unasked",
        /// `currline` although not asked for.
        CurrlineUnasked = "currline-unasked",
        /// `refutation` without a move, or with an illegal one.
        RefutationShape = "refutation-shape",
        /// `currline` of the wrong shape.
        CurrlineShape = "currline-shape",
        /// A pv without its score or depth.
        PvAlone = "pv-alone",
        /// `time` or `nodes` run backwards.
        Backwards = "backwards",
        /// The depth of the best line fell within a search.
        DepthBackwards = "depth-backwards",
        /// Many `currmove` lines in the first second of a search.
        CurrmoveEarly = "currmove-early",
        /// More lines than a GUI can take.
        Flood = "flood",
        /// No info with a score or pv before a reply.
        NoFinalInfo = "no-final-info",
        /// Search info before any search was asked for, or in answer to something else than go.
        InfoUnasked = "info-unasked",
        /// Search info with no search open, after the option that allows pondering was set.
        InfoAtPonderOption = "info-at-ponder-option",
        /// Figures with no search open that do not show one either, such as a node count.
        InfoIdle = "info-idle",
        /// A line in ponder that is of another position than the pondered one.
        PonderedElsewhere = "pondered-elsewhere",
        /// Search info that trails its reply by no more than the slack.
        InfoTrailing = "info-trailing",
        /// Search info later than the slack after its reply: thinking goes on unasked.
        InfoAfterReply = "info-after-reply",
        /// Search info later than the slack after its reply, although pondering was switched off.
        InfoAfterReplyNoPonder = "info-after-reply-no-ponder",
        /// Search info of a search that `gameover` had ended.
        InfoAfterGameOver = "info-after-game-over",

        // copyprotection and registration.
        /// `copyprotection` in the wrong order or place.
        CopyProtection = "copy-protection",
        /// The process ended after a `copyprotection error`.
        ExitAfterCopyProtection = "exit-after-copy-protection",
        /// `registration` in the wrong order or place.
        Registration = "registration",

        // The process.
        /// The process ended before `quit`.
        ExitUnasked = "exit-unasked",
        /// The process ended in answer to `ponderhit` with nothing to hit.
        ExitAtIdlePonderhit = "exit-at-idle-ponderhit",
        /// The process ended in answer to a second `ponderhit`.
        ExitAtSecondPonderhit = "exit-at-second-ponderhit",
        /// The process ended in answer to `stop` with no search.
        ExitAtIdleStop = "exit-at-idle-stop",
        /// The process ended in answer to a bare `go`.
        ExitAtBareGo = "exit-at-bare-go",
        /// The process ended at the new-game command before the first `isready`.
        ExitAtEarlyNewGame = "exit-at-early-new-game",
        /// The process ended in answer to `debug`.
        ExitAtDebug = "exit-at-debug",
        /// The process ended in answer to `register`.
        ExitAtRegister = "exit-at-register",
        /// The process ended in answer to an unknown command.
        ExitAtUnknown = "exit-at-unknown",
        /// The process ended in answer to a blank line.
        ExitAtBlank = "exit-at-blank",
        /// The process ended in answer to a word of `go` that not every document has.
        ExitAtGoWord(GoWord) = "exit-at-go-word",
        /// Quit did not end it, idle.
        QuitIgnored = "quit-ignored",
        /// Quit did not end it while it was searching.
        QuitIgnoredBusy = "quit-ignored-busy",
        /// Quit did not end it before its first `isready`.
        QuitIgnoredEarly = "quit-ignored-early",
        /// Quit directly after the handshake did not end it.
        QuitIgnoredBooted = "quit-ignored-booted",
        /// The end of input did not end it.
        EofIgnored = "eof-ignored",
        /// The process died by a signal after `quit`.
        QuitSignal = "quit-signal",
        /// The process ended with a status other than 0 after `quit`.
        QuitStatus = "quit-status",
        /// Another process still holds the output of the engine after its end.
        Survivor = "survivor",
    }
}

impl ViolationId {
    /// Its stable id, as reports have it: words with hyphens between them. Of what is about a reserved option, or a word
    /// of `go`, that is the last part.
    pub(crate) fn word(self, reserved: &[Reserved]) -> String {
        let last = if let Self::ReservedType(row) | Self::ReservedDefault(row) = self {
            reserved[row].name
        } else if let Self::ExitAtGoWord(word) = self {
            word.word()
        } else {
            return self.stem().to_owned();
        };
        format!("{}-{}", self.stem(), last.to_ascii_lowercase().replace([' ', '_'], "-"))
    }
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

impl GoWord {
    fn word(self) -> &'static str {
        match self {
            Self::Increment => "increment",
            Self::SearchMoves => "searchmoves",
            Self::MovesToGo => "movestogo",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::MoveTime => "movetime",
        }
    }
}

/// The clause that a violation breaks in a dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClauseMapping {
    /// Clause id.
    pub clause: &'static str,
    /// The worst that this violation counts, whatever the clause could.
    pub at_most: Severity,
}

impl ClauseMapping {
    /// A violation that counts as much as the clause does.
    #[must_use]
    pub const fn full(clause: &'static str) -> Option<Self> {
        Some(Self { clause, at_most: Severity::Fail })
    }

    /// A violation that counts as a warning at most.
    #[must_use]
    pub const fn warn(clause: &'static str) -> Option<Self> {
        Some(Self { clause, at_most: Severity::Warn })
    }

    /// A violation that is only noted.
    #[must_use]
    pub const fn info(clause: &'static str) -> Option<Self> {
        Some(Self { clause, at_most: Severity::Info })
    }
}
