//! Changes of clauses and scenarios.

use super::{
    BOOT, FAIL, PONDER, ToText, WARN, compare, no_news, one, passing, report, reported, what,
};
use crate::lang::Text;
use crate::report::changes::types::{ClauseWhat, NoteKind};
use crate::report::changes::{Impact, Outcome, between, words};
use crate::report::fixtures;
use crate::report::terminal::changes::plain;
use crate::run::result::RunResult;
use crate::verdict::{ClauseId, Severity, Verdict};

#[test]
fn a_report_and_itself_have_nothing_to_tell() {
    for run in
        [fixtures::conformant(), fixtures::broken(), fixtures::hostile(), fixtures::repeated()]
    {
        let changes = compare(&run, &run);
        assert!(
            changes.is_empty()
                && changes.notes.iter().all(|note| note.kind == NoteKind::Incomplete)
        );
        assert_ne!(changes.outcome, Outcome::Worse);
        assert_eq!(reported(&changes), [""; 0]);
    }
}

#[test]
fn a_clause_that_was_kept_and_is_not_is_newly_broken_or_fixed() {
    let kept: &[ToText<'_>] = &[("usi/a", Verdict::Pass, &[])];
    let broken: &[ToText<'_>] = &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])];
    assert_eq!(what(kept, broken), (ClauseWhat::Broken, Impact::Worse, Outcome::Worse));
    assert_eq!(what(broken, kept), (ClauseWhat::Fixed, Impact::Better, Outcome::Good));
    let changes = compare(&report(kept), &report(broken));
    assert_eq!(
        reported(&changes),
        [
            "USI-PON-01 (go ponder holds back bestmove) is newly broken: bestmove came while the engine was asked to \
          ponder [usi/a]"
        ]
    );
    assert!(changes.is_worse_in("usi/a") && !changes.is_worse_in("usi/b"));
    // Findings of severity `info` never count against the engine.
    no_news(kept, &[("usi/a", Verdict::Pass, &[(PONDER, Severity::Info)])]);
}

#[test]
fn a_breach_that_only_moved_is_no_news() {
    no_news(
        &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)]), ("usi/b", Verdict::Pass, &[])],
        &[("usi/a", Verdict::Pass, &[]), ("usi/b", Verdict::Fail, &[(PONDER, FAIL)])],
    );
}

#[test]
fn a_breach_that_spread_is_worse() {
    let one: &[ToText<'_>] =
        &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)]), ("usi/b", Verdict::Pass, &[])];
    let two: &[ToText<'_>] =
        &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)]), ("usi/b", Verdict::Fail, &[(PONDER, FAIL)])];
    assert_eq!(what(one, two), (ClauseWhat::Spread, Impact::Worse, Outcome::Worse));
    assert_eq!(what(two, one), (ClauseWhat::Receded, Impact::Better, Outcome::Good));
    // If the older run could not have shown the violation, it is unknown whether it spread.
    no_news(&[("usi/a", Verdict::Fail, &[(PONDER, FAIL)]), ("usi/b", Verdict::Blocked, &[])], two);
}

