//! `kentei explain`: shows a clause, a scenario, a defect, a document or a grey area in full.

mod clause_doc;
mod limits;

use super::failure::{Exit, Failure};
use super::screen::Screen;
use super::{list, names};
use crate::lang::{self, Text};
use crate::protocol::{Catalogue, Clause, DIALECTS, Dialect, Document, grey_area};
use crate::reference::Defect;
use crate::report::{escape, words, wrap};
use crate::scenario::{Need, Scenario};
use crate::verdict::ClauseId;

/// Explain a clause, a scenario, a defect, a document or a grey area
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  kentei explain USI-PON-01\n  kentei explain usi/boot/handshake\n  kentei explain F01 --dialect usi\n  kentei explain D\n  kentei explain G-NOISE"
)]
pub(super) struct Args {
    /// Id of a clause, scenario or defect (`kentei list clauses`, `kentei list scenarios`, `kentei list defects`), or
    /// the abbreviation of a document, or the id of a grey area
    #[arg(value_name = "ID")]
    id: String,
    /// Only what belongs to this protocol
    #[arg(long, short, value_name = "DIALECT")]
    dialect: Option<String>,
}

/// The width of a label, in columns.
const LABEL: usize = 11;
/// The largest width of a line, in columns: longer lines are hard to read.
const WIDEST: usize = 100;

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let mut page =
        Page { lines: Vec::new(), script: String::new(), width: screen.width.clamp(40, WIDEST) };
    let mut known: Vec<String> = Vec::new();
    for dialect in names::dialects(args.dialect.as_deref())? {
        let shelf = DialectIds::of(dialect);
        shelf.explain(&args.id, &mut page);
        known.extend(shelf.ids());
    }
    if page.lines.is_empty() {
        if let Some(name) = &args.dialect {
            elsewhere(&args.id, name)?;
        }
        let known = known.iter().map(String::as_str);
        let failure = names::unknown(say!("id"), &args.id, known);
        let lists = ["clauses", "scenarios", "defects"];
        let lists = lists.map(|what| Text::plain(format!("kentei list {what}")));
        return Err(lists.into_iter().fold(failure, Failure::hint));
    }
    screen.print(|out| page.lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(Exit::Conformant)
}

/// The failure that an id is one of another dialect than the requested one.
fn elsewhere(id: &str, name: &str) -> Result<(), Failure> {
    let is_of = |dialect: &&&'static dyn Dialect| {
        DialectIds::of(**dialect).ids().iter().any(|known| known.eq_ignore_ascii_case(id))
    };
    let Some(other) = DIALECTS.iter().find(is_of) else {
        return Ok(());
    };
    let text = say!("{id} belongs to {other}, not to {name}", id, other = other.name(), name);
    Err(Failure::bad_input(text).hint(say!("leave out --dialect {name}", name)))
}

/// Everything of one dialect that has an id.
struct DialectIds {
    dialect: &'static dyn Dialect,
    catalogue: &'static Catalogue,
    scenarios: Vec<Scenario>,
    defects: &'static [Defect],
}

impl DialectIds {
    fn of(dialect: &'static dyn Dialect) -> Self {
        Self {
            dialect,
            catalogue: dialect.catalogue(),
            scenarios: crate::scenario::load(dialect, &[]).0.scenarios,
            defects: crate::reference::defects(dialect.name()),
        }
    }

    fn ids(&self) -> Vec<String> {
        let clauses = self.catalogue.clauses.iter().map(|clause| clause.id.0.to_owned());
        let scenarios = self.scenarios.iter().map(|scenario| scenario.id.clone());
        let defects = self.defects.iter().map(|defect| defect.id.to_owned());
        let documents = self.catalogue.documents.iter().map(|document| document.id.clone());
        let grey_areas = self.grey_areas().map(str::to_owned);
        clauses.chain(scenarios).chain(defects).chain(documents).chain(grey_areas).collect()
    }

    /// The ids of the grey areas of each clause.
    fn grey_areas(&self) -> impl Iterator<Item = &str> {
        self.catalogue.clauses.iter().flat_map(|clause| &clause.grey_areas).map(String::as_str)
    }

