//! Several engines: the findings of each, then the tables of engines × clauses, which stay visible at the end.

use std::io::{self, Write};

use super::paint::Paint;
use crate::report::engine_comparison::table::{self, Cell, Row, Table};
use crate::report::engine_comparison::{EngineComparison, words};
use crate::report::{Detail, Style, escape, wrap};
use crate::run::result::Conformance;
use crate::verdict::Verdict;

/// Columns of a cell: those of the longest word.
const CELL: usize = 5;
/// A clause's title is shown only if it has at least this many columns.
const TITLE: usize = 16;
/// The most columns of a name as a column heading; if a name is longer, the headings are letters.
const NAME: usize = 10;

/// Writes the report of several engines.
pub(super) fn render(
    engine_comparison: &EngineComparison<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let page = Page {
        paint: Paint { color: engine_comparison.style.color },
        width: engine_comparison.style.width.max(40),
    };
    // One line for each scenario of each engine would hide the findings.
    let detail = match engine_comparison.style.detail {
        Detail::Quiet | Detail::Normal => Detail::Quiet,
        Detail::Verbose => Detail::Verbose,
    };
    let style = Style { detail, ..engine_comparison.style };
    for (place, member) in engine_comparison.members.iter().enumerate() {
        let name = escape::text(member.name);
        let title = words::member(place, engine_comparison.members.len(), &name);
        page.title(&title, out)?;
        super::render(member.run, member.catalogue, None, style, out)?;
        writeln!(out)?;
    }
    for table in table::of(engine_comparison) {
        page.table(engine_comparison, &table, out)?;
    }
    page.members(engine_comparison, out)?;
    let verdict = words::verdict(engine_comparison);
    for (number, line) in wrap::wrap(&verdict, page.width).iter().enumerate() {
        let line = match number {
            0 => page.verdict(engine_comparison.verdict(), line),
            _ => line.clone(),
        };
        writeln!(out, "{line}")?;
    }
    Ok(())
}

struct Page {
    paint: Paint,
    width: usize,
}

/// The headings of the columns of a table.
struct Heads {
    /// A heading for each engine.
    names: Vec<String>,
    /// Columns of a cell with the blank after it.
    wide: usize,
    /// How many engines fit side by side.
    at_once: usize,
}

impl Page {
    /// A title with a line across the page.
    /// A line that begins with a verdict, which gets its colour.
    fn verdict(&self, verdict: Conformance, line: &str) -> String {
        let (word, rest) = line.split_at(line.find([':', '：']).unwrap_or_default());
        if word.is_empty() {
            return rest.to_owned();
        }
        self.paint.verdict(colour(verdict), word) + rest
    }

    fn title(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let title = wrap::cut(title, self.width.saturating_sub(3));
        let line = "─".repeat(self.width.saturating_sub(escape::width(&title) + 1));
        writeln!(out, "{} {line}", self.paint.bold(&title))
    }

    fn table(
        &self,
        engine_comparison: &EngineComparison<'_>,
        table: &Table<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let engines = table.columns.len();
        let title = words::title(table.dialect, engines, table.rows.len());
        self.title(&title, out)?;
        let notable: Vec<&Row> = table.notable().collect();
        if notable.is_empty() {
            writeln!(out, "{}", words::NOTHING)?;
        } else {
            self.rows(engine_comparison, table, &notable, out)?;
        }
        self.wrapped(&words::rest(table.rest(), !notable.is_empty()), out)?;
        let used = notable.iter().flat_map(|row| row.cells.iter().copied());
        // The words for these two outcomes need no explanation.
        let used: Vec<Cell> =
            used.filter(|cell| !matches!(cell, Cell::Fail | Cell::Pass)).collect();
        self.wrapped(&words::key(&used), out)?;
        writeln!(out)
    }

    fn rows(
        &self,
        engine_comparison: &EngineComparison<'_>,
        table: &Table<'_>,
        rows: &[&Row],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let id = rows.iter().map(|row| row.clause.0.len()).max().unwrap_or(0);
        let heads = self.heads(engine_comparison, table, id);
        let columns: Vec<(usize, usize)> = table.columns.iter().copied().enumerate().collect();
        for part in columns.chunks(heads.at_once) {
            let head: String =
                part.iter().map(|(_, member)| pad(&heads.names[*member], heads.wide)).collect();
            let head = format!("{:id$}  {head}", "");
            writeln!(out, "{}", self.paint.faint(head.trim_end()))?;
            for row in rows {
                self.row(table, row, part, (id, heads.wide), out)?;
            }
        }
        Ok(())
    }

    fn row(
        &self,
        table: &Table<'_>,
        row: &Row,
        part: &[(usize, usize)],
        (id, wide): (usize, usize),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let cells: String =
            part.iter().map(|(column, _)| self.cell(row.cells[*column], wide)).collect();
        let room = self.width.saturating_sub(id + 2 + part.len() * wide);
        let title = table.catalogue.clause(row.clause.0);
        let title = title.map_or_else(
            || say!("not in the catalogue").to_string(),
            |clause| clause.title.clone(),
        );
        let title =
            if room < TITLE { String::new() } else { wrap::cut(&escape::text(&title), room) };
        let line = format!("{:id$}  {cells}{title}", row.clause.0);
        writeln!(out, "{}", line.trim_end())
    }

