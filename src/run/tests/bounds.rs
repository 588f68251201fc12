//! Every number by which a clause of USI is bounded, against scripted engines: an engine just inside the bound is not
//! reported at the clause, and an engine just outside is.

use super::paper::{self, ms};
use crate::engine::scripted::{Reaction, Scripted};
use crate::run::schedule::trial;
use crate::verdict::Severity;

/// A bound, and a scripted engine for a given value.
struct Bound {
    /// The named limit of a run that the bound is or contains; empty if the number is part of the clause.
    limit: &'static str,
    profile: &'static str,
    clause: &'static str,
    steps: &'static str,
    engine: fn(u64) -> Scripted,
    inside: u64,
    outside: u64,
}

/// Limits that scripted engines cannot test, and where they are tested.
const ELSEWHERE: [(&str, &str); 2] = [
    ("partial_line", "the reader stamps lines: src/engine/reader.rs"),
    ("readyok_cap", "it is reached by lines that prolong a wait: src/run/wait.rs"),
];

const INFO: &str = "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f";

const BYOYOMI: &str = "  - send: position startpos\n  - send: go btime 0 wtime 0 byoyomi 2000\n  - expect: bestmove\n    within: clock\n";
const TINY: &str = "  - send: position startpos\n  - send: go btime 0 wtime 0 byoyomi 300\n  - expect: bestmove\n    within: clock\n";
const OWN: &str = "  - send: position startpos\n  - send: go btime 2000 wtime 60000 byoyomi 0\n  - expect: bestmove\n    within: clock\n    clause: USI-GO-05\n";
const INCREMENT: &str = "  - send: position startpos\n  - send: go btime 1000 wtime 1000 binc 2000 winc 2000\n  - expect: bestmove\n    within: clock\n";
const MOVETIME: &str = "  - send: position startpos\n  - send: go movetime 1000\n  - expect: bestmove\n    within: clock\n";
const DEPTH: &str = "  - send: position startpos\n  - send: go depth 3\n  - expect: bestmove\n    within: clock\n    clause: USI-GO-10\n";
const NODES: &str = "  - send: position startpos\n  - send: go nodes 1000\n  - expect: bestmove\n    within: clock\n    clause: USI-GO-11\n";
const INFINITE: &str = "  - send: position startpos\n  - send: go infinite\n  - silence: { of: [bestmove], for: hold }\n  - send: stop\n  - expect: bestmove\n    within: stop\n";
const PONDER_STOP: &str = "  - send: position startpos moves 7g7f\n  - send: go ponder btime 0 wtime 0 byoyomi 2000\n  - pause: 100ms\n  - send: stop\n  - expect: bestmove\n    within: stop\n";
const PONDER_HIT: &str = "  - send: position startpos moves 7g7f\n  - send: go ponder btime 0 wtime 0 byoyomi 2000\n  - pause: 100ms\n  - send: ponderhit\n  - expect: bestmove\n    within: clock\n";
const QUIET: &str = "  - send: position startpos\n  - send: go btime 0 wtime 0 byoyomi 1000\n  - expect: bestmove\n  - silence: { of: [bestmove], for: quiet }\n";
const READY: &str = "  - send: isready\n  - expect: readyok\n    within: readyok\n";
const READY_BUSY: &str = "  - send: position startpos\n  - send: go infinite\n  - pause: 100ms\n  - send: isready\n  - expect: readyok\n    within: isready_busy\n";
const GAME_OVER: &str = "  - send: position startpos moves 7g7f\n  - send: go ponder btime 0 wtime 0 byoyomi 1000\n  - send: gameover lose\n  - send: isready\n  - expect: readyok\n    within: readyok\n";
const QUIT: &str =
    "  - send: isready\n  - expect: readyok\n  - send: quit\n  - expect: exit\n    within: quit\n";
const MATE: &str = "  - send: position startpos\n  - send: go mate 1000\n  - expect: checkmate\n    within: clock\n";

/// An engine that replies this long after `go`.
fn answers_go(after: u64) -> Scripted {
    answers("go", after)
}

fn answers_stop(after: u64) -> Scripted {
    answers("stop", after)
}

fn answers_hit(after: u64) -> Scripted {
    answers("ponderhit", after)
}

fn answers(to: &str, after: u64) -> Scripted {
    let lines = [(ms(after), INFO), (ms(after), "bestmove 3c3d")];
    let lines = match to {
        "go" | "stop" => [lines[0], (ms(after), "bestmove 7g7f")],
        _ => [(ms(after), "info depth 1 time 1 nodes 1 score cp 0 pv 3c3d"), lines[1]],
    };
    paper::engine(vec![Reaction::on(to, &lines)])
}

