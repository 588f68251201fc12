//! The event that the script looks for.

use std::time::Duration;

use super::steps::{first_word, is_write};
use super::{list, text};
use crate::games;
use crate::transcript::{Event, EventKind};
use crate::verdict::Finding;

/// Added to three times the time of the engine, this is how long the script waits for a line.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most lines with the same first word that the script counts; a word that comes more often is not an answer.
const MOST: usize = 2;

/// The event after the last write that shows the violation, described without the rules of the protocol.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    kind: Kind,
    within: Duration,
}

#[derive(Debug, PartialEq)]
enum Kind {
    /// None of these answers comes.
    Missing(Vec<String>),
    /// The process does not end.
    Stays,
    /// The process ends.
    Exit,
    /// This many lines begin with this word.
    Extra(String, usize),
    /// The move after this word is none of these moves.
    Illegal(String, Vec<String>),
    /// A line with these words comes.
    Line(Vec<Word>),
}

/// A pattern for a word of a line.
#[derive(Debug, PartialEq)]
enum Word {
    /// Exactly this word.
    Is(String),
    /// Any integer.
    Number,
}

/// The event that shows the violation; `None` if a sound engine cannot be distinguished from a broken one by it.
pub(super) fn of(
    finding: &Finding,
    events: &[Event],
    last: usize,
    offender: usize,
    control: Option<&[Event]>,
) -> Option<Fault> {
    let (write, at) = (&events[last], &events[offender]);
    let since = |moment: Duration| moment.saturating_sub(write.at);
    let soon = since(at.at) * 3 + PATIENCE;
    let fault = |kind, within| Some(Fault { kind, within });
    match &at.kind {
        EventKind::Overdue(overdue) => {
            let within = since(overdue.since + overdue.limit).max(Duration::from_millis(200));
            let ends = ["exit", "eof"];
            if overdue.awaited.iter().any(|one| ends.contains(&one.as_str())) {
                fault(Kind::Stays, within)
            } else {
                fault(Kind::Missing(overdue.awaited.clone()), within)
            }
        }
        EventKind::Exit(_) | EventKind::EndOfStream(_) | EventKind::WriteFailed(_) => {
            fault(Kind::Exit, soon)
        }
        EventKind::Received(line) => {
            let word = first_word(at)?;
            if let (true, Some(over)) = (finding.timing, finding.over) {
                return fault(Kind::Missing(vec![word]), since(at.at.saturating_sub(over)));
            }
            let others = events[last..=offender].iter().filter_map(first_word);
            let count = others.filter(|other| *other == word).count();
            let line = line.text();
            let mut kinds = Vec::new();
            kinds.extend(illegal(finding, &line).map(|legal| Kind::Illegal(word.clone(), legal)));
            if count <= MOST && control.is_some() {
                kinds.push(Kind::Extra(word, count));
            }
            kinds.push(Kind::Line(words(&line, finding.columns, true)));
            kinds.push(Kind::Line(words(&line, finding.columns, false)));
            let writes = events[..=last].iter().filter(|event| is_write(event)).count();
            let control = control.map_or(&[][..], |control| after(control, writes));
            let mut kinds = kinds.into_iter().map(|kind| Fault { kind, within: soon });
            kinds.find(|fault| !fault.shows_in(control))
        }
        EventKind::Sent { .. }
        | EventKind::Stderr(_)
        | EventKind::Partial(_)
        | EventKind::InputClosed
        | EventKind::Step { .. } => None,
    }
}

/// The events after this many writes.
fn after(events: &[Event], writes: usize) -> &[Event] {
    let mut indexes = (0..events.len()).filter(|index| is_write(&events[*index]));
    let from = writes.checked_sub(1).and_then(|before| indexes.nth(before));
    from.map_or(&[], |from| &events[from + 1..])
}

/// The moves and words that are allowed in the place of an illegal move, if it is the second word of the line.
fn illegal(finding: &Finding, line: &str) -> Option<Vec<String>> {
    let evidence = finding.position.as_ref()?;
    let wrong = evidence.illegal_move.as_ref()?;
    if line.split_ascii_whitespace().nth(1) != Some(wrong) {
        return None;
    }
    let game = games::game(evidence.game)?;
    let position = game.parse(&evidence.notation).ok()?;
    let mut legal = position.legal_moves();
    // Words that are not moves are not illegal moves.
    legal.extend(["resign", "win", "none", "(none)", "0000"].map(str::to_owned));
    Some(legal)
}

/// The patterns for the words of a line. Numbers match any number, because they differ from search to search, except in
/// the offending part.
fn words(line: &str, columns: Option<(usize, usize)>, any_number: bool) -> Vec<Word> {
    let is_number = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut from = 0;
    let mut words = Vec::new();
    for word in line.split_ascii_whitespace() {
        let at = line[from..].find(word).map_or(from, |at| from + at);
        from = at + word.len();
        let offends = columns.is_some_and(|(start, end)| at < end && start < from);
        words.push(if any_number && is_number(word) && !offends {
            Word::Number
        } else {
            Word::Is(word.to_owned())
        });
    }
    words
}

impl Fault {
    /// Whether these lines of a sound engine also show the violation.
    fn shows_in(&self, events: &[Event]) -> bool {
        let mut lines =
            events.iter().filter_map(|event| Some(event.received()?.text().into_owned()));
        match &self.kind {
            Kind::Missing(_) | Kind::Stays | Kind::Exit => false,
            Kind::Extra(word, count) => {
                lines.filter(|line| line.split(' ').next() == Some(word)).count() >= *count
            }
            Kind::Illegal(word, legal) => lines.any(|line| {
                let mut words = line.split_ascii_whitespace();
                words.next() == Some(word)
                    && words.next().is_some_and(|played| !legal.iter().any(|one| one == played))
            }),
            Kind::Line(pattern) => lines.any(|line| {
                let line = words(&line, None, true);
                line.len() == pattern.len()
                    && pattern.iter().zip(&line).all(|(one, other)| match (one, other) {
                        (Word::Number, other) => *other == Word::Number,
                        (Word::Is(one), Word::Is(other)) => one == other,
                        // Any number of the sound engine can have this value in another run.
                        (Word::Is(one), Word::Number) => one.parse::<i64>().is_ok(),
                    })
            }),
        }
    }

    /// The event as a Python dictionary.
    pub(super) fn python(&self) -> String {
        let rest = match &self.kind {
            Kind::Missing(words) => format!("\"kind\": \"missing\", \"words\": {}", list(words)),
            Kind::Stays => "\"kind\": \"stays\"".to_owned(),
            Kind::Exit => "\"kind\": \"exit\"".to_owned(),
            Kind::Extra(word, count) => {
                format!("\"kind\": \"extra\", \"word\": {}, \"count\": {count}", text(word))
            }
            Kind::Illegal(word, legal) => format!(
                "\"kind\": \"illegal\", \"word\": {}, \"legal\": {}",
                text(word),
                list(legal)
            ),
            Kind::Line(words) => {
                let words = words.iter().map(|word| match word {
                    Word::Is(word) => regex_lite::escape(word),
                    Word::Number => "-?[0-9]+".to_owned(),
                });
                let pattern = words.collect::<Vec<_>>().join("\\s+");
                format!(
                    "\"kind\": \"line\", \"pattern\": {}",
                    text(&format!("^\\s*{pattern}\\s*$"))
                )
            }
        };
        format!("{{{rest}, \"within\": {:.3}}}", self.within.as_secs_f64())
    }
}
