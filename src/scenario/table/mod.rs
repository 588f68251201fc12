//! The one table of what may be written where: it names the keys in messages, decides what is unknown,
//! and is the JSON Schema of the language.

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

/// A key and what it takes.
pub(in crate::scenario) type Key = read::Key<Shape>;

/// The shapes of values. Each is one definition in the schema.
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
pub(in crate::scenario) struct Verb {
    /// Which one.
    pub(in crate::scenario) id: VerbId,
    /// The key and what it takes.
    pub(in crate::scenario) key: Key,
    /// What may stand beside it.
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

/// How lines can end.
pub(in crate::scenario) static ENDINGS: &[(&str, Ending)] =
    &[("lf", Ending::Lf), ("crlf", Ending::CrLf), ("none", Ending::None)];

/// Whether a scenario always has a process of its own.
pub(in crate::scenario) static PROCESSES: &[(&str, bool)] = &[("own", true), ("any", false)];

/// How bad a breach can be at most.
pub(in crate::scenario) static SEVERITIES: &[(&str, Severity)] =
    &[("info", Severity::Info), ("warn", Severity::Warn), ("fail", Severity::Fail)];

/// What options can be set to, besides a text.
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

/// The types that it may not, each with the reason.
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

/// The verbs beside which a key may stand.
pub(in crate::scenario) fn homes(name: &str) -> Vec<&'static str> {
    VERBS
        .iter()
        .filter(|verb| verb.siblings.iter().any(|key| key.name == name))
        .map(|verb| verb.key.name)
        .collect()
}
