//! The checked form of every verb.

use std::fmt::Write as _;

use super::read;
use crate::scenario::{Pattern, Predicate, Scenario, Step, StepKind};

/// A script that uses everything in the language.
pub(super) const EVERYTHING: &str = include_str!("everything.yaml");

#[test]
fn every_verb_becomes_what_it_says() {
    let (scenarios, diagnostics) = read("toy/everything", EVERYTHING, None);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let mut text = String::new();
    for scenario in &scenarios {
        describe(scenario, &mut text);
    }
    insta::assert_snapshot!(text);
}

fn describe(scenario: &Scenario, text: &mut String) {
    writeln!(text, "{} — {}", scenario.id, scenario.title).unwrap();
    writeln!(
        text,
        "clauses {:?} needs {:?} after {:?} profiles {:?} own process {} quick {}",
        scenario.clauses,
        scenario.needs,
        scenario.after,
        scenario.profiles,
        scenario.own_process,
        scenario.quick
    )
    .unwrap();
    steps(&scenario.steps, 1, text);
}

/// One line per step: its line in the file, and its checked form.
fn steps(list: &[Step], depth: usize, text: &mut String) {
    for step in list {
        let indent = "  ".repeat(depth);
        write!(text, "{indent}{} ", step.span.line).unwrap();
        match &step.kind {
            StepKind::Repeat(repeat) => {
                writeln!(text, "Repeat {} times", repeat.times).unwrap();
                steps(&repeat.steps, depth + 1, text);
            }
            StepKind::Race(race) => {
                writeln!(
                    text,
                    "Race of {:?} against {:?} at {:?}, {:?} apart, {} rounds",
                    race.send, race.event, race.offsets, race.step, race.rounds
                )
                .unwrap();
                steps(&race.start, depth + 1, text);
                steps(&race.each, depth + 1, text);
            }
            StepKind::OneOf(one_of) => {
                writeln!(
                    text,
                    "OneOf within {:?} clause {:?} at most {:?}",
                    one_of.within, one_of.clause, one_of.at_most
                )
                .unwrap();
                for way in &one_of.alternatives {
                    writeln!(text, "{indent}  {:?} => {:?}", way.expect, way.outcome).unwrap();
                    steps(&way.then, depth + 2, text);
                }
            }
            kind @ (StepKind::Send(_)
            | StepKind::Raw(_)
            | StepKind::Expect(_)
            | StepKind::AllOf(_)
            | StepKind::Silence(_)
            | StepKind::Pause(_)
            | StepKind::CloseInput
            | StepKind::SetOptions(_)
            | StepKind::Need(_)) => writeln!(text, "{kind:?}").unwrap(),
        }
    }
}

#[test]
fn values_put_into_patterns_stand_for_themselves() {
    let yaml = "title: T\nclauses: [TOY-A-01]\nsteps:\n  - send: hi\n  - expect: { line: \"^${five}$\" }\n";
    let (scenarios, _) = read("toy/case", yaml, None);
    let StepKind::Expect(expect) = &scenarios[0].steps[1].kind else {
        panic!("the second step waits");
    };
    let Pattern::Line(regex) = &expect.what else {
        panic!("for a line");
    };
    assert!(regex.is_match("P*5e"));
    assert!(!regex.is_match("PP5e"));
}

#[test]
fn quotes_make_a_word_a_text() {
    let yaml = "title: T\nclauses: [TOY-A-01]\nsteps:\n  - send: hi\n  - expect: best\n    where: { move: \"legal\", guess: legal }\n";
    let (scenarios, _) = read("toy/case", yaml, None);
    let StepKind::Expect(expect) = &scenarios[0].steps[1].kind else {
        panic!("the second step waits");
    };
    assert!(matches!(expect.fields[0].1, Predicate::Is(_)));
    assert!(matches!(expect.fields[1].1, Predicate::Flag(_, true)));
}

#[test]
fn a_scenario_runs_in_the_profiles_that_it_names_or_in_all() {
    let runs_in = |head: &str| {
        let yaml = format!(
            "title: T\nclauses: [TOY-A-01]\n{head}\nsteps: [ {{ send: hi }}, {{ expect: ack }} ]\n"
        );
        let (scenarios, diagnostics) = read("toy/case", &yaml, None);
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
        ["core", "draft"].map(|profile| scenarios[0].is_of_profile(profile))
    };
    assert_eq!(runs_in(""), [true, true]);
    assert_eq!(runs_in("profiles: [draft]"), [false, true]);
    assert_eq!(runs_in("profiles: [draft, core]"), [true, true]);
}
