//! Every example of the catalogues, played: a good one trips nothing, a bad one what it says.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::player::Player;
use crate::protocol::lessons::{Begins, Example, Lesson, Lessons, Mark};
use crate::protocol::usi::OPENING;
use crate::protocol::{self, Dialect, Facts, Setting, judge};
use crate::run::script::End;
use crate::run::trial::{self, Bench};
use crate::scenario::{self, Need, Scenario};
use crate::transcript::{Event, EventKind};
use crate::transcript_text;
use crate::verdict::{Finding, Severity};

/// Sections of the catalogue that nobody has written yet.
const UNWRITTEN: &[&str] = &[
    "GEN", "BOOT", "READY", "OPT", "SET", "NEW", "POS", "MOVE", "GO", "PON", "STOP", "BM", "CM",
    "INFO", "OVER", "QUIT", "DBG", "CPR",
];

/// A clause that is charged, the number of the line and how badly.
type Charge = (usize, String, Severity);

struct World {
    dialect: &'static dyn Dialect,
    lessons: Lessons,
    scenarios: Vec<Scenario>,
}

/// The lessons as they are on the disk, so that a mistake in them is found without another build.
fn world() -> World {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/protocol/usi/examples");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        files.push((name, std::fs::read_to_string(path).unwrap()));
    }
    files.sort();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let (lessons, mistakes) = Lessons::read(OPENING, &files);
    let mistakes: Vec<String> = mistakes
        .iter()
        .map(|mistake| format!("{}: {}", mistake.place, mistake.message))
        .collect();
    assert!(mistakes.is_empty(), "\n{}\n", mistakes.join("\n"));
    let dialect = protocol::dialect("usi").unwrap();
    World {
        dialect,
        lessons,
        scenarios: scenario::load(dialect, &[]).0.scenarios,
    }
}

#[test]
fn every_example_is_judged_as_it_says() {
    let world = world();
    let mut wrong = Vec::new();
    for lesson in &world.lessons.all {
        for example in &lesson.examples {
            if let Err(why) = world.check(lesson, example) {
                let kind = if example.good { "good" } else { "bad" };
                let clause = &lesson.clause;
                wrong.push(format!("{} {clause} {kind}: {why}", lesson.place));
            }
        }
    }
    let count = wrong.len();
    assert!(wrong.is_empty(), "\n{}\n{count} wrong", wrong.join("\n"));
}