    /// Writes about everything with this id. Case does not matter. The name of the dialect in front may be missing,
    /// because documents leave it out.
    fn explain(&self, id: &str, page: &mut Page) {
        let prefix = self.dialect.name();
        let is = |known: &str| {
            let full = known.eq_ignore_ascii_case(id);
            let rest = known.get(prefix.len() + 1..).unwrap_or_default();
            let begins = known.get(..prefix.len()).is_some_and(|p| p.eq_ignore_ascii_case(prefix));
            full || (begins && rest.eq_ignore_ascii_case(id))
        };
        for clause in self.catalogue.translated().iter().filter(|clause| is(clause.id.0)) {
            self.clause(clause, page);
        }
        for document in self.catalogue.documents.iter().filter(|document| is(&document.id)) {
            self.document(document, page);
        }
        // If a script has parameters, its first case stands for all cases.
        let script =
            |scenario: &Scenario| scenario.id.split('[').next().unwrap_or_default().to_owned();
        let exact = self.scenarios.iter().find(|scenario| is(&scenario.id));
        let first = || self.scenarios.iter().find(|scenario| is(&script(scenario)));
        if let Some(scenario) = exact.or_else(first) {
            let cases = self.scenarios.iter().filter(|other| script(other) == script(scenario));
            self.scenario(scenario, cases.map(|case| case.id.clone()).collect(), page);
        }
        for defect in self.defects.iter().filter(|defect| is(defect.id)) {
            self.defect(defect, page);
        }
        if let Some(area) = self.grey_areas().find(|area| is(area)) {
            self.grey_area(area, page);
        }
    }

    fn clause(&self, clause: &Clause, page: &mut Page) {
        page.title(&format!("{} · {}", clause.id, clause.title));
        page.entry(say!("demand"), &clause.requirement);
        let clause_doc = self.dialect.clause_docs().of(clause.id.0);
        if let Some(clause_doc) = clause_doc {
            let text = clause.doc.as_deref().unwrap_or(&clause_doc.text);
            page.entry(say!("in short"), text);
        }
        page.entry(say!("document"), &clause.sources.join("; "));
        for document in self.catalogue.cited([clause]) {
            page.entry(Text::plain(&document.id), document.translated()[0]);
        }
        let standing = [&clause.strength, &clause.basis, &clause.agreement];
        let standing: Vec<&str> = standing.map(String::as_str).into();
        page.entry(
            say!("standing"),
            &format!("{} · {}", standing.join(" · "), say!("binds {whom}", whom = clause.binds)),
        );
        let profiles = self.catalogue.profiles.iter().zip(&clause.severities);
        let severities =
            profiles.map(|((name, _), severity)| format!("{name} {}", words::severity(*severity)));
        page.entry(say!("severity"), &severities.collect::<Vec<_>>().join(" · "));
        page.maybe(say!("to see it"), clause.stimulus.as_deref());
        page.maybe(say!("expected"), clause.expected.as_deref());
        page.maybe(say!("forbidden"), clause.forbidden.as_deref());
        page.maybe(say!("time"), clause.time_bound.as_deref());
        limits::named(clause, self.dialect, page);
        if clause.testable != "yes" {
            let why = clause.why_limited.as_deref().unwrap_or_default();
            page.entry(
                say!("testable"),
                format!("{} · {why}", clause.testable).trim_end_matches([' ', '·']),
            );
        }
        page.maybe(say!("in GUIs"), clause.when_broken.as_deref());
        if let Some(clause_doc) = clause_doc {
            clause_doc::examples(clause_doc, page);
        }
        let grey_areas = clause.grey_areas.iter().map(|id| {
            let text = grey_area(id).map(|text| text.to_string());
            (id.clone(), text.unwrap_or_default())
        });
        page.table(say!("grey areas"), &grey_areas.collect::<Vec<_>>());
        page.entry(say!("defects"), &clause.defects.join(", "));
        let naming = self.scenarios.iter().filter(|scenario| scenario.clauses.contains(&clause.id));
        page.list(say!("scenarios"), naming.map(|scenario| scenario.id.clone()));
        let rules = rules(self.dialect, clause.id);
        page.list(say!("rules"), rules.into_iter().map(str::to_owned));
    }

    fn document(&self, document: &Document, page: &mut Page) {
        let [title, about] = document.translated();
        page.title(&format!("{} ({}) · {title}", document.id, self.dialect.name()));
        page.entry(say!("places"), about);
        self.clauses_that(page, |clause| {
            self.catalogue.cited([clause]).iter().any(|cited| cited.id == document.id)
        });
    }

    fn grey_area(&self, id: &str, page: &mut Page) {
        page.title(&format!("{id} ({})", self.dialect.name()));
        page.entry(say!("grey area"), &grey_area(id).unwrap_or_default().to_string());
        self.clauses_that(page, |clause| clause.grey_areas.iter().any(|area| area == id));
    }

    /// Lists the clauses for which `holds` is true.
    fn clauses_that(&self, page: &mut Page, holds: impl Fn(&Clause) -> bool) {
        let clauses = self.catalogue.translated().iter().filter(|clause| holds(clause));
        page.list(say!("clauses"), clauses.map(|clause| format!("{} {}", clause.id, clause.title)));
    }

