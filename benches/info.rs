//! Judges info lines: how many per second on one core.
//!
//! Each line has a pv of twelve legal moves from a position in the middle of a game, and violates nothing. `cargo
//! bench --bench info` prints lines per second. Because machines differ, and one machine differs from hour to hour,
//! it also measures how fast the standard library counts the words of the same lines.

mod games;

use std::fmt::Write as _;
use std::time::Duration;

use divan::Bencher;
use divan::counter::ItemsCount;
use kentei::games::Position as _;
use kentei::games::shogi::Position;
use kentei::protocol::usi::USI;
use kentei::protocol::{Dialect, Monitor, Setting, judge};
use kentei::transcript::{Event, EventId, EventKind, Line};

use games::{Dice, middles, walk};

/// The number of moves of a pv.
const PLIES: usize = 12;
/// The number of searches, each from a position of its own.
const SEARCHES: usize = 4;
/// The number of info lines of a search.
const LINES: usize = 200;

fn main() {
    divan::main();
}

/// How a pv relates to the pv before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pv {
    /// The two are unrelated.
    Unrelated,
    /// It keeps the first moves of the pv before it, four on average, which is more than in most searches.
    Deepened,
}

/// Whether the judge plays the moves. It cannot do so if it does not know the position.
#[derive(Clone, Copy)]
enum Legality {
    Included,
    LeftOut,
}

#[divan::bench]
fn legality_included_pvs_unrelated(bencher: Bencher<'_, '_>) {
    lines(bencher, Pv::Unrelated, Legality::Included);
}

#[divan::bench]
fn legality_included_pvs_deepened(bencher: Bencher<'_, '_>) {
    lines(bencher, Pv::Deepened, Legality::Included);
}

#[divan::bench]
fn parse_and_rules_pvs_unrelated(bencher: Bencher<'_, '_>) {
    lines(bencher, Pv::Unrelated, Legality::LeftOut);
}

#[divan::bench]
fn parse_and_rules_pvs_deepened(bencher: Bencher<'_, '_>) {
    lines(bencher, Pv::Deepened, Legality::LeftOut);
}

#[divan::bench]
fn words_counted_by_the_standard_library(bencher: Bencher<'_, '_>) {
    let events = dialogue(Pv::Unrelated, Legality::LeftOut);
    let received = |event: Event| {
        if let EventKind::Received(line) = event.kind {
            Some(line).filter(|line| line.bytes.starts_with(b"info "))
        } else {
            None
        }
    };
    let lines: Vec<Line> = events.into_iter().filter_map(received).collect();
    assert_eq!(lines.len(), SEARCHES * LINES);
    bencher.counter(ItemsCount::new(lines.len())).bench_local(|| {
        for line in &lines {
            let text = std::str::from_utf8(&line.bytes);
            divan::black_box(text.map(|text| text.split_ascii_whitespace().count()))
                .expect("lines are ASCII");
        }
    });
}

fn lines(bencher: Bencher<'_, '_>, pv: Pv, legality: Legality) {
    let events = dialogue(pv, legality);
    let found = judge::judge(&USI, setting(), &events);
    assert!(found.is_empty(), "the lines are to be sound: {found:?}");
    bencher.with_inputs(monitor).counter(ItemsCount::new(SEARCHES * LINES)).bench_local_refs(
        |monitor| {
            for event in &events {
                divan::black_box(monitor.judge(event));
            }
        },
    );
}

fn setting() -> Setting {
    Setting { profile: "core", limits: judge::default_limits(&USI) }
}

fn monitor() -> Box<dyn Monitor> {
    USI.monitor(setting())
}

/// Events with their numbers and times.
#[derive(Default)]
struct Log {
    events: Vec<Event>,
    at: Duration,
}

impl Log {
    fn sent(&mut self, text: &str) {
        let line = Line::new(text);
        self.push(EventKind::Sent { line, write: 0 });
    }

    fn received(&mut self, text: &str) {
        self.push(EventKind::Received(Line::new(text)));
    }

    fn push(&mut self, kind: EventKind) {
        self.at += Duration::from_millis(10);
        self.events.push(Event { id: EventId(self.events.len()), at: self.at, kind });
    }
}

/// A dialogue of many searches without a violation.
fn dialogue(pv: Pv, legality: Legality) -> Vec<Event> {
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let mut log = Log::default();
    log.sent("usi");
    for line in ["id name x", "id author y"] {
        log.received(line);
    }
    log.received("option name USI_Hash type spin default 16 min 1 max 1024");
    log.received("option name USI_Ponder type check default true");
    log.received("usiok");
    log.sent("isready");
    log.received("readyok");
    for (root, best) in middles(&mut dice, SEARCHES, 2) {
        log.sent(&match legality {
            Legality::Included => format!("position sfen {}", root.notation()),
            Legality::LeftOut => "position unknown".to_owned(),
        });
        log.sent("go infinite");
        search(&mut log, &mut dice, &root, pv);
        log.sent("stop");
        log.received(&format!("bestmove {} ponder {}", best[0], best[1]));
    }
    log.events
}

fn search(log: &mut Log, dice: &mut Dice, root: &Position, pv: Pv) {
    let from = log.at;
    let mut last: Vec<String> = Vec::new();
    let mut nodes = 1000;
    for depth in 1..=LINES {
        let kept = match pv {
            Pv::Unrelated => 0,
            Pv::Deepened => dice.roll(9).min(last.len()),
        };
        last.truncate(kept);
        let moves = extend(dice, root, last);
        nodes += nodes / 10 + dice.roll(5000);
        let time = (log.at - from).as_millis();
        let mut line = format!("info depth {depth} seldepth {} ", depth + dice.roll(9));
        let (score, hash) = (dice.roll(900), dice.roll(1000));
        let nps = 1_000_000 + dice.roll(1_000_000);
        // Writing to a string cannot fail.
        let _ = write!(
            line,
            "score cp {score} time {time} nodes {nodes} nps {nps} hashfull {hash} pv {}",
            moves.join(" ")
        );
        log.received(&line);
        last = moves;
    }
}

/// A pv that begins with the moves in `kept`.
fn extend(dice: &mut Dice, root: &Position, kept: Vec<String>) -> Vec<String> {
    let mut position = root.clone();
    for text in &kept {
        // A move of the previous pv is legal.
        let _ = position.play(text);
    }
    loop {
        let after = walk(dice, &position, PLIES - kept.len());
        if kept.len() + after.len() == PLIES {
            return kept.into_iter().chain(after).collect();
        }
        if kept.len() + 1 >= PLIES {
            return extend(dice, root, Vec::new());
        }
    }
}
