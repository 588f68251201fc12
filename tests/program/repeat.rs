//! `--repeat` and `--seed`, end to end: how often a violation shows, and that the same seed sends the same lines.

use std::fs;

use crate::cli::kentei;
use serde_json::Value;

/// The JSON report of a run, and its terminal output.
fn run(args: &[&str], code: i32) -> (Value, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("report.json");
    let report = format!("json={}", json.display());
    let args = [&["run", "--report", &report], args].concat();
    let run = kentei(&args).assert().code(code);
    let terminal = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let text = fs::read_to_string(&json).expect("a report");
    (serde_json::from_str(&text).expect("JSON"), terminal)
}

const READY: [&str; 2] = ["--filter", "usi/ready/readyok"];

#[test]
fn a_sound_engine_is_the_same_each_time() {
    let (report, terminal) = run(&[&READY[..], &["--repeat", "3"]].concat(), 0);
    let repeats = &report["repeats"];
    assert_eq!((&repeats["asked"], &repeats["complete"]), (&3.into(), &3.into()));
    let rows = repeats["scenarios"].as_array().expect("rows");
    assert_eq!(rows.len(), 2, "the prerequisite among them: {rows:?}");
    for row in rows {
        assert_eq!(row["verdicts"]["pass"], 3, "{row}");
        assert_eq!((&row["failed"], &row["judged"]), (&0.into(), &3.into()));
    }
    assert_eq!(repeats["clauses"].as_array().map(Vec::len), Some(0));
    assert_eq!(report["scenarios"][0]["attempts"], 3);
    assert!(terminal.contains("3 repeats\n  2 scenarios had the same verdict each time"));
    let reported = format!("seed {}", report["seed"]);
    assert!(terminal.contains(&reported), "{terminal}");
}

#[test]
fn a_fault_that_shows_in_some_repeats_is_a_fault_with_its_rate() {
    // The engine sends `usiok` twice in every second process.
    let folder = tempfile::tempdir().expect("a folder");
    let (file, script) = (folder.path().join("odd"), folder.path().join("one.yaml"));
    fs::write(
        &script,
        "title: usi is answered once\nclauses: [USI-BOOT-03]\nafter: []\nsteps:\n  - send: usi\n  - expect: usiok\n  - silence: { of: [usiok], for: 200ms }\n",
    )
    .expect("a file");
    let engine = format!(
        "read -r line || exit 0; odd='{}'; echo id name x; echo id author y; \
         echo option name USI_Hash type spin default 1 min 1 max 9; echo usiok; \
         if [ -s \"$odd\" ]; then echo usiok; : >\"$odd\"; else echo 1 >\"$odd\"; fi; read -r line",
        file.display()
    );
    let script = script.to_string_lossy();
    let args =
        ["--repeat", "4", "--scenarios", &script, "--filter", "one", "--", "sh", "-c", &engine];
    let (report, terminal) = run(&args, 1);
    let row = &report["repeats"]["scenarios"][0];
    assert_eq!(row["verdicts"]["fail"], 2, "{row}");
    assert_eq!(row["judged"], 4);
    let scenario = &report["scenarios"][0];
    assert_eq!((&scenario["id"], &scenario["verdict"]), (&"one".into(), &"fail".into()));
    let note = "in 2 of 4 (50 %; 15 to 85 % with 95 % confidence) repeats";
    assert_eq!(scenario["findings"][0]["notes"][0], note, "{scenario}");
    let clause = &report["repeats"]["clauses"][0];
    assert_eq!((&clause["broken"], &clause["of"]), (&2.into(), &4.into()));
    assert!(terminal.contains("one: 2 pass, 2 fail; failed in 2 of 4"), "{terminal}");
    assert!(terminal.contains("--repeat 4"), "{terminal}");
}

#[test]
fn the_host_is_measured_before_the_engine_is_examined() {
    let (report, terminal) = run(&[&READY[..], &["--verbose"]].concat(), 0);
    let jitter = &report["host"]["jitter"];
    let figures = ["median_us", "p95_us", "max_us"].map(|key| jitter[key].as_f64());
    assert!(figures.is_sorted() && figures[0] > Some(0.0), "{jitter}");
    assert!(jitter["n"].as_u64() >= Some(1), "{jitter}");
    assert!(terminal.contains("Before the engine was examined"), "{terminal}");
}

/// The lines that were sent but `stop`, by scenario, and the planned offset of each round of a race.
fn sent(report: &Value) -> Vec<(String, Vec<String>)> {
    let list = |value: &Value| value.as_array().cloned().expect("a list");
    let of = |scenario: &Value| {
        let mut sent: Vec<String> = list(&scenario["transcript"])
            .iter()
            .filter(|event| event["kind"] == "sent")
            // Where the clock is not the subject, `stop` is sent only if the engine has not replied by itself.
            .filter(|event| event["text"] != "stop")
            .map(|event| event["text"].to_string())
            .collect();
        // The key is absent if the scenario has no races.
        for race in scenario["races"].as_array().into_iter().flatten() {
            sent.extend(list(&race["rounds"]).iter().map(|round| round["wanted_ms"].to_string()));
        }
        (scenario["id"].as_str().expect("an id").to_owned(), sent)
    };
    list(&report["scenarios"]).iter().map(of).collect()
}

#[test]
fn the_same_seed_sends_the_same() {
    let with = |seed: &str, filters: &[&str]| {
        let seeded = ["--seed", seed].into_iter();
        let filters = filters.iter().flat_map(|glob| ["--filter", glob]);
        let (report, _) = run(&seeded.chain(filters).collect::<Vec<_>>(), 0);
        assert_eq!(report["seed"].to_string(), seed);
        sent(&report)
    };
    const RACE: &str = "shared/race/stop-after-go";
    let first = with("11", &[RACE, "usi/option/*"]);
    assert!(first.len() > 20, "{} scenarios", first.len());
    assert_eq!(first, with("11", &[RACE, "usi/option/*"]));
    let other = with("12", &[RACE]);
    let race = |rows: &[(String, Vec<String>)]| {
        let row = rows.iter().find(|(id, _)| id == RACE);
        row.expect("the race").1.clone()
    };
    assert_ne!(race(&first), race(&other), "it is dealt by the seed");
}
