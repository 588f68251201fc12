//! Tests of the scripted engine itself.

use super::*;

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

fn line(at: u64, text: &str) -> Option<Incoming> {
    Some(Incoming { at: ms(at), what: Arrival::Stdout(Line::new(text)) })
}

fn what(incoming: Option<Incoming>) -> Option<Arrival> {
    incoming.map(|incoming| incoming.what)
}

#[test]
fn time_moves_only_when_it_is_waited_for() {
    let mut engine = Scripted::new(vec![Reaction::on("usi", &[(ms(7), "usiok")])]);
    assert_eq!(engine.next(ms(10)), None);
    assert_eq!(engine.now(), ms(10));
    assert_eq!(engine.send(b"usi\n"), ms(10));
    assert_eq!(engine.now(), ms(10));
    assert_eq!(engine.next(ms(16)), None);
    assert_eq!(engine.next(ms(100)), line(17, "usiok"));
    assert_eq!(engine.now(), ms(17));
}

#[test]
fn what_has_arrived_comes_first_whatever_the_time() {
    let mut engine = Scripted::new(vec![Reaction::unasked(&[(ms(5), "hello")])]);
    engine.now = ms(50);
    assert_eq!(what(engine.next(ms(1))), Some(Arrival::Stdout(Line::new("hello"))));
    assert_eq!(engine.next(ms(1)), None);
    assert_eq!(engine.now(), ms(50));
}

#[test]
fn the_first_words_of_a_line_decide() {
    let mut engine = Scripted::new(vec![
        Reaction::on("go ponder", &[]),
        Reaction::on("go", &[(ms(1), "bestmove a")]).once(),
        Reaction::on("go", &[(ms(1), "bestmove b")]),
    ]);
    engine.send(b"go ponder btime 1\ngoal\n");
    engine.send(b"go byo");
    assert_eq!(engine.next(ms(10)), None);
    engine.send(b"yomi 1\r\n");
    assert_eq!(engine.next(ms(20)), line(11, "bestmove a"));
    engine.send(b"go\n");
    assert_eq!(engine.next(ms(20)), line(12, "bestmove b"));
    assert_eq!(engine.sent().len(), 4);
    assert_eq!(engine.sent_text(), "go ponder btime 1\ngoal\ngo byoyomi 1\r\ngo\n");
}

#[test]
fn an_exit_ends_the_streams_and_everything_planned() {
    let mut engine = Scripted::new(vec![
        Reaction::on("go", &[(ms(1), "info"), (ms(50), "bestmove")]),
        Reaction::on("quit", &[]).exit(ms(3), 0),
    ]);
    engine.send(b"go\nquit\n");
    assert_eq!(engine.next(ms(100)), line(1, "info"));
    let rest: Vec<_> = std::iter::from_fn(|| what(engine.next(ms(100)))).collect();
    assert_eq!(
        rest,
        [
            Arrival::EndOfStream(Stream::Stdout),
            Arrival::EndOfStream(Stream::Stderr),
            Arrival::Exit(ExitStatus::Code(0)),
        ]
    );
    engine.send(b"isready\n");
    engine.send(b"isready\n");
    assert!(matches!(what(engine.next(ms(200))), Some(Arrival::WriteFailed(_))));
    assert_eq!(engine.next(ms(200)), None);
}

#[test]
fn reaping_waits_for_an_exit_that_is_planned() {
    let mut engine =
        Scripted::new(vec![Reaction::on_close(&[(ms(1), "bye")]).exit_leaving_child(ms(5), 3)]);
    engine.close_input();
    let reaped = engine.reap(ms(10));
    assert_eq!(reaped.status, Some(ExitStatus::Code(3)));
    assert!(!reaped.killed && reaped.survivors);
    assert_eq!(engine.now(), ms(5));

    let mut engine = Scripted::new(vec![Reaction::on_close(&[]).exit(ms(50), 0)]);
    engine.close_input();
    assert!(engine.reap(ms(10)).killed);
    assert_eq!(engine.now(), ms(10));
}
