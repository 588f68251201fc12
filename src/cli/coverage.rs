//! `kentei coverage`: shows for each clause whether tests have proven that a violation is detected.

mod stimuli;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::failure::{Exit, Failure};
use super::list::{Row, align};
use super::names;
use super::screen::Screen;
use crate::lang::{self, Text, ToText};
use crate::ledger::{self, CoverageStanding, Ledger, Tally};
use crate::protocol::Dialect;
use crate::report::json::print;
use crate::{reference, scenario};

/// Show which rules, scenarios and defects cover each clause; exits with 1 if a clause that can be tested lacks a test
///
/// Only what kentei's own tests have reported counts, not what is declared. A clause is watched if a faulty engine
/// was detected in a scenario that names it; it is only judged if a rule has reported it in transcripts, or in other
/// scenarios.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  kentei coverage --dialect usi\n  kentei coverage --json | jq '.[].gaps'"
)]
pub(super) struct Args {
    /// Only what belongs to this protocol
    #[arg(long, short, value_name = "DIALECT")]
    dialect: Option<String>,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
    /// Show instead what scripts and generated sessions send to the engine in which state, what they never send
    /// together, and why
    #[arg(long, conflicts_with = "json")]
    stimuli: bool,
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let dialects = names::dialects(args.dialect.as_deref())?;
    if args.stimuli {
        return lang::with_lang(screen.lang, || stimuli::run(&dialects, screen));
    }
    let ledgers: Vec<(&'static dyn Dialect, Ledger)> =
        dialects.into_iter().map(|dialect| (dialect, of(dialect))).collect();
    if args.json {
        let values: Vec<Value> =
            ledgers.iter().map(|(dialect, ledger)| object(*dialect, ledger)).collect();
        screen.print(|out| print::pretty(&values, out))?;
    } else {
        let width = if screen.is_terminal { screen.width } else { usize::MAX };
        let mut lines = Vec::new();
        for (dialect, ledger) in &ledgers {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(lang::with_lang(screen.lang, || page(*dialect, ledger, width)));
        }
        screen.print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    }
    let whole = ledgers.iter().all(|(_, ledger)| ledger.gaps.is_empty());
    Ok(if whole { Exit::Conformant } else { Exit::Nonconformant })
}

/// The ledger of one dialect as text.
fn page(dialect: &dyn Dialect, ledger: &Ledger, width: usize) -> Vec<String> {
    let mut lines =
        align(&ledger.rows.iter().map(|row| clause(dialect, row)).collect::<Vec<_>>(), width);
    for (title, tallies) in [
        (say!("family"), ledger::tallies(&ledger.rows, ledger::Row::family)),
        (say!("strength"), ledger::tallies(&ledger.rows, ledger::Row::strength)),
        (say!("all"), ledger::tallies(&ledger.rows, |_| "")),
    ] {
        let standings =
            [say!("watched|ledger"), say!("judged|ledger"), say!("excused"), say!("unwatched")];
        let head = std::iter::once(title).chain(standings).map(|word| word.to_string());
        let head = Row { columns: head.collect(), json: Value::Null };
        let rows: Vec<Row> = std::iter::once(head)
            .chain(tallies.iter().map(|tally| total(dialect, tally)))
            .collect();
        lines.push(String::new());
        lines.extend(align(&rows, width));
    }
    lines.push(String::new());
    let count = ledger.gaps.len();
    let name = dialect.name();
    let gaps = match count {
        0 => say!("{dialect}: no gap", dialect = name),
        1 => say!("{dialect}: 1 gap", dialect = name),
        _ => say!("{dialect}: {count} gaps", dialect = name, count),
    };
    lines.push(gaps.to_string());
    lines.extend(ledger.gaps.iter().map(|gap| format!("  {}", gap.to_text())));
    lines.push(String::new());
    let unproven = say!(
        "{dialect}: {unproven} of {pairs} pairs of scenario and clause have not detected a faulty engine yet",
        dialect = name,
        unproven = ledger.unproven.len(),
        pairs = ledger.pairs
    );
    lines.push(unproven.to_string());
    for (script, clauses) in by_script(ledger) {
        lines.push(format!("  {script}: {}", clauses.join(", ")));
    }
    lines
}

/// The pairs of scenario and clause for which no faulty engine was detected, by scenario.
fn by_script(ledger: &Ledger) -> BTreeMap<&str, Vec<&'static str>> {
    let mut scripts: BTreeMap<&str, Vec<&'static str>> = BTreeMap::new();
    for (script, clause) in &ledger.unproven {
        scripts.entry(script).or_default().push(clause);
    }
    scripts
}

