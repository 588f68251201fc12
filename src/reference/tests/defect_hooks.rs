//! Tests of engines with a defect: the effect of each kind of hook.

use std::time::Instant;

use super::Client;
use crate::reference::family::{Board, DefectHook, Hooks};
use crate::reference::{Ending, uci, usi};

const GO: &str = "go btime 0 wtime 0 byoyomi 100";

fn usi_with(id: &'static str) -> Client {
    Client::start("usi", Some(id))
}

/// Sends commands and compares the resulting lines, without info lines and ponder moves.
fn check(id: &'static str, commands: &str, expected: &[&str]) {
    let mut client = usi_with(id);
    client.send(commands);
    let mut said = client.rest();
    said.retain(|line| !line.starts_with("info"));
    for line in &mut said {
        let end = line.find(" ponder ").unwrap_or(line.len());
        line.truncate(end);
    }
    assert_eq!(said, expected, "{id}");
}

/// Sends commands and compares how the process ends.
fn check_end(id: &'static str, commands: &str, expected: Ending) {
    let mut client = usi_with(id);
    client.send(commands);
    assert_eq!(client.ending(), expected, "{id}");
}

#[test]
fn flaws_end_the_process_at_their_command() {
    let mated = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\ngo";
    let one_king = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let counted = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 60";
    check_end("A18", "usi\nsetoption name USI_Hash value 16", Ending::Abort);
    check_end("B13", "setoption name KenteiContempt value abc", Ending::Abort);
    check_end("C09", "isready\nposition startpos", Ending::Exit(1));
    check_end("C10", "usi\nusinewgame", Ending::Exit(1));
    check_end("C12:crash", "usi\nquit", Ending::Abort);
    check_end("C15", "gameover draw", Ending::Exit(1));
    check_end("D02", "position startpos moves", Ending::Abort);
    check_end("D09", mated, Ending::Abort);
    check_end("D10", one_king, Ending::Abort);
    check_end("D13", "xyzzy alpha", Ending::Exit(1));
    check_end("D14", "caf\u{e9}", Ending::Exit(101));
    check_end("D21", counted, Ending::Abort);
    check_end("E07", "go wtime 0 btime 0 byoyomi 100", Ending::Abort);
    check_end("E08", "go", Ending::Abort);
    check_end("E18", "position startpos\ngo", Ending::Abort);
    check_end("F12", "ponderhit", Ending::Abort);
    check_end("F13", "go ponder\nponderhit\nponderhit", Ending::Abort);
    check_end("G02", "stop", Ending::Exit(0));
    check_end("K05", "quit", Ending::Abort);
    check_end("K09", "go infinite", Ending::Abort);
    check_end("K18", "quit", Ending::Exit(1));
    check_end("L02", "register later", Ending::Abort);
    check_end("L03", "usi", Ending::Exit(1));
}

#[test]
fn flaws_say_what_they_should_not() {
    check("B19", "setoption name Nope value 1", &["No such option: Nope"]);
    check("D16", "\nxyzzy", &["command ready", "command ready"]);
    check("G01", "stop", &["bestmove resign"]);
    check("H15", "position startpos", &["bestmove 1g1f"]);
    check("E12", "go depth 1\nstop", &["bestmove 1g1f"; 2]);
    check("H04", "go depth 1\nstop", &["bestmove 1g1f,123"]);
}

#[test]
fn mate_replies_are_wrong_in_their_own_way() {
    let three = "position sfen 8k/9/7G1/9/9/9/9/9/4K4 b R 1";
    for (id, commands, expected) in [
        ("I01", "position startpos", "bestmove 1g1f"),
        ("I05", "position startpos", "checkmate none"),
        ("I17", "position startpos", "nomate"),
        ("I03", "position startpos", "checkmate nomate"),
        ("I09", three, "checkmate nomate"),
        ("I07", three, "checkmate timeout"),
    ] {
        let mut client = usi_with(id);
        let word = expected.split(' ').next().unwrap();
        let reply = client.ask(&format!("{commands}\ngo mate 1000"), word);
        assert_eq!(reply, expected, "{id}");
    }
}

