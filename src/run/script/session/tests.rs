//! Sessions with scripted engines.

use super::*;
use crate::engine::scripted::{Reaction, Scripted};
use crate::engine::{Arrival, HostLook, Incoming, Reaped, ThreadTimes};
use crate::protocol::{self, Limit};
use crate::run::schedule::isolation::Isolation;
use crate::run::schedule::trial::{self, Bench};
use crate::run::tests::finding::finding;
use crate::run::tests::paper::{self, ms};
use crate::run::tests::watched::Watched;
use crate::transcript::{Stream, Window, WindowKind};

static GOES_ON: AtomicBool = AtomicBool::new(false);
static IS_ENDED: AtomicBool = AtomicBool::new(true);

/// A session with this engine.
fn session<'a>(engine: impl Transport + 'a) -> Session<'a> {
    let limits = paper::limits();
    trial::session(&paper::bench(&limits, 1), Box::new(engine), &GOES_ON, None, None)
}

/// A session on a host that is observed, with this jitter.
fn observed<'a>(engine: impl Transport + 'a, margin: Duration) -> Session<'a> {
    let limits = paper::limits();
    let isolation = Isolation { margin, ..Isolation::default() };
    let bench = Bench { isolation: Some(&isolation), ..paper::bench(&limits, 1) };
    trial::session(&bench, Box::new(engine), &GOES_ON, None, None)
}

/// An engine that reacts to nothing.
fn mute() -> Scripted {
    Scripted::new(Vec::new())
}

/// The lines that were sent and received so far, in order, with the numbers of the writes.
fn lines(session: &mut Session<'_>) -> Vec<(String, Option<u32>)> {
    let recorder = std::mem::take(&mut session.recorder);
    let events = recorder.finish().events.into_iter();
    events
        .filter_map(|event| {
            if let EventKind::Sent { line, write } = &event.kind {
                return Some((line.text().into_owned(), Some(*write)));
            }
            event.received().map(|line| (line.text().into_owned(), None))
        })
        .collect()
}

#[test]
fn the_transcript_shows_which_lines_were_sent_in_one_write() {
    let mut session = session(mute());
    for bytes in ["usi\n", "isready\nusinewgame\n", "position st", "artpos\n"] {
        session.send(bytes.as_bytes());
    }
    let wanted = [("usi", 0), ("isready", 1), ("usinewgame", 1), ("position startpos", 3)];
    assert_eq!(lines(&mut session), wanted.map(|(line, write)| (line.to_owned(), Some(write))));
}

#[test]
fn a_search_is_known_by_the_line_that_began_it_whatever_is_sent_in_it() {
    let mut session = session(mute());
    let go = "go infinite";
    for (line, search) in [("position startpos", ""), (go, go), ("isready", go), ("stop", go)] {
        session.send(format!("{line}\n").as_bytes());
        assert_eq!(String::from_utf8_lossy(&session.last_search), search, "after {line}");
    }
}

#[test]
fn an_engine_is_asked_to_quit_once() {
    for own in ["quit\n", "quit\nisready\n", ""] {
        let mut session = session(mute());
        session.send(own.as_bytes());
        trial::leave(&mut session, protocol::dialect("usi").unwrap());
        let quits = lines(&mut session).into_iter().filter(|(line, _)| line == "quit").count();
        assert_eq!(quits, 1, "{own:?}");
    }
}

#[test]
fn what_comes_before_the_time_of_a_send_is_read_before_it() {
    let mut session = session(Scripted::new(vec![Reaction::unasked(&[(ms(100), "id name x")])]));
    assert_eq!(session.send_at(b"usi\n", ms(500)), Woken::Timeout);
    let lines = lines(&mut session);
    assert_eq!(lines, [("id name x".to_owned(), None), ("usi".to_owned(), Some(0))]);
    assert_eq!(session.last_send, ms(500));
    assert_eq!(session.spent.windows, ms(500) - SPIN, "the script wants this time to pass");
}

#[test]
fn what_was_read_before_a_send_is_no_answer_to_it() {
    let engine = vec![
        Reaction::on("isready", &[(ms(5), "id name x"), (ms(20), "id name y")]),
        Reaction::on("usinewgame", &[(ms(0), "id name z")]),
    ];
    let mut session = session(Scripted::new(engine));
    session.send(b"isready\n");
    // Nothing is read meanwhile, as if this thread had no processor.
    let _ = session.transport.send_at(b"\n", ms(10));
    session.send(b"usinewgame\n");
    session.pump(ms(30));
    let lines: Vec<String> = lines(&mut session).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, ["isready", "id name x", "usinewgame", "id name z", "id name y"]);
}

