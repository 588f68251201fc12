//! A saved report is shown, or merged alone, as the run showed it.

use std::fs;

use crate::cli::kentei;
use crate::merging::{FILTERS, Folder, KNOWN, whole};
use predicates::str::contains;
use serde_json::json;

/// The report includes known failures, a baseline and snapshots.
#[test]
fn a_saved_report_is_shown_as_the_run_showed_it_in_every_format_and_language() {
    const FORMATS: [&str; 7] = ["terminal", "html", "json", "junit", "markdown", "sarif", "badge"];
    let folder = Folder::new("--defect, I01", KNOWN);
    fs::write(
        folder.path().join("sound.yaml"),
        folder.read("kentei.yaml").replace(", --defect, I01", ""),
    )
    .expect("a file");
    let sound = ["broken", "--engine-file", "sound.yaml", "--snapshots", "kept"];
    whole(&folder, &sound, 1);
    let reports = |made: &str| -> Vec<String> {
        let report = |format| ["--report".to_owned(), format!("{format}={made}.{format}")];
        FORMATS.into_iter().flat_map(report).collect()
    };
    for lang in ["en", "ja"] {
        let words = |args: &[&str], made: &str| {
            let words = args.iter().map(|&word| word.to_owned()).chain(reports(made));
            words.chain(["--lang".to_owned(), lang.to_owned()]).collect::<Vec<_>>()
        };
        let more = ["--baseline", "whole.json", "--snapshots", "kept", "--seed", "7"];
        let run = words(&[&["run", "broken"], FILTERS, &more[..]].concat(), "run");
        folder.kentei(&run.iter().map(String::as_str).collect::<Vec<_>>(), 1);
        let show = words(&["show", "run.json"], "shown");
        folder.kentei(&show.iter().map(String::as_str).collect::<Vec<_>>(), 1);
        for format in FORMATS {
            let read = |made: &str| folder.read(&format!("{made}.{format}"));
            assert!(read("run").len() > 500 || format == "badge", "{format}");
            let (run, shown) = (read("run"), read("shown"));
            let other = run.lines().zip(shown.lines()).find(|(run, shown)| run != shown);
            assert!(run == shown, "{format} in {lang}: {other:?}");
        }
    }
}

/// A table of engines is shown with the names that the engines had in it.
#[test]
fn a_saved_table_is_shown_as_it_was() {
    let folder = Folder::new("", "\n  sound:\n    command: kentei\n    args: [engine]\n");
    let engines = folder.read("kentei.yaml");
    let program = json!(env!("CARGO_BIN_EXE_kentei")).to_string();
    fs::write(
        folder.path().join("kentei.yaml"),
        engines.replace("command: kentei", &format!("command: {program}")),
    )
    .expect("a file");
    let run = ["run", "--all", "-f", "usi/boot/handshake", "--report", "json=all.json"];
    folder.kentei(
        &[&run[..], &["--report", "html=all.html", "--report", "markdown=all.md"]].concat(),
        0,
    );
    let show = ["show", "all.json", "--report", "html=shown.html", "--report", "markdown=shown.md"];
    folder.kentei(&show, 0);
    assert!(folder.read("all.html") == folder.read("shown.html"));
    assert_eq!(folder.read("all.md"), folder.read("shown.md"));
    assert!(folder.read("shown.md").contains("sound"));
    let none = kentei(&["show", "none.json"]).current_dir(folder.path()).assert().code(2);
    none.stderr(contains("cannot read report \"none.json\""));
}

#[test]
fn every_format_of_a_report_that_is_read_back_is_that_of_the_run_byte_for_byte() {
    const FILES: &[(&str, &str)] = &[
        ("terminal", "txt"),
        ("html", "html"),
        ("json", "json"),
        ("junit", "xml"),
        ("markdown", "md"),
        ("sarif", "sarif"),
        ("badge", "svg"),
    ];
    let folder = Folder::new("--defect, I01", KNOWN);
    let reports = |name: &str| -> Vec<String> {
        let file = |(format, ending): &(&str, &str)| {
            ["--report".to_owned(), format!("{format}={name}.{ending}")]
        };
        FILES.iter().flat_map(file).collect()
    };
    let run =
        [&["run", "broken", "--seed", "7", "-f", "usi/race/gameover-in-ponder"], FILTERS].concat();
    let mut run: Vec<String> = run.into_iter().map(str::to_owned).collect();
    run.extend(reports("run"));
    folder.kentei(&run.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    let mut merge = vec!["merge".to_owned(), "run.json".to_owned()];
    merge.extend(reports("back"));
    folder.kentei(&merge.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    for (format, ending) in FILES {
        let read = |name: &str| folder.read(&format!("{name}.{ending}"));
        assert!(read("run") == read("back"), "{format}");
    }
}
