//! The fuzz targets: functions that take any bytes and panic if something is wrong. `tests/fuzz/main.rs` calls them
//! with a stored corpus and mutated inputs, and `fuzz/` calls them with the inputs of libFuzzer.

use std::path::Path;
use std::time::Duration;

use kentei::diagnostic::Diagnostic;
use kentei::games;
use kentei::protocol::{self, Dialect, Monitor, Setting, judge};
use kentei::report::json::read;
use kentei::report::{FORMATS, Report, Style, changes, diagnostics};
use kentei::run::{self, Part};
use kentei::transcript::{Event, EventId, EventKind, ExitStatus, Line, LineEnd, Overdue, Stream};
use kentei::{cli, scenario, transcript_text};

#[path = "words.rs"]
mod words;

use words::{JSON_WORDS, POSITION_WORDS, SENT_WORDS, UCCI_WORDS, UCI_WORDS, USI_WORDS, YAML_WORDS};

/// A target: its name, and what it does with an input.
pub(crate) struct Target {
    /// Its name, which is also the name of its corpus.
    pub(crate) name: &'static str,
    /// Takes one input.
    pub(crate) run: fn(&[u8]),
    /// How many of its inputs take about as long as a thousand inputs of the cheapest target.
    pub(crate) share: u64,
    /// Words from which inputs are made.
    pub(crate) words: &'static [&'static str],
}

/// Every target, the cheap ones first.
pub(crate) const TARGETS: &[Target] = &[
    Target { name: "usi-line", run: usi_line, share: 1000, words: USI_WORDS },
    Target { name: "uci-line", run: uci_line, share: 1000, words: UCI_WORDS },
    Target { name: "ucci-line", run: ucci_line, share: 1000, words: UCCI_WORDS },
    Target { name: "position", run: position, share: 1000, words: POSITION_WORDS },
    Target { name: "moves", run: moves, share: 1000, words: POSITION_WORDS },
    Target { name: "transcript", run: transcript, share: 1000, words: SENT_WORDS },
    Target { name: "session", run: session, share: 300, words: SENT_WORDS },
    Target { name: "scenario", run: scenario, share: 100, words: YAML_WORDS },
    Target { name: "engine-file", run: engine_file, share: 300, words: YAML_WORDS },
    Target { name: "report", run: report, share: 10, words: JSON_WORDS },
];

/// Lines of a USI engine in a search.
pub(crate) fn usi_line(data: &[u8]) {
    lines("usi", data);
}

/// Lines of a UCI engine in a search.
pub(crate) fn uci_line(data: &[u8]) {
    lines("uci", data);
}

/// Lines of a UCCI engine in a search.
pub(crate) fn ucci_line(data: &[u8]) {
    lines("ucci", data);
}

fn lines(dialect: &str, data: &[u8]) {
    let dialect = protocol::dialect(dialect).expect("a dialect");
    let name = dialect.name();
    let mut events = Vec::new();
    let mut add = |kind| push(&mut events, Duration::from_millis(1), kind);
    for line in [name, "isready", "position startpos", "go infinite"] {
        add(sent(line.as_bytes()));
        let answer: &[&str] = match line {
            "isready" => &["readyok"],
            _ if line == name => &["id name X", "id author Y"],
            _ => &[],
        };
        for line in answer {
            add(EventKind::Received(Line::new(*line)));
        }
        if line == name {
            add(EventKind::Received(Line::new(format!("{name}ok"))));
        }
    }
    for line in data.split(|byte| *byte == b'\n') {
        let shape = dialect.spoken(line);
        assert!(shape.words.len() <= line.len(), "more words than bytes");
        add(EventKind::Received(Line::new(line)));
    }
    judged(dialect, dialect.catalogue().profiles[0].0, &events);
}