#[test]
fn nothing_is_sent_after_the_user_has_ended_the_run() {
    let limits = paper::limits();
    let bench = paper::bench(&limits, 1);
    let mut session = trial::session(&bench, Box::new(mute()), &IS_ENDED, None, None);
    assert_eq!(session.send_at(b"usi\n", ms(500)), Woken::Cancelled);
    assert!(lines(&mut session).is_empty());
}

#[test]
fn a_finding_of_a_rule_names_the_step_in_which_it_was_made() {
    for (line, shown) in [(0, None), (7, Some(7))] {
        let second = Reaction::unasked(&[(ms(5), "bestmove 7g7f")]);
        let mut session = session(Scripted::new(vec![second]));
        session.step(line);
        session.pump(ms(10));
        let findings = std::mem::take(&mut session.findings).finish();
        assert!(!findings.is_empty());
        assert!(findings.iter().all(|finding| finding.scenario_line == shown), "{findings:#?}");
    }
}

#[test]
fn how_a_clock_is_used_is_measured_outside_of_races_and_with_the_usual_resources() {
    for (racing, untimed) in [(false, false), (true, false), (false, true), (true, true)] {
        let reply = [(ms(5), "info depth 1 score cp 0 pv 7g7f"), (ms(5), "bestmove 7g7f")];
        let mut session = session(paper::engine(vec![Reaction::on("go", &reply)]));
        session.race(Some(Racing { hasty: false }).filter(|_| racing));
        session.untimed = untimed;
        for line in ["usi", "isready", "position startpos", "go btime 0 wtime 0 byoyomi 1000"] {
            session.send(format!("{line}\n").as_bytes());
            let until = session.transport.now() + ms(20);
            session.pump(until);
        }
        let measured = session.samples.clocks.results(false).len();
        assert_eq!(measured, usize::from(!racing && !untimed), "{racing} {untimed}");
    }
}

#[test]
fn how_late_a_reply_is_does_not_count_while_resources_are_changed() {
    for untimed in [false, true] {
        let late = paper::limits().get(Limit::Stop) + ms(500);
        let stop = Reaction::on("stop", &[(late, "bestmove 7g7f")]);
        let mut session = session(paper::engine(vec![stop]));
        session.untimed = untimed;
        for line in ["usi", "isready", "position startpos", "go infinite", "stop"] {
            session.send(format!("{line}\n").as_bytes());
            let until = session.transport.now() + late + ms(1);
            session.pump(until);
        }
        let findings = std::mem::take(&mut session.findings).finish();
        let is_late = |finding: &Finding| finding.over == Some(ms(500));
        assert_eq!(findings.iter().any(is_late), !untimed, "{findings:#?}");
    }
}

#[test]
fn the_memory_of_an_engine_that_is_ready_decides_how_many_fit() {
    let cost = ProcessCost::default();
    let engine = Watched { memory: Box::new(|_| Some(100)), ..Watched::new(mute()) };
    let mut session = session(engine);
    session.report_cost_to(&cost);
    assert!(cost.fits(2, Some(200)), "nothing is known yet");
    session.started();
    assert!(!cost.fits(2, Some(200)));
}

#[test]
fn a_misspelt_reply_is_shown_if_it_begins_like_the_awaited_one_and_came_after_the_question() {
    let mut session = session(Scripted::new(vec![Reaction::unasked(&[(ms(10), "ReadyOK!")])]));
    session.pump(ms(20));
    let misspelt = |awaited: &str, from| session.misspelt(&[awaited.to_owned()], ms(from));
    assert_eq!(misspelt("readyok", 10).as_deref(), Some("ReadyOK!"));
    assert_eq!(misspelt("readyok", 11), None);
    assert_eq!(misspelt("bestmove", 10), None);
}

#[test]
fn an_engine_that_has_closed_its_output_or_exited_can_write_no_more() {
    let ended = |reaction: Reaction| {
        let mut session = session(Scripted::new(vec![reaction]));
        session.pump(ms(10));
        session.has_ended()
    };
    let nothing = || Reaction::unasked(&[]);
    assert!(!ended(nothing()));
    assert!(ended(nothing().eof(ms(5), Stream::Stdout)));
    assert!(!ended(nothing().eof(ms(5), Stream::Stderr)));
    assert!(ended(nothing().exit_leaving_child(ms(5), 0)));
    let both = nothing().eof(ms(5), Stream::Stdout).eof(ms(6), Stream::Stderr);
    assert!(ended(both), "in any order");
}