#[test]
fn every_clause_has_its_lesson_and_no_other() {
    let world = world();
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for lesson in &world.lessons.all {
        let clause = lesson.clause.as_str();
        let mut say = |what: &str| wrong.push(format!("{}: {clause} {what}", lesson.place));
        if !seen.insert(clause) {
            say("stands twice");
        }
        if !lesson
            .place
            .starts_with(&format!("{}.txt:", section(clause)))
        {
            say("stands in the file of another section");
        }
        if world.dialect.catalogue().clause(clause).is_none() {
            say("is no clause");
        }
        if lesson.text.is_empty() {
            say("has no text");
        }
        if !lesson.examples.iter().any(|example| example.good) {
            say("has no good transcript");
        }
        // How it is marked is for the other test to see.
        let bad = lesson.examples.iter().any(|example| !example.good);
        if world.must_break(clause) && !bad {
            say("has no bad transcript");
        }
    }
    let clauses = world.dialect.catalogue().clauses.iter();
    for clause in clauses.map(|clause| clause.id.0) {
        if !seen.contains(clause) && !UNWRITTEN.contains(&section(clause)) {
            wrong.push(format!("{clause} has no lesson"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn section(clause: &str) -> &str {
    clause.split('-').nth(1).unwrap_or_default()
}

#[test]
fn the_bundled_lessons_are_those_on_the_disk() {
    let world = world();
    let bundled = world.dialect.lessons();
    assert_eq!(format!("{bundled:?}"), format!("{:?}", world.lessons));
}

impl World {
    /// Whether a rule or a scenario finds the clause broken, so that a transcript can show it.
    fn must_break(&self, clause: &str) -> bool {
        let named = |scenario: &Scenario| scenario.clauses.iter().any(|id| id.0 == clause);
        let watched = !self.dialect.rules(clause).is_empty() || self.scenarios.iter().any(named);
        let known = self.dialect.catalogue().clause(clause);
        watched && known.is_some_and(|known| known.testable == "yes")
    }

    fn check(&self, lesson: &Lesson, example: &Example) -> Result<(), String> {
        let wanted = charges(example);
        let unseen =
            |line: &crate::protocol::lessons::ExampleLine| line.marks.contains(&Mark::Unseen);
        let unseen = example.lines.iter().any(unseen);
        if example.good && (unseen || !wanted.is_empty()) {
            return Err("a mark in a good transcript".to_owned());
        }
        if unseen && self.must_break(&lesson.clause) {
            return Err("unseen, though a rule or a scenario watches the clause".to_owned());
        }
        if !example.good && !unseen && !wanted.iter().any(|(_, at, _)| *at == lesson.clause) {
            return Err("no mark for the clause itself".to_owned());
        }
        let lines: Vec<&str> = example
            .lines
            .iter()
            .map(|line| line.text.as_str())
            .collect();
        // A line of time is no event.
        let numbers: Vec<usize> = (0..lines.len())
            .filter(|number| !lines[*number].starts_with('@'))
            .collect();
        let before = self.lessons.before(example.begins).join("\n");
        let shown = before.lines().count();
        let text = format!("{before}\n{}", lines.join("\n"));
        let events = transcript_text::parse(&text).map_err(|(_, message)| message)?;
        let profiles = &self.dialect.catalogue().profiles;
        let name = example.profile.as_deref().unwrap_or(profiles[0].0);
        let profile = profiles.iter().find(|(known, _)| *known == name);
        let (profile, _) = profile.ok_or("no such profile")?;
        let setting = Setting {
            profile,
            limits: judge::default_limits(self.dialect),
        };
        let found = match &example.scenario {
            None => judged(self.dialect, setting, &events),
            Some(id) => self.played(id, &setting, &events, shown, &wanted, &numbers)?,
        };
        let found = found.into_iter().map(|(event, finding)| {
            let number = event.checked_sub(shown).and_then(|at| numbers.get(at));
            (
                number.copied(),
                finding.clause.0.to_owned(),
                finding.severity,
            )
        });
        let told = |(number, clause, severity): &(Option<usize>, String, Severity)| {
            *severity > Severity::Info
                || *clause == lesson.clause
                || number
                    .is_some_and(|number| wanted.contains(&(number, clause.clone(), *severity)))
        };
        let mut found: Vec<_> = found.filter(told).collect();
        found.sort();
        let mut wanted: Vec<_> = wanted
            .into_iter()
            .map(|(number, clause, severity)| (Some(number), clause, severity))
            .collect();
        wanted.sort();
        let words = |rows: &[(Option<usize>, String, Severity)]| {
            let row = |(number, clause, severity): &(Option<usize>, String, Severity)| {
                let line = number.map_or("a line that is not shown", |number| lines[number]);
                format!("\n    {line}  # {clause} {}", severity.word())
            };
            rows.iter().map(row).collect::<String>()
        };
        if found == wanted {
            return Ok(());
        }
        Err(format!("found{}\n  said{}", words(&found), words(&wanted)))
    }

    /// Plays the scenario against an engine that speaks as the transcript does, and says for each
    /// finding which event of the transcript it is about.
    fn played(
        &self,
        id: &str,
        setting: &Setting,
        events: &[Event],
        shown: usize,
        wanted: &[Charge],
        numbers: &[usize],
    ) -> Result<Vec<(usize, Finding)>, String> {
        let scenario = self.scenarios.iter().find(|scenario| scenario.id == id);
        let scenario = scenario.ok_or_else(|| format!("no scenario {id}"))?;
        let mut player = Player::new(self.lessons.opening, events);
        let bench = Bench {
            dialect: self.dialect,
            profile: setting.profile,
            limits: &setting.limits,
            set: &[],
            cancel: &AtomicBool::new(false),
            offers: &offers,
        };
        let trial = trial::play(&bench, scenario, &mut player);
        let heard = || {
            let rows = trial.transcript.events.iter().filter_map(line_of);
            rows.map(|row| format!("\n    {row}")).collect::<String>()
        };
        if let Some(line) = player.waits_for() {
            return Err(format!("{id} does not send {line:?}{}", heard()));
        }
        if let Err(End::Skip(why)) = &trial.end {
            return Err(format!("{id} is skipped: {why}"));
        }
        let place = |finding: Finding| {
            let about = finding
                .events
                .last()
                .and_then(|id| trial.transcript.get(*id));
            let about = about.and_then(line_of);
            let same = |(index, event): (usize, &Event)| {
                (about.is_some() && line_of(event) == about).then_some(index)
            };
            let places: Vec<usize> = events.iter().enumerate().filter_map(same).collect();
            let clause = finding.clause.0;
            // Of several lines that are alike, it is the one that is marked.
            let marked = |place: &&usize| {
                let number = place.checked_sub(shown).and_then(|at| numbers.get(at));
                wanted
                    .iter()
                    .any(|(at, id, _)| Some(at) == number && id == clause)
            };
            let found = places.iter().find(marked).or(places.first());
            (found.copied().unwrap_or(usize::MAX), finding)
        };
        Ok(trial.findings.clone().into_iter().map(place).collect())
    }
}

/// What the marks of a transcript say.
fn charges(example: &Example) -> Vec<Charge> {
    let mut charges = Vec::new();
    for (number, line) in example.lines.iter().enumerate() {
        for mark in &line.marks {
            if let Mark::Charged(clause, severity) = mark {
                charges.push((number, clause.clone(), *severity));
            }
        }
    }
    charges
}

fn judged(
    dialect: &'static dyn Dialect,
    setting: Setting,
    events: &[Event],
) -> Vec<(usize, Finding)> {
    let mut monitor = dialect.monitor(setting);
    let findings = |(index, event)| {
        let found = monitor.observe(event).findings.into_iter();
        found
            .map(move |finding| (index, finding))
            .collect::<Vec<_>>()
    };
    events.iter().enumerate().flat_map(findings).collect()
}

/// A declared option is there; a capability is taken for granted.
fn offers(need: &Need, facts: &Facts) -> bool {
    match need {
        Need::Capability(_) => true,
        Need::Option(name) => facts.options.iter().any(|option| option.name == *name),
    }
}

/// An event as a transcript has it, without times.
fn line_of(event: &Event) -> Option<String> {
    Some(match &event.kind {
        EventKind::Sent { line, .. } => format!("> {}", line.text()),
        EventKind::Received(line) => format!("< {}", line.text()),
        EventKind::Stderr(line) => format!("! {}", line.text()),
        EventKind::Partial(bytes) => format!("? {}", String::from_utf8_lossy(bytes)),
        EventKind::InputClosed => "$ eof".to_owned(),
        EventKind::Exit(status) => format!("$ {status:?}"),
        EventKind::Overdue(overdue) => format!("~ {}", overdue.awaited.first()?),
        EventKind::EndOfStream(_) | EventKind::WriteFailed(_) | EventKind::Step { .. } => {
            return None;
        }
    })
}

#[test]
fn a_transcript_may_leave_out_the_opening_and_nothing_else() {
    let (lessons, mistakes) = Lessons::read(
        OPENING,
        &[("X.txt", "# X\nx\ngood\n  > usinewgame\nbad\n  > isready\n")],
    );
    assert_eq!(mistakes, []);
    let begins: Vec<Begins> = lessons.all[0]
        .examples
        .iter()
        .map(|one| one.begins)
        .collect();
    assert_eq!(begins, [Begins::BehindReady, Begins::BehindHello]);
    let sent = |begins| {
        let before = lessons.before(begins).into_iter();
        before
            .filter(|line| line.starts_with('>'))
            .collect::<Vec<_>>()
    };
    assert_eq!(sent(begins[0]), ["> usi", "> isready"]);
    assert_eq!(sent(begins[1]), ["> usi"]);
}
