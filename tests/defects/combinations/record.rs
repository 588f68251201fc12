//! `docs/combinations.md`: how often generated sessions show each defect.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;

use kentei::protocol::Dialect;
use kentei::reference::Defect;
use kentei::run::started::Started;

use super::trial::{self, Work};

/// What is on record of a defect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) behaviour: String,
    profile: String,
    /// Whether the fixed set of `kentei run` shows it.
    fixed: bool,
    /// With how many seeds an exploration showed it.
    pub(super) found: usize,
    seeds: usize,
    /// How many sessions were played until it showed, where it did: median, and most.
    sessions: Option<(usize, usize)>,
    /// The day.
    day: String,
}

static FILE: Mutex<()> = Mutex::new(());

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/combinations.md")
}

/// The heading above the table of a dialect.
fn heading(dialect: &str) -> String {
    format!("## {}\n", dialect.to_uppercase())
}

/// The rows of a dialect, by defect.
pub(super) fn read(dialect: &str) -> BTreeMap<String, Row> {
    let text = std::fs::read_to_string(file()).unwrap_or_default();
    let part = text.split_once(&heading(dialect)).map_or("", |(_, rest)| rest);
    let part = part.split("\n## ").next().unwrap_or_default();
    part.lines().filter_map(row).collect()
}

/// `| X01 | behaviour | core | yes | 20 of 20 | 31 | 120 | 2026-11-24 |`
fn row(line: &str) -> Option<(String, Row)> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [id, behaviour, profile, fixed, rate, median, most, day] = cells[..] else { return None };
    let (found, seeds) = rate.split_once(" of ")?;
    let sessions = median.parse().ok().zip(most.parse().ok());
    let row = Row {
        behaviour: behaviour.to_owned(),
        profile: profile.to_owned(),
        fixed: fixed == "yes",
        found: found.parse().ok()?,
        seeds: seeds.parse().ok()?,
        sessions,
        day: day.to_owned(),
    };
    Some((id.to_owned(), row))
}

fn text(id: &str, row: &Row) -> String {
    let (median, most) = match row.sessions {
        Some((median, most)) => (median.to_string(), most.to_string()),
        None => ("-".to_owned(), "-".to_owned()),
    };
    let fixed = if row.fixed { "yes" } else { "no" };
    let Row { behaviour, profile, found, seeds, day, .. } = row;
    format!(
        "| {id} | {behaviour} | {profile} | {fixed} | {found} of {seeds} | {median} | {most} | {day} |"
    )
}

/// Plays the fixed set and an exploration with each seed against these defects, and writes their rows anew.
#[expect(clippy::print_stdout, reason = "how far it is is read in the test's output")]
pub(super) fn write(dialect: &'static dyn Dialect, defects: &[&'static Defect]) {
    let seeds = std::env::var("KENTEI_SEEDS").map_or(0, |text| text.parse().expect("a number"));
    let numbers = 0..=seeds;
    let work: Vec<Work> =
        numbers.flat_map(|number| defects.iter().map(move |defect| (*defect, number))).collect();
    let done = trial::all(&work, |defect, number| {
        let found = match number {
            0 => trial::fixed(dialect, defect).then_some(0),
            seed => trial::explored(dialect, defect, seed),
        };
        println!("{} {} {number}: {found:?}", dialect.name(), defect.id);
        found
    });
    // The tests of the two dialects may run at the same time.
    let _guard = FILE.lock().expect("no thread panics");
    let mut rows = read(dialect.name());
    for defect in defects {
        let mine = done.iter().filter(|((known, _), _)| known.id == defect.id);
        let (fixed, seeds): (Vec<_>, Vec<_>) = mine.partition(|((_, number), _)| *number == 0);
        let mut sessions: Vec<usize> = seeds.iter().filter_map(|(_, found)| *found).collect();
        sessions.sort_unstable();
        let row = Row {
            behaviour: defect.behaviour.to_owned(),
            profile: trial::profile(defect).to_owned(),
            fixed: fixed.iter().any(|(_, found)| found.is_some()),
            found: sessions.len(),
            seeds: seeds.len(),
            sessions: sessions.get(sessions.len() / 2).copied().zip(sessions.last().copied()),
            day: Started::now().to_string()[..10].to_owned(),
        };
        rows.insert(defect.id.to_owned(), row);
    }
    let kept: BTreeMap<&str, BTreeMap<String, Row>> = ["usi", "uci"]
        .into_iter()
        .map(|name| (name, if name == dialect.name() { rows.clone() } else { read(name) }))
        .collect();
    std::fs::write(file(), page(&kept)).expect("the record can be written");
}

/// The whole page.
fn page(tables: &BTreeMap<&str, BTreeMap<String, Row>>) -> String {
    let mut page = HEAD.to_owned();
    for (dialect, rows) in tables {
        let all: usize = rows.values().map(|row| row.seeds).sum();
        let found: usize = rows.values().map(|row| row.found).sum();
        let fixed = rows.values().filter(|row| row.fixed).count();
        let count = rows.len();
        let _ = write!(
            page,
            "\n{}\n{count} defects. The fixed set shows {fixed} of them; explorations showed the defect with {found} of {all} \
             seeds.\n\n| defect | what the engine does | profile | fixed set | shown with | median sessions | most | \
             measured |\n|---|---|---|---|---|---|---|---|\n",
            heading(dialect)
        );
        for (id, row) in rows {
            let _ = writeln!(page, "{}", text(id, row));
        }
    }
    page
}

const HEAD: &str = "\
# Defects that need a combination

The built-in engines can have defects that show only where several things come together: an own clock and byoyomi, an option
that is set after the second game, another order of words, a moment shortly after a reply, a position in other words. No
bundled script shows one of them; `tests/defects/combinations/` plays all scripts against engines that have all of these
defects at once. Generated sessions are to show them. No part of kentei knows these defects: the sessions come from the model
of the client alone.

The tables are written by a test, a row for each defect:

    KENTEI_BLESS=1 KENTEI_SEEDS=20 cargo test --test defects generated_sessions

- *fixed set*: whether a session that each `kentei run` plays fails at a clause of the defect.
- *shown with*: with how many seeds a session of `kentei explore --seed N` does, within the first 24 rounds: about
  1,200 sessions, of which `kentei explore` plays 20 to 40 a second against the built-in engine.
- *median sessions* and *most*: how many sessions were played until the first one that did, over the seeds with which it showed.
- *profile*: the first profile whose client can send the combination. `kentei explore --profile` chooses it.
";
