//! Tests that each text has a Japanese translation, and that each translation belongs to a text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::text::pieces;
use super::{Lang, Text, ja, with_lang};

/// Every template in the sources and scenarios, each with a file that contains it.
fn templates() -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() > 200, "the sources are where they were");
    outcomes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios"), &mut found);
    found
}

fn collect(folder: &Path, found: &mut BTreeMap<String, PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            // Texts in tests need no translation.
            if !matches!(&*name, "ja" | "tests" | "fixtures") {
                collect(&path, found);
            }
        } else if name.ends_with(".rs") && !matches!(&*name, "tests.rs" | "fixtures.rs") {
            let text = fs::read_to_string(&path).expect("a source is text");
            for template in said(&text) {
                found.insert(template, path.clone());
            }
        }
    }
}

#[test]
fn every_scenario_of_usi_and_uci_has_a_japanese_title_and_every_title_a_scenario() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut ids = BTreeSet::new();
    for folder in ["shared", "usi", "uci", "ucci"] {
        files(&scenarios.join(folder), &mut |path| {
            let id = path.strip_prefix(&scenarios).expect("below it").with_extension("");
            let id = id.components().map(|part| part.as_os_str().to_string_lossy());
            ids.insert(id.collect::<Vec<_>>().join("/"));
        });
    }
    let titles = ja::titles();
    // A title stands for all cases of its scenario, and the name of the case follows it.
    let unfilled: Vec<_> = titles.iter().filter(|(_, title)| title.contains("${")).collect();
    assert!(unfilled.is_empty(), "{unfilled:?}");
    let known: BTreeSet<String> = titles.iter().map(|(id, _)| id.clone()).collect();
    assert_eq!(known.len(), titles.len(), "an id has two titles");
    // Few authors of xiangqi engines read Japanese: a UCCI scenario may have a Japanese title, but needs none.
    let demanded = |id: &&String| !id.starts_with("ucci/");
    let missing: Vec<_> = ids.difference(&known).filter(demanded).collect();
    let lost: Vec<_> = known.difference(&ids).collect();
    assert!(missing.is_empty() && lost.is_empty(), "without a title: {missing:?}; gone: {lost:?}");
}

#[test]
fn a_title_is_shown_in_japanese_where_there_is_one() {
    let title = |id: &str, bundled| super::title(id, "Mine", bundled).into_owned();
    assert_eq!(title("usi/stop/limited[depth]", true), "Mine");
    with_lang(Lang::Ja, || {
        assert_eq!(title("usi/go/stop", true), "stopで探索が終わる");
        assert!(title("usi/stop/limited[depth]", true).ends_with("（depth）"));
        assert_eq!(title("usi/go/stop", false), "Mine");
        assert_eq!(title("usi/mine", true), "Mine");
    });
}

/// Calls `each` with the scenarios below a folder. Folders whose names begin with `_` contain fragments, and are left
/// out.
fn files(folder: &Path, each: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('_'));
        if path.is_dir() && !hidden {
            files(&path, each);
        } else if path.extension().is_some_and(|end| end == "yaml") {
            each(&path);
        }
    }
}

/// Adds the messages of outcomes in the bundled scenarios.
fn outcomes(folder: &Path, found: &mut BTreeMap<String, PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            outcomes(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a scenario is text");
        for rest in text.split("message: ").skip(1) {
            let rest = rest.strip_prefix('"').unwrap_or_else(|| panic!("{}", path.display()));
            found.insert(literal(rest).expect("its end"), path.clone());
        }
    }
}

/// The templates of the `say!` calls in a source.
fn said(source: &str) -> Vec<String> {
    let code: String = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let calls = code.split("say!(").skip(1);
    calls.filter_map(|rest| literal(rest.trim_start().strip_prefix('"')?)).collect()
}

/// The content of a string literal, from the text after its opening quote.
fn literal(rest: &str) -> Option<String> {
    let mut text = String::new();
    let mut letters = rest.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                '\n' => while letters.next_if(|next| next.is_whitespace()).is_some() {},
                'n' => text.push('\n'),
                other => text.push(other),
            },
            letter => text.push(letter),
        }
    }
    None
}

fn names(template: &str) -> BTreeSet<&str> {
    pieces(template).filter_map(|(_, name)| name).collect()
}

#[test]
fn every_text_has_its_japanese() {
    let missing: Vec<String> = templates()
        .iter()
        .filter(|(template, _)| ja::of(template).is_none())
        .map(|(template, path)| format!("{}: {template:?}", path.display()))
        .collect();
    assert!(missing.is_empty(), "no Japanese for\n{}", missing.join("\n"));
}

#[test]
fn every_japanese_text_is_used_once() {
    let templates = templates();
    let mut seen = BTreeSet::new();
    for (template, _) in ja::texts() {
        assert!(templates.contains_key(&template), "no source has {template:?}");
        assert!(seen.insert(template.clone()), "{template:?} has two places");
    }
}

#[test]
fn the_japanese_has_the_same_arguments() {
    for (template, japanese) in ja::texts() {
        assert_eq!(names(&template), names(&japanese), "{template:?}");
        assert!(!japanese.trim().is_empty(), "{template:?}");
    }
}

#[test]
fn a_text_is_written_in_the_language_that_is_spoken() {
    let text = say!("{one} or {other}", one = "usiok", other = say!("nothing"));
    assert_eq!(text.to_string(), "usiok or nothing");
    assert_eq!(text.in_lang(Lang::Ja), "usiokまたはなし");
    with_lang(Lang::Ja, || {
        assert_eq!(text, "usiokまたはなし");
        assert_eq!(text.in_lang(Lang::En), "usiok or nothing");
        assert_eq!(text, "usiokまたはなし");
    });
    assert_eq!(text, "usiok or nothing");
    assert_eq!(format!("{:>9}|", say!("nothing")), "  nothing|");
}

#[test]
fn what_an_engine_wrote_is_no_template() {
    let text = say!("{one} or {other}", one = "{other}", other = "{}{");
    assert_eq!(text, "{other} or {}{");
    assert_eq!(Text::plain("nothing").in_lang(Lang::Ja), "nothing");
    assert_eq!(Text::plain("{}"), "{}");
    assert!(Text::EMPTY.is_empty() && !say!("nothing").is_empty());
}

#[test]
fn one_english_word_can_be_two_elsewhere() {
    let (shogi, chess) = (say!("king"), say!("king|chess"));
    assert_eq!((shogi.to_string(), chess.to_string()), ("king".into(), "king".into()));
    assert_ne!(shogi.in_lang(Lang::Ja), chess.in_lang(Lang::Ja));
}

#[test]
fn a_locale_names_a_language() {
    let check = |locale: &str, lang| assert_eq!(Lang::of_locale(locale), lang, "{locale}");
    check("ja_JP.UTF-8", Lang::Ja);
    check("ja-JP", Lang::Ja);
    check("ja", Lang::Ja);
    check("JA_jp", Lang::Ja);
    check("jav_ID", Lang::En);
    check("C.UTF-8", Lang::En);
    check("", Lang::En);
}

#[test]
fn templates_are_found_in_sources() {
    let source =
        "// say!(\"no\")\nf(say!(\"one {x} \\\n     more\", x), say!(\n    \"\\\"two\\\"\"\n));";
    assert_eq!(said(source), ["one {x} more", "\"two\""]);
}
