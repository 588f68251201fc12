//! `kentei engine`: the built-in engine on standard input and output.

use crate::cli::kentei;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

#[test]
fn it_completes_the_handshake_and_searches_when_asked() {
    for (dialect, hello, done) in
        [("usi", "usi", "usiok"), ("uci", "uci", "uciok"), ("ucci", "ucci", "ucciok")]
    {
        let mut engine = kentei(&["engine", "--dialect", dialect]);
        let talk = engine.write_stdin(format!("{hello}\nisready\nquit\n")).assert();
        talk.success().stdout(
            starts_with("id name ").and(contains(format!("\n{done}\n"))).and(contains("readyok\n")),
        );
    }
}

#[test]
fn it_goes_at_the_end_of_its_input() {
    kentei(&["engine"]).write_stdin("usi\n").assert().success();
}

#[test]
fn a_defect_shows() {
    let mut engine = kentei(&["engine", "--dialect", "usi", "--defect", "A02"]);
    let talk = engine.write_stdin("usi\nisready\nquit\n").assert();
    talk.stdout(contains("id name").and(contains("usiok").not()));
}

#[test]
fn engines_and_defects_that_nobody_has_are_bad_input() {
    let refused = kentei(&["engine", "--dialect", "usj"]).assert().code(2);
    refused.stdout("").stderr(contains("unknown dialect \"usj\""));
    let refused = kentei(&["engine", "--defect", "A0222"]).assert().code(2);
    refused.stdout("").stderr(contains("unknown defect of the built-in usi engine \"A0222\""));
    let refused = kentei(&["run", "--defect", "nothing"]).assert().code(2);
    refused.stdout("").stderr(contains("unknown defect"));
    let refused = kentei(&["run", "cat", "--defect", "A02"]).assert().code(2);
    refused.stdout("").stderr(contains("only the built-in engine has defects"));
}
