//! Messages of the engine that no step has used yet, in bounded memory.

use std::collections::VecDeque;
use std::time::Duration;

use crate::protocol::{ParsedMessage, Value};
use crate::transcript::EventId;

/// The largest number of lines that are kept for a step. Lines without room are judged by the rules alone.
const LINES: usize = 512;
/// The largest memory of these lines in bytes.
const BYTES: usize = 512 << 10;
/// How many bytes of a line, or of a text in it, are kept for a step.
const TEXT: usize = 8 << 10;
/// How many words of a list, such as a pv, are kept for a step.
const WORDS: usize = 512;

/// A message of the engine that no step has used yet.
#[derive(Debug, Clone)]
pub(crate) struct PendingMessage {
    pub(crate) id: EventId,
    pub(crate) at: Duration,
    pub(crate) reading: ParsedMessage,
    pub(crate) text: String,
}

impl PendingMessage {
    /// Keeps the part of a line that a step can read.
    pub(crate) fn new(id: EventId, at: Duration, mut reading: ParsedMessage, line: &[u8]) -> Self {
        for (_, value) in &mut reading.fields {
            match value {
                Value::Text(text) => shorten(text),
                Value::Words(words) => {
                    let mut left = TEXT;
                    let fitting = words.iter().take(WORDS).take_while(|word| {
                        let fits = word.len() <= left;
                        left = left.saturating_sub(word.len());
                        fits
                    });
                    words.truncate(fitting.count());
                    words.shrink_to_fit();
                }
                Value::Int(_) | Value::Flag(_) => {}
            }
        }
        let shown = &line[..line.len().min(TEXT)];
        Self { id, at, reading, text: String::from_utf8_lossy(shown).into_owned() }
    }

    /// The approximate memory in bytes.
    fn size(&self) -> usize {
        const HELD: usize = 32;
        let value = |value: &Value| match value {
            Value::Text(text) => HELD + text.capacity(),
            Value::Words(words) => {
                let words = words.iter();
                words.map(|word| HELD + size_of::<String>() + word.capacity()).sum()
            }
            Value::Int(_) | Value::Flag(_) => 0,
        };
        let fields = &self.reading.fields;
        let fields: usize =
            fields.iter().map(|(_, field)| size_of::<(&str, Value)>() + value(field)).sum();
        size_of::<Self>() + HELD + self.text.capacity() + fields
    }
}

fn shorten(text: &mut String) {
    if text.len() > TEXT {
        text.truncate(text.floor_char_boundary(TEXT));
        text.shrink_to_fit();
    }
}

/// The lines that are kept for a step, in order.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    lines: VecDeque<PendingMessage>,
    /// The memory of these lines in bytes.
    bytes: usize,
}

impl Pending {
    /// Adds a line. If there is no room, the oldest line of the most frequent kind is dropped, so that a reply is not
    /// lost among the many lines of a search.
    pub(crate) fn push(&mut self, heard: PendingMessage) {
        self.bytes += heard.size();
        self.lines.push_back(heard);
        while self.lines.len() > LINES || self.bytes > BYTES && self.lines.len() > 1 {
            let kind = self.most_frequent();
            let at = self.lines.iter().position(|heard| heard.reading.kind == kind);
            if let Some(gone) = at.and_then(|at| self.lines.remove(at)) {
                self.bytes -= gone.size();
            }
        }
    }

    /// Appends lines.
    pub(crate) fn append(&mut self, mut later: Self) {
        while let Some(heard) = later.pop_front() {
            self.push(heard);
        }
    }

    /// Takes the oldest line.
    pub(crate) fn pop_front(&mut self) -> Option<PendingMessage> {
        let heard = self.lines.pop_front()?;
        self.bytes -= heard.size();
        Some(heard)
    }

