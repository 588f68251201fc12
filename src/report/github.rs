//! Annotations of a GitHub job: commands in its log, one per line (`::error title=…::…`), which GitHub shows with the
//! job and, if they name a file of the repository, at the lines of that file.
//!
//! GitHub shows at most ten errors and ten warnings per step. So the verdict comes first, then each cause once, in the
//! order of causes.

use std::io::{self, Write};

use super::changes::Outcome;
use super::terminal::part;
use super::{Format, Report, Style, causes, escape, group, replay, terminal, words};
use crate::lang::{Text, with_lang};
use crate::report::causes::Cause;
use crate::run::plan::FailOn;
use crate::run::result::{Conformance, RunResult};
use crate::snapshot::result::SnapshotsResult;
use crate::verdict::Severity;

/// This format's entry in the list of formats.
pub const FORMAT: Format = Format {
    name: "github",
    about: "annotations of a GitHub job, on its standard output: the verdict, and each cause once",
    render: |report, out| with_lang(report.style.lang, || write(report, None, out)),
    table: |engine_comparison, out| {
        let style = Style { lang: engine_comparison.style.lang, ..Style::FILE };
        with_lang(style.lang, || {
            let mut members = engine_comparison.members.iter();
            members.try_for_each(|member| write(&member.report(style), Some(member.name), out))
        })
    },
};

/// The most columns of a title, of one line of a message, and of a path.
const TITLE: usize = 120;
const LINE: usize = 300;
const PATH: usize = 1000;

/// The kind of an annotation.
#[derive(Debug, Clone, Copy)]
enum Level {
    Notice,
    Warning,
    Error,
}

