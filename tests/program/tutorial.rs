//! The tutorial in both languages: the program that it shows, each edit of the program, and each output. Needs
//! `python3`.

use std::fs;
use std::path::Path;
use std::process::Command;

use regex_lite::Regex;

use crate::cli::kentei;

/// A block of code in the tutorial: its language and its lines.
struct Block<'a> {
    language: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let lines = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { language, lines });
        }
    }
    blocks
}

/// Follows a tutorial step by step, with this locale.
#[expect(clippy::print_stdout, reason = "the log of the tests shows what was left out")]
fn follow(name: &str, locale: &str, expected: usize) {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: python3 is not installed");
        return;
    }
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let folder = tempfile::tempdir().expect("a folder");
    for file in ["engine.py", "shogi.py"] {
        fs::copy(docs.join("tutorial").join(file), folder.path().join(file)).expect("a copy");
    }
    let engine = folder.path().join("engine.py");
    let text = fs::read_to_string(docs.join(name)).expect("the tutorial");
    let mut played = 0;
    for block in blocks(&text) {
        match block.language {
            "python" => {
                let shown = block.lines.join("\n") + "\n";
                assert_eq!(fs::read_to_string(&engine).expect("the engine"), shown);
            }
            "diff" => edit(&engine, &block.lines),
            "console" => {
                play(folder.path(), locale, &block.lines);
                played += 1;
            }
            other => panic!("a block of {other:?}"),
        }
    }
    assert_eq!(played, expected);
}

/// Replaces the lines with `-` by the lines with `+`; other lines show the place.
fn edit(engine: &Path, lines: &[&str]) {
    let side = |left_out: char| {
        let lines = lines.iter().filter(|line| !line.starts_with(left_out));
        lines.map(|line| format!("{}\n", line.get(1..).unwrap_or(""))).collect::<String>()
    };
    let (old, new) = (side('+'), side('-'));
    let text = fs::read_to_string(engine).expect("the engine");
    assert_eq!(text.matches(&old).count(), 1, "{old}");
    fs::write(engine, text.replace(&old, &new)).expect("it is written");
}

/// Runs the command of the first line. Its output must contain the other lines in order; `[…]` stands for any lines.
fn play(folder: &Path, locale: &str, lines: &[&str]) {
    let (command, expected) = lines.split_first().expect("a command");
    let words = command.strip_prefix("$ kentei ").unwrap_or_else(|| panic!("{command}"));
    let words: Vec<String> = words.split(' ').map(|word| word.replace('\'', "")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command = kentei(&words);
    command.current_dir(folder).env("LANG", locale).env_remove("PYTHONUNBUFFERED");
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let came = in_order(said.lines());
    let mut from = 0;
    for part in expected.split(|line| *line == "[…]").filter(|part| !part.is_empty()) {
        let part = in_order(part.iter().copied());
        let place = came[from..].windows(part.len()).position(|lines| lines == part);
        let place = place.unwrap_or_else(|| {
            panic!("{words:?}: not in its output:\n{}\n\nthe output:\n{said}", part.join("\n"))
        });
        from += place + part.len();
    }
}

/// The lines without what differs between runs. It is a matter of chance whether the end of standard output or the
/// last lines on standard error are read first; here the lines of standard error come first.
fn in_order<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let ends =
        |line: &String| line.ends_with("a stream ended") || line.ends_with("ストリームが閉じた");
    let is_said = |line: &String| line.starts_with("# ! ");
    let mut lines: Vec<String> = lines.map(plain).collect();
    for run in lines.chunk_by_mut(|a, b| [a, b].iter().all(|line| ends(line) || is_said(line))) {
        run.sort_by_key(ends);
    }
    lines
}

/// A line without what differs between runs: times, seeds, numbers of omitted lines, folders.
fn plain(line: &str) -> String {
    let changing = [
        (r"\d+\.\d+", "#"),
        (r"(seed |シード)\d+", "$1#"),
        (r"… \d+", "… #"),
        (r"\d+ ms", "# ms"),
        ("File \"[^\"]*\"", "File #"),
        // It is a matter of chance which of the two ends first.
        (r"standard (output|error) ended", "a stream ended"),
        (r"標準(エラー)?出力が閉じた", "ストリームが閉じた"),
    ];
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    changing.iter().fold(line, |line, (pattern, with)| {
        Regex::new(pattern).expect("a pattern").replace_all(&line, *with).into_owned()
    })
}

#[test]
fn the_tutorial_leads_from_red_to_green() {
    follow("tutorial.md", "C.UTF-8", 7);
}

#[test]
fn the_japanese_tutorial_leads_from_red_to_green() {
    follow("tutorial.ja.md", "ja_JP.UTF-8", 7);
}