    /// Takes all lines, the oldest first.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = PendingMessage> {
        self.bytes = 0;
        self.lines.drain(..)
    }

    /// Drops all lines.
    pub(crate) fn clear(&mut self) {
        self.lines.clear();
        self.bytes = 0;
    }

    /// The lines, the oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &PendingMessage> {
        self.lines.iter()
    }

    fn most_frequent(&self) -> &'static str {
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        for heard in &self.lines {
            let kind = heard.reading.kind;
            match counts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((kind, 1)),
            }
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        most.map_or("", |(kind, _)| kind)
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::MessageClass;

    use super::*;

    fn heard(kind: &'static str, id: usize, fields: Vec<(&'static str, Value)>) -> PendingMessage {
        let reading = ParsedMessage {
            kind,
            class: MessageClass::Info,
            fields,
            closes_search: false,
            unreadable: &[],
        };
        PendingMessage::new(EventId(id), Duration::ZERO, reading, &[b'x'; 1000])
    }

    /// The least memory that these lines take.
    fn held(pending: &Pending) -> usize {
        let value = |value: &Value| match value {
            Value::Text(text) => text.capacity(),
            Value::Words(words) => {
                words.iter().map(|word| size_of::<String>() + word.capacity()).sum()
            }
            Value::Int(_) | Value::Flag(_) => 0,
        };
        let line = |heard: &PendingMessage| {
            let fields = heard.reading.fields.iter().map(|(_, field)| value(field));
            size_of::<PendingMessage>() + heard.text.capacity() + fields.sum::<usize>()
        };
        pending.iter().map(line).sum()
    }

    #[test]
    fn an_answer_is_not_lost_in_a_flood() {
        let mut pending = Pending::default();
        pending.push(heard("readyok", 0, Vec::new()));
        for id in 1..5000 {
            let kind = if id == 4000 { "bestmove" } else { "info" };
            pending.push(heard(kind, id, Vec::new()));
        }
        assert!(pending.lines.len() <= LINES && held(&pending) <= BYTES);
        assert!(held(&pending) > BYTES / 4 * 3, "{}", held(&pending));
        let kinds = |kind| pending.iter().filter(move |heard| heard.reading.kind == kind).count();
        assert_eq!((kinds("readyok"), kinds("bestmove")), (1, 1));
        assert_eq!(pending.pop_front().map(|heard| heard.reading.kind), Some("readyok"));
        let newest = pending.iter().last().map(|heard| heard.id);
        assert_eq!(newest, Some(EventId(4999)));
        pending.clear();
        assert_eq!((pending.bytes, pending.pop_front().is_none()), (0, true));
    }

    #[test]
    fn what_is_read_of_a_line_is_bounded() {
        let words = vec!["7g7f".to_owned(); 200_000];
        let long = vec!["7".repeat(5000); 3];
        let one = heard(
            "info",
            0,
            vec![
                ("pv", Value::Words(words)),
                ("long", Value::Words(long)),
                ("string", Value::Text("将".repeat(100_000))),
                ("depth", Value::Int(3)),
            ],
        );
        assert!(one.size() < 60 << 10, "{}", one.size());
        let lengths = one.reading.fields.iter().map(|(_, value)| match value {
            Value::Words(words) => words.len(),
            Value::Text(text) => text.len(),
            Value::Int(_) | Value::Flag(_) => 0,
        });
        assert_eq!(lengths.collect::<Vec<_>>(), [WORDS, 1, 8190, 0]);
        let pv = heard("info", 0, vec![("pv", Value::Words(vec!["7".to_owned(); WORDS]))]);
        for line in [one, pv] {
            let mut pending = Pending::default();
            for id in 0..300 {
                pending.push(PendingMessage { id: EventId(id), ..line.clone() });
            }
            assert!(held(&pending) <= BYTES, "{}", held(&pending));
            pending.pop_front();
            let left: usize = pending.iter().map(PendingMessage::size).sum();
            assert_eq!(pending.bytes, left);
            while pending.pop_front().is_some() {}
            assert_eq!(pending.bytes, 0);
        }
    }

    #[test]
    fn the_only_line_is_kept_however_large_it_is() {
        let words = || ("pv", Value::Words(vec!["7g7f".to_owned(); WORDS]));
        let large = heard("info", 0, (0..50).map(|_| words()).collect());
        assert!(large.size() > BYTES);
        let mut pending = Pending::default();
        pending.push(large.clone());
        assert_eq!(pending.iter().count(), 1);
        pending.push(PendingMessage { id: EventId(1), ..large });
        assert_eq!(pending.iter().map(|heard| heard.id).collect::<Vec<_>>(), [EventId(1)]);
    }

    #[test]
    fn what_is_appended_comes_after_what_is_there() {
        let [mut earlier, mut later] = [Pending::default(), Pending::default()];
        earlier.push(heard("usiok", 0, Vec::new()));
        later.push(heard("readyok", 1, Vec::new()));
        later.push(heard("bestmove", 2, Vec::new()));
        earlier.append(later);
        let kinds: Vec<_> = earlier.drain().map(|heard| heard.reading.kind).collect();
        assert_eq!(kinds, ["usiok", "readyok", "bestmove"]);
    }
}
