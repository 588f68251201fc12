//! Which of several findings about one event is kept.

use std::time::Duration;

use super::finding;
use crate::lang::Text;
use crate::run::script::findings::Findings;
use crate::transcript::EventId;
use crate::verdict::{ClauseId, ClockUse, Finding, PositionEvidence, Severity, Watcher};

fn finding(clause: &'static str, severity: Severity, watcher: Watcher, event: usize) -> Finding {
    Finding { severity, watcher, events: vec![EventId(event)], ..finding::finding(clause, false) }
}

fn clauses(findings: Findings) -> Vec<(&'static str, usize)> {
    let all = findings.finish().into_iter();
    all.map(|finding| (finding.clause.0, finding.notes.len())).collect()
}

#[test]
fn the_clause_of_the_script_stands_for_the_gravest_that_rules_have_said_of_the_reply() {
    let mut findings = Findings::default();
    for event in [7, 8] {
        let rule = |clause, severity, name| finding(clause, severity, Watcher::Rule(name), event);
        findings.add(rule("NO-INFO", Severity::Info, "searched"));
        findings.add(rule("ILLEGAL", Severity::Fail, "legal-reply"));
        let script = finding("UNREAD", Severity::Warn, Watcher::Expectation, event);
        findings.add_expectation(script, true);
    }
    // Both were seen twice, which the one note of each says.
    assert_eq!(clauses(findings), [("NO-INFO", 1), ("UNREAD", 1)]);
}

#[test]
fn what_a_rule_has_said_of_other_replies_stays() {
    let mut findings = Findings::default();
    for event in [7, 8] {
        let rule = Watcher::Rule("legal-reply");
        findings.add(finding("ILLEGAL", Severity::Fail, rule, event));
    }
    let script = finding("UNREAD", Severity::Warn, Watcher::Expectation, 8);
    findings.add_expectation(script, true);
    assert_eq!(clauses(findings), [("ILLEGAL", 0), ("UNREAD", 0)]);
}

#[test]
fn without_a_clause_of_its_own_the_script_leaves_it_to_the_rule() {
    let mut findings = Findings::default();
    let rule = Watcher::Rule("legal-reply");
    findings.add(finding("ILLEGAL", Severity::Fail, rule, 7));
    for event in [7, 8] {
        let script = finding("FIRST", Severity::Fail, Watcher::Expectation, event);
        findings.add_expectation(script, false);
    }
    assert_eq!(clauses(findings), [("ILLEGAL", 0), ("FIRST", 0)]);
}

#[test]
fn a_drop_that_a_rule_forbids_needs_no_other_explanation() {
    let mut findings = Findings::default();
    let drop = Watcher::Rule("forbidden-drop");
    findings.add(finding("FORBIDDEN", Severity::Fail, drop, 7));
    for (event, named) in [(7, true), (7, false), (8, true)] {
        let script = finding("UNREAD", Severity::Fail, Watcher::Expectation, event);
        findings.add_expectation(script, named);
    }
    // The finding of the script about another reply is kept.
    assert_eq!(clauses(findings), [("FORBIDDEN", 0), ("UNREAD", 0)]);
}

/// A finding of a rule that judges the dialogue.
fn of_dialogue(clause: &'static str, severity: Severity, event: usize) -> Finding {
    finding(clause, severity, Watcher::Rule("legal-reply"), event)
}

#[test]
fn a_finding_is_known_by_its_clause_and_severity_and_is_about_its_latest_event() {
    let mut findings = Findings::default();
    findings.add(of_dialogue("ILLEGAL", Severity::Warn, 7));
    findings.add(of_dialogue("ILLEGAL", Severity::Warn, 9));
    assert!(findings.knows(&of_dialogue("ILLEGAL", Severity::Warn, 1)));
    assert!(!findings.knows(&of_dialogue("ILLEGAL", Severity::Fail, 7)));
    assert!(!findings.knows(&of_dialogue("LATE", Severity::Warn, 7)));
    assert!(findings.is_about(EventId(9)) && !findings.is_about(EventId(7)));
    assert!(findings.has_worse_than(EventId(9), Severity::Info));
    assert!(!findings.has_worse_than(EventId(9), Severity::Warn));
    assert!(!findings.has_worse_than(EventId(7), Severity::Info));
    assert!(findings.any(Severity::Warn) && !findings.any(Severity::Fail));
}

#[test]
fn what_counts_against_the_engine_is_counted_with_and_without_exceeded_clocks() {
    let mut findings = Findings::default();
    findings.add(of_dialogue("NOTED", Severity::Info, 1));
    findings.add(finding("SPELT", Severity::Fail, Watcher::Rule("grammar"), 2));
    assert_eq!(findings.held(), (0, 0));
    let timed = |over| Finding { timing: true, over, ..of_dialogue("LATE", Severity::Fail, 3) };
    findings.add(timed(Some(Duration::from_millis(4))));
    assert_eq!((findings.held(), findings.certain()), ((1, 0), false));
    findings.add(Finding { timing: true, ..of_dialogue("MISSING", Severity::Fail, 4) });
    assert_eq!((findings.held(), findings.certain()), ((2, 1), false));
    findings.add(of_dialogue("ILLEGAL", Severity::Warn, 5));
    assert_eq!((findings.held(), findings.certain()), ((3, 2), true));
    findings.note(&Text::plain("in a race"));
    let noted = [("NOTED", 0), ("SPELT", 0), ("LATE", 1), ("MISSING", 1), ("ILLEGAL", 1)];
    assert_eq!(clauses(findings), noted);
}