/// A dialogue in the form of `transcript_text`, with valid and invalid lines from both sides. The first byte
/// chooses the dialect and the profile.
pub(crate) fn session(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else {
        return;
    };
    let dialect = protocol::DIALECTS[usize::from(*first) % protocol::DIALECTS.len()];
    let profiles = &dialect.catalogue().profiles;
    let profile = profiles[usize::from(*first) / protocol::DIALECTS.len() % profiles.len()].0;
    let mut events = Vec::new();
    for line in rest.split(|byte| *byte == b'\n').take(400) {
        let (mark, text) = line.split_at(line.len().min(2));
        let lossy = String::from_utf8_lossy(text);
        let number = lossy.trim().parse::<u32>().unwrap_or(1);
        let mut wait = Duration::from_millis(1);
        let kind = match mark {
            b"> " => sent(text),
            b"! " => EventKind::Stderr(Line::new(text)),
            b"? " => EventKind::Partial(text.to_vec()),
            b"~ " => EventKind::Overdue(Overdue {
                awaited: lossy.split(' ').map(str::to_owned).collect(),
                since: events.last().map_or(Duration::ZERO, |event: &Event| event.at),
                limit: Duration::from_millis(1000),
            }),
            b"@ " => {
                wait = Duration::from_millis(u64::from(number));
                EventKind::Step { line: 1 }
            }
            b"$ " if text.starts_with(b"eof") => EventKind::InputClosed,
            b"$ " if text.starts_with(b"end") => EventKind::EndOfStream(Stream::Stdout),
            b"$ " if text.starts_with(b"signal") => EventKind::Exit(ExitStatus::Signal(11)),
            b"$ " => EventKind::Exit(ExitStatus::Code(number.cast_signed())),
            b"% " => EventKind::WriteFailed(lossy.into_owned()),
            b"< " => EventKind::Received(Line::new(text)),
            _ => EventKind::Received(Line { bytes: line.to_vec(), end: LineEnd::CrLf, cut: 0 }),
        };
        push(&mut events, wait, kind);
    }
    judged(dialect, profile, &events);
}

fn sent(line: &[u8]) -> EventKind {
    EventKind::Sent { line: Line::new(line), write: 0 }
}

fn push(events: &mut Vec<Event>, wait: Duration, kind: EventKind) {
    let at = events.last().map_or(Duration::ZERO, |event| event.at) + wait;
    events.push(Event { id: EventId(events.len()), at, kind });
}

/// Judges events all at once and one by one. Both must give the same findings, within bounds on memory and text.
fn judged(dialect: &'static dyn Dialect, profile: &'static str, events: &[Event]) {
    let setting = || Setting { profile, limits: judge::default_limits(dialect) };
    let batch = judge::judge(dialect, setting(), events);
    let mut monitor: Box<dyn Monitor> = dialect.monitor(setting());
    let mut streamed = Vec::new();
    for event in events {
        let observation = monitor.observe(event);
        for finding in &observation.findings {
            assert!(finding.events.iter().all(|id| *id <= event.id), "it shows what is to come");
            assert!(dialect.catalogue().clause(finding.clause.0).is_some(), "no such clause");
        }
        assert!(monitor.open_searches() <= events.len(), "more searches than lines");
        streamed.extend(observation.findings);
    }
    assert!(batch == streamed, "judged line by line, the findings are others");
    let sent = events.iter().map(|event| format!("{:?}", event.kind).len()).sum::<usize>();
    let held = format!("{:?}", monitor.engine_profile()).len();
    assert!(held <= 16 * sent + 4096, "{held} bytes are held of {sent}");
    for finding in &batch {
        let told = finding.message.to_string().len();
        assert!(told <= 8 * sent + 4096, "{told} bytes are told of {sent}");
    }
}

/// A position, read as one of each game.
pub(crate) fn position(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for game in ["shogi", "chess", "xiangqi"] {
        let game = games::game(game).expect("a game");
        let is_spelt = game.check_spelling(&text).is_ok();
        let Ok(position) = game.parse(&text) else {
            assert!(!is_spelt, "well written, and no position");
            continue;
        };
        let notation = position.notation();
        let again = game.parse(&notation).expect("what was written is read");
        assert_eq!(again.notation(), notation, "of {text:?}");
        assert_eq!(again.repetition_key(), position.repetition_key(), "of {notation}");
        assert_eq!(again.in_check(), position.in_check(), "of {notation}");
        game.check_spelling(&notation).expect("it is well written");
        let moves = position.legal_moves();
        assert_eq!(moves.is_empty(), !position.has_legal_move(), "in {notation}");
        if let Some(word) = moves.get(data.len() % moves.len().max(1)) {
            let mut next = position.boxed_clone();
            assert_eq!(position.check_move(word), Ok(()), "in {notation}");
            assert_eq!(next.play(word), Ok(()), "in {notation}");
            let _ = (next.diagram(), next.declaration(), next.in_check(), next.has_legal_move());
        }
    }
}

