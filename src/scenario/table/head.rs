//! The keys at the head of a file.

use super::{Key, Shape, key, must};

/// The keys of a scenario file.
pub(in crate::scenario) static FILE: &[Key] = &[
    must("title", Shape::Text, "What is examined, as a sentence about the engine."),
    must("clauses", Shape::Words, "The clauses that this scenario examines."),
    key(
        "needs",
        Shape::List(&Shape::Need),
        "What the engine must offer, otherwise the scenario is skipped: capabilities, or `option NAME`.",
    ),
    key(
        "after",
        Shape::Words,
        "Scenarios that must complete first. Without this key: boot/handshake.",
    ),
    key("profiles", Shape::Words, "Profiles in which it runs; without this key, all."),
    key("dialects", Shape::Words, "The dialects it is for (only in files below shared/)."),
    key(
        "process",
        Shape::Choice(&["own", "any"]),
        "Whether it always has a process of its own (own), or may be played in one that other scenarios \
         have left in a known state (any, without this key).",
    ),
    key("quick", Shape::Flag, "Whether it is one of the few that `--quick` plays."),
    key(
        "params",
        Shape::Params,
        "Cases by name, each with a value for every placeholder: one scenario per case.",
    ),
    must("steps", Shape::Steps, "What to do, in order."),
];

/// The keys of a fragment file.
pub(in crate::scenario) static FRAGMENT: &[Key] = &[
    key("title", Shape::Text, "What the steps do."),
    must("steps", Shape::Steps, "The steps of the fragment."),
];
