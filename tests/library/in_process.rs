//! An engine that is a function of the program that tests it.

use std::io::{BufRead, BufReader, Write};

use kentei::engine::{EngineStreams, InProcess};
use kentei::reference::{self, Ending, Io};
use kentei::run::result::Conformance;
use kentei::{Examination, UCI, USI};

/// The built-in engine of a dialect as a function.
pub(crate) fn built_in(dialect: &'static str, defect: Option<&'static str>) -> InProcess {
    InProcess::new("built-in", move |streams| {
        let EngineStreams { input, output, errors, .. } = streams;
        match reference::run(dialect, defect, Io { input, output, errors }) {
            Ok(Ending::Exit(code)) => code,
            ending => panic!("{ending:?}"),
        }
    })
}

#[test]
fn a_sound_one_is_conformant_in_both_dialects() {
    let run = |examination: Examination| examination.filter("!*/race/*").run().expect("it starts");
    run(Examination::of(built_in("usi", None), &USI).filter("*/boot/*").filter("*/quit/*"))
        .assert_conformant();
    run(Examination::of(built_in("uci", None), &UCI).filter("*/boot/*").filter("*/stop/*"))
        .assert_conformant();
}

#[test]
fn a_broken_one_is_found_out() {
    let report = Examination::of(built_in("usi", Some("I01")), &USI).filter("usi/mate/answers");
    let report = report.run().expect("it starts");
    assert_eq!(report.verdict(), Conformance::Nonconformant);
    assert!(report.to_string().contains("USI-CM-01"), "{report}");
}

#[test]
fn a_panic_is_an_exit_with_its_message() {
    let engine = InProcess::new("panics", |streams| {
        let mut lines = BufReader::new(streams.input).lines();
        let mut output = streams.output;
        while let Some(Ok(line)) = lines.next() {
            if line == "usi" {
                writeln!(output, "id name Panics\nusiok").expect("it is read");
            } else {
                panic!("what is {line}?");
            }
        }
        0
    });
    let report = Examination::of(engine, &USI).filter("usi/boot/*").run().expect("it starts");
    assert_eq!(report.verdict(), Conformance::Nonconformant);
    assert!(report.to_string().contains("panicked: what is isready?"), "{report}");
}

#[test]
fn one_that_does_not_return_is_given_up() {
    let engine = InProcess::new("deaf", |streams| {
        // The engine holds its streams and reads nothing, for longer than any wait of a run.
        loop {
            std::thread::park();
            let _ = &streams.input;
        }
    });
    let report = Examination::of(engine, &USI).filter("usi/boot/handshake").limits_scale(0.1);
    let report = report.run().expect("it starts");
    assert_eq!(report.verdict(), Conformance::Nonconformant, "{report}");
}
