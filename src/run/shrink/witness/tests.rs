//! What a play of a script shows, and what may replace a step.

use std::time::Duration;

use super::*;
use crate::run::race_result::RaceRound;
use crate::run::tests::finding::finding;
use crate::run::tests::{games, paper};
use crate::run::timing::host_load::HostLoadVerdict;
use crate::scenario::Offset;
use crate::transcript::{Event, EventId};
use crate::transcript_text;
use crate::verdict::Severity;

/// Calls `then` with a witness of this script, and the script. Nothing can be played.
fn with_witness(steps: &str, then: impl FnOnce(Witness<'_>, Script, Scenario)) {
    let plan = games::plan(Vec::new());
    with_witness_of(&plan, &paper::scenario("USI-GO-03", steps), then);
}

/// Calls `then` with a witness of this scenario, and its script.
fn with_witness_of(
    plan: &Plan,
    scenario: &Scenario,
    then: impl FnOnce(Witness<'_>, Script, Scenario),
) {
    let (editor, script) = Editor::open(plan.dialect, scenario).expect("a script");
    let whole = editor.check(&script, "x").expect("it may be played");
    let wanted = ShrinkTask {
        clause: None,
        tries: None,
        control: None,
        max_time: Duration::from_secs(300),
        progress: &|_, _| {},
    };
    then(Witness::new(plan, &editor, &wanted), script, whole);
}

#[test]
fn the_same_violation_is_one_of_the_same_clause_severity_and_kind() {
    let one = Finding { violation: Some("late".to_owned()), ..finding("USI-GO-03", false) };
    let later = Finding { scenario_line: Some(7), timing: true, ..one.clone() };
    assert!(is_same(&one, &later));
    let other = Finding { violation: Some("missing".to_owned()), ..one.clone() };
    assert!(!is_same(&one, &other));
    assert!(!is_same(&one, &Finding { clause: ClauseId("USI-GO-05"), ..one.clone() }));
    assert!(!is_same(&one, &Finding { severity: Severity::Warn, ..one.clone() }));
}

#[test]
fn what_the_host_may_have_caused_is_no_violation() {
    let late = finding("USI-GO-03", true);
    let (certain, other) = (finding("USI-GO-03", false), finding("USI-STOP-01", true));
    let (limits, scenario) = (paper::limits(), paper::scenario("USI-GO-03", ""));
    let bench = paper::bench(&limits, 1);
    let played = trial::play_on(&bench, &scenario, &mut paper::engine(Vec::new()));
    let trial = Trial {
        findings: vec![late.clone(), certain.clone(), other.clone()],
        host_load_verdict: HostLoadVerdict::on_the_host(&late),
        ..played
    };
    assert_eq!(weighed(trial).findings, [certain, other]);
}

#[test]
fn only_a_missing_reply_is_waited_for_briefly() {
    with_witness("", |mut witness, _, whole| {
        assert!(!witness.isolation(true).brief, "there is no violation yet");
        let missing = finding("USI-GO-03", true);
        let late = Finding { over: Some(Duration::from_millis(1)), ..missing.clone() };
        for (target, brief) in
            [(missing, true), (late, false), (finding("USI-GO-03", false), false)]
        {
            witness.aim(&whole, target, 1);
            assert_eq!(witness.isolation(true).brief, brief);
            assert!(!witness.isolation(false).brief);
        }
    });
}

#[test]
fn an_engine_that_does_not_start_ends_the_reduction() {
    with_witness("", |mut witness, script, whole| {
        let plan = witness.plan;
        witness.aim(&whole, finding("USI-GO-03", false), 1);
        witness.preconditions = Preconditions::default();
        assert_eq!(witness.shows(&script), Outcome::Over);
        assert_eq!(witness.shows(&script), Outcome::Over);
        assert_eq!(witness.played, 1, "it is not started again");
        plan.cancel.store(true, Ordering::Relaxed);
        assert!(matches!(witness.check_ended(), Err(NotShrunk::Launch(_))));
        assert!(!plan.cancel.load(Ordering::Relaxed), "the final plays take place");
        assert!(witness.check_ended().is_ok());
    });
}

/// Steps after the handshake.
const SETS: &str =
    "  - set-options: { types: [spin], to: max }\n  - send: isready\n  - expect: readyok\n";

/// Events in which the step in line `line` of the file sends options.
fn sets_options(line: u32) -> Vec<Event> {
    let step = |line| Event { id: EventId(0), at: Duration::ZERO, kind: EventKind::Step { line } };
    let parts = [
        (line - 1, "> usi\n< usiok"),
        (line, "> setoption name A value ${b}\n< info string a\n> setoption name B value 9"),
        (line + 1, "> isready\n< readyok"),
    ];
    let mut events = Vec::new();
    for (line, text) in parts {
        events.push(step(line));
        events.extend(transcript_text::parse(text).expect("a transcript"));
    }
    events
}

fn played(events: Vec<Event>) -> PlayResult {
    let transcript = Transcript { events, ..Transcript::default() };
    PlayResult { findings: Vec::new(), transcript, races: Vec::new() }
}

fn map(entries: &[(&str, Tree)]) -> Tree {
    Tree::Map(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
}

#[test]
fn options_that_were_set_can_be_sent_as_lines() {
    with_witness(SETS, |mut witness, script, whole| {
        assert!(witness.instead(&script, 2).is_empty(), "nothing was played");
        let transcript = played(sets_options(whole.steps[2].span.line));
        witness.last = Some((script.clone(), whole, transcript));
        let lines = ["setoption name A value $${b}", "setoption name B value 9"];
        let send = ("send", Tree::List(lines.map(Tree::quoted).to_vec()));
        assert_eq!(witness.instead(&script, 2), [[map(&[send])]]);
        for step in [0, 1, 3, 4, 5] {
            assert!(witness.instead(&script, step).is_empty(), "{step}");
        }
        let other = Script { title: "another one".to_owned(), ..script };
        assert!(witness.instead(&other, 2).is_empty(), "another script was played");
    });
}

#[test]
fn a_step_that_sent_no_options_stays_and_a_probe_stays_one() {
    let transcript = |line| played(sets_options(line)).transcript;
    let step = map(&[("set-options", map(&[("to", Tree::plain("max"))]))]);
    assert!(options(&step, &transcript(7), 7).is_some());
    assert_eq!(options(&step, &transcript(7), 9), None, "it was not reached");
    let step_alone =
        Event { id: EventId(0), at: Duration::ZERO, kind: EventKind::Step { line: 7 } };
    assert_eq!(options(&step, &played(vec![step_alone]).transcript, 7), None);
    let probe = map(&[("set-options", Tree::plain("x")), ("probe", Tree::plain("unknown"))]);
    let instead = options(&probe, &transcript(7), 7).expect("it sent lines");
    let [step] = &instead[..] else { panic!("{instead:?}") };
    assert_eq!(step.get("probe"), Some(&Tree::plain("unknown")));
}

#[test]
fn a_race_can_be_played_at_the_offsets_at_which_it_failed() {
    let race = |line, failed: &[i64]| {
        let round = |micros: &i64| RaceRound {
            wanted: Offset::Micros(*micros),
            offset: Offset::Micros(*micros + 3),
            failed: failed.contains(micros),
        };
        RaceResult {
            line,
            sent: vec!["stop".to_owned()],
            event: "bestmove".to_owned(),
            planned: 6,
            rounds: [-1000, -1000, 0, 500, 700, 900].iter().map(round).collect(),
        }
    };
    let around = |times: (&str, Tree)| {
        let around = map(&[("event", Tree::plain("bestmove")), times]);
        let race = map(&[("send", Tree::plain("stop")), ("around", around)]);
        map(&[("clause", Tree::plain("USI-STOP-04")), ("race", race)])
    };
    let step = around(("from", Tree::plain("-1ms")));
    let at = |offset: &str| vec![around(("at", Tree::List(vec![Tree::plain(offset)])))];
    let races = [race(3, &[700]), race(7, &[-1000, 0, 700, 900])];
    assert_eq!(at_one_offset(&step, &races, 7), [at("-1ms"), at("0ms"), at("0.7ms")]);
    assert_eq!(at_one_offset(&step, &races, 3), [at("0.7ms")]);
    assert!(at_one_offset(&step, &races, 4).is_empty());
}

#[cfg(unix)]
mod in_process {
    use super::super::*;
    use super::Duration;
    use crate::run::tests::in_process::{ASK, HELLO, engine, faulty, plan, scenario};

    #[test]
    fn a_script_shows_the_violation_in_full_if_the_engine_does_and_the_control_does_not() {
        let whole = scenario("usi/x", "", &[&HELLO, &["send: usinewgame"], &ASK, &ASK]);
        // The control violates the same clause without a game.
        let control = EngineSource::from(faulty(|heard| !heard.has("usinewgame")));
        let progress = |_, _| {};
        let wanted = ShrinkTask {
            clause: None,
            tries: None,
            control: Some(&control),
            max_time: Duration::from_secs(300),
            progress: &progress,
        };
        let broken = plan(faulty(|_| true), Vec::new());
        let (editor, script) = Editor::open(broken.dialect, &whole).expect("a script");
        let whole = editor.check(&script, "x").expect("it may be played");
        let mut witness = Witness::new(&broken, &editor, &wanted);
        let findings = witness.play_whole(&whole).expect("it starts").findings;
        let shown = findings.into_iter().find(Finding::counts).expect("it shows it");
        witness.aim(&whole, shown, 1);
        let mut shows = |keep: &dyn Fn(usize) -> bool| {
            let Tree::List(steps) = &script.steps else { panic!("{script:?}") };
            let kept = steps.iter().enumerate().filter(|(number, _)| keep(*number));
            let kept = kept.map(|(_, step)| step.clone()).collect();
            let shorter = Script { steps: Tree::List(kept), ..script.clone() };
            witness.shows_in_full(&shorter).expect("it starts")
        };
        assert!(shows(&|_| true));
        assert!(shows(&|number| number < 5));
        assert!(!shows(&|number| number < 3), "the engine does not show it");
        assert!(!shows(&|number| number != 2), "the control shows it");
        assert!(!shows(&|number| number != 0), "the script may not be played");
        let sound = plan(engine(|_| None), Vec::new());
        let witness = Witness { plan: &sound, ..witness };
        let rate = witness.rate(&whole, 2, std::time::Instant::now()).expect("it starts");
        assert!(rate.is_none(), "no play shows it");
    }
}

#[cfg(unix)]
mod tries {
    use super::*;
    use crate::engine::InProcess;
    use crate::run::tests::in_process::{self, ASK, HELLO, faulty};

    /// Calls `then` with a witness that plays a script with this engine, and the script. The first play of the whole
    /// script has shown the violation, and a candidate is played `tries` times.
    fn with_engine(engine: InProcess, tries: u32, then: impl FnOnce(Witness<'_>, Script)) {
        let scenario = in_process::scenario("usi/x", "", &[&HELLO, &ASK]);
        let plan = in_process::plan(engine, Vec::new());
        with_witness_of(&plan, &scenario, |mut witness, script, whole| {
            let mut shown = witness.play_whole(&whole).expect("it is played").findings;
            witness.aim(&whole, shown.pop().expect("it shows the violation"), tries);
            then(witness, script);
        });
    }

    #[test]
    fn a_candidate_is_played_until_the_last_try() {
        with_engine(faulty(|heard| heard.process % 3 == 0), 3, |mut witness, script| {
            assert_eq!(witness.shows(&script), Outcome::Shows);
        });
        with_engine(faulty(|heard| heard.process % 4 == 0), 3, |mut witness, script| {
            assert_eq!(witness.shows(&script), Outcome::Not);
        });
    }
}
