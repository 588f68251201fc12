//! Which files are found, which ids they get, and how they depend on each other.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::dialect::{PET, TOY};
use crate::diagnostic::Diagnostic;
use crate::protocol::{self, DIALECTS};
use crate::scenario::library::load_among;
use crate::scenario::{Library, StepKind, check_paths, load};

/// A script without mistakes, with `head` added to its head.
fn sound(head: &str) -> String {
    format!("title: T\nclauses: [TOY-A-01]\n{head}\nsteps:\n  - send: hi\n  - expect: ack\n")
}

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn load_from(folder: &TempDir, below: &str) -> (Library, String) {
    let (library, diagnostics) = load(&TOY, &[folder.path().join(below)]);
    (library, said(folder, &diagnostics))
}

fn said(folder: &TempDir, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        if let Some(span) = &diagnostic.span {
            let path = span.file.path.strip_prefix(folder.path()).unwrap();
            write!(text, "{}:{}:{} ", path.display(), span.line, span.column).unwrap();
        }
        writeln!(text, "{} ({})", diagnostic.message, diagnostic.label).unwrap();
    }
    text.replace(folder.path().to_str().unwrap(), "…")
}

fn ids(library: &Library) -> Vec<&str> {
    let ids = library.scenarios.iter().map(|scenario| scenario.id.as_str());
    ids.collect()
}

#[test]
fn ids_are_paths_below_the_scenario_root() {
    let sound = sound("");
    let sound = sound.as_str();
    let shared = "title: T\nclauses: [TOY-A-01]\ndialects: [toy]\nsteps: [ { send: hi }, { expect: ack } ]\n";
    let folder = folder(&[
        ("scenarios/toy/b.yaml", sound),
        ("scenarios/toy/a/c.yml", sound),
        ("scenarios/own.yaml", sound),
        ("scenarios/shared/s.yaml", shared),
        ("scenarios/toy/_draft.yaml", "not: read"),
        ("scenarios/toy/_fragments/boot.yaml", "not: read"),
        ("scenarios/toy/.hidden/x.yaml", "not: read"),
        ("scenarios/toy/notes.txt", "not: read"),
        ("kentei.yaml", "not: read"),
    ]);
    let all = ["own", "shared/s", "toy/a/c", "toy/b"];
    for (below, expected) in [
        ("", &all[..]),
        ("scenarios", &all),
        ("scenarios/toy", &["toy/a/c", "toy/b"]),
        ("scenarios/toy/a", &["toy/a/c"]),
        ("scenarios/toy/b.yaml", &["toy/b"]),
        ("scenarios/own.yaml", &["own"]),
    ] {
        let (library, said) = load_from(&folder, below);
        assert_eq!((ids(&library), said.as_str()), (expected.to_vec(), ""), "{below}");
    }
}

#[test]
fn a_file_outside_of_a_scenarios_folder_is_named_by_itself() {
    let folder = folder(&[("mine/x.yaml", &sound("after: []"))]);
    let (library, said) = load_from(&folder, "mine/x.yaml");
    assert_eq!((ids(&library), said.as_str()), (vec!["x"], ""));
    let (library, said) = load_from(&folder, "mine");
    assert_eq!((ids(&library), said.as_str()), (vec!["x"], ""));
    let (library, said) = load_from(&folder, "");
    assert_eq!((ids(&library), said.as_str()), (vec!["mine/x"], ""));
}

#[test]
fn files_of_other_dialects_are_for_them() {
    let folder = folder(&[
        ("scenarios/toy/a.yaml", &sound("")),
        ("scenarios/pet/b.yaml", &sound("").replace("TOY", "PET")),
        ("scenarios/pet/c.yaml", &sound("")),
        ("scenarios/d.yaml", &sound("")),
    ]);
    let path = [folder.path().join("scenarios")];
    let (checked, diagnostics) = check_paths(&path, &[&TOY, &PET]);
    assert_eq!(checked, 4);
    assert_eq!(
        said(&folder, &diagnostics),
        "scenarios/pet/c.yaml:2:11 \"TOY-A-01\" is a clause of toy (this is a scenario for pet)\n"
    );
}

