//! Parts of the terminal report as plain text, for formats that contain blocks of text.

use std::io::{self, Write};

use super::{Page, Paint, closing, evidence, findings, known, scenarios};
use crate::lang::Lang;
use crate::report::group::{Group, Hit};
use crate::report::{Detail, Report, Style, replay, words};
use crate::run::result::ScenarioResult;
use crate::verdict::ClauseId;

/// The most lines of one part, from its begin and from its end; the lines between are counted.
const LINES: (usize, usize) = (50, 30);

/// The style of the parts. Its language has no effect: texts are written in the current language.
const STYLE: Style = Style { color: false, width: 100, detail: Detail::Normal, lang: Lang::En };

/// One finding: the message and the scenario, the lines that show it, the expected and the actual value.
#[must_use]
pub fn occurrence(report: &Report<'_>, hit: &Hit<'_>) -> String {
    text(report, |page, out| findings::occurrence(page, hit, out))
}

/// The requirement of a clause, its source, and what GUIs do if it is violated; empty if it is in no catalogue.
#[must_use]
pub fn demand(report: &Report<'_>, clause: ClauseId) -> String {
    text(report, |page, out| match page.catalogue.clause(clause.0) {
        Some(clause) => findings::demand(page, clause, out),
        None => Ok(()),
    })
}

/// The findings of scenarios whose verdict does not count against the engine; empty if there are none.
#[must_use]
pub fn unsettled(report: &Report<'_>) -> String {
    text(report, closing::unsettled)
}

/// The known failures, with the outcome of each; empty if there are none.
#[must_use]
pub fn known(report: &Report<'_>) -> String {
    text(report, known::render)
}

/// Findings that never count, one item for each clause; empty if there are none.
#[must_use]
pub fn noted(report: &Report<'_>, groups: &[Group<'_>]) -> String {
    text(report, |page, out| closing::noted(page, groups, out))
}

/// The first and the last lines of the exchange of a scenario.
#[must_use]
pub fn exchange(
    report: &Report<'_>,
    scenario: &ScenarioResult,
    (first, last): (usize, usize),
) -> String {
    text(report, |page, out| evidence::exchange(page, &scenario.transcript, (first, last), out))
}

/// The command that plays a scenario again, with its label.
#[must_use]
pub fn replay(report: &Report<'_>, scenario: &ScenarioResult) -> String {
    let command = replay::command(report.run, scenario);
    words::pad(&say!("replay").to_string(), findings::LABEL_TEXT) + &command
}

/// The reason for a scenario's verdict, as one escaped line; empty if there is none.
#[must_use]
pub fn reason(scenario: &ScenarioResult) -> String {
    scenarios::reason(scenario)
}

/// The verdict of the run and its reason, as one escaped line.
#[must_use]
pub fn verdict(report: &Report<'_>, held: &[Group<'_>]) -> String {
    closing::sentence(report.run, held).1
}

/// The text of a part, without the indent that all its lines share and without blank lines around it.
fn text(
    report: &Report<'_>,
    write: impl FnOnce(&Page<'_>, &mut dyn Write) -> io::Result<()>,
) -> String {
    let page = Page {
        run: report.run,
        catalogue: report.catalogue,
        style: STYLE,
        paint: Paint { color: STYLE.color },
    };
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    let _ = write(&page, &mut out);
    let text = String::from_utf8_lossy(&out);
    let lines: Vec<&str> = text.trim_matches('\n').lines().collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let filled = lines.iter().filter(|line| !line.is_empty());
    let indent = filled.map(indent).min().unwrap_or(0);
    let mut part: Vec<String> =
        lines.iter().map(|line| line.get(indent..).unwrap_or("").to_owned()).collect();
    let (first, last) = LINES;
    // A single line is never left out.
    if part.len() > first + last + 1 {
        let end = part.len() - last;
        let missing = words::count((end - first) as u64, words::Noun::Line);
        part.splice(first..end, [format!("… {missing}")]);
    }
    part.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{fixtures, group};

    fn with_report<T>(check: impl FnOnce(&Report<'_>) -> T) -> T {
        let (run, catalogue) = (fixtures::broken(), fixtures::catalogue());
        check(&fixtures::report(&run, &catalogue))
    }

    #[test]
    fn a_part_has_no_indent_and_no_blank_lines_around_it() {
        with_report(|report| {
            let groups = group::by_clause(report.run, report.catalogue);
            let text = occurrence(report, &groups[0].hits[0]);
            assert!(
                text.starts_with("bestmove came while the engine was asked to ponder\n"),
                "{text}"
            );
            assert!(text.contains("\n*    0.744  < bestmove 2g2f ponder 3c3d\n"), "{text}");
            assert!(demand(report, groups[0].clause).starts_with("demand    While pondering"));
            assert_eq!(demand(report, ClauseId("USI-NO-99")), "");
            assert!(unsettled(report).starts_with("not confirmed, and not counted"));
        });
    }

    #[test]
    fn an_exchange_shows_its_begin_and_its_end() {
        with_report(|report| {
            let scenario = report.run.scenarios.last().unwrap();
            let text = exchange(report, scenario, (1, 2));
            let expected = "   0.000  > usi\n         … 9 lines\n   0.744  < bestmove 2g2f ponder 3c3d\n   1.500  > stop";
            let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(flat(&text), flat(expected));
        });
    }

    #[test]
    fn what_is_too_long_is_counted_and_its_end_is_kept() {
        with_report(|report| {
            let text = text(report, |_, out| out.write_all("    x\n".repeat(100).as_bytes()));
            assert_eq!(text.lines().count(), LINES.0 + LINES.1 + 1);
            assert_eq!(text.lines().nth(LINES.0), Some("… 20 lines"));
            assert!(text.ends_with("\nx"), "{text}");
        });
    }
}
