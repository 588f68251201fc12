//! A reply that cannot be read is one violation: the demands of a script on it do not count in addition.

use super::paper::{self, ms};
use crate::engine::scripted::{Reaction, Scripted};
use crate::protocol::{self, judge};
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::transcript::EventKind;
use crate::verdict::Watcher;

/// The violations of an engine that answers `go` with this reply.
fn held(reply: &str, steps: &str) -> Vec<String> {
    let answer = Reaction::on("go", &[(ms(5), "info depth 1 score cp 0"), (ms(5), reply)]);
    let steps = format!("  - send: position startpos\n  - send: go depth 1\n{steps}");
    let trial: Trial = paper::play("USI-GO-03", &steps, paper::engine(vec![answer]));
    let heard = &trial.transcript.events;
    assert!(
        heard
            .iter()
            .any(|event| matches!(&event.kind, EventKind::Received(line) if line.text() == reply)),
        "the reply came"
    );
    let held = paper::held(&trial);
    held.iter()
        .map(|finding| match &finding.watcher {
            Watcher::Rule(name) => format!("{} {name}", finding.clause),
            Watcher::Expectation => format!("{} expectation", finding.clause),
        })
        .collect()
}

const LEGAL: &str =
    "  - expect: bestmove\n    within: limit\n    clause: USI-POS-04\n    where: { move: legal }\n";

#[test]
fn a_move_that_cannot_be_read_is_left_to_the_grammar() {
    assert_eq!(held("bestmove P@5e", LEGAL), ["USI-MOVE-03 grammar"]);
    assert_eq!(held("bestmove 77-76", LEGAL), ["USI-MOVE-01 grammar"]);
    // A word in the place of a move is no move either, and does not show how the engine read the position.
    for word in ["none", "(none)", "0000"] {
        let only = held(&format!("bestmove {word}"), LEGAL);
        assert_eq!(only, ["USI-BM-01 legal-reply"], "{word}");
    }
    // A move that can be read but is illegal is reported by the script.
    assert_eq!(held("bestmove 7g7e", LEGAL), ["USI-POS-04 expectation"]);
}

#[test]
fn so_are_the_moves_that_were_wanted() {
    let wanted = "  - expect: bestmove\n    within: limit\n    clause: USI-GO-19\n    where: { move: { one-of: [7g7f, resign] } }\n";
    assert_eq!(held("bestmove P@5e", wanted), ["USI-MOVE-03 grammar"]);
    assert_eq!(held("bestmove 2g2f", wanted), ["USI-GO-19 expectation"]);
}

#[test]
fn and_alternatives_of_which_none_can_be_recognised() {
    let one_of = "  - one-of:
      - expect: bestmove
        where: { move: resign }
      - expect: bestmove
        where: { move: legal }
    within: limit
    clause: USI-BM-03
";
    assert_eq!(held("bestmove P@5e", one_of), ["USI-MOVE-03 grammar"]);
    assert_eq!(held("bestmove 7g7e", one_of), ["USI-BM-03 expectation"]);
}

#[test]
fn a_slip_elsewhere_in_the_reply_excuses_nothing() {
    let both = held("bestmove 7g7e ponder (none)", LEGAL);
    assert!(both.contains(&"USI-POS-04 expectation".to_owned()), "{both:?}");
    // Nor where no step names a clause: the demand counts at the clause of the scenario.
    let none_fits = "  - one-of:
      - expect: bestmove
        where: { move: resign }
      - expect: bestmove
        where: { move: 2g2f }
    within: limit
";
    let both = held("bestmove 7g7f ponder (none)", none_fits);
    assert!(both.contains(&"USI-GO-03 expectation".to_owned()), "{both:?}");
    assert!(both.iter().any(|held| held.ends_with(" grammar")), "{both:?}");
}

#[test]
fn it_is_known_that_a_demand_was_not_judged() {
    let unread = |reply: &str, demand: &str| {
        let answer = Reaction::on("go", &[(ms(5), reply)]);
        let steps = format!(
            "  - send: position startpos\n  - send: go depth 1\n  - expect: bestmove\n    within: limit\n    where: {{ {demand} }}\n"
        );
        paper::play("USI-GO-10", &steps, paper::engine(vec![answer])).unread
    };
    assert!(unread("bestmove P@5e", "move: legal"));
    assert!(
        !unread("bestmove P@5e", "depth: { range: [1, 9] }"),
        "the demand is about another field"
    );
    assert!(!unread("bestmove 7g7e", "move: legal"), "it is judged, and illegal");
    assert!(!unread("bestmove 7g7f", "move: legal"));
}

#[test]
fn a_demand_counts_if_no_rule_has_reported_why_it_cannot_be_judged() {
    let dialect = protocol::dialect("uci").unwrap();
    let steps = "title: T\nclauses: [UCI-BM-01]\nsteps:\n  - { send: uci }\n  - { expect: uciok }\n  \
                 - { send: position startpos }\n  - { send: go ponder }\n  - { send: stop }\n  \
                 - { expect: bestmove, within: stop, where: { move: legal } }\n";
    let scenario = [("uci/paper".to_owned(), steps.to_owned())];
    let (scenarios, mistakes) = crate::scenario::of_texts(dialect, scenario);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
    let limits = judge::default_limits(dialect);
    let bench = Bench { dialect, ..paper::bench(&limits, 1) };
    let mut engine = Scripted::new(vec![
        Reaction::on("uci", &[(ms(1), "id name x"), (ms(1), "id author x"), (ms(1), "uciok")]),
        // The reply to a ponder search that missed is discarded, so no rule judges it.
        Reaction::on("stop", &[(ms(5), "info depth 1 score cp 0"), (ms(5), "bestmove (none)")]),
    ]);
    let trial = trial::play_on(&bench, &scenarios[0], &mut engine);
    let held = paper::held(&trial);
    assert_eq!(held.len(), 1, "{held:#?}");
    assert_eq!(held[0].watcher, Watcher::Expectation);
}