/// How long a step waits for a reply to a search that comes two seconds after the end of its clock.
fn waited(steps: &str) -> Duration {
    let late = [(ms(3000), "bestmove 7g7f")];
    let mut engine = paper::engine(vec![Reaction::on("go", &late)]);
    let (scenario, limits) = (paper::scenario("USI-GO-18", steps), paper::limits());
    let trial = trial::play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
    let mut windows = trial.transcript.windows.iter();
    let is_reply = |window: &&Window| window.kind == WindowKind::Reply && window.of == ["bestmove"];
    let reply = windows.find(is_reply).expect("a wait for the reply");
    reply.ended.saturating_sub(reply.from)
}

#[test]
fn a_late_reply_is_not_waited_for_in_a_race() {
    let go = "send: [position startpos, go btime 0 wtime 0 byoyomi 1000]";
    let reply = "expect: bestmove\n          within: clock";
    let alone = format!("  - {go}\n  - {}\n", reply.replace("          ", "    "));
    assert_eq!(waited(&alone), ms(3000));
    let race = format!(
        "  - race:\n      rounds: 1\n      start: [ {{ {go} }} ]\n      send: isready\n      around: {{ event: send, at: [5ms] }}\n      each:\n        - {reply}\n"
    );
    assert!(waited(&race) < ms(2000));
}

/// An engine that writes a line whenever it is waited for, each a millisecond after the last one.
struct Flood {
    now: Duration,
    lines: u32,
}

impl Transport for Flood {
    fn now(&self) -> Duration {
        self.now
    }

    fn send(&mut self, _bytes: &[u8]) -> Duration {
        self.now
    }

    fn send_at(&mut self, _bytes: &[u8], at: Duration) -> Duration {
        at
    }

    fn close_input(&mut self) {}

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        if self.lines == 0 {
            self.now = self.now.max(until);
            return None;
        }
        self.lines -= 1;
        self.now += ms(1);
        Some(Incoming { at: self.now, what: Arrival::Stdout(Line::new("info string x")) })
    }

    fn reap(&mut self, _grace: Duration) -> Reaped {
        Reaped::default()
    }
}

#[test]
fn a_flood_prolongs_no_wait() {
    let mut session = session(Flood { now: Duration::ZERO, lines: 100 });
    assert_eq!(session.pump(ms(10)), Woken::Timeout);
    assert_eq!(session.transport.now(), ms(10));
}

#[test]
fn a_late_reply_that_the_jitter_of_the_host_explains_is_excused() {
    let late = Finding { over: Some(ms(10)), ..finding("USI-GO-06", true) };
    for (margin, excused) in [(10, true), (9, false)] {
        let mut session = observed(mute(), ms(margin));
        session.add(late.clone());
        assert_eq!(session.host_load_verdict().excuse(&late).is_some(), excused, "{margin}");
    }
}

#[test]
fn a_question_in_between_does_not_take_the_excuse_of_a_busy_host() {
    let host = |now: Duration| {
        let threads = vec![ThreadTimes { id: 1, ran: Duration::ZERO, starved: now }];
        HostLook { threads, busy: now, ..HostLook::default() }
    };
    let mut session =
        observed(Watched { host: Box::new(host), ..Watched::new(mute()) }, Duration::ZERO);
    let missing = finding("USI-GO-03", true);
    session.send(b"usi\n");
    session.pump(ms(100));
    session.ask_meanwhile("isready");
    session.pump(ms(200));
    session.add(missing.clone());
    assert!(session.host_load_verdict().excuse(&missing).is_some());
}

#[test]
fn a_wait_sees_that_a_thread_had_no_processor_although_it_ends_during_the_wait() {
    let host = |now: Duration| {
        let thread = ThreadTimes { id: 1, ran: Duration::ZERO, starved: now };
        let threads = Some(thread).filter(|_| now < ms(90)).into_iter().collect();
        HostLook { threads, busy: now, ..HostLook::default() }
    };
    let engine = Watched { host: Box::new(host), ..Watched::new(mute()) };
    let mut session = observed(engine, Duration::ZERO);
    session.send(b"usi\n");
    session.pump(ms(100));
    assert_eq!(session.prolonged(Duration::ZERO, ms(100)), Some(ms(200)));
}

