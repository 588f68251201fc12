//! Tests of the USI engine without a defect.

use super::Client;
use crate::games::shogi::{Position, Shogi};
use crate::games::{Game as _, Position as _};
use crate::reference::Ending;

const MATE_IN_ONE: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
const MATED: &str = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
/// Black's king and more than ten pieces are in the camp, with 28 points or more.
const DECLARABLE: &str = "position sfen K1+R6/GGSS1+R3/PPPPPP3/9/9/9/9/9/8k b 2B 1";

fn usi() -> Client {
    Client::start("usi", None)
}

#[test]
fn the_handshake_is_as_it_should_be() {
    let mut client = usi();
    client.send("usi");
    let lines = client.until("usiok");
    let expected = "id name Kentei
id author kentei
option name USI_Hash type spin default 16 min 1 max 1024
option name USI_Ponder type check default true
option name USI_MultiPV type spin default 1 min 1 max 64
option name KenteiEnteringKing type check default true
option name KenteiContempt type spin default 0 min -100 max 100
option name KenteiStyle type combo default Normal var Solid var Normal var Risky
option name KenteiForget type button
option name KenteiRemark type string default <empty>
option name KenteiBookFile type filename default <empty>
usiok";
    assert_eq!(lines.join("\n"), expected);
    client.fence();
    assert_eq!(client.ask("usi", "usiok"), "usiok");
}

#[test]
fn a_stop_right_after_go_gets_one_reply() {
    let mut client = usi();
    for round in 0..100 {
        let go = ["go infinite", "go ponder btime 0 wtime 0 byoyomi 1000", "go mate infinite"];
        let go = go[round % go.len()];
        client.send(&format!("position startpos\n{go}\nstop\nstop"));
        let replies = client.rest();
        let closing = |line: &&String| !line.starts_with("info");
        assert_eq!(replies.iter().filter(closing).count(), 1, "{go}: {replies:?}");
    }
}

#[test]
fn a_stop_that_crosses_bestmove_changes_nothing() {
    let mut client = usi();
    for round in 0..100 {
        let byoyomi = round % 10;
        client.send(&format!("go btime 0 wtime 0 byoyomi {byoyomi}"));
        client.until("info");
        client.send("stop");
        client.until("bestmove");
        client.fence();
    }
}

#[test]
fn ponderhit_in_any_place_gets_one_reply() {
    let mut client = usi();
    let go = "go ponder btime 0 wtime 0 byoyomi 20";
    for round in 0..100 {
        let following = ["ponderhit", "ponderhit\nponderhit", "ponderhit\nstop", "stop\nponderhit"];
        client.send(&format!("{go}\n{}", following[round % following.len()]));
        client.until("bestmove");
        client.send("ponderhit\nstop");
        client.fence();
    }
}

#[test]
fn goes_and_replies_balance_whatever_comes() {
    let commands = [
        "go infinite",
        "go ponder btime 0 wtime 0 byoyomi 5",
        "go btime 0 wtime 0 byoyomi 5",
        "go mate 5",
        "stop",
        "ponderhit",
        "position startpos moves 7g7f",
        "usinewgame",
        "setoption name USI_MultiPV value 2",
    ];
    let mut client = usi();
    let mut number: u64 = 1;
    for _ in 0..60 {
        let mut sent = Vec::new();
        for _ in 0..12 {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let at = usize::try_from(number >> 33).unwrap() % commands.len();
            sent.push(commands[at]);
        }
        sent.push("stop");
        let goes = sent.iter().filter(|command| command.starts_with("go")).count();
        client.send(&sent.join("\n"));
        let said = client.rest();
        let replies = said.iter().filter(|line| !line.starts_with("info")).count();
        assert_eq!(replies, goes, "{sent:?}: {said:?}");
    }
}

#[test]
fn an_answer_is_held_until_it_is_asked_for() {
    for position in ["position startpos", MATE_IN_ONE, MATED, DECLARABLE] {
        let mut client = usi();
        for go in ["go infinite", "go ponder btime 0 wtime 0 byoyomi 0"] {
            client.send(&format!("{position}\n{go}"));
            let early = client.rest();
            assert!(early.iter().all(|line| line.starts_with("info")), "{early:?}");
            client.ask("stop", "bestmove");
            client.fence();
        }
    }
}

#[test]
fn isready_is_answered_in_a_search() {
    let mut client = usi();
    client.send("go infinite");
    client.until("info");
    client.ask("isready", "readyok");
    client.ask("stop", "bestmove");
}

#[test]
fn gameover_ends_a_search_in_silence_unless_stop_came_first() {
    let mut client = usi();
    for go in ["go ponder", "go infinite", "go btime 600000 wtime 600000 byoyomi 0"] {
        client.send(&format!("{go}\ngameover lose"));
        let rest = client.rest();
        assert!(rest.iter().all(|line| line.starts_with("info")), "{rest:?}");
        client.send(&format!("{go}\nstop\ngameover lose"));
        client.until("bestmove");
        client.fence();
    }
}

#[test]
fn a_side_that_cannot_move_resigns_and_one_that_may_declare_does() {
    let mut client = usi();
    let go = "go btime 0 wtime 0 byoyomi 100";
    assert_eq!(client.ask(&format!("{MATED}\n{go}"), "bestmove"), "bestmove resign");
    assert_eq!(client.ask(&format!("{DECLARABLE}\n{go}"), "bestmove"), "bestmove win");
}

