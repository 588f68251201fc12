//! The models: each is a test of a few threads.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use super::clock::Clock;
use super::inbox::Inbox;
use super::outbox::Outbox;
use super::system::{EngineInput, StopSignal, pipe};
use crate::transcript::{ExitStatus, Line, Stream};
use kentei::engine::{Arrival, Timings};
use loom::thread;

/// Runs a model in every order of its steps with at most this number of preemptions (interruptions of a thread that
/// could continue). Two are enough to find most mistakes, and each further one takes many times as long.
fn model(preemptions: usize, run: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(run);
}

fn inbox() -> (Clock, Arc<Inbox>) {
    let clock = Clock::start();
    // Nothing becomes overdue in a model.
    let timings = Timings { partial_line: Duration::MAX, write_stall: Duration::MAX };
    (clock, Arc::new(Inbox::new(clock, timings).expect("a waker")))
}

/// The session: takes arrivals until `last` returns true for all that it has taken.
fn take_until(inbox: &Inbox, last: impl Fn(&[Arrival]) -> bool) -> Vec<Arrival> {
    let mut all = Vec::new();
    while !last(&all) {
        let mut taken = VecDeque::new();
        inbox.take(&mut taken, Duration::MAX, |waker, _| waker.wait());
        assert!(!taken.is_empty(), "the session waits until there is something");
        all.extend(taken.into_iter().map(|incoming| incoming.what));
    }
    all
}

fn count(all: &[Arrival], wanted: &Arrival) -> usize {
    all.iter().filter(|arrival| *arrival == wanted).count()
}

#[test]
fn lines_of_both_streams_arrive_once_each_and_in_their_order() {
    model(3, || {
        let (clock, inbox) = inbox();
        let readers = [Stream::Stdout, Stream::Stderr].map(|stream| {
            let inbox = Arc::clone(&inbox);
            thread::spawn(move || {
                inbox.feed(stream, clock.now(), b"a\nb");
                inbox.feed(stream, clock.now(), b"\n");
                inbox.end(stream, clock.now());
            })
        });
        let is_end = |arrival: &&Arrival| matches!(arrival, Arrival::EndOfStream(_));
        let all = take_until(&inbox, |all| all.iter().filter(is_end).count() == 2);
        let of = |line: fn(Line) -> Arrival, stream| {
            [line(Line::new("a")), line(Line::new("b")), Arrival::EndOfStream(stream)]
        };
        assert_eq!(all.len(), 6);
        for wanted in [of(Arrival::Stdout, Stream::Stdout), of(Arrival::Stderr, Stream::Stderr)] {
            let found: Vec<&Arrival> = all.iter().filter(|one| wanted.contains(one)).collect();
            assert_eq!(found, wanted.iter().collect::<Vec<_>>());
        }
        for reader in readers {
            reader.join().expect("it does not panic");
        }
    });
}

/// More bytes than may wait for the session.
fn more_than_fits() -> Vec<u8> {
    [vec![b'x'; 1 << 18], b"\n".to_vec()].concat()
}

#[test]
fn a_reader_without_room_goes_on_when_the_session_has_taken_something() {
    model(3, || {
        let (clock, inbox) = inbox();
        let reader = Arc::clone(&inbox);
        let reader = thread::spawn(move || {
            for _ in 0..2 {
                reader.wait_for_room(Stream::Stdout);
                reader.feed(Stream::Stdout, clock.now(), &more_than_fits());
            }
        });
        let all = take_until(&inbox, |all| all.len() == 2);
        assert!(all.iter().all(|arrival| matches!(arrival, Arrival::Stdout(_))));
        reader.join().expect("it does not panic");
    });
}

#[test]
fn a_reader_without_room_ends_when_the_session_reads_no_more() {
    model(3, || {
        let (clock, inbox) = inbox();
        let reader = Arc::clone(&inbox);
        let reader = thread::spawn(move || {
            for _ in 0..2 {
                reader.wait_for_room(Stream::Stdout);
                reader.feed(Stream::Stdout, clock.now(), &more_than_fits());
            }
            reader.finish(Stream::Stdout);
        });
        inbox.close();
        reader.join().expect("it does not panic");
        assert!(inbox.stdout_finished());
    });
}

