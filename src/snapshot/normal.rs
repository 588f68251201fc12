//! The normal form of a transcript: the sent lines in their order, each answer below the line that it answers.
//!
//! The normal form leaves out what depends on scheduling: how far a search had come when it was disturbed, how many
//! `info` lines it wrote, whether a `stop-after` took effect, the order of two answers, standard error, and races,
//! which send at different times in each run.

use std::collections::VecDeque;
use std::time::Duration;

use super::redact::{Identity, Redaction, Redactor};
use super::steps::{first_race, is_cut_short, sends_quit, steps_with_a_stop};
use crate::protocol::judge::default_limits;
use crate::protocol::{self, Dialect, Exchange, MessageClass, Monitor, Role};
use crate::scenario::Scenario;
use crate::transcript::{EventKind, ExitStatus, Line, Transcript};

/// The most lines of a snapshot.
const LINES: usize = 2000;
/// The most bytes of a snapshot.
const BYTES: usize = 256 << 10;
/// The most different `info` lines of one search.
const INFOS: usize = 100;
/// A search with less time than this, slack included, can end before it has shown anything.
const AMPLE: Duration = Duration::from_secs(1);

/// What is needed to read a transcript.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The dialect.
    pub dialect: &'static dyn Dialect,
    /// The profile of the run.
    pub profile: &'static str,
    /// The identity of the engine in this run.
    pub identity: Identity<'a>,
    /// Additional redactions of the user.
    pub redactions: &'a [Redaction],
}

/// The normal form of a scenario's transcript: lines, without a newline after the last one.
///
/// # Errors
/// A fragment that says why there is no normal form.
pub fn normal(
    setting: &Setting<'_>,
    scenario: &Scenario,
    transcript: &Transcript,
) -> Result<String, &'static str> {
    let race = first_race(&scenario.steps);
    if transcript.dropped > 0 && race.is_none() {
        return Err("the engine wrote more than is kept");
    }
    let cut_short = steps_with_a_stop(&scenario.steps);
    let mut page = Page::new(setting);
    let mut step = 0;
    for (index, event) in transcript.events.iter().enumerate() {
        if let EventKind::Step { line } = event.kind {
            if race == Some(line) {
                page.note("a race, left out with what is after it".to_owned());
                break;
            }
            step = line;
        }
        let observation = page.monitor.observe(event);
        match &event.kind {
            EventKind::Sent { line, .. } => {
                // All steps of a fragment have the line at which the fragment is used.
                let ends_here = cut_short.contains(&step);
                if !(ends_here && line.text() == setting.dialect.stop()) {
                    let later = &transcript.events[index + 1..];
                    let is_whole = !ends_here && !is_cut_short(setting.dialect, later, &cut_short);
                    page.sent(line, event.at, is_whole);
                }
            }
            EventKind::Received(line) => {
                if let Some(reading) = observation.reading {
                    page.received(line, &reading, observation.clock.is_some());
                }
            }
            EventKind::InputClosed => page.closed(),
            EventKind::Exit(status) => page.exit = Some(*status),
            EventKind::Overdue(overdue) => {
                page.note(format!("no {} came", overdue.awaited.join(", ")));
            }
            EventKind::Stderr(_)
            | EventKind::Partial(_)
            | EventKind::EndOfStream(_)
            | EventKind::WriteFailed(_)
            | EventKind::Step { .. } => {}
        }
    }
    Ok(page.finish(scenario))
}

/// A sent line, or a note in the order of sent lines.
struct Entry {
    /// The line as it was sent; `None` for a note.
    sent: Option<String>,
    /// The line in the snapshot.
    shown: String,
    /// The lines of the answer.
    answer: Vec<String>,
}

/// A sent line that waits for its answer.
struct Ask {
    /// Index of its entry.
    entry: usize,
    /// The kind of message that answers it; `None` for a search.
    reply: Option<&'static str>,
    /// Which part of the answer does not depend on timing.
    shown: StablePart,
    /// The different `info` lines so far, redacted.
    infos: Vec<String>,
    /// The number of `info` lines when the first one with a score or a pv had come.
    begun: Option<usize>,
}

/// The part of a search that is the same in every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StablePart {
    /// The whole search: it ends when its work is done.
    All,
    /// The begin: a clock or a `stop-after` ends the search, but only after enough time.
    Begin,
    /// Only the reply: the search was disturbed, or has too little time.
    Answer,
}

