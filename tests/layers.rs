//! The direction of imports: a layer imports only layers below it, and pure layers do not use the system.

#[path = "layers/check.rs"]
mod check;
#[path = "layers/source.rs"]
mod source;

use std::fs;
use std::path::{Path, PathBuf};

/// Every violation of the rules in one source, a line each.
fn wrong(path: &str, text: &str) -> Vec<String> {
    check::check(path, text)
}

#[test]
fn imports_point_down_and_what_is_pure_stays_so() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    assert!(files.len() > 100, "the sources are where they were");
    let mut found = Vec::new();
    for file in files {
        let below = file.strip_prefix(root).expect("it is in the package");
        let below = below.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).expect("a source is text");
        found.extend(wrong(&below, &text));
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
}

#[test]
fn an_import_that_points_up_is_found_with_its_place_and_both_layers() {
    let text = "\n//! use crate::run::Plan;\nuse crate::games::Side;\nuse crate::run::Plan;\n";
    assert_eq!(
        wrong("src/protocol/usi/x.rs", text),
        ["src/protocol/usi/x.rs:4: protocol imports run, which is above it"]
    );
    assert_eq!(wrong("src/span.rs", "use crate::diagnostic::Level;"), [""; 0]);
    assert_eq!(
        wrong("src/transcript.rs", "use crate::games::Side;"),
        ["src/transcript.rs:1: transcript imports games, which is above it"]
    );
}

#[test]
fn it_is_found_in_every_form() {
    let check = |text: &str| {
        let found = wrong("src/engine/system/unix.rs", text);
        let expected = "src/engine/system/unix.rs:1: engine imports report, which is above it";
        assert_eq!(found, [expected], "{text}");
    };
    check("use crate::{report, transcript::Line};");
    check("use crate::{transcript::{Line, Event}, report::{Report, json::ReportV1}};");
    check("pub use crate::report;");
    check("fn f() { crate::report::format(\"x\"); }");
    check("use super::super::super::report;");
    check("use super::{super::{super::report::Format}};");
    check("mod inner { use super::super::super::super::report; }");
    check("#[cfg(test)] mod tests { use crate::report::Format; }");
}

#[test]
fn what_only_looks_like_one_is_not() {
    let check = |text: &str| assert_eq!(wrong("src/engine/inbox.rs", text), [""; 0], "{text}");
    check("// use crate::run::Plan;");
    check("/* /* */ use crate::run::Plan; */");
    check("const A: &str = \"use crate::run::Plan\"; const B: &str = r#\"\"crate::run::x\"#;");
    check("pub(crate) fn run<'a>(x: &'a str) -> char { '\"' }");
    check("use super::report; mod run { use super::super::cli; }");
    check("pub(in crate::engine) struct X; use crate::engine::Launch;");
}

#[test]
fn protocols_and_games_touch_no_system_and_no_clock() {
    let check = |text: &str, name: &str| {
        let found = wrong("src/games/shogi/mod.rs", text);
        let expected = format!("src/games/shogi/mod.rs:1: games names {name}");
        assert_eq!(found, [expected], "{text}");
    };
    check("use std::fs;", "std::fs");
    check("use std::{fmt, net::TcpStream};", "std::net");
    check("fn f() { std::process::id(); }", "std::process");
    check("use std::thread::spawn;", "std::thread");
    check("use std::env;", "std::env");
    check("use std::io::Read;", "std::io");
    check("use std::time::{Duration, Instant};", "Instant");
    check("fn f() { std::time::SystemTime::now(); }", "SystemTime");
    for text in [
        "#[cfg(test)]\nmod tests { use std::thread; use std::time::Instant; }",
        "#[cfg(all(test, unix))]\n#[rustfmt::skip]\nmod tests { mod deep { use std::fs; } }",
        "use std::time::Duration; // Instant",
    ] {
        assert_eq!(wrong("src/protocol/judge.rs", text), [""; 0], "{text}");
    }
    let after = "#[cfg(test)]\nmod tests { fn f() {} }\nuse std::fs;";
    assert_eq!(
        wrong("src/protocol/judge.rs", after),
        ["src/protocol/judge.rs:3: protocol names std::fs"]
    );
    let test = wrong("src/games/shogi/tests/oracle.rs", "use std::thread;");
    assert_eq!(test, [""; 0]);
    let test = wrong("src/games/shogi/tests/oracle.rs", "use crate::protocol;");
    assert_eq!(test.len(), 1);
}

#[test]
fn only_the_command_line_prints_and_ends_the_process() {
    let check = |text: &str, name: &str| {
        let found = wrong("src/run/trial.rs", text);
        let expected = format!("src/run/trial.rs:1: run names {name}");
        assert_eq!(found, [expected], "{text}");
        assert_eq!(wrong("src/cli/mod.rs", text), [""; 0], "{text}");
    };
    check("fn f() { println!(\"x\"); }", "println!");
    check("fn f() { eprint!(\"x\"); }", "eprint!");
    check("fn f() { dbg!(1); }", "dbg!");
    check("fn f() { std::process::exit(1); }", "std::process::exit");
    check("use std::process::{Command, exit};", "std::process::exit");
    check("use std::process; fn f() { process::exit(1) }", "process::exit");
}

#[test]
fn words_of_protocols_stay_in_the_dialect() {
    let check = |path: &str, text: &str, word: &str| {
        let expected: Vec<String> = match (word, path.split('/').nth(1)) {
            ("", _) => Vec::new(),
            (word, layer) => {
                vec![format!("{path}:1: {} has {word}, a word of a protocol", layer.unwrap_or(""))]
            }
        };
        assert_eq!(wrong(path, text), expected, "{text}");
    };
    check("src/run/x.rs", "fn f() { send(\"isready\"); }", "isready");
    check("src/snapshot/x.rs", "fn f() { match kind { \"bestmove\" => 1, _ => 2 } }", "bestmove");
    check("src/engine/x.rs", "const GO: &str = \"go infinite\";", "go");
    check("src/run/x.rs", "fn f() { send(b\"usinewgame\", r#\"a\"#); }", "usinewgame");
    check("src/run/x.rs", "fn f() { say!(\"{a}\", a = f(r#\"go mate\"#)); }", "go");
    check("src/run/x.rs", "fn f() { say!(\"position\"); }", "");
    check("src/run/x.rs", "/// Sends \"isready\".\nfn f() {}", "");
    check("src/run/x.rs", "#[cfg(test)]\nmod tests { fn f() { send(\"isready\"); } }", "");
    check("src/run/tests/x.rs", "fn f() { send(\"isready\"); }", "");
    check("src/protocol/x.rs", "fn f() { send(\"isready\"); }", "");
}

#[test]
fn the_built_in_engines_know_nothing_of_their_judge() {
    for layer in ["protocol", "scenario", "run"] {
        let found = wrong("src/reference/mod.rs", &format!("use crate::{layer}::X;"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("src/reference/mod.rs:1: reference imports "));
    }
    assert_eq!(wrong("src/reference/mod.rs", "use crate::games::X;"), [""; 0]);
}

#[test]
fn what_is_no_layer_has_no_place() {
    let found = wrong("src/run/x.rs", "use crate::utils::x;");
    assert_eq!(found, ["src/run/x.rs:1: run imports utils, which is no layer"]);
    let found = wrong("src/utils.rs", "");
    assert_eq!(found, ["src/utils.rs:1: utils is no layer"]);
}