/// An engine without a processor, on a host that is busy with other work.
fn starved<'a>(engine: Scripted) -> Watched<'a> {
    let host = |now: Duration| {
        let threads = vec![ThreadTimes { id: 1, ran: Duration::ZERO, starved: now }];
        HostLook { threads, busy: now, ..HostLook::default() }
    };
    Watched { host: Box::new(host), ..Watched::new(engine) }
}

#[test]
fn a_wait_that_begins_with_the_end_of_the_input_is_prolonged_as_well() {
    let mut session = observed(starved(mute()), Duration::ZERO);
    session.close_input();
    session.pump(ms(100));
    assert_eq!(session.prolonged(Duration::ZERO, ms(100)), Some(ms(200)));
}

#[test]
fn a_question_during_a_wait_does_not_excuse_what_had_all_its_time() {
    let missing = Finding { events: vec![EventId(0)], ..finding("USI-STOP-01", true) };
    let is_excused = |ask: fn(&mut Session<'_>)| {
        let mut session = observed(starved(mute()), Duration::ZERO);
        session.send(b"stop\n");
        session.pump(ms(400));
        assert_eq!(session.prolonged(Duration::ZERO, ms(100)), None, "four times the limit");
        session.host_load.resume(true);
        ask(&mut session);
        session.weigh(&missing);
        session.host_load_verdict().excuse(&missing).is_some()
    };
    assert!(!is_excused(|session| session.ask_meanwhile("isready")));
    assert!(is_excused(|session| session.send(b"isready\n")));
}

#[test]
fn an_engine_that_was_killed_is_not_excused_because_it_had_no_processor() {
    let excused = |engine: Scripted| {
        let mut session = observed(starved(engine), Duration::ZERO);
        session.send(b"usi\n");
        session.pump(ms(100));
        let mut seen = std::mem::take(&mut session.findings).finish();
        if seen.is_empty() {
            seen.push(finding("USI-GO-06", true));
            session.weigh(&seen[0]);
        }
        assert!(seen.iter().all(|one| one.timing), "{seen:?}");
        seen.iter().any(|one| session.host_load_verdict().excuse(one).is_some())
    };
    assert!(excused(mute()), "a reply that is missing is excused");
    assert!(!excused(Scripted::new(vec![Reaction::on("usi", &[]).crash(ms(10), 9)])));
}

#[test]
fn an_engine_that_is_not_registered_is_answered_without_a_change_of_what_is_waited_for() {
    let not_registered = [(ms(5), "registration checking"), (ms(5), "registration error")];
    let error = Reaction::on("isready", &not_registered);
    let mut session = session(Scripted::new(vec![error]));
    session.send(b"isready\n");
    let before = (session.last_send, session.last_mark, session.last_send_id);
    session.pump(ms(50));
    let sent = |line: &str, write| (line.to_owned(), Some(write));
    assert_eq!((session.last_send, session.last_mark, session.last_send_id), before);
    assert_eq!(session.last_line(), "isready");
    let mut lines = lines(&mut session);
    lines.retain(|(_, write)| write.is_some());
    assert_eq!(lines, [sent("isready", 0), sent("register later", 1)]);
}

#[test]
fn an_answer_waits_for_the_end_of_a_line_and_is_not_sent_after_the_end_of_the_input() {
    let not_registered = [(ms(5), "registration checking"), (ms(5), "registration error")];
    let error = || Reaction::on("isready", &not_registered);
    let sent = |session: &mut Session<'_>| -> Vec<String> {
        let mut lines = lines(session);
        lines.retain(|(_, write)| write.is_some());
        lines.into_iter().map(|(line, _)| line).collect()
    };
    let mut torn = session(Scripted::new(vec![error()]));
    torn.send(b"isready\n");
    torn.send(b"ucin");
    torn.pump(ms(50));
    torn.send(b"ewgame\n");
    assert_eq!(sent(&mut torn), ["isready", "ucinewgame", "register later"]);

    let mut closed = session(Scripted::new(vec![error()]));
    closed.send(b"isready\n");
    closed.close_input();
    closed.pump(ms(50));
    let all = lines(&mut closed);
    assert!(all.iter().any(|(line, _)| line == "registration error"), "{all:?}");
    assert!(all.iter().all(|(line, _)| !line.starts_with("register ")), "{all:?}");
}