struct Page<'a> {
    dialect: &'static dyn Dialect,
    monitor: Box<dyn Monitor>,
    redactor: Redactor<'a>,
    entries: Vec<Entry>,
    asks: VecDeque<Ask>,
    /// Lines that answer nothing; they are placed before the next answer.
    strays: Vec<String>,
    /// Whether `quit` was sent. What the engine writes after that depends on chance.
    leaving: bool,
    exit: Option<ExitStatus>,
}

impl<'a> Page<'a> {
    fn new(setting: &Setting<'a>) -> Self {
        let dialect = setting.dialect;
        let monitor = dialect.monitor(protocol::Setting {
            profile: setting.profile,
            limits: default_limits(dialect),
        });
        Self {
            dialect,
            monitor,
            redactor: Redactor { dialect, identity: setting.identity, rules: setting.redactions },
            entries: Vec::new(),
            asks: VecDeque::new(),
            strays: Vec::new(),
            leaving: false,
            exit: None,
        }
    }

    /// Handles a sent line. `is_whole` is false if the line begins a search that a `stop-after` can end.
    fn sent(&mut self, line: &Line, at: Duration, is_whole: bool) {
        let text = line.text();
        let text = text.trim();
        for ask in &mut self.asks {
            ask.shown = StablePart::Answer;
        }
        if text == self.dialect.quit() {
            self.leave();
        }
        let entry = self.entries.len();
        self.entries.push(Entry {
            sent: Some(text.to_owned()),
            shown: format!("> {}", self.redactor.sent(line)),
            answer: Vec::new(),
        });
        let mut exchanges = exchanges(self.dialect);
        let reply = exchanges.find(|exchange| exchange.send == text);
        let reply = reply.and_then(|exchange| exchange.reply);
        if reply.is_some() || self.dialect.role(text) == Role::Search {
            let mut shown = self.shown(text, at);
            if !is_whole && shown == StablePart::All {
                shown = StablePart::Begin;
            }
            self.asks.push_back(Ask { entry, reply, shown, infos: Vec::new(), begun: None });
        }
    }

    /// Which part of the search that this line begins is certain, as long as no other line is sent.
    fn shown(&self, go: &str, at: Duration) -> StablePart {
        let has_number = go.split(' ').any(|word| word.parse::<u64>().is_ok());
        let due = self.monitor.due();
        let ample = due.is_none_or(|due| due.saturating_sub(at) >= AMPLE);
        // Without a clock, the number is a limit of plies or nodes. Whether there was a clock is known at the end.
        if has_number && ample { StablePart::All } else { StablePart::Answer }
    }

    /// Handles a line of the engine. `clocked` is true if the line ends a search that had a clock.
    fn received(&mut self, line: &Line, reading: &protocol::ParsedMessage, clocked: bool) {
        if self.leaving {
            return;
        }
        let mut kinds = self.dialect.kinds().iter();
        let closes = kinds.any(|kind| kind.name == reading.kind && kind.closes);
        let answered = self.asks.iter().position(|ask| match ask.reply {
            Some(reply) => reply == reading.kind,
            None => closes,
        });
        if let Some(mut ask) = answered.and_then(|at| self.asks.remove(at)) {
            if clocked && ask.shown == StablePart::All {
                ask.shown = StablePart::Begin;
            }
            let shape = self.redactor.received(line, reading, ask.shown != StablePart::All);
            let mut answer = std::mem::take(&mut self.strays);
            let reported = match ask.shown {
                StablePart::All => ask.infos.len(),
                StablePart::Begin => ask.begun.unwrap_or(ask.infos.len()),
                StablePart::Answer => 0,
            };
            answer.extend(ask.infos.into_iter().take(reported));
            answer.push(shape);
            self.entries[ask.entry].answer = answer;
            return;
        }
        let shape = self.redactor.received(line, reading, true);
        let search = self.asks.iter_mut().find(|ask| ask.reply.is_none());
        match search {
            // A blank line can take the place of an `info` line without content.
            Some(ask) if matches!(reading.class, MessageClass::Info | MessageClass::Blank) => {
                if ask.infos.len() < INFOS && !ask.infos.contains(&shape) {
                    ask.infos.push(shape);
                }
                if ask.begun.is_none() && reading.shows_search() {
                    ask.begun = Some(ask.infos.len());
                }
            }
            // How often such a line is repeated depends on timing.
            _ if matches!(
                reading.class,
                MessageClass::Info | MessageClass::Blank | MessageClass::Unknown
            ) && self.strays.last() == Some(&shape) => {}
            Some(_) | None if self.strays.len() < LINES => self.strays.push(shape),
            Some(_) | None => {}
        }
    }

