//! `docs/combinations.md`: how often generated sessions show each defect, and which session does.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use kentei::protocol::Dialect;
use kentei::reference::Defect;
use kentei::run::started::Started;

use super::done::Done;
use super::trial::{self, Found, FoundSession, Trial};

/// How many seeds are played at once. They mostly wait.
const AT_ONCE: usize = 16;

/// The record of a defect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) behaviour: String,
    profile: String,
    /// The session of the fixed set of `kentei run` that shows it.
    fixed: Option<String>,
    /// With how many of the seeds an exploration showed the defect.
    pub(super) found: usize,
    seeds: usize,
    /// How many sessions were played until the defect showed: the median and the maximum of the seeds that showed it.
    sessions: Option<(usize, usize)>,
    /// The session that showed the defect with the first of these seeds.
    session: Option<String>,
    /// The day of the measurement.
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

/// `| X01 | behaviour | core | no | 20 of 20 | 31 | 120 | usi/generated/1-2-3 | 2026-11-24 |`
fn row(line: &str) -> Option<(String, Row)> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [id, behaviour, profile, fixed, rate, median, most, session, day] = cells[..] else {
        return None;
    };
    let (found, seeds) = rate.split_once(" of ")?;
    let sessions = median.parse().ok().zip(most.parse().ok());
    let row = Row {
        behaviour: behaviour.to_owned(),
        profile: profile.to_owned(),
        fixed: Some(fixed.to_owned()).filter(|fixed| fixed != "no"),
        found: found.parse().ok()?,
        seeds: seeds.parse().ok()?,
        sessions,
        session: Some(session.to_owned()).filter(|session| session != "-"),
        day: day.to_owned(),
    };
    Some((id.to_owned(), row))
}

fn text(id: &str, row: &Row) -> String {
    let (median, most) = match row.sessions {
        Some((median, most)) => (median.to_string(), most.to_string()),
        None => ("-".to_owned(), "-".to_owned()),
    };
    let fixed = row.fixed.as_deref().unwrap_or("no");
    let session = row.session.as_deref().unwrap_or("-");
    let Row { behaviour, profile, found, seeds, day, .. } = row;
    format!(
        "| {id} | {behaviour} | {profile} | {fixed} | {found} of {seeds} | {median} | {most} | {session} | {day} |"
    )
}

impl Row {
    /// The recorded sessions that show the defect, that of the fixed set first.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.fixed.iter().chain(&self.session).map(String::as_str)
    }

    fn of(
        defect: &Defect,
        fixed: Option<&FoundSession>,
        explored: &[Option<FoundSession>],
    ) -> Self {
        let mut sessions: Vec<usize> =
            explored.iter().flatten().map(|shown| shown.sessions).collect();
        sessions.sort_unstable();
        Self {
            behaviour: defect.behaviour.to_owned(),
            profile: trial::profile(defect).to_owned(),
            fixed: fixed.map(|shown| shown.id.clone()),
            found: sessions.len(),
            seeds: explored.len(),
            sessions: sessions.get(sessions.len() / 2).copied().zip(sessions.last().copied()),
            session: explored.iter().flatten().next().map(|shown| shown.id.clone()),
            day: Started::now().to_string()[..10].to_owned(),
        }
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().expect("a number"))
}

