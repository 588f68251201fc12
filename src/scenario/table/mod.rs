//! The one table of what may be written where. It names the keys in messages, decides which keys are unknown, and is
//! the source of the JSON Schema.

mod head;
mod steps;

use super::{Ending, OptionValue};
use crate::lang::Text;
use crate::verdict::Severity;
use crate::yaml::read::{self, key, must};

pub(in crate::scenario) use head::{FILE, FRAGMENT};
pub(in crate::scenario) use steps::{
    ALTERNATIVE, AROUND, EXPECT_ITEM, FINDING, HEX, LACKS, LINE, MANY, OPTION_TEXT, PROBE, RACE,
    REPEAT, SET_OPTIONS, SILENCE, VERBS,
};

/// A key and the shape of its value.
pub(in crate::scenario) type Key = read::Key<Shape>;

/// The shapes of values.
#[derive(Debug, Clone, Copy)]
pub(in crate::scenario) enum Shape {
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
    /// A moment before or after an event.
    Offset,
    /// A clause, or one clause for each dialect.
    Clause,
    /// A capability or `option NAME`.
    Need,
    /// A kind of message, `exit`, `eof` or `{ line: … }`.
    Pattern,
    /// One kind of message, or a list of kinds.
    Kinds,
    /// Demands on fields.
    Where,
    /// A mapping from names to fields.
    Capture,
    /// A list of steps.
    Steps,
    /// A mapping with these keys.
    Map(&'static [Key]),
    /// A list of values of this shape.
    List(&'static Shape),
    /// One of several shapes.
    Any(&'static [Shape]),
    /// A mapping of cases, each a mapping from placeholders to values.
    Params,
    /// No value: the key alone is enough.
    Nothing,
}

/// A verb: the key that says what a step does.
#[derive(Debug)]
pub(in crate::scenario) struct Verb {
    /// Identifies the verb.
    pub(in crate::scenario) id: VerbId,
    /// The key and the shape of its value.
    pub(in crate::scenario) key: Key,
    /// The keys that may be used together with the verb.
    pub(in crate::scenario) siblings: &'static [Key],
}

/// The verbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scenario) enum VerbId {
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
    Race,
    SetOptions,
}

/// The words for line endings.
pub(in crate::scenario) static ENDINGS: &[(&str, Ending)] =
    &[("lf", Ending::Lf), ("crlf", Ending::CrLf), ("none", Ending::None)];

/// The words for `process`: whether a scenario always has a process of its own.
pub(in crate::scenario) static PROCESSES: &[(&str, bool)] = &[("own", true), ("any", false)];

/// The words for severities.
pub(in crate::scenario) static SEVERITIES: &[(&str, Severity)] =
    &[("info", Severity::Info), ("warn", Severity::Warn), ("fail", Severity::Fail)];

/// The words for values of options; a text is also possible.
pub(in crate::scenario) static OPTION_VALUES: &[(&str, OptionValue)] = &[
    ("default", OptionValue::Default),
    ("min", OptionValue::Min),
    ("max", OptionValue::Max),
    ("below-min", OptionValue::BelowMin),
    ("above-max", OptionValue::AboveMax),
    ("choices", OptionValue::Choices),
    ("other", OptionValue::Other),
    ("next", OptionValue::Next),
    ("swapped-case", OptionValue::SwappedCaseName),
    ("pressed", OptionValue::Pressed),
    ("empty", OptionValue::Empty),
    ("empty-word", OptionValue::EmptyWord),
];

/// The types of option that a script may set.
pub(in crate::scenario) static OPTION_TYPES: &[&str] =
    &["check", "spin", "combo", "string", "button"];

/// The types of option that a script may not set, each with the reason.
pub(in crate::scenario) static REFUSED_TYPES: &[(&str, Text)] = &[
    ("save", say!("pressing a button may erase data")),
    ("reset", say!("pressing a button may erase data")),
    ("filename", say!("it names a file of the user")),
    ("file", say!("it names a file of the user")),
    ("path", say!("it names a folder of the user")),
];

/// The verb with this key.
pub(in crate::scenario) fn verb(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.key.name == name)
}

/// The verbs with which a key may be used.
pub(in crate::scenario) fn homes(name: &str) -> Vec<&'static str> {
    VERBS
        .iter()
        .filter(|verb| verb.siblings.iter().any(|key| key.name == name))
        .map(|verb| verb.key.name)
        .collect()
}
