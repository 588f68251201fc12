//! What is sent to engines.

use super::*;
use kentei::transcript::NOT_READ;

#[test]
fn what_is_sent_arrives_in_order() {
    let mut engine = spawn(&launch_of("cat", &[]), PATIENT).unwrap();
    for number in 0..1000 {
        engine.send(format!("{number}\n").as_bytes());
    }
    engine.close_input();
    for number in 0..1000 {
        assert_eq!(line(&mut engine), number.to_string());
    }
    assert!(all(&mut engine).contains(&exit(0)));
}

#[test]
fn one_send_is_one_write() {
    // Each `dd` makes one read, which takes what one write has put into the empty pipe.
    let mut engine = sh("dd bs=65536 count=1 2>/dev/null | wc -c; echo ready; \
         dd bs=65536 count=1 2>/dev/null | wc -c");
    engine.send(b"usi\nisready\nusinewgame\n");
    assert_eq!(line(&mut engine).trim(), "23");
    assert_eq!(line(&mut engine), "ready");
    engine.send(&[b'x'; 4000]);
    assert_eq!(line(&mut engine).trim(), "4000");
}

#[test]
fn the_stamp_of_a_send_lies_before_its_answer() {
    let mut engine = spawn(&launch_of("cat", &[]), PATIENT).unwrap();
    for _ in 0..100 {
        let before = engine.now();
        let sent = engine.send(b"isready\n");
        let answer = arrival(&mut engine);
        assert!(before <= sent && sent <= answer.at && answer.at <= engine.now());
    }
}

#[test]
fn an_engine_that_does_not_read_does_not_block_us() {
    let timings = Timings { write_stall: ms(50), ..PATIENT };
    let mut engine = sh_with("exec sleep 1000", timings);
    let command = vec![b'x'; 1 << 16];
    for _ in 0..128 {
        engine.send(&command);
    }
    let Incoming { at, what: Arrival::WriteFailed(why) } = arrival(&mut engine) else {
        panic!("it should report that there is no reader");
    };
    assert!(at >= ms(50));
    assert!(why.starts_with(NOT_READ) && why.contains("50 ms"), "{why}");
    // It is not reported again.
    let until = engine.now() + ms(120);
    assert_eq!(engine.next(until), None);
    assert!(engine.reap(Duration::ZERO).killed);
}

#[test]
fn an_engine_that_reads_late_gets_everything() {
    let timings = Timings { write_stall: ms(20), ..PATIENT };
    let mut engine = sh_with(
        "trap go=1 USR1; echo $$; while [ -z \"$go\" ]; do sleep 0.01; done; exec wc -c",
        timings,
    );
    let pid = line(&mut engine);
    for _ in 0..100 {
        engine.send(&[b'x'; 50_000]);
    }
    engine.close_input();
    assert!(matches!(arrival(&mut engine).what, Arrival::WriteFailed(_)));
    signal(Signal::USR1, &pid);
    assert_eq!(line(&mut engine).trim(), "5000000");
}

#[test]
fn more_than_any_engine_needs_is_refused() {
    let mut engine = sh("exec sleep 1000");
    for _ in 0..20 {
        engine.send(&vec![b'x'; 1 << 20]);
    }
    let Arrival::WriteFailed(why) = arrival(&mut engine).what else {
        panic!("there is a bound");
    };
    assert!(why.starts_with(NOT_READ), "{why}");
}

#[test]
fn an_engine_that_has_closed_its_input_is_reported_once() {
    let mut engine = sh("exec <&-; echo closed; exec sleep 1000");
    assert_eq!(line(&mut engine), "closed");
    engine.send(b"isready\n");
    engine.send(b"isready\n");
    let Arrival::WriteFailed(why) = arrival(&mut engine).what else {
        panic!("it should be reported");
    };
    assert_eq!(why, "it has closed its input");
    let until = engine.now() + ms(50);
    assert_eq!(engine.next(until), None);
}

#[test]
fn the_end_of_input_comes_after_what_was_sent() {
    let mut engine = spawn(&launch_of("wc", &["-c"]), PATIENT).unwrap();
    for _ in 0..8 {
        engine.send(&vec![b'x'; 1 << 20]);
    }
    engine.close_input();
    engine.send(b"too late");
    assert_eq!(line(&mut engine).trim(), (8 << 20).to_string());
}
