//! Compares the judge with an independent one, event by event.

mod board;
pub(crate) mod judge;
mod opinion;
mod option_line;
mod search;

use std::collections::{BTreeMap, BTreeSet};

use kentei::protocol::{self, Dialect, Setting, judge::default_limits};
use kentei::transcript::{Event, EventId, EventKind};

use judge::opinion;
use opinion::{Accusation, Fault};

/// The disagreements of the two judges about the events of one scenario, one line each. Events after an exit belong
/// to another process, as in a race.
pub(crate) fn disagreements(dialect: &str, profile: &str, events: &[Event]) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = events;
    while !rest.is_empty() {
        let is_exit = |event: &Event| matches!(event.kind, EventKind::Exit(_));
        let end = rest.iter().position(is_exit).map_or(rest.len(), |at| at + 1);
        // The ends of the streams may be noticed after the exit.
        let is_end = |event: &&Event| matches!(event.kind, EventKind::EndOfStream(_));
        let end = end + rest[end..].iter().take_while(is_end).count();
        all.extend(of_process(dialect, profile, &rest[..end]));
        rest = &rest[end..];
    }
    all
}

fn of_process(dialect: &str, profile: &str, events: &[Event]) -> Vec<String> {
    let dialect = protocol::dialect(dialect).expect("a known dialect");
    let profiles = dialect.catalogue().profiles.iter().map(|(name, _)| *name);
    let profile = profiles.into_iter().find(|name| *name == profile).expect("a known profile");
    let first = violations(dialect, profile, events);
    // A fault whose clause this profile lacks is no disagreement: it is enough that the first judge reports the
    // fault in another profile.
    let profiles = dialect.catalogue().profiles.iter().map(|(name, _)| *name);
    let of_others: Vec<_> = profiles
        .filter(|other| *other != profile)
        .map(|other| violations(dialect, other, events))
        .collect();
    let second = opinion(dialect.name(), profile, events);
    let at = |all: &[Accusation], id: EventId| -> BTreeSet<Fault> {
        all.iter().filter(|accusation| accusation.at == id).map(|it| it.fault).collect()
    };
    let mut all = Vec::new();
    for event in events.iter().take_while(|event| second.end.is_none_or(|end| event.id < end)) {
        let violations = &first[&event.id];
        let faults = at(&second.accusations, event.id);
        let open = at(&second.undecided, event.id);
        let is_heard = |fault: &&Fault| {
            let said = of_others.iter().filter_map(|other| other.get(&event.id)).flatten();
            violations.iter().chain(said).any(|id| is_same(**fault, id))
        };
        if let Some(fault) = faults.iter().find(|fault| !is_heard(fault)) {
            let line = shown(event);
            all.push(format!(
                "{}: only the second: {fault:?}, not {violations:?}: {line}",
                event.id.0
            ));
        }
        let is_info =
            matches!(&event.kind, EventKind::Received(line) if line.bytes.starts_with(b"info"));
        for id in violations.iter().filter(|id| is_central(id, is_info)) {
            if !faults.iter().chain(&open).any(|fault| is_same(*fault, id)) {
                let line = shown(event);
                all.push(format!("{}: only the first: {id}, not {faults:?}: {line}", event.id.0));
            }
        }
    }
    all
}

/// The violations that the first judge reports at each event, in a profile.
fn violations(
    dialect: &'static dyn Dialect,
    profile: &'static str,
    events: &[Event],
) -> BTreeMap<EventId, BTreeSet<String>> {
    let mut monitor = dialect.monitor(Setting { profile, limits: default_limits(dialect) });
    let mut all: BTreeMap<EventId, BTreeSet<String>> = BTreeMap::new();
    for event in events {
        let violations = monitor.judge(event).into_iter().filter_map(|finding| finding.violation);
        all.entry(event.id).or_default().extend(violations);
    }
    all
}

fn shown(event: &Event) -> String {
    let text = if let EventKind::Received(line) = &event.kind {
        line.text().into_owned()
    } else {
        format!("{:?}", event.kind)
    };
    text.chars().take(160).collect()
}

/// The violations that correspond to this fault. If a line shows more than one, the two judges may report different
/// ones.
fn ids(fault: Fault) -> &'static [&'static str] {
    match fault {
        Fault::Handshake => &[
            "handshake-unasked",
            "answer-to-unknown",
            "id-after-handshake",
            "option-after-handshake",
            "option-long-after-handshake",
            "option-before-id",
            "second-handshake-end",
            "no-name",
            "empty-name",
            "empty-author",
            "no-author",
        ],
        Fault::OptionLine => &[
            "check-default",
            "spin-number",
            "spin-range",
            "option-shape",
            "option-type",
            "option-type-filename",
            "option-name-blanks",
            "option-name-word",
            "two-options",
        ],
        Fault::Readyok => &["ready-unasked"],
        Fault::Unasked => {
            &["reply-unasked", "reply-to-", "second-reply-", "stale-reply-", "answer-to-unknown"]
        }
        Fault::Early => &["early-in-", "ended-by-"],
        Fault::Kind => &["bestmove-for-", "mate-reply-for-go"],
        Fault::Form | Fault::Move | Fault::Ponder => &[
            "bestmove-extra",
            "bestmove-grammar",
            "special-with-ponder",
            "bestmove-null",
            "move-notation",
            "drop-notation",
            "illegal-move",
            "forbidden-drop",
            "not-listed",
            "banned-move",
            "all-moves-banned",
            "no-legal-move",
            "no-legal-move-unchecked",
            "no-move-given",
            "moves-ignored",
            "ranks-from-one",
            "promotion-missing",
            "illegal-ponder",
            "ponder-null",
        ],
        Fault::Pv => {
            &["pv-illegal", "pv-trailing", "pv-word", "pondered-elsewhere", "forbidden-drop"]
        }
        Fault::Score => {
            &["score-cp", "score-mate", "score-shape", "score-form", "bound-place", "torn-line"]
        }
        Fault::Missing => &[
            "reply-missing",
            "reply-missing-",
            "ready-missing",
            "ready-missing-busy",
            "handshake-missing",
            "quit-ignored",
            "quit-ignored-",
            "eof-ignored",
            "stop-ignored",
            "replies-on-stderr",
        ],
        Fault::Gone => &["exit-"],
    }
}

/// Whether a violation of the first judge corresponds to this fault of the second one.
fn is_same(fault: Fault, id: &str) -> bool {
    ids(fault).iter().any(|part| id == *part || part.ends_with('-') && id.starts_with(part))
}

const ALL: [Fault; 13] = [
    Fault::Handshake,
    Fault::OptionLine,
    Fault::Readyok,
    Fault::Unasked,
    Fault::Early,
    Fault::Kind,
    Fault::Form,
    Fault::Move,
    Fault::Ponder,
    Fault::Pv,
    Fault::Score,
    Fault::Missing,
    Fault::Gone,
];

/// Whether the second judge must find this violation as well.
fn is_central(id: &str, is_info: bool) -> bool {
    // In info lines, the second judge examines only the score and the pv.
    let in_info = ["pv-illegal", "score-cp", "score-mate", "score-shape"].contains(&id);
    // During a search, the second judge examines only the reply.
    let left_out = [
        "torn-line",
        "stale-reply-before-ready",
        "replies-on-stderr",
        "pondered-elsewhere",
        "ready-missing-busy",
        // The default of a string may have the words of another option.
        "two-options",
    ];
    ALL.iter().any(|fault| is_same(*fault, id)) && (in_info || !is_info) && !left_out.contains(&id)
}