#[test]
fn mate_problems_are_solved() {
    let mut client = usi();
    let mut ask = |position: &str, go: &str| client.ask(&format!("{position}\n{go}"), "checkmate");
    assert_eq!(ask(MATE_IN_ONE, "go mate 1000"), "checkmate G*5b");
    assert_eq!(ask(MATE_IN_ONE, "go mate infinite"), "checkmate G*5b");
    assert_eq!(ask("position startpos", "go mate infinite"), "checkmate nomate");
    let one_king = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1";
    assert_eq!(ask(one_king, "go mate 1000"), "checkmate G*5b");
}

#[test]
fn moves_and_lines_are_legal_through_a_game() {
    let mut client = usi();
    let mut board = Shogi.start();
    let mut moves = String::new();
    for _ in 0..40 {
        client.send(&format!("position startpos moves{moves}\ngo nodes 300"));
        let lines = client.until("bestmove");
        for line in &lines[..lines.len() - 1] {
            check_info(line, board.as_ref());
        }
        let last = lines.last().unwrap();
        let words: Vec<&str> = last.split(' ').collect();
        if words[1] == "resign" {
            return;
        }
        board.play(words[1]).unwrap();
        if let ["bestmove", _, "ponder", ponder] = words[..] {
            board.check_move(ponder).unwrap();
        }
        moves = format!("{moves} {}", words[1]);
    }
}

fn check_info(line: &str, root: &dyn crate::games::Position) {
    let (head, pv) = line.split_once(" pv ").expect("a pv");
    let words: Vec<&str> = head.split(' ').collect();
    let names: Vec<&str> = words[1..].iter().step_by(2).copied().collect();
    assert_eq!(names[..7], ["depth", "seldepth", "time", "nodes", "nps", "hashfull", "score"]);
    let mut board = root.boxed_clone();
    for mv in pv.split(' ') {
        board.play(mv).unwrap();
    }
    if let Some((_, plies)) = head.split_once("score mate ") {
        let plies: i32 = plies.parse().unwrap();
        assert_eq!(plies.unsigned_abs() as usize, pv.split(' ').count());
        assert_eq!(plies > 0, plies % 2 != 0);
        assert!(!board.has_legal_move(), "{line}");
    }
}

#[test]
fn positions_are_read_in_every_form() {
    let mut client = usi();
    let go = "go btime 0 wtime 0 byoyomi 0";
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let forms = [
        "position startpos moves 7g7f".to_owned(),
        format!("position sfen {start} b - 1 moves 7g7f"),
        format!("position sfen {start} b - moves 7g7f"),
        format!("position \t sfen  {start}   b - 77 moves\t7g7f  "),
    ];
    let mut after = Position::start();
    after.play("7g7f").unwrap();
    for form in forms {
        client.send(&format!("position startpos\n{form}\n{go}"));
        let best = client.until("bestmove").pop().unwrap();
        after.check_move(best.split(' ').nth(1).unwrap()).unwrap();
    }
    client.send("position startpos moves");
    client.fence();
}

#[test]
fn an_illegal_position_leaves_the_old_one() {
    let mut client = usi();
    client.send("position startpos moves 7g7f 7g7f");
    let said = client.rest();
    assert!(said.len() == 1 && said[0].starts_with("info string "), "{said:?}");
}

#[test]
fn odd_lines_do_no_harm() {
    let mut client = usi();
    let lines = "xyzzy alpha\nusifoo\ngobble\nstopwatch\n\n \t \nstop\nponderhit\ngameover lose\ngameover
setoption name Nope value 1\nsetoption name USI_Hash value abc\nsetoption name usi_hash value 32
setoption name KenteiRemark value a b  c\nsetoption name KenteiRemark value\nsetoption\nsetoption name
setoption name KenteiForget\ndebug on\ndebug off\nregister later\nregister name a code b\nusinewgame
joho debug on\ndebug joho off\nposition startpos xyzzy";
    client.send(lines);
    client.send_bytes(b"\xff\xfe\x00 caf\xc3\xa9\n");
    client.send_bytes(&[b"x".repeat(300_000), b"\n".to_vec()].concat());
    client.fence();
    assert_eq!(client.ask("xyzzy isready", "readyok"), "readyok");
    client.send_bytes(b"go btime 0 wtime 0 byoyomi 100 xyzzy 5 foo bar\r\n");
    client.until("bestmove");
    client.send_bytes(b"quit\r\n");
    assert_eq!(client.ending(), Ending::Exit(0));
}

#[test]
fn limits_and_searchmoves_are_kept() {
    let mut client = usi();
    client.send("go depth 1");
    let lines = client.until("bestmove");
    assert!(lines.iter().all(|line| !line.contains("depth 2")), "{lines:?}");
    let best = client.ask("go btime 0 wtime 0 byoyomi 100 searchmoves 1g1f 9g9f", "bestmove");
    assert!(best.starts_with("bestmove 1g1f") || best.starts_with("bestmove 9g9f"), "{best}");
    let best = client.ask("go searchmoves 1g1f nodes 50", "bestmove");
    assert!(best.starts_with("bestmove 1g1f"), "{best}");
}

#[test]
fn several_lines_are_shown_together() {
    let mut client = usi();
    client.send("setoption name USI_MultiPV value 3\ngo depth 2");
    let lines = client.until("bestmove");
    let numbers: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.split_once(" multipv "))
        .map(|(_, tail)| &tail[..1])
        .collect();
    assert_eq!(numbers, ["1", "2", "3"].repeat(3));
}

#[test]
fn it_leaves_at_quit_and_at_the_end_of_input_whatever_it_does() {
    for go in ["", "go infinite", "go ponder", "go mate infinite"] {
        let mut client = usi();
        client.send(&format!("usi\n{go}\nquit"));
        assert_eq!(client.ending(), Ending::Exit(0));
        let mut client = usi();
        client.send(go);
        client.hang_up();
        assert_eq!(client.ending(), Ending::Exit(0));
    }
}
