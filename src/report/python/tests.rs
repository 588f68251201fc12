//! The event that the script looks for, for transcripts that show a violation.

use std::time::Duration;

use super::{ScriptData, script};
use crate::lang::Text;
use crate::transcript::{EventId, EventKind, Overdue, Transcript, Window, WindowKind};
use crate::transcript_text;
use crate::verdict::{ClauseId, Finding, Severity, Watcher};

fn transcript(text: &str) -> Transcript {
    let ms = Duration::from_millis;
    let window = Window {
        kind: WindowKind::Reply,
        of: vec!["usiok".to_owned(), "bestmove".to_owned(), "readyok".to_owned()],
        from: ms(0),
        until: ms(1),
        ended: ms(1),
        line: 1,
    };
    let events = transcript_text::parse(text).unwrap();
    Transcript { events, windows: vec![window], ..Transcript::default() }
}

fn finding(at: usize) -> Finding {
    Finding {
        clause: ClauseId("USI-GO-03"),
        severity: Severity::Fail,
        watcher: Watcher::Expectation,
        violation: None,
        expected: Text::default(),
        got: Text::default(),
        message: Text::default(),
        events: vec![EventId(at)],
        columns: None,
        scenario_line: None,
        at: Duration::ZERO,
        timing: false,
        over: None,
        position: None,
        clock: None,
        known: None,
        notes: Vec::new(),
    }
}

fn made(finding: &Finding, transcript: &Transcript, control: &Transcript) -> Option<String> {
    let about = ["a \"fault\" \\ here".to_owned()];
    script(&ScriptData {
        about: &about,
        engine: &["./engine".to_owned(), "it's".to_owned()],
        folder: None,
        finding,
        transcript,
        control: Some(control),
        rate: (1, 2),
    })
}

#[test]
fn a_reply_too_many_is_counted() {
    let broken = transcript("> usi\n< usiok\n> isready\n< readyok\n< readyok");
    let sound = transcript("> usi\n< usiok\n> isready\n< readyok");
    let text = made(&finding(4), &broken, &sound).unwrap();
    assert!(text.contains("\"kind\": \"extra\", \"word\": \"readyok\", \"count\": 2"), "{text}");
    assert!(text.contains("(\"send\", b\"usi\\n\"),\n    (\"wait\", [\"usiok\"]),"), "{text}");
    assert!(text.contains("ENGINE = [\"./engine\", \"it's\"]\n"), "{text}");
    assert!(text.contains("TIMES = 7\n"), "{text}");
}

#[test]
fn what_a_sound_engine_writes_too_is_no_fault() {
    let broken = transcript("> usi\n< usiok\n> go depth 1\n< info nodes 5\n< bestmove 7g7f");
    let sound = transcript("> usi\n< usiok\n> go depth 1\n< info nodes 6\n< bestmove 7g7f");
    assert_eq!(made(&finding(4), &broken, &sound), None);
    let other = transcript("> usi\n< usiok\n> go depth 1\n< bestmove 2g2f");
    let text = made(&finding(4), &broken, &other).unwrap();
    assert!(text.contains("\"pattern\": \"^\\\\s*bestmove\\\\s+7g7f\\\\s*$\""), "{text}");
}

#[test]
fn a_missing_reply_is_waited_for_as_long_as_the_limit() {
    let mut broken = transcript("> usi\n< usiok\n> stop\n< x");
    let last = broken.events.last_mut().unwrap();
    last.kind = EventKind::Overdue(Overdue {
        awaited: vec!["bestmove".to_owned()],
        since: Duration::from_millis(5),
        limit: Duration::from_secs(3),
    });
    let text = made(&finding(3), &broken, &Transcript::default()).unwrap();
    assert!(text.contains("\"kind\": \"missing\", \"words\": [\"bestmove\"]"), "{text}");
}
