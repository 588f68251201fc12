//! The language of texts for people.

use crate::cli::kentei;

/// The output of `kentei explain` in this language and environment.
fn explained(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mut command = kentei(&["explain"]);
    command.args(arguments).envs(environment.iter().copied());
    let done = command.assert().success();
    String::from_utf8_lossy(&done.get_output().stdout).into_owned()
}

fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| ('ぁ'..='ん').contains(&c))
}

#[test]
fn explain_speaks_japanese_where_it_is_asked_to() {
    let text = explained(&["USI-BM-09", "--lang", "ja"], &[]);
    assert!(is_japanese(&text) && text.contains("USI-BM-09"), "{text}");
    for line in text.lines() {
        let label = line.strip_prefix("  ").and_then(|line| line.split(' ').next());
        let label = label.filter(|label| !label.is_empty());
        let english = label.is_some_and(|label| label.chars().all(|c| c.is_ascii_lowercase()));
        assert!(!english, "a label in English: {line}");
    }
}

#[test]
fn the_locale_decides_where_nothing_is_said() {
    let check = |environment: &[(&str, &str)], japanese: bool| {
        let text = explained(&["UCI-BM-01"], environment);
        assert_eq!(is_japanese(&text), japanese, "{environment:?}");
    };
    check(&[], false);
    check(&[("LANG", "ja_JP.UTF-8")], true);
    check(&[("LANG", "de_DE.UTF-8")], false);
    check(&[("LC_ALL", "C"), ("LANG", "ja_JP.UTF-8")], false);
    check(&[("LC_ALL", ""), ("LC_MESSAGES", "ja_JP"), ("LANG", "C")], true);
    let text = explained(&["UCI-BM-01", "--lang", "en"], &[("LANG", "ja_JP.UTF-8")]);
    assert!(!is_japanese(&text));
}

#[test]
fn json_is_in_english() {
    let listed = |lang: &str| {
        let done = kentei(&["list", "clauses", "--json", "--lang", lang]).assert().success();
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    assert_eq!(listed("ja"), listed("en"));
    assert!(!is_japanese(&listed("ja")));
}

#[test]
fn an_unknown_language_is_bad_input() {
    kentei(&["explain", "USI-BM-01", "--lang", "xx"]).assert().code(2);
}

#[test]
fn a_report_in_a_file_speaks_the_language_and_json_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let sink = |format: &str| format!("{format}={}", file(format).display());
    let (html, json) = (sink("html"), sink("json"));
    let arguments = ["run", "--lang", "ja", "--filter", "usi/boot/handshake"];
    let reports = ["--report", html.as_str(), "--report", json.as_str()];
    let mut command = kentei(&arguments);
    command.args(reports).assert().success();
    let read = |name: &str| std::fs::read_to_string(file(name)).expect("a report");
    assert!(read("html").contains("<html lang=ja>") && is_japanese(&read("html")));
    assert!(!is_japanese(&read("json")));
}

#[test]
fn a_comparison_speaks_the_language_and_json_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (old, new) = (path("old.json"), path("new.json"));
    let few = ["--filter", "usi/boot/handshake", "--seed", "1"];
    // The built-in engine sends `usiok` twice: one clause is violated.
    for (file, defect, code) in [(&old, &[][..], 0), (&new, &["--defect", "A10"][..], 1)] {
        let report = format!("json={file}");
        let mut command = kentei(&["run", "--report", &report]);
        command.args(few).args(defect).assert().code(code);
    }
    let compared = |format: &str, lang: &str| {
        let words = ["compare", &old, &new, "--report", format, "--lang", lang];
        let done = kentei(&words).assert().code(1);
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    for format in ["terminal", "markdown", "html"] {
        let text = compared(format, "ja");
        for words in
            ["2つの報告書の比較", "悪化：新たな違反", "新たに違反となった", "1回のusiにusiokが2回"]
        {
            assert!(text.contains(words), "{format}: no {words} in {text}");
        }
        for words in ["Comparison", "newly broken", "in both reports", "Worse"] {
            assert!(!text.contains(words), "{format}: {words} in {text}");
        }
    }
    assert!(compared("html", "ja").contains("<html lang=ja>"));
    assert_eq!(compared("json", "ja"), compared("json", "en"));
    let baseline = ["run", "--baseline", &old, "--lang", "ja", "--defect", "A10"];
    let mut command = kentei(&baseline);
    let run = command.args(few).assert().code(1);
    let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(text.contains("基準との比較：悪化：新たな違反"), "{text}");
}

