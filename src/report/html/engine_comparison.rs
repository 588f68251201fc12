//! Several engines on one page: the verdict of each, the table of engines × clauses, and the findings of each engine
//! with the lines that show them. Only the page of a single engine has diagrams and whole transcripts.

use std::fmt::Write;
use std::io;

use super::frame::{Chip, begin, chips, count, end, no_match, tools};
use super::{Page, findings_of, head, markup, words};
use crate::lang::{self, Text};
use crate::protocol::Clause;
use crate::report::engine_comparison::table::{self, Cell, Row, Table};
use crate::report::engine_comparison::{self, EngineComparison, Member};
use crate::report::{self, Style};
use crate::verdict::Verdict;

/// The filter chip for rows in which the engines differ.
const DIFFERS: &str = "differs";

pub(super) fn render(
    engine_comparison: &EngineComparison<'_>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    lang::with_lang(engine_comparison.style.lang, || page(engine_comparison, out))
}

fn page(engine_comparison: &EngineComparison<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let members = engine_comparison.members.iter().enumerate();
    let pages: Vec<Page<'_>> =
        members.map(|(place, member)| Page::of(&member.report(Style::FILE), Some(place))).collect();
    let tables = table::of(engine_comparison);
    let ids: Vec<String> = tables.iter().map(id).collect();
    let names: Vec<String> =
        tables.iter().map(|table| markup::text(&table.dialect.to_uppercase())).collect();
    let mut parts: Vec<(&str, Text)> =
        ids.iter().zip(names).map(|(id, name)| (id.as_str(), Text::plain(name))).collect();
    parts.push(("engines", words::ENGINES));
    let mut out = io::BufWriter::new(out);
    let out: &mut dyn io::Write = &mut out;
    let title = format!(
        "{} · {}",
        words::conformance(engine_comparison.verdict()),
        markup::text(&engine_comparison::words::counts(engine_comparison))
    );
    let first = ids.first().map_or("engines", String::as_str);
    out.write_all(begin(&title, first, &words::SKIP_TO_TABLE.to_string()).as_bytes())?;
    out.write_all(top(engine_comparison, &pages).as_bytes())?;
    out.write_all(tools(&parts).as_bytes())?;
    out.write_all(b"<main>")?;
    for table in &tables {
        out.write_all(clauses(engine_comparison, &pages, table).as_bytes())?;
    }
    write!(out, "<h2 id=engines class=part>{}</h2>", words::ENGINES)?;
    for (member, page) in engine_comparison.members.iter().zip(&pages) {
        out.write_all(engine(member, page).as_bytes())?;
    }
    out.write_all(b"</main>")?;
    out.write_all(end().as_bytes())?;
    out.flush()
}

/// The id of the table of a dialect.
fn id(table: &Table<'_>) -> String {
    format!("t-{}", markup::text(table.dialect))
}

/// The verdict of all engines together, and a line for each engine.
fn top(engine_comparison: &EngineComparison<'_>, pages: &[Page<'_>]) -> String {
    let (class, sign) = head::sign(engine_comparison.verdict());
    let mut html = format!(
        "<header class=\"top {class}\"><p class=brand>{}<span>{}</span></p><div class=\"verdict wide\"><h1><span class=sign aria-hidden=true>{sign}</span> {}</h1><p class=because>{}</p>",
        head::SEAL,
        words::TABLE_REPORT,
        words::conformance(engine_comparison.verdict()),
        markup::text(&engine_comparison::words::counts(engine_comparison))
    );
    if engine_comparison.interrupted() {
        let _ = write!(html, "<p class=because>{}</p>", words::INTERRUPTED);
    }
    let _ = write!(
        html,
        "</div><div class=\"card scroll\"><table class=fleet><thead><tr><th scope=col>{}<th scope=col>{}<th scope=col>{}<th scope=col>{}<tbody>",
        words::ENGINE,
        words::VERDICT,
        words::FINDINGS,
        words::SCENARIOS
    );
    for (place, (member, page)) in engine_comparison.members.iter().zip(pages).enumerate() {
        let (class, sign) = head::sign(page.run.verdict);
        let _ = write!(
            html,
            "<tr><th scope=row><a href=#m{place}>{}</a> <span class=faint>{}</span><td><span class=\"tag {class}\">{sign} {}</span><td class=why>{}<td class=why>{}",
            markup::short(member.name, 100),
            markup::text(&head::scope(page)),
            words::conformance(page.run.verdict),
            head::because(page),
            scenarios(page)
        );
    }
    html + "</table></div></header>"
}

/// The number of scenarios with each verdict, and the time of the run: `178 pass, 10 skip`.
fn scenarios(page: &Page<'_>) -> String {
    let number = |verdict| {
        let all = page.run.scenarios.iter();
        all.filter(|scenario| scenario.verdict == verdict).count()
    };
    let reported = Verdict::ALL.into_iter().map(|verdict| (number(verdict), verdict.word()));
    let reported: Vec<String> = reported
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("{number} {word}"))
        .collect();
    if reported.is_empty() {
        return String::new();
    }
    let time = report::words::duration(page.run.elapsed);
    format!("{} <span class=faint>{time}</span>", reported.join(", "))
}

