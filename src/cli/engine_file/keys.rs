//! The keys of an engine file.

use crate::yaml::read::{self, key, must};

/// A key and the shape of its value.
pub(super) type Key = read::Key<Shape>;

/// The shapes of values.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A mapping from names of the user's choice to texts.
    Pairs,
    /// A mapping from limits of the dialect to times.
    Times,
    /// A mapping from names of the user's choice to mappings with these keys.
    Named(&'static [Key]),
    /// A list of mappings with these keys.
    List(&'static [Key]),
    /// A mapping with these keys.
    One(&'static [Key]),
}

/// The keys of the file.
pub(super) static FILE: &[Key] = &[must(
    "engines",
    Shape::Named(ENGINE),
    "The engines by name. The same program under two names is fine.",
)];

/// The keys of an engine.
pub(super) static ENGINE: &[Key] = &[
    must(
        "command",
        Shape::Text,
        "The program: a path relative to the folder of this file, or a name in PATH.",
    ),
    key("args", Shape::Texts, "Its arguments."),
    key(
        "cwd",
        Shape::Text,
        "The folder in which it runs, relative to the folder of this file. Without this key: its own.",
    ),
    key("env", Shape::Pairs, "Variables added to its environment."),
    key(
        "dialect",
        Shape::Text,
        "The protocol of the engine. Without this key: the first one that it answers.",
    ),
    key(
        "profile",
        Shape::Text,
        "How strictly to interpret the documents where they differ. Without this key: the first profile of the dialect.",
    ),
    key("options", Shape::Pairs, "Options of the engine to be set at each boot, by name."),
    key(
        "undeclared",
        Shape::Texts,
        "Options that are set although the engine does not declare them; all others must be declared.",
    ),
    key(
        "harmless",
        Shape::Texts,
        "Options that are safe to test: a button may be pressed, a text may be set to any value.",
    ),
    key("limits", Shape::Times, "Limits that differ from the usual ones, such as readyok: 30s."),
    key(
        "resources",
        Shape::One(RESOURCES),
        "Limits for the engine and all processes that it starts. Linux only: on other systems the engine is not started.",
    ),
    key(
        "snapshots",
        Shape::One(SNAPSHOTS),
        "How its snapshots are made, see `kentei run --snapshots`.",
    ),
    key(
        "known_failures",
        Shape::List(KNOWN),
        "Known failures. They are reported, but do not make the run fail; a known failure that no longer occurs does.",
    ),
];

/// The keys for the resources that an engine may use.
pub(super) static RESOURCES: &[Key] = &[
    key(
        "memory",
        Shape::Text,
        "Memory limit, for each of its processes and for all together: 512M, 4G.",
    ),
    key("processes", Shape::Text, "Limit of the number of processes, including the engine itself."),
    key("file_size", Shape::Text, "Size limit of the files that it writes: 100M."),
];

/// The keys for the snapshots of an engine.
pub(super) static SNAPSHOTS: &[Key] = &[key(
    "redact",
    Shape::List(REDACT),
    "What else is redacted, in the order of this list: values that differ from run to run.",
)];

/// The keys of a redaction.
pub(super) static REDACT: &[Key] = &[
    must("match", Shape::Text, "A regular expression that is applied to each line of the engine."),
    must(
        "with",
        Shape::Text,
        "What takes the place of what matches, such as \"[hash]\"; $1 stands for a group.",
    ),
];

/// The keys of a known failure.
pub(super) static KNOWN: &[Key] = &[
    key(
        "clause",
        Shape::Text,
        "The clause that is broken. Without this key: any, in this scenario.",
    ),
    key(
        "scenario",
        Shape::Text,
        "The scenario that shows it, or a glob for several. Without this key: any.",
    ),
    must("reason", Shape::Text, "Why it is known, for those who read the report."),
];
