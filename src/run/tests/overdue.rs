//! A reply that comes after its limit, or never, where the script waits longer to see which.

use super::paper::{self, bench, limits, ms, scenario};
use crate::engine::scripted::Reaction;
use crate::run::schedule::isolation::Isolation;
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::transcript::EventKind;
use crate::verdict::{Finding, Severity};

/// A search that shows a line after so many milliseconds.
fn shows(after: u64) -> Reaction {
    let info = "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f";
    Reaction::on("go", &[(ms(after), info)])
}

/// Waits for the line for 100 ms and, where `late` is, for another second.
fn steps(late: &str) -> String {
    format!(
        "  - send: position startpos\n  - send: go infinite\n  - expect: info\n    within: 100ms\n    clause: USI-INFO-01\n{late}"
    )
}

fn play(after: u64, late: &str) -> Trial {
    paper::play("USI-INFO-01", &steps(late), paper::engine(vec![shows(after)]))
}

/// How many lines came more than 300 ms after the start.
fn late_lines(trial: &Trial) -> usize {
    let events = trial.transcript.events.iter();
    events
        .filter(|event| matches!(event.kind, EventKind::Received(_)) && event.at > ms(300))
        .count()
}

fn found(trial: &Trial) -> Vec<&Finding> {
    let about = trial.findings.iter();
    about.filter(|finding| finding.clause.0 == "USI-INFO-01").collect()
}

#[test]
fn what_comes_after_its_limit_is_charged_and_shown_if_the_script_waits_for_it() {
    let late = "    late: 1s\n";
    for (after, more, shown) in [(500, "", 0), (500, late, 1), (5000, late, 0)] {
        let trial = play(after, more);
        let [finding] = &found(&trial)[..] else {
            panic!("one finding: {:#?}", trial.findings);
        };
        assert!(finding.timing, "{finding:?}");
        assert_eq!(finding.message, "info did not come within 100 ms");
        assert_eq!(late_lines(&trial), shown, "{after} {more}");
    }
    assert!(found(&play(50, late)).is_empty());
}

#[test]
fn an_attempt_that_only_confirms_that_nothing_comes_does_not_wait_for_what_is_late() {
    let isolation = Isolation { brief: true, ..Isolation::default() };
    let limits = limits();
    let bench = Bench { isolation: Some(&isolation), ..bench(&limits, 1) };
    let scenario = scenario("USI-INFO-01", &steps("    late: 1s\n"));
    let trial = trial::play_on(&bench, &scenario, &mut paper::engine(vec![shows(500)]));
    assert_eq!((found(&trial).len(), late_lines(&trial)), (1, 0));
}

#[test]
fn only_where_the_reply_of_a_search_is_missing_the_engine_is_asked_whether_it_answers() {
    let asked = |awaited: &str| {
        let steps = format!(
            "  - send: position startpos\n  - send: go infinite\n  - send: stop\n  - expect: {awaited}\n    within: 100ms\n"
        );
        let mut engine = paper::engine(Vec::new());
        trial::play_on(&bench(&limits(), 1), &scenario("USI-STOP-01", &steps), &mut engine);
        engine.sent_text().contains("isready")
    };
    assert!(asked("bestmove"));
    assert!(!asked("info") && !asked("{ line: '^ready$' }"));
}

/// Whether a message that does not come after this reply to a search is reported at the clause of its step. `demand`
/// is what the script demands of the reply.
fn is_reported(demand: &str, awaited: &str) -> bool {
    let reply =
        [(ms(1), "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f"), (ms(1), "bestmove 7g7f")];
    let steps = format!(
        "  - send: position startpos\n  - send: go depth 1\n  - expect: bestmove\n    within: limit\n    clause: USI-POS-04\n{demand}  - expect: {awaited}\n    within: 100ms\n    clause: USI-GO-03\n"
    );
    let trial = paper::play("USI-GO-03", &steps, paper::engine(vec![Reaction::on("go", &reply)]));
    let held = paper::held(&trial);
    let about = |clause: &str| held.iter().filter(|finding| finding.clause.0 == clause).count();
    assert_eq!(about("USI-POS-04"), usize::from(!demand.is_empty()), "{held:?}");
    about("USI-GO-03") == 1
}

#[test]
fn a_missing_message_is_not_reported_if_an_earlier_finding_explains_it() {
    let warning = "    where: { move: 2g2f }\n    at-most: warn\n";
    let failure = "    where: { move: 2g2f }\n";
    let line = "{ line: '^ready$' }";
    for (demand, awaited, reported) in [
        ("", "info", true),
        // A warning is no explanation of a failure.
        (warning, "info", true),
        (failure, "info", false),
        // The search that would end with this reply has ended with another one.
        (warning, "bestmove", false),
        (failure, "bestmove", false),
        // The dialect does not know why a line is missing.
        (warning, line, true),
        (failure, line, true),
    ] {
        assert_eq!(is_reported(demand, awaited), reported, "{demand} {awaited}");
    }
}

#[test]
fn what_a_rule_reports_as_missing_is_reported_once_at_the_clause_of_the_step() {
    let steps = "  - send: quit\n  - expect: exit\n    within: quit\n    clause: USI-QUIT-03\n";
    let ignores = paper::engine(vec![Reaction::on("quit", &[])]);
    let trial = paper::play("USI-QUIT-01", steps, ignores);
    let held = paper::held(&trial).into_iter();
    let held: Vec<_> = held.map(|finding| (finding.clause.0, &finding.notes[..])).collect();
    assert_eq!(held, [("USI-QUIT-03", &[][..])]);
}

#[test]
fn what_a_profile_does_not_use_is_not_reported_as_missing() {
    let steps = "  - send: position startpos\n  - send: go depth 1\n  - expect: bestmove\n    within: limit\n    clause: USI-GO-10\n";
    let severities = |profile| {
        let limits = limits();
        let bench = Bench { profile, ..bench(&limits, 1) };
        let scenario = scenario("USI-GO-10", steps);
        let trial = trial::play_on(&bench, &scenario, &mut paper::engine(Vec::new()));
        let about = trial.findings.iter().filter(|finding| finding.clause.0 == "USI-GO-10");
        about.map(|finding| finding.severity).collect::<Vec<_>>()
    };
    assert_eq!(severities("draft"), [Severity::Fail]);
    assert_eq!(severities("shogidokoro"), []);
}