#[test]
fn shared_files_are_checked_for_each_of_their_dialects() {
    let shared = |head: &str, step: &str| {
        format!("title: T\nclauses: [TOY-A-01, PET-A-01]\n{head}\nsteps:\n  - send: hi\n{step}\n")
    };
    let folder = folder(&[
        (
            "scenarios/shared/a.yaml",
            &shared("dialects: [toy, pet]", "  - expect: ack\n    clause: [TOY-A-02, PET-A-01]"),
        ),
        ("scenarios/shared/b.yaml", &shared("", "  - expect: ack")),
        ("scenarios/shared/c.yaml", &shared("dialects: [toy, cat]", "  - expect: ack")),
        (
            "scenarios/shared/d.yaml",
            &shared("dialects: [toy, pet]", "  - expect: ack\n    clause: TOY-A-02"),
        ),
        ("scenarios/shared/e.yaml", &shared("dialects: [pet]", "  - expect: ack")),
    ]);
    let path = [folder.path().join("scenarios")];
    let (checked, diagnostics) = check_paths(&path, &[&TOY, &PET]);
    assert_eq!(checked, 5);
    assert_eq!(
        said(&folder, &diagnostics),
        "scenarios/shared/b.yaml:1:1 a shared scenario without \"dialects\" ()\n\
         scenarios/shared/c.yaml:2:21 \"PET-A-01\" is a clause of pet (this is a scenario for toy)\n\
         scenarios/shared/c.yaml:3:17 unknown dialect \"cat\" ()\n\
         scenarios/shared/d.yaml:7:13 no clause of pet among them ()\n\
         scenarios/shared/e.yaml:2:11 \"TOY-A-01\" is a clause of toy (this is a scenario for pet)\n"
    );
    let (library, _) = load_among(&PET, &["toy", "pet"], &path);
    assert_eq!(ids(&library), ["shared/a"]);
    assert_eq!(library.scenarios[0].clauses.len(), 1);
}

#[test]
fn prerequisites_are_found_by_short_ids_and_stand_for_all_cases() {
    let cases = "title: ${a}\nclauses: [TOY-A-01]\nparams: { one: { a: x }, two: { a: y } }\nsteps:\n  - send: place ${a}\n  - expect: ack\n";
    let folder = folder(&[
        ("scenarios/toy/boot/handshake.yaml", &sound("")),
        ("scenarios/toy/a.yaml", &sound("")),
        ("scenarios/toy/b.yaml", &sound("after: []")),
        ("scenarios/toy/c.yaml", &sound("after: [a, toy/b, boot/handshake, a]")),
        ("scenarios/toy/d.yaml", &sound("after: [cases]")),
        ("scenarios/toy/e.yaml", &sound("after: [\"cases[two]\"]")),
        ("scenarios/toy/cases.yaml", cases),
    ]);
    let (library, said) = load_from(&folder, "scenarios");
    assert_eq!(said, "");
    let after: Vec<String> = library
        .scenarios
        .iter()
        .map(|scenario| format!("{}: {}", scenario.id, scenario.after.join(" ")))
        .collect();
    assert_eq!(
        after,
        [
            "toy/a: toy/boot/handshake",
            "toy/b: ",
            "toy/boot/handshake: ",
            "toy/c: toy/a toy/b toy/boot/handshake",
            "toy/cases[one]: toy/boot/handshake",
            "toy/cases[two]: toy/boot/handshake",
            "toy/d: toy/cases[one] toy/cases[two]",
            "toy/e: toy/cases[two]",
        ]
    );
}

#[test]
fn a_default_prerequisite_with_cases_comes_before_all_but_its_own_cases() {
    let cases = |head: &str| {
        format!(
            "title: ${{a}}\nclauses: [TOY-A-01]\n{head}\nparams: {{ one: {{ a: x }}, two: {{ a: y }} }}\nsteps:\n  - send: place ${{a}}\n  - expect: ack\n"
        )
    };
    let folder = folder(&[
        ("scenarios/toy/boot/handshake.yaml", &cases("")),
        ("scenarios/toy/a.yaml", &sound("")),
        ("scenarios/toy/own.yaml", &cases("after: [own]")),
    ]);
    let (library, said) = load_from(&folder, "scenarios");
    let after: Vec<(&str, String)> = library
        .scenarios
        .iter()
        .map(|scenario| (scenario.id.as_str(), scenario.after.join(" ")))
        .collect();
    let both = "toy/boot/handshake[one] toy/boot/handshake[two]".to_owned();
    assert_eq!(
        after,
        [
            ("toy/a", both),
            ("toy/boot/handshake[one]", String::new()),
            ("toy/boot/handshake[two]", String::new()),
        ]
    );
    // Written in a file, the own cases are no default.
    assert_eq!(
        said,
        "scenarios/toy/own.yaml:3:9 \"toy/own[one]\" depends on itself (toy/own[one] → toy/own[one])\n\
         scenarios/toy/own.yaml:3:9 \"toy/own[two]\" depends on itself (toy/own[two] → toy/own[two])\n"
    );
}

