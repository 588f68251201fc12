//! Records a transcript of bounded size, whatever the engine writes.

use std::collections::VecDeque;

use crate::transcript::{Event, EventId, EventKind, Line, Transcript, Window};

/// How many bytes of a line a transcript keeps.
const LINE_BYTES: usize = 8 << 10;
/// How many bytes are kept from the beginning.
const HEAD_BYTES: usize = 384 << 10;
/// How many bytes are kept from the end, after a flood.
const TAIL_BYTES: usize = 128 << 10;

const _: () = assert!(
    (HEAD_BYTES + TAIL_BYTES) / size_of::<Event>() <= Transcript::MAX_EVENTS,
    "the bytes limit the number of events"
);

/// Builds a [`Transcript`]: an ordinary dialogue in full, or the beginning and the end of a flood.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    head: Vec<Event>,
    head_bytes: usize,
    tail: VecDeque<Event>,
    tail_bytes: usize,
    dropped: u64,
    next: usize,
    /// Each window with the number that the next event had when the window ended.
    windows: Vec<(usize, Window)>,
}

impl Recorder {
    /// A recorder whose first event has this number.
    pub(crate) fn beginning_with(next: usize) -> Self {
        Self { next, ..Self::default() }
    }

    /// The id of the next event.
    pub(crate) fn next_id(&mut self) -> EventId {
        let id = EventId(self.next);
        self.next += 1;
        id
    }

    /// Keeps an event. After a flood, older events are dropped to make room for it.
    pub(crate) fn keep(&mut self, mut event: Event) {
        let size = shorten(&mut event.kind) + size_of::<Event>();
        if self.tail.is_empty() && self.head_bytes + size <= HEAD_BYTES {
            self.head_bytes += size;
            self.head.push(event);
            return;
        }
        self.tail_bytes += size;
        self.tail.push_back(event);
        while self.tail_bytes > TAIL_BYTES
            && let Some(oldest) = self.tail.pop_front()
        {
            self.tail_bytes -= bytes(&oldest.kind) + size_of::<Event>();
            self.dropped += 1;
        }
    }

    /// Keeps a window.
    pub(crate) fn window(&mut self, window: Window) {
        if self.windows.len() < Transcript::MAX_WINDOWS {
            self.windows.push((self.next, window));
        }
    }

    /// The number that the next event will have.
    pub(crate) fn next_number(&self) -> usize {
        self.next
    }

    /// Drops the events from this number on. After a flood nothing is dropped: the beginning and the end together show
    /// more than the beginning alone.
    pub(crate) fn forget(&mut self, from: usize) {
        if !self.tail.is_empty() {
            return;
        }
        let keep = self.head.partition_point(|event| event.id.0 < from);
        for event in self.head.drain(keep..) {
            self.head_bytes -= bytes(&event.kind) + size_of::<Event>();
            self.dropped += 1;
        }
        self.windows.retain(|(number, _)| *number <= from);
    }

    /// The transcript so far.
    pub(crate) fn finish(self) -> Transcript {
        let mut events = self.head;
        events.extend(self.tail);
        events.shrink_to_fit();
        Transcript {
            events,
            dropped: self.dropped,
            cut: 0,
            windows: self.windows.into_iter().map(|(_, window)| window).collect(),
        }
    }
}

fn shorten(kind: &mut EventKind) -> usize {
    match kind {
        EventKind::Sent { line, .. } | EventKind::Received(line) | EventKind::Stderr(line) => {
            cut(line)
        }
        EventKind::Partial(bytes) => {
            bytes.truncate(LINE_BYTES);
            bytes.shrink_to_fit();
            bytes.len()
        }
        EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Overdue(_)
        | EventKind::Step { .. } => 0,
    }
}

fn cut(line: &mut Line) -> usize {
    if line.bytes.len() > LINE_BYTES {
        line.cut += u64::try_from(line.bytes.len() - LINE_BYTES).unwrap_or(u64::MAX);
        line.bytes.truncate(LINE_BYTES);
    }
    line.bytes.shrink_to_fit();
    line.bytes.len()
}

