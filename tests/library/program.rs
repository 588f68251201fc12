//! An engine that is a program.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use kentei::engine::Launch;
use kentei::run::result::Conformance;
use kentei::{Examination, ExaminationError, USI};
use serde_json::Value;

/// The built-in engine, with or without a defect.
fn engine(defect: Option<&str>) -> Launch {
    let engine = Launch::new(env!("CARGO_BIN_EXE_kentei")).args(["engine", "--dialect", "usi"]);
    engine.args(defect.into_iter().flat_map(|id| ["--defect", id]))
}

#[test]
fn a_sound_engine_is_conformant() {
    let report = Examination::of(engine(None), &USI).filter("usi/mate/*").filter("!*/race*").run();
    let report = report.expect("it starts");
    report.assert_conformant();
    let played = &report.result().scenarios;
    assert!(played.iter().any(|scenario| scenario.id == "usi/mate/answers"), "{report}");
}

#[test]
fn a_filter_can_be_a_clause() {
    let report = Examination::of(engine(None), &USI).filter("USI-CM-01").filter("!*/race/*").run();
    let report = report.expect("it starts");
    let about =
        report.result().scenarios.iter().filter(|scenario| scenario.id == "usi/mate/answers");
    assert_eq!(about.count(), 1, "{report}");
}

#[test]
fn a_broken_engine_is_not_and_the_panic_shows_why() {
    let report = Examination::of(engine(Some("I01")), &USI).filter("usi/mate/answers").run();
    let report = report.expect("it starts");
    assert_eq!(report.verdict(), Conformance::Nonconformant);
    let panic =
        catch_unwind(AssertUnwindSafe(|| report.assert_conformant())).expect_err("it panics");
    let text = panic.downcast_ref::<String>().expect("a text");
    assert!(text.contains("USI-CM-01"), "{text}");
}

#[test]
fn a_report_is_written_in_every_format() {
    let report = Examination::of(engine(None), &USI).filter("*/quit/idle").seed(7).run();
    let report = report.expect("it starts");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.json");
    report.write("json", &path).expect("it is written");
    let json: Value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
    assert_eq!((&json["verdict"], &json["seed"]), (&"conformant".into(), &7.into()), "{json}");
    for format in kentei::report::FORMATS {
        assert!(!report.render(format.name).expect("a format").is_empty(), "{}", format.name);
    }
    let unknown = report.render("pdf").expect_err("no format");
    assert_eq!(unknown.kind(), std::io::ErrorKind::InvalidInput);
}

#[test]
fn the_words_that_repeat_a_run_say_what_was_set() {
    let examination = Examination::of(engine(None), &USI).filter("*/quit/idle").limits_scale(2.0);
    let examination = examination.harmless("KenteiStyle").set("Mystery", "1").set_undeclared();
    let report = examination.run().expect("it starts");
    let words = report.result().replay.join(" ");
    for part in
        ["--harmless KenteiStyle", "--set Mystery=1", "--limits-scale 2", "--set-undeclared"]
    {
        assert!(words.contains(part), "{part}: {words}");
    }
}

#[test]
fn what_belongs_to_nothing_is_an_error() {
    let examination = || Examination::of(engine(None), &USI).filter("*/quit/idle");
    let refused = |examination: Examination| examination.run().expect_err("it is refused");
    let error = refused(examination().filter("usi/qiut/*"));
    assert!(
        matches!(&error, ExaminationError::NoScenario(glob) if glob == "usi/qiut/*"),
        "{error}"
    );
    let error = refused(examination().profile("cor"));
    assert!(matches!(&error, ExaminationError::UnknownProfile(name) if name == "cor"), "{error}");
    let error = refused(examination().limit("usiko", Duration::from_secs(1)));
    assert!(
        matches!(&error, ExaminationError::UnknownLimit(name, known)
        if name == "usiko" && known.contains(&"usiok")),
        "{error}"
    );
    for factor in [-1.0, 1e300, f64::NAN] {
        let error = refused(examination().limits_scale(factor));
        assert!(matches!(error, ExaminationError::LimitsScale(_)), "{factor}: {error}");
    }
    let error = refused(examination().set("USI_Hsah", "16"));
    assert!(
        matches!(&error, ExaminationError::UndeclaredOption(name, known)
        if name == "USI_Hsah" && known.iter().any(|known| known == "USI_Hash")),
        "{error}"
    );
    let error = refused(examination().set("USI_Hash", "lots"));
    assert!(
        matches!(&error, ExaminationError::OptionValue(name, value)
        if name == "USI_Hash" && value == "lots"),
        "{error}"
    );
    let error = refused(Examination::of(Launch::new("no-such-engine"), &USI));
    assert!(matches!(error, ExaminationError::Launch(_)), "{error}");
}
