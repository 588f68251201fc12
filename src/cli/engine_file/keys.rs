//! What may be written where in an engine file.

use crate::yaml::read::{self, key, must};

/// A key and what it takes.
pub(super) type Key = read::Key<Shape>;

/// The shapes of values.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// Names of the user's choice, each with a text.
    Pairs,
    /// Limits of the dialect, each with a length of time.
    Times,
    /// Names of the user's choice, each with such a mapping.
    Named(&'static [Key]),
    /// A list of such mappings.
    List(&'static [Key]),
    /// Such a mapping.
    One(&'static [Key]),
}

/// The file.
pub(super) static FILE: &[Key] = &[must(
    "engines",
    Shape::Named(ENGINE),
    "The engines by name. The same program under two names is fine.",
)];

/// An engine.
pub(super) static ENGINE: &[Key] = &[
    must(
        "command",
        Shape::Text,
        "The program: a path, from the folder of this file on, or a name to be found in PATH.",
    ),
    key("args", Shape::Texts, "Its arguments."),
    key(
        "cwd",
        Shape::Text,
        "The folder that it runs in, from the folder of this file on. Without this key: its own.",
    ),
    key("env", Shape::Pairs, "Variables added to its environment."),
    key(
        "dialect",
        Shape::Text,
        "The protocol that it is to speak. Without this key: the first of those that it answers.",
    ),
    key(
        "profile",
        Shape::Text,
        "How strictly documents are read where they differ. Without this key: the dialect's first.",
    ),
    key("options", Shape::Pairs, "Options of the engine to be set at each boot, by name."),
    key(
        "undeclared",
        Shape::Texts,
        "Options that are set though the engine does not declare them; all others have to be declared.",
    ),
    key(
        "harmless",
        Shape::Texts,
        "Options with which nothing can be lost: a button may be pressed, a text set to anything.",
    ),
    key("limits", Shape::Times, "Limits that differ from the usual ones, such as readyok: 30s."),
    key(
        "resources",
        Shape::One(RESOURCES),
        "What it may use, with everything that it starts. On Linux only: elsewhere it is not started.",
    ),
    key(
        "snapshots",
        Shape::One(SNAPSHOTS),
        "How its snapshots are made, see `kentei run --snapshots`.",
    ),
    key(
        "known_failures",
        Shape::List(KNOWN),
        "What is known to fail. It is reported and does not fail the run; once it is gone, it does.",
    ),
];

/// What an engine may use.
pub(super) static RESOURCES: &[Key] = &[
    key(
        "memory",
        Shape::Text,
        "Most memory, for each of its processes and for all together: 512M, 4G.",
    ),
    key("processes", Shape::Text, "Most processes at once, itself included."),
    key("file_size", Shape::Text, "Longest file that it may write: 100M."),
];

/// How snapshots are made.
pub(super) static SNAPSHOTS: &[Key] = &[key(
    "redact",
    Shape::List(REDACT),
    "What is redacted besides, in the order of this list: values that differ from run to run.",
)];

/// A redaction.
pub(super) static REDACT: &[Key] = &[
    must("match", Shape::Text, "A regular expression, looked for in each line of the engine."),
    must(
        "with",
        Shape::Text,
        "What takes the place of what matches, such as \"[hash]\"; $1 stands for a group.",
    ),
];

/// A known failure.
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
