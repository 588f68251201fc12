//! Reports of `kentei run`, end to end: several at once, one that cannot be written, engines that write harmful
//! text, and runs that prove nothing.

use std::fs;
use std::path::Path;

use crate::cli::kentei;
use predicates::prelude::*;
use predicates::str::contains;
use roxmltree::Document;
use serde_json::Value;

const BOOT: &[&str] = &["--filter", "usi/boot/handshake"];

/// Every format, each with its own file.
const FILES: &[(&str, &str)] = &[
    ("terminal", "report.txt"),
    ("json", "report.json"),
    ("junit", "junit.xml"),
    ("markdown", "summary.md"),
    ("sarif", "kentei.sarif"),
    ("github", "annotations.txt"),
    ("badge", "badge.svg"),
    ("badge", "badge.json"),
];

fn reports(folder: &Path) -> Vec<String> {
    let file = |(format, name): &(&str, &str)| {
        let path = folder.join(name);
        ["--report".to_owned(), format!("{format}={}", path.display())]
    };
    FILES.iter().flat_map(file).collect()
}

/// Runs kentei with all reports and returns their folder.
fn run(args: &[&str], after: &[&str], code: i32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut words: Vec<String> = args.iter().map(|&word| word.to_owned()).collect();
    words.extend(reports(folder.path()));
    words.extend(after.iter().map(|&word| word.to_owned()));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    kentei(&words).assert().code(code);
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn json(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&read(folder, name)).expect("JSON")
}

#[test]
fn no_report_leaves_out_a_single_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut words = vec!["run", "--defect", "B01", "--filter", "usi/boot/*", "--lang", "en"];
    let files = ["terminal=t", "junit=j", "markdown=m", "html=h", "json:findings=f"];
    words.extend(files.iter().flat_map(|file| ["--report", file]));
    kentei(&words).current_dir(folder.path()).assert().code(1);
    let shown = kentei(&["show", "f", "--lang", "en"]).current_dir(folder.path()).output();
    let shown = String::from_utf8(shown.expect("a report").stdout).expect("text");
    let texts = ["t", "j", "m", "h"].map(|name| read(folder.path(), name));
    for text in texts.iter().chain([&shown]) {
        assert!(text.contains("> usi") || text.contains("&gt; usi"), "{text}");
        let single: Vec<&str> = text.lines().filter(|line| line.contains("… 1 line")).collect();
        assert_eq!(single, [""; 0]);
    }
}

#[test]
#[cfg(unix)]
fn every_report_has_the_last_ten_lines_of_an_engine_that_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let script =
        "read x; for n in 1 2 3 4 5 6 7 8 9 10 11 12; do echo \"why $n.\" >&2; done; exit 1";
    let mut words = vec!["run", "--filter", "usi/boot/handshake", "--lang", "en"];
    let files = ["terminal=t", "junit=j", "markdown=m", "html=h", "json:findings=f"];
    words.extend(files.iter().flat_map(|file| ["--report", file]));
    words.extend(["--", "sh", "-c", script]);
    kentei(&words).current_dir(folder.path()).assert().code(3);
    for name in ["t", "j", "m", "h", "f"] {
        let text = read(folder.path(), name);
        for line in 3..=12 {
            assert!(text.contains(&format!("why {line}.")), "{name} lacks line {line}: {text}");
        }
    }
}

#[test]
fn a_report_of_findings_alone_says_the_same_and_is_smaller() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (whole, short) =
        (format!("json={}", at("whole")), format!("json:findings={}", at("short")));
    let words = ["run", "--defect", "A02", "--filter", "usi/boot/*", "--filter", "usi/ready/*"];
    kentei(&[&words[..], &["--report", &whole, "--report", &short]].concat()).assert().code(1);
    let size = |name: &str| fs::metadata(at(name)).expect("a report").len();
    assert!(size("short") < size("whole"), "{} of {}", size("short"), size("whole"));
    let (whole, short) = (json(folder.path(), "whole"), json(folder.path(), "short"));
    for key in ["verdict", "summary", "clauses", "engine"] {
        assert_eq!(whole[key], short[key], "{key}");
    }
    kentei(&["compare", &at("whole"), &at("short")]).assert().code(0);
    let page = format!("html={}", at("page"));
    kentei(&["merge", &at("short"), "--report", &page]).assert().code(1);
    let scenarios = short["scenarios"].as_array().expect("a list").iter();
    for one in scenarios {
        let events = one["transcript"].as_array().expect("a list").len();
        let found = one["findings"].as_array().expect("a list").len();
        assert!(events == 0 || found > 0, "{one}");
    }
    let found = short["clauses"].as_array().expect("a list").iter();
    let found = found.filter(|clause| clause["verdict"] == "fail");
    let ids: Vec<&str> = found.map(|clause| clause["id"].as_str().expect("an id")).collect();
    let page = read(folder.path(), "page");
    assert!(!ids.is_empty() && ids.iter().all(|id| page.contains(id)), "{ids:?}");
}

