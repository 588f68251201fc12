//! What is right: clauses, readings, rules. No I/O, no clock; silence, deadlines and exits come as events.
//!
//! [`Dialect`] is the seam. Whatever is above this layer (scenarios, runs, reports) speaks of an engine
//! only through it, so that another protocol is one folder here and one line in [`DIALECTS`].

pub mod catalogue;
mod catalogue_file;
pub mod clause_docs;
mod clause_mapping;
pub mod client;
mod driver;
pub mod family;
pub mod judge;
mod limits;
pub mod redaction;
pub mod theme;
mod translation;
pub mod ucci;
pub mod uci;
pub mod usi;

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::Game;
use crate::transcript::Event;
use crate::verdict::{ClockUse, Finding, Severity};

pub use catalogue::{Catalogue, Clause, Document};
pub use clause_docs::ClauseDocs;
pub use clause_mapping::{ClauseMapping, ClauseMappings};
pub use client::Client;
pub use driver::{Driver, InputError, Phase, Question};
pub use limits::{Limit, Limits};
pub use redaction::LineWord;

/// Every dialect that kentei knows. A new one is one folder and one line here.
pub static DIALECTS: &[&dyn Dialect] = &[&usi::USI, &uci::UCI, &ucci::UCCI];

/// The dialect with this name.
#[must_use]
pub fn dialect(name: &str) -> Option<&'static dyn Dialect> {
    DIALECTS.iter().copied().find(|dialect| dialect.name() == name)
}

/// A protocol, as the other layers see it.
pub trait Dialect: Sync {
    /// Its short name: `usi`.
    fn name(&self) -> &'static str;
    /// Its clauses.
    fn catalogue(&self) -> &'static Catalogue;
    /// Explanations of its clauses, with examples.
    fn clause_docs(&self) -> &'static ClauseDocs;
    /// The game that its positions belong to.
    fn game(&self) -> &'static dyn Game;
    /// The check option with which positions are those of another game. Scripts that need it set it themselves.
    fn variant_option(&self) -> Option<&'static str> {
        None
    }
    /// The messages of an engine that a script can wait for.
    fn kinds(&self) -> &'static [Kind];
    /// Words that a script shared by several dialects writes as `${word}`, with what they stand for here.
    fn words(&self) -> &'static [(&'static str, &'static str)];
    /// Named limits with their defaults in milliseconds.
    fn limits(&self) -> &'static [(&'static str, u64)];
    /// The first words of the lines that a GUI may send; none where any will do.
    fn commands(&self) -> Vec<&'static str> {
        Vec::new()
    }
    /// A judge for one engine process.
    fn monitor(&self, setting: Setting) -> Box<dyn Monitor>;
    /// The client of one dialogue in a profile: of a run. Without one it is what all profiles allow: of a script when it is
    /// loaded.
    fn driver(&'static self, profile: Option<&str>) -> Box<dyn Driver>;
    /// What a client can choose in a profile, for generated sessions; `None` where there are none.
    fn client(&self, profile: &str) -> Option<Client>;
    /// What the always-on rules are there to see, in any profile.
    fn watches(&self) -> Vec<RuleCoverage>;
    /// The command that sets an option.
    fn set_option(&self, name: &str, value: Option<&str>) -> String;
    /// The name and the value of the option that a line of the GUI sets; `None` if it sets none.
    fn option_named(&self, line: &str) -> Option<(String, Option<String>)>;
    /// The command that asks whether the engine is ready; options of the run are set before the first.
    fn ready(&self) -> &'static str;
    /// The command that ends a search, which is answered all the same.
    fn stop(&self) -> &'static str;
    /// The command that ends the engine.
    fn quit(&self) -> &'static str;
    /// Names of options that say how many threads a search has (case ignored).
    fn thread_options(&self) -> &'static [&'static str];
    /// How one process plays game after game; `None` where a process is for one dialogue alone.
    fn games(&self) -> Option<&'static Games>;
    /// What a line that is sent does to the engine, as far as it matters to a game played after it.
    fn role(&self, line: &str) -> Role;
    /// Capabilities that a script can need, each with how the engine shows that it has it.
    fn capabilities(&self) -> &'static [CapabilityDoc];
    /// The latencies that a [`Monitor`] of the dialect measures, in the order of reports.
    fn latencies(&self) -> &'static [Latency];
    /// What a line of the engine is made of, whatever came before it.
    fn spoken(&self, line: &[u8]) -> MessageShape;
    /// The words of a line of the engine, each with the blanks before it, without the values that depend on the moment.
    /// `cut`: the search that it belongs to did not end by itself.
    fn redacted(
        &self,
        message: &ParsedMessage,
        words: &[LineWord<'_>],
        cut: bool,
    ) -> Vec<(String, String)>;
}

