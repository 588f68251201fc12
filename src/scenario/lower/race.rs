//! Lowers `race`.

use std::time::Duration;

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::scenario::inputs::Flow;
use crate::scenario::table;
use crate::scenario::{Ending, Offset, Race, RaceEvent, Step, StepKind};
use crate::yaml::node::Node;
use crate::yaml::read::{Fields, Read};

/// The largest number of rounds of one race.
const MAX_ROUNDS: u32 = 10_000;

/// The largest number of offsets of one race.
const MAX_OFFSETS: i64 = 1000;

/// When the lines of a race are sent.
struct Around {
    event: RaceEvent,
    offsets: Vec<Offset>,
    step: Duration,
}

impl Lowering<'_> {
    /// Lowers `race`.
    pub(super) fn race(&mut self, node: &Node) -> Option<Race> {
        if self.nested {
            let place = node.span.first_line();
            self.report(Diagnostic::error(say!("a race inside another step"), place).help(say!(
                "a race starts again with a new process; it must be a top-level step of a scenario"
            )));
        }
        let fields = self.fields(node, table::RACE, say!("a race"))?;
        let rounds = fields.get("rounds").and_then(|node| self.count(node, MAX_ROUNDS));
        let around = fields.get("around").and_then(|node| self.around(node));
        let outer = std::mem::take(&mut self.flow);
        let start = fields.get("start").map(|node| self.inner_steps(node));
        let send = fields.get("send").and_then(|node| self.send(node, &Fields::default()));
        let each = fields.get("each").map(|node| self.inner_steps(node));
        let inner = std::mem::replace(&mut self.flow, outer);
        self.flow.push(Flow::Lost);
        self.flow.push(Flow::Repeat(inner));
        let (start, around) = (start?, around?);
        self.check_start(&start, &around, fields.get("start")?);
        Some(Race {
            start,
            send: send?.lines,
            event: around.event,
            offsets: around.offsets,
            step: around.step,
            rounds: rounds?,
            each: each?,
        })
    }

    fn check_start(&mut self, start: &[Step], around: &Around, node: &Node) {
        let sends = |step: &Step| matches!(step.kind, StepKind::Send(_) | StepKind::Raw(_));
        let ends_in_line = start.last().is_some_and(
            |step| matches!(&step.kind, StepKind::Send(send) if send.ending != Ending::None),
        );
        let problem = if !start.iter().any(sends) {
            Some(say!("the start of a race sends nothing"))
        } else if around.offsets.contains(&Offset::SameWrite) && !ends_in_line {
            Some(say!("same-write, and the start does not end with a send"))
        } else {
            None
        };
        // If no step could be read, that was already reported.
        if let Some(problem) = problem.filter(|_| !start.is_empty()) {
            self.report(Diagnostic::error(problem, node.span.first_line()));
        }
    }

    fn around(&mut self, node: &Node) -> Option<Around> {
        let fields = self.fields(node, table::AROUND, say!("around"))?;
        let event = fields.get("event").and_then(|node| self.race_event(node));
        let listed = match fields.get("at") {
            Some(node) => self.offset_list(node)?,
            None => Vec::new(),
        };
        let (grid, step) = match (fields.get("from"), fields.get("to"), fields.get("step")) {
            (Some(from), Some(to), Some(step)) => self.grid(from, to, step)?,
            (None, None, None) => (Vec::new(), Duration::ZERO),
            (Some(_), _, _) | (_, Some(_), _) | (_, _, Some(_)) => {
                let place = node.span.first_line();
                self.report(Diagnostic::error(say!("from, to and step belong together"), place));
                return None;
            }
        };
        let mut offsets: Vec<Offset> = listed.into_iter().chain(grid).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let event = event?;
        let place = node.span.first_line();
        if offsets.is_empty() {
            self.report(
                Diagnostic::error(say!("no offsets"), place)
                    .help(say!("write from, to and step, or at: [same-write, 0ms, 5ms]")),
            );
            return None;
        }
        let early =
            offsets.iter().any(|offset| matches!(offset, Offset::Micros(micros) if *micros < 0));
        if event == RaceEvent::Send && early {
            self.report(
                Diagnostic::error(say!("an offset before the send"), place)
                    .help(say!("the racing command comes after the last send of the start")),
            );
            return None;
        }
        Some(Around { event, offsets, step })
    }

    fn race_event(&mut self, node: &Node) -> Option<RaceEvent> {
        let name = self.text(node)?;
        if name == RaceEvent::Send.word() {
            return Some(RaceEvent::Send);
        }
        let kinds = self.world.dialect.kinds();
        if let Some(kind) = kinds.iter().find(|kind| kind.name == name) {
            return Some(RaceEvent::Kind(kind.name));
        }
        let known = kinds.iter().map(|kind| kind.name).chain(["send"]);
        self.unknown(say!("event"), &name, node.span.first_line(), known);
        None
    }

    fn offset_list(&mut self, node: &Node) -> Option<Vec<Offset>> {
        let items = self.items(node, say!("offsets"))?;
        Some(items.iter().filter_map(|item| self.offset(item)).collect())
    }

    fn offset(&mut self, node: &Node) -> Option<Offset> {
        let text = self.text(node)?;
        match text.parse() {
            Ok(offset) => Some(offset),
            Err(message) => {
                self.report(Diagnostic::error(message, node.span.first_line()));
                None
            }
        }
    }

    /// The offsets of a grid and their distance.
    fn grid(&mut self, from: &Node, to: &Node, step: &Node) -> Option<(Vec<Offset>, Duration)> {
        let mut micros = |node: &Node| match self.offset(node)? {
            Offset::Micros(micros) => Some(micros),
            Offset::SameWrite => {
                let place = node.span.first_line();
                self.report(
                    Diagnostic::error(say!("same-write cannot be an end of a grid"), place)
                        .help(say!("it goes into at: [same-write]")),
                );
                None
            }
        };
        let (low, high, width) = (micros(from), micros(to), micros(step));
        let (low, high, width) = (low?, high?, width?);
        let problem = if width <= 0 {
            Some((step, say!("step must be greater than 0")))
        } else if high < low {
            Some((to, say!("to is before from")))
        } else if (high - low) / width >= MAX_OFFSETS {
            Some((step, say!("more than {MAX_OFFSETS} offsets", MAX_OFFSETS)))
        } else {
            None
        };
        if let Some((node, problem)) = problem {
            self.report(Diagnostic::error(problem, node.span.first_line()));
            return None;
        }
        let places = (0..=(high - low) / width).map(|index| Offset::Micros(low + index * width));
        Some((places.collect(), Duration::from_micros(width.unsigned_abs())))
    }
}
