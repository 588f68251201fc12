//! Every bundled scenario can be written back as a script with the same meaning; what a script cannot refer to is
//! written out.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Editor, Script, Tree};
use crate::protocol::{self, DIALECTS};
use crate::scenario::{self, LANGUAGE};
use crate::span::SourceFile;
use crate::yaml::node;

#[test]
fn every_bundled_scenario_can_be_written_back_and_sends_and_waits_for_the_same() {
    for dialect in DIALECTS {
        let (library, mistakes) = scenario::load(*dialect, &[]);
        assert!(mistakes.is_empty(), "{mistakes:#?}");
        for known in &library.scenarios {
            let (editor, script) = Editor::open(*dialect, known).unwrap();
            let read = editor.check(&script, "x");
            let read = read.unwrap_or_else(|wrong| {
                panic!("{}\n{wrong:#?}\n{}", known.id, script.to_yaml(&[]))
            });
            let of = |steps: &[scenario::Step]| without_places(&format!("{steps:?}"));
            assert_eq!(of(&read.steps), of(&known.steps), "{}", known.id);
            assert_eq!(read.clauses, known.clauses, "{}", known.id);
            assert_eq!(read.needs, known.needs, "{}", known.id);
            // What the engine offers is known only after the handshake, so a scenario with needs comes after it.
            let own_after = script.to_yaml(&[]).contains("after: []");
            assert!(read.own_process && own_after == known.needs.is_empty());
        }
    }
}

