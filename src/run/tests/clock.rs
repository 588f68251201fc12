//! Late and missing replies of scripted engines: a step that waits for the clock of a search distinguishes the two.

use super::paper::{self, ms};
use crate::engine::scripted::{Reaction, Scripted};
use crate::run::schedule::trial::Trial;
use crate::transcript::WindowKind;
use crate::verdict::{ClockUse, Severity};

const INFO: &str = "info depth 1 nodes 1 score cp 0 pv 7g7f";

/// An engine that replies to `to` after this time in milliseconds, or never.
fn engine(to: &str, after: Option<u64>) -> Scripted {
    let reply = |after| [(ms(after), INFO), (ms(after), "bestmove 7g7f")];
    let answers = after.map(|after| Reaction::on(to, &reply(after)));
    paper::engine(answers.into_iter().collect())
}

fn play(steps: &str, engine: Scripted) -> Trial {
    let steps = format!("  - send: position startpos\n{steps}");
    paper::play("USI-GO-18", &steps, engine)
}

/// The violations: the clause, and whether the finding depends on time.
fn reported(trial: &Trial) -> Vec<(&'static str, bool)> {
    let held = paper::held(trial).into_iter();
    held.map(|finding| (finding.clause.0, finding.timing)).collect()
}

/// The clock that was exceeded.
fn overrun(trial: &Trial) -> ClockUse {
    let mut clocks = trial.findings.iter().filter_map(|finding| finding.clock.clone());
    clocks.next().unwrap()
}

const GO: &str =
    "  - send: go btime 0 wtime 0 byoyomi 2000\n  - expect: bestmove\n    within: clock\n";

#[test]
fn early_is_never_wrong_and_slack_is_given() {
    for after in [1, 1999, 2190] {
        let trial = play(GO, engine("go", Some(after)));
        assert_eq!((reported(&trial), trial.end.is_ok()), (vec![], true), "{after}");
    }
}

#[test]
fn a_late_reply_is_late_and_not_missing() {
    for after in [2250, 5000, 6400, 9900] {
        let trial = play(GO, engine("go", Some(after)));
        // The finding depends on time, however late the reply is.
        assert_eq!(reported(&trial), [("USI-GO-06", true)], "{after}");
        // The script goes on after a late reply.
        assert!(trial.end.is_ok(), "{after}");
        let clock = overrun(&trial);
        assert_eq!(clock.clock, "byoyomi");
        assert_eq!(clock.allowed, ms(2000));
        assert_eq!(clock.used, ms(after));
    }
}

#[test]
fn a_short_clock_that_is_hardly_exceeded_is_a_warning_whatever_the_step_names() {
    let short = GO.replace("2000", "1000");
    let go = format!("{short}    clause: USI-GO-06\n");
    let ponder = "  - send: go ponder btime 0 wtime 0 byoyomi 1000\n  - send: ponderhit\n  - expect: bestmove\n    within: clock\n    clause: USI-PON-17\n";
    for (steps, to, clause) in [(&*go, "go", "USI-GO-06"), (ponder, "ponderhit", "USI-PON-17")] {
        for (after, clause) in [(1250, "USI-GO-15"), (1950, "USI-GO-15"), (2050, clause)] {
            let trial = play(steps, engine(to, Some(after)));
            assert_eq!(reported(&trial), [(clause, true)], "{after} after {to}");
        }
    }
}

#[test]
fn time_decides_that_a_reply_is_missing_if_nothing_asked_the_search_to_end() {
    let trial = play(GO, engine("go", None));
    assert_eq!(reported(&trial), [("USI-GO-03", true)]);
    assert!(trial.end.is_err());
}

const STOP: &str =
    "  - send: go infinite\n  - send: stop\n  - expect: bestmove\n    within: stop\n";

#[test]
fn a_reply_that_the_engine_goes_on_without_is_lost_and_no_matter_of_time() {
    let trial = play(STOP, engine("stop", None));
    assert_eq!(reported(&trial), [("USI-STOP-01", false)]);
}

#[test]
fn an_engine_that_answers_nothing_any_more_may_be_slow() {
    let deaf = paper::engine(vec![Reaction::on("isready", &[])]);
    assert_eq!(reported(&play(STOP, deaf)), [("USI-STOP-01", true)]);
}

#[test]
fn a_reply_that_comes_while_the_engine_is_asked_again_is_late() {
    for after in [2300, 2950] {
        let trial = play(STOP, engine("stop", Some(after)));
        assert_eq!(reported(&trial), [("USI-STOP-01", true)], "{after}");
        let over = paper::held(&trial)[0].over;
        assert_eq!(over, Some(ms(after - 2000)), "{after}");
    }
}