#[test]
fn circles_are_reported_once_and_broken_files_are_no_second_mistake() {
    let folder = folder(&[
        ("scenarios/toy/a.yaml", &sound("after: [b]")),
        ("scenarios/toy/b.yaml", &sound("after: [d, c]")),
        ("scenarios/toy/c.yaml", &sound("after: [a]")),
        ("scenarios/toy/d.yaml", &sound("after: []")),
        ("scenarios/toy/behind.yaml", &sound("after: [a]")),
        ("scenarios/toy/broken.yaml", &sound("foo: bar")),
        ("scenarios/toy/f.yaml", &sound("after: [broken, borken]")),
    ]);
    let (library, said) = load_from(&folder, "scenarios");
    assert_eq!(
        said,
        "scenarios/toy/a.yaml:3:9 scenarios depend on one another in a cycle \
         (toy/a → toy/b → toy/c → toy/a)\n\
         scenarios/toy/broken.yaml:3:1 unknown key \"foo\" ()\n\
         scenarios/toy/f.yaml:3:17 unknown scenario \"borken\" ()\n"
    );
    assert_eq!(ids(&library), ["toy/behind", "toy/d"]);
}

#[test]
fn fragments_stand_where_they_are_used() {
    let folder = folder(&[
        (
            "scenarios/toy/_fragments/boot.yaml",
            "steps:\n  - send: ${hello}\n  - repeat: { times: 2, steps: [ { expect: ack } ] }\n",
        ),
        (
            "scenarios/shared/_fragments/fence.yaml",
            "title: F\nsteps:\n  - expect: ack\n    clause: [TOY-A-01, PET-A-01]\n",
        ),
        ("scenarios/toy/a.yaml", "title: T\nclauses: [TOY-A-01]\nsteps:\n  - boot\n  - fence\n"),
    ]);
    let (library, said) = load_from(&folder, "scenarios");
    assert_eq!(
        said,
        "scenarios/shared/_fragments/fence.yaml:4:24 unknown clause \"PET-A-01\" ()\n"
    );
    let path = [folder.path().join("scenarios")];
    let (checked, diagnostics) = check_paths(&path, &[&TOY, &PET]);
    assert_eq!((checked, diagnostics), (3, Vec::new()));
    assert!(library.scenarios.is_empty());

    let fence = folder.path().join("scenarios/shared/_fragments/fence.yaml");
    fs::write(fence, "steps:\n  - expect: ack\n").unwrap();
    let (library, said) = load_from(&folder, "scenarios");
    assert_eq!(said, "");
    let steps = &library.scenarios[0].steps;
    let lines: Vec<u32> = steps.iter().map(|step| step.span.line).collect();
    assert_eq!(lines, [4, 4, 5]);
    let StepKind::Repeat(repeat) = &steps[1].kind else {
        panic!("the second step repeats");
    };
    assert_eq!(repeat.steps[0].span, steps[0].span);
}

#[test]
fn a_fragments_mistakes_are_shown_once_where_they_are() {
    let script =
        "title: T\nclauses: [TOY-A-01]\nsteps:\n  - round\n  - bad\n  - worse\n  - deep/bad\n";
    let folder = folder(&[
        ("toy/_fragments/round.yaml", "steps:\n  - again\n"),
        ("_fragments/again.yaml", "steps:\n  - round\n"),
        ("toy/_fragments/bad.yaml", "steps:\n  - sned: x\n"),
        ("shared/_fragments/worse.yaml", "steps: [\n"),
        ("toy/_fragments/deep/bad.yaml", "steps:\n  - send: x\n"),
        ("toy/a.yaml", script),
        ("toy/b.yaml", script),
    ]);
    let (_, said) = load_from(&folder, "");
    assert_eq!(
        said,
        "_fragments/again.yaml:2:5 fragment \"round\" uses itself (round → again → round)\n\
         shared/_fragments/worse.yaml:1:8 bad YAML: unclosed bracket '[' ()\n\
         toy/_fragments/bad.yaml:2:5 unknown step \"sned\" (did you mean \"send\"?)\n\
         toy/a.yaml:7:5 unknown fragment \"deep/bad\" ()\n\
         toy/b.yaml:7:5 unknown fragment \"deep/bad\" ()\n"
    );
}