/// Opens the scenario `id` of a user's file, next to a fragment `ask` and a fragment `outer` that uses it.
fn with_own_files(text: &str, id: &str, then: impl FnOnce(&Editor, &Script)) {
    let usi = protocol::dialect("usi").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("scenarios");
    let own = root.join("usi");
    fs::create_dir_all(own.join("_fragments")).unwrap();
    let asks = "steps:\n  - send: isready\n  - expect: readyok\n";
    fs::write(own.join("_fragments/ask.yaml"), asks).unwrap();
    let outer = "steps: [ask, { send: \"xyzzy ${word}\" }]\n";
    fs::write(own.join("_fragments/outer.yaml"), outer).unwrap();
    let text = format!("title: T\nclauses: [USI-BOOT-01]\nafter: []\n{text}");
    let file = root.join(id.split('[').next().unwrap()).with_extension("yaml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, text).unwrap();
    let (library, mistakes) = scenario::load(usi, &[file]);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
    let mine = library.scenarios.iter().find(|scenario| scenario.id == id).unwrap();
    let (editor, script) = Editor::open(usi, mine).unwrap();
    then(&editor, &script);
}

/// The steps of a script as they are written.
fn steps_of(script: &Script) -> String {
    let yaml = script.to_yaml(&[]);
    yaml[yaml.find("steps:\n").unwrap()..].to_owned()
}

#[test]
fn the_users_fragments_are_written_out_and_bundled_ones_stay_names() {
    let text = "steps:\n  - hello\n  - ask\n  - repeat: { times: 2, steps: [ask, fence] }\n";
    with_own_files(text, "usi/mine", |editor, script| {
        assert_eq!(
            steps_of(script),
            "steps:\n  - hello\n  - send: isready\n  - expect: readyok\n  \
             - repeat: { times: 2, steps: [{ send: isready }, { expect: readyok }, fence] }\n"
        );
        assert!(editor.check(script, "x").is_ok());
        assert_eq!(editor.fragment("ask").map(|steps| steps.len()), Some(2));
    });
    let bundled = Editor::new(protocol::dialect("usi").unwrap());
    assert!(bundled.fragment("hello").is_some_and(|steps| !steps.is_empty()));
    assert_eq!(bundled.fragment("ask"), None);
}

#[test]
fn the_values_of_a_case_are_put_in_and_stand_for_themselves_in_patterns() {
    let text = "params: { one: { word: a+b }, two: { word: c } }\nsteps:\n  - hello\n  \
                - send: xyzzy ${word} $${word}\n  - expect: { line: \"^${word}$\" }\n";
    with_own_files(text, "usi/mine[one]", |editor, script| {
        assert_eq!(
            steps_of(script),
            "steps:\n  - hello\n  - send: xyzzy a+b $${word}\n  - expect: { line: \"^a\\\\+b$\" }\n"
        );
        assert!(editor.check(script, "x").is_ok());
    });
}

#[test]
fn fragments_within_fragments_are_written_out_with_the_values_of_the_case() {
    let text = "params: { one: { word: a }, two: { word: b } }\nsteps: [hello, outer]\n";
    with_own_files(text, "usi/mine[two]", |editor, script| {
        assert_eq!(
            steps_of(script),
            "steps:\n  - hello\n  - send: isready\n  - expect: readyok\n  - send: \"xyzzy b\"\n"
        );
        assert!(editor.check(script, "x").is_ok());
    });
}

#[test]
fn of_the_clauses_of_several_dialects_only_the_own_one_stays() {
    let text = "dialects: [uci, usi]\nsteps:\n  - hello\n  - send: isready\n  - expect: readyok\n    \
                clause: [UCI-BOOT-01, USI-BOOT-01]\n";
    with_own_files(text, "shared/mine", |editor, script| {
        assert_eq!(
            steps_of(script),
            "steps:\n  - hello\n  - send: isready\n  - expect: readyok\n    clause: USI-BOOT-01\n"
        );
        assert!(editor.check(script, "x").is_ok());
    });
}

#[test]
fn a_changed_script_that_sends_what_is_illegal_is_refused() {
    let text = "steps:\n  - hello\n  - send: position startpos moves 7g7f\n";
    with_own_files(text, "usi/mine", |editor, script| {
        assert!(editor.check(script, "x").is_ok());
        for wrong in ["position startpos moves 7g7e", "position startpos moves ${a}"] {
            let mut changed = script.clone();
            *changed.steps.at_mut(&[1, 0]).unwrap() = Tree::plain(wrong);
            assert!(editor.check(&changed, "x").is_err(), "{wrong}");
        }
    });
}

#[test]
fn a_written_script_quotes_what_yaml_would_read_otherwise_and_nothing_else() {
    let title = "題 \"🙂\" \\ \u{feff}\u{2028}\u{2029}\u{1}\n";
    let step = |key: &str, value: Tree| Tree::Map(vec![(key.to_owned(), value)]);
    let script = Script {
        title: title.to_owned(),
        clauses: vec!["USI-BOOT-01".to_owned()],
        needs: Vec::new(),
        profiles: vec!["core".to_owned(), "draft".to_owned()],
        steps: Tree::List(vec![
            Tree::plain("hello"),
            step("send", Tree::plain("go byoyomi -100")),
            step("send", Tree::plain("place ${letter}")),
            step("send", Tree::List(vec![Tree::plain("place ${letter}"), Tree::plain("a b")])),
            step("send", Tree::plain("- a")),
            step("send", Tree::quoted("plain")),
            step("send", Tree::plain("a".repeat(100))),
            step("expect", Tree::Map(Vec::new())),
            step(
                "repeat",
                Tree::Map(vec![
                    ("times".to_owned(), Tree::plain("2")),
                    (
                        "steps".to_owned(),
                        Tree::List(vec![step("send", Tree::plain("a".repeat(100)))]),
                    ),
                ]),
            ),
        ]),
    };
    let yaml = script.to_yaml(&["one\ntwo \u{7}".to_owned()]);
    assert_eq!(
        yaml,
        "# one\n# two\n\
         title: \"題 \\\"🙂\\\" \\\\ \\ufeff\\u2028\\u2029\\u0001\\n\"\n\
         clauses: [USI-BOOT-01]\n\
         profiles: [core, draft]\n\
         after: []\n\
         process: own\n\
         steps:\n  \
         - hello\n  \
         - send: go byoyomi -100\n  \
         - send: place ${letter}\n  \
         - send: [\"place ${letter}\", a b]\n  \
         - send: \"- a\"\n  \
         - send: \"plain\"\n  \
         - send: LONG\n  \
         - expect: {}\n  \
         - repeat:\n      times: 2\n      steps:\n        - send: LONG\n"
            .replace("LONG", &"a".repeat(100))
    );
    let file = SourceFile { path: PathBuf::from("x.yaml"), text: yaml, bundled: false };
    let read = Tree::of(&node::parse(&Arc::new(file), &LANGUAGE).unwrap());
    assert_eq!(read.get("title"), Some(&Tree::quoted(title)));
    let without = Script { profiles: Vec::new(), ..script };
    assert!(!without.to_yaml(&[]).contains("profiles"));
}

#[test]
fn a_tree_is_read_and_changed_by_paths_of_child_indices() {
    let list = |first: &str| Tree::List(vec![Tree::plain(first), Tree::quoted("c")]);
    let of = |send: &str, first: &str| {
        Tree::Map(vec![("send".to_owned(), Tree::plain(send)), ("lines".to_owned(), list(first))])
    };
    let mut tree = of("a", "b");
    assert_eq!(tree.children(), [&Tree::plain("a"), &list("b")]);
    assert_eq!(list("b").children(), [&Tree::plain("b"), &Tree::quoted("c")]);
    assert!(Tree::plain("a").children().is_empty());
    assert_eq!(tree.at(&[]), Some(&tree));
    assert_eq!(tree.at(&[0]), Some(&Tree::plain("a")));
    assert_eq!(tree.at(&[1, 1]), Some(&Tree::quoted("c")));
    for beyond in [&[2][..], &[1, 2], &[0, 0]] {
        assert_eq!((tree.at(beyond), tree.clone().at_mut(beyond)), (None, None), "{beyond:?}");
    }
    *tree.at_mut(&[0]).unwrap() = Tree::plain("d");
    *tree.at_mut(&[1, 0]).unwrap() = Tree::plain("e");
    assert_eq!(tree, of("d", "e"));
    *tree.at_mut(&[]).unwrap() = list("f");
    assert_eq!(tree, list("f"));
}

/// The debug form of steps without their places.
fn without_places(steps: &str) -> String {
    let mut out = String::new();
    let mut rest = steps;
    while let Some(at) = rest.find("span: Span {") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        // A place ends with its byte offsets, which come after the text of the file.
        let end = rest.find(", start: ").and_then(|at| Some(at + rest[at..].find('}')? + 1));
        rest = end.map_or("", |end| &rest[end..]);
    }
    out + rest
}