fn clause(dialect: &dyn Dialect, row: &ledger::Row) -> Row {
    let seen = || {
        let lists = [
            counted(&row.rules, |number, list| match number {
                1 => say!("1 rule: {list}", list),
                _ => say!("{number} rules: {list}", number, list),
            }),
            counted(&row.scenarios, |number, list| match number {
                1 => say!("1 scenario: {list}", list),
                _ => say!("{number} scenarios: {list}", number, list),
            }),
            counted(&row.defects, |number, list| match number {
                1 => say!("1 defect: {list}", list),
                _ => say!("{number} defects: {list}", number, list),
            }),
        ];
        lists.into_iter().flatten().collect::<Vec<_>>().join("; ")
    };
    let translated = || dialect.catalogue().clause(row.clause.id.0)?.why_limited.as_deref();
    let standing = match &row.standing {
        CoverageStanding::Watched => seen(),
        CoverageStanding::Judged => {
            say!("GAP, no test shows that a faulty engine is detected: {seen}", seen = seen())
                .to_string()
        }
        CoverageStanding::Excused(reason) => {
            say!("not watched: {reason}", reason = translated().unwrap_or(reason)).to_string()
        }
        CoverageStanding::Unwatched => say!("GAP").to_string(),
    };
    Row {
        columns: vec![row.clause.id.0.to_owned(), row.clause.strength.clone(), standing],
        json: Value::Null,
    }
}

/// `2 rules: clock late-stop, wire not-reading`; `None` for an empty list.
fn counted(list: &[String], of: fn(usize, String) -> Text) -> Option<String> {
    (!list.is_empty()).then(|| of(list.len(), list.join(", ")).to_string())
}

fn total(dialect: &dyn Dialect, tally: &Tally) -> Row {
    let group = if tally.group.is_empty() { dialect.name() } else { &tally.group };
    Row {
        columns: vec![
            group.to_owned(),
            tally.watched.to_string(),
            tally.judged.to_string(),
            tally.excused.to_string(),
            tally.unwatched.to_string(),
        ],
        json: Value::Null,
    }
}

/// The ledger of one dialect as JSON.
fn object(dialect: &dyn Dialect, ledger: &Ledger) -> Value {
    let clauses = ledger.rows.iter().map(|row| {
        let (standing, reason) = match &row.standing {
            CoverageStanding::Watched => ("watched", None),
            CoverageStanding::Judged => ("judged", None),
            CoverageStanding::Excused(reason) => ("excused", Some(reason)),
            CoverageStanding::Unwatched => ("unwatched", None),
        };
        json!({
            "id": row.clause.id.0,
            "family": row.family(),
            "strength": row.clause.strength,
            "binds": row.clause.binds,
            "testable": row.clause.testable,
            "standing": standing,
            "reason": reason,
            "rules": row.rules,
            "scenarios": row.scenarios,
            "played": row.played,
            "defects": row.defects,
        })
    });
    let totals = |tallies: Vec<Tally>| {
        let rows = tallies.into_iter().map(|tally| {
            json!({
                "group": tally.group,
                "watched": tally.watched,
                "judged": tally.judged,
                "excused": tally.excused,
                "unwatched": tally.unwatched,
            })
        });
        rows.collect::<Vec<_>>()
    };
    let gaps = ledger.gaps.iter().map(ToString::to_string);
    json!({
        "dialect": dialect.name(),
        "clauses": clauses.collect::<Vec<_>>(),
        "families": totals(ledger::tallies(&ledger.rows, ledger::Row::family)),
        "strengths": totals(ledger::tallies(&ledger.rows, ledger::Row::strength)),
        "gaps": gaps.collect::<Vec<_>>(),
        "pairs": ledger.pairs,
        "unproven": by_script(ledger),
    })
}

/// The ledger of a dialect: the rules, scenarios and defects for each clause, and the gaps.
fn of(dialect: &'static dyn Dialect) -> Ledger {
    let (library, _) = scenario::load(dialect, &[]);
    Ledger::of(dialect, &library.scenarios, reference::defects(dialect.name()))
}
