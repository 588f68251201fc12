//! The runs of the harness that are made, one after the other.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kentei::protocol;
use kentei::reference::{self, Defect, Kind};
use kentei::scenario;
use serde_json::Value;

/// The profile in which everything is examined.
const PROFILE: &str = "core";
/// How often a real engine is examined under load.
const REAL_TIMES: u64 = 3;
/// Real engines, as Debian packages them.
const REAL: [(&str, &str); 3] = [
    ("usi", "/usr/games/fairy-stockfish"),
    ("uci", "/usr/games/stockfish"),
    ("uci", "/usr/games/ethereal-chess"),
];

/// The amount of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Amount {
    /// Enough to see that it works.
    Short,
    /// Everything, and the sound engine this number of times.
    Times(u64),
}

/// One run of the harness.
pub(crate) struct Unit {
    pub(crate) dialect: &'static str,
    pub(crate) subject: Subject,
    /// The number of this repetition, from 1, which is also the seed.
    pub(crate) time: u64,
    /// Whether nothing else may run at the same time.
    pub(crate) quiet: bool,
}

/// The engine that is examined.
#[derive(Clone, Copy)]
pub(crate) enum Subject {
    /// The built-in engine without a defect.
    Sound,
    /// The built-in engine with odd behaviour that is not a fault.
    Control(&'static Defect),
    /// The built-in engine with a timing defect, played with the scenarios about its clauses.
    Timing(&'static Defect),
    /// A real engine, by the path of its program.
    Real(&'static str),
}

/// All runs of this amount of work, in order.
pub(crate) fn all(amount: Amount) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut add = |dialect, subject, time, quiet| {
        units.push(Unit { dialect, subject, time, quiet });
    };
    let times = match amount {
        Amount::Short => 1,
        Amount::Times(times) => times,
    };
    for dialect in protocol::DIALECTS.iter().map(|dialect| dialect.name()) {
        let rows = reference::defects(dialect);
        let is_control = |row: &&Defect| row.kind == Kind::Control && word(row) != "fail";
        let controls = rows.iter().filter(is_control);
        let is_late = |row: &&Defect| {
            let counts = matches!(word(row), "fail" | "warn");
            row.kind == Kind::Defect && row.category == "clock" && counts
        };
        for time in 1..=times {
            add(dialect, Subject::Sound, time, false);
        }
        match amount {
            Amount::Short if dialect == "usi" => {
                controls.take(1).for_each(|row| add(dialect, Subject::Control(row), 1, false));
            }
            Amount::Short => {}
            Amount::Times(_) => {
                controls.for_each(|row| add(dialect, Subject::Control(row), 1, false));
                let late = rows.iter().filter(is_late);
                late.for_each(|row| add(dialect, Subject::Timing(row), 1, false));
            }
        }
    }
    if amount != Amount::Short {
        for (dialect, program) in REAL {
            add(dialect, Subject::Real(program), 0, true);
            for time in 1..=REAL_TIMES {
                add(dialect, Subject::Real(program), time, false);
            }
        }
    }
    units
}

/// The expected severity in the profile in which everything is examined.
fn word(row: &Defect) -> &'static str {
    let mut words = row.expected.iter();
    let found = words.find(|(profile, _)| *profile == PROFILE);
    found.map_or("skip", |(_, word)| word)
}

impl Unit {
    /// The name of the run in the record.
    pub(crate) fn id(&self) -> String {
        let Self { dialect, time, .. } = self;
        match self.subject {
            Subject::Sound => format!("{dialect} sound engine {time}"),
            Subject::Control(row) => format!("{dialect} control {}", row.id),
            Subject::Timing(row) => format!("{dialect} defect {}", row.id),
            Subject::Real(program) if self.quiet => format!("{dialect} {} quiet", name(program)),
            Subject::Real(program) => format!("{dialect} {} {time}", name(program)),
        }
    }

    /// The name of the run of the same engine on the quiet machine.
    pub(crate) fn quiet_id(&self) -> Option<String> {
        match self.subject {
            Subject::Real(program) => Some(format!("{} {} quiet", self.dialect, name(program))),
            Subject::Sound | Subject::Control(_) | Subject::Timing(_) => None,
        }
    }

    pub(crate) fn is_installed(&self) -> bool {
        match self.subject {
            Subject::Real(program) => Path::new(program).is_file(),
            Subject::Sound | Subject::Control(_) | Subject::Timing(_) => true,
        }
    }

    /// Runs `kentei run` and returns its report; `None` if the run was interrupted.
    pub(crate) fn play(&self) -> Option<Value> {
        let folder = tempfile::tempdir().expect("a folder");
        let file: PathBuf = folder.path().join("report.json");
        let mut command = Command::new(env!("CARGO_BIN_EXE_kentei"));
        command
            .args(["run", "--dialect", self.dialect, "--profile", PROFILE])
            .args(["--seed", &self.time.to_string(), "--lang", "en", "--report"])
            .arg(format!("json={}", file.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        match self.subject {
            Subject::Sound => {}
            Subject::Control(row) => {
                command.args(["--defect", row.id]);
            }
            Subject::Timing(row) => {
                command.args(["--defect", row.id]);
                for id in about(self.dialect, row) {
                    command.args(["--filter", &id]);
                }
            }
            Subject::Real(program) => {
                command.args(["--", program]);
            }
        }
        // The exit code adds nothing to the report.
        command.status().expect("kentei starts");
        let text = std::fs::read(&file).expect("the run wrote its report");
        let report: Value = serde_json::from_slice(&text).expect("a report");
        (report["interrupted"] != true).then_some(report)
    }
}

/// The scenarios that name a clause of a defect, without races.
fn about(dialect: &str, row: &Defect) -> Vec<String> {
    let dialect = protocol::dialect(dialect).expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    let all = library.scenarios.into_iter();
    let named = all.filter(|it| {
        let mut clauses = it.clauses.iter();
        clauses.any(|clause| row.clauses.contains(&clause.0)) && !it.id.contains("/race/")
    });
    named.map(|it| it.id).collect()
}

fn name(program: &'static str) -> &'static str {
    program.rsplit('/').next().unwrap_or(program)
}