/// What a line of an engine is made of, its values left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageShape {
    /// Its kind, as in [`ParsedMessage::kind`].
    pub kind: &'static str,
    /// The words that say what its parts are, as they stand in the line: the subcommands of `info`, those among
    /// them that the dialect does not know; `ponder` after `bestmove`.
    pub words: Vec<String>,
}

/// How game after game is played in one process.
#[derive(Debug)]
pub struct Games {
    /// The usual beginning of a dialogue. What is not [`Exchange::once`] of it begins each further game.
    pub opening: &'static [Exchange],
    /// The clause by which nothing of a game may be left in the next one.
    pub carryover_clause: &'static str,
}

/// A line that is sent, and what has to be waited for after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// The line.
    pub send: &'static str,
    /// The kind of message that answers it ([`Kind::name`]); `None` where nothing does.
    pub reply: Option<&'static str>,
    /// Whether a process hears it once only, and not with each game.
    pub once: bool,
}

/// What a line of the GUI is to a game played after it in the same process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It starts a search, which has to be answered before anything else can begin.
    Search,
    /// It belongs to a game, and is of no meaning to the next one.
    Game,
    /// It may change the engine permanently, or its effect is unknown.
    Other,
}

/// A latency: how long an engine takes from a command to what it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Latency {
    /// Its name, for programs: `stop`. Never changes its meaning.
    pub name: &'static str,
    /// The command from which it counts.
    pub from: &'static str,
    /// What ends it: a message, or `exit`.
    pub to: &'static str,
}

/// A violation that an always-on rule is there to see.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleCoverage {
    /// The clause that it breaks.
    pub clause: &'static str,
    /// Name of the rule.
    pub rule: &'static str,
    /// The violation, as in [`Finding::violation`].
    pub violation: String,
    /// What the violation is, in Markdown.
    pub meaning: &'static str,
}

/// A kind of message.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name in scripts: `bestmove`.
    pub name: &'static str,
    /// The fields that `where` and `capture` may name, each with its meaning.
    pub fields: &'static [(&'static str, &'static str)],
    /// Whether any line of output begins its deadline anew, as keep-alive lines do for `readyok`.
    pub prolonged: bool,
    /// Whether it closes a search: a script that waits for one of these sees another one as the answer.
    pub closes: bool,
}

/// A capability and how it shows.
#[derive(Debug, Clone, Copy)]
pub struct CapabilityDoc {
    /// Its name in `needs`.
    pub name: &'static str,
    /// How the engine shows it.
    pub shown_by: &'static str,
    /// Whether an engine has it until it shows that it lacks it.
    pub assumed: bool,
}

/// How a monitor is to judge.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Name of the profile.
    pub profile: &'static str,
    /// Scaled limits by name.
    pub limits: Limits,
}

/// A judge of one engine process: sees every event in order, remembers, and reports.
///
/// The rules for what is wrong are stateless functions of (memory before, event); the memory is here.
pub trait Monitor: Send {
    /// Takes one event in and says what it was and what is wrong with it.
    fn observe(&mut self, event: &Event) -> Observation;
    /// Takes one event in and says what is wrong with it, nothing else; for those who need no
    /// [`ParsedMessage`], which costs more than the judgement of many a line.
    fn judge(&mut self, event: &Event) -> Vec<Finding>;
    /// Marks what is sent next as a probe: whatever it does to the engine is reported at this clause
    /// alone, at most this badly. `None` ends the probe.
    fn probe(&mut self, probe: Option<Probe>);
    /// When the reply to the search that is open is due at the latest (since spawn, slack included),
    /// if its clock bounds it.
    fn due(&self) -> Option<Duration>;
    /// What the engine has shown of itself so far.
    fn engine_profile(&self) -> &EngineProfile;
    /// How many searches wait for a reply that they must get.
    fn open_searches(&self) -> usize;
    /// Whether the search whose reply is owed next was stopped, so that nothing but the engine delays it.
    fn is_asked_to_end(&self) -> bool;
}

