//! The language of texts for people.

mod cli;

use cli::kentei;

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
        let label = line
            .strip_prefix("  ")
            .and_then(|line| line.split(' ').next());
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
    check(
        &[("LC_ALL", ""), ("LC_MESSAGES", "ja_JP"), ("LANG", "C")],
        true,
    );
    let text = explained(&["UCI-BM-01", "--lang", "en"], &[("LANG", "ja_JP.UTF-8")]);
    assert!(!is_japanese(&text));
}

#[test]
fn json_is_in_english() {
    let listed = |lang: &str| {
        let done = kentei(&["list", "clauses", "--json", "--lang", lang])
            .assert()
            .success();
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    assert_eq!(listed("ja"), listed("en"));
    assert!(!is_japanese(&listed("ja")));
}

#[test]
fn an_unknown_language_is_bad_input() {
    kentei(&["explain", "USI-BM-01", "--lang", "xx"])
        .assert()
        .code(2);
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
