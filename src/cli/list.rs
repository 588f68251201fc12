//! `kentei list`: lists what exists, one per line.

use clap::ValueEnum;
use serde_json::{Value, json};

use super::failure::{Exit, Failure};
use super::screen::Screen;
use super::{names, select};
use crate::lang;
use crate::protocol::{Clause, Dialect};
use crate::reference::{self, Defect, Kind};
use crate::report::json::print;
use crate::report::{escape, wrap};
use crate::scenario::filter;

/// List scenarios, clauses, protocols or defects: one per line, the id first
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  kentei list scenarios --dialect usi\n  kentei list scenarios 'usi/go/*' '!*[*'\n  kentei list scenarios USI-GO-13\n  kentei list clauses --json | jq -r '.[].id'"
)]
pub(super) struct Args {
    /// What to list
    #[arg(value_name = "WHAT")]
    what: What,
    /// Only entries with a matching id (a glob), or about matching clauses (`USI-GO-13`, `USI-GO-*`); `!FILTER`
    /// excludes them
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
    /// Only what belongs to this protocol
    #[arg(long, short, value_name = "DIALECT")]
    dialect: Option<String>,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    /// Scripts that examine an engine
    Scenarios,
    /// Demands of the documents
    Clauses,
    /// Protocols
    Dialects,
    /// Misbehaviours that the built-in engines can have
    Defects,
}

/// An entry of a list: columns for people, an object for programs.
pub(super) struct Row {
    pub(super) columns: Vec<String>,
    pub(super) json: Value,
}

impl Row {
    /// The entry in the form that filters use. A clause counts as an entry about itself.
    fn item(&self) -> filter::Item<'_> {
        let id = self.json["id"].as_str().unwrap_or_default();
        let clauses = match self.json["clauses"].as_array() {
            Some(clauses) => clauses.iter().filter_map(Value::as_str).collect(),
            None => vec![id],
        };
        filter::Item { id, clauses }
    }
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let rows_of = match args.what {
        What::Scenarios => scenarios,
        What::Clauses => clauses,
        What::Dialects => dialects,
        What::Defects => defects,
    };
    // If the ids do not name the dialect, a column does.
    let mixed = matches!(args.what, What::Scenarios | What::Defects) && args.dialect.is_none();
    let mut rows = Vec::new();
    for dialect in names::dialects(args.dialect.as_deref())? {
        let mut found = rows_of(dialect);
        for row in found.iter_mut().filter(|_| mixed) {
            row.columns.insert(1, dialect.name().to_owned());
        }
        rows.extend(found);
    }
    if !args.filters.is_empty() {
        let items: Vec<_> = rows.iter().map(Row::item).collect();
        let possible = args.what.to_possible_value();
        let what = possible.as_ref().map_or("", |value| value.get_name().trim_end_matches('s'));
        select::check(&items, what, &args.filters)?;
        rows.retain(|row| filter::keeps(&row.item(), &args.filters));
    }
    if args.json {
        let values: Vec<&Value> = rows.iter().map(|row| &row.json).collect();
        screen.print(|out| print::pretty(&values, out))?;
    } else {
        let lines = align(&rows, screen.list_width());
        screen.print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    }
    Ok(Exit::Conformant)
}

fn scenarios(dialect: &'static dyn Dialect) -> Vec<Row> {
    let scenarios = crate::scenario::load(dialect, &[]).0.scenarios;
    let row = |scenario: crate::scenario::Scenario| {
        let clauses: Vec<&str> = scenario.clauses.iter().map(|clause| clause.0).collect();
        Row {
            json: json!({
                "id": scenario.id,
                "dialect": dialect.name(),
                "title": scenario.title,
                "clauses": clauses,
                "after": scenario.after,
                "profiles": scenario.profiles,
            }),
            columns: vec![
                scenario.id.clone(),
                lang::title(&scenario.id, &scenario.title, true).into_owned(),
            ],
        }
    };
    scenarios.into_iter().map(row).collect()
}

