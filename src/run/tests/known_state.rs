//! Which scripts leave the engine in a known state.

use crate::protocol;
use crate::run::schedule::known_state::{can_share, head};
use crate::scenario::{self, Step, StepKind};

/// Checks whether a script with these steps can share a process. `more` is added before the steps.
#[track_caller]
fn check(steps: &str, more: &str, expected: bool) {
    let text = format!("title: T\nclauses: [USI-READY-01]\nafter: []\n{more}steps:\n{steps}");
    let dialect = protocol::dialect("usi").unwrap();
    let (scenarios, mistakes) =
        scenario::of_texts(dialect, [("usi/mine".to_owned(), text.clone())]);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
    let [mine] = scenarios.as_slice() else { panic!("one scenario, not {}", scenarios.len()) };
    assert_eq!(can_share(dialect, mine), expected, "{text}");
}

const GAME: &str = "  - send: position startpos\n  - send: go btime 0 wtime 0 byoyomi 100\n";
const REPLY: &str = "  - expect: bestmove\n    within: clock\n";

/// What a script sets is set only where it is played from its beginning.
#[test]
fn an_opening_that_sets_an_option_of_the_script_does_not_share() {
    let opening = |set: &str| {
        format!(
            "  - send: usi\n  - expect: usiok\n{set}  - send: isready\n  - expect: readyok\n  - send: usinewgame\n{GAME}{REPLY}"
        )
    };
    check(&opening(""), "", true);
    let own =
        "  - set-options: { types: [check], only: Own, to: { text: \"true\" }, optional: true }\n";
    check(&opening(own), "", false);
}

#[test]
fn a_plain_game_shares() {
    let game = format!("  - boot\n{GAME}{REPLY}");
    check(&game, "", true);
    check(&game, "process: any\n", true);
    check(&game, "process: own\n", false);
    check(&format!("{game}  - fence\n"), "", true);
    let written_out = "  - send: usi\n  - expect: usiok\n  - send: isready\n  - expect: readyok\n  - send: usinewgame\n";
    check(&format!("{written_out}{GAME}{REPLY}"), "", true);
}

#[test]
fn another_beginning_needs_a_process_of_its_own() {
    check(&format!("  - hello\n  - alive\n{GAME}{REPLY}"), "", false);
    check(&format!("  - hello\n  - send: usinewgame\n  - alive\n{GAME}{REPLY}"), "", false);
    let measured = "  - send: usi\n  - expect: usiok\n    measure: usiok\n  - send: isready\n  - expect: readyok\n  - send: usinewgame\n";
    check(&format!("{measured}{GAME}{REPLY}"), "", false);
    let other_reply = "  - send: usi\n  - expect: option\n  - send: isready\n  - expect: readyok\n  - send: usinewgame\n";
    check(&format!("{other_reply}{GAME}{REPLY}"), "", false);
    let together = "  - send: usi\n  - expect: usiok\n  - send: [isready]\n    ending: crlf\n  - expect: readyok\n  - send: usinewgame\n";
    check(&format!("{together}{GAME}{REPLY}"), "", false);
}

#[test]
fn what_may_change_the_engine_for_good_does_not_share() {
    for step in [
        "  - send: setoption name USI_Hash value 32\n",
        "  - send: usi\n    probe: USI-BOOT-12\n  - expect: usiok\n",
        "  - send: hello there\n    probe: USI-GEN-09\n",
        "  - send: \"go foo\"\n    probe: USI-GEN-08\n  - expect: bestmove\n",
        "  - send: gameover\n    probe: USI-OVER-01\n",
        "  - raw: [\"isready\\n\"]\n  - expect: readyok\n",
        "  - set-options: { types: [spin], to: default }\n",
        "  - close-input\n  - expect: exit\n    within: quit\n",
        "  - race:\n      rounds: 1\n      start:\n        - send: [position startpos, go infinite]\n      send: stop\n      around: { event: send, at: [1ms] }\n      each:\n        - expect: bestmove\n          within: stop\n",
    ] {
        check(&format!("  - boot\n{step}  - alive\n"), "", false);
    }
}

#[test]
fn each_search_has_to_be_waited_for() {
    check(&format!("  - boot\n{GAME}"), "", false);
    check(&format!("  - boot\n{GAME}{REPLY}    optional: true\n"), "", false);
    check(&format!("  - boot\n{GAME}  - expect: {{ line: \"^bestmove\" }}\n"), "", false);
    check(&format!("  - boot\n{GAME}  - expect: info\n"), "", false);
    check(&format!("  - boot\n{GAME}  - expect: info\n  - send: stop\n{REPLY}"), "", true);
    let one_of = |then: &str| {
        format!(
            "  - boot\n{GAME}  - one-of:\n      - expect: bestmove\n        where: {{ move: legal }}\n      - expect: bestmove\n{then}    within: clock\n"
        )
    };
    check(&one_of(""), "", true);
    check(&one_of("        then:\n          - send: go infinite\n"), "", false);
    check(&one_of("        outcome: stop\n"), "", true);
    let again = |steps: &str| {
        format!(
            "  - boot\n  - send: position startpos\n  - repeat:\n      times: 2\n      steps:\n{steps}"
        )
    };
    let inner = "        - send: go btime 0 wtime 0 byoyomi 100\n        - expect: bestmove\n          within: clock\n";
    check(&again(inner), "", true);
    check(&again("        - send: go byoyomi 100\n        - pause: 1s\n"), "", false);
    let both = "  - send: [stop, isready]\n  - all-of:\n      - expect: bestmove\n        within: stop\n      - expect: readyok\n";
    check(&format!("  - boot\n{GAME}{both}"), "", true);
    // A reply without a search is a violation, which the run notices.
    check(&format!("  - boot\n{REPLY}"), "", true);
    check(&format!("  - boot\n{GAME}{REPLY}{REPLY}"), "", true);
}

/// In each dialect many of the bundled scenarios can share a process, but none whose name says that it cannot.
#[test]
fn many_bundled_scenarios_share() {
    for dialect in protocol::DIALECTS {
        let (library, _) = scenario::load(*dialect, &[]);
        let all = library.scenarios.len();
        let heads = library.scenarios.iter().filter_map(|scenario| {
            let head = head(*dialect, scenario)?;
            let is_setting = |step: &&Step| matches!(step.kind, StepKind::SetOptions(_));
            let settings = scenario.steps[..head].iter().filter(is_setting).count();
            Some((scenario.id.as_str(), head - settings))
        });
        let heads: Vec<(&str, usize)> = heads.collect();
        assert!(heads.len() * 3 > all, "{} of {all} of {}", heads.len(), dialect.name());
        let opening = dialect.games().unwrap().opening.iter();
        let steps: usize = opening.map(|one| 1 + usize::from(one.reply.is_some())).sum();
        for (id, head) in heads {
            assert_eq!(head, steps, "{id}");
            let own = ["/race/", "/quit/", "/boot/", "/unknown/"];
            assert!(!own.iter().any(|part| id.contains(part)), "{id}");
        }
    }
}
