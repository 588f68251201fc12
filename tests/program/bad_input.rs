//! Bad input: exit code 2, a message that names the cause, something to try, and nothing on standard output.

use crate::cli::kentei;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

fn check(args: &[&str], message: &str) {
    let refused = kentei(args).assert().code(2).stdout("");
    refused.stderr(starts_with("error: ").and(contains(message)));
}

#[test]
fn arguments_that_do_not_exist() {
    check(&["run", "--no-such-flag"], "--no-such-flag");
    check(&["examine"], "unrecognized subcommand");
    check(&["list", "bugs"], "[possible values: scenarios, clauses, dialects, defects]");
    check(&["schema"], "required");
    check(&["check"], "required");
    check(&["run", "a", "b"], "unexpected argument 'b'");
    let hint = "\"--\": kentei run -- python3 engine.py\n";
    check(&["run", "python3", "engine.py"], hint);
}

#[test]
fn an_engine_that_is_not_named() {
    let hint = "no program after \"--\"\n  try: kentei run -- python3 my_engine.py";
    for command in [&["run", "--"][..], &["explore", "--"], &["shrink", "usi/ready/readyok", "--"]]
    {
        check(command, hint);
    }
    for empty in [&["run", ""][..], &["run", "--", ""], &["explore", ""]] {
        check(empty, "the name of the engine is empty");
    }
    check(&["run", "--cwd", "nosuchdir"], "no folder \"nosuchdir\" for the engine (--cwd)");
}

#[test]
fn values_of_flags_that_cannot_be_read() {
    check(&["run", "--fail-on", "x"], "expected fail, warn or never; add \",snapshots\"");
    check(&["run", "--fail-on", "fail,warn"], "expected only one of fail, warn and never");
    check(&["run", "--max-time", "5"], "a number with a unit, such as 500ms, 90s, 5m or 1h");
    check(&["run", "--seed", "abc"], "expected a whole number");
    check(&["run", "--limits-scale", "0"], "expected a number from 0.1 to 100");
    for jobs in ["0", "1025", "-1", "many"] {
        check(&["run", &format!("--jobs={jobs}")], "expected a whole number from 1 to 1024");
    }
    check(&["run", "--shard", "4/3"], "expected I/N, such as 1/3: I from 1 to N");
}

#[test]
fn numbers_out_of_range() {
    for scale in ["0", "0.09", "101", "-1", "nan", "inf", "two", ""] {
        let scale = format!("--limits-scale={scale}");
        check(&["run", &scale], "--limits-scale");
    }
    check(&["run", "--jobs", "0"], "--jobs");
    check(&["run", "--jobs", "many"], "--jobs");
    check(&["run", "--seed", "-1"], "--seed");
}

#[test]
fn options_of_the_engine_that_are_none() {
    check(&["run", "--set", "Hash"], "no \"=\"");
    check(&["run", "--set", "=1"], "the name is empty");
    check(&["run", "--set", "Hash=1\nquit"], "control characters");
}

#[test]
fn names_that_nobody_has() {
    check(&["run", "--dialect", "usj"], "unknown dialect \"usj\"\n  try: usi, uci, ucci");
    check(&["list", "clauses", "--dialect", ""], "unknown dialect \"\"");
    check(&["run", "--profile", "strict"], "unknown profile \"strict\"\n  try: core, ");
    check(&["explain", "USI-PONN-01"], "unknown id \"USI-PONN-01\"\n  try: USI-PON-01");
    check(&["explain", "../../etc/passwd"], "unknown id");
    check(&["explain", "nosuch"], "unknown id \"nosuch\"\n  try: kentei list clauses");
    check(&["engine", "--defect", "ZZZ"], "\n  try: kentei list defects --dialect usi");
    check(&["shrink", "nosuch"], "unknown scenario \"nosuch\"\n  try: kentei list scenarios");
    check(&["run", "--limit", "foo=3s"], "unknown limit \"foo\"\n  try: hello_slow, hold, ");
}

#[test]
fn a_format_that_is_not_there_lists_what_is() {
    check(
        &["run", "--report", "junk=x.xml"],
        "no report format \"junk\" (there is: terminal, html, json, json:findings, junit, markdown, sarif, github, badge)",
    );
    check(&["run", "--report", "json="], "no path");
}

#[test]
fn reports_that_could_not_be_written_are_refused_before_the_run() {
    check(&["run", "--report", "json", "--report", "terminal"], "two reports want standard output");
    check(
        &["run", "--report", "json=no/such/folder/x"],
        "no folder \"no/such/folder\" for a report\n  try: mkdir -p no/such/folder\n",
    );
    check(&["run", "--report", "json=src"], "\"src\" is a folder");
}

#[test]
fn quiet_and_verbose_exclude_each_other() {
    check(&["run", "--quiet", "--verbose"], "cannot be used with");
}