/// An engine that writes terminal control sequences, commands of CI systems, and markup of pages.
const HOSTILE: &str = r#"
    read hello
    printf 'id name \033]0;owned\007\033[2J<script>@user ```]]></details>![x](http://evil) | &\n'
    printf 'id author \342\200\256\377\000 ##vso[task.complete]\r::error ::x%%0A\n'
    printf '::error file=x::boo\n' >&2
    printf '::error file=x::boo ../../x\n'
    printf '::add-mask::%0100000d ##[error]x\n' 1
    printf 'usiok\n'
    while read line; do
        case $line in quit) exit;; esac
    done"#;

#[test]
fn what_an_engine_writes_harms_no_reader_of_any_report() {
    let args = [&["run", "-v"], BOOT].concat();
    let folder = run(&args, &["--", "sh", "-c", HOSTILE], 1);
    let folder = folder.path();
    for (_, name) in FILES {
        let text = read(folder, name);
        let harmless = |c: char| c == '\n' || !(c.is_control() || c == '\u{202e}');
        assert!(text.chars().all(harmless), "{name}: {text}");
        assert!(!text.contains("##vso["), "{name}");
        assert!(!text.contains("##[error"), "{name}");
        // Annotations are our own CI commands; each of them has a title.
        let ours = |line: &str| {
            let own = ["notice", "warning", "error"].map(|word| format!("::{word} title="));
            name == &"annotations.txt" && own.iter().any(|own| line.starts_with(own))
        };
        let command = |line: &str| line.trim_start().starts_with("::") && !ours(line);
        assert!(!text.lines().any(command), "{name}: {text}");
        assert!(text.len() < 1 << 20, "{name}");
    }
    let xml = read(folder, "junit.xml");
    let document = Document::parse(&xml).unwrap();
    let mut all = document.descendants();
    assert!(!all.any(|node| node.has_tag_name("script")));
    let engine = json(folder, "report.json")["engine"]["name"].clone();
    assert!(engine.as_str().unwrap().contains("<script>@user"));
    assert!(read(folder, "summary.md").contains("````"));
    let names = fs::read_dir(folder).unwrap();
    assert_eq!(names.count(), FILES.len(), "no file is named by the engine");
}

#[test]
fn one_report_that_fails_is_named_and_the_others_are_written() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [first, last] = [("junit", "a.xml"), ("markdown", "b.md")]
        .map(|(format, name)| format!("{format}={}", path(name)));
    let args = ["run", "--report", &first, "--report", "sarif=/dev/full", "--report", &last];
    let failed = kentei(&[&args[..], BOOT].concat()).assert().code(3);
    failed
        .stdout(contains("\nconformant: "))
        .stderr(contains("error: cannot write report \"/dev/full\": "));
    Document::parse(&read(folder.path(), "a.xml")).unwrap();
    assert!(read(folder.path(), "b.md").contains("conformant: "));
}

#[test]
fn a_report_goes_to_standard_output_and_others_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sarif={}", folder.path().join("x.sarif").display());
    let args = ["run", "--report", "junit=-", "--report", &file];
    let run = kentei(&[&args[..], BOOT].concat()).assert().code(0).stderr("");
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let document = Document::parse(&text).unwrap();
    assert_eq!(document.root_element().attribute("tests"), Some("1"));
    assert_eq!(json(folder.path(), "x.sarif")["version"], "2.1.0");
}

/// Checks that no report of a run that proves nothing is green.
fn none_is_green(folder: &Path) {
    assert_eq!(json(folder, "report.json")["verdict"], "inconclusive");
    let sarif = json(folder, "kentei.sarif");
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], false);
    let xml = read(folder, "junit.xml");
    let document = Document::parse(&xml).expect("XML");
    assert_ne!(document.root_element().attribute("errors"), Some("0"), "{xml}");
    assert!(read(folder, "summary.md").starts_with("### ⚠️ inconclusive: "));
    assert!(read(folder, "report.txt").contains("\ninconclusive: "));
    assert_eq!(json(folder, "badge.json")["message"], "inconclusive");
    assert!(read(folder, "badge.svg").contains(">inconclusive<"));
}

#[test]
fn an_engine_that_does_not_start_is_green_in_no_report() {
    let folder = run(&["run", "./no-such-engine"], &[], 3);
    none_is_green(folder.path());
    let named = predicate::str::contains("no-such-engine");
    for name in ["report.txt", "summary.md", "junit.xml", "kentei.sarif"] {
        assert!(named.eval(&read(folder.path(), name)), "{name}");
    }
}

