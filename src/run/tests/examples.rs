//! Plays every example of the catalogues: a good one must have no findings, and a bad one those that its marks name.

use std::collections::BTreeSet;
use std::path::Path;

use super::paper;
use super::player::Player;
use crate::protocol::clause_docs::{Begins, ClauseDoc, ClauseDocs, Example, ExampleLine, Mark};
use crate::protocol::{DIALECTS, Dialect, EngineProfile, Setting, judge};
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::run::script::state::End;
use crate::scenario::{self, Need, Scenario};
use crate::transcript::{Event, EventKind};
use crate::transcript_text;
use crate::verdict::{Finding, Severity};

/// Dialects in which every clause must have documentation.
const COMPLETE: &[&str] = &["usi", "uci", "ucci"];

/// An expected finding: the index of the line, the clause, and the severity.
type Expected = (usize, String, Severity);

pub(super) struct World {
    dialect: &'static dyn Dialect,
    clause_docs: ClauseDocs,
    scenarios: Vec<Scenario>,
}

/// Reads the documentation of clauses from the source tree, so that mistakes in it are found without another build.
pub(super) fn world(dialect: &'static dyn Dialect) -> World {
    let folder = format!("src/protocol/{}/examples", dialect.name());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        files.push((name, std::fs::read_to_string(path).unwrap()));
    }
    files.sort();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (clause_docs, mistakes) = ClauseDocs::read(dialect.clause_docs().opening, &files);
    let mistakes: Vec<String> =
        mistakes.iter().map(|mistake| format!("{}: {}", mistake.place, mistake.message)).collect();
    assert!(mistakes.is_empty(), "\n{}\n", mistakes.join("\n"));
    World { dialect, clause_docs, scenarios: scenario::load(dialect, &[]).0.scenarios }
}

#[test]
fn every_example_is_judged_as_it_says() {
    let mut wrong = Vec::new();
    for dialect in DIALECTS {
        let world = world(*dialect);
        for clause_doc in &world.clause_docs.all {
            for example in &clause_doc.examples {
                if let Err(why) = world.check(clause_doc, example) {
                    let kind = if example.good { "good" } else { "bad" };
                    let clause = &clause_doc.clause;
                    wrong.push(format!("{} {clause} {kind}: {why}", clause_doc.place));
                }
            }
        }
    }
    let count = wrong.len();
    assert!(wrong.is_empty(), "\n{}\n{count} wrong", wrong.join("\n"));
}