fn clauses(dialect: &'static dyn Dialect) -> Vec<Row> {
    let catalogue = dialect.catalogue();
    // Texts in JSON are in English in every language.
    let row = |(clause, reported): (&Clause, &Clause)| {
        let words = clause.severities.iter().map(|severity| severity.word());
        let words: Vec<&str> = words.collect();
        let profiles = catalogue.profiles.iter().map(|(name, _)| *name);
        let severities: Value =
            profiles.zip(&words).map(|(name, word)| (name.to_owned(), json!(word))).collect();
        Row {
            columns: vec![
                clause.id.0.to_owned(),
                clause.strength.clone(),
                words.first().copied().unwrap_or_default().to_owned(),
                reported.title.clone(),
            ],
            json: json!({
                "id": clause.id.0,
                "dialect": dialect.name(),
                "title": clause.title,
                "binds": clause.binds,
                "strength": clause.strength,
                "sources": clause.sources,
                "testable": clause.testable,
                "severities": severities,
            }),
        }
    };
    let clauses = catalogue.clauses.iter().zip(catalogue.translated());
    clauses.map(row).collect()
}

fn dialects(dialect: &'static dyn Dialect) -> Vec<Row> {
    let catalogue = dialect.catalogue();
    let profiles: Vec<&str> = catalogue.profiles.iter().map(|(name, _)| *name).collect();
    vec![Row {
        columns: vec![
            dialect.name().to_owned(),
            dialect.game().name().to_owned(),
            format!("{} clauses", catalogue.clauses.len()),
            format!("profiles {}", profiles.join(", ")),
        ],
        json: json!({
            "id": dialect.name(),
            "game": dialect.game().name(),
            "clauses": catalogue.clauses.len(),
            "profiles": profiles,
        }),
    }]
}

fn defects(dialect: &'static dyn Dialect) -> Vec<Row> {
    let row = |defect: &Defect| {
        let expected = defect.expected.iter();
        let expected: Value =
            expected.map(|(profile, word)| ((*profile).to_owned(), json!(word))).collect();
        Row {
            columns: vec![
                defect.id.to_owned(),
                kind(defect).to_owned(),
                short(&defect.clauses),
                defect.behaviour.to_owned(),
            ],
            json: json!({
                "id": defect.id,
                "dialect": dialect.name(),
                "kind": kind(defect),
                "category": defect.category,
                "behaviour": defect.behaviour,
                "shown_by": defect.shown_by,
                "clauses": defect.clauses,
                "expected": expected,
            }),
        }
    };
    let name = dialect.name();
    reference::defects(name).iter().chain(reference::generated(name)).map(row).collect()
}

/// `defect`, or `control` for unusual behaviour that must not be reported as a failure.
pub(super) fn kind(defect: &Defect) -> &'static str {
    match defect.kind {
        Kind::Defect => "defect",
        Kind::Control => "control",
    }
}

/// The first clause, and how many more there are.
fn short(clauses: &[&str]) -> String {
    match clauses {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [one, more @ ..] => format!("{one} +{}", more.len()),
    }
}

/// Lines with aligned columns; the last column is cut at the width of the line.
pub(super) fn align(rows: &[Row], width: usize) -> Vec<String> {
    let count = rows.iter().map(|row| row.columns.len()).max().unwrap_or(0);
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.columns.get(column));
        cells.map(|cell| escape::width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(widest).collect();
    let line = |row: &Row| {
        let mut line = String::new();
        for (cell, &wide) in row.columns.iter().zip(&widths) {
            let gap = wide.saturating_sub(escape::width(cell)) + 2;
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', gap));
        }
        wrap::cut(line.trim_end(), width)
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_one_below_the_other() {
        let row = |columns: &[&str]| Row {
            columns: columns.iter().map(|cell| (*cell).to_owned()).collect(),
            json: Value::Null,
        };
        let rows = [row(&["a", "将棋", "one"]), row(&["bbb", "x", "two or three"])];
        assert_eq!(align(&rows, 99), ["a    将棋  one", "bbb  x     two or three"]);
        assert_eq!(align(&rows, 14), ["a    将棋  one", "bbb  x     tw…"]);
    }
}
