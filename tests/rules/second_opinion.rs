//! The second judge on the transcripts of reports: the published ones, and those in the folder that
//! `KENTEI_TRANSCRIPTS` names.

use std::path::{Path, PathBuf};
use std::{env, fs};

use kentei::report::json;
use kentei::transcript_text;

use crate::check::{UCI, USI};
use crate::second_judge::disagreements;
use crate::second_judge::judge::opinion;

/// Every JSON report below a folder.
fn reports(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(reports(&path));
        } else if path.extension().is_some_and(|it| it == "json") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The disagreements of the judges about a report, and how many transcripts and events they read. A transcript with
/// dropped events cannot be judged.
fn compare(path: &Path) -> (Vec<String>, usize, usize) {
    let text = fs::read_to_string(path).expect("a report that was listed");
    let saved = json::read::read_all(&text).expect("a report");
    let (mut all, mut transcripts, mut events) = (Vec::new(), 0, 0);
    for run in saved.iter().map(|saved| &saved.run) {
        let whole = run.scenarios.iter().filter(|scenario| scenario.transcript.dropped == 0);
        for scenario in whole {
            transcripts += 1;
            events += scenario.transcript.events.len();
            let found = disagreements(run.dialect, &run.profile, &scenario.transcript.events);
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            all.extend(found.into_iter().map(|line| format!("{name} {}: {line}", scenario.id)));
        }
    }
    (all, transcripts, events)
}

#[test]
fn the_second_judge_agrees_about_every_report() {
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let mut folders = vec![published.join("usi"), published.join("uci")];
    folders.extend(env::var_os("KENTEI_TRANSCRIPTS").map(PathBuf::from));
    let (mut all, mut transcripts, mut events) = (Vec::new(), 0, 0);
    let paths: Vec<PathBuf> = folders.iter().flat_map(|folder| reports(folder)).collect();
    for path in &paths {
        let found = compare(path);
        all.extend(found.0);
        transcripts += found.1;
        events += found.2;
    }
    println!("{} reports, {transcripts} transcripts, {events} events", paths.len());
    assert!(transcripts > 200, "{transcripts} transcripts were read");
    assert!(all.is_empty(), "{} disagreements:\n{}", all.len(), all.join("\n"));
}

/// The second judge finds a violation of each of its clauses without the first one.
#[test]
fn the_second_judge_sees_every_fault_by_itself() {
    const UCCI: &str = "> ucci\n< id name X\n< ucciok\n> isready\n< readyok\n";
    const MOVE: &str = "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n";
    let faults_of = |dialect, text: String| {
        let events = transcript_text::parse(&text).expect("a transcript");
        let found = opinion(dialect, "core", &events).accusations;
        found.iter().map(|it| format!("{:?}", it.fault)).collect::<Vec<_>>().join(" ")
    };
    for (wanted, tail) in [
        ("", "> position startpos\n> go infinite\n> stop\n< bestmove 7g7f ponder 3c3d\n"),
        ("Handshake", "< usiok\n"),
        ("Handshake", "< option name A type button\n"),
        ("Readyok", "< readyok\n"),
        ("Unasked", "< bestmove 7g7f\n"),
        ("Early", "> position startpos\n> go infinite\n< bestmove 7g7f\n"),
        ("Early", "> position startpos\n> go ponder\n< bestmove 7g7f\n"),
        ("Kind", "> position startpos\n> go mate 1000\n< bestmove 7g7f\n"),
        ("Gone", "$ exit 0\n"),
        ("Missing", "> isready\n~ readyok 1000\n"),
    ] {
        assert_eq!(faults_of("usi", format!("{USI}{tail}")), wanted, "{tail}");
    }
    for (wanted, tail) in [
        ("Form", "< bestmove 7g7f what\n"),
        ("Move", "< bestmove 7g7e\n"),
        ("Ponder", "< bestmove 7g7f ponder 7c7e\n"),
        ("Pv", "< info depth 2 score cp 1 pv 7g7f 7g7f\n"),
        ("Score", "< info depth 2 score cp x\n"),
        ("Missing", "~ bestmove 3000\n"),
        ("Unasked", "< bestmove resign\n< bestmove resign\n"),
    ] {
        assert_eq!(faults_of("usi", format!("{USI}{MOVE}{tail}")), wanted, "{tail}");
    }
    for (wanted, tail) in [
        ("", "> position startpos moves e2e4\n> go depth 1\n< bestmove e7e5\n"),
        ("Move", "> position startpos moves e2e4\n> go depth 1\n< bestmove e2e4\n"),
        ("Move", "> position startpos\n> go depth 1\n< bestmove (none)\n"),
    ] {
        assert_eq!(faults_of("uci", format!("{UCI}{tail}")), wanted, "{tail}");
    }
    for (wanted, tail) in [
        ("", "> position startpos\n> banmoves h2e2\n> go depth 1\n< bestmove b2e2\n"),
        ("Move", "> position startpos\n> banmoves h2e2\n> go depth 1\n< bestmove h2e2\n"),
        ("Move", "> position startpos\n> go depth 1\n< nobestmove\n"),
        ("", "> stop\n< nobestmove\n"),
        ("Unasked", "< nobestmove\n"),
    ] {
        assert_eq!(faults_of("ucci", format!("{UCCI}{tail}")), wanted, "{tail}");
    }
    let option = "> usi\n< id name X\n< option name A type check default 1\n";
    assert_eq!(faults_of("usi", option.to_owned()), "OptionLine");
}