#[test]
fn fragments_cannot_grow_without_bound() {
    let inner = "{ repeat: { times: 6, steps: [{ send: a }] } }";
    let outer = format!("{{ repeat: {{ times: 10000, steps: [{inner}] }} }}");
    let script = format!("title: T\nclauses: [TOY-A-01]\nsteps: [{outer}, {outer}, f0]\n");
    let mut files = vec![("toy/a.yaml".to_owned(), script)];
    for i in 0..40 {
        let next = format!("f{}, ", i + 1).repeat(10);
        files.push((format!("toy/_fragments/f{i}.yaml"), format!("steps: [{next}]\n")));
    }
    files.push(("toy/_fragments/f40.yaml".to_owned(), "steps: []".to_owned()));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let folder = folder(&files);
    let (_, said) = load_from(&folder, "");
    assert!(said.contains("more than 100000 steps"), "{said}");
    assert!(!said.contains("repeats included"), "a second message about the same: {said}");
    assert!(said.contains("more than 24 deep"), "{said}");
}

#[test]
fn a_users_scenario_takes_the_place_of_a_bundled_one() {
    let usi = protocol::dialect("usi").unwrap();
    let script = "title: Mine\nclauses: [USI-BOOT-01]\nsteps:\n  - hello\n";
    let folder = folder(&[
        ("scenarios/usi/boot/handshake.yaml", script),
        ("scenarios/usi/boot/mine.yaml", script),
        ("scenarios/uci/other.yaml", script),
    ]);
    let (bundled, _) = load(usi, &[]);
    let (library, diagnostics) = load(usi, &[folder.path().join("scenarios")]);
    assert_eq!(diagnostics, Vec::new());
    assert_eq!(library.scenarios.len(), bundled.scenarios.len() + 1);
    let mine: Vec<(&str, bool)> = library
        .scenarios
        .iter()
        .filter(|scenario| scenario.title == "Mine")
        .map(|scenario| (scenario.id.as_str(), scenario.file.bundled))
        .collect();
    assert_eq!(mine, [("usi/boot/handshake", false), ("usi/boot/mine", false)]);
    assert!(library.scenarios.is_sorted_by(|a, b| a.id < b.id));
}

#[test]
fn the_bundled_scenarios_have_no_mistakes() {
    for dialect in DIALECTS {
        let (_, diagnostics) = load(*dialect, &[]);
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    }
}

#[test]
fn fragments_are_checked_by_themselves_too() {
    let folder = folder(&[(
        "scenarios/toy/_fragments/search.yaml",
        "steps:\n  - send: place ${letters}\n  - expect: best\n    within: ${time}\n  - exepct: ack\n",
    )]);
    let path = [folder.path().join("scenarios/toy/_fragments/search.yaml")];
    let (checked, diagnostics) = check_paths(&path, &[&TOY, &PET]);
    assert_eq!(checked, 1);
    assert_eq!(
        said(&folder, &diagnostics),
        "scenarios/toy/_fragments/search.yaml:5:5 unknown step \"exepct\" (did you mean \"expect\"?)\n"
    );
}

#[test]
fn what_cannot_be_read_is_said() {
    let folder = folder(&[
        ("long/a.yaml", &"# filler\n".repeat(120_000)),
        ("empty/notes.txt", ""),
        ("empty/.hidden.yaml", ""),
    ]);
    fs::create_dir_all(folder.path().join("bytes")).unwrap();
    fs::write(folder.path().join("bytes/b.yaml"), b"title: \xff\n").unwrap();
    let check = |below: &str, expected: &str| {
        let (_, said) = load_from(&folder, below);
        assert!(said.starts_with(expected), "{below}: {said}");
    };
    check("long", "cannot read \"…/long/a.yaml\": longer than 1 MiB");
    check("empty", "no scenario below \"…/empty\"");
    check("bytes", "cannot read \"…/bytes/b.yaml\": byte 7 is not UTF-8");
    check("nowhere", "cannot read \"…/nowhere\": ");
}

#[test]
fn one_id_is_one_scenario() {
    let folder = folder(&[
        ("one/scenarios/toy/a.yaml", &sound("")),
        ("two/scenarios/toy/a.yaml", &sound("")),
    ]);
    let at = |below: &str| -> PathBuf { folder.path().join(below) };
    let twice =
        [at("one/scenarios"), at("one/scenarios/toy"), at("one"), at("two/../one/scenarios")];
    let (library, diagnostics) = load(&TOY, &twice);
    assert_eq!((ids(&library), diagnostics), (vec!["toy/a"], Vec::new()));
    let (_, diagnostics) = load(&TOY, &[at("one/scenarios"), at("two/scenarios")]);
    assert_eq!(
        said(&folder, &diagnostics),
        "two/scenarios/toy/a.yaml:1:1 two scenarios with the id \"toy/a\" ()\n"
    );
}
