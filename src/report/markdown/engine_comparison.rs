//! Several engines: tables of the clauses with a notable outcome, and the findings of each engine, folded.

use super::{MOST, RESERVE, SHORT, head, inert, sign, verdict, with_findings};
use crate::report::engine_comparison::table::{self, Cell, Table};
use crate::report::engine_comparison::{EngineComparison, Member, words};
use crate::report::{Style, escape};

/// The most bytes of all tables, so that findings have room too.
const TABLES: usize = MOST / 2;
/// The least bytes for an engine's fold: its verdict and a few lines.
const LEAST: usize = 1200;

/// The report, cut to the limit; engines that do not fit are counted.
pub(super) fn document(engine_comparison: &EngineComparison<'_>) -> String {
    let reported = words::verdict(engine_comparison);
    let (word, why) = reported.split_once([':', '：']).unwrap_or((&reported, ""));
    let why = why.trim_start();
    let mut text = format!("### {} {word}: {why}\n", sign(engine_comparison.verdict()));
    for table in table::of(engine_comparison) {
        let room = TABLES.saturating_sub(text.len());
        text.push_str(&clauses(engine_comparison, &table, room));
    }
    let mut missing = 0;
    for (place, member) in engine_comparison.members.iter().enumerate() {
        // Each engine gets an equal share of the remaining bytes, so that none is left out because of another one.
        let after = engine_comparison.members.len() - place;
        let share = MOST.saturating_sub(text.len() + RESERVE) / after;
        if share < LEAST {
            missing += 1;
        } else {
            text.push_str(&folded(member, share));
        }
    }
    if missing > 0 {
        let cut = say!(
            "Cut to {most} bytes: what was found on {number} engines left out. The other formats have everything.",
            most = MOST,
            number = missing
        );
        text.push_str(&format!("\n{cut}\n"));
    }
    text
}

/// The table of one dialect, in at most `room` bytes.
fn clauses(engine_comparison: &EngineComparison<'_>, table: &Table<'_>, room: usize) -> String {
    let title = words::title(table.dialect, table.columns.len(), table.rows.len());
    let mut text = format!("\n#### {}\n\n", inert::html(&title));
    let names = table.columns.iter().map(|place| &engine_comparison.members[*place]);
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut head = vec![say!("clause").to_string(), say!("about").to_string()];
    head.extend(names.clone().map(|member| inert::cell(member.name, 40)));
    let mut rows = vec![line(head)];
    let kinds = names.clone().map(|_| "---".to_owned());
    rows.push(line(["---".to_owned(), "---".to_owned()].into_iter().chain(kinds).collect()));
    let mut verdicts = vec![format!("**{}**", say!("verdict")), String::new()];
    verdicts.extend(names.map(|member| sign(member.run.verdict).to_owned()));
    rows.push(line(verdicts));
    let mut shown = 0;
    for row in table.notable() {
        let title = table.catalogue.clause(row.clause.0);
        let title = title.map_or_else(
            || say!("not in the catalogue").to_string(),
            |clause| clause.title.clone(),
        );
        let mut cells = vec![row.clause.0.to_owned(), inert::html(&title).replace('|', "\\|")];
        cells.extend(row.cells.iter().map(|cell| shown_as(*cell)));
        rows.push(line(cells));
        shown += 1;
    }
    let mut used = text.len();
    let all = rows.len();
    rows.retain(|row| {
        used += row.len();
        used <= room
    });
    let missing = all - rows.len();
    text.push_str(&rows.concat());
    if shown == 0 {
        text.push_str(&format!("\n{}\n", words::NOTHING));
    }
    if missing > 0 {
        let cut = say!("{number} further rows do not fit and are left out.", number = missing);
        text.push_str(&format!("\n{cut}\n"));
    }
    let rest = words::rest(table.rest(), shown > 0);
    if !rest.is_empty() {
        text.push_str(&format!("\n{rest}\n"));
    }
    text
}

/// The word for an outcome, with a sign if it is notable.
fn shown_as(cell: Cell) -> String {
    let word = words::cell(cell);
    match cell {
        Cell::Fail => format!("❌ {word}"),
        Cell::Warn | Cell::Known | Cell::Open => format!("⚠️ {word}"),
        Cell::Info | Cell::Pass | Cell::Unjudged | Cell::Skip | Cell::Unexamined => word.to_owned(),
    }
}

/// The findings of one engine, folded, in at most `room` bytes.
fn folded(member: &Member<'_>, room: usize) -> String {
    let report = member.report(Style::FILE);
    let held = member.held();
    let (word, _) = verdict(&report, &held);
    // A summary is HTML, in which backticks do not mark code.
    let name = inert::html(&escape::short(member.name, SHORT));
    let begin = format!(
        "\n<details><summary>{} <code>{name}</code>: {word}</summary>\n\n",
        sign(member.run.verdict)
    );
    let end = "\n</details>\n";
    let room = room.saturating_sub(begin.len() + end.len());
    let body = with_findings(&report, &held, head(&report, &held), room);
    begin + &body + end
}