fn bytes(kind: &EventKind) -> usize {
    match kind {
        EventKind::Sent { line, .. } | EventKind::Received(line) | EventKind::Stderr(line) => {
            line.bytes.len()
        }
        EventKind::Partial(bytes) => bytes.len(),
        EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Overdue(_)
        | EventKind::Step { .. } => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::run::tests::finding::pause;

    fn keep(recorder: &mut Recorder, length: usize) {
        let id = recorder.next_id();
        let line = Line::new("x".repeat(length));
        recorder.keep(Event { id, at: Duration::ZERO, kind: EventKind::Received(line) });
    }

    #[test]
    fn the_events_of_a_second_process_are_numbered_on() {
        let mut recorder = Recorder::beginning_with(7);
        keep(&mut recorder, 1);
        assert_eq!(recorder.next_number(), 8);
        assert_eq!(recorder.finish().events[0].id, EventId(7));
    }

    #[test]
    fn a_long_line_is_cut_and_says_by_how_much() {
        let mut recorder = Recorder::default();
        for length in [LINE_BYTES, LINE_BYTES + 5] {
            keep(&mut recorder, length);
        }
        let transcript = recorder.finish();
        let kept = transcript.events.iter().filter_map(Event::received);
        let kept: Vec<_> = kept.map(|line| (line.bytes.len(), line.cut)).collect();
        assert_eq!(kept, [(LINE_BYTES, 0), (LINE_BYTES, 5)]);
    }

    #[test]
    fn a_flood_keeps_its_beginning_and_its_end() {
        let mut recorder = Recorder::default();
        let all = 3 * (HEAD_BYTES + TAIL_BYTES) / LINE_BYTES;
        (0..all).for_each(|_| keep(&mut recorder, LINE_BYTES));
        let transcript = recorder.finish();
        let ids: Vec<usize> = transcript.events.iter().map(|event| event.id.0).collect();
        assert_eq!((ids.first(), ids.last()), (Some(&0), Some(&(all - 1))));
        let gaps = ids.windows(2).filter(|two| two[1] != two[0] + 1).count();
        assert_eq!(gaps, 1);
        assert_eq!(transcript.dropped as usize + ids.len(), all);
        let bytes = ids.len() * LINE_BYTES;
        assert!(
            bytes > (HEAD_BYTES + TAIL_BYTES) / 2 && bytes <= HEAD_BYTES + TAIL_BYTES,
            "{bytes}"
        );
    }

    /// What is left of so many events, each followed by a window, after the events from `from` on are dropped: the
    /// numbers of the events, the seconds at which the windows began, and how many events were dropped.
    fn forgotten(events: u64, from: usize) -> (Vec<usize>, Vec<u64>, u64) {
        let mut recorder = Recorder::default();
        for second in 0..events {
            keep(&mut recorder, 10);
            recorder.window(pause(Duration::from_secs(second)));
        }
        recorder.forget(from);
        let Transcript { events, windows, dropped, .. } = recorder.finish();
        let events = events.iter().map(|event| event.id.0).collect();
        (events, windows.iter().map(|window| window.from.as_secs()).collect(), dropped)
    }

    #[test]
    fn a_round_in_which_nothing_was_found_leaves_neither_events_nor_windows() {
        // Window 0 ended when event 1 was next, that is, before the events that are dropped.
        assert_eq!(forgotten(4, 1), (vec![0], vec![0], 3));
        assert_eq!(forgotten(4, 3), (vec![0, 1, 2], vec![0, 1, 2], 1));
        assert_eq!(forgotten(4, 4), (vec![0, 1, 2, 3], vec![0, 1, 2, 3], 0));
        assert_eq!(forgotten(4, 0), (vec![], vec![], 4));
    }

    #[test]
    fn the_first_windows_are_kept_up_to_their_limit() {
        let (_, windows, _) = forgotten(Transcript::MAX_WINDOWS as u64 + 2, usize::MAX);
        assert_eq!((windows.len(), windows[0]), (Transcript::MAX_WINDOWS, 0));
    }

    #[test]
    fn what_was_dropped_makes_room_for_later_rounds() {
        let mut recorder = Recorder::default();
        let round = HEAD_BYTES / LINE_BYTES * 3 / 4;
        for _ in 0..4 {
            let mark = recorder.next_number();
            recorder.forget(mark - mark.min(round));
            (0..round).for_each(|_| keep(&mut recorder, LINE_BYTES));
        }
        let transcript = recorder.finish();
        assert_eq!((transcript.events.len(), transcript.dropped), (round, 3 * round as u64));
    }

    #[test]
    fn what_was_not_dropped_makes_no_room() {
        let mut recorder = Recorder::default();
        let round = HEAD_BYTES / LINE_BYTES * 3 / 4;
        (0..round).for_each(|_| keep(&mut recorder, LINE_BYTES));
        recorder.forget(round - 1);
        (0..4 * round).for_each(|_| keep(&mut recorder, LINE_BYTES));
        let kept = recorder.finish().events.len() * LINE_BYTES;
        assert!(kept <= HEAD_BYTES + TAIL_BYTES, "{kept}");
    }
}