    fn closed(&mut self) {
        self.leave();
        self.note("the input is closed".to_owned());
    }

    fn leave(&mut self) {
        self.flush();
        self.asks.clear();
        self.leaving = true;
    }

    /// Adds the lines that answered nothing as entries after all sent lines.
    fn flush(&mut self) {
        // Without any answer the engine may not have started yet, which depends on the load of the machine.
        if self.entries.iter().all(|entry| entry.answer.is_empty()) {
            self.strays.clear();
        }
        for shown in std::mem::take(&mut self.strays) {
            self.entries.push(Entry {
                sent: None,
                shown: format!("< {shown}"),
                answer: Vec::new(),
            });
        }
    }

    fn note(&mut self, text: String) {
        self.entries.push(Entry { sent: None, shown: format!("~ {text}"), answer: Vec::new() });
    }

    fn finish(mut self, scenario: &Scenario) -> String {
        self.flush();
        let quit = self.dialect.quit();
        let own_quit = sends_quit(&scenario.steps, quit);
        // A scenario without a prerequisite shows the handshake.
        let greets = scenario.after.is_empty();
        let opening = opening(self.dialect, &self.entries, greets);
        if opening > 0 {
            self.entries[opening - 1] =
                Entry { sent: None, shown: "~ the usual opening".to_owned(), answer: Vec::new() };
        }
        let mut lines = Vec::new();
        for entry in self.entries.drain(opening.saturating_sub(1)..) {
            // The harness sends `quit` itself if the script does not.
            if !own_quit && entry.sent.as_deref() == Some(quit) {
                continue;
            }
            lines.push(entry.shown);
            lines.extend(entry.answer.iter().map(|line| format!("  < {line}")));
        }
        if let Some(status) = self.exit {
            lines.push(match status {
                ExitStatus::Code(code) => format!("~ it ended with status {code}"),
                ExitStatus::Signal(number) => format!("~ it ended by signal {number}"),
            });
        }
        bounded(lines)
    }
}

fn bounded(mut lines: Vec<String>) -> String {
    let mut bytes = 0;
    let fits = |line: &&String| {
        bytes += line.len() + 1;
        bytes <= BYTES
    };
    let kept = lines.iter().take(LINES).take_while(fits).count();
    if kept < lines.len() {
        lines.truncate(kept);
        lines.push("~ more was left out".to_owned());
    }
    lines.join("\n")
}

fn exchanges(dialect: &dyn Dialect) -> impl Iterator<Item = &'static Exchange> {
    let games = dialect.games();
    games.into_iter().flat_map(|games| games.opening.iter())
}

/// The number of entries at the begin that are the usual opening of a process or of a further game, or only the
/// handshake. The opening includes the options of the run. Only scenarios about the opening show it.
fn opening(dialect: &dyn Dialect, entries: &[Entry], greets: bool) -> usize {
    let all: Vec<&Exchange> = exchanges(dialect).collect();
    let (once, further): (Vec<&Exchange>, Vec<&Exchange>) =
        all.iter().copied().partition(|exchange| exchange.once);
    let whole = opening_of(dialect, entries, &all);
    let whole = whole.or_else(|| opening_of(dialect, entries, &further));
    let handshake = || opening_of(dialect, entries, &once).filter(|_| !greets);
    whole.or_else(handshake).unwrap_or(0)
}

fn opening_of(dialect: &dyn Dialect, entries: &[Entry], wanted: &[&Exchange]) -> Option<usize> {
    let set = dialect.set_option("", None);
    let set = set.split(' ').next().unwrap_or("");
    let mut at = 0;
    for exchange in wanted {
        // The options of the run are sent before the first readiness check.
        while exchange.send == dialect.ready()
            && entries.get(at)?.sent.as_deref()?.split(' ').next() == Some(set)
        {
            at += 1;
        }
        let entry = entries.get(at)?;
        let answered = exchange.reply.is_none() || !entry.answer.is_empty();
        if entry.sent.as_deref() != Some(exchange.send) || !answered {
            return None;
        }
        at += 1;
    }
    Some(at)
}
