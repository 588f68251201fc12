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
use crate::run::result::Conformance;
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

/// The verdict of the run, and that of the comparison with the baseline, which decides if there is one.
fn verdict(report: &Report<'_>) -> Annotation {
    let run = report.run;
    let held = group::held(run, report.catalogue);
    let of_run = match run.verdict {
        Conformance::Conformant => Level::Notice,
        Conformance::Nonconformant | Conformance::Inconclusive => Level::Error,
    };
    let mut message = vec![escape::short(&part::verdict(report, &held), LINE)];
    message.extend(words::not_kept(run).iter().map(Text::to_string));
    let mut level = of_run;
    if let Some(changes) = report.baseline {
        level = match changes.outcome {
            Outcome::Good => Level::Notice,
            Outcome::Worse | Outcome::Unjudged => Level::Error,
        };
        let verdict = terminal::changes::outcome(changes);
        message.push(say!("against the baseline: {verdict}", verdict).to_string());
    }
    let scope = format!("{} ({})", run.dialect, escape::text(&run.profile));
    Annotation { level, place: None, title: format!("kentei {scope}"), message }
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
    use crate::run::result::RunResult;

    fn written(run: &RunResult) -> String {
        let catalogue = fixtures::catalogue();
        let mut out = Vec::new();
        (FORMAT.render)(&fixtures::report(run, &catalogue), &mut out).unwrap();
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
        let (run, catalogue) = (fixtures::broken(), fixtures::catalogue());
        let changes = changes::between(&run, &run).unwrap();
        let report = Report { baseline: Some(&changes), ..fixtures::report(&run, &catalogue) };
        let mut out = Vec::new();
        (FORMAT.render)(&report, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|line| line.starts_with("::notice ")), "{text}");
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
