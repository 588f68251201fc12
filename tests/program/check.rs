//! `kentei check`: the output for mistakes in scenario files.

use std::fs;

use crate::cli::kentei;
use kentei::protocol;
use kentei::report::diagnostics;
use kentei::scenario::check_paths;
use predicates::prelude::*;
use predicates::str::contains;
use proptest::prelude::*;

#[test]
fn a_mistake_is_shown_below_its_line_with_what_is_allowed_there() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("usi")).expect("a folder");
    let text = "title: T\nclauses: [USI-GO-03]\nsteps:\n  - boot\n  - expect: bestmove\n    wihtin: stop\n";
    fs::write(folder.path().join("usi/case.yaml"), text).expect("a file");
    let mut command = kentei(&["check", "--dialect", "usi", "usi/case.yaml"]);
    let refused = command.current_dir(folder.path()).assert().code(2);
    let expected = r#"error: unknown key "wihtin"
 --> usi/case.yaml:6:5
  |
6 |     wihtin: stop
  |     ^^^^^^ did you mean "within"?
  |
"#;
    refused
        .stdout("")
        .stderr(contains(expected).and(contains("allowed in \"expect\": expect, within, late, ")));
}

#[test]
fn files_without_mistakes_are_counted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let checked = kentei(&["check", folder]).assert().code(0).stderr("");
    checked.stdout(contains("no mistakes found"));
}

/// The output of `kentei check` for a script with these steps, in a folder that does not name a dialect.
fn checked(steps: &str, code: i32) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("title: T\nclauses: [USI-GO-03]\nsteps:\n  - boot\n{steps}");
    fs::write(folder.path().join("case.yaml"), text).expect("a file");
    let mut command = kentei(&["check", "case.yaml"]);
    let done = command.current_dir(folder.path()).assert().code(code);
    String::from_utf8_lossy(&done.get_output().stderr).into_owned()
}

#[test]
fn a_file_outside_of_the_dialects_folders_is_for_usi_and_shows_every_mistake() {
    let text = checked("  - send: isredy\n  - expect: none\n  - expect: bestmoov\n", 2);
    let expected = r#"5 |   - send: isredy
  |           ^^^^^^ did you mean "isready"?
"#;
    assert!(text.contains(expected), "{text}");
    let expected = r#"6 |   - expect: none
  |             ^^^^ use silence to demand that nothing comes
  |
  = help: - silence: { of: [bestmove], for: quiet }
"#;
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("did you mean \"bestmove\"?"), "{text}");
    let last = "error: 3 mistakes found\n  try: --dialect D, if it is not for usi";
    assert!(text.contains(last), "{text}");
    assert_eq!(checked("  - send: isready\n  - expect: readyok\n", 0), "");
}

#[test]
fn a_word_that_is_like_no_command_may_be_sent() {
    let rest = "  - silence: { of: [bestmove], for: quiet }\n";
    for word in ["xyzzy", "d", "stopwatch"] {
        assert_eq!(checked(&format!("  - send: {word}\n{rest}"), 0), "", "{word}");
    }
    let probe = format!("  - send: isredy\n    probe: USI-GO-03\n{rest}");
    assert_eq!(checked(&probe, 0), "");
}

/// Text with terminal control sequences and commands of CI systems, among parts of a script.
fn hostile() -> impl Strategy<Value = String> {
    let pieces = [
        "title: ",
        "steps:\n  - ",
        "send: ",
        "\u{1b}]0;x\u{7}",
        "\u{1b}[2J",
        "\u{202e}",
        "::error::",
        "\n",
        "\t",
        "\"",
        "検定",
        "[",
        "{",
        "expect: bestmove",
    ];
    let piece = prop_oneof![
        proptest::sample::select(pieces.to_vec()).prop_map(str::to_owned),
        "\\PC{0,6}".prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_stands_in_a_file_steers_no_terminal(text in hostile()) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("case.yaml");
        fs::write(&path, text).expect("a file");
        let usi = protocol::dialect("usi").expect("it is known");
        let (_, found) = check_paths(&[path], &[usi]);
        let printed = diagnostics::print(&found, false, 80);
        let harmless = |c: char| c == '\n' || !(c.is_control() || c == '\u{202e}');
        prop_assert!(printed.chars().all(harmless), "{printed:?}");
    }
}

/// A commit hook passes only the files of the commit.
#[test]
fn a_file_alone_can_be_after_the_other_files_of_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |after: &str| {
        format!("title: x\nclauses: [USI-BOOT-04]\nafter: [{after}]\nsteps:\n  - boot\n")
    };
    let write = |name: &str, text: &str| {
        let path = folder.path().join("scenarios").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("usi/first.yaml", &text("").replace("steps", "stops"));
    write("usi/second.yaml", &text("first"));
    write("usi/lost.yaml", &text("nosuch"));
    write("usi/foreign.yaml", &text("uci/own"));
    write("usi/_draft.yaml", &text(""));
    write("usi/of-draft.yaml", &text("_draft"));
    write("uci/own.yaml", &text(""));
    let check = |path: &str| kentei(&["check", path]).current_dir(folder.path()).assert();
    let sound = check("scenarios/usi/second.yaml").code(0).stderr("");
    sound.stdout("1 scenario, no mistakes found\n");
    for (file, unknown) in [("lost", "nosuch"), ("foreign", "uci/own"), ("of-draft", "_draft")] {
        let refused = check(&format!("scenarios/usi/{file}.yaml")).code(2);
        refused.stderr(
            contains(format!("unknown scenario \"{unknown}\""))
                .and(contains("1 mistake found"))
                .and(contains("stops").not()),
        );
    }
    // Whoever checks the other file sees its mistake.
    check("scenarios/usi").code(2).stderr(contains("unknown key \"stops\""));
}

#[test]
fn a_folder_that_is_named_twice_is_counted_once() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("mine")).expect("a folder");
    let text = "title: x\nclauses: [USI-GO-13]\nsteps:\n  - send: isready\n  - expect: readyok\n";
    std::fs::write(folder.path().join("mine/a.yaml"), text).expect("a file");
    let whole = folder.path().join("mine").display().to_string();
    let mut command = kentei(&["check", "mine", &whole, "mine/"]);
    let done = command.current_dir(folder.path()).assert().success();
    done.stdout(predicates::str::starts_with("1 scenario, "));
}

#[test]
fn a_folder_in_the_path_of_a_file_names_its_dialect() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("sc/uci")).expect("a folder");
    let text = "title: x\nclauses: [UCI-BM-09]\nsteps:\n  - boot\n  - send: position startpos\n  - send: go depth 1\n  - expect: bestmove\n";
    fs::write(folder.path().join("sc/uci/one.yaml"), text).expect("a file");
    let check = |args: &[&str]| {
        let mut command = kentei(&[&["check"], args].concat());
        command.current_dir(folder.path()).assert()
    };
    for path in ["sc", "sc/uci", "sc/uci/one.yaml"] {
        check(&[path]).code(0).stderr("").stdout("1 scenario, no mistakes found\n");
    }
    let refused = check(&["sc", "--dialect", "usi"]).code(2);
    refused.stderr(
        "error: these paths have 1 scenario for uci, and none for usi\n  try: leave out --dialect usi\n",
    );
}
