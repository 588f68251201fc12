//! What is right in each protocol: clauses, parsers, rules. Nothing here does I/O or reads a clock; silence,
//! deadlines and exits arrive as events.
//!
//! [`Dialect`] is the interface to the layers above (scenarios, runs, reports). They use a protocol only through
//! it, so a new protocol needs one folder here and one line in [`DIALECTS`].

pub mod catalogue;
mod catalogue_file;
pub mod clause_docs;
mod clause_mapping;
pub mod client;
mod driver;
pub mod family;
mod grey_area;
pub mod judge;
mod limit_meaning;
mod limits;
mod message;
mod option_value;
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
pub use driver::{Driver, InputError, Phase, Question, Wait};
pub use grey_area::grey_area;
pub use limit_meaning::limit_meaning;
pub use limits::{Limit, Limits};
pub use message::{Kind, MessageClass, MessageShape, ParsedMessage, Value};
pub use option_value::SettingMistake;
pub use redaction::LineWord;

/// Every dialect that kentei knows.
pub static DIALECTS: &[&dyn Dialect] = &[&usi::USI, &uci::UCI, &ucci::UCCI];

/// The dialect with this name.
#[must_use]
pub fn dialect(name: &str) -> Option<&'static dyn Dialect> {
    DIALECTS.iter().copied().find(|dialect| dialect.name() == name)
}

/// A protocol, as the other layers see it.
pub trait Dialect: Sync {
    /// Its short name, such as `usi`.
    fn name(&self) -> &'static str;
    /// All clauses of the protocol.
    fn catalogue(&self) -> &'static Catalogue;
    /// The explanations of the clauses, with examples.
    fn clause_docs(&self) -> &'static ClauseDocs;
    /// The game whose positions it uses.
    fn game(&self) -> &'static dyn Game;
    /// The check option that switches the positions to those of another game. Scripts that need that game set the
    /// option themselves.
    fn variant_option(&self) -> Option<&'static str>;
    /// The messages of an engine that a script can wait for.
    fn kinds(&self) -> &'static [Kind];
    /// Words that a script for several dialects writes as `${word}`, each with its text in this dialect.
    fn words(&self) -> &'static [(&'static str, &'static str)];
    /// Named limits with their defaults in milliseconds.
    fn limits(&self) -> &'static [(&'static str, u64)];
    /// The first words of the lines that a GUI may send; empty if a script may send any line.
    fn commands(&self) -> Vec<&'static str>;
    /// A monitor for one engine process.
    fn monitor(&self, setting: Setting) -> Box<dyn Monitor>;
    /// The client side of one dialogue. A run names its profile. Scripts are checked without a profile when they are
    /// loaded; [`Driver::completed`] then adds no lines.
    fn driver(&'static self, profile: Option<&str>) -> Box<dyn Driver>;
    /// What a client may choose in a profile, for generated sessions; `None` if the dialect has no generated sessions.
    fn client(&self, profile: &str) -> Option<Client>;
    /// The violations that the always-on rules can report, in any profile.
    fn watches(&self) -> Vec<RuleCoverage>;
    /// The command that sets an option.
    fn set_option(&self, name: &str, value: Option<&str>) -> String;
    /// The name and the value of the option that a line of the GUI sets; `None` if the line sets no option.
    fn option_named(&self, line: &str) -> Option<(String, Option<String>)>;
    /// The command that asks whether the engine is ready. The options of a run are set before the first one.
    fn ready(&self) -> &'static str;
    /// The command that ends a search. The engine still answers the search.
    fn stop(&self) -> &'static str;
    /// The command that ends the engine.
    fn quit(&self) -> &'static str;
    /// Names of the options that set the number of search threads, in any letter case.
    fn thread_options(&self) -> &'static [&'static str];
    /// How one process plays several games in turn; `None` if each dialogue needs its own process.
    fn games(&self) -> Option<&'static Games>;
    /// How a line of the GUI affects a later game in the same process.
    fn role(&self, line: &str) -> Role;
    /// Capabilities that a script can require, each with how the engine shows that it has it.
    fn capabilities(&self) -> &'static [CapabilityDoc];
    /// The latencies that a [`Monitor`] of the dialect measures, in the order of reports.
    fn latencies(&self) -> &'static [Latency];
    /// The shape of a line of the engine, independent of the lines before it.
    fn spoken(&self, line: &[u8]) -> MessageShape;
    /// The words of a line of the engine, each with the blanks before it. Values that vary from run to run are
    /// replaced. `cut`: the search that the line belongs to did not end by itself.
    fn redacted(
        &self,
        message: &ParsedMessage,
        words: &[LineWord<'_>],
        cut: bool,
    ) -> Vec<(String, String)>;
}

/// How one process plays several games in turn.
#[derive(Debug)]
pub struct Games {
    /// The usual beginning of a dialogue. Each further game begins with those of its lines that are not
    /// [`Exchange::once`].
    pub opening: &'static [Exchange],
    /// The options that are set between these lines, if the engine has them.
    pub settings: &'static [&'static str],
    /// The clause that forbids an engine to carry state over from one game to the next.
    pub carryover_clause: &'static str,
}