/// A deliberate step into what the documents leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    /// The clause at which the outcome is reported.
    pub clause: &'static str,
    /// The worst severity it can have.
    pub at_most: Severity,
}

/// What a monitor says of one event.
#[derive(Debug, Clone, Default)]
pub struct Observation {
    /// What a line of the engine is, in words that scripts can ask for.
    pub reading: Option<ParsedMessage>,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// A sound sample of a latency, if the event ends one: its name ([`Latency::name`]) and the time from
    /// the stamp of the command to that of the event.
    pub latency: Option<(&'static str, Duration)>,
    /// How the search that the event closes used its clock, if it had one and ended by itself.
    pub clock: Option<ClockUse>,
}

/// An engine line in terms of its dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedMessage {
    /// The kind: a [`Kind::name`], or `blank` or `other`.
    pub kind: &'static str,
    /// What it is for.
    pub class: MessageClass,
    /// Its fields, those among them that follow from the game too (`move.legal`).
    pub fields: Vec<(&'static str, Value)>,
    /// Whether it closed a search.
    pub closes_search: bool,
    /// The fields whose text is not what its grammar asks for. What they would have said is unknown, so
    /// no demand on them can be judged: the slip itself is the fault.
    pub unreadable: &'static [&'static str],
}

/// What a message of an engine is for, in any protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageClass {
    /// The engine says what it is or has: its name, an option.
    Declaration,
    /// The answer to a question whether the engine is ready.
    Ready,
    /// It says how a search goes.
    Info,
    /// It ends a search.
    SearchEnd,
    /// Another message of the protocol.
    Other,
    /// A line without text.
    Blank,
    /// No message of the protocol.
    Unknown,
}

impl ParsedMessage {
    /// Whether it says nothing that a client acts on: no text, unknown text, or information that is free text alone.
    #[must_use]
    pub fn is_free_text(&self) -> bool {
        match self.class {
            MessageClass::Blank | MessageClass::Unknown => true,
            MessageClass::Info => self.fields.iter().all(|(name, _)| *name == "string"),
            MessageClass::Declaration
            | MessageClass::Ready
            | MessageClass::SearchEnd
            | MessageClass::Other => false,
        }
    }

    /// Whether it shows what a search has found: a score or a line of moves.
    #[must_use]
    pub fn shows_search(&self) -> bool {
        ["cp", "mate", "pv"].iter().any(|field| self.field(field).is_some())
    }

    /// The field with this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Whether a field, or what it follows from (`move` for `move.legal`), could not be read.
    #[must_use]
    pub fn is_unreadable(&self, field: &str) -> bool {
        let root = field.split_once('.').map_or(field, |(root, _)| root);
        self.unreadable.contains(&root)
    }
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A word or free text.
    Text(String),
    /// A number.
    Int(i64),
    /// Yes or no.
    Flag(bool),
    /// Several words, such as a pv.
    Words(Vec<String>),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Int(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Words(words) => f.write_str(&words.join(" ")),
        }
    }
}

/// What an engine has shown of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EngineProfile {
    /// Its name, if it gave one.
    pub name: Option<String>,
    /// Its author, if it gave one.
    pub author: Option<String>,
    /// The options that it declared, in their order.
    pub options: Vec<DeclaredOption>,
    /// Capabilities that it has shown ([`CapabilityDoc::name`]).
    pub has: Vec<&'static str>,
    /// Capabilities that it has shown not to have.
    pub lacks: Vec<&'static str>,
    /// How many options and choices are not among `options`, because there is no room for them.
    pub cut: u64,
}

/// An option as declared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeclaredOption {
    /// Its name as written.
    pub name: String,
    /// `check`, `spin`, `combo`, `button`, `string`, `filename`, or what the engine wrote.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its default; empty where the word stands with nothing after it.
    pub default: Option<String>,
    /// Least value, if it is a number.
    pub min: Option<i64>,
    /// Largest value, if it is a number.
    pub max: Option<i64>,
    /// Choices.
    pub choices: Vec<String>,
}