/// A position on the first line, and moves from that position on the second.
pub(crate) fn moves(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (root, line) = text.split_once('\n').unwrap_or(("", &text));
    for game in ["shogi", "chess", "xiangqi"] {
        let game = games::game(game).expect("a game");
        let mut position = game.parse(root).unwrap_or_else(|_| game.start());
        let surely = position.surely_plays(line.as_bytes());
        let are_moves = game.are_moves(line.as_bytes());
        let words = line.split(' ');
        assert!(!are_moves || words.clone().all(|word| game.is_move(word)), "{line:?}");
        let mut all = true;
        for word in words.take(100) {
            let _ = game.squares_of(word);
            let before = position.notation();
            let checked = position.check_move(word);
            let played = position.play(word);
            assert_eq!(checked.is_ok(), played.is_ok(), "{word:?} in {before}");
            assert!(played.is_err() || game.is_move(word), "{word:?} is played and is no move");
            if played.is_err() {
                assert_eq!(position.notation(), before, "{word:?} was refused and changed it");
                all = false;
                break;
            }
            assert_eq!(position.last_move().as_deref(), Some(word));
        }
        assert!(!surely || all, "{line:?} surely plays, and does not");
    }
}

/// A transcript in the form of `transcript_text`.
pub(crate) fn transcript(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for line in text.lines() {
        let _ = transcript_text::split_remark(line).1.count();
    }
    match transcript_text::parse(&text) {
        // A repeated line has the time of the first one.
        Ok(events) => assert!(
            events.windows(2).all(|pair| pair[0].at <= pair[1].at && pair[0].id < pair[1].id),
            "in order"
        ),
        Err((line, _)) => assert!((1..=text.lines().count()).contains(&line), "line {line}"),
    }
}

/// A scenario file; its length chooses the dialect.
pub(crate) fn scenario(data: &[u8]) {
    let dialect = protocol::DIALECTS[data.len() % protocol::DIALECTS.len()];
    reported(&scenario::check_text(dialect, &String::from_utf8_lossy(data)));
}

/// An engine file.
pub(crate) fn engine_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    reported(&cli::check_engine_file(Path::new("kentei.yaml"), &text));
}

/// Each mistake that is reported of a user's file has a place in the file, and can be printed.
fn reported(mistakes: &[Diagnostic]) {
    let _ = diagnostics::print(mistakes, false, 80);
}

/// A report in JSON: shown, compared with itself, and merged with itself as a part of one run.
pub(crate) fn report(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(all) = read::read_all(&text) else {
        return;
    };
    for saved in &all {
        let run = &saved.run;
        // A report can name any dialect, and `kentei show` refuses those that it does not know.
        let Some(dialect) = protocol::dialect(run.dialect) else {
            continue;
        };
        let catalogue = dialect.catalogue();
        let style = Style::FILE;
        let report = Report { run, catalogue, baseline: saved.baseline.as_ref(), style };
        for format in FORMATS {
            let mut out = Vec::new();
            (format.render)(&report, &mut out).expect("memory takes everything");
            assert!(String::from_utf8(out).is_ok(), "{} writes text", format.name);
        }
        if let Ok(changes) = changes::between(run, run) {
            assert!(changes.is_empty(), "it differs from itself");
        }
        let part = |name: &str| Part { name: name.to_owned(), run: run.clone() };
        let _ = run::unite(vec![part("1"), part("2")], None);
        let _ = run::unite(vec![part("1")], None);
    }
}