#[test]
fn flaws_lose_what_they_should_answer() {
    for (id, commands) in [
        ("B17", "isready\nsetoption name USI_Hash value 16\nposition startpos\ngo nodes 10"),
        ("C06", "go nodes 10"),
        ("E11", "go infinite\nstop"),
        ("F07", "go ponder btime 0 wtime 0 byoyomi 0\nponderhit\nstop"),
        ("F08", "go ponder\nstop"),
        ("F14", "go ponder btime 0 wtime 0 byoyomi 0\nponderhit"),
        ("G07", "go mate infinite\nstop"),
        ("G08", "go infinite\nstop"),
    ] {
        let mut client = usi_with(id);
        client.send(commands);
        let mut said = client.rest();
        said.append(&mut client.rest());
        let replied = said.iter().any(|line| line.starts_with("bestmove"));
        assert!(!replied, "{id}: {said:?}");
    }
}

#[test]
fn misread_positions_show_in_the_move() {
    let lance = "position sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    let promoted = "position sfen 4k4/9/2+P6/9/9/9/9/9/4K4 b - 1";
    for (id, commands) in [
        ("D01", "position sfen 4k4/9/9/9/9/9/9/9/4K4 w -"),
        ("D08", "position startpos moves 7g7f 3c3d 2g2f\nposition startpos moves 7g7f 3c3d"),
        ("D17", lance),
        ("D18", promoted),
        ("D20", "position startpos moves 7g7f"),
        ("D22", "position sfen 4k4/9/9/9/9/9/9/9/4K4 w - 1"),
        ("H14", "position startpos moves 7g7f\nposition startpos"),
        ("F28", "position startpos moves 7g7f"),
    ] {
        let board = crate::games::shogi::Position::start();
        let last = commands.lines().last().unwrap();
        let words: Vec<&str> = last.split(' ').skip(1).collect();
        let truth = crate::reference::family::position::read::<usi::Usi>(&words).unwrap_or(board);
        let mut client = usi_with(id);
        let go = "go ponder btime 0 wtime 0 byoyomi 0\nponderhit";
        let best = client.ask(&format!("{commands}\n{go}"), "bestmove");
        let mv = best.split(' ').nth(1).unwrap();
        assert_eq!(truth.read(mv), None, "{id}: {best}");
    }
}

#[test]
fn each_kind_of_illegal_move_is_played_where_it_can_be() {
    use crate::games::{IllegalReason, Position as _};

    let in_hand = "4k4/9/9/9/9/9/4P4/9/4K4 b P 1";
    let in_check = "4k4/9/4r4/9/9/9/9/9/4K4 b P 1";
    // The gold protects the dropped pawn, and the king cannot move.
    let pawn_mate = "6snk/6b2/7G1/9/9/9/9/9/4K4 b P 1";
    for (id, sfen, reason) in [
        ("H11", in_hand, IllegalReason::TwoPawns),
        ("H11:check", in_check, IllegalReason::LeavesKingInCheck),
        ("H11:mate", pawn_mate, IllegalReason::DropPawnMate),
        ("H11:dead", in_hand, IllegalReason::DeadSquare),
    ] {
        let mut client = usi_with(id);
        let best = client.ask(&format!("position sfen {sfen}\n{GO}"), "bestmove");
        let board = crate::games::shogi::Position::parse(sfen).unwrap();
        let refused = board.check_move(best.split(' ').nth(1).unwrap());
        assert_eq!(refused.unwrap_err().reason, reason, "{id}: {best}");
    }
}

#[test]
fn uci_flaws_show_as_well() {
    let mated = "position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1\n";
    let castling = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
    let mate_in_two = "position fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1\n";
    for (id, commands, expected) in [
        ("U30", mated, "bestmove a1a1"),
        ("U33", castling, "bestmove e1h1"),
        ("U34", "", "ponder a2a3"),
        ("U39", mate_in_two, "score mate 3"),
        ("U44", "", "info depth 1 time 1 nodes 1 score cp 0 pv a2a3"),
        ("U81", "", "score cp 0 wdl 310 400 290 pv a2a3"),
    ] {
        let mut client = Client::start("uci", Some(id));
        client.send(&format!("{commands}go depth 3"));
        // Some of these lines come after `bestmove`.
        client.wait_for(expected);
    }
}

#[test]
fn a_late_answer_is_late_and_no_later() {
    let mut client = usi_with("E05");
    let begun = Instant::now();
    client.ask(GO, "bestmove");
    assert!(begun.elapsed().as_millis() >= 600);
}

/// Only installs the defects: some of them wait for a long time when they run.
#[test]
fn every_defect_can_be_installed() {
    fn install<B: Board>(defect_hooks: impl Iterator<Item = &'static DefectHook<B>>) {
        for defect_hook in defect_hooks {
            let mut hooks = Hooks::default();
            (defect_hook.install)(&mut hooks);
        }
    }
    install(usi::defect_hooks());
    install(uci::defect_hooks());
}
