//! Tests of the UCI engine without a defect.

use super::Client;
use crate::games::Game as _;
use crate::games::chess::Chess;
use crate::reference::Ending;

const MATE_IN_TWO: &str = "position fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1";
const MATED: &str = "position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

fn uci() -> Client {
    Client::start("uci", None)
}

#[test]
fn the_handshake_is_as_it_should_be() {
    let mut client = uci();
    client.send("uci");
    let lines = client.until("uciok");
    let expected = "id name Kentei
id author kentei
option name Hash type spin default 16 min 1 max 1024
option name Ponder type check default false
option name MultiPV type spin default 1 min 1 max 64
option name Clear Hash type button
option name Kentei Contempt type spin default 0 min -100 max 100
option name Kentei Style type combo default Normal var Solid var Normal var Risky
option name Kentei Remark type string default <empty>
uciok";
    assert_eq!(lines.join("\n"), expected);
    client.fence();
}

#[test]
fn every_go_gets_one_reply_through_all_races() {
    let mut client = uci();
    let rounds = [
        "go infinite\nstop\nstop",
        "go ponder wtime 100 btime 100\nponderhit\nponderhit\nstop",
        "go ponder\nstop\nponderhit",
        "go movetime 5\nstop\nstop",
    ];
    for round in 0..100 {
        client.send(rounds[round % rounds.len()]);
        client.until("bestmove");
        client.fence();
    }
}

#[test]
fn gameover_is_no_word_of_this_dialect() {
    let mut client = uci();
    client.send("go infinite\ngameover lose");
    client.until("info");
    client.ask("stop", "bestmove");
}

#[test]
fn a_position_without_moves_is_said_to_be_one() {
    let mut client = uci();
    for position in [MATED, STALEMATE] {
        let best = client.ask(&format!("{position}\ngo movetime 10"), "bestmove");
        assert_eq!(best, "bestmove (none)");
    }
}

#[test]
fn mates_are_counted_in_moves() {
    let mut client = uci();
    for (position, score) in [
        (MATE_IN_TWO, "score mate 2"),
        ("position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1", "score mate -1"),
    ] {
        client.send(&format!("{position}\ngo depth 4"));
        let lines = client.until("bestmove");
        assert!(lines[lines.len() - 2].contains(score), "{lines:?}");
    }
    client.send(&format!("{MATE_IN_TWO}\ngo mate 2"));
    client.until("bestmove");
}

#[test]
fn castling_is_a_move_of_the_king() {
    let mut client = uci();
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let best = client.ask(&format!("{position}\ngo searchmoves e1g1 depth 2"), "bestmove");
    assert!(best.starts_with("bestmove e1g1"), "{best}");
}

#[test]
fn moves_and_lines_are_legal_through_a_game() {
    let mut client = uci();
    let mut board = Chess::STANDARD.start();
    let mut moves = String::new();
    for _ in 0..40 {
        client.send(&format!("position startpos moves{moves}\ngo nodes 500"));
        let lines = client.until("bestmove");
        for line in &lines[..lines.len() - 1] {
            let (_, pv) = line.split_once(" pv ").expect("a pv");
            let mut line = board.boxed_clone();
            pv.split(' ').for_each(|mv| line.play(mv).unwrap());
        }
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        if words[1] == "(none)" {
            return;
        }
        board.play(words[1]).unwrap();
        if let ["bestmove", _, "ponder", ponder] = words[..] {
            board.check_move(ponder).unwrap();
        }
        moves = format!("{moves} {}", words[1]);
    }
}

#[test]
fn odd_lines_do_no_harm() {
    let mut client = uci();
    client.send(
        "xyzzy alpha\n\nstop\nponderhit\nsetoption name Clear Hash\nsetoption name Nope value 1
setoption name Hash value abc\nsetoption name kentei remark value a  b c\ndebug on\nregister later
ucinewgame\nposition startpos moves",
    );
    client.fence();
    client.send_bytes(b"go movetime 10\r\n");
    client.until("bestmove");
    client.send_bytes(b"quit\r\n");
    assert_eq!(client.ending(), Ending::Exit(0));
}
