//! Reports that cannot be compared, or only in part; and the outcome of a comparison in each format.

use super::{BOOT, FAIL, PONDER, WARN, compare, option, passing, report};
use crate::lang::Text;
use crate::protocol::DeclaredOption;
use crate::report::changes::formats::FORMATS;
use crate::report::changes::types::NoteKind;
use crate::report::changes::{Changes, Mismatch, Outcome, between, words};
use crate::report::terminal::changes::plain;
use crate::report::{Style, hostile};
use crate::run::result::{Conformance, RunResult};
use crate::verdict::{ClauseId, Severity, Verdict};

#[test]
fn a_run_that_proves_nothing_is_not_judged() {
    let old = passing(&["usi/a"]);
    let mut new = report(&[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])]);
    new.verdict = Conformance::Inconclusive;
    new.reason = Some(Text::plain("the run was ended by the user"));
    let changes = between(&old, &new).expect("comparable");
    assert_eq!(changes.outcome, Outcome::Unjudged);
    assert_eq!(
        plain(&words::verdict(&changes)),
        "could not be judged: the run was ended by the user"
    );
    // If only the older run was ended early, there is a note and nothing else.
    let changes = between(&new, &old).expect("comparable");
    assert_eq!((changes.outcome, changes.notes[0].kind), (Outcome::Good, NoteKind::Incomplete));
}

#[test]
fn reports_of_other_things_are_refused_and_those_of_another_kentei_are_not() {
    let old = passing(&["usi/a"]);
    let with = |change: &dyn Fn(&mut RunResult)| {
        let mut new = passing(&["usi/a"]);
        change(&mut new);
        between(&old, &new)
    };
    let refused = |change: &dyn Fn(&mut RunResult), expected: &str| {
        assert_eq!(with(change).expect_err(expected).to_string(), expected);
    };
    refused(&|new| new.dialect = "uci", "the older report is about usi, the newer one about uci");
    refused(
        &|new| new.profile = "draft".to_owned(),
        "the older report is of profile core, the newer one of profile draft",
    );
    refused(&|new| new.scenarios[0].id = "usi/b".to_owned(), "no scenario is in both reports");
    let (mut one, mut two) = (old.clone(), old.clone());
    one.dialect = "go\u{1b}";
    two.dialect = one.dialect;
    assert_eq!(between(&one, &two), Err(Mismatch::UnknownDialect("go\u{1b}".to_owned())));
    assert!(!between(&one, &two).expect_err("unknown").to_string().contains('\u{1b}'));
    let changes = with(&|new| new.tool.version = "99.0.0".to_owned()).expect("comparable");
    assert_eq!(changes.notes[0].kind, NoteKind::Tool);
    let changes = with(&|new| new.limits_scale = 4.0).expect("comparable");
    assert_eq!(changes.notes[0].kind, NoteKind::Limits);
}

#[test]
fn that_nothing_has_changed_is_not_said_of_new_scenarios() {
    let old = passing(&["usi/a"]);
    let new = report(&[("usi/a", Verdict::Pass, &[]), ("usi/b", Verdict::Fail, &[(BOOT, FAIL)])]);
    let verdict = |old, new| plain(&words::verdict(&between(old, new).expect("comparable")));
    assert_eq!(verdict(&old, &new), "nothing has changed in the 1 scenario of both reports");
    assert_eq!(verdict(&new, &old), "nothing has changed");
}

#[test]
fn what_stood_before_is_known_for_every_finding() {
    let old = report(&[
        ("usi/a", Verdict::Fail, &[(PONDER, WARN), (PONDER, FAIL)]),
        ("usi/b", Verdict::Flaky, &[(BOOT, FAIL)]),
    ]);
    let changes = between(&old, &old).expect("comparable");
    let before: Vec<_> = changes.before.into_iter().collect();
    assert_eq!(before, [(PONDER.to_owned(), Severity::Fail)]);
}

fn written(format: &str, changes: &Changes) -> String {
    let format = FORMATS.iter().find(|known| known.name == format).expect("it is there");
    let mut out = Vec::new();
    (format.render)(changes, Style::FILE, &mut out).expect("memory takes all");
    String::from_utf8(out).expect("text")
}

#[test]
fn every_format_tells_the_same_and_worse_comes_first() {
    let old = report(&[("usi/a", Verdict::Pass, &[]), ("usi/b", Verdict::Fail, &[(BOOT, FAIL)])]);
    let mut new =
        report(&[("usi/a", Verdict::Fail, &[(PONDER, FAIL)]), ("usi/b", Verdict::Pass, &[])]);
    new.engine.options.push(option("Zeal"));
    let changes = compare(&old, &new);
    for format in FORMATS {
        let text = written(format.name, &changes);
        let at = |what: &str| {
            text.find(what).unwrap_or_else(|| panic!("{}: {what} in {text}", format.name))
        };
        assert!(at(PONDER) < at(BOOT) && at(BOOT) < at("Zeal"), "{text}");
    }
    let json: Changes = serde_json::from_str(&written("json", &changes)).expect("it reads back");
    assert_eq!((json.outcome, json.clauses), (changes.outcome, changes.clauses));
}

#[test]
fn hostile_text_stays_text_in_every_format() {
    for bytes in hostile::corpus() {
        let words = String::from_utf8_lossy(&bytes).into_owned();
        let (mut old, mut new) = (
            report(&[("usi/a", Verdict::Pass, &[]), ("usi/b", Verdict::Pass, &[])]),
            report(&[("usi/a", Verdict::Fail, &[(PONDER, FAIL)]), ("usi/b", Verdict::Pass, &[])]),
        );
        new.engine.name = Some(words.clone());
        new.engine.options = vec![DeclaredOption {
            name: words.clone(),
            kind: words.clone(),
            default: Some(words.clone()),
            choices: vec![words.clone()],
            ..option("x")
        }];
        new.tool.version = words.clone();
        new.scenarios[0].findings[0].message = Text::plain(words.clone());
        new.scenarios[0].findings[0].clause = ClauseId(words.clone().leak());
        new.scenarios[1].verdict = Verdict::Skip;
        new.scenarios[1].reason = Some(Text::plain(words.clone()));
        for report in [&mut old, &mut new] {
            for scenario in &mut report.scenarios {
                scenario.id = format!("{words}{}", scenario.id);
            }
        }
        let changes = between(&old, &new).expect("comparable");
        for format in FORMATS {
            let text = written(format.name, &changes);
            hostile::nothing_steers(format.name, &text);
            assert!(
                format.name == "json" || text.len() < 200_000,
                "{} grows to {}",
                format.name,
                text.len()
            );
        }
        hostile::only_code_and_folds(&written("markdown", &changes));
        let page = written("html", &changes);
        assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    }
}