/// A line that is sent, and the message to wait for after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// The line.
    pub send: &'static str,
    /// The kind of message that answers it ([`Kind::name`]); `None` if nothing answers it.
    pub reply: Option<&'static str>,
    /// Whether it is sent once per process and not for each game.
    pub once: bool,
}

/// How a line of the GUI affects a later game in the same process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It starts a search, which must be answered before anything else can begin.
    Search,
    /// It sets up a position, which has no effect on the next game.
    Position,
    /// It belongs to one game and has no effect on the next one.
    Game,
    /// It may change the engine permanently, or its effect is unknown.
    Other,
}

/// A latency: the time from a command to the engine's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Latency {
    /// Its name in reports, such as `stop`. The name never changes its meaning.
    pub name: &'static str,
    /// The command at which the time begins.
    pub from: &'static str,
    /// What ends it: a kind of message, or `exit`.
    pub to: &'static str,
}

/// A violation that an always-on rule can report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleCoverage {
    /// The clause that the violation breaks.
    pub clause: &'static str,
    /// Name of the rule.
    pub rule: &'static str,
    /// The violation, as in [`Finding::violation`].
    pub violation: String,
    /// What the violation is, in Markdown.
    pub meaning: &'static str,
}

/// A capability, and how an engine shows it.
#[derive(Debug, Clone, Copy)]
pub struct CapabilityDoc {
    /// Its name in `needs`.
    pub name: &'static str,
    /// How the engine shows it.
    pub shown_by: &'static str,
    /// Whether an engine has it until it shows that it lacks it.
    pub assumed: bool,
    /// The check that a client sets to true before it uses the capability, if there is one.
    pub option: Option<&'static str>,
}

/// The settings of a monitor.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Name of the profile.
    pub profile: &'static str,
    /// The limits by name, already scaled.
    pub limits: Limits,
}

/// Judges one engine process: takes every event in order and reports what is wrong.
///
/// The rules are stateless functions of the state before an event and the event; the monitor keeps the state.
pub trait Monitor: Send {
    /// Takes one event and returns what it means and what is wrong with it.
    fn observe(&mut self, event: &Event) -> Observation;
    /// Takes one event and returns only what is wrong with it. This is faster than [`Monitor::observe`]: to build a
    /// [`ParsedMessage`] often takes longer than to judge the line.
    fn judge(&mut self, event: &Event) -> Vec<Finding>;
    /// Begins a probe: from now on, violations are reported only at its clause and at most with its severity,
    /// except errors in the syntax of lines. `None` ends the probe.
    fn probe(&mut self, probe: Option<Probe>);
    /// The latest time at which the reply to the open search is due (since spawn, slack included), if a clock or a
    /// stop bounds the search.
    fn due(&self) -> Option<Duration>;
    /// What the engine has shown of itself so far.
    fn engine_profile(&self) -> &EngineProfile;
    /// The number of searches that still must get a reply.
    fn open_searches(&self) -> usize;
    /// Whether the search whose reply is due next was stopped, so that only the engine can delay the reply.
    fn is_asked_to_end(&self) -> bool;
}

/// A deliberate test of behaviour that the documents leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    /// The clause at which the outcome is reported.
    pub clause: &'static str,
    /// The worst severity that the outcome can have.
    pub at_most: Severity,
}

/// The result of one event.
#[derive(Debug, Clone, Default)]
pub struct Observation {
    /// The line of the engine as scripts can test it; `None` if the event is not a line of the engine.
    pub reading: Option<ParsedMessage>,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// A valid latency sample, if the event ends one: its name ([`Latency::name`]) and the time from the stamp of
    /// the command to the stamp of the event.
    pub latency: Option<(&'static str, Duration)>,
    /// How the search that the event closes used its clock, if it had a clock and ended by itself.
    pub clock: Option<ClockUse>,
}

/// What an engine has reported about itself so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EngineProfile {
    /// Its name, if it gave one.
    pub name: Option<String>,
    /// Its author, if it gave one.
    pub author: Option<String>,
    /// The options that it declared, in the order of the declarations.
    pub options: Vec<DeclaredOption>,
    /// Capabilities that it has shown ([`CapabilityDoc::name`]).
    pub has: Vec<&'static str>,
    /// Capabilities that it has shown to lack.
    pub lacks: Vec<&'static str>,
    /// The number of declared options and choices that are not in `options` because a limit on memory was reached.
    pub cut: u64,
}

/// An option that the engine declared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeclaredOption {
    /// Name, as the engine wrote it.
    pub name: String,
    /// Type: `check`, `spin`, `combo`, `button`, `string`, `filename`, or another word that the engine wrote.
    #[serde(rename = "type")]
    pub kind: String,
    /// Default value; empty if the word `default` has no value, null if the word is missing.
    pub default: Option<String>,
    /// Smallest value; null if it is missing or not a number.
    pub min: Option<i64>,
    /// Largest value; null if it is missing or not a number.
    pub max: Option<i64>,
    /// The choices of a `combo`; empty if there are none.
    pub choices: Vec<String>,
}
