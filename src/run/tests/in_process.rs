//! Engines that are functions of this program, and plans for them, for tests of whole runs.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::games::plan_for;
use crate::engine::{EngineStreams, InProcess};
use crate::protocol;
use crate::run::plan::{Plan, Share};
use crate::scenario::{self, Scenario};

/// What a process of an engine has read so far.
#[derive(Debug, Default)]
pub(in crate::run) struct Heard {
    /// The number of the process, from 0. A process that reads nothing has no number.
    pub(in crate::run) process: usize,
    lines: Vec<String>,
}

impl Heard {
    /// The line to answer.
    pub(in crate::run) fn line(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }

    /// Whether this line was read.
    pub(in crate::run) fn has(&self, line: &str) -> bool {
        self.count(line) > 0
    }

    /// How often this line was read.
    fn count(&self, line: &str) -> usize {
        self.lines.iter().filter(|heard| *heard == line).count()
    }
}

/// An engine that writes for each line what `answer` returns; a line that begins with `! ` goes to standard error, and
/// `$ 3` is an exit with the code 3. Without an answer the engine does the handshake, is ready, and exits at `quit`.
pub(in crate::run) fn engine(
    answer: impl Fn(&Heard) -> Option<&'static str> + Send + Sync + 'static,
) -> InProcess {
    let processes = AtomicUsize::new(0);
    InProcess::new("paper", move |streams| {
        let EngineStreams { input, mut output, mut errors } = streams;
        let mut heard = Heard::default();
        for line in BufReader::new(input).lines().map_while(Result::ok) {
            if heard.lines.is_empty() {
                heard.process = processes.fetch_add(1, Ordering::SeqCst);
            }
            heard.lines.push(line);
            let said = answer(&heard).unwrap_or_else(|| by_the_book(heard.line()));
            let (mut lines, mut ended) = (String::new(), None);
            for line in said.lines() {
                if let Some(words) = line.strip_prefix("! ") {
                    // The write fails if the stream is no longer read.
                    let _ = writeln!(errors, "{words}");
                } else if let Some(code) = line.strip_prefix("$ ") {
                    ended = code.parse().ok();
                } else {
                    lines.push_str(line);
                    lines.push('\n');
                }
            }
            if output.write_all(lines.as_bytes()).is_err() {
                return 1;
            }
            if let Some(code) = ended {
                return code;
            }
        }
        0
    })
}

fn by_the_book(line: &str) -> &'static str {
    match line {
        "usi" => "id name x\nid author x\nusiok",
        "isready" => "readyok",
        "quit" => "$ 0",
        _ => "",
    }
}

/// An engine that answers to `go` what `answer` returns for the number of games that were begun in its process.
pub(in crate::run) fn player(
    answer: impl Fn(usize) -> &'static str + Send + Sync + 'static,
) -> InProcess {
    engine(move |heard| heard.line().starts_with("go").then(|| answer(heard.count("usinewgame"))))
}

/// An engine that sends a move without a search before `readyok`, if this holds for what it has read.
pub(in crate::run) fn faulty(is: impl Fn(&Heard) -> bool + Send + Sync + 'static) -> InProcess {
    engine(move |heard| {
        (heard.line() == "isready" && is(heard)).then_some("bestmove resign\nreadyok")
    })
}

/// A plan that plays these scenarios one after the other, each in its own process.
pub(in crate::run) fn plan(engine: InProcess, scenarios: Vec<Scenario>) -> Plan {
    Plan { share: Share::Never, ..plan_for(engine, scenarios) }
}

/// The steps that do the handshake.
pub(in crate::run) const HELLO: [&str; 2] = ["send: usi", "expect: usiok"];
/// The steps that ask whether the engine is ready.
pub(in crate::run) const ASK: [&str; 2] = ["send: isready", "expect: readyok"];

/// A scenario that comes after these others, with these steps.
pub(in crate::run) fn scenario(id: &str, after: &str, steps: &[&[&str]]) -> Scenario {
    let steps: String = steps.concat().iter().map(|step| format!("  - {step}\n")).collect();
    let yaml = format!("title: T\nclauses: [USI-BOOT-01]\nafter: [{after}]\nsteps:\n{steps}");
    let dialect = protocol::dialect("usi").expect("a dialect");
    let (mut scenarios, mistakes) = scenario::of_texts(dialect, [(id.to_owned(), yaml)]);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
    scenarios.pop().expect("a scenario")
}