    fn cell(&self, cell: Cell, wide: usize) -> String {
        let word = words::cell(cell);
        let gap = " ".repeat(wide.saturating_sub(escape::width(word)));
        self.paint.cell(cell, word) + &gap
    }

    /// Names if they fit beside the clauses, else letters.
    fn heads(
        &self,
        engine_comparison: &EngineComparison<'_>,
        table: &Table<'_>,
        id: usize,
    ) -> Heads {
        let names: Vec<String> =
            engine_comparison.members.iter().map(|member| escape::text(member.name)).collect();
        let longest = table.columns.iter().map(|place| escape::width(&names[*place]));
        let wide = longest.max().unwrap_or(0).max(CELL) + 1;
        let room = self.width.saturating_sub(id + 2);
        let by_name = wide <= NAME + 1 && table.columns.len() * wide + TITLE <= room;
        let (names, wide) = if by_name {
            (names, wide)
        } else {
            let letters = (0..names.len()).map(letter).collect();
            (letters, CELL + 1)
        };
        Heads { names, wide, at_once: (room / wide).max(1) }
    }

    /// A list of the engines with letter and verdict.
    fn members(
        &self,
        engine_comparison: &EngineComparison<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.title(&say!("engines").to_string(), out)?;
        let longest = engine_comparison
            .members
            .iter()
            .map(|member| escape::width(&escape::text(member.name)));
        let wide = longest.max().unwrap_or(0).min(self.width / 3);
        for (place, member) in engine_comparison.members.iter().enumerate() {
            let letter = letter(place);
            let name = pad(&wrap::cut(&escape::text(member.name), wide), wide);
            let indent = letter.len() + 2 + wide + 2;
            let verdict = member.verdict();
            let lines = wrap::wrap(&verdict, self.width.saturating_sub(indent));
            for (number, line) in lines.iter().enumerate() {
                if number > 0 {
                    writeln!(out, "{:indent$}{line}", "")?;
                    continue;
                }
                let line = self.verdict(member.run.verdict, line);
                writeln!(out, "{}  {name}  {line}", self.paint.faint(&letter))?;
            }
        }
        writeln!(out)
    }

    fn wrapped(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        for line in wrap::wrap(text, self.width) {
            writeln!(out, "{}", self.paint.faint(&line))?;
        }
        Ok(())
    }
}

/// Text with blanks after it, up to a width.
fn pad(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(escape::width(text));
    format!("{text}{}", " ".repeat(gap))
}

/// The letter of an engine: `A` to `Z`, then `A1`, and so on.
fn letter(place: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(place % 26).unwrap_or(0));
    match place / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// The verdict of a scenario that has the same colour as this verdict of a run.
fn colour(verdict: Conformance) -> Verdict {
    match verdict {
        Conformance::Conformant => Verdict::Pass,
        Conformance::Nonconformant => Verdict::Fail,
        Conformance::Inconclusive => Verdict::Inconclusive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;
    use crate::run::result::RunResult;

    fn written(runs: &[(String, RunResult)], width: usize) -> String {
        let catalogue = fixtures::catalogue();
        let mut engine_comparison = fixtures::engine_comparison(runs, &catalogue);
        engine_comparison.style.width = width;
        let mut out = Vec::new();
        render(&engine_comparison, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn four_engines_in_eighty_columns() {
        insta::assert_snapshot!(written(&fixtures::engines(), 80));
    }

    #[test]
    fn columns_have_letters_where_names_are_too_long_and_are_parted_where_engines_are_too_many() {
        let many = |name: &str, number: usize| -> Vec<(String, RunResult)> {
            let names = (0..number).map(|place| format!("{name} {place}"));
            names.map(|name| (name, fixtures::broken())).collect()
        };
        let text = written(&many("an engine with a long name", 3), 80);
        assert!(text.contains("\n             A     B     C\n"), "{text}");
        assert!(text.contains("\nA  an engine with a long nam…  not conformant: "), "{text}");
        let text = written(&many("x", 40), 80);
        assert!(text.contains(" Z     A1    B1"), "{text}");
        let rows = text.matches("\nUSI-PON-01 ").count();
        assert_eq!(rows, 40_usize.div_ceil(67 / 6), "{text}");
        for line in text.lines() {
            // Lines that are meant to be copied are never wrapped.
            let copied = ["replay", "sfen"].map(|word| line.trim_start().starts_with(word));
            assert!(copied.contains(&true) || escape::width(line) <= 80, "{line}");
        }
    }

    #[test]
    fn colour_says_nothing_that_words_do_not_say() {
        let (runs, catalogue) = (fixtures::engines(), fixtures::catalogue());
        let mut engine_comparison = fixtures::engine_comparison(&runs, &catalogue);
        let mut written = |color| {
            engine_comparison.style.color = color;
            let mut out = Vec::new();
            render(&engine_comparison, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let (painted, plain) = (written(true), written(false));
        assert!(painted.contains("\u{1b}["));
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), plain);
    }

    #[test]
    fn a_narrow_terminal_is_survived() {
        let mut hostile = fixtures::engines();
        hostile.push(("\u{202e}::error".to_owned(), fixtures::hostile()));
        assert!(!written(&hostile, 0).contains('\u{202e}'));
    }
}
