//! One examination: an engine with a defect in one profile.

use std::collections::BTreeSet;

use kentei::protocol::Dialect;
use kentei::reference::Defect;
use kentei::scenario::Scenario;
use kentei::verdict::{Finding, Severity, Verdict, Watcher};

use crate::built_in::RunAs;
use crate::examine::{is_control, is_race};
use crate::matrix::Block;
use crate::play::played;
use crate::second_judge::disagreements;
use crate::turn;

/// The number of parts into which the scripts for a defect are divided. It has no factor in common with the number of
/// profiles, so that each part is played in each of them.
const PARTS: usize = 23;
/// The same for races, of which a turn requires only that they are found: each takes up to half a minute.
const RACE_PARTS: usize = 5;
/// This many scripts are not divided.
const FEW: usize = 8;

/// The parts of a finding that are the same in each examination.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ToText {
    pub(crate) clause: &'static str,
    pub(crate) severity: Severity,
    /// The name of the rule and its violation; `None` for an expectation.
    pub(crate) rule: Option<String>,
    /// The script, without the name of its case.
    pub(crate) scenario: String,
    /// Whether the script names the clause.
    pub(crate) named: bool,
}

/// What an examination reported.
pub(crate) struct Reported {
    pub(crate) findings: Vec<ToText>,
    /// Scenarios that could not be judged.
    pub(crate) unjudged: Vec<String>,
    /// Whether the host was too busy to judge something.
    pub(crate) is_open: bool,
}

/// The scripts that name one of the defect's clauses, in one list or two: those of the second list are played only if the
/// first ones do not show what the record has. Races are only used for defects that need them: they take
/// long, and their other findings depend on chance.
///
/// The first list has the scripts that the record names, and of the others the part whose turn it is. For races it has
/// only this part.
pub(crate) fn scripts(
    defect: &Defect,
    block: Option<&Block>,
    library: &[Scenario],
) -> Vec<Vec<Scenario>> {
    let names = |scenario: &&Scenario| {
        let mut clauses = scenario.clauses.iter();
        let named = clauses.any(|clause| defect.clauses.contains(&clause.0));
        named && scenario.id.contains("/race/") == is_race(defect)
    };
    let scripts: Vec<Scenario> = library.iter().filter(names).cloned().collect();
    // The order of scripts in a shared process is a part of the examination.
    if scripts.len() <= FEW || defect.category == "shared-process" {
        return vec![scripts];
    }
    let (parts, block) = if is_race(defect) { (RACE_PARTS, None) } else { (PARTS, block) };
    let recorded: BTreeSet<&str> = block.map(Block::scripts).into_iter().flatten().collect();
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for (at, script) in scripts.into_iter().enumerate() {
        let is_first = turn::has_turn(at, parts) || recorded.contains(without_case(&script.id));
        if is_first { &mut first } else { &mut rest }.push(script);
    }
    // Nothing is left if the turn is that of every script.
    if rest.is_empty() { vec![first] } else { vec![first, rest] }
}

/// Examines one defect in one profile with these scripts.
#[expect(clippy::print_stdout, reason = "what could not be reported is read in the test's output")]
pub(crate) fn examine(
    dialect: &'static dyn Dialect,
    defect: &Defect,
    run_as: RunAs,
    profile: &'static str,
    scripts: Vec<Scenario>,
    library: &[Scenario],
) -> Reported {
    let result = played(dialect, Some(defect.id), run_as, profile, scripts, library);
    let mut findings = Vec::new();
    let mut unjudged = Vec::new();
    let mut is_open = false;
    for scenario in &result.scenarios {
        if scenario.verdict == Verdict::Error {
            unjudged.push(format!("{} {profile}: {:?}", scenario.id, scenario.reason));
        }
        // The output of these engines differs from run to run, so the second judge is asked only on request.
        // `tests/rules` always asks it.
        if scenario.transcript.dropped == 0 && std::env::var_os("KENTEI_SECOND_JUDGE").is_some() {
            let said = disagreements(dialect.name(), profile, &scenario.transcript.events);
            let said = said.iter().map(|line| format!("{} {profile}: {line}", scenario.id));
            unjudged.extend(said);
        }
        // If another attempt kept the time limit (flaky), the machine is the reason that it was exceeded. If the
        // host was too busy (inconclusive), the finding still counts for a defect, but not for a control.
        let excused = scenario.verdict == Verdict::Flaky
            || scenario.verdict == Verdict::Inconclusive && is_control(defect);
        if matches!(scenario.verdict, Verdict::Flaky | Verdict::Inconclusive) {
            is_open = true;
            println!(
                "{} in {profile}: {} was left open: {:?}",
                defect.id, scenario.id, scenario.reason
            );
        }
        let counts = |finding: &&Finding| !(excused && finding.timing);
        for finding in scenario.findings.iter().filter(counts) {
            let rule = match &finding.watcher {
                Watcher::Rule(rule) => {
                    let violation = finding.violation.as_deref().unwrap_or_default();
                    Some(format!("{rule} {violation}"))
                }
                Watcher::Expectation => None,
            };
            findings.push(ToText {
                clause: finding.clause.0,
                severity: finding.severity,
                rule,
                scenario: without_case(&scenario.id).to_owned(),
                named: scenario.clauses.contains(&finding.clause),
            });
        }
    }
    Reported { findings, unjudged, is_open }
}

/// The id of a script without the name of its case.
fn without_case(id: &str) -> &str {
    id.split('[').next().unwrap_or_default()
}
