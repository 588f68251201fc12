//! The list of scenarios, one line each.

use std::io::{self, Write};

use super::Page;
use crate::lang::Text;
use crate::report::{Detail, escape, words, wrap};
use crate::run::result::ScenarioResult;
use crate::verdict::{Severity, Verdict};

/// From this number on, blocked or inconclusive scenarios with the same reason share a line: a broken handshake is one
/// failure.
const GATHERED: usize = 4;
/// The most scenarios that a report lists completely without being verbose.
const LISTED: usize = 12;

pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (mut listed, gathered) = split(page);
    let listed_all = listed.len() <= LISTED;
    let reported = |verdict| match verdict {
        Verdict::Pass | Verdict::Skip => false,
        // In a long list they are left out, because the causes show them.
        Verdict::Warn | Verdict::Fail => listed_all,
        Verdict::Flaky | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => true,
    };
    let before = listed.len();
    listed.retain(|scenario| match page.style.detail {
        Detail::Verbose => true,
        Detail::Normal if listed_all => true,
        Detail::Normal | Detail::Quiet => reported(scenario.verdict),
    });
    let folded = before - listed.len();
    if !(listed.is_empty() && gathered.is_empty()) {
        writeln!(out)?;
    }
    let columns = Columns::of(page, &listed);
    for scenario in listed {
        line(page, &columns, scenario, out)?;
        if page.style.detail == Detail::Verbose {
            measurements(page, scenario, out)?;
        }
        races(page, scenario, out)?;
    }
    for shared in gathered {
        let word = words::pad(&words::verdict(shared.verdict).to_string(), columns.word);
        let scenarios = words::count(shared.number, words::Noun::Scenario);
        let text = format!("{scenarios}: {}", escape::text(&shared.reason.to_string()));
        let text = wrap::cut(&text, page.width().saturating_sub(columns.word + 1));
        writeln!(out, "{} {text}", page.paint.verdict(shared.verdict, &word))?;
    }
    if folded > 0 && page.style.detail == Detail::Normal {
        let scenarios = words::count(folded as u64, words::Noun::Scenario);
        let text = match folded {
            1 => say!("{scenarios} is not listed; --verbose lists it", scenarios),
            _ => say!("{scenarios} are not listed; --verbose lists them", scenarios),
        };
        writeln!(out)?;
        for line in wrap::wrap(&text.to_string(), page.width()) {
            writeln!(out, "{}", page.paint.faint(&line))?;
        }
    }
    Ok(())
}

/// Scenarios that share a line.
struct Shared<'a> {
    verdict: Verdict,
    reason: &'a Text,
    number: u64,
}

impl Shared<'_> {
    fn has(&self, scenario: &ScenarioResult) -> bool {
        scenario.verdict == self.verdict && scenario.reason.as_ref() == Some(self.reason)
    }
}

/// Separates the scenarios with a line of their own from those that share a line.
fn split<'a>(page: &Page<'a>) -> (Vec<&'a ScenarioResult>, Vec<Shared<'a>>) {
    let mut gathered: Vec<Shared<'a>> = Vec::new();
    for scenario in &page.run.scenarios {
        let unjudged = matches!(scenario.verdict, Verdict::Blocked | Verdict::Inconclusive);
        let Some(reason) = scenario.reason.as_ref().filter(|_| unjudged) else {
            continue;
        };
        match gathered.iter_mut().find(|shared| shared.has(scenario)) {
            Some(shared) => shared.number += 1,
            None => gathered.push(Shared { verdict: scenario.verdict, reason, number: 1 }),
        }
    }
    gathered.retain(|shared| shared.number as usize >= GATHERED);
    if page.style.detail == Detail::Verbose {
        gathered.clear();
    }
    let is_alone = |scenario: &&ScenarioResult| !gathered.iter().any(|shared| shared.has(scenario));
    let listed = page.run.scenarios.iter().filter(is_alone).collect();
    (listed, gathered)
}

/// Widths of the columns.
struct Columns {
    word: usize,
    id: usize,
    time: usize,
}

impl Columns {
    fn of(page: &Page<'_>, listed: &[&ScenarioResult]) -> Self {
        let longest = listed.iter().map(|scenario| escape::width(&scenario.id));
        let word = listed
            .iter()
            .map(|scenario| escape::width(&words::verdict(scenario.verdict).to_string()));
        let time = listed.iter().map(|scenario| escape::width(&words::duration(scenario.took())));
        let most = page.width().saturating_sub(32).clamp(20, 60);
        Self {
            word: word.max().unwrap_or(0).max(7),
            id: longest.max().unwrap_or(0).min(most),
            time: time.max().unwrap_or(0),
        }
    }

    /// Columns before the reason.
    fn before_reason(&self) -> usize {
        self.word + 1 + self.id + 2 + self.time + 2
    }
}