/// An engine that sends one more line during its search.
fn shows(line: &str) -> Scripted {
    let lines = [(ms(1), INFO), (ms(2), line), (ms(3), "bestmove 7g7f")];
    paper::engine(vec![Reaction::on("go", &lines)])
}

fn solves(after: u64) -> Scripted {
    paper::engine(vec![Reaction::on("go mate", &[(ms(after), "checkmate timeout")])])
}

fn talks_on(after: u64) -> Scripted {
    let lines = [(ms(1), INFO), (ms(2), "bestmove 7g7f"), (ms(2 + after), INFO)];
    paper::engine(vec![Reaction::on("go", &lines)])
}

fn says_readyok(after: u64) -> Scripted {
    paper::engine(vec![
        Reaction::on("isready", &[(ms(after), "readyok")]),
        Reaction::on("stop", &[(ms(1), "bestmove 7g7f")]),
    ])
}

fn declares(option: &str) -> Scripted {
    let lines = [(ms(1), "id name x"), (ms(1), "id author x"), (ms(1), option), (ms(1), "usiok")];
    Scripted::new(vec![Reaction::on("usi", &lines), Reaction::on("quit", &[]).exit(ms(1), 0)])
}

fn greets(after: u64) -> Scripted {
    let lines = [(ms(1), "id name x"), (ms(1), "id author x"), (ms(after), "usiok")];
    Scripted::new(vec![Reaction::on("usi", &lines), Reaction::on("quit", &[]).exit(ms(1), 0)])
}

fn floods(lines: u64) -> Scripted {
    let infos = (0..lines).map(|at| (ms(at * 4900 / lines), INFO));
    let reply = [(ms(4950), "bestmove 7g7f")];
    let lines: Vec<_> = infos.chain(reply).collect();
    paper::engine(vec![Reaction::on("go", &lines)])
}

/// For each first line two more variations are sent, as many as were requested.
fn floods_of_three(best_lines: u64) -> Scripted {
    const LINES: [&str; 3] = [
        "info depth 1 time 1 nodes 1 score cp 0 multipv 1 pv 7g7f",
        "info depth 1 time 1 nodes 1 score cp 0 multipv 2 pv 2g2f",
        "info depth 1 time 1 nodes 1 score cp 0 multipv 3 pv 5g5f",
    ];
    let infos = (0..best_lines).flat_map(|at| LINES.map(|line| (ms(at * 4900 / best_lines), line)));
    let lines: Vec<_> = infos.chain([(ms(4950), "bestmove 7g7f")]).collect();
    paper::engine(vec![Reaction::on("go", &lines)])
}

/// A row for a clock: its limit, profile, clause and script, and the last time that is allowed, which is not tested
/// itself.
const fn clock(
    limit: &'static str,
    profile: &'static str,
    clause: &'static str,
    steps: &'static str,
    engine: fn(u64) -> Scripted,
    last: u64,
) -> Bound {
    let outside = last + 1;
    let inside = last - 1;
    Bound { limit, profile, clause, steps, engine, inside, outside }
}

/// A row for a number in a line of the engine.
const fn number(
    profile: &'static str,
    clause: &'static str,
    steps: &'static str,
    engine: fn(u64) -> Scripted,
    inside: u64,
    outside: u64,
) -> Bound {
    Bound { limit: "", profile, clause, steps, engine, inside, outside }
}

