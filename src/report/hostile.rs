//! Text with which an engine could harm readers of a report, and tests that no format lets it through. Each format is
//! read back by a parser that shares no code with its writer.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

use super::{FORMATS, Format, Report, changes, escape, fixtures};
use crate::run::result::RunResult;

/// Words of the corpus that show where text of an engine got into a report.
const NEEDLES: &[&str] =
    &["script", "@user", "http://", "![", "</details", "]]>", "owned", "../../x"];

/// Hostile texts of every kind.
pub(super) fn corpus() -> Vec<Vec<u8>> {
    let mut corpus: Vec<Vec<u8>> = [
        "<script>alert('owned')</script>",
        "]]><owned a=\"b\"/><![CDATA[",
        "&lt;script&gt; &#x3c;script> &owned; \" ' ` & &amp;",
        "\"'><img src=http://evil onerror=owned>",
        "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY owned SYSTEM \"file:///etc/passwd\">]>",
        "\0\u{1}\u{8}\u{b}\u{c}\u{e}\u{1f}\u{7f}owned",
        "\u{1b}[2J\u{1b}[31mowned\u{1b}]0;owned\u{7}\u{1b}]8;;http://evil\u{1b}\\",
        "\u{202e}denwo\u{2066}\u{2069}\u{200e}\u{61c}",
        "zero\u{200b}width\u{200d}\u{2060}\u{feff}\u{ad}owned",
        "::error ::owned",
        "  ::error file=owned,line=1::owned%0A::add-mask::owned",
        "::::error::owned",
        "a\r::error ::owned\r\n::stop-commands::owned",
        "##vso[task.complete result=Failed;]owned",
        "##[error]owned ##teamcity[owned]",
        "%0A%0D%25owned",
        "a|b|c\\|owned",
        "`owned` ``owned`` ` @user",
        "```\n@user ![owned](http://evil/x.png)\n```",
        "``````````owned",
        "</details></summary></code></pre><h1>owned",
        "<!-- owned --> <![CDATA[owned]]>",
        "@user #1 GH-1 owner/owned#2 http://evil www.evil.example",
        "![owned](http://evil/x.png) [owned](http://evil 'x') [x]: http://evil",
        "<http://evil> **owned** _owned_ ~~owned~~ $owned$ :smile:",
        "# owned\n\n- owned\n\n> owned\n\n    owned\n\n---\n\n| a |\n|---|\n| owned |",
        "{0} {owned} ${{ secrets.OWNED }} $(owned) %s %n",
        "../../x/owned\\..\\..\\x:owned",
        "\u{fffe}\u{ffff}\u{fdd0}\u{e000}\u{e0041}\u{10ffff}owned",
        "\u{85}\u{9b}31m\u{2028}\u{2029}owned",
        "e\u{301}\u{301}\u{301}owned \u{1f468}\u{200d}\u{1f469}",
        "=cmd|'/C owned'!A0",
        " ",
        "`",
        "\\",
        "\\`\\<owned\\>\\",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    corpus.push(b"\xff\xfe\xc0\xaf\xed\xa0\x80<script>owned\xe2\x80".to_vec());
    corpus.push(b"x".repeat(100 << 10));
    corpus.push(b"<script>@user `owned` ".repeat(5 << 10));
    corpus.push("\u{202e}".as_bytes().repeat(30_000));
    corpus.push(b"`".repeat(100 << 10));
    corpus.push(fixtures::HOSTILE.to_vec());
    corpus
}

/// The report of several engines, one of which has this text as its name too.
fn table(format: &Format, bytes: &[u8]) -> String {
    let name = String::from_utf8_lossy(bytes).into_owned();
    let hostile = fixtures::written_by_engine(bytes);
    let runs = [(name, hostile), ("sound".to_owned(), fixtures::conformant())];
    let catalogue = fixtures::catalogue();
    let mut out = Vec::new();
    (format.table)(&fixtures::engine_comparison(&runs, &catalogue), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn written(format: &Format, run: &RunResult) -> String {
    let catalogue = fixtures::catalogue();
    let mut out = Vec::new();
    (format.render)(&fixtures::report(run, &catalogue), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Calls `check` with each text of the corpus and the report that a format makes of it.
fn each(name: &str, check: impl Fn(&[u8], &str)) {
    let format = super::format(name).unwrap();
    for bytes in corpus() {
        check(&bytes, &written(format, &fixtures::written_by_engine(&bytes)));
    }
}

#[test]
fn nothing_steers_a_terminal_or_is_a_command_to_a_ci_system() {
    for format in FORMATS {
        each(format.name, |_, text| nothing_steers(format.name, text));
    }
}

/// Checks that a report is safe to show on a terminal and in a CI log.
pub(super) fn nothing_steers(name: &str, text: &str) {
    for line in text.lines() {
        let bad = line.chars().find(|c| !escape::is_printable(*c));
        assert_eq!(bad, None, "{name}: {line}");
        match name {
            "github" => is_annotation(line),
            _ => assert!(!line.trim_start().starts_with("::"), "{name}: {line}"),
        }
    }
    for (at, _) in text.match_indices('#') {
        let rest = &text.as_bytes()[at..];
        assert!(!escape::is_hash_command(rest), "{name}: {}", &text[at..]);
    }
}

/// Checks that a line is exactly one annotation: GitHub reads the first `::` and the next one.
fn is_annotation(line: &str) {
    let rest = line.strip_prefix("::").unwrap_or_else(|| panic!("{line}"));
    let (command, message) = rest.split_once("::").unwrap_or_else(|| panic!("{line}"));
    let (word, properties) = command.split_once(' ').unwrap_or_else(|| panic!("{line}"));
    assert!(["notice", "warning", "error"].contains(&word), "{line}");
    let names: Vec<&str> =
        properties.split(',').filter_map(|property| property.split('=').next()).collect();
    assert!(names == ["title"] || names == ["file", "line", "title"], "{line}");
    let codes = message.match_indices('%').map(|(at, _)| message.get(at + 1..at + 3));
    assert!(codes.flatten().all(|code| ["25", "0A"].contains(&code)), "{line}");
}

/// The same for several engines with hostile output and names. The long texts are left out: they test the limits of the
/// report of one engine, from which the table is made.
#[test]
fn a_table_of_engines_steers_nothing_and_keeps_its_form() {
    for bytes in corpus().into_iter().filter(|bytes| bytes.len() < 1000) {
        for format in FORMATS {
            let text = table(format, &bytes);
            keeps_its_form(format.name, &text);
        }
    }
}

/// The same for a report with a baseline, whose changes contain words of the engine.
#[test]
fn a_report_beside_its_baseline_steers_nothing_and_keeps_its_form() {
    let catalogue = fixtures::catalogue();
    for bytes in corpus().into_iter().filter(|bytes| bytes.len() < 1000) {
        let (before, run) = (fixtures::conformant(), fixtures::written_by_engine(&bytes));
        let changes = changes::between(&before, &run).unwrap();
        for format in FORMATS {
            let mut out = Vec::new();
            let report = Report { baseline: Some(&changes), ..fixtures::report(&run, &catalogue) };
            (format.render)(&report, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            keeps_its_form(format.name, &text);
            let reported = text != written(format, &run);
            assert!(reported || format.name == "badge", "{}", format.name);
        }
    }
}

/// Checks that a report is safe to show and has the structure of its format.
pub(super) fn keeps_its_form(name: &str, text: &str) {
    nothing_steers(name, text);
    match name {
        "junit" => {
            let document = roxmltree::Document::parse(text).unwrap();
            let mut all = document.descendants();
            let ours = |name: &str| name != "script" && name != "owned";
            assert!(all.all(|node| ours(node.tag_name().name())));
        }
        "badge" => assert!(roxmltree::Document::parse(text).is_ok()),
        "json" | "sarif" => assert!(serde_json::from_str::<Value>(text).is_ok()),
        "markdown" => assert!(!only_code_and_folds(text).is_empty()),
        // `html` has its own tests; the other formats are not parsed here.
        _ => {}
    }
}

#[test]
fn no_report_grows_with_the_length_of_a_line() {
    let run = fixtures::written_by_engine(&b"<script>@user `owned` ".repeat(5 << 10));
    for name in ["junit", "markdown", "sarif", "badge", "github"] {
        let text = written(super::format(name).unwrap(), &run);
        assert!(text.len() < 200_000, "{name}: {}", text.len());
    }
}

/// Every format except the badge says what a report does not contain because it is too large.
#[test]
fn what_is_not_kept_is_reported_in_every_format() {
    let mut run = fixtures::conformant();
    run.engine.options_cut = 4711;
    run.scenarios[0].transcript.cut = 815;
    for format in FORMATS.iter().filter(|format| format.name != "badge") {
        let text = written(format, &run);
        assert!(text.contains("4711") && text.contains("815"), "{}", format.name);
        let text = written(format, &fixtures::conformant());
        assert!(!text.contains("4711") && !text.contains("are not kept"), "{}", format.name);
    }
}

#[test]
fn xml_keeps_its_structure_and_has_the_text() {
    each("junit", |bytes, text| {
        let document = roxmltree::Document::parse(text).unwrap();
        let count = |name: &str| {
            let all = document.descendants();
            all.filter(|node| node.has_tag_name(name)).count()
        };
        assert_eq!((count("testsuite"), count("testcase")), (1, 1), "{text}");
        assert_eq!((count("failure"), count("script")), (1, 0), "{text}");
        let mut all = document.descendants();
        let name = all.find(|node| node.attribute("name") == Some("engine.name"));
        let engine = String::from_utf8_lossy(bytes);
        let expected = escape::short(&engine, 200);
        assert_eq!(name.unwrap().attribute("value"), Some(expected.as_str()));
    });
}

#[test]
fn an_image_has_nothing_of_the_engine() {
    each("badge", |_, text| {
        roxmltree::Document::parse(text).unwrap();
        // The only address is that of the SVG namespace.
        ours(&text.replace("xmlns=\"http://www.w3.org/2000/svg\"", ""));
    });
}

#[test]
fn json_gives_back_what_the_engine_wrote() {
    each("json", |bytes, text| {
        let report: Value = serde_json::from_str(text).unwrap();
        let engine = String::from_utf8_lossy(bytes);
        let name = report["engine"]["name"].as_str().unwrap();
        assert!(engine.starts_with(name) || name == engine, "{name}");
        assert!(name.len() == engine.len() || name.len() > 10_000);
    });
}

#[test]
fn sarif_has_no_links_and_no_markup() {
    each("sarif", |_, text| {
        let log: Value = serde_json::from_str(text).unwrap();
        let run = &log["runs"][0];
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 1, "what is only noted is no result");
        for result in results {
            let message = result["message"]["text"].as_str().unwrap();
            assert!(!message.contains("](") && !message.contains("{0}"), "{message}");
            assert!(message.len() < 10_000);
            assert!(result["message"].get("markdown").is_none());
            let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
            assert_eq!(uri, "scenarios/usi/boot/handshake.yaml");
        }
    });
}

/// All text of an engine is shown as code, and no other text is. There are no tags except those of folds, no links and
/// no images.
#[test]
fn markdown_shows_what_an_engine_wrote_as_code() {
    each("markdown", |bytes, text| {
        let shown = only_code_and_folds(text);
        let engine = escape::short(&String::from_utf8_lossy(bytes), 100);
        let head: String = engine.chars().take(20).collect();
        assert!(shown.contains(head.trim()), "{head}\n{text}");
    });
}

/// Checks that Markdown has text of an engine only as code, and returns that code.
pub(super) fn only_code_and_folds(text: &str) -> String {
    let mut fold = 0;
    let mut in_block = false;
    let mut shown = String::new();
    for event in Parser::new_ext(text, Options::all()) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(TagEnd::CodeBlock) => in_block = false,
            Event::Text(words) if in_block => shown.push_str(&words),
            Event::Code(words) => shown.push_str(&words),
            Event::Text(words) => ours(&words),
            Event::Html(tags) | Event::InlineHtml(tags) => {
                ours(&without_code(&tags).replace("</details>", ""));
                fold += tags.matches("<details>").count();
                fold -= tags.matches("</details>").count();
                let tag = |name: &str| tags.matches(name).count();
                let paired = tag("<summary>") + tag("<code>");
                let known = tag("<details>") + tag("</details>") + 2 * paired;
                assert_eq!(tags.matches('<').count(), known, "{tags}");
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::FootnoteDefinition(_))
            | Event::FootnoteReference(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::TaskListMarker(_) => panic!("{event:?}\n{text}"),
            Event::Start(_) | Event::End(_) => {}
            Event::SoftBreak | Event::HardBreak | Event::Rule => {}
        }
    }
    assert_eq!(fold, 0, "{text}");
    shown
}

/// Tags without the code between them, which is the name of an engine.
fn without_code(tags: &str) -> String {
    let mut parts = tags.split("<code>");
    let first = parts.next().unwrap_or("").to_owned();
    let after = parts.map(|part| part.split_once("</code>").map_or("", |(_, after)| after));
    first + &after.collect::<String>()
}

fn ours(words: &str) {
    for needle in NEEDLES {
        assert!(!words.contains(needle), "{words}");
    }
}
