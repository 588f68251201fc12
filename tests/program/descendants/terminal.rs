//! The user's terminal, which an engine must not use.

use std::process::Command;
use std::time::Duration;

use expectrl::{Eof, Expect, Session};

/// The output of a shell script on a terminal of its own.
fn on_a_terminal(script: &str, words: &[&str]) -> String {
    let mut shell = Command::new("sh");
    // This terminal starts with echo switched off.
    let script = format!("stty echo; {script}");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_kentei")]).args(words);
    let mut session = Session::spawn(shell).expect("a terminal");
    session.set_expect_timeout(Some(Duration::from_secs(120)));
    let end = session.expect(Eof).expect("it ends");
    String::from_utf8_lossy(end.as_bytes()).into_owned()
}

#[test]
fn an_engine_has_no_terminal() {
    let engine =
        "echo wrote-''to-it > /dev/tty; stty -echo < /dev/tty; exec \"$0\" engine --dialect usi";
    let run =
        "\"$0\" run --filter '*/quit/idle' --quiet -- sh -c \"$1\" \"$0\"; echo code $?; stty -a";
    let shown = on_a_terminal(run, &[engine]);
    assert!(shown.contains("code 0"), "{shown}");
    assert!(!shown.contains("wrote-to-it"), "{shown}");
    assert!(shown.contains(" echo "), "{shown}");
    assert!(!shown.contains("restored"), "{shown}");
}

#[test]
fn settings_that_were_changed_all_the_same_are_restored() {
    let engine = "stty -echo -icanon < \"$1\"; exec \"$0\" engine --dialect usi";
    let run =
        "\"$0\" run --filter '*/quit/idle' --quiet -- sh -c \"$1\" \"$0\" \"$(tty)\"; stty -a";
    let shown = on_a_terminal(run, &[engine]);
    assert!(shown.contains("they are restored"), "{shown}");
    assert!(shown.contains(" echo ") && shown.contains(" icanon "), "{shown}");
}
