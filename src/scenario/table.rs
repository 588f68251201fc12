//! The one table of what may be written where: it names the keys in messages, decides what is unknown,
//! and is the JSON Schema of the language.

use super::{Ending, OptionValue};
use crate::verdict::Severity;

/// A key and what it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key {
    /// The key as written.
    pub(super) name: &'static str,
    /// What it takes.
    pub(super) shape: Shape,
    /// Whether it must stand there.
    pub(super) required: bool,
    /// What it means, in a sentence for editors.
    pub(super) doc: &'static str,
}

/// The shapes of values. Each is one definition in the schema.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// Any text.
    Text,
    /// One text or several.
    Texts,
    /// A list of words.
    Words,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A whole number from 1.
    Count,
    /// A length of time.
    Time,
    /// A clause, or one per dialect.
    Clause,
    /// A capability or `option NAME`.
    Need,
    /// A kind of message, `exit`, `eof` or `{ line: … }`.
    Pattern,
    /// A list of kinds, or one.
    Kinds,
    /// Demands on fields.
    Where,
    /// A mapping of names to fields.
    Capture,
    /// A list of steps.
    Steps,
    /// A mapping with these keys.
    Map(&'static [Key]),
    /// A list of this.
    List(&'static Shape),
    /// One of several shapes.
    Any(&'static [Shape]),
    /// A mapping with keys of the user's choice.
    Params,
    /// Nothing: the key alone says it.
    Nothing,
}

/// A verb: the key that says what a step does.
#[derive(Debug)]
pub(super) struct Verb {
    /// Which one.
    pub(super) id: VerbId,
    /// The key and what it takes.
    pub(super) key: Key,
    /// What may stand beside it.
    pub(super) siblings: &'static [Key],
}

/// The verbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerbId {
    Send,
    Raw,
    Expect,
    OneOf,
    AllOf,
    Silence,
    Pause,
    CloseInput,
    Need,
    Repeat,
    SetOptions,
}

const fn key(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key {
        name,
        shape,
        required: false,
        doc,
    }
}

const fn must(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key {
        name,
        shape,
        required: true,
        doc,
    }
}

/// How lines can end.
pub(super) static ENDINGS: &[(&str, Ending)] = &[
    ("lf", Ending::Lf),
    ("crlf", Ending::CrLf),
    ("none", Ending::None),
];

/// How bad a breach can be at most.
pub(super) static SEVERITIES: &[(&str, Severity)] = &[
    ("info", Severity::Info),
    ("warn", Severity::Warn),
    ("fail", Severity::Fail),
];

/// What options can be set to, besides a text.
pub(super) static OPTION_VALUES: &[(&str, OptionValue)] = &[
    ("default", OptionValue::Default),
    ("min", OptionValue::Min),
    ("max", OptionValue::Max),
    ("below-min", OptionValue::BelowMin),
    ("above-max", OptionValue::AboveMax),
    ("swapped-case", OptionValue::SwappedCaseName),
];

/// The types of option that a script may set.
pub(super) static OPTION_TYPES: &[&str] = &["check", "spin", "combo", "string"];

/// The types that it may not, each with the reason.
pub(super) static REFUSED_TYPES: &[(&str, &str)] = &[
    ("button", "pressing a button may erase data"),
    ("save", "pressing a button may erase data"),
    ("reset", "pressing a button may erase data"),
    ("filename", "it names a file of the user"),
    ("file", "it names a file of the user"),
    ("path", "it names a folder of the user"),
];

const ENDING_WORDS: Shape = Shape::Choice(&["lf", "crlf", "none"]);
const SEVERITY_WORDS: Shape = Shape::Choice(&["info", "warn", "fail"]);

/// A whole file.
pub(super) static FILE: &[Key] = &[
    must(
        "title",
        Shape::Text,
        "What is examined, as a sentence about the engine.",
    ),
    must(
        "clauses",
        Shape::Words,
        "The clauses that this scenario examines.",
    ),
    key(
        "needs",
        Shape::List(&Shape::Need),
        "What the engine must offer, else the scenario is skipped: capabilities, or `option NAME`.",
    ),
    key(
        "after",
        Shape::Words,
        "Scenarios that must have run to their end first. Without this key: boot/handshake.",
    ),
    key(
        "profiles",
        Shape::Words,
        "Profiles in which it runs; without this key in all.",
    ),
    key(
        "dialects",
        Shape::Words,
        "The dialects it is for (only in files below shared/).",
    ),
    key(
        "params",
        Shape::Params,
        "Cases by name, each with a value for every placeholder: one scenario per case.",
    ),
    must("steps", Shape::Steps, "What to do, in order."),
];

/// A fragment file.
pub(super) static FRAGMENT: &[Key] = &[
    key("title", Shape::Text, "What the steps do."),
    must("steps", Shape::Steps, "The steps that stand for its name."),
];

/// The long form of a probe.
pub(super) static PROBE: &[Key] = &[
    must(
        "clause",
        Shape::Clause,
        "The clause at which the outcome is reported.",
    ),
    key(
        "at-most",
        SEVERITY_WORDS,
        "The worst that the outcome can count (default info).",
    ),
];

static PROBE_FORMS: &[Shape] = &[Shape::Clause, Shape::Map(PROBE)];

const PROBE_KEY: Key = key(
    "probe",
    Shape::Any(PROBE_FORMS),
    "Marks a step into what the documents leave open: whatever comes of it is reported at this clause.",
);
const CLAUSE_KEY: Key = key(
    "clause",
    Shape::Clause,
    "The clause at which a breach is reported.",
);
const AT_MOST_KEY: Key = key(
    "at-most",
    SEVERITY_WORDS,
    "The worst that a breach can count (default fail).",
);
const WHERE_KEY: Key = key(
    "where",
    Shape::Where,
    "Demands on the fields of the message.",
);
const CAPTURE_KEY: Key = key(
    "capture",
    Shape::Capture,
    "Remembers fields under names, for ${name} in later sends.",
);
const MEASURE_KEY: Key = key(
    "measure",
    Shape::Text,
    "Records the time from the last send under this name.",
);
const WITHIN_KEY: Key = key(
    "within",
    Shape::Time,
    "How long the engine has, from the last send.",
);

const LATE_KEY: Key = key(
    "late",
    Shape::Time,
    "How much longer to wait, so as to tell late from never.",
);
const OPTIONAL_KEY: Key = key("optional", Shape::Flag, "The message may be missing.");

/// What may stand beside `expect`.
pub(super) static EXPECT: &[Key] = &[
    WITHIN_KEY,
    LATE_KEY,
    key(
        "flush",
        Shape::Flag,
        "On silence: closes the input, to see whether the reply was only held back in a buffer.",
    ),
    WHERE_KEY,
    CLAUSE_KEY,
    AT_MOST_KEY,
    OPTIONAL_KEY,
    CAPTURE_KEY,
    MEASURE_KEY,
];

const EXPECT_KEY: Key = must(
    "expect",
    Shape::Pattern,
    "Waits for a message of the engine.",
);

/// One alternative of `one-of`.
pub(super) static ALTERNATIVE: &[Key] = &[
    EXPECT_KEY,
    WHERE_KEY,
    CAPTURE_KEY,
    MEASURE_KEY,
    key(
        "outcome",
        Shape::Any(&[
            Shape::Choice(&["pass", "stop"]),
            Shape::Map(LACKS),
            Shape::Map(FINDING),
        ]),
        "What it means when this one comes (default pass).",
    ),
    key("then", Shape::Steps, "What to do when this one came."),
];

/// The outcome that the engine does not offer something.
pub(super) static LACKS: &[Key] = &[must(
    "lacks",
    Shape::Text,
    "The capability that the engine has just shown not to have: the scenario is skipped.",
)];

/// The outcome that is a finding.
pub(super) static FINDING: &[Key] = &[
    must(
        "finding",
        Shape::Clause,
        "The clause that this message breaks.",
    ),
    AT_MOST_KEY,
    must("message", Shape::Text, "What is wrong, as a sentence."),
];

/// The long form of `silence`.
pub(super) static SILENCE: &[Key] = &[
    key(
        "of",
        Shape::Kinds,
        "The kinds that must not come; without this key nothing but free text may.",
    ),
    must("for", Shape::Time, "How long, counted from the last send."),
];

/// The value of `repeat`.
pub(super) static REPEAT: &[Key] = &[
    must("times", Shape::Count, "How often."),
    must("steps", Shape::Steps, "What to do each time."),
];

/// The long form of `to`.
pub(super) static OPTION_TEXT: &[Key] = &[must("text", Shape::Text, "Exactly this text.")];

/// The value of `set-options`.
pub(super) static SET_OPTIONS: &[Key] = &[
    must(
        "types",
        Shape::List(&Shape::Choice(OPTION_TYPES)),
        "The types of option that are set.",
    ),
    key(
        "only",
        Shape::Text,
        "Only the option of this name (case ignored).",
    ),
    must(
        "to",
        Shape::Any(&[
            Shape::Choice(&[
                "default",
                "min",
                "max",
                "below-min",
                "above-max",
                "swapped-case",
            ]),
            Shape::Map(OPTION_TEXT),
        ]),
        "What they are set to.",
    ),
];

/// A raw line that matches.
pub(super) static LINE: &[Key] = &[must(
    "line",
    Shape::Text,
    "A regular expression for the whole raw line; ^ and $ anchor it.",
)];

/// Bytes in hexadecimal digits.
pub(super) static HEX: &[Key] = &[must(
    "hex",
    Shape::Text,
    "Bytes in hexadecimal digits: \"ff 0d 0a\".",
)];

/// Text many times over.
pub(super) static MANY: &[Key] = &[
    must("text", Shape::Text, "Text that is sent many times over."),
    must("times", Shape::Count, "How often."),
];

/// The verbs, in the order in which they are explained.
pub(super) static VERBS: &[Verb] = &[
    Verb {
        id: VerbId::Send,
        key: must(
            "send",
            Shape::Texts,
            "Sends a line, or several in one write.",
        ),
        siblings: &[
            key("ending", ENDING_WORDS, "How each line ends (default lf)."),
            PROBE_KEY,
        ],
    },
    Verb {
        id: VerbId::Raw,
        key: must(
            "raw",
            Shape::List(&Shape::Any(&[
                Shape::Text,
                Shape::Time,
                Shape::Map(HEX),
                Shape::Map(MANY),
            ])),
            "Sends bytes as they are: quoted text, { hex: \"ff\" }, { text: \"x\", times: 1000 }; a bare time is a pause.",
        ),
        siblings: &[],
    },
    Verb {
        id: VerbId::Expect,
        key: EXPECT_KEY,
        siblings: EXPECT,
    },
    Verb {
        id: VerbId::OneOf,
        key: must(
            "one-of",
            Shape::List(&Shape::Map(ALTERNATIVE)),
            "Waits for the first of several messages; each says what it means.",
        ),
        siblings: &[WITHIN_KEY, CLAUSE_KEY, AT_MOST_KEY],
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
        key: must(
            "pause",
            Shape::Time,
            "Lets time pass; whatever comes is judged.",
        ),
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
        id: VerbId::SetOptions,
        key: must(
            "set-options",
            Shape::Map(SET_OPTIONS),
            "Sets the options that the engine declared, a line each.",
        ),
        siblings: &[PROBE_KEY],
    },
];

/// One message of `all-of`: `expect` with its siblings.
pub(super) static EXPECT_ITEM: &[Key] = &[
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

/// The verb with this key.
pub(super) fn verb(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.key.name == name)
}

/// The keys as a list for people: `a, b, c`.
pub(super) fn names(keys: &[Key]) -> String {
    let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
    names.join(", ")
}