/// Plays the fixed set, and an exploration with each seed, against these defects, without repeating what was played
/// before. Writes the rows of the defects for which at least one seed is complete.
#[expect(clippy::print_stdout, reason = "how far it is is read in the test's output")]
pub(super) fn write(dialect: &'static dyn Dialect, defects: &[&'static Defect]) {
    let begun = Instant::now();
    let seeds = number("KENTEI_SEEDS").unwrap_or_default();
    let minutes = number("KENTEI_MINUTES").map(|minutes| Duration::from_secs(60 * minutes));
    let profiles = dialect.catalogue().profiles.iter().map(|(profile, _)| *profile);
    let groups: Vec<(Trial, Done, Vec<&'static Defect>)> = profiles
        .map(|profile| {
            let group = defects.iter().filter(|defect| trial::profile(defect) == profile);
            let trial = Trial::new(dialect, profile);
            let done = Done::open(dialect.name(), profile, trial.fingerprint());
            (trial, done, group.copied().collect())
        })
        .collect();
    // Number 0 is the fixed set.
    let numbers = (0..=seeds).flat_map(|number| groups.iter().map(move |group| (number, group)));
    trial::all(&numbers.collect::<Vec<_>>(), AT_ONCE, |(number, (trial, done, group))| {
        let mut group = group.clone();
        group.retain(|defect| done.get(number, defect.id).is_none());
        let is_over = minutes.is_some_and(|minutes| begun.elapsed() > minutes);
        if group.is_empty() || is_over {
            return;
        }
        let found: Found =
            if number == 0 { trial.fixed(&group) } else { trial.explored(&group, number) };
        done.add(number, &group, &found);
        let (shown, of, at) = (found.len(), group.len(), begun.elapsed().as_secs());
        println!("{} seed {number}: {shown} of {of}, at {at} s", dialect.name());
    });
    // The tests of the two dialects may run at the same time.
    let _guard = FILE.lock().expect("no thread panics");
    let mut rows = read(dialect.name());
    for (_, done, group) in &groups {
        for defect in group {
            let fixed = done.get(0, defect.id).flatten();
            let explored: Vec<Option<FoundSession>> =
                (1..=seeds).filter_map(|seed| done.get(seed, defect.id)).collect();
            if !explored.is_empty() {
                rows.insert(defect.id.to_owned(), Row::of(defect, fixed.as_ref(), &explored));
            }
        }
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
        let fixed = rows.values().filter(|row| row.fixed.is_some()).count();
        let count = rows.len();
        let _ = write!(
            page,
            "\n{}\n{count} defects. The fixed set shows {fixed} of them; explorations showed the defect with {found} of {all} \
             seeds.\n\n| defect | what the engine does | profile | fixed set | shown with | median sessions | most | \
             a session | measured |\n|---|---|---|---|---|---|---|---|---|\n",
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

The built-in engines can have defects that occur only when several conditions are true together: an own clock and byoyomi, an
option that is set after the second game, a different order of words, a moment shortly after a reply, the same position sent in
another form. No bundled script shows one of them; `tests/defects/combinations/` verifies this by playing all scripts against
engines that have all of these defects at once. Generated sessions should show them. No part of kentei knows these defects: the
sessions are generated only from the model of the client.

A test writes the tables, with a row for each defect:

    KENTEI_BLESS=1 KENTEI_SEEDS=20 KENTEI_MINUTES=30 cargo test --test defects generated_sessions

After this number of minutes no further seed is started. The results of completed seeds are kept in `tests/defects/combinations/seeds`, and these seeds
are not played again unless the model has changed. Each run of the tests plays the sessions in the table.

- *fixed set*: the session that is part of each `kentei run` and that fails at a clause of the defect; \"no\" if there is none.
- *shown with*: the number of seeds with which a session of `kentei explore --seed N` fails at such a clause within the first
  96 rounds. These are about 5,000 sessions, fewer than `kentei explore` plays against the built-in engine in ten minutes.
- *median sessions* and *most*: how many sessions were played up to the first one that failed, over the seeds with which the
  defect was shown.
- *a session*: the first such session of the first of these seeds. `kentei run --dialect D --profile P --defect ID --filter
  SESSION` plays it again.
- *profile*: the first profile whose client can send the combination. `kentei explore --profile` chooses it.

In the first two rounds each defect is in a separate engine. After that, all defects that were not yet shown are in one engine,
and the sessions that fail are played again with each of these defects alone. The engine is the function that `kentei engine`
calls; the sessions in the table are played against `kentei engine` itself.
";