#[test]
fn a_warning_that_became_a_failure_is_worse() {
    let warned: &[ToText<'_>] = &[("usi/a", Verdict::Warn, &[(PONDER, WARN)])];
    let failed: &[ToText<'_>] = &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])];
    assert_eq!(what(warned, failed), (ClauseWhat::Graver, Impact::Worse, Outcome::Worse));
    assert_eq!(what(failed, warned), (ClauseWhat::Milder, Impact::Better, Outcome::Good));
    assert_eq!(what(&[("usi/a", Verdict::Pass, &[])], warned).0, ClauseWhat::Broken);
    no_news(warned, warned);
}

#[test]
fn what_is_not_settled_is_never_newly_broken() {
    let kept: &[ToText<'_>] = &[("usi/a", Verdict::Pass, &[])];
    for verdict in [Verdict::Flaky, Verdict::Inconclusive, Verdict::Error] {
        let unsettled: &[ToText<'_>] = &[("usi/a", verdict, &[(PONDER, FAIL)])];
        no_news(kept, unsettled);
        // The same is true if only the older run was not settled.
        let broken: &[ToText<'_>] = &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])];
        assert_eq!(what(unsettled, broken), (ClauseWhat::Revealed, Impact::Changed, Outcome::Good));
        assert_eq!(what(broken, unsettled), (ClauseWhat::Hidden, Impact::Changed, Outcome::Good));
    }
}

#[test]
fn what_could_not_have_shown_before_is_not_newly_broken() {
    let broken: &[ToText<'_>] = &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])];
    let blocked: &[ToText<'_>] = &[("usi/a", Verdict::Blocked, &[])];
    assert_eq!(what(blocked, broken).0, ClauseWhat::Revealed);
    let said = reported(&compare(&report(blocked), &report(broken)));
    assert!(
        said[0].contains(" is broken; the scenarios that show it were not judged before: "),
        "{said:?}"
    );
    let said = reported(&compare(&report(broken), &report(blocked)));
    let hidden = " was broken; the scenarios that showed it are not judged any more. Before: ";
    assert!(said.iter().any(|sentence| sentence.contains(hidden)), "{said:?}");
    // The older run ended before it reached the clause.
    let mut old = report(&[("usi/a", Verdict::Fail, &[(BOOT, FAIL)])]);
    let new = report(&[("usi/a", Verdict::Fail, &[(BOOT, FAIL), (PONDER, FAIL)])]);
    old.scenarios[0].reached_end = false;
    assert_eq!(one(&compare(&old, &new)).what, ClauseWhat::Revealed);
    old.scenarios[0].reached_end = true;
    assert_eq!(one(&compare(&old, &new)).what, ClauseWhat::Broken);
    // A new feature that is wrong is reported.
    assert_eq!(
        what(&[("usi/a", Verdict::Skip, &[])], broken),
        (ClauseWhat::Broken, Impact::Worse, Outcome::Worse)
    );
}

#[test]
fn what_a_rule_saw_by_the_way_proves_nothing_of_a_process_that_heard_other_lines() {
    // The scenarios are about PONDER; the violation of BOOT was noticed by a rule in a scenario about something else.
    let aside: &[ToText<'_>] = &[("usi/a", Verdict::Warn, &[(BOOT, WARN)])];
    let skipped: &[ToText<'_>] = &[("usi/a", Verdict::Skip, &[])];
    assert_eq!(what(skipped, aside), (ClauseWhat::Revealed, Impact::Changed, Outcome::Good));
    let kept: &[ToText<'_>] = &[("usi/a", Verdict::Pass, &[])];
    assert_eq!(what(kept, aside).0, ClauseWhat::Broken);
    let (old, mut new) = (report(kept), report(aside));
    new.scenarios[0].preceded_by = vec!["usi/b".to_owned()];
    assert_eq!(one(&compare(&old, &new)).what, ClauseWhat::Revealed);
    new.scenarios[0].findings[0].clause = ClauseId(PONDER);
    assert_eq!(one(&compare(&old, &new)).what, ClauseWhat::Broken);
}

#[test]
fn a_known_failure_is_reported_and_does_not_count() {
    let old = passing(&["usi/a"]);
    let mut new = report(&[("usi/a", Verdict::Fail, &[(PONDER, FAIL), (PONDER, FAIL)])]);
    new.scenarios[0].findings[0].known = Some("as GUIs want it".to_owned());
    assert_eq!(between(&old, &new).expect("comparable").outcome, Outcome::Worse);
    new.scenarios[0].findings[1].known = Some("as GUIs want it".to_owned());
    let changes = between(&old, &new).expect("comparable");
    assert_eq!((one(&changes).way, changes.outcome), (Impact::Changed, Outcome::Good));
    assert!(
        reported(&changes)[0].ends_with("[usi/a]. A known failure: as GUIs want it"),
        "{:?}",
        reported(&changes)
    );
}

#[test]
fn scenarios_that_are_not_judged_any_longer_are_worse() {
    let judged = passing(&["usi/a", "usi/b"]);
    let with = |verdict| {
        let mut report = report(&[("usi/a", Verdict::Pass, &[]), ("usi/b", verdict, &[])]);
        report.scenarios[1].reason = Some(Text::plain("it lacks ponder"));
        report
    };
    for (verdict, word) in [(Verdict::Skip, "skipped"), (Verdict::Blocked, "blocked")] {
        let changes = compare(&judged, &with(verdict));
        assert_eq!(changes.outcome, Outcome::Worse);
        let expected =
            format!("1 scenario is now {word} (before: judged): it lacks ponder [usi/b]");
        assert!(reported(&changes).contains(&expected), "{:?}", reported(&changes));
        assert_eq!(compare(&with(verdict), &judged).outcome, Outcome::Good);
    }
    for verdict in [Verdict::Flaky, Verdict::Inconclusive] {
        let changes = compare(&judged, &with(verdict));
        assert_eq!((changes.outcome, changes.scenarios[0].way), (Outcome::Good, Impact::Changed));
    }
    assert!(compare(&with(Verdict::Skip), &with(Verdict::Skip)).is_empty());
}

#[test]
fn a_clause_that_nothing_examines_any_longer_is_named() {
    let clauses = |report: &mut RunResult, all: [&'static str; 2]| {
        for (scenario, clause) in report.scenarios.iter_mut().zip(all) {
            scenario.clauses = vec![ClauseId(clause)];
        }
    };
    let mut old = passing(&["usi/a", "usi/b"]);
    let mut new = report(&[("usi/a", Verdict::Pass, &[]), ("usi/b", Verdict::Skip, &[])]);
    clauses(&mut old, [BOOT, PONDER]);
    clauses(&mut new, [BOOT, PONDER]);
    assert_eq!(compare(&old, &new).no_longer_examined, [PONDER]);
    assert_eq!(compare(&new, &old).newly_examined, [PONDER]);
    // Another scenario still examines the clause.
    clauses(&mut old, [PONDER, PONDER]);
    clauses(&mut new, [PONDER, PONDER]);
    assert_eq!(compare(&old, &new).no_longer_examined, [""; 0]);
}

#[test]
fn only_what_is_in_both_is_compared_and_the_rest_is_reported() {
    let old = report(&[("usi/a", Verdict::Pass, &[]), ("usi/old", Verdict::Fail, &[(BOOT, FAIL)])]);
    let new =
        report(&[("usi/a", Verdict::Pass, &[]), ("usi/new", Verdict::Fail, &[(PONDER, FAIL)])]);
    let changes = compare(&old, &new);
    assert_eq!((changes.compared, changes.clauses.len()), (1, 0));
    assert_eq!(
        plain(&words::extent(&changes)),
        "1 scenario in both reports; 1 only in the older one (usi/old); 1 only in the newer one (usi/new)"
    );
}
