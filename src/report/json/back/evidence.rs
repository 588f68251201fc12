//! Findings and what shows them, from their form on the wire.

use super::super::texts;
use super::super::types::{
    ClockUseV1, EventKindV1, EventV1, FindingV1, LineEndV1, LineV1, PositionV1, RaceV1, StreamV1,
    WindowKindV1, WindowV1,
};
use super::names::{Names, Unknown};
use super::{count, number, time};
use crate::games::{self, Side};
use crate::run::race_result::{RaceResult, RaceRound};
use crate::scenario::Offset;
use crate::transcript::{
    Event, EventId, EventKind, ExitStatus, Line, LineEnd, Overdue, Stream, Window, WindowKind,
};
use crate::verdict::{ClockUse, Finding, PositionEvidence, Severity, Watcher};

pub(super) fn finding(told: FindingV1, names: &Names) -> Result<Finding, Unknown> {
    let position = told.position.map(|one| position(one, names));
    let said = told.said.unwrap_or_default();
    let mut said_notes = said.notes.into_iter();
    let notes = told.notes.into_iter();
    Ok(Finding {
        clause: names.clause(&told.clause)?,
        severity: Severity::from(told.severity),
        watcher: match told.rule {
            Some(rule) => Watcher::Rule(names.rule(&rule)?),
            None => Watcher::Expectation,
        },
        violation: told.violation,
        expected: texts::back(told.expected, said.expected),
        got: texts::back(told.got, said.got),
        message: texts::back(told.message, said.message),
        events: told.events.iter().map(|&id| EventId(number(id))).collect(),
        columns: told.columns.map(|(from, to)| (number(from), number(to))),
        scenario_line: told.scenario_line,
        at: time(told.at_ms),
        timing: told.timing,
        over: told.over_ms.map(time),
        position: position.transpose()?,
        clock: told.clock.map(ClockUse::from),
        notes: notes.map(|note| texts::back(note, said_notes.next())).collect(),
    })
}

fn position(told: PositionV1, names: &Names) -> Result<PositionEvidence, Unknown> {
    let game = games::game(&told.game).ok_or_else(|| names.unknown("game", &told.game))?;
    let sides = [Side::First, Side::Second].map(|side| game.side_name(side));
    Ok(PositionEvidence {
        game: game.name(),
        form: names.one_of("form of a position", &told.form, &[game.notation_name()])?,
        notation: told.notation,
        side_to_move: names.one_of("side", &told.side_to_move, &sides)?,
        last_move: told.last_move,
        illegal_move: told.illegal_move,
        squares: told.squares,
    })
}

pub(super) fn event(told: EventV1) -> Event {
    let kind = match told.what {
        EventKindV1::Sent { line, write } => EventKind::Sent { line: Line::from(line), write },
        EventKindV1::Received(line) => EventKind::Received(Line::from(line)),
        EventKindV1::Stderr(line) => EventKind::Stderr(Line::from(line)),
        EventKindV1::Partial(line) => EventKind::Partial(bytes(line.text, line.bytes_hex)),
        EventKindV1::EndOfStream { stream } => EventKind::EndOfStream(match stream {
            StreamV1::Stdout => Stream::Stdout,
            StreamV1::Stderr => Stream::Stderr,
        }),
        EventKindV1::InputClosed => EventKind::InputClosed,
        EventKindV1::WriteFailed { error } => EventKind::WriteFailed(error),
        EventKindV1::Exit { code, signal } => EventKind::Exit(match signal {
            Some(signal) => ExitStatus::Signal(signal),
            None => ExitStatus::Code(code.unwrap_or_default()),
        }),
        EventKindV1::Overdue { awaited, since_ms, limit_ms } => {
            EventKind::Overdue(Overdue { awaited, since: time(since_ms), limit: time(limit_ms) })
        }
        EventKindV1::Step { line } => EventKind::Step { line },
    };
    Event { id: EventId(number(told.id)), at: time(told.at_ms), kind }
}

impl From<LineV1> for Line {
    fn from(told: LineV1) -> Self {
        Self {
            bytes: bytes(told.text, told.bytes_hex),
            end: match told.end {
                LineEndV1::Lf => LineEnd::Lf,
                LineEndV1::Crlf => LineEnd::CrLf,
                LineEndV1::None => LineEnd::None,
            },
            cut: count(told.cut),
        }
    }
}

/// The bytes of a line: those in hexadecimal where there are any. Where they are damaged, the text is left, in
/// which they are spelt out.
fn bytes(text: String, hex: Option<String>) -> Vec<u8> {
    let pair = |pair: &[u8]| {
        let digits = std::str::from_utf8(pair).ok()?;
        u8::from_str_radix(digits, 16).ok().filter(|_| pair.len() == 2)
    };
    let bytes = hex.and_then(|hex| hex.as_bytes().chunks(2).map(pair).collect());
    bytes.unwrap_or_else(|| text.into_bytes())
}

pub(super) fn window(told: WindowV1) -> Window {
    Window {
        kind: match told.kind {
            WindowKindV1::Reply => WindowKind::Reply,
            WindowKindV1::Silence => WindowKind::Silence,
            WindowKindV1::Pause => WindowKind::Pause,
        },
        of: told.of,
        from: time(told.from_ms),
        until: time(told.until_ms),
        ended: time(told.ended_ms),
        line: told.line,
    }
}

pub(super) fn race(told: RaceV1) -> RaceResult {
    let offset = |ms: Option<f64>| match ms {
        None => Offset::SameWrite,
        Some(ms) => Offset::Micros((ms * 1000.0).round() as i64),
    };
    let rounds = told.rounds.into_iter().map(|round| RaceRound {
        wanted: offset(round.wanted_ms),
        offset: offset(round.offset_ms),
        failed: round.failed,
    });
    RaceResult {
        line: told.line,
        sent: told.sent,
        event: told.event,
        planned: told.planned,
        rounds: rounds.collect(),
    }
}

impl From<ClockUseV1> for ClockUse {
    fn from(told: ClockUseV1) -> Self {
        Self { clock: told.clock, allowed: time(told.allowed_ms), used: time(told.used_ms) }
    }
}