    fn scenario(&self, scenario: &Scenario, cases: Vec<String>, page: &mut Page) {
        let name = self.dialect.name();
        let title = lang::title(&scenario.id, &scenario.title, scenario.file.bundled);
        page.title(&format!("{} ({name}) · {title}", scenario.id));
        let clauses = scenario.clauses.iter().map(|clause| self.titled(*clause));
        page.list(say!("clauses"), clauses);
        let needs = scenario.needs.iter().map(|need| match need {
            Need::Capability(name) => name.clone(),
            Need::Option(name) => say!("option {name}", name).to_string(),
        });
        page.entry(say!("needs"), &needs.collect::<Vec<_>>().join(", "));
        page.entry(say!("after"), &scenario.after.join(", "));
        if cases.len() > 1 {
            page.list(say!("cases"), cases);
        }
        page.entry(say!("profiles"), &scenario.profiles.join(", "));
        let path = scenario.file.path.display().to_string();
        let place =
            if scenario.file.bundled { say!("{path} (bundled)", path) } else { Text::plain(&path) };
        page.entry(say!("file"), &place.to_string());
        // A script that several dialects share is printed once.
        if std::mem::replace(&mut page.script, path.clone()) == path {
            return;
        }
        page.lines.push(String::new());
        page.lines
            .extend(scenario.file.text.lines().map(|line| format!("  {}", escape::text(line))));
    }

    fn defect(&self, defect: &Defect, page: &mut Page) {
        let name = self.dialect.name();
        let (id, kind) = (defect.id, list::kind(defect));
        page.title(
            &say!("{id} · {kind} of the built-in {name} engine", id, kind, name).to_string(),
        );
        page.entry(say!("behaviour"), defect.behaviour);
        page.entry(say!("category"), defect.category);
        page.entry(say!("shown by"), defect.shown_by);
        let clauses = defect.clauses.iter().copied();
        page.list(say!("clauses"), clauses.map(|clause| self.titled_text(clause)));
        let expected = defect.expected.iter().map(|(profile, word)| format!("{profile} {word}"));
        page.entry(say!("expected"), &expected.collect::<Vec<_>>().join(" · "));
        page.entry(say!("try"), &format!("kentei engine --dialect {name} --defect {}", defect.id));
        page.entry(say!("see it"), &format!("kentei run --dialect {name} --defect {}", defect.id));
    }

    fn titled(&self, clause: ClauseId) -> String {
        self.titled_text(clause.0)
    }

    fn titled_text(&self, clause: &str) -> String {
        match self.catalogue.clause(clause) {
            Some(known) => format!("{clause} {}", known.title),
            None => clause.to_owned(),
        }
    }
}

/// Labels and their texts.
struct Page {
    lines: Vec<String>,
    /// The script that was printed last.
    script: String,
    width: usize,
}

impl Page {
    fn title(&mut self, text: &str) {
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.extend(wrap::wrap(text, self.width));
    }

    /// A label with its text; nothing if the text is empty.
    fn entry(&mut self, label: Text, text: &str) {
        let lines = wrap::wrap(text, self.room());
        self.beside(label, lines);
    }

    /// The number of columns after a label.
    fn room(&self) -> usize {
        self.width - LABEL - 2
    }

    fn maybe(&mut self, label: Text, text: Option<&str>) {
        self.entry(label, text.unwrap_or_default());
    }

    /// A label with one line per item.
    fn list(&mut self, label: Text, items: impl IntoIterator<Item = String>) {
        self.beside(label, items.into_iter().collect());
    }

    /// A label with one row per item: its name, and a text in a column of its own.
    fn table(&mut self, label: Text, rows: &[(String, String)]) {
        let wide = rows.iter().map(|(name, _)| escape::width(name)).max().unwrap_or(0) + 2;
        let room = self.room().saturating_sub(wide);
        let mut lines = Vec::new();
        for (name, text) in rows {
            for (number, line) in wrap::wrap(text, room).into_iter().enumerate() {
                let first = if number == 0 { name.as_str() } else { "" };
                lines.push(format!("{}{line}", words::pad(first, wide)));
            }
        }
        self.beside(label, lines);
    }

    fn beside(&mut self, label: Text, lines: Vec<String>) {
        for (number, line) in lines.into_iter().enumerate() {
            let label = if number == 0 { label.to_string() } else { String::new() };
            self.lines.push(format!("  {}{line}", words::pad(&label, LABEL)));
        }
    }
}

/// The always-on rules that watch a clause.
fn rules(dialect: &'static dyn Dialect, clause: ClauseId) -> Vec<&'static str> {
    let watches = dialect.watches();
    let mut rules: Vec<_> = watches
        .into_iter()
        .filter(|watch| watch.clause == clause.0)
        .map(|watch| watch.rule)
        .collect();
    rules.dedup();
    rules
}
