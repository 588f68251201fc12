//! Every bundled scenario can be written back as a script with the same meaning.

use super::Editor;
use crate::protocol::DIALECTS;
use crate::scenario;

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
