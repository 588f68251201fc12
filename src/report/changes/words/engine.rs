//! Sentences about how the engine presents itself, what it writes, and how quick it is.

use super::{NAMED, Part, name, ours};
use crate::report::changes::types::{IdentityChange, LatencyChange, MessageChange, OptionChange};
use crate::report::json::types::OptionV1;
use crate::report::words;

pub(super) fn identity(change: &IdentityChange) -> Vec<Part> {
    let is_name = change.what == "name";
    let given = |value: &Option<String>| value.as_deref().map_or_else(|| ours("nothing"), name);
    let head = if is_name {
        "The engine calls itself "
    } else {
        "The engine gives as its author "
    };
    vec![
        ours(head),
        given(&change.new),
        ours("; before: "),
        given(&change.old),
    ]
}

pub(super) fn option(change: &OptionChange) -> Vec<Part> {
    match (&change.old, &change.new) {
        (None, Some(new)) => {
            let mut parts = vec![ours("The option "), name(&new.name), ours(" is new (")];
            parts.extend(declaration(new));
            parts.push(ours(")"));
            parts
        }
        (Some(old), None) => vec![ours("The option "), name(&old.name), ours(" is gone")],
        (Some(old), Some(new)) => redeclared(old, new),
        (None, None) => Vec::new(),
    }
}

/// `spin, default 16, from 1 to 1024`.
fn declaration(option: &OptionV1) -> Vec<Part> {
    let mut parts = vec![Part::Text(option.kind.clone())];
    if let Some(default) = &option.default {
        parts.push(ours(", default "));
        parts.push(name(default));
    }
    if option.min.is_some() || option.max.is_some() {
        parts.push(ours(format!(", {}", range(option))));
    }
    if !option.choices.is_empty() {
        parts.push(ours(format!(
            ", {}",
            super::count(option.choices.len() as u64, "choice")
        )));
    }
    parts
}

fn range(option: &OptionV1) -> String {
    match (option.min, option.max) {
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("from {min}"),
        (None, Some(max)) => format!("to {max}"),
        (None, None) => "without a range".to_owned(),
    }
}

fn redeclared(old: &OptionV1, new: &OptionV1) -> Vec<Part> {
    let value = |value: &Option<String>| value.as_deref().map_or_else(|| ours("none"), name);
    let mut told: Vec<Vec<Part>> = Vec::new();
    if old.name != new.name {
        told.push(vec![ours("is called "), name(&new.name), ours(" now")]);
    }
    if old.kind != new.kind {
        let kind = |option: &OptionV1| Part::Name(option.kind.clone());
        told.push(vec![
            ours("has the type "),
            kind(new),
            ours(" instead of "),
            kind(old),
        ]);
    }
    if old.default != new.default {
        told.push(vec![
            ours("has the default "),
            value(&new.default),
            ours(" instead of "),
            value(&old.default),
        ]);
    }
    if (old.min, old.max) != (new.min, new.max) {
        told.push(vec![ours(format!(
            "goes {} instead of {}",
            range(new),
            range(old)
        ))]);
    }
    told.extend(choices(old, new));
    let mut parts = vec![ours("The option "), name(&old.name), ours(" ")];
    for (at, one) in told.into_iter().enumerate() {
        if at > 0 {
            parts.push(ours(", and "));
        }
        parts.extend(one);
    }
    parts
}

fn choices(old: &OptionV1, new: &OptionV1) -> Vec<Vec<Part>> {
    let missing = |from: &OptionV1, other: &OptionV1| -> Vec<String> {
        let choices = from.choices.iter();
        choices
            .filter(|choice| !other.choices.contains(choice))
            .cloned()
            .collect()
    };
    let (come, gone) = (missing(new, old), missing(old, new));
    let mut told = Vec::new();
    for (choices, has) in [(&come, "also offers "), (&gone, "does not offer ")] {
        if choices.is_empty() {
            continue;
        }
        let mut parts = vec![ours(has)];
        for (at, choice) in choices.iter().take(NAMED).enumerate() {
            if at > 0 {
                parts.push(ours(", "));
            }
            parts.push(name(choice));
        }
        if choices.len() > NAMED {
            parts.push(ours(format!(" and {} more choices", choices.len() - NAMED)));
        }
        if has == "does not offer " {
            parts.push(ours(" any more"));
        }
        told.push(parts);
    }
    if come.is_empty() && gone.is_empty() && old.choices != new.choices {
        told.push(vec![ours("has its choices in another order")]);
    }
    told
}

pub(super) fn message(change: &MessageChange) -> Vec<Part> {
    let (seen, of) = (change.seen, super::count(change.of, "scenario"));
    let was = if change.came { "" } else { "before, " };
    let told = ours(format!(" ({was}in {seen} of {of})"));
    let mut parts = match (&change.word, change.kind.as_str()) {
        (None, "other") if change.came => vec![ours(
            "The engine writes lines that are no message of the protocol",
        )],
        (None, "other") => vec![ours(
            "The engine writes no lines any more that are no message of the protocol",
        )],
        (None, "blank") if change.came => vec![ours("The engine writes empty lines")],
        (None, "blank") => vec![ours("The engine writes no empty lines any more")],
        (None, kind) if change.came => vec![ours("The engine sends "), name(kind), ours(" now")],
        (None, kind) => vec![
            ours("The engine does not send "),
            name(kind),
            ours(" any more"),
        ],
        (Some(word), kind) if change.came => {
            vec![name(kind), ours(" lines have "), name(word), ours(" now")]
        }
        (Some(word), kind) => vec![
            name(kind),
            ours(" lines do not have "),
            name(word),
            ours(" any more"),
        ],
    };
    parts.push(told);
    parts
}

pub(super) fn latency(change: &LatencyChange) -> Vec<Part> {
    let ms = |ms: f64| {
        let time = std::time::Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default();
        words::milliseconds(time)
    };
    let how = if change.new_ms > change.old_ms {
        "slower"
    } else {
        "quicker"
    };
    let of_hundred = (change.slower.max(1.0 - change.slower) * 100.0).floor();
    vec![
        ours("From "),
        name(&change.from),
        ours(" to "),
        name(&change.to),
        ours(format!(
            " it is {how}: {} ms, before {} ms (medians of {} and {} samples; Mann–Whitney z {:.1}, {how} in {of_hundred:.0} \
             of 100 pairs)",
            ms(change.new_ms),
            ms(change.old_ms),
            change.new_n,
            change.old_n,
            change.z
        )),
    ]
}
