//! Sentences about the identity, the options, the messages and the latencies of the engine.

use super::parts::{Part, Row, fill, first, list, name, text};
use crate::protocol::DeclaredOption;
use crate::report::changes::types::{IdentityChange, LatencyChange, MessageChange, OptionChange};
use crate::report::words::{self, Noun};

pub(super) fn identity(change: &IdentityChange) -> Vec<Part> {
    let given = |value: &Option<String>| match value {
        Some(value) => name(value).row(),
        None => fill!(say!("nothing")),
    };
    let (old, new) = (given(&change.old), given(&change.new));
    if change.what == "name" {
        fill!(say!("The engine calls itself {new}; before: {old}"), new = new, old = old)
    } else {
        fill!(say!("The engine names {new} as its author; before: {old}"), new = new, old = old)
    }
}

pub(super) fn option(change: &OptionChange) -> Vec<Part> {
    match (&change.old, &change.new) {
        (None, Some(new)) => fill!(
            say!("The option {option} is new ({declaration})"),
            option = name(&new.name),
            declaration = declaration(new)
        ),
        (Some(old), None) => {
            fill!(say!("The option {option} is gone"), option = name(&old.name))
        }
        (Some(old), Some(new)) => redeclared(old, new),
        (None, None) => Vec::new(),
    }
}

/// The declaration of an option: `spin, default 16, from 1 to 1024`.
fn declaration(option: &DeclaredOption) -> Vec<Part> {
    let mut reported = vec![text(&option.kind).row()];
    if let Some(default) = &option.default {
        reported.push(fill!(say!("default {value}"), value = name(default)));
    }
    if option.min.is_some() || option.max.is_some() {
        reported.push(range(option));
    }
    if !option.choices.is_empty() {
        reported.push(words::count(option.choices.len() as u64, Noun::Choice).row());
    }
    list(reported)
}

fn range(option: &DeclaredOption) -> Vec<Part> {
    match (option.min, option.max) {
        (Some(min), Some(max)) => {
            fill!(say!("from {min} to {max}"), min = min.to_string(), max = max.to_string())
        }
        (Some(min), None) => fill!(say!("from {min}"), min = min.to_string()),
        (None, Some(max)) => fill!(say!("to {max}"), max = max.to_string()),
        (None, None) => fill!(say!("without a range")),
    }
}

fn redeclared(old: &DeclaredOption, new: &DeclaredOption) -> Vec<Part> {
    let value = |value: &Option<String>| match value {
        Some(value) => name(value).row(),
        None => fill!(say!("none")),
    };
    let mut reported: Vec<Vec<Part>> = Vec::new();
    if old.name != new.name {
        reported.push(fill!(say!("is called {name} now"), name = name(&new.name)));
    }
    if old.kind != new.kind {
        reported.push(fill!(
            say!("has the type {new} instead of {old}"),
            new = name(&new.kind),
            old = name(&old.kind)
        ));
    }
    if old.default != new.default {
        reported.push(fill!(
            say!("has the default {new} instead of {old}"),
            new = value(&new.default),
            old = value(&old.default)
        ));
    }
    if (old.min, old.max) != (new.min, new.max) {
        reported.push(fill!(
            say!("is declared {new} instead of {old}"),
            new = range(new),
            old = range(old)
        ));
    }
    reported.extend(choices(old, new));
    let reported = reported
        .into_iter()
        .reduce(|one, more| fill!(say!("{one}, and {more}"), one = one, more = more));
    fill!(
        say!("The option {option} {changes}"),
        option = name(&old.name),
        changes = reported.unwrap_or_default()
    )
}

fn choices(old: &DeclaredOption, new: &DeclaredOption) -> Vec<Vec<Part>> {
    let missing = |from: &DeclaredOption, other: &DeclaredOption| -> Vec<String> {
        let choices = from.choices.iter();
        choices.filter(|choice| !other.choices.contains(choice)).cloned().collect()
    };
    let shown = |choices: &[String]| match first(choices, name) {
        (shown, None) => shown,
        (shown, Some(more)) => {
            fill!(say!("{shown} and {number} more choices"), shown = shown, number = more)
        }
    };
    let (come, gone) = (missing(new, old), missing(old, new));
    let mut reported = Vec::new();
    if !come.is_empty() {
        reported.push(fill!(say!("also offers {choices}"), choices = shown(&come)));
    }
    if !gone.is_empty() {
        reported.push(fill!(say!("no longer offers {choices}"), choices = shown(&gone)));
    }
    if come.is_empty() && gone.is_empty() && old.choices != new.choices {
        reported.push(fill!(say!("has its choices in another order")));
    }
    reported
}

pub(super) fn message(change: &MessageChange) -> Vec<Part> {
    let kind = name(&change.kind);
    let parts = match (&change.word, change.kind.as_str()) {
        (None, "other") if change.came => {
            fill!(say!("The engine writes lines that are not messages of the protocol"))
        }
        (None, "other") => {
            fill!(say!("The engine no longer writes lines that are not messages of the protocol"))
        }
        (None, "blank") if change.came => fill!(say!("The engine writes empty lines")),
        (None, "blank") => fill!(say!("The engine no longer writes empty lines")),
        (None, _) if change.came => fill!(say!("The engine sends {kind} now"), kind = kind),
        (None, _) => fill!(say!("The engine no longer sends {kind}"), kind = kind),
        (Some(word), _) if change.came => {
            fill!(say!("{kind} lines have {word} now"), kind = kind, word = name(word))
        }
        (Some(word), _) => {
            fill!(say!("{kind} lines no longer have {word}"), kind = kind, word = name(word))
        }
    };
    let scenarios = words::count(change.of, Noun::Scenario);
    if change.came {
        fill!(
            say!("{sentence} (in {seen} of {scenarios})"),
            sentence = parts,
            seen = change.seen,
            scenarios = scenarios
        )
    } else {
        fill!(
            say!("{sentence} (before, in {seen} of {scenarios})"),
            sentence = parts,
            seen = change.seen,
            scenarios = scenarios
        )
    }
}

pub(super) fn latency(change: &LatencyChange) -> Vec<Part> {
    let ms = |ms: f64| {
        let time = std::time::Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default();
        words::milliseconds(time)
    };
    let of_hundred = (change.slower.max(1.0 - change.slower) * 100.0).floor();
    let (from, to) = (name(&change.from), name(&change.to));
    let (now, before) = (ms(change.new_ms), ms(change.old_ms));
    let (z, pairs) = (format!("{:.1}", change.z), format!("{of_hundred:.0}"));
    if change.new_ms > change.old_ms {
        fill!(
            say!(
                "The engine is slower from {from} to {to}: {now} ms, before {before} ms (medians of {new} and {old} samples; \
                 Mann–Whitney z {z}, slower in {pairs} of 100 pairs)"
            ),
            from = from,
            to = to,
            now = now,
            before = before,
            new = change.new_n,
            old = change.old_n,
            z = z,
            pairs = pairs
        )
    } else {
        fill!(
            say!(
                "The engine is quicker from {from} to {to}: {now} ms, before {before} ms (medians of {new} and {old} samples; \
                 Mann–Whitney z {z}, quicker in {pairs} of 100 pairs)"
            ),
            from = from,
            to = to,
            now = now,
            before = before,
            new = change.new_n,
            old = change.old_n,
            z = z,
            pairs = pairs
        )
    }
}
