//! Which parts of a script are left out, and how often scripts are played.

use super::*;

#[test]
fn what_shows_seldom_is_tried_more_often() {
    assert_eq!(tries(3, 3), 1);
    assert_eq!(tries(2, 3), 3);
    assert_eq!(tries(1, 3), 8);
    assert_eq!(tries(1, 20), 40);
}

#[test]
fn a_script_is_played_until_it_shows_the_violation_and_three_times_unless_it_is_long() {
    let long = LONG * 2 + Duration::from_millis(1);
    let check = |shown, played, short: bool, also_if_long: bool| {
        let again = |elapsed| is_played_again(shown, played, elapsed);
        assert_eq!((again(LONG * 2), again(long)), (short, also_if_long), "{shown} of {played}");
    };
    check(0, 0, true, true);
    check(0, FIRST, true, true);
    check(0, FIRST_AT_MOST - 1, true, true);
    check(0, FIRST_AT_MOST, false, false);
    check(1, 1, true, true);
    check(1, 2, true, true);
    check(2, 2, true, false);
    check(3, 3, false, false);
    check(1, 3, false, false);
    check(1, FIRST_AT_MOST, false, false);
}

#[cfg(unix)]
mod in_process {
    use std::cell::Cell;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use super::super::*;
    use crate::engine::InProcess;
    use crate::protocol::Limits;
    use crate::run::tests::finding::finding;
    use crate::run::tests::in_process::{self, ASK, HELLO, engine, faulty, scenario};

    const GAME: [&str; 1] = ["send: usinewgame"];
    const PLACE: [&str; 1] = ["send: position startpos"];
    /// Much longer than any of these reductions.
    const LONG: Duration = Duration::from_secs(300);

    /// A plan in which missing replies are not waited for long: many candidates wait for what nothing asks for.
    fn plan(engine: InProcess) -> Plan {
        let plan = in_process::plan(engine, Vec::new());
        Plan { limits: Limits::of(plan.dialect, |_, _| Duration::from_secs(1)), ..plan }
    }