/// Words that occur in English sentences; no line of the protocol has two different ones.
const OF_SENTENCES: [&str; 25] = [
    "the", "a", "an", "is", "was", "were", "are", "of", "and", "that", "after", "before", "with",
    "without", "not", "has", "have", "must", "came", "where", "when", "which", "does", "instead",
    "although",
];

/// The lines of a report that are English sentences, without the lines of transcripts.
fn english_sentences(text: &str) -> Vec<&str> {
    let exchange = regex_lite::Regex::new(r"^[*! ]*(\d+\.\d{3})? +[<>!·] ").expect("a pattern");
    let is_english = |line: &&str| {
        let words = line.split(|c: char| !c.is_ascii_alphabetic());
        let known: std::collections::BTreeSet<&str> =
            words.filter(|word| OF_SENTENCES.contains(word)).collect();
        known.len() >= 2
    };
    text.lines().filter(|line| !exchange.is_match(line)).filter(is_english).collect()
}

/// The text between tags, without scripts, styles, pictures, commands and transcripts.
fn page_text(page: &str) -> String {
    let mut text = page.to_owned();
    for (begin, end) in [
        ("<script", "</script>"),
        ("<style", "</style>"),
        ("<svg", "</svg>"),
        ("<pre", "</pre>"),
        ("<code", "</code>"),
        ("<span class=author", "</span>"),
    ] {
        while let Some(from) = text.find(begin) {
            let to = text[from..].find(end).map_or(text.len(), |to| from + to + end.len());
            text.replace_range(from..to, " ");
        }
    }
    regex_lite::Regex::new("<[^>]*>").expect("a pattern").replace_all(&text, "\n").into_owned()
}

#[test]
fn a_report_in_japanese_has_no_sentence_in_english() {
    let folder = tempfile::tempdir().expect("a folder");
    let formats = ["terminal", "html", "junit", "markdown", "sarif", "github"];
    for defect in ["A10", "B02", "C05", "E03", "F05", "G02", "H03", "I01", "J02", "K01"] {
        let mut command = kentei(&["run", "--lang", "ja", "--quick", "--defect", defect]);
        for format in formats {
            let path = folder.path().join(format);
            command.args(["--report", &format!("{format}={}", path.display())]);
        }
        command.output().expect("it runs");
        for format in formats {
            let text = std::fs::read_to_string(folder.path().join(format)).expect("a report");
            assert!(is_japanese(&text), "{defect} {format}: {text}");
            let text = match format {
                "html" => page_text(&text),
                // The lines of one message.
                "sarif" => text.replace("\\n", "\n"),
                "github" => text.replace("%0A", "\n"),
                _ => text,
            };
            let english = english_sentences(&text);
            assert!(english.is_empty(), "{defect} {format}: {english:#?}");
        }
    }
}

#[test]
fn a_sentence_in_english_is_found() {
    let found = [
        "bestmove came without an info line",
        "  期待      the process alive until quit, and that",
    ];
    let fine = [
        "  0.001  > go infinite",
        "*   12.000  < info string the end of that",
        "期待：bestmove",
        "再現 kentei run --filter usi/go/stop",
    ];
    let text = [&found[..], &fine].concat().join("\n");
    assert_eq!(english_sentences(&text), found);
}

