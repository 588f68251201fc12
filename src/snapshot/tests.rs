//! Tests of the normal form of transcripts, of snapshot files, and of folders.

use std::fs;
use std::path::Path;

use super::file::{self, Head, Snap};
use super::folder::{Folder, Owner, Taken};
use super::result::{SnapshotStanding, SnapshotsResult};
use super::review;
use super::{Identity, Redaction, Setting, normal};
use crate::protocol;
use crate::scenario::{self, Scenario};
use crate::transcript::{Event, EventKind, Transcript};
use crate::transcript_text;

const OPENING: &str = "\
> usi
< id name Some Engine 7.1
< id author A. Uthor
< option name USI_Hash type spin default 16 min 1 max 1024
< usiok
> setoption name USI_Hash value 32
> isready
< readyok
> usinewgame
";

fn scenario(steps: &str) -> Scenario {
    let yaml = format!("title: T\nclauses: [USI-GO-03]\nsteps:\n  - boot\n{steps}");
    let dialect = protocol::dialect("usi").unwrap();
    let (mut scenarios, diagnostics) =
        scenario::of_texts(dialect, [("usi/paper".to_owned(), yaml)]);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    scenarios.pop().unwrap()
}

/// The normal form of a dialogue that follows the opening.
fn form(text: &str, redactions: &[Redaction]) -> String {
    let events = transcript_text::parse(&format!("{OPENING}{text}")).unwrap();
    form_of(events, redactions, &scenario("  - send: isready\n"))
}

fn form_of(events: Vec<Event>, redactions: &[Redaction], scenario: &Scenario) -> String {
    let setting = Setting {
        dialect: protocol::dialect("usi").unwrap(),
        profile: "core",
        identity: Identity { name: Some("Some Engine 7.1"), author: Some("A. Uthor") },
        redactions,
    };
    let transcript = Transcript { events, ..Transcript::default() };
    normal(&setting, scenario, &transcript).unwrap()
}

fn check(text: &str, expected: &str) {
    let expected = format!("~ the usual opening{expected}");
    assert_eq!(form(text, &[]).trim(), expected.trim(), "{text}");
}

#[test]
fn values_become_their_kinds_and_words_stay() {
    check(
        "> position startpos moves 7g7f 3c3d
         > go depth 3
         < info string Some Engine 7.1 has 12 threads
         < info depth 1 seldepth 2 score cp -31 nodes 20 nps 900 time 1 pv 7g7f 3c3d
         < info depth 2 seldepth 2 score mate 3 lowerbound nodes 80 nps 900 time 4 pv 2g2f
         < info depth 2 currmove 2g2f currmovenumber 4
         < bestmove 7g7f ponder 3c3d",
        "
> position startpos moves [moves]
> go depth 3
  < info string [name] has [n] threads
  < info depth [depth] seldepth [seldepth] score [score] nodes [nodes] nps [nps] time [time] pv [moves]
  < info depth [depth] currmove [move] currmovenumber [currmovenumber]
  < bestmove [move] ponder [move]",
    );
}

#[test]
fn of_a_search_on_a_clock_the_begin_is_reported() {
    check(
        "> go btime 0 wtime 0 byoyomi 2000
         < info string a book
         < info depth 1 score cp 1 pv 7g7f
         < info depth 9 score cp 1 hashfull 3 pv 7g7f
         < bestmove 7g7f ponder 3c3d
         > go btime 0 wtime 0 byoyomi 60
         < info depth 1 score cp 1 pv 7g7f
         < bestmove 7g7f ponder 3c3d",
        "
> go btime 0 wtime 0 byoyomi 2000
  < info string a book
  < info depth [depth] score [score] pv [moves]
  < bestmove [move]
> go btime 0 wtime 0 byoyomi 60
  < bestmove [move]",
    );
}

#[test]
fn a_search_that_is_disturbed_tells_only_that_it_is_answered() {
    let expected = "
> go infinite
  < bestmove [move]
> stop
> isready
  < readyok";
    check(
        "> go infinite
         > stop
         > isready
         < readyok
         < bestmove 7g7f",
        expected,
    );
    check(
        "> go infinite
         < info depth 1 score cp 1 pv 7g7f
         > stop
         <
         < info depth 2 score cp 1 pv 7g7f
         < bestmove 7g7f ponder 3c3d
         ! a remark
         > isready
         < readyok",
        expected,
    );
}

