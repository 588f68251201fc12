//! Which of several findings about one event is kept.

use super::finding;
use crate::run::script::findings::Findings;
use crate::transcript::EventId;
use crate::verdict::{Finding, Severity, Watcher};

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