    fn task(control: Option<&EngineSource>) -> ShrinkTask<'_> {
        ShrinkTask { clause: None, tries: None, control, max_time: LONG, progress: &|_, _| {} }
    }

    /// The steps of a script as they are written.
    fn steps_of(script: &Script) -> String {
        let yaml = script.to_yaml(&[]);
        yaml[yaml.find("steps:\n").expect("it has steps") + 7..].to_owned()
    }

    /// Steps as they are written.
    fn written(steps: &[&[&str]]) -> String {
        steps.concat().iter().map(|step| format!("  - {step}\n")).collect()
    }

    /// What is left of these steps.
    fn reduced(engine: InProcess, control: Option<InProcess>, steps: &[&[&str]]) -> Shrunk {
        let control = control.map(EngineSource::from);
        let scenario = scenario("usi/x", "", steps);
        let plan = plan(engine);
        shrink(&plan, &scenario, &task(control.as_ref())).expect("it shows the violation")
    }

    #[test]
    fn only_the_steps_that_show_the_violation_are_left() {
        let steps: [&[&str]; 7] = [&HELLO, &ASK, &GAME, &PLACE, &ASK, &PLACE, &ASK];
        let progress = Cell::new((0, 0));
        let noted = |played, lines| progress.set((played, lines));
        let plan = plan(faulty(|heard| heard.has("usinewgame")));
        let control = EngineSource::from(engine(|_| None));
        let wanted = ShrinkTask { progress: &noted, ..task(Some(&control)) };
        let shrunk = shrink(&plan, &scenario("usi/x", "", &steps), &wanted).expect("it shows it");
        assert_eq!(steps_of(&shrunk.script), written(&[&HELLO, &GAME, &ASK]));
        // The last line is `quit`.
        assert_eq!(shrunk.lines, (8, 4));
        assert_eq!((shrunk.rate, shrunk.complete, shrunk.ended), ((10, 10), true, false));
        assert_eq!(shrunk.script.clauses, [shrunk.finding.clause.0], "it is about this clause");
        assert_eq!(shrunk.scenario.steps.len(), 5);
        assert_eq!(sent(&shrunk.transcript), 4);
        assert_eq!(shrunk.control.map(|control| sent(&control)), Some(4));
        let (played, lines) = progress.get();
        assert!(played > 3 && played <= shrunk.played, "{played} of {}", shrunk.played);
        assert_eq!(lines, 4);
    }

    #[test]
    fn a_step_without_which_the_control_is_faulty_too_stays() {
        let game: [&[&str]; 3] = [&HELLO, &GAME, &ASK];
        let check = |control: InProcess, left: &[&[&str]], whole: bool| {
            let shrunk = reduced(faulty(|_| true), Some(control), &game);
            assert_eq!(steps_of(&shrunk.script), written(left));
            assert_eq!(shrunk.control.is_some(), whole);
        };
        check(engine(|_| None), &[&HELLO, &ASK], true);
        // Without the game it violates the same clause, or another one.
        check(faulty(|heard| !heard.has("usinewgame")), &game, true);
        let other = |outside_of_a_game: bool| {
            engine(move |heard| {
                let violates = !outside_of_a_game || !heard.has("usinewgame");
                (heard.line() == "isready" && violates)
                    .then_some("info depth 1 score cp 1\nreadyok")
            })
        };
        check(other(true), &game, true);
        // What it also violates in the whole script does not count.
        check(other(false), &[&HELLO, &ASK], true);
        // A control that shows the violation in the whole script is of no use.
        check(faulty(|_| true), &[&HELLO, &ASK], false);
    }

    #[test]
    fn a_violation_that_one_process_of_three_shows_is_found_by_three_plays() {
        let engine = faulty(|heard| heard.process % 3 == 2);
        let plan = plan(engine);
        let scenario = scenario("usi/x", "", &[&HELLO, &GAME, &ASK]);
        let wanted = ShrinkTask { tries: Some(3), ..task(None) };
        let shrunk = shrink(&plan, &scenario, &wanted).expect("it shows the violation");
        assert_eq!(steps_of(&shrunk.script), written(&[&HELLO, &ASK]));
        assert_eq!((shrunk.rate, shrunk.complete), ((3, 10), true));
    }

    #[test]
    fn a_shorter_script_that_shows_the_violation_only_sometimes_is_not_the_result() {
        for shows in [0, 1] {
            let engine = faulty(move |heard| heard.has("usinewgame") || heard.process % 2 == shows);
            let shrunk = reduced(engine, None, &[&HELLO, &GAME, &PLACE, &ASK]);
            assert_eq!(steps_of(&shrunk.script), written(&[&HELLO, &GAME, &ASK]));
            assert_eq!(shrunk.rate, (10, 10));
        }
    }

    #[test]
    fn a_fragment_of_which_not_all_is_needed_is_written_out() {
        let shrunk = reduced(faulty(|_| true), None, &[&["boot"], &GAME, &ASK]);
        let steps = steps_of(&shrunk.script);
        assert!(steps.starts_with("  - send: usi\n  - expect: usiok\n"), "{steps}");
        assert!(!steps.contains("usinewgame"), "{steps}");
        assert_eq!(shrunk.lines.1, 3, "{steps}");
    }

    #[test]
    fn a_script_that_ends_with_a_line_sent_gets_a_fence_at_its_end() {
        let engine = engine(|heard| (heard.line() == "stop").then_some("bestmove resign"));
        let shrunk = reduced(engine, None, &[&HELLO, &GAME, &["send: stop", "pause: 20ms"]]);
        assert_eq!(steps_of(&shrunk.script), written(&[&HELLO, &["send: stop", "fence"]]));
        assert_eq!(shrunk.rate, (10, 10));
    }

    #[test]
    fn an_option_that_the_violation_needs_is_set_by_its_line() {
        let engine = engine(|heard| match heard.line() {
            "usi" => Some(
                "id name x\nid author x\noption name A type spin default 1 min 1 max 9\n\
                 option name B type spin default 1 min 1 max 9\nusiok",
            ),
            "isready" if heard.has("setoption name B value 9") => Some("bestmove resign\nreadyok"),
            _ => None,
        });
        let set = ["set-options: { types: [spin], to: max, optional: true }"];
        let shrunk = reduced(engine, None, &[&HELLO, &set, &ASK]);
        let steps = steps_of(&shrunk.script);
        let left = "  - send: usi\n  - expect: usiok\n  - send: [\"setoption name B value 9\"]\n";
        assert!(steps.starts_with(left), "{steps}");
        assert_eq!(shrunk.lines, (5, 4), "{steps}");
    }

    #[test]
    fn a_script_for_which_there_is_no_time_is_left_as_it_is() {
        let steps: [&[&str]; 4] = [&HELLO, &GAME, &PLACE, &ASK];
        let plan = plan(faulty(|_| true));
        let scenario = scenario("usi/x", "", &steps);
        let wanted = ShrinkTask { max_time: Duration::ZERO, ..task(None) };
        let shrunk = shrink(&plan, &scenario, &wanted).expect("it shows the violation");
        assert_eq!(steps_of(&shrunk.script), written(&steps));
        assert_eq!(shrunk.script.clauses, ["USI-BOOT-01"]);
        assert_eq!((shrunk.played, shrunk.rate, shrunk.complete), (0, (1, 1), false));
    }

    #[test]
    fn a_reduction_that_the_user_ends_has_the_shortest_script_so_far() {
        let plan = plan(faulty(|_| true));
        let scenario = scenario("usi/x", "", &[&HELLO, &GAME, &PLACE, &ASK, &GAME]);
        let cancel = Arc::clone(&plan.cancel);
        let ends = |_, _| cancel.store(true, Ordering::Relaxed);
        let wanted = ShrinkTask { progress: &ends, ..task(None) };
        let shrunk = shrink(&plan, &scenario, &wanted).expect("it shows the violation");
        // The first candidate leaves out what comes after the violation.
        assert_eq!(steps_of(&shrunk.script), written(&[&HELLO, &GAME, &PLACE, &ASK]));
        assert_eq!((shrunk.played, shrunk.rate, shrunk.complete), (1, (10, 10), false));
        assert!(shrunk.ended);
        plan.cancel.store(true, Ordering::Relaxed);
        let ended = shrink(&plan, &scenario, &wanted);
        assert!(matches!(ended, Err(NotShrunk::Ended)), "{ended:?}");
    }

    #[test]
    fn a_reduction_that_the_user_ends_does_not_begin_again_with_all_waits_in_full() {
        // Half of the plays show it: the result would be reduced a second time.
        let plan = plan(faulty(|heard| heard.process < 3 || heard.process % 2 == 0));
        let scenario = scenario("usi/x", "", &[&HELLO, &GAME, &ASK, &PLACE]);
        let cancel = Arc::clone(&plan.cancel);
        let ends = |_, _| cancel.store(true, Ordering::Relaxed);
        let wanted = ShrinkTask { progress: &ends, tries: Some(10), ..task(None) };
        let shrunk = shrink(&plan, &scenario, &wanted).expect("it shows the violation");
        assert!(shrunk.ended && shrunk.rate.0 < shrunk.rate.1, "{:?}", shrunk.rate);
        assert_eq!(shrunk.played, 1);
    }

    #[test]
    fn a_violation_that_does_not_show_is_looked_for_as_long_as_there_is_time() {
        let not_shown = |engine: InProcess, clause: Option<&str>, max_time: Duration| {
            let plan = plan(engine);
            let wanted = ShrinkTask { clause, max_time, ..task(None) };
            let shrunk = shrink(&plan, &scenario("usi/x", "", &[&HELLO, &ASK]), &wanted);
            let Err(NotShrunk::NotShown(others, played)) = shrunk else {
                panic!("{shrunk:?}");
            };
            (others.len(), played)
        };
        // Each play has a remark that does not count.
        let sound = || engine(|_| None);
        assert_eq!(not_shown(sound(), None, LONG), (1, FIRST_AT_MOST));
        assert_eq!(not_shown(sound(), None, Duration::ZERO), (1, FIRST));
        let other = not_shown(faulty(|_| true), Some("USI-STOP-01"), Duration::ZERO);
        assert_eq!(other, (2, FIRST), "another clause");
    }

    #[test]
    fn the_first_plays_count_how_often_the_violation_shows() {
        let plan = plan(faulty(|heard| heard.process != 1));
        let scenario = scenario("usi/x", "", &[&HELLO, &ASK]);
        let (editor, script) = Editor::open(plan.dialect, &scenario).expect("a script");
        let whole = editor.check(&script, "x").expect("it may be played");
        let mut witness = Witness::new(&plan, &editor, &task(None));
        let (_, shown, played, _) = first(&mut witness, &whole, None).expect("it shows it");
        assert_eq!((shown, played), (2, 3));
    }

    #[test]
    fn what_comes_after_the_violation_is_left_out_first() {
        let plan = plan(faulty(|_| true));
        let steps: [&[&str]; 4] = [&HELLO, &ASK, &PLACE, &GAME];
        let scenario = scenario("usi/x", "", &steps);
        let (editor, script) = Editor::open(plan.dialect, &scenario).expect("a script");
        let whole = editor.check(&script, "x").expect("it may be played");
        let at = |line| {
            last_step(&whole, &Finding { scenario_line: line, ..finding("USI-GO-03", false) })
        };
        for (number, step) in whole.steps.iter().enumerate() {
            assert_eq!(at(Some(step.span.line)), number + 1);
        }
        assert_eq!(at(None), whole.steps.len());
        let mut witness = Witness::new(&plan, &editor, &task(None));
        let (finding, ..) = first(&mut witness, &whole, None).expect("it shows it");
        let end = last_step(&whole, &finding);
        witness.aim(&whole, finding, 1);
        // Not even the violation is left.
        let mut short = script.clone();
        without_rest(&mut short, 2, &mut witness);
        assert_eq!(steps_of(&short), written(&steps));
        without_rest(&mut short, end, &mut witness);
        assert_eq!(steps_of(&short), written(&[&HELLO, &ASK]));
    }
}