#[test]
fn a_run_in_which_all_is_skipped_is_green_in_no_report() {
    let scenarios = tempfile::tempdir().unwrap();
    let file = scenarios.path().join("usi").join("lacking.yaml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let text = "title: Needs what the engine lacks\nclauses: [USI-PON-01]\nafter: []\n\
                steps:\n  - send: usi\n  - expect: usiok\n    within: usiok\n  - need: ponder\n";
    fs::write(&file, text).unwrap();
    // This engine offers no option, so it does not offer pondering.
    let bare = "while read line; do case $line in usi) echo id name Bare; echo id author Nobody; echo usiok;; \
                isready) echo readyok;; quit) exit;; esac; done";
    let path = scenarios.path().display().to_string();
    let args = ["run", "--scenarios", &path, "--filter", "usi/lacking"];
    let folder = run(&args, &["--", "sh", "-c", bare], 3);
    none_is_green(folder.path());
}

/// Five mistakes: an `id name` sent twice, an exit at unknown words, a move that is never legal, an option of an
/// unknown type, and a word in place of a number.
const MISTAKEN: &str = r#"
    while read -r first second rest; do
        case $first in
            usi) printf 'id name Five\nid name Five\nid author Five\noption name Style type number default 1\nusiok\n';;
            isready) printf 'readyok\n';;
            go) case $second in
                infinite|ponder) ;;
                *) printf 'info depth one score cp 10\nbestmove 1a1b\n';;
                esac;;
            stop) printf 'bestmove 1a1b\n';;
            setoption|usinewgame|position|gameover|ponderhit|'') ;;
            quit) exit 0;;
            *) echo "no such command: '$first'" >&2; exit 1;;
        esac
    done"#;

#[test]
fn each_mistake_is_one_cause_the_most_fundamental_first_and_the_terminal_is_short() {
    let filters = ["usi/boot/handshake", "shared/unknown/*", "usi/go/answers", "usi/ready/readyok"];
    let mut args = vec!["run"];
    args.extend(filters.iter().flat_map(|filter| ["--filter", filter]));
    let folder = run(&args, &["--", "sh", "-c", MISTAKEN], 1);
    let report = json(folder.path(), "report.json");
    let causes = report["causes"].as_array().expect("causes");
    let themes: Vec<&str> =
        causes.iter().map(|cause| cause["theme"].as_str().expect("a theme")).collect();
    assert_eq!(themes, ["handshake", "end", "moves", "options", "info"], "{causes:#?}");
    // Every finding that counts belongs to exactly one cause.
    let scenarios = report["scenarios"].as_array().expect("scenarios");
    let settled = scenarios.iter().filter(|one| {
        !["flaky", "inconclusive", "error"].contains(&one["verdict"].as_str().unwrap())
    });
    let findings = settled.flat_map(|one| one["findings"].as_array().expect("findings"));
    let counted = findings.filter(|finding| finding["severity"] != "info").count();
    let explained: usize =
        causes.iter().map(|cause| cause["findings"].as_array().unwrap().len()).sum();
    assert_eq!(explained, counted);
    for cause in causes {
        let first = &cause["first"];
        let scenario =
            scenarios.iter().find(|one| one["id"] == first["scenario"]).expect("it is there");
        let finding = &scenario["findings"][first["finding"].as_u64().unwrap() as usize];
        assert_eq!(finding["clause"], cause["clauses"][0]);
        assert!(cause["title"].as_str().unwrap().ends_with(finding["message"].as_str().unwrap()));
    }
    let text = read(folder.path(), "report.txt");
    let place = |what: &str| text.lines().position(|line| line.starts_with(what)).expect(what);
    let heads: Vec<usize> =
        (1..=causes.len()).map(|number| place(&format!("{number}. "))).collect();
    assert!(heads[0] < 6 && heads.windows(2).all(|two| two[1] - two[0] <= 20), "{text}");
    assert!(text.lines().count() < 20 * causes.len() + 60, "{text}");
    let clauses = place("broken clauses");
    assert!(heads[heads.len() - 1] < clauses && place("not conformant: ") - clauses < 20, "{text}");
    let text = read(folder.path(), "summary.md");
    let place = |theme: &str| text.find(theme).expect(theme);
    assert!(place("start and handshake") < place("end of the process"), "{text}");
    assert!(place("end of the process") < place("info lines"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_named_without_the_temporary_file() {
    let args = ["run", "--filter", "usi/ready/readyok", "--report", "json=/proc/report.json"];
    let failed = kentei(&args).assert().code(3);
    let named = contains("cannot write report \"/proc/report.json\": ");
    failed.stderr(named.and(contains(".kentei-").not()));
}