fn line(
    page: &Page<'_>,
    columns: &Columns,
    scenario: &ScenarioResult,
    out: &mut dyn Write,
) -> io::Result<()> {
    let word = words::pad(&words::verdict(scenario.verdict).to_string(), columns.word);
    let word = page.paint.verdict(scenario.verdict, &word);
    let id = escape::text(&scenario.id);
    let gap = " ".repeat(columns.id.saturating_sub(escape::width(&id)));
    let time = words::pad_left(&words::duration(scenario.took()), columns.time);
    let time = page.paint.faint(&time);
    let reason = reason(scenario);
    let fits = columns.before_reason() + escape::width(&reason) <= page.width()
        && escape::width(&id) <= columns.id;
    let line = format!("{word} {id}{gap}  {time}");
    if reason.is_empty() {
        writeln!(out, "{line}")
    } else if fits {
        writeln!(out, "{line}  {reason}")
    } else {
        writeln!(out, "{line}")?;
        let indent = columns.word + 3;
        let reason = wrap::cut(&reason, page.width() - indent);
        writeln!(out, "{:indent$}{reason}", "")
    }
}

/// The reason for a scenario's verdict, in one line.
pub(super) fn reason(scenario: &ScenarioResult) -> String {
    if let Some(reason) = &scenario.reason {
        return escape::text(&reason.to_string());
    }
    let worst = match scenario.verdict {
        Verdict::Pass | Verdict::Skip | Verdict::Blocked | Verdict::Inconclusive => {
            return String::new();
        }
        Verdict::Error => return say!("the harness failed here").to_string(),
        Verdict::Warn => Severity::Warn,
        Verdict::Fail => Severity::Fail,
        Verdict::Flaky => {
            let failed = scenario.failed_attempts;
            let attempts = scenario.attempts;
            return say!("failed {failed} of {attempts} attempts", failed, attempts).to_string();
        }
    };
    let mut clauses: Vec<&str> = Vec::new();
    for finding in scenario.findings.iter().filter(|finding| finding.severity >= worst) {
        if !clauses.contains(&finding.clause.0) {
            clauses.push(finding.clause.0);
        }
    }
    match clauses.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [one, two] => format!("{one}, {two}"),
        [one, two, more @ ..] => format!("{one}, {two}, +{}", more.len()),
    }
}

/// A line for each race that failed; in a verbose report for each race.
fn races(page: &Page<'_>, scenario: &ScenarioResult, out: &mut dyn Write) -> io::Result<()> {
    let verbose = page.style.detail == Detail::Verbose;
    for race in scenario.races.iter().filter(|race| !race.rounds.is_empty()) {
        if race.failed() > 0 || verbose {
            let line = escape::text(&race.summary().to_string());
            let line = wrap::cut(&line, page.width().saturating_sub(10));
            writeln!(out, "{:10}{}", "", page.paint.faint(&line))?;
        }
    }
    Ok(())
}

fn measurements(page: &Page<'_>, scenario: &ScenarioResult, out: &mut dyn Write) -> io::Result<()> {
    for measurement in &scenario.measurements {
        let name = escape::text(&measurement.name);
        let took = words::duration(measurement.took);
        let line = say!("{name} took {took}", name, took).to_string();
        writeln!(out, "{:10}{}", "", page.paint.faint(&line))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;
    use crate::report::terminal::FORMAT;
    use crate::report::{Report, Style};
    use crate::run::result::Conformance;

    fn written(passed: usize, detail: Detail) -> String {
        let scenario =
            |number| fixtures::scenario(&format!("usi/go/number-{number}"), Verdict::Pass);
        let mut scenarios: Vec<ScenarioResult> = (0..passed).map(scenario).collect();
        scenarios.push(fixtures::scenario("usi/go/open", Verdict::Inconclusive));
        let run = fixtures::run(Conformance::Conformant, scenarios);
        let catalogue = fixtures::catalogue();
        let style = Style { detail, ..Style::FILE };
        let mut out = Vec::new();
        (FORMAT.render)(&Report { style, ..fixtures::report(&run, &catalogue) }, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn more_than_a_dozen_scenarios_are_folded_but_for_those_that_no_cause_shows() {
        let few = written(LISTED - 1, Detail::Normal);
        assert!(few.contains("usi/go/number-0") && !few.contains("--verbose"), "{few}");
        let many = written(LISTED, Detail::Normal);
        assert!(many.contains("12 scenarios are not listed; --verbose lists them"), "{many}");
        assert!(!many.contains("usi/go/number-") && many.contains("usi/go/open"), "{many}");
        let whole = written(LISTED, Detail::Verbose);
        assert_eq!(whole.matches("usi/go/number-").count(), LISTED, "{whole}");
        assert!(!whole.contains("not listed"), "{whole}");
    }
}
