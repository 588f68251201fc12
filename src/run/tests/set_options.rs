//! Which options a script sets, with scripted engines that declare some.

use super::paper::{bench, limits, ms, scenario};
use crate::engine::scripted::{Reaction, Scripted};
use crate::protocol::{self, judge};
use crate::run::plan::Harmless;
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::run::script::state::End;
use crate::scenario;

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
    assert_eq!(sent_by("{ types: [spin], to: above-max }", &[], &[]).0, ["Level value 10"]);
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

/// What a script sets in an engine with these options, and the trial.
fn set_in(options: &[&str], steps: &str) -> (Vec<String>, Trial) {
    let mut engine = engine_with(options);
    let trial = trial::play_on(&bench(&limits(), 1), &scenario("USI-SET-01", steps), &mut engine);
    let sent = engine.sent_text();
    let lines = sent.lines().filter_map(|line| line.strip_prefix("setoption name "));
    (lines.map(str::to_owned).collect(), trial)
}

#[test]
fn the_choices_that_are_no_default_are_set_in_turn_and_then_the_script_ends() {
    let steps = "  - repeat:\n      times: 5\n      steps:\n        - set-options: { types: [combo, check], to: next }\n        - alive\n";
    let options = [
        "option name Style type combo default Solid var Solid var Risky var Wild",
        "option name Book type check default true",
    ];
    let (sent, trial) = set_in(&options, steps);
    assert_eq!(sent, ["Style value Risky", "Book value false", "Style value Wild"]);
    assert_eq!(trial.end, Err(End::Stop));
    // Without such an option the script has tested nothing.
    let (sent, trial) = set_in(&["option name Level type spin default 5 min 1 max 9"], steps);
    assert_eq!(sent, [""; 0]);
    assert_eq!(skipped(&trial), "no option of type combo, check can be set in this way");
}

#[test]
fn a_script_that_cannot_set_another_value_afterwards_is_skipped() {
    let style = ["option name Style type combo default Solid var Solid var Risky"];
    let next = "  - set-options: { types: [combo], to: next }\n";
    let steps = format!("{next}{next}  - set-options: {{ types: [spin], to: max }}\n");
    // There is no second choice, so the script ends before the number.
    assert_eq!(set_in(&style, &steps).1.end, Err(End::Stop));
    let wild = ["option name Style type combo default Solid var Solid var Risky var Wild"];
    let (sent, trial) = set_in(&wild, &steps);
    assert_eq!(sent, ["Style value Risky", "Style value Wild"]);
    assert_eq!(skipped(&trial), "no option of type spin can be set in this way");
}

#[test]
fn each_choice_is_set_if_it_fits_on_a_line_and_changes_neither_game_nor_files_nor_resources() {
    let options = [
        "option name Style type combo default Solid var var Solid var Quiet\rLoud var Risky",
        "option name UCI_Variant type combo default shogi var shogi var chess",
        "option name BookFile type combo default a.db var a.db var b.db",
        "option name HashMode type combo default small var small var large",
        "option name Backend type combo default cpu var cpu var cuda",
    ];
    let (sent, trial) = set_in(&options, "  - set-options: { types: [combo], to: choices }\n");
    let declared = &trial.engine_profile.options;
    assert_eq!(declared[0].choices, ["", "Solid", "Quiet\rLoud", "Risky"]);
    assert_eq!(
        (declared.len(), sent),
        (5, ["Style value Solid", "Style value Risky"].map(str::to_owned).to_vec())
    );
}

#[test]
fn an_option_whose_name_does_not_fit_on_a_line_is_not_set() {
    let options = [
        "option name Own\rBook type check default true",
        "option name Fast type check default true",
    ];
    let (sent, trial) = set_in(&options, "  - set-options: { types: [check], to: default }\n");
    assert_eq!(trial.engine_profile.options[0].name, "Own\rBook");
    assert_eq!(sent, ["Fast value true"]);
}

#[test]
fn only_a_text_that_is_empty_is_set_to_the_empty_text() {
    let options = [
        "option name Remark type string default <empty>",
        "option name Style type string default Solid",
        "option name EvalDir type string default <empty>",
    ];
    let sent = |to: &str| {
        let step = format!("  - set-options: {{ types: [string], to: {to} }}\n");
        set_in(&options, &step).0
    };
    assert_eq!(sent("empty"), ["Remark value ", "EvalDir value "]);
    // An engine may take the word for the name of a file.
    assert_eq!(sent("empty-word"), ["Remark value <empty>"]);
}

#[test]
fn no_text_is_given_to_an_option_for_resources() {
    let options = [
        "option name CachePolicy type string default lru",
        "option name Remark type string default <empty>",
    ];
    let step = "  - set-options: { types: [string], to: { text: x } }\n";
    assert_eq!(set_in(&options, step).0, ["Remark value x"]);
}

#[test]
fn what_each_client_sets_at_the_start_keeps_its_value() {
    let ucci = protocol::dialect("ucci").unwrap();
    let set = |which: &str| {
        let yaml = format!(
            "title: T\nclauses: [UCCI-BOOT-01]\nsteps:\n  - send: ucci\n  - expect: ucciok\n  - set-options: {{ types: [check], {which}to: other }}\n"
        );
        let (scenarios, mistakes) = scenario::of_texts(ucci, [("ucci/paper".to_owned(), yaml)]);
        assert!(mistakes.is_empty(), "{mistakes:#?}");
        let hello = [
            (ms(1), "option usemillisec type check default true"),
            (ms(1), "option usebook type check default true"),
            (ms(1), "ucciok"),
        ];
        let mut engine = Scripted::new(vec![Reaction::on("ucci", &hello)]);
        let limits = judge::default_limits(ucci);
        let bench = Bench { dialect: ucci, ..bench(&limits, 1) };
        trial::play_on(&bench, &scenarios[0], &mut engine);
        engine.sent_text()
    };
    let all = set("");
    assert!(all.contains("setoption usebook false") && !all.contains("usemillisec"), "{all}");
    // The script itself names the option.
    let one = set("only: usemillisec, ");
    assert!(one.contains("setoption usemillisec false"), "{one}");
}
