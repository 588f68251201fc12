//! The time that the harness needs to judge many lines does not count as a delay of the engine.

use std::time::Duration;

use super::paper::{self, ms};
use crate::engine::scripted::{Reaction, Scripted};
use crate::engine::{Incoming, Reaped, Transport};
use crate::run::schedule::trial;

/// A transport whose lines are read in time, but each take a while to judge.
struct Slow {
    paper: Scripted,
    cost: Duration,
    lag: Duration,
}

impl Transport for Slow {
    fn now(&self) -> Duration {
        self.paper.now() + self.lag
    }

    fn send(&mut self, bytes: &[u8]) -> Duration {
        self.paper.send(bytes)
    }

    fn send_at(&mut self, bytes: &[u8], at: Duration) -> Duration {
        self.paper.send_at(bytes, at)
    }

    fn close_input(&mut self) {
        self.paper.close_input();
    }

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        let incoming = self.paper.next(until.saturating_sub(self.lag))?;
        self.lag += self.cost;
        Some(incoming)
    }

    fn reap(&mut self, grace: Duration) -> Reaped {
        self.paper.reap(grace)
    }
}

/// The violations of an engine that declares a thousand options and then completes its handshake, if each line takes
/// `cost` to judge.
fn held(cost: Duration, greets_after: Duration) -> Vec<String> {
    let options = (0..1000).map(|number| format!("option name O{number} type check default true"));
    let options: Vec<String> = options.collect();
    let mut lines = vec![(ms(1), "id name x"), (ms(1), "id author x")];
    lines.extend(options.iter().map(|line| (ms(1), &line[..])));
    lines.push((greets_after, "usiok"));
    let reactions = vec![Reaction::on("usi", &lines), Reaction::on("quit", &[]).exit(ms(1), 0)];
    let mut wire = Slow { paper: Scripted::new(reactions), cost, lag: Duration::ZERO };
    let limits = paper::limits();
    let scenario = paper::scenario("USI-BOOT-02", "");
    let trial = trial::play_on(&paper::bench(&limits, 1), &scenario, &mut wire);
    let held = paper::held(&trial).into_iter();
    held.map(|finding| format!("{} {}", finding.clause, finding.message)).collect()
}

#[test]
fn what_was_read_in_time_is_in_time_however_late_it_is_judged() {
    assert_eq!(held(ms(0), ms(1)), Vec::<String>::new());
    // The judgement takes ten seconds, twice the limit of the handshake.
    assert_eq!(held(ms(10), ms(1)), Vec::<String>::new());
}

#[test]
fn what_is_read_too_late_is_missing() {
    assert_ne!(held(ms(0), ms(5001)), Vec::<String>::new());
    assert_ne!(held(ms(10), ms(5001)), Vec::<String>::new());
}

/// The violations in a round of a race in which a search writes a thousand lines and then its reply, if each line takes
/// `cost` to judge. The race has no step that waits for the reply.
fn held_in_race(around: &str, cost: Duration, reply_after: Duration) -> Vec<String> {
    let info = "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f";
    let mut lines = vec![(ms(20), info); 1000];
    lines.push((reply_after, "bestmove 7g7f"));
    let paper = paper::engine(vec![Reaction::on("go", &lines)]);
    let race = format!(
        "  - race:
      rounds: 1
      start: [ {{ send: [position startpos, go btime 0 wtime 0 byoyomi 1000] }} ]
      send: isready
      around: {around}
      each: [ {{ pause: 1ms }} ]
"
    );
    let mut wire = Slow { paper, cost, lag: Duration::ZERO };
    let limits = paper::limits();
    let scenario = paper::scenario("USI-GO-03", &race);
    let trial = trial::play_on(&paper::bench(&limits, 1), &scenario, &mut wire);
    assert_eq!(trial.races[0].rounds.len(), 1);
    let held = paper::held(&trial).into_iter();
    held.map(|finding| format!("{} {}", finding.clause, finding.message)).collect()
}

#[test]
fn a_reply_in_a_race_that_was_read_in_time_is_in_time_however_late_it_is_judged() {
    for around in ["{ event: bestmove, at: [0ms] }", "{ event: send, at: [5ms] }"] {
        // The judgement takes 40 s, four times the limit of a reply.
        assert_eq!(held_in_race(around, ms(40), ms(20)), Vec::<String>::new(), "{around}");
        assert_ne!(held_in_race(around, ms(40), ms(60_000)), Vec::<String>::new(), "{around}");
    }
}
