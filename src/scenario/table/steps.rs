//! The verbs, and the keys that may be used with them and inside their values.

use super::{Key, OPTION_TYPES, Shape, Verb, VerbId, key, must};

const ENDING_WORDS: Shape = Shape::Choice(&["lf", "crlf", "none"]);
const SEVERITY_WORDS: Shape = Shape::Choice(&["info", "warn", "fail"]);

/// The long form of a probe.
pub(in crate::scenario) static PROBE: &[Key] = &[
    must("clause", Shape::Clause, "The clause at which the outcome is reported."),
    key("at-most", SEVERITY_WORDS, "The highest severity of the outcome (default info)."),
];

static PROBE_FORMS: &[Shape] = &[Shape::Clause, Shape::Map(PROBE)];

const PROBE_KEY: Key = key(
    "probe",
    Shape::Any(PROBE_FORMS),
    "Marks a step whose effect the documents do not define: any reaction is reported at this clause.",
);
const CLAUSE_KEY: Key =
    key("clause", Shape::Clause, "The clause at which a violation is reported.");
const AT_MOST_KEY: Key =
    key("at-most", SEVERITY_WORDS, "The highest severity of a violation (default fail).");
const WHERE_KEY: Key = key("where", Shape::Where, "Demands on the fields of the message.");
const CAPTURE_KEY: Key =
    key("capture", Shape::Capture, "Stores fields under names, for ${name} in later sends.");
const MEASURE_KEY: Key =
    key("measure", Shape::Text, "Records the time from the last send under this name.");
const WITHIN_KEY: Key = key("within", Shape::Time, "How long the engine has, from the last send.");

const LATE_KEY: Key =
    key("late", Shape::Time, "How much longer to wait, to distinguish late from missing.");
const STOP_AFTER_KEY: Key = key(
    "stop-after",
    Shape::Time,
    "Sends stop if a search is still open this long after the last send; for scripts that are not about the clock.",
);
const OPTIONAL_KEY: Key = key("optional", Shape::Flag, "The message may be missing.");

/// The keys that may be used with `expect`.
pub(in crate::scenario) static EXPECT: &[Key] = &[
    WITHIN_KEY,
    LATE_KEY,
    STOP_AFTER_KEY,
    key(
        "flush",
        Shape::Flag,
        "On silence: closes the input, to find out whether the reply was written but not flushed.",
    ),
    WHERE_KEY,
    CLAUSE_KEY,
    AT_MOST_KEY,
    OPTIONAL_KEY,
    CAPTURE_KEY,
    MEASURE_KEY,
];

const EXPECT_KEY: Key = must("expect", Shape::Pattern, "Waits for a message of the engine.");

/// One alternative of `one-of`.
pub(in crate::scenario) static ALTERNATIVE: &[Key] = &[
    EXPECT_KEY,
    WHERE_KEY,
    CAPTURE_KEY,
    MEASURE_KEY,
    key(
        "outcome",
        Shape::Any(&[Shape::Choice(&["pass", "stop"]), Shape::Map(LACKS), Shape::Map(FINDING)]),
        "The result if this message comes (default pass).",
    ),
    key("then", Shape::Steps, "What to do after this message."),
];

/// The outcome that the engine lacks a capability.
pub(in crate::scenario) static LACKS: &[Key] = &[must(
    "lacks",
    Shape::Text,
    "The capability that the engine does not have: the scenario is skipped.",
)];

/// The outcome that is a finding.
pub(in crate::scenario) static FINDING: &[Key] = &[
    must("finding", Shape::Clause, "The clause that this message breaks."),
    AT_MOST_KEY,
    must("message", Shape::Text, "What is wrong, as a sentence."),
];

/// The long form of `silence`.
pub(in crate::scenario) static SILENCE: &[Key] = &[
    key(
        "of",
        Shape::Kinds,
        "The kinds that must not come; without this key only free text may come.",
    ),
    must("for", Shape::Time, "How long, counted from the last send."),
];

/// The value of `repeat`.
pub(in crate::scenario) static REPEAT: &[Key] = &[
    must("times", Shape::Count, "How often."),
    key(
        "memory",
        Shape::Clause,
        "The clause at which it is noted, as info, that the engine's memory grows all the time.",
    ),
    must("steps", Shape::Steps, "What to do each time."),
];

/// The value of `race`.
pub(in crate::scenario) static RACE: &[Key] = &[
    must("rounds", Shape::Count, "How many rounds there are."),
    must("start", Shape::Steps, "What every round does first."),
    must("send", Shape::Texts, "The line whose moment varies, or several in one write."),
    must("around", Shape::Map(AROUND), "When it is sent: an event, and offsets from it."),
    must("each", Shape::Steps, "What every round does after the race."),
];

/// The value of `around`.
pub(in crate::scenario) static AROUND: &[Key] = &[
    must(
        "event",
        Shape::Text,
        "A kind of message, the first after the start; or send, the last send of the start.",
    ),
    key(
        "at",
        Shape::List(&Shape::Offset),
        "Single offsets from the event: 5ms, -5ms, or same-write.",
    ),
    key("from", Shape::Offset, "The first offset of a grid."),
    key("to", Shape::Offset, "The last offset of a grid."),
    key("step", Shape::Offset, "The distance between the offsets of a grid."),
];

