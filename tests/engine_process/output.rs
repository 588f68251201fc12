//! What engines write, and when it is reported.

use kentei::transcript::LineEnd;

use super::*;

#[test]
fn lines_come_as_they_were_written_and_the_exit_after_them() {
    let mut engine = sh(r"printf 'a\nb\r\n\n\377\r!\nlast'");
    let arrivals = all(&mut engine);
    let ended = |bytes: &[u8], end| Arrival::Stdout(Line { bytes: bytes.to_vec(), end, cut: 0 });
    let expected = [
        stdout("a"),
        ended(b"b", LineEnd::CrLf),
        stdout(""),
        ended(b"\xff\r!", LineEnd::Lf),
        ended(b"last", LineEnd::None),
        END,
    ];
    let (of_stdout, rest): (Vec<_>, Vec<_>) =
        arrivals.into_iter().partition(|what| matches!(what, Arrival::Stdout(_)) || *what == END);
    assert_eq!(of_stdout, expected);
    assert_eq!(rest, [Arrival::EndOfStream(Stream::Stderr), exit(0)]);
}

#[test]
fn stamps_rise_and_lie_between_spawn_and_now() {
    let mut engine = sh("for i in 1 2 3 4 5 6 7 8 9; do echo $i; echo $i >&2; done");
    let mut last = Duration::ZERO;
    for _ in 0..9 {
        let at = loop {
            let incoming = arrival(&mut engine);
            if matches!(incoming.what, Arrival::Stdout(_)) {
                break incoming.at;
            }
        };
        assert!(at >= last);
        last = at;
    }
    assert!(last > Duration::ZERO && last <= engine.now());
}

#[test]
fn an_unfinished_line_is_reported_once() {
    let timings = Timings { partial_line: ms(30), ..PATIENT };
    let mut engine = sh_with(
        "printf 'done\nbestmo'; read x; printf ve; read x; echo ' 7g7f'; printf half; read x",
        timings,
    );
    assert_eq!(arrival(&mut engine).what, stdout("done"));
    let partial = arrival(&mut engine);
    assert_eq!(partial.what, Arrival::Partial(b"bestmo".to_vec()));
    assert!(partial.at >= ms(30));
    // The rest of the same line is not reported again, but the next line is.
    engine.send(b"\n");
    let until = engine.now() + ms(60);
    assert_eq!(engine.next(until), None);
    engine.send(b"\n");
    assert_eq!(arrival(&mut engine).what, stdout("bestmove 7g7f"));
    assert_eq!(arrival(&mut engine).what, Arrival::Partial(b"half".to_vec()));
    engine.close_input();
    let half = Line { end: LineEnd::None, ..Line::new("half") };
    assert!(all(&mut engine).contains(&Arrival::Stdout(half)));
}

#[test]
fn much_on_standard_error_does_not_stop_the_engine() {
    // Nobody takes arrivals while the engine writes ten times the amount that is kept.
    let mut engine = sh("yes noise | head -c 10000000 >&2; echo usiok; read x");
    assert_eq!(line(&mut engine), "usiok");
    assert!(engine.stderr_dropped() > 0);
}