#[test]
fn whether_a_stop_after_came_into_effect_does_not_show() {
    let scenario = scenario(
        "  - send: [position startpos, go btime 0 wtime 0 byoyomi 2000]\n  \
           - expect: bestmove\n    within: limit\n    stop-after: 100ms\n",
    );
    let shown_at = |after_go: usize, dialogue: &str| {
        let text = format!(
            "{OPENING}> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n\
             < info depth 1 score cp 1 pv 7g7f\n{dialogue}"
        );
        let mut events = transcript_text::parse(&text).unwrap();
        let at = events.iter().position(|event| {
            matches!(&event.kind, EventKind::Sent { line, .. } if line.text().starts_with("go "))
        });
        let line = scenario.steps.last().unwrap().span.line;
        let step = Event { kind: EventKind::Step { line }, ..events[at.unwrap()].clone() };
        events.insert(at.unwrap() + after_go, step);
        form_of(events, &[], &scenario)
    };
    // The step that waits begins after `go` was sent, or before it if both are on the line of a fragment.
    let shown = |dialogue: &str| {
        let form = shown_at(1, dialogue);
        assert_eq!(form, shown_at(0, dialogue));
        form
    };
    let at_once = shown("< bestmove 7g7f\n> isready\n< readyok");
    let stopped = shown(
        "> stop\n< info depth 2 score cp 1 hashfull 3 pv 7g7f\n< bestmove 7g7f\n> isready\n< readyok",
    );
    let crossed = shown("< bestmove 7g7f\n> stop\n> isready\n< readyok");
    let expected = "~ the usual opening
> position startpos
> go btime 0 wtime 0 byoyomi 2000
  < info depth [depth] score [score] pv [moves]
  < bestmove [move]
> isready
  < readyok";
    assert_eq!(at_once, expected);
    assert_eq!(stopped, expected);
    assert_eq!(crossed, expected);
}

#[test]
fn what_answers_nothing_stands_before_the_next_answer() {
    check(
        "> hello
         < Unknown command: hello
         > isready
         < readyok
         < readyok
         > quit
         < bye
         $ exit 0",
        "
> hello
> isready
  < Unknown command: hello
  < readyok
< readyok
~ it ended with status 0",
    );
}

#[test]
fn a_further_game_in_a_process_is_the_same_as_a_first_one() {
    let scenario = scenario("  - send: isready\n");
    let rest = "> isready\n< readyok";
    let first = transcript_text::parse(&format!("{OPENING}{rest}")).unwrap();
    let further = format!("> isready\n< readyok\n> usinewgame\n{rest}");
    let further = transcript_text::parse(&further).unwrap();
    assert_eq!(form_of(first, &[], &scenario), form_of(further, &[], &scenario));
}

