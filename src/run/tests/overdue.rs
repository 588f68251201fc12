//! A reply that comes after its limit, or never, where the script waits longer to see which.

use super::paper::{self, ms};
use crate::engine::scripted::Reaction;
use crate::run::schedule::trial::Trial;
use crate::transcript::EventKind;
use crate::verdict::Finding;

/// A search that shows a line after so many milliseconds.
fn shows(after: u64) -> Reaction {
    let info = "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f";
    Reaction::on("go", &[(ms(after), info)])
}

/// Waits for the line for 100 ms and, where `late` is, for another second.
fn play(after: u64, late: &str) -> Trial {
    let steps = format!(
        "  - send: position startpos\n  - send: go infinite\n  - expect: info\n    within: 100ms\n    clause: USI-INFO-01\n{late}"
    );
    paper::play("USI-INFO-01", &steps, paper::engine(vec![shows(after)]))
}

fn found(trial: &Trial) -> Vec<&Finding> {
    let about = trial.findings.iter();
    about.filter(|finding| finding.clause.0 == "USI-INFO-01").collect()
}

#[test]
fn what_comes_after_its_limit_is_charged_and_shown_if_the_script_waits_for_it() {
    let lines = |trial: &Trial| {
        let events = trial.transcript.events.iter();
        events
            .filter(|event| matches!(event.kind, EventKind::Received(_)) && event.at > ms(300))
            .count()
    };
    let late = "    late: 1s\n";
    for (after, more, shown) in [(500, "", 0), (500, late, 1), (5000, late, 0)] {
        let trial = play(after, more);
        let [finding] = &found(&trial)[..] else {
            panic!("one finding: {:#?}", trial.findings);
        };
        assert!(finding.timing, "{finding:?}");
        assert_eq!(finding.message, "info did not come within 100 ms");
        assert_eq!(lines(&trial), shown, "{after} {more}");
    }
    assert!(found(&play(50, late)).is_empty());
}