#[test]
fn every_clause_has_its_lesson_and_no_other() {
    let wrong: Vec<String> =
        DIALECTS.iter().flat_map(|dialect| world(*dialect).lacking()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

impl World {
    /// The parts of the documentation that are missing or given twice.
    fn lacking(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut seen = BTreeSet::new();
        for clause_doc in &self.clause_docs.all {
            let clause = clause_doc.clause.as_str();
            let mut say = |what: &str| wrong.push(format!("{}: {clause} {what}", clause_doc.place));
            if !seen.insert(clause) {
                say("stands twice");
            }
            if !clause_doc.place.starts_with(&format!("{}.txt:", section(clause))) {
                say("stands in the file of another section");
            }
            if self.dialect.catalogue().clause(clause).is_none() {
                say("is no clause");
            }
            if clause_doc.text.is_empty() {
                say("has no text");
            }
            if !clause_doc.examples.iter().any(|example| example.good) {
                say("has no good transcript");
            }
            // The marks are checked by the test of all examples.
            let bad = clause_doc.examples.iter().any(|example| !example.good);
            if self.must_break(clause) && !bad {
                say("has no bad transcript");
            }
        }
        let clauses = self.dialect.catalogue().clauses.iter();
        for clause in clauses.map(|clause| clause.id.0) {
            if COMPLETE.contains(&self.dialect.name()) && !seen.contains(clause) {
                wrong.push(format!("{clause} has no documentation"));
            }
        }
        wrong
    }
}

fn section(clause: &str) -> &str {
    clause.split('-').nth(1).unwrap_or_default()
}

#[test]
fn the_bundled_lessons_are_those_on_the_disk() {
    for dialect in DIALECTS {
        let world = world(*dialect);
        let rows = |clause_docs: &ClauseDocs| {
            let rows = clause_docs.all.iter();
            rows.map(|clause_doc| format!("{clause_doc:?}")).collect::<BTreeSet<_>>()
        };
        let (bundled, written) = (rows(world.dialect.clause_docs()), rows(&world.clause_docs));
        let differing: Vec<_> = bundled.symmetric_difference(&written).collect();
        assert!(differing.is_empty(), "{} of {} differ", differing.len(), dialect.name());
    }
}

impl World {
    /// All findings of the bad transcripts, with the scenario that was played.
    pub(super) fn findings(&self) -> Vec<(Option<&Scenario>, Finding)> {
        let mut reported = Vec::new();
        let examples = self.clause_docs.all.iter().flat_map(|clause_doc| &clause_doc.examples);
        for example in examples.filter(|example| !example.good) {
            let shown = ExampleTranscript::read(&self.clause_docs, example);
            let found = shown.and_then(|shown| self.found(example, &shown, &expected(example)));
            let id = example.scenario.as_ref();
            let scenario = id.and_then(|id| self.scenarios.iter().find(|one| one.id == *id));
            // A transcript that cannot be played is reported by the test of all examples.
            let found = found.unwrap_or_default().into_iter();
            reported.extend(found.map(|(_, finding)| (scenario, finding)));
        }
        reported
    }

    fn watches(&self, clause: &str) -> bool {
        let watches = self.dialect.watches();
        watches.iter().any(|watch| watch.clause == clause)
    }

    /// Whether a rule or a scenario detects violations of the clause, so that a transcript must show one.
    fn must_break(&self, clause: &str) -> bool {
        let named = |scenario: &Scenario| scenario.clauses.iter().any(|id| id.0 == clause);
        let watched = self.watches(clause) || self.scenarios.iter().any(named);
        let known = self.dialect.catalogue().clause(clause);
        watched && known.is_some_and(|known| known.testable == "yes")
    }

    fn check(&self, clause_doc: &ClauseDoc, example: &Example) -> Result<(), String> {
        self.marks_are_sound(clause_doc, example)?;
        let shown = ExampleTranscript::read(&self.clause_docs, example)?;
        let wanted = expected(example);
        let found = self.found(example, &shown, &wanted)?.into_iter();
        let found = found.map(|(event, finding)| {
            let clause = finding.clause.0.to_owned();
            (shown.line_number(event), clause, finding.severity)
        });
        let mut wanted: Vec<_> = wanted
            .into_iter()
            .map(|(number, clause, severity)| (Some(number), clause, severity))
            .collect();
        wanted.sort();
        // Findings of severity info need no mark, unless they are about the clause itself.
        let reported = |row: &(Option<usize>, String, Severity)| {
            row.2 > Severity::Info || row.1 == clause_doc.clause || wanted.contains(row)
        };
        let mut found: Vec<_> = found.filter(reported).collect();
        found.sort();
        let words = |rows: &[(Option<usize>, String, Severity)]| {
            let row = |(number, clause, severity): &(Option<usize>, String, Severity)| {
                let line = number.map_or("a line that is not shown", |number| shown.lines[number]);
                format!("\n    {line}  # {clause} {}", severity.word())
            };
            rows.iter().map(row).collect::<String>()
        };
        if found == wanted {
            return Ok(());
        }
        Err(format!("found{}\n  said{}", words(&found), words(&wanted)))
    }

    fn marks_are_sound(&self, clause_doc: &ClauseDoc, example: &Example) -> Result<(), String> {
        let wanted = expected(example);
        let unseen = |line: &ExampleLine| line.marks.contains(&Mark::Unseen);
        let unseen = example.lines.iter().any(unseen);
        let must_break = self.must_break(&clause_doc.clause);
        let own = wanted.iter().any(|(_, at, _)| *at == clause_doc.clause);
        match (example.good, own) {
            (true, _) if unseen || !wanted.is_empty() => Err("a mark in a good transcript"),
            (false, _) if unseen && must_break => {
                Err("unseen, though a rule or a scenario watches the clause")
            }
            // For a clause that cannot be tested completely, a violation of another clause is enough.
            (false, false) if must_break || !unseen && wanted.is_empty() => {
                Err("no mark for the clause itself")
            }
            (_, _) => Ok(()),
        }
        .map_err(str::to_owned)
    }

    /// The findings about the transcript, each with the index of its event.
    fn found(
        &self,
        example: &Example,
        shown: &ExampleTranscript<'_>,
        wanted: &[Expected],
    ) -> Result<Vec<(usize, Finding)>, String> {
        let profiles = &self.dialect.catalogue().profiles;
        let name = example.profile.as_deref().unwrap_or(profiles[0].0);
        let profile = profiles.iter().find(|(known, _)| *known == name);
        let (profile, _) = profile.ok_or("no such profile")?;
        let setting = Setting { profile, limits: judge::default_limits(self.dialect) };
        let Some(id) = &example.scenario else {
            return Ok(judged(self.dialect, setting, &shown.events));
        };
        let scenario = self.scenarios.iter().find(|scenario| scenario.id == *id);
        let scenario = scenario.ok_or_else(|| format!("no scenario {id}"))?;
        let trial = self.played(scenario, &setting, shown)?;
        if example.good && trial.end == Err(End::Unmet) {
            return Err(format!("{id} does not run to its end"));
        }
        let place = |finding: &Finding| (shown.place(&trial, finding, wanted), finding.clone());
        Ok(trial.findings.iter().map(place).collect())
    }

    /// Plays the scenario against an engine that sends the lines of the transcript.
    fn played(
        &self,
        scenario: &Scenario,
        setting: &Setting,
        shown: &ExampleTranscript<'_>,
    ) -> Result<Trial, String> {
        let mut player = Player::new(self.dialect, &shown.events);
        let bench = Bench {
            dialect: self.dialect,
            profile: setting.profile,
            offers: &offers,
            ..paper::bench(&setting.limits, 0)
        };
        let trial = trial::play_on(&bench, scenario, &mut player);
        let id = &scenario.id;
        if let Some(line) = player.waits_for() {
            let heard = trial.transcript.events.iter().filter_map(line_of);
            let heard: String = heard.map(|row| format!("\n    {row}")).collect();
            return Err(format!("{id} does not send {line:?}{heard}"));
        }
        if let Err(End::Skip(why)) = &trial.end {
            return Err(format!("{id} is skipped: {why}"));
        }
        Ok(trial)
    }
}

/// A transcript, with the events that come before it.
struct ExampleTranscript<'a> {
    lines: Vec<&'a str>,
    events: Vec<Event>,
    /// The number of events that come before it.
    before: usize,
    /// For each event of the transcript, the index of its line. A line that only gives a time is no event.
    numbers: Vec<usize>,
}

impl<'a> ExampleTranscript<'a> {
    fn read(clause_docs: &ClauseDocs, example: &'a Example) -> Result<Self, String> {
        let lines = example.lines.iter().map(|line| line.text.as_str());
        let lines: Vec<&str> = lines.collect();
        let before = clause_docs.before(example.begins);
        let text = [before.join("\n"), lines.join("\n")].join("\n");
        // The number of events that a line adds.
        let events = |line: &str| match line.split_at_checked(1) {
            Some(("@", _)) => 0,
            Some(("*", times)) => transcript_text::times(times).unwrap_or(1) - 1,
            _ => 1,
        };
        let numbers = lines.iter().enumerate();
        let numbers = numbers.flat_map(|(number, line)| vec![number; events(line)]).collect();
        Ok(Self {
            events: transcript_text::parse(&text).map_err(|(_, message)| message)?,
            before: before.len(),
            numbers,
            lines,
        })
    }

    /// The index of the line of an event, if the event is part of the transcript.
    fn line_number(&self, event: usize) -> Option<usize> {
        let place = event.checked_sub(self.before)?;
        self.numbers.get(place).copied()
    }

    /// The index of the event that a finding of a trial is about. Of several equal events, it is the marked one.
    fn place(&self, trial: &Trial, finding: &Finding, wanted: &[Expected]) -> usize {
        let about = finding.events.last();
        let about = about.and_then(|id| line_of(trial.transcript.get(*id)?));
        let same = |event: &usize| about.is_some() && line_of(&self.events[*event]) == about;
        let places: Vec<usize> = (0..self.events.len()).filter(same).collect();
        let clause = finding.clause.0;
        let marked = |place: &&usize| {
            let number = self.line_number(**place);
            wanted.iter().any(|(at, id, _)| Some(*at) == number && id == clause)
        };
        let found = places.iter().find(marked).or(places.first());
        found.copied().unwrap_or(usize::MAX)
    }
}

/// The findings that the marks of a transcript name.
fn expected(example: &Example) -> Vec<Expected> {
    let mut expected = Vec::new();
    for (number, line) in example.lines.iter().enumerate() {
        for mark in &line.marks {
            if let Mark::Breaks(clause, severity) = mark {
                expected.push((number, clause.clone(), *severity));
            }
        }
    }
    expected
}

fn judged(
    dialect: &'static dyn Dialect,
    setting: Setting,
    events: &[Event],
) -> Vec<(usize, Finding)> {
    let mut monitor = dialect.monitor(setting);
    let findings = |(index, event)| {
        let found = monitor.observe(event).findings.into_iter();
        found.map(move |finding| (index, finding)).collect::<Vec<_>>()
    };
    events.iter().enumerate().flat_map(findings).collect()
}

/// An option is offered if it is declared; a capability always is.
fn offers(need: &Need, engine_profile: &EngineProfile) -> bool {
    match need {
        Need::Capability(_) => true,
        Need::Option(name) => engine_profile.options.iter().any(|option| option.name == *name),
    }
}

/// An event as a line of a transcript, without times.
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
    let opening = DIALECTS[0].clause_docs().opening;
    let (clause_docs, mistakes) =
        ClauseDocs::read(opening, &[("X.txt", "# X\nx\ngood\n  > usinewgame\nbad\n  > isready\n")]);
    assert_eq!(mistakes, []);
    let begins: Vec<Begins> = clause_docs.all[0].examples.iter().map(|one| one.begins).collect();
    assert_eq!(begins, [Begins::AfterReady, Begins::AfterHello]);
    let sent = |begins| {
        let before = clause_docs.before(begins).into_iter();
        before.filter(|line| line.starts_with('>')).collect::<Vec<_>>()
    };
    assert_eq!(sent(begins[0]), ["> usi", "> isready"]);
    assert_eq!(sent(begins[1]), ["> usi"]);
}