#[test]
fn an_exit_is_delivered_once_and_after_every_line() {
    model(2, || {
        let (clock, inbox) = inbox();
        let reader = Arc::clone(&inbox);
        let reader = thread::spawn(move || {
            reader.feed(Stream::Stdout, clock.now(), b"last\n");
            reader.moved();
            reader.end(Stream::Stdout, clock.now());
            reader.finish(Stream::Stdout);
        });
        let waiter = Arc::clone(&inbox);
        let waiter = thread::spawn(move || {
            let at = clock.now();
            waiter.exited(ExitStatus::Code(0));
            waiter.wait_drained(Stream::Stdout, Duration::MAX, || Some(false));
            waiter.deliver_exit(at, ExitStatus::Code(0));
        });
        let exit = Arrival::Exit(ExitStatus::Code(0));
        let all = take_until(&inbox, |all| all.contains(&exit));
        let line = Arrival::Stdout(Line::new("last"));
        assert_eq!(all, [line, Arrival::EndOfStream(Stream::Stdout), exit]);
        assert_eq!(inbox.wait_exit(Duration::MAX), Some(ExitStatus::Code(0)));
        reader.join().expect("it does not panic");
        waiter.join().expect("it does not panic");
    });
}

#[test]
fn whoever_waits_for_the_exit_hears_of_it() {
    model(3, || {
        let (_, inbox) = inbox();
        let waiter = Arc::clone(&inbox);
        let waiter = thread::spawn(move || waiter.exited(ExitStatus::Code(3)));
        assert_eq!(inbox.wait_exit(Duration::MAX), Some(ExitStatus::Code(3)));
        waiter.join().expect("it does not panic");
    });
}

/// An outbox with its writer thread, and the other end of its pipe.
struct Sending {
    inbox: Arc<Inbox>,
    outbox: Arc<Outbox>,
    engine: EngineInput,
    stop: Arc<StopSignal>,
    writer: thread::JoinHandle<()>,
}

fn sending() -> Sending {
    let (clock, inbox) = inbox();
    let (input, engine, stop) = pipe();
    let stop = Arc::new(stop);
    let outbox = Outbox::new(input, clock, Arc::clone(&inbox)).expect("a pipe");
    let outbox = Arc::new(outbox);
    let writer = (Arc::clone(&outbox), Arc::clone(&stop));
    let writer = thread::spawn(move || writer.0.run(&writer.1));
    Sending { inbox, outbox, engine, stop, writer }
}

#[test]
fn what_is_sent_arrives_once_and_in_order_and_then_the_stream_ends() {
    model(2, || {
        let Sending { inbox, outbox, engine, stop: _stop, writer } = sending();
        let engine =
            thread::spawn(move || std::iter::from_fn(|| engine.read()).collect::<Vec<u8>>());
        outbox.send(b"ab");
        outbox.send(b"c");
        outbox.close();
        outbox.send(b"after the end");
        assert_eq!(engine.join().expect("it does not panic"), b"abc");
        writer.join().expect("it does not panic");
        let mut taken = VecDeque::new();
        inbox.take(&mut taken, Duration::ZERO, |_, _| {});
        assert!(taken.is_empty(), "{taken:?}");
    });
}

#[test]
fn an_engine_that_closes_its_input_is_reported_once_and_ends_the_writer() {
    model(2, || {
        let Sending { inbox, outbox, engine, stop: _stop, writer } = sending();
        let engine = thread::spawn(move || {
            engine.read();
            engine.close();
        });
        outbox.send(b"abcd");
        outbox.send(b"e");
        let broken = Arrival::WriteFailed("it has closed its input".to_owned());
        let all = take_until(&inbox, |all| !all.is_empty());
        assert_eq!((all.len(), count(&all, &broken)), (1, 1));
        engine.join().expect("it does not panic");
        writer.join().expect("it does not panic");
    });
}

#[test]
fn the_writer_ends_when_asked_to_whatever_waits() {
    model(2, || {
        let Sending { inbox, outbox, engine: _engine, stop, writer } = sending();
        outbox.send(b"this is not read");
        outbox.stop();
        stop.stop();
        writer.join().expect("it does not panic");
        let mut taken = VecDeque::new();
        inbox.take(&mut taken, Duration::ZERO, |_, _| {});
        assert!(taken.is_empty(), "no fault of the engine: {taken:?}");
    });
}
