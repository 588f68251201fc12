//! Splits bytes into lines, whatever the engine writes.

use std::time::Duration;

use crate::transcript::{Line, LineEnd};

/// Splits a stream into lines. Keeps at most `most` bytes of the unfinished line.
#[derive(Debug)]
pub(super) struct Splitter {
    most: usize,
    tail: Vec<u8>,
    cut: u64,
    ends_in_cr: bool,
    /// When the unfinished line began, if there is one.
    since: Option<Duration>,
    reported: bool,
}

impl Default for Splitter {
    fn default() -> Self {
        Self::keeping(Line::MAX)
    }
}

impl Splitter {
    /// A splitter that keeps this many bytes of a line.
    pub(super) fn keeping(most: usize) -> Self {
        Self { most, tail: Vec::new(), cut: 0, ends_in_cr: false, since: None, reported: false }
    }

    /// Takes bytes that were read at `at`, and passes on every line that they finish.
    pub(super) fn feed(&mut self, at: Duration, bytes: &[u8], mut finished: impl FnMut(Line)) {
        let mut rest = bytes;
        while let Some(length) = rest.iter().position(|&byte| byte == b'\n') {
            self.extend(&rest[..length]);
            finished(self.take());
            rest = &rest[length + 1..];
        }
        if !rest.is_empty() {
            self.extend(rest);
            self.since.get_or_insert(at);
        }
    }

    /// The line that is unfinished at the end of the stream, if there is one.
    pub(super) fn finish(&mut self) -> Option<Line> {
        self.since?;
        let line =
            Line { bytes: std::mem::take(&mut self.tail), end: LineEnd::None, cut: self.cut };
        *self = Self::keeping(self.most);
        Some(line)
    }

    /// When the unfinished line will have been held for `limit`; `None` if there is none, or if it has been reported.
    pub(super) fn partial_due(&self, limit: Duration) -> Option<Duration> {
        self.since.filter(|_| !self.reported).map(|since| since.saturating_add(limit))
    }

    /// The unfinished line so far. It then counts as reported.
    pub(super) fn report_partial(&mut self) -> Vec<u8> {
        self.reported = true;
        self.tail.clone()
    }

    /// Sets the begin of the unfinished line to `at`, because the reader did not read before.
    pub(super) fn restart(&mut self, at: Duration) {
        if let Some(since) = &mut self.since {
            *since = at;
        }
    }

    fn extend(&mut self, bytes: &[u8]) {
        let Some(last) = bytes.last() else { return };
        self.ends_in_cr = *last == b'\r';
        let kept = bytes.len().min(self.most - self.tail.len());
        self.tail.extend_from_slice(&bytes[..kept]);
        self.cut += (bytes.len() - kept) as u64;
    }

    fn take(&mut self) -> Line {
        let mut line =
            Line { bytes: std::mem::take(&mut self.tail), end: LineEnd::Lf, cut: self.cut };
        if self.ends_in_cr {
            line.end = LineEnd::CrLf;
            // The CR is the last byte of the line, so it is among the bytes that were cut off, if there are any.
            if line.cut > 0 {
                line.cut -= 1;
            } else {
                line.bytes.pop();
            }
        }
        *self = Self::keeping(self.most);
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&[u8]]) -> Vec<Line> {
        let mut splitter = Splitter::default();
        let mut lines = Vec::new();
        for chunk in chunks {
            splitter.feed(Duration::ZERO, chunk, |line| lines.push(line));
        }
        lines.extend(splitter.finish());
        lines
    }

    #[track_caller]
    fn check(chunks: &[&[u8]], expected: &[(&[u8], LineEnd)]) {
        let got = split(chunks);
        let got: Vec<_> = got.iter().map(|line| (line.bytes.as_slice(), line.end)).collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn line_ends_are_distinguished() {
        check(
            &[b"a\nb\r\n\n\r\nc"],
            &[
                (b"a", LineEnd::Lf),
                (b"b", LineEnd::CrLf),
                (b"", LineEnd::Lf),
                (b"", LineEnd::CrLf),
                (b"c", LineEnd::None),
            ],
        );
    }

    #[test]
    fn a_lone_cr_is_part_of_its_line() {
        check(&[b"a\rb\n"], &[(b"a\rb", LineEnd::Lf)]);
        check(&[b"a\r\r\n"], &[(b"a\r", LineEnd::CrLf)]);
        check(&[b"a\r"], &[(b"a\r", LineEnd::None)]);
    }

    #[test]
    fn chunks_may_break_anywhere() {
        check(
            &[b"u", b"siok\r", b"\nread", b"", b"yok", b"\n"],
            &[(b"usiok", LineEnd::CrLf), (b"readyok", LineEnd::Lf)],
        );
        check(&[b"a\r", b"b\n"], &[(b"a\rb", LineEnd::Lf)]);
    }

    #[test]
    fn bytes_that_are_no_text_are_kept() {
        check(&[b"\xff\x00\x1b[2J\n"], &[(b"\xff\x00\x1b[2J", LineEnd::Lf)]);
    }

    #[test]
    fn a_long_line_is_cut_and_counted() {
        let piece = vec![b'x'; 1000];
        let mut chunks = vec![piece.as_slice(); 2000];
        chunks.push(b"y\r\nok\n");
        let lines = split(&chunks);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].bytes.len(), Line::MAX);
        assert_eq!(lines[0].cut, 2_000_001 - Line::MAX as u64);
        assert_eq!(lines[0].end, LineEnd::CrLf);
        assert_eq!(lines[1], Line::new("ok"));
    }

    #[test]
    fn a_stream_can_have_a_limit_of_its_own() {
        let mut splitter = Splitter::keeping(3);
        let mut lines = Vec::new();
        splitter.feed(Duration::ZERO, b"abcdef\nabcd\n", |line| lines.push(line));
        let kept: Vec<_> = lines.iter().map(|line| (&line.bytes[..], line.cut)).collect();
        assert_eq!(kept, [(&b"abc"[..], 3), (b"abc", 1)]);
    }

    #[test]
    fn a_cr_after_the_longest_line_is_not_counted_as_cut() {
        let longest = vec![b'x'; Line::MAX];
        let lines = split(&[&longest, b"\r\n"]);
        assert_eq!((lines[0].bytes.len(), lines[0].cut), (Line::MAX, 0));
    }

    #[test]
    fn an_unfinished_line_counts_from_its_first_byte_and_is_reported_once() {
        let ms = Duration::from_millis;
        let mut splitter = Splitter::default();
        splitter.feed(ms(1), b"done\n", drop);
        assert_eq!(splitter.partial_due(ms(10)), None);
        splitter.feed(ms(2), b"done\nbest", drop);
        splitter.feed(ms(5), b"move", drop);
        assert_eq!(splitter.partial_due(ms(10)), Some(ms(12)));
        assert_eq!(splitter.report_partial(), b"bestmove");
        assert_eq!(splitter.partial_due(ms(10)), None);
        splitter.feed(ms(7), b"\nnext", drop);
        assert_eq!(splitter.partial_due(ms(10)), Some(ms(17)));
    }
}