/// The long form of `to`.
pub(in crate::scenario) static OPTION_TEXT: &[Key] =
    &[must("text", Shape::Text, "Exactly this text.")];

/// The value of `set-options`.
pub(in crate::scenario) static SET_OPTIONS: &[Key] = &[
    must("types", Shape::List(&Shape::Choice(OPTION_TYPES)), "The types of option that are set."),
    key("only", Shape::Text, "Only the option of this name (case ignored)."),
    must(
        "to",
        Shape::Any(&[
            Shape::Choice(&[
                "default",
                "min",
                "max",
                "below-min",
                "above-max",
                "choices",
                "other",
                "next",
                "swapped-case",
                "pressed",
                "empty",
                "empty-word",
            ]),
            Shape::Map(OPTION_TEXT),
        ]),
        "What they are set to.",
    ),
    key(
        "optional",
        Shape::Flag,
        "If no option can be set in this way, the script continues instead of being skipped.",
    ),
];

/// The pattern of a raw line.
pub(in crate::scenario) static LINE: &[Key] =
    &[must("line", Shape::Text, "A regular expression for the whole raw line; ^ and $ anchor it.")];

/// Bytes in hexadecimal digits.
pub(in crate::scenario) static HEX: &[Key] =
    &[must("hex", Shape::Text, "Bytes in hexadecimal digits: \"ff 0d 0a\".")];

/// Text that is repeated many times.
pub(in crate::scenario) static MANY: &[Key] = &[
    must("text", Shape::Text, "Text that is sent many times."),
    must("times", Shape::Count, "How often."),
];

static RAW_PART: Shape = Shape::Any(&[Shape::Text, Shape::Time, Shape::Map(HEX), Shape::Map(MANY)]);

static RAW_FORMS: &[Shape] =
    &[Shape::Text, Shape::Map(HEX), Shape::Map(MANY), Shape::List(&RAW_PART)];

/// The verbs, in the order of the documentation.
pub(in crate::scenario) static VERBS: &[Verb] = &[
    Verb {
        id: VerbId::Send,
        key: must("send", Shape::Texts, "Sends a line, or several in one write."),
        siblings: &[key("ending", ENDING_WORDS, "How each line ends (default lf)."), PROBE_KEY],
    },
    Verb {
        id: VerbId::Raw,
        key: must(
            "raw",
            Shape::Any(RAW_FORMS),
            "Sends bytes as they are: quoted text, { hex: \"ff\" }, { text: \"x\", times: 1000 }; a bare time is a pause.",
        ),
        siblings: &[],
    },
    Verb { id: VerbId::Expect, key: EXPECT_KEY, siblings: EXPECT },
    Verb {
        id: VerbId::OneOf,
        key: must(
            "one-of",
            Shape::List(&Shape::Map(ALTERNATIVE)),
            "Waits for the first of several messages; each has its own outcome.",
        ),
        siblings: &[WITHIN_KEY, STOP_AFTER_KEY, CLAUSE_KEY, AT_MOST_KEY],
    },
    Verb {
        id: VerbId::AllOf,
        key: must(
            "all-of",
            Shape::List(&Shape::Map(EXPECT_ITEM)),
            "Waits for several messages in any order.",
        ),
        siblings: &[],
    },
    Verb {
        id: VerbId::Silence,
        key: must(
            "silence",
            Shape::Any(&[Shape::Time, Shape::Map(SILENCE)]),
            "Demands that something does not come, counted from the last send.",
        ),
        siblings: &[CLAUSE_KEY, AT_MOST_KEY],
    },
    Verb {
        id: VerbId::Pause,
        key: must("pause", Shape::Time, "Waits; messages that come are judged."),
        siblings: &[],
    },
    Verb {
        id: VerbId::CloseInput,
        key: must(
            "close-input",
            Shape::Nothing,
            "Closes the engine's standard input; written as a bare word.",
        ),
        siblings: &[],
    },
    Verb {
        id: VerbId::Need,
        key: must(
            "need",
            Shape::Need,
            "Ends the scenario as skipped unless the engine has shown this by now.",
        ),
        siblings: &[],
    },
    Verb {
        id: VerbId::Repeat,
        key: must("repeat", Shape::Map(REPEAT), "Does steps several times."),
        siblings: &[],
    },
    Verb {
        id: VerbId::Race,
        key: must(
            "race",
            Shape::Map(RACE),
            "Repeats an exchange and sends a command at a different moment each time.",
        ),
        siblings: &[],
    },
    Verb {
        id: VerbId::SetOptions,
        key: must(
            "set-options",
            Shape::Map(SET_OPTIONS),
            "Sets the options that the engine declared, one per line.",
        ),
        siblings: &[PROBE_KEY],
    },
];

/// The keys of one message of `all-of`: `expect` with its siblings.
pub(in crate::scenario) static EXPECT_ITEM: &[Key] = &[
    EXPECT_KEY,
    WITHIN_KEY,
    LATE_KEY,
    WHERE_KEY,
    CLAUSE_KEY,
    AT_MOST_KEY,
    OPTIONAL_KEY,
    CAPTURE_KEY,
    MEASURE_KEY,
];