/// The standard output, the standard error and the exit code of a command.
fn printed(arguments: &[&str]) -> (String, String, Option<i32>) {
    let done = kentei(arguments).env("LANG", "ja_JP.UTF-8").output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

#[test]
fn help_is_japanese_where_it_is_asked_for() {
    for command in ["run", "explore", "shrink", "merge", "compare", "snapshot", "schema", "check"] {
        let (help, errors, code) = printed(&[command, "--help"]);
        assert_eq!((errors.as_str(), code), ("", Some(0)));
        assert!(help.contains("使い方: kentei") && help.contains("オプション:"), "{help}");
        let english = english_sentences(&help);
        assert!(english.is_empty(), "{command}: {english:#?}");
    }
    // The engine comes before its arguments, as in English.
    let (help, ..) = printed(&["run", "-h"]);
    let at = |word: &str| help.find(word).expect("it is there");
    assert!(at("  [ENGINE]") < at("  [ARGS]..."), "{help}");
    // The argument takes precedence over the locale.
    let (help, ..) = printed(&["run", "--help", "--lang", "en"]);
    assert!(help.contains("Usage: kentei run") && !is_japanese(&help), "{help}");
}

#[test]
fn what_is_wrong_is_said_in_japanese() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let scenario = path("typo.yaml");
    let text = "title: x\nclauses: [USI-GO-99]\nsteps:\n  - send: isredy\n  - expect: none\n    wihtin: 5\n";
    std::fs::write(&scenario, text).expect("a file");
    let check = |arguments: &[&str], wanted: &[&str]| {
        let (_, said, code) = printed(arguments);
        assert!(matches!(code, Some(2 | 3)), "{arguments:?}: {code:?} {said}");
        for words in wanted {
            assert!(said.contains(words), "{arguments:?}: no {words} in {said}");
        }
        // Lists of scenario keys are not sentences.
        let said = said.lines().filter(|line| !line.contains("使えるもの"));
        let said = said.collect::<Vec<_>>().join("\n");
        let english = english_sentences(&said);
        assert!(english.is_empty(), "{arguments:?}: {english:#?}");
    };
    check(&["run", "--fo"], &["エラー：\"--fo\"という引数はない", "使い方：kentei run"]);
    check(&["run", "python3", "e.py"], &["「--」の後に書く：kentei run -- python3 e.py"]);
    check(&["run", "--"], &["「--」の後にプログラムがない"]);
    check(&["run", "--fail-on", "x"], &["fail、warn、neverのいずれか"]);
    check(&["run", "--shard", "4/3"], &["I/Nの形"]);
    check(&["run", "--seed", "x"], &["整数で指定する"]);
    check(&["run", "--set", "USI_Hash=x"], &["オプション\"USI_Hash\"は", "までのspin型"]);
    let no_json = path("e.json");
    std::fs::write(&no_json, "no JSON").expect("a file");
    check(&["show", &no_json], &["JSONではない", "  ヒント："]);
    check(&["rnu"], &["\"rnu\"というコマンドはない"]);
    check(&["explain"], &["必要な引数がない：<ID>"]);
    check(&["run", "--repeat", "x"], &["1から10000まで"]);
    check(&["run", "--repeat", "0"], &["1から10000まで"]);
    check(&["run", "--limit", "usiok=5"], &["数値と単位で指定する"]);
    check(&["run", "--all", "--baseline", "x"], &["同時に指定できない"]);
    check(&["run", "--report", "jsn"], &["という報告書の形式はない"]);
    check(&["run", &path("nowhere")], &["を起動できない：ファイルがない", "  ヒント："]);
    check(&["run", "--filter", "usi/nothing"], &["一致するもの"]);
    check(&["explain", "USI-PON-99"], &["ヒント：USI-PON-"]);
    check(&["compare", "a.json", "b.json"], &["を読み込めない"]);
    let mistakes =
        ["エラー: ", "という条項はない", "\"isready\"のことか？", "silenceで求める", "ヒント: "];
    check(&["check", &scenario], &mistakes);
    check(&["run", "--scenarios", &scenario], &mistakes);
}

/// A document of docs/ in two lists: its text without code blocks, and its code blocks.
fn document(name: &str) -> (Vec<String>, Vec<String>) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (mut prose, mut code) = (Vec::new(), Vec::new());
    for (number, part) in text.split("```").enumerate() {
        if number % 2 == 0 { prose.push(part.to_owned()) } else { code.push(part.to_owned()) }
    }
    (prose, code)
}

#[test]
fn documents_in_japanese_have_the_parts_of_the_english_ones() {
    for name in ["ci", "compare", "engine-file", "scenarios", "security", "snapshots"] {
        let (english, code) = document(&format!("{name}.md"));
        let (japanese, same_code) = document(&format!("{name}.ja.md"));
        let count = |prose: &[String], begins: &dyn Fn(&str) -> bool| -> Vec<usize> {
            prose.iter().map(|part| part.lines().filter(|line| begins(line)).count()).collect()
        };
        // Between the same code blocks there are equally many headings, table rows and list items.
        for begins in ["#", "|", "- "] {
            let begins = |line: &str| line.starts_with(begins);
            assert_eq!(count(&english, &begins), count(&japanese, &begins), "{name}");
        }
        assert!(is_japanese(&japanese.concat()), "{name}");
        // The code is the same except for comments and Japanese texts.
        assert_eq!(code.len(), same_code.len(), "{name}");
        for (one, other) in code.iter().zip(&same_code) {
            let lines = one.lines().zip(other.lines());
            assert_eq!(one.lines().count(), other.lines().count(), "{name}: {other}");
            for (one, other) in lines.filter(|(_, other)| other.is_ascii()) {
                assert_eq!(one, other, "{name}");
            }
        }
    }
}
