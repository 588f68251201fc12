use std::time::Duration;

use super::{ReportV1, print, read};
use crate::lang::Lang;
use crate::report::{FORMATS, fixtures};
use crate::run::known::{Known, KnownResult, KnownStanding};
use crate::run::plan::FailOn;
use crate::run::race_result::{RaceResult, RaceRound};
use crate::run::result::{ClockResult, Margin, RunResult};
use crate::run::shards::{PartOf, Shard};
use crate::scenario::Offset;
use crate::verdict::{ClauseId, ClockUse};

/// A run with what no other fixture has: clocks, races, known failures, a late reply, a scenario file of the user.
pub(super) fn full() -> RunResult {
    let mut run = fixtures::broken();
    let round =
        |wanted, micros, failed| RaceRound { wanted, offset: Offset::Micros(micros), failed };
    run.scenarios[4].races = vec![RaceResult {
        line: 12,
        sent: vec!["stop".to_owned(), "isready".to_owned()],
        event: "bestmove".to_owned(),
        planned: 40,
        rounds: vec![round(Offset::SameWrite, 3, false), round(Offset::Micros(-2500), -2481, true)],
    }];
    run.scenarios[4].preceded_by = vec!["usi/go/stop".to_owned()];
    run.scenarios[3].bundled = false;
    run.scenarios[3].file = "my-scenarios/hold.yaml".into();
    let late = &mut run.scenarios[1].findings[0];
    late.timing = true;
    late.over = Some(Duration::from_micros(40_017));
    late.violation = Some("clock-overrun".to_owned());
    late.clock = Some(ClockUse {
        clock: "byoyomi".to_owned(),
        allowed: Duration::from_millis(1000),
        used: Duration::from_micros(1_440_017),
    });
    run.clocks = vec![ClockResult {
        clock: "byoyomi".to_owned(),
        searches: 12,
        over: 1,
        median: Margin(-12_345),
        max: Margin(440_017),
        margins: Vec::new(),
    }];
    run.latencies = fixtures::conformant().latencies;
    run.latencies[0].samples = run.latencies[0].spread.clone();
    run.clocks[0].margins = vec![Margin(-12_345), Margin(440_017)];
    (run.fail_on, run.filtered) = (FailOn::Warn, true);
    run.quick = true;
    run.scenarios[0].prerequisite_only = true;
    let ids = run.scenarios.iter().map(|scenario| scenario.id.clone());
    run.part = Some(PartOf { shard: Shard { index: 2, of: 3 }, all: ids.collect() });
    let known = Known {
        clause: Some(ClauseId("USI-PON-01")),
        scenario: Some("usi/ponder/*".to_owned()),
        reason: "the author knows".to_owned(),
        place: "kentei.yaml:12".to_owned(),
    };
    run.known = vec![KnownResult { known, standing: KnownStanding::Seen, findings: 2 }];
    run
}

fn all() -> Vec<RunResult> {
    vec![
        full(),
        fixtures::conformant(),
        fixtures::broken(),
        fixtures::hostile(),
        fixtures::written_by_engine("a\u{202e}将 </script>".as_bytes()),
        fixtures::repeated(),
        fixtures::no_engine("0 > usi\n7 ~ usi\n9 . closed\n9 . exit 3\n5001 . no usiok in 5000"),
    ]
}

/// Writes a run as JSON and reads it back.
fn again(run: &RunResult) -> RunResult {
    let mut text = Vec::new();
    print::pretty(&ReportV1::of(run, None), &mut text).unwrap();
    read::read(std::str::from_utf8(&text).unwrap()).expect("a report")
}

#[test]
fn every_format_of_a_run_that_was_read_back_is_the_same_byte_for_byte() {
    let catalogue = fixtures::catalogue();
    for run in all() {
        let back = again(&run);
        for (format, lang) in FORMATS.iter().flat_map(|one| Lang::ALL.map(|lang| (one, lang))) {
            let written = |run: &RunResult| {
                let mut report = fixtures::report(run, &catalogue);
                report.style.lang = lang;
                let mut out = Vec::new();
                (format.render)(&report, &mut out).unwrap();
                String::from_utf8(out).unwrap()
            };
            assert!(written(&run) == written(&back), "{} in {lang:?}", format.name);
        }
    }
}

#[test]
fn nothing_is_lost_on_the_way() {
    for run in [full(), fixtures::conformant(), fixtures::repeated()] {
        // The debug form of a text is English, so it can be compared after reading.
        assert_eq!(format!("{:?}", again(&run)), format!("{run:?}"));
    }
}

#[test]
fn names_that_this_program_does_not_have_are_shown_as_they_are() {
    let mut report = serde_json::to_value(ReportV1::of(&full(), None)).unwrap();
    report["scenarios"][0]["clauses"][0] = "USI-X-99".into();
    report["scenarios"][4]["findings"][1]["rule"] = "no-such-rule".into();
    report["scenarios"][4]["findings"][1]["clause"] = "USI-X-98".into();
    report["latencies"][0]["name"] = "no-such-latency".into();
    report["scenarios"][4]["findings"][0]["position"]["game"] = "go".into();
    let run = read::read(&report.to_string()).expect("a report");
    assert_eq!(run.scenarios[0].clauses[0].0, "USI-X-99");
    let catalogue = fixtures::catalogue();
    for format in FORMATS {
        let mut out = Vec::new();
        (format.render)(&fixtures::report(&run, &catalogue), &mut out).unwrap();
        let shown = String::from_utf8(out).unwrap().contains("USI-X-98");
        assert!(shown || format.name == "badge", "{}", format.name);
    }
}

#[test]
fn a_report_that_says_less_is_read_too() {
    let mut reported = serde_json::to_value(ReportV1::of(&fixtures::broken(), None)).unwrap();
    for scenario in reported["scenarios"].as_array_mut().unwrap() {
        scenario.as_object_mut().unwrap().remove("spent");
    }
    for computed in ["summary", "known_failures", "time", "clocks"] {
        reported.as_object_mut().unwrap().remove(computed);
    }
    let back = read::read(&reported.to_string()).expect("a report");
    assert_eq!(back.scenarios[0].spent, crate::run::time_use::Spent::default());
}