impl Level {
    fn word(self) -> &'static str {
        match self {
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One annotation.
struct Annotation {
    level: Level,
    /// A scenario file of the user, and a line in it.
    place: Option<(String, u32)>,
    title: String,
    /// The lines of the message.
    message: Vec<String>,
}

impl Annotation {
    fn write(&self, name: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let place = self.place.as_ref().map_or_else(String::new, |(file, line)| {
            format!("file={},line={line},", property(file))
        });
        let engine = name.map_or_else(String::new, |name| escape::short(name, TITLE) + ": ");
        let title = property(&format!("{engine}{}", self.title));
        let message: Vec<String> = self.message.iter().map(|line| data(line)).collect();
        writeln!(out, "::{} {place}title={title}::{}", self.level.word(), message.join("%0A"))
    }
}

/// Text after the second `::`, escaped.
fn data(text: &str) -> String {
    escape::text(text).replace('%', "%25")
}

/// A property value, escaped: properties are separated by commas and end at `::`.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn write(report: &Report<'_>, name: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    verdict(report).write(name, out)?;
    causes::causes(report.run)
        .iter()
        .try_for_each(|cause| annotation(report, cause).write(name, out))
}

/// The verdict of the run, and that of the comparison with the baseline.
fn verdict(report: &Report<'_>) -> Annotation {
    let run = report.run;
    let held = group::held(run, report.catalogue);
    let mut message = vec![escape::short(&part::verdict(report, &held), LINE)];
    // The sentence names a stale known failure only if no clause is broken.
    let broken = held.iter().any(|group| group.severity == Severity::Fail);
    let unnamed = stale(run).filter(|_| broken);
    message.extend(unnamed.map(|reason| escape::short(&reason.to_string(), LINE)));
    message.extend(words::not_kept(run).iter().map(Text::to_string));
    if let Some(changes) = report.baseline {
        let verdict = terminal::changes::outcome(changes);
        message.push(say!("against the baseline: {verdict}", verdict).to_string());
    }
    let scope = format!("{} ({})", run.dialect, escape::text(&run.profile));
    let level = if fails(report) { Level::Error } else { Level::Notice };
    Annotation { level, place: None, title: format!("kentei {scope}"), message }
}

/// Whether the run is not in order. The comparison with the baseline decides instead of the verdict if there is one,
/// but changed snapshots and a stale known failure fail the run whatever it says, as in the exit code.
fn fails(report: &Report<'_>) -> bool {
    let run = report.run;
    let failed = match report.baseline.map(|changes| changes.outcome) {
        Some(Outcome::Good) => stale(run).is_some(),
        Some(Outcome::Worse | Outcome::Unjudged) => true,
        None => run.verdict != Conformance::Conformant,
    };
    failed || run.snapshots.as_ref().is_some_and(SnapshotsResult::fail)
}

/// The message about a known failure that no longer occurs: nothing else is a reason of a run that is not conformant.
fn stale(run: &RunResult) -> Option<&Text> {
    run.reason.as_ref().filter(|_| run.verdict == Conformance::Nonconformant)
}

fn annotation(report: &Report<'_>, cause: &Cause<'_>) -> Annotation {
    let run = report.run;
    let hit = &cause.hits[0];
    let (scenario, finding) = (hit.scenario, hit.finding);
    let worse =
        |scenario: &str| report.baseline.is_none_or(|changes| changes.is_worse_in(scenario));
    let level = if !cause.hits.iter().any(|hit| worse(&hit.scenario.id)) {
        Level::Notice
    } else if cause.severity == Severity::Fail || run.fail_on == FailOn::Warn {
        Level::Error
    } else {
        Level::Warning
    };
    let short = |text: &Text| escape::short(&text.to_string(), LINE);
    let mut message = vec![short(&cause.title())];
    for (name, words) in [(say!("expected"), &finding.expected), (say!("got"), &finding.got)] {
        if !words.is_empty() {
            message.push(format!("{name}: {}", short(words)));
        }
    }
    let clauses: Vec<&str> = cause.clauses().iter().map(|clause| clause.0).collect();
    let (clauses, id) = (clauses.join(", "), escape::short(&scenario.id, LINE));
    let scenarios = words::count(cause.scenarios() as u64, words::Noun::Scenario);
    message.push(format!("{clauses} ({id}; {})", say!("in {scenarios}", scenarios)));
    let command = replay::command(run, scenario);
    message.push(format!("{}: {}", say!("replay"), escape::short(&command, PATH)));
    let file = scenario.file.to_string_lossy();
    let file = file.strip_prefix("./").unwrap_or(&file);
    let place = (!scenario.bundled && file.len() <= PATH)
        .then(|| (file.to_owned(), finding.scenario_line.unwrap_or(1).max(1)));
    let title = format!("{} {}", words::severity(cause.severity), finding.clause);
    Annotation { level, place, title, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::changes;
    use crate::report::fixtures;

    fn written(run: &RunResult) -> String {
        let catalogue = fixtures::catalogue();
        text(&fixtures::report(run, &catalogue))
    }

    /// The annotations of a run that is compared with a baseline.
    fn compared(run: &RunResult, baseline: &RunResult) -> String {
        let catalogue = fixtures::catalogue();
        let changes = changes::between(baseline, run).unwrap();
        text(&Report { baseline: Some(&changes), ..fixtures::report(run, &catalogue) })
    }

    fn text(report: &Report<'_>) -> String {
        let mut out = Vec::new();
        (FORMAT.render)(report, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_verdict_comes_first_and_then_each_cause() {
        insta::assert_snapshot!(written(&fixtures::broken()));
    }

    #[test]
    fn what_is_in_order_is_one_notice() {
        let text = written(&fixtures::conformant());
        assert!(text.starts_with("::notice title=kentei usi (core)::conformant"), "{text}");
        assert_eq!(text.lines().count(), 1);
    }

    #[test]
    fn a_scenario_of_the_user_is_named_with_its_line() {
        let mut run = fixtures::broken();
        for scenario in &mut run.scenarios {
            scenario.bundled = false;
            scenario.file = "./my, scenarios:1/50%.yaml".into();
        }
        let text = written(&run);
        assert!(text.contains("::error file=my%2C scenarios%3A1/50%25.yaml,line="), "{text}");
    }

    #[test]
    fn what_is_not_worse_than_the_baseline_is_a_notice() {
        let run = fixtures::broken();
        let text = compared(&run, &run);
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|line| line.starts_with("::notice ")), "{text}");
    }

    #[test]
    fn a_stale_known_failure_is_an_error_whatever_the_baseline_says() {
        let only_stale = fixtures::stale();
        let reason = only_stale.reason.clone();
        let broken_too = RunResult { reason, ..fixtures::broken() };
        for run in [only_stale, broken_too] {
            for text in [written(&run), compared(&run, &run)] {
                let verdict = text.lines().next().unwrap();
                assert!(verdict.starts_with("::error title=kentei usi (core)::"), "{text}");
                assert_eq!(verdict.matches("no longer a known failure").count(), 1, "{text}");
            }
        }
    }

    #[test]
    fn a_changed_snapshot_is_an_error_if_it_fails_the_run() {
        let sound = fixtures::conformant();
        for (counted, level) in [(true, "error"), (false, "notice")] {
            let snapshots = Some(SnapshotsResult { counted, ..fixtures::snapshots("x") });
            let run = RunResult { snapshots, ..sound.clone() };
            for text in [written(&run), compared(&run, &sound)] {
                assert!(text.starts_with(&format!("::{level} title=")), "{text}");
            }
        }
    }

    #[test]
    fn warnings_are_errors_where_they_fail_the_run() {
        let mut run = fixtures::broken();
        for finding in run.scenarios.iter_mut().flat_map(|scenario| &mut scenario.findings) {
            finding.severity = finding.severity.min(Severity::Warn);
        }
        assert!(written(&run).contains("\n::warning "));
        run.fail_on = FailOn::Warn;
        assert!(!written(&run).contains("\n::warning "));
    }

    #[test]
    fn several_engines_are_distinguished() {
        let (runs, catalogue) = (fixtures::engines(), fixtures::catalogue());
        let mut out = Vec::new();
        (FORMAT.table)(&fixtures::engine_comparison(&runs, &catalogue), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("::notice title=sound%3A kentei usi (core)::"), "{text}");
        assert!(text.lines().count() >= runs.len());
    }
}
