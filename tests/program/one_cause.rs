//! In every report, one fault of an engine is one cause, even if it violates several clauses in several scenarios.

use std::fs;
use std::process::Command;

use crate::cli::kentei;
use serde_json::Value;

/// An engine with one fault, which its first argument names. It plays one move, and resigns in all other positions.
const ENGINE: &str = r#"
import sys

FAULT = sys.argv[1]
searching = False
move = "resign"
for line in sys.stdin:
    words = line.split()
    word = words[0] if words else ""
    if word == "usi":
        print("id name Tiny\nid author Nobody\nusiok", flush=True)
    elif word == "isready":
        print("readyok\nreadyok" if FAULT == "twice" else "readyok", flush=True)
    elif word == "go":
        if "infinite" in words:
            searching = True
        else:
            print(f"bestmove {move}", flush=True)
    elif word == "position":
        move = "7g7f" if words[1:] == ["startpos"] else "resign"
    elif word == "stop":
        if searching:
            print(f"bestmove {move}", flush=True)
        searching = False
    elif word in ("setoption", "usinewgame", "gameover", "") or FAULT != "raises":
        pass
    elif word == "quit":
        break
    else:
        raise ValueError(f"unknown command: {line!r}")
    if word == "quit":
        break
"#;

/// Runs an engine with a fault and returns its causes. All reports must agree on them.
#[expect(clippy::print_stdout, reason = "what is skipped is said")]
fn causes(fault: &str, filters: &[&str]) -> Option<Vec<Value>> {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: python3 is not installed");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    let run = |words: &[&str]| {
        let files = [
            ("terminal", "t"),
            ("json", "j"),
            ("json:findings", "f"),
            ("markdown", "m"),
            ("html", "h"),
        ];
        let files = files.map(|(format, name)| format!("--report={format}={name}"));
        let words = words.iter().copied().chain(files.iter().map(String::as_str));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    fs::write(folder.path().join("engine.py"), ENGINE).expect("the engine is written");
    let mut words = vec!["run", "--dialect", "usi", "--lang", "en", "--seed", "1"];
    words.extend(filters.iter().flat_map(|filter| ["--filter", filter]));
    let mut words = run(&words);
    words.extend(["--", "python3", "engine.py", fault].map(str::to_owned));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    kentei(&words).current_dir(folder.path()).assert().code(1);
    let causes = of(&read("j"));
    let titles =
        |causes: &[Value]| causes.iter().map(|one| one["title"].clone()).collect::<Vec<_>>();
    assert_eq!(titles(&causes), titles(&of(&read("f"))));
    agree(&causes, &read("t"), &read("m"), &read("h"));
    // A report of findings only that is read again has the same causes.
    kentei(&["show", "f", "--report", "json=again", "--lang", "en"])
        .current_dir(folder.path())
        .assert()
        .code(1);
    assert_eq!(causes.len(), of(&read("again")).len(), "{:#?}", of(&read("again")));
    Some(causes)
}

fn of(report: &str) -> Vec<Value> {
    let report: Value = serde_json::from_str(report).expect("JSON");
    report["causes"].as_array().expect("causes").clone()
}

/// Checks that every report has this number of causes, and that the first cause is the same.
#[track_caller]
fn agree(causes: &[Value], terminal: &str, markdown: &str, html: &str) {
    let heads = terminal.lines().filter(|line| {
        let number = line.split(". ").next().unwrap_or_default();
        number.parse::<usize>().is_ok()
    });
    assert_eq!(heads.count(), causes.len(), "{terminal}");
    let title = causes[0]["title"].as_str().expect("a title");
    let (theme, message) = title.split_once(": ").expect("a theme and a message");
    for text in [terminal, markdown, html] {
        assert!(text.contains(theme), "{theme} is not in\n{text}");
    }
    let start = message.split(['`', '\'', '"']).next().unwrap_or_default().trim();
    assert!(terminal.contains(start), "{message} is not in\n{terminal}");
}

#[test]
fn an_end_at_each_unknown_word_is_one_cause() {
    let filters =
        ["usi/boot/handshake", "shared/unknown/*", "usi/unknown/*", "shared/ponder/hit-idle"];
    let Some(causes) = causes("raises", &filters) else {
        return;
    };
    let ends = causes.iter().filter(|cause| cause["theme"] == "end").count();
    assert_eq!((ends, &causes[0]["theme"]), (1, &Value::from("end")), "{causes:#?}");
    let clauses = causes[0]["clauses"].as_array().expect("clauses");
    assert!(clauses.len() > 1, "more than one clause is explained by it: {clauses:?}");
}

#[test]
fn a_doubled_readyok_is_one_cause() {
    let filters = ["usi/boot/handshake", "usi/ready/*", "shared/unknown/*", "usi/stop/*"];
    let Some(causes) = causes("twice", &filters) else {
        return;
    };
    let doubled = |cause: &&Value| cause["clauses"][0] == "USI-READY-05";
    assert!(causes.iter().filter(doubled).count() == 1 && doubled(&&causes[0]), "{causes:#?}");
}