#[test]
fn what_cannot_be_seen_is_shown() {
    check(
        "> isready\n< \\x1b[2Jreadyok  \n< a\\xff  b\n> isready\n< readyok ",
        "
> isready
  < \\x1b[[n]Jreadyok\\x20\\x20
> isready
  < a\\xff\\x20\\x20b
  < readyok\\x20",
    );
}

#[test]
fn the_user_redacts_besides() {
    let rule = Redaction {
        what: regex_lite::Regex::new("net [0-9a-f]+").unwrap(),
        with: "net [hash]".to_owned(),
    };
    let text = "> isready\n< info string net 12ab34\n< readyok";
    assert!(form(text, &[rule]).contains("  < info string net [hash]\n  < readyok"));
}

#[test]
fn a_long_line_and_many_lines_are_cut() {
    let long = format!("> isready\n< {}\n< readyok", "x".repeat(5000));
    let shown = form(&long, &[]);
    assert!(shown.contains("xx […]\n") && shown.len() < 2200, "{}", shown.len());
    let lines: String = (0..5000).map(|at| format!("< {}\n", "ab".repeat(at % 50 + 1))).collect();
    let shown = form(&format!("> isready\n{lines}< readyok"), &[]);
    assert!(shown.ends_with("~ more was left out"), "{shown}");
    assert!(shown.lines().count() <= 2001);
}

fn snap(engine: &str, scenario: &str, text: &str) -> Snap {
    Snap {
        head: Head {
            form: file::FORM.to_owned(),
            engine: engine.to_owned(),
            dialect: "usi".to_owned(),
            profile: "core".to_owned(),
            kentei: "0.1.0".to_owned(),
            scenario: scenario.to_owned(),
            title: "It answers: \"twice\" # or more".to_owned(),
            digest: "00112233".to_owned(),
        },
        text: text.to_owned(),
    }
}

#[test]
fn what_is_written_is_read() {
    for text in ["", "> a\n---\n< b", "> a\n\n< b"] {
        for name in ["e", "../../x", "\u{202e}\0\"\\ \u{1f600} 将棋", "", "0x10", "no"] {
            let snap = snap(name, "usi/x[a]", text);
            assert_eq!(file::read(&file::write(&snap)), Ok(snap));
        }
    }
}

#[test]
fn what_is_none_says_why() {
    let check = |text: &str, expected: &str| {
        let why = file::read(text).unwrap_err();
        assert!(why.contains(expected), "{text:?}: {why}");
    };
    check("", "does not begin with ---");
    check("---\ninfo:", "its head has no end");
    check("---\nsource: x\n---\ny\n", "no info");
    check("---\ninfo: [1\n---\ny\n", "its head is damaged");
    let whole = file::write(&snap("e", "usi/x", "y"));
    check(&whole.replace("digest", "digits"), "no info.digest");
}

fn owner(engine: &str) -> Owner {
    Owner { engine: engine.to_owned(), dialect: "usi".to_owned(), profile: "core".to_owned() }
}

fn taken(scenario: &str, text: &str) -> Taken {
    Taken {
        scenario: scenario.to_owned(),
        title: "T".to_owned(),
        digest: "d".to_owned(),
        text: Ok(text.to_owned()),
        judged: true,
    }
}

fn compare(root: &Path, taken: &[Taken]) -> SnapshotsResult {
    let folder = Folder::open(root, owner("e")).unwrap();
    folder.compare(taken, &["usi/a", "usi/b"], false, &|path, text| fs::write(path, text))
}

#[test]
fn the_first_run_writes_and_later_ones_lay_beside() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let first = compare(root, &[taken("usi/a", "1\n2"), taken("usi/gone", "x")]);
    assert_eq!((first.written, first.reported.len()), (2, 0));
    let same = compare(root, &[taken("usi/a", "1\n2")]);
    assert_eq!((same.unchanged, same.unreferenced), (1, vec!["usi/gone".to_owned()]));
    assert!(review::pending(root).unwrap().is_empty());

    let other = compare(root, &[taken("usi/a", "1\n3"), taken("usi/b", "n")]);
    let standings: Vec<SnapshotStanding> =
        other.reported.iter().map(|reported| reported.standing).collect();
    assert_eq!(standings, [SnapshotStanding::Changed, SnapshotStanding::New]);
    let pending = review::pending(root).unwrap();
    assert_eq!(pending.iter().map(|one| one.scenario()).collect::<Vec<_>>(), ["usi/a", "usi/b"]);

    pending[1].reject().unwrap();
    pending[0].accept().unwrap();
    assert!(review::pending(root).unwrap().is_empty());
    assert_eq!(compare(root, &[taken("usi/a", "1\n3")]).unchanged, 1);
    // A pending snapshot is removed if the engine writes the same as before again.
    compare(root, &[taken("usi/a", "9")]);
    assert_eq!(review::pending(root).unwrap().len(), 1);
    compare(root, &[taken("usi/a", "1\n3")]);
    assert!(review::pending(root).unwrap().is_empty());
}

#[test]
fn a_change_that_cannot_be_written_is_reported_all_the_same() {
    let root = tempfile::tempdir().unwrap();
    let unwritten = |taken: &[Taken]| {
        let folder = Folder::open(root.path(), owner("e")).unwrap();
        folder.compare(taken, &["usi/a"], true, &|_, _| Err(std::io::ErrorKind::StorageFull.into()))
    };
    let first = unwritten(&[taken("usi/a", "1")]);
    assert_eq!((first.written, first.reported.len(), first.errors.len()), (0, 0, 1));
    compare(root.path(), &[taken("usi/a", "1")]);
    let changed = unwritten(&[taken("usi/a", "2")]);
    assert_eq!(changed.reported[0].standing, SnapshotStanding::Changed);
    assert!(changed.fail() && changed.errors.len() == 1, "{:?}", changed.errors);
}

#[test]
fn what_belongs_to_others_is_not_touched() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    compare(root, &[taken("usi/a", "1")]);
    let file = root.join("e/usi/a.snap");
    let whole = fs::read_to_string(&file).unwrap();
    let check = |from: &str, to: &str, expected: &str| {
        let text = whole.replace(from, to);
        assert_ne!(text, whole, "{from}");
        fs::write(&file, &text).unwrap();
        let wrong = Folder::open(root, owner("e")).unwrap_err().join("\n");
        assert!(wrong.contains(expected), "{wrong}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    };
    check("engine: \"e\"", "engine: \"f\"", "is of engine \"f\", not \"e\"");
    check("dialect: \"usi\"", "dialect: \"uci\"", "is of dialect \"uci\"");
    check("profile: \"core\"", "profile: \"draft\"", "is of profile \"draft\"");
    check("form: \"1\"", "form: \"2\"", "has form 2 (kentei ");
    check("---\n", "+++\n", "is damaged: it does not begin with ---");
}