#[test]
fn time_decides_whether_quit_is_obeyed() {
    let ignores = paper::engine(vec![Reaction::on("quit", &[])]);
    let trial = play("  - send: quit\n  - expect: exit\n    within: quit\n", ignores);
    let quit: Vec<_> = paper::held(&trial).into_iter().map(|finding| finding.timing).collect();
    assert_eq!(quit, [true]);
}

#[test]
fn a_line_that_runs_into_its_word_is_what_came_instead() {
    let glued = paper::engine(vec![Reaction::on("go", &[(ms(4), "checkmatenomate")])]);
    let steps = "  - send: go mate 1000\n  - expect: checkmate\n    within: clock\n";
    let trial = play(steps, glued);
    let got: Vec<_> = paper::held(&trial)
        .into_iter()
        .map(|finding| (finding.clause.0, finding.got.to_string()))
        .collect();
    assert!(got.contains(&("USI-CM-01", "checkmatenomate".to_owned())), "{got:?}");
}

#[test]
fn the_clause_that_the_step_names_takes_both() {
    let named = format!("{GO}    clause: USI-GO-05\n    at-most: warn\n");
    let reported = |after| {
        let trial = play(&named, engine("go", after));
        let held = paper::held(&trial).into_iter();
        held.map(|finding| (finding.clause.0, finding.severity)).collect::<Vec<_>>()
    };
    for after in [Some(4300), None] {
        assert_eq!(reported(after), [("USI-GO-05", Severity::Warn)], "{after:?}");
    }
    // A clock that is exceeded but not ignored is assigned to the clause about clocks, not to the clause of the step.
    assert_eq!(reported(Some(2300)), [("USI-GO-06", Severity::Warn)]);
}

#[test]
fn the_clock_runs_from_ponderhit() {
    let steps = "  - send: go ponder btime 0 wtime 0 byoyomi 2000\n  - pause: 5s\n  - send: ponderhit\n  - expect: bestmove\n    within: clock\n";
    let trial = play(steps, engine("ponderhit", Some(2100)));
    assert_eq!(reported(&trial), []);
    let trial = play(steps, engine("ponderhit", Some(2300)));
    assert_eq!(reported(&trial), [("USI-PON-17", true)]);
    let clock = overrun(&trial);
    assert_eq!(clock.clock, "byoyomi after ponderhit");
    assert_eq!(clock.used, ms(2300));
}

#[test]
fn the_clock_is_named_that_bounds_the_search() {
    let check = |go: &str, clock: &str| {
        let steps = format!("  - send: {go}\n  - expect: bestmove\n    within: clock\n");
        let trial = play(&steps, engine("go", Some(4000)));
        assert_eq!(overrun(&trial).clock, clock, "{go}");
    };
    check("go btime 3000 wtime 600000 byoyomi 0", "btime");
    check("go btime 0 wtime 600000 byoyomi 2000", "byoyomi");
    check("go btime 0 wtime 0 byoyomi 0", "btime");
    check("go btime 1000 wtime 0 byoyomi 1000", "btime + byoyomi");
    check("go btime 1000 wtime 0 binc 2000 winc 60000", "btime + binc");
    check("go movetime 1000", "movetime");
}

#[test]
fn how_each_search_used_its_clock_is_counted_where_it_ended_by_it() {
    let trial = play(GO, engine("go", Some(400)));
    let clocks = trial.samples.clocks.results(false);
    let reported: Vec<_> =
        clocks.iter().map(|row| (row.clock.as_str(), row.searches, row.over, row.max.0)).collect();
    assert_eq!(reported, [("byoyomi", 1, 0, -1_600_000)]);
    let stopped =
        "  - send: go btime 0 wtime 0 byoyomi 1000\n  - send: stop\n  - expect: bestmove\n";
    let trial = play(stopped, engine("stop", Some(5)));
    assert_eq!(trial.samples.clocks.results(false), []);
}

#[test]
fn what_was_waited_for_is_kept_with_its_deadline() {
    let steps = format!("{GO}  - silence: {{ of: [bestmove], for: 300ms }}\n  - pause: 50ms\n");
    let trial = play(&steps, engine("go", Some(700)));
    assert!(trial.end.is_ok());
    let reported: Vec<_> = trial
        .transcript
        .windows
        .iter()
        .map(|window| {
            let ms = |time: std::time::Duration| time.saturating_sub(window.from).as_millis();
            let of = window.of.join(" ");
            (window.kind, of, ms(window.until), ms(window.ended))
        })
        .collect();
    let window = |kind, of: &str, until, ended| (kind, of.to_owned(), until, ended);
    assert_eq!(
        reported,
        [
            window(WindowKind::Reply, "usiok", 5000, 1),
            // The clock and its slack.
            window(WindowKind::Reply, "bestmove", 2200, 700),
            window(WindowKind::Silence, "bestmove", 300, 300),
            window(WindowKind::Pause, "", 50, 50),
        ]
    );
    assert_eq!(trial.transcript.windows[3].line, 11);
}
