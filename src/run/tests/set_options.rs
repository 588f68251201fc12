//! Which options a script sets, with scripted engines that declare some.

use super::paper::{bench, limits, ms, scenario};
use crate::engine::scripted::{Reaction, Scripted};
use crate::run::plan::Harmless;
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::run::script::state::End;

/// An engine that writes these lines before `usiok`, and is otherwise ready for everything.
fn engine_with(options: &[&str]) -> Scripted {
    let lines = [&["id name x", "id author x"], options, &["usiok"]].concat();
    let hello: Vec<_> = lines.into_iter().map(|line| (ms(1), line)).collect();
    Scripted::new(vec![
        Reaction::on("usi", &hello),
        Reaction::on("isready", &[(ms(1), "readyok")]),
        Reaction::on("quit", &[]).exit(ms(1), 0),
    ])
}

/// What is sent to an engine with an option that names the game and one that does not, if its combos are set to their
/// defaults after these lines.
fn sent_after(lines: &str) -> String {
    let mut engine = engine_with(&[
        "option name UCI_Variant type combo default shogi var shogi var chess",
        "option name Style type combo default Solid var Solid var Risky",
    ]);
    let set = "  - set-options: { types: [combo], to: default }\n";
    let script = scenario("USI-POS-07", &format!("  - alive\n{lines}{set}  - alive\n"));
    trial::play_on(&bench(&limits(), 1), &script, &mut engine);
    engine.sent_text()
}

const GAME: &str = "setoption name UCI_Variant value shogi";
const STYLE: &str = "setoption name Style value Solid";

#[test]
fn an_option_that_names_the_game_is_not_set_between_position_and_go() {
    let sent = sent_after("  - send: position startpos moves 7g7f\n");
    assert!(sent.contains(STYLE) && !sent.contains(GAME), "{sent}");
}

#[test]
fn before_a_position_each_option_is_set() {
    let sent = sent_after("");
    assert!(sent.contains(STYLE) && sent.contains(GAME), "{sent}");
}

/// What is sent by one step to an engine with options of each kind, and the trial. What only the user can say to be
/// harmless is in `harmless`, what the user set in `set`.
fn sent_by(step: &str, harmless: &[&str], set: &[(&str, &str)]) -> (Vec<String>, Trial) {
    let mut engine = engine_with(&[
        "option name Clear type button",
        "option name Wipe type button",
        "option name Remark type string default none",
        "option name Level type spin default 5 min 1 max 9",
        "option name USI_Hash type spin default 16 min 1 max 1048576",
        "option name Book type check default true",
    ]);
    let script = scenario("USI-SET-01", &format!("  - set-options: {step}\n  - alive\n"));
    let harmless = Harmless::Named(harmless.iter().map(|name| (*name).to_owned()).collect());
    let set: Vec<(String, String)> =
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let limits = limits();
    let bench = Bench { harmless: &harmless, set: &set, ..bench(&limits, 1) };
    let trial = trial::play_on(&bench, &script, &mut engine);
    let sent = engine.sent_text();
    let lines = sent.lines().filter(|line| line.starts_with("setoption"));
    (lines.map(|line| line["setoption name ".len()..].to_owned()).collect(), trial)
}

fn skipped(trial: &Trial) -> String {
    match &trial.end {
        Err(End::Skip(why)) => why.to_string(),
        end => panic!("{end:?}"),
    }
}

#[test]
fn only_buttons_that_the_user_calls_harmless_are_pressed() {
    let (sent, trial) = sent_by("{ types: [button], to: pressed }", &[], &[]);
    assert_eq!(sent, [""; 0]);
    assert!(skipped(&trial).ends_with("--harmless \"Clear\""), "{}", skipped(&trial));
    assert_eq!(sent_by("{ types: [button], to: pressed }", &["wipe"], &[]).0, ["Wipe"]);
}

#[test]
fn a_text_is_given_to_no_string_that_may_name_a_file() {
    let any = "{ types: [string], to: { text: x } }";
    let (sent, trial) = sent_by(any, &[], &[]);
    assert_eq!(sent, [""; 0]);
    assert!(skipped(&trial).ends_with("--harmless \"Remark\""), "{}", skipped(&trial));
    assert_eq!(sent_by(any, &["Remark"], &[]).0, ["Remark value x"]);
    // The script itself names the option.
    let one = "{ types: [string], only: Remark, to: { text: x } }";
    assert_eq!(sent_by(one, &[], &[]).0, ["Remark value x"]);
    assert_eq!(sent_by("{ types: [string], to: default }", &[], &[]).0, ["Remark value none"]);
}

#[test]
fn what_the_user_set_is_left_alone_and_no_extreme_hash_is_set() {
    let step = "{ types: [spin], to: max }";
    assert_eq!(sent_by(step, &[], &[]).0, ["Level value 9"]);
    let (sent, trial) = sent_by(step, &[], &[("Level", "3")]);
    assert!(!sent.iter().any(|line| line == "Level value 9"), "{sent:?}");
    assert!(skipped(&trial).contains("Level"), "{}", skipped(&trial));
    assert_eq!(sent_by("{ types: [spin], to: below-min }", &[], &[]).0, ["Level value 0"]);
}

#[test]
fn an_option_is_meant_by_its_name_and_its_kind() {
    let step = "{ types: [check], only: book, to: { text: \"false\" } }";
    assert_eq!(sent_by(step, &[], &[]).0, ["Book value false"]);
    let other_kind = "{ types: [spin], only: Book, to: default, optional: true }";
    let (sent, trial) = sent_by(other_kind, &[], &[]);
    assert_eq!(sent, [""; 0]);
    assert!(trial.end.is_ok(), "{:?}", trial.end);
}
