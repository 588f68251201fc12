//! `kentei --help` and the help of its commands.

use crate::cli::kentei;
use predicates::prelude::*;
use predicates::str::contains;

const COMMANDS: &[&str] = &[
    "run",
    "explore",
    "merge",
    "list",
    "explain",
    "coverage",
    "check",
    "shrink",
    "snapshot",
    "compare",
    "schema",
    "engine",
    "completions",
];

#[test]
fn help_shows_every_command_and_examples() {
    let mut all = kentei(&["--help"]).assert().success();
    for command in COMMANDS {
        all = all.stdout(contains(format!("\n  {command} ")));
    }
    all.stdout(contains("Examples:")).stderr("");
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in COMMANDS {
        let help = kentei(&[command, "--help"]).assert().success();
        help.stdout(contains(format!("Usage: kentei {command}")).and(contains("\n  kentei ")));
    }
}

#[test]
fn the_exit_codes_are_in_the_help_of_run() {
    kentei(&["run", "-h"]).assert().success().stdout(contains("3  could not judge"));
}

#[test]
fn the_defects_of_the_built_in_engine_are_a_flag() {
    for command in ["run", "explore", "shrink"] {
        let help = kentei(&[command, "--help"]).assert().success();
        help.stdout(contains("--defect <ID>").and(contains("`kentei list defects`")));
    }
}

#[test]
fn the_version_is_one_line() {
    let expected = format!("kentei {}\n", env!("CARGO_PKG_VERSION"));
    kentei(&["--version"]).assert().success().stdout(expected);
}

#[test]
fn without_a_command_help_goes_to_standard_error() {
    kentei(&[]).assert().code(2).stdout("").stderr(contains("Usage: kentei"));
}

#[test]
fn completions_are_there_for_common_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        kentei(&["completions", shell]).assert().success().stdout(contains("fail-on"));
    }
}

#[test]
fn completions_offer_the_commands_that_help_shows() {
    let script = kentei(&["completions", "bash"]).assert().success();
    let script = String::from_utf8_lossy(&script.get_output().stdout).into_owned();
    let offered = script.lines().find(|line| line.contains("opts=") && line.contains(" explore "));
    let offered = offered.expect("the commands");
    assert!(offered.contains(" run ") && offered.contains(" completions "), "{offered}");
    assert!(!offered.contains(" echo ") && !offered.contains(" launcher"), "{offered}");
}

#[test]
fn completions_offer_the_protocols_and_the_formats_of_reports() {
    let script = kentei(&["completions", "zsh"]).assert().success();
    let offered = contains(":DIALECT:(usi uci ucci all)").and(contains(":DIALECT:(usi uci ucci)"));
    script.stdout(offered.and(contains(":FORMAT[=PATH]:(terminal html json ")));
}

#[test]
fn the_first_example_is_for_engines_of_any_protocol() {
    let help = kentei(&["--help"]).assert().success();
    help.stdout(contains(
        "kentei run ./my-engine                 examine an engine; its protocol is detected\n",
    ));
}