#[test]
fn the_findings_of_another_process_have_later_events_and_a_certain_one_counts_for_both() {
    let timed = || Finding { timing: true, ..of_dialogue("LATE", Severity::Fail, 3) };
    let mut findings = Findings::default();
    findings.add(timed());
    let mut again = Findings::default();
    again.add(timed());
    assert!(!findings.absorb(again, 100, Duration::from_secs(1)));
    let mut certain = Findings::default();
    certain.add(of_dialogue("LATE", Severity::Fail, 5));
    assert!(findings.absorb(certain, 200, Duration::from_secs(2)));
    let [finding] = &findings.finish()[..] else {
        panic!("one violation");
    };
    assert_eq!(finding.events, [EventId(205)]);
    assert_eq!((finding.timing, finding.at), (false, Duration::from_secs(2)));
    assert_eq!(finding.notes[0].to_string(), "seen 3 times in this scenario");
}

#[test]
fn a_demand_that_could_not_be_judged_in_one_process_was_not_judged() {
    for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
        let (mut findings, mut other) = (Findings::default(), Findings::default());
        (findings.unread, other.unread) = (first, second);
        findings.absorb(other, 0, Duration::ZERO);
        assert_eq!(findings.unread, first || second);
    }
}

#[test]
fn a_finding_quotes_a_bounded_part_of_what_the_engine_wrote() {
    let long = Text::plain("x".repeat(5000));
    let mut findings = Findings::default();
    findings.add(Finding {
        got: long.clone(),
        message: long,
        events: (0..300).map(EventId).collect(),
        ..of_dialogue("LONG", Severity::Fail, 0)
    });
    let finding = findings.finish().remove(0);
    assert!((900..1100).contains(&finding.got.to_string().len()));
    assert!((900..1100).contains(&finding.message.to_string().len()));
    // The last event is the one that violates the clause.
    assert_eq!((finding.events.len(), finding.events[99]), (100, EventId(299)));
}

#[test]
fn a_text_in_the_place_of_a_move_is_quoted_up_to_a_hundred_bytes() {
    for (length, quoted) in [(99, 99), (100, 100), (101, 100), (5000, 100)] {
        let position = PositionEvidence {
            game: "shogi",
            form: "sfen",
            notation: String::new(),
            side_to_move: "black",
            last_move: None,
            illegal_move: Some("x".repeat(length)),
            squares: Vec::new(),
        };
        let mut findings = Findings::default();
        findings
            .add(Finding { position: Some(position), ..of_dialogue("ILLEGAL", Severity::Fail, 7) });
        let position = findings.finish().remove(0).position.expect("a position");
        let ending = if length > quoted { "…" } else { "" };
        let shown = format!("{}{ending}", "x".repeat(quoted));
        assert_eq!(position.illegal_move, Some(shown), "{length}");
    }
}

#[test]
fn a_certain_finding_replaces_one_that_depends_on_time_and_no_other_does() {
    for (first, second, kept) in
        [(true, false, 2), (false, true, 1), (true, true, 1), (false, false, 1)]
    {
        let mut findings = Findings::default();
        for (at, timing) in [(1, first), (2, second)] {
            let at = Duration::from_secs(at);
            findings.add(Finding { at, timing, ..of_dialogue("LATE", Severity::Fail, 3) });
        }
        let finding = findings.finish().remove(0);
        let kept = (Duration::from_secs(kept), first && second);
        assert_eq!((finding.at, finding.timing), kept, "{first} {second}");
    }
}

#[test]
fn a_rule_speaks_for_the_script_only_about_the_same_event_and_not_about_spelling() {
    for named in [false, true] {
        let mut findings = Findings::default();
        findings.add(finding("SPELT", Severity::Fail, Watcher::Rule("grammar"), 7));
        let no_event = |finding| Finding { events: Vec::new(), ..finding };
        findings.add(no_event(of_dialogue("ILLEGAL", Severity::Fail, 0)));
        let script = || finding("UNREAD", Severity::Fail, Watcher::Expectation, 7);
        findings.add_expectation(script(), named);
        findings.add_expectation(no_event(script()), named);
        // The note says that the finding of the script was seen twice.
        assert_eq!(clauses(findings), [("SPELT", 0), ("ILLEGAL", 0), ("UNREAD", 1)], "{named}");
    }
}

#[test]
fn a_step_takes_the_clock_of_its_search_and_no_earlier_one() {
    let ms = Duration::from_millis;
    let clock = ClockUse { clock: "byoyomi".to_owned(), allowed: ms(1000), used: ms(3000) };
    let amended = |events: &[usize], severity| {
        let mut findings = Findings::default();
        for event in events {
            let clock = Some(clock.clone());
            findings.add(Finding { clock, ..of_dialogue("CLOCK", Severity::Fail, *event) });
        }
        findings.amend_clock(EventId(7), |finding| {
            finding.clause = ClauseId("STEP");
            finding.severity = severity;
        });
        clauses(findings)
    };
    assert_eq!(amended(&[7], Severity::Fail), [("STEP", 0)]);
    assert_eq!(amended(&[5, 7], Severity::Fail), [("CLOCK", 0), ("STEP", 0)]);
    assert_eq!(amended(&[3, 5, 7], Severity::Fail), [("CLOCK", 1), ("STEP", 0)]);
    assert_eq!(amended(&[5], Severity::Fail), [("CLOCK", 0)]);
    // The profile does not use the clause of the step.
    assert_eq!(amended(&[5, 7], Severity::Skip), [("CLOCK", 0)]);
    assert_eq!(amended(&[7], Severity::Skip), []);
}