static BOUNDS: &[Bound] = &[
    clock("usiok", "core", "USI-BOOT-04", "", greets, 5000),
    clock("readyok", "core", "USI-READY-01", READY, says_readyok, 30_000),
    clock("isready_busy", "draft", "USI-READY-03", READY_BUSY, says_readyok, 1000),
    clock("slack", "core", "USI-GO-06", BYOYOMI, answers_go, 2200),
    clock("slack", "core", "USI-GO-15", TINY, answers_go, 500),
    clock("slack", "core", "USI-GO-06", OWN, answers_go, 2200),
    clock("slack", "draft", "USI-GO-07", INCREMENT, answers_go, 3200),
    clock("slack", "draft", "USI-GO-12", MOVETIME, answers_go, 1200),
    clock("slack", "core", "USI-PON-17", PONDER_HIT, answers_hit, 2200),
    clock("slack", "core", "USI-PON-10", QUIET, talks_on, 200),
    clock("limit", "draft", "USI-GO-10", DEPTH, answers_go, 10_200),
    clock("limit", "draft", "USI-GO-11", NODES, answers_go, 10_200),
    clock("stop", "core", "USI-STOP-01", INFINITE, answers_stop, 2000),
    clock("stop", "core", "USI-PON-02", PONDER_STOP, answers_stop, 2000),
    clock(
        "stop",
        "core",
        "USI-OVER-03",
        GAME_OVER,
        |after| {
            paper::engine(vec![
                Reaction::on("gameover", &[(ms(after), "bestmove 3c3d")]),
                Reaction::on("isready", &[(ms(4000), "readyok")]),
            ])
        },
        2000,
    ),
    clock(
        "quit",
        "core",
        "USI-QUIT-01",
        QUIT,
        |after| {
            let leaves = Reaction::on("quit", &[]).exit(ms(after), 0);
            paper::engine(vec![leaves])
        },
        5000,
    ),
    clock("mate_slack", "core", "USI-CM-06", MATE, solves, 2000),
    // Lower bounds: a search that ends too early, and a second reply that comes too soon to belong to something else.
    Bound {
        limit: "hold",
        profile: "core",
        clause: "USI-GO-13",
        steps: INFINITE,
        engine: answers_go,
        inside: 1501,
        outside: 1499,
    },
    Bound {
        limit: "quiet",
        profile: "core",
        clause: "USI-BM-09",
        steps: QUIET,
        engine: |after| {
            let lines = [(ms(1), INFO), (ms(2), "bestmove 7g7f"), (ms(2 + after), "bestmove 7g7f")];
            paper::engine(vec![Reaction::on("go", &lines)])
        },
        inside: 1001,
        outside: 999,
    },
    // A mate search that is given up before a quarter of its time is used.
    number("core", "USI-CM-03", MATE, solves, 250, 249),
    // No extra depth is allowed. Extra nodes are, because engines check this limit only from time to time.
    number(
        "draft",
        "USI-GO-10",
        DEPTH,
        |depth| shows(&format!("info depth {depth} time 1 nodes 1 score cp 0 pv 7g7f")),
        3,
        4,
    ),
    number(
        "draft",
        "USI-GO-11",
        NODES,
        |nodes| shows(&format!("info depth 3 time 1 nodes {nodes} score cp 0 pv 7g7f")),
        102_000,
        102_001,
    ),
    number(
        "core",
        "USI-INFO-19",
        BYOYOMI,
        |number| shows(&format!("info hashfull {number}")),
        1000,
        1001,
    ),
    number(
        "draft",
        "USI-INFO-18",
        BYOYOMI,
        |number| shows(&format!("info currmove 7g7f currmovenumber {number}")),
        1,
        0,
    ),
    number(
        "core",
        "USI-INFO-16",
        BYOYOMI,
        |number| shows(&format!("info multipv {number} depth 1 time 1 score cp 0 pv 7g7f")),
        1,
        0,
    ),
    number(
        "core",
        "USI-INFO-11",
        BYOYOMI,
        |number| shows(&format!("info score cp {number} depth 1 time 1 pv 7g7f")),
        2_147_483_647,
        2_147_483_648,
    ),
    number("core", "USI-INFO-24", BYOYOMI, floods, 5000, 5001),
    number("core", "USI-INFO-24", BYOYOMI, floods_of_three, 5000, 5001),
    number(
        "core",
        "USI-OPT-05",
        "",
        // The largest number of 64 bits ends with 615.
        |end| {
            declares(&format!("option name A type spin default 1 min 0 max 18446744073709551{end}"))
        },
        615,
        616,
    ),
    number(
        "core",
        "USI-OPT-06",
        "",
        |number| declares(&format!("option name A type spin default {number} min 0 max 9")),
        9,
        10,
    ),
];

/// The findings at the clause of the bound, with their severities.
fn reported(bound: &Bound, number: u64) -> Vec<(Severity, String)> {
    let limits = paper::limits();
    let bench = trial::Bench { profile: bound.profile, ..paper::bench(&limits, 1) };
    let scenario = paper::scenario(bound.clause, bound.steps);
    let mut engine = (bound.engine)(number);
    let trial = trial::play_on(&bench, &scenario, &mut engine);
    let findings = trial.findings.iter();
    findings
        .filter(|finding| finding.clause.0 == bound.clause)
        .map(|finding| (finding.severity, finding.message.to_string()))
        .collect()
}

#[test]
fn each_bound_holds_just_inside_and_not_just_outside() {
    let mut wrong = Vec::new();
    for bound in BOUNDS {
        let name = format!("{} {} {}", bound.clause, bound.limit, bound.profile);
        let inside = reported(bound, bound.inside);
        if !inside.is_empty() {
            wrong.push(format!("{name}: {inside:?} at {}", bound.inside));
        }
        let outside = reported(bound, bound.outside);
        if !outside.iter().any(|(severity, _)| *severity >= Severity::Warn) {
            wrong.push(format!("{name}: {outside:?} at {}", bound.outside));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_limit_of_a_run_bounds_something_here() {
    for (name, _) in paper::bench(&paper::limits(), 1).dialect.limits() {
        let here = BOUNDS.iter().any(|bound| bound.limit == *name);
        let elsewhere = ELSEWHERE.iter().any(|(known, _)| known == name);
        assert!(here != elsewhere, "{name}");
    }
}