/// The table of one dialect: rows with a notable cell are visible, the others are folded.
fn clauses(
    engine_comparison: &EngineComparison<'_>,
    pages: &[Page<'_>],
    table: &Table<'_>,
) -> String {
    let (notable, rest): (Vec<&Row>, Vec<&Row>) =
        table.rows.iter().partition(|row| row.is_notable());
    let title =
        engine_comparison::words::title(table.dialect, table.columns.len(), table.rows.len());
    let mut html = format!(
        "<section id={} data-section><div class=title><h2>{}</h2>{}{}</div>",
        id(table),
        markup::text(&title),
        chips(&states(table)),
        count()
    );
    if notable.is_empty() {
        let _ = write!(html, "<p class=nothing>{}</p>", engine_comparison::words::NOTHING);
    } else {
        html.push_str(&rows(engine_comparison, pages, table, &notable));
    }
    if !rest.is_empty() {
        let _ = write!(
            html,
            "<details class=family data-group><summary>{}</summary>{}</details>",
            words::other_clauses(rest.len()),
            rows(engine_comparison, pages, table, &rest)
        );
    }
    let used = table.rows.iter().flat_map(|row| row.cells.iter().copied());
    let used: Vec<Cell> = used.collect();
    let _ = write!(
        html,
        "<p class=legend>{}</p>{}</section>",
        markup::text(&engine_comparison::words::key(&used)),
        no_match()
    );
    html
}

fn rows(
    engine_comparison: &EngineComparison<'_>,
    pages: &[Page<'_>],
    table: &Table<'_>,
    rows: &[&Row],
) -> String {
    let mut html = format!(
        "<div class=\"card scroll\"><table class=fleet><thead><tr><th scope=col>{}",
        words::CLAUSE
    );
    for place in &table.columns {
        let name = markup::short(engine_comparison.members[*place].name, 40);
        let _ = write!(html, "<th scope=col><a href=#m{place}>{name}</a>");
    }
    html.push_str("<tbody>");
    for row in rows {
        let clause = table.catalogue.clause(row.clause.0);
        let title = clause
            .map_or_else(|| words::NOT_IN_CATALOGUE.to_string(), |clause| clause.title.clone());
        let _ = write!(
            html,
            "<tr id=c-{0} data-item data-v=\"{1}\"><th scope=row><details><summary><code>{0}</code> {2}</summary>{3}</details>",
            markup::text(row.clause.0),
            values(row),
            markup::text(&title),
            clause.map_or_else(String::new, about)
        );
        for (cell, place) in row.cells.iter().zip(&table.columns) {
            html.push_str(&self::cell(&pages[*place], row, *cell));
        }
    }
    html + "</table></div>"
}

/// The requirement of a clause, its source, and what GUIs do if it is violated.
fn about(clause: &Clause) -> String {
    let mut html = String::from("<dl>");
    let mut add = |name: Text, text: &str| {
        let _ = write!(html, "<dt>{name}<dd>{}", markup::text(text));
    };
    add(words::DEMAND, &clause.requirement);
    add(words::DOCUMENT, &clause.sources.join("; "));
    if let Some(when_broken) = &clause.when_broken {
        add(words::IN_GUIS, when_broken);
    }
    html + "</dl>"
}

/// A cell, with a link to the findings at the clause if there are any.
fn cell(page: &Page<'_>, row: &Row, cell: Cell) -> String {
    let (class, word) = (state(cell), engine_comparison::words::cell(cell));
    let about = engine_comparison::words::about(cell);
    if page.groups.iter().any(|group| group.clause == row.clause) {
        let id = page.id(row.clause.0);
        format!(
            "<td><a class=\"tag {class}\" href=#{} title=\"{about}\">{word}</a>",
            markup::text(&id)
        )
    } else {
        format!("<td><span class=\"tag {class}\" title=\"{about}\">{word}</span>")
    }
}

/// The name of a cell's outcome for style sheets and filters.
fn state(cell: Cell) -> &'static str {
    match cell {
        Cell::Fail => "fail",
        Cell::Warn => "warn",
        Cell::Known => "known",
        Cell::Open => "open",
        Cell::Info => "info",
        Cell::Pass => "pass",
        Cell::Unjudged => "unjudged",
        Cell::Skip => "skip",
        Cell::Unexamined => "unexamined",
    }
}

/// The values by which a row can be filtered.
fn values(row: &Row) -> String {
    let mut values: Vec<&str> =
        Cell::ALL.into_iter().filter(|cell| row.cells.contains(cell)).map(state).collect();
    if row.differs() {
        values.push(DIFFERS);
    }
    values.join(" ")
}

/// The filter chips of a table, with the number of rows of each.
fn states(table: &Table<'_>) -> Vec<Chip> {
    let rows = |wanted: &dyn Fn(&Row) -> bool| table.rows.iter().filter(|row| wanted(row)).count();
    let mut chips = vec![(DIFFERS, words::DIFFERS.to_string(), rows(&Row::differs))];
    for cell in Cell::ALL {
        let number = rows(&|row| row.cells.contains(&cell));
        chips.push((state(cell), state(cell).to_owned(), number));
    }
    chips
}

/// The section of one engine: its identity and all its findings.
fn engine(member: &Member<'_>, page: &Page<'_>) -> String {
    let place = page.member.unwrap_or_default();
    let (class, sign) = head::sign(page.run.verdict);
    let (chips, findings) = findings_of(page);
    format!(
        "<section id=m{place} class=member data-section><div class=title><h2>{}</h2><span class=\"tag {class}\">{sign} {}</span>{}{}</div><p class=because>{}</p>{}{findings}{}</section>",
        markup::short(member.name, 100),
        words::conformance(page.run.verdict),
        self::chips(&chips),
        count(),
        head::because(page),
        head::engine(page),
        no_match()
    )
}
