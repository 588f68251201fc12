//! The language of texts for people.

use crate::cli::kentei;

/// What `kentei explain` says, in this language and with this environment.
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
    // The built-in engine says usiok twice: one clause is broken.
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
