//! What the inbox reports, and in which order.

use std::collections::VecDeque;
use std::time::Duration;

use crate::engine::clock::Clock;
use crate::engine::inbox::Inbox;
use crate::engine::{Arrival, Timings};
use crate::transcript::{ExitStatus, Line, Stream};

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

fn inbox(partial_line: Duration) -> Inbox {
    let timings = Timings { partial_line, write_stall: ms(1 << 30) };
    Inbox::new(Clock::start(), timings).expect("a waker")
}

/// What has arrived, without waiting.
fn taken(inbox: &Inbox) -> Vec<(u64, Arrival)> {
    let mut taken = VecDeque::new();
    inbox.take(&mut taken, Duration::ZERO, |_, _| {});
    taken.into_iter().map(|incoming| (incoming.at.as_millis() as u64, incoming.what)).collect()
}

fn stdout(text: &str) -> Arrival {
    Arrival::Stdout(Line::new(text))
}

#[test]
fn two_streams_are_reported_by_time() {
    let inbox = inbox(ms(1 << 30));
    inbox.feed(Stream::Stdout, ms(5), b"b\nc\n");
    inbox.feed(Stream::Stderr, ms(4), b"a\n");
    let a = Arrival::Stderr(Line::new("a"));
    assert_eq!(taken(&inbox), [(4, a), (5, stdout("b")), (5, stdout("c"))]);
}

#[test]
fn an_exit_keeps_its_stamp_and_its_place() {
    let inbox = inbox(ms(1 << 30));
    inbox.feed(Stream::Stdout, ms(5), b"last\n");
    let exit = ExitStatus::Code(0);
    inbox.deliver_exit(ms(4), exit);
    inbox.feed(Stream::Stdout, ms(4), b"of a child\n");
    assert_eq!(
        taken(&inbox),
        [(5, stdout("last")), (4, Arrival::Exit(exit)), (4, stdout("of a child"))]
    );
}

#[test]
fn a_line_that_is_finished_too_late_was_partial_at_its_time() {
    let inbox = inbox(ms(50));
    inbox.feed(Stream::Stdout, ms(10), b"x\nbest");
    inbox.feed(Stream::Stdout, ms(40), b"move");
    inbox.feed(Stream::Stderr, ms(70), b"note\n");
    inbox.feed(Stream::Stdout, ms(80), b" a\nb");
    assert_eq!(
        taken(&inbox),
        [
            (10, stdout("x")),
            (60, Arrival::Partial(b"bestmove".to_vec())),
            (70, Arrival::Stderr(Line::new("note"))),
            (80, stdout("bestmove a")),
        ]
    );
}

#[test]
fn a_line_that_is_finished_in_time_was_never_partial() {
    let inbox = inbox(ms(50));
    inbox.feed(Stream::Stdout, ms(10), b"best");
    inbox.feed(Stream::Stdout, ms(59), b"move\n");
    assert_eq!(taken(&inbox), [(59, stdout("bestmove"))]);
}

#[test]
fn standard_error_is_dropped_where_standard_output_would_wait() {
    let inbox = inbox(ms(1 << 30));
    let line = [b"x".repeat(1000), b"\n".to_vec()].concat();
    for _ in 0..2000 {
        inbox.feed(Stream::Stderr, ms(1), &line);
    }
    inbox.feed(Stream::Stdout, ms(2), b"usiok\n");
    let taken = taken(&inbox);
    assert_eq!(taken.len() as u64 + inbox.stderr_dropped(), 2001);
    assert!(taken.len() < 600);
    assert_eq!(taken.last(), Some(&(2, stdout("usiok"))));
}

#[test]
fn a_write_fails_once() {
    let inbox = inbox(ms(1 << 30));
    inbox.write_failed("first".to_owned());
    inbox.write_failed("second".to_owned());
    let reported: Vec<_> = taken(&inbox).into_iter().map(|(_, what)| what).collect();
    assert_eq!(reported, [Arrival::WriteFailed("first".to_owned())]);
}
