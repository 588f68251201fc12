//! The scenario language: reading scripts, and what one says once it has been read and checked.
//!
//! A file is read into a tree with places, lowered by hand with the one table of keys, and checked
//! against its dialect. The types in this file are the *checked form*, which is all that a run sees.

mod after;
pub mod edit;
pub(crate) mod filter;
mod fragments;
mod glob;
mod inputs;
mod library;
mod lower;
mod race;
mod schema;
mod sources;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use crate::protocol::Probe;
use crate::span::{SourceFile, Span};
use crate::verdict::{ClauseId, Severity};
use crate::yaml::node::Language;

pub use glob::glob_match;
#[doc(hidden)]
pub use library::check_text;
pub(crate) use library::of_texts;
pub use library::{Library, check_paths, load};
pub use race::{Offset, Race, RaceEvent};
pub use schema::schema;
pub use walk::any_step;
pub(crate) use walk::each_step;

/// What is reported of a file that is no script.
static LANGUAGE: Language = Language {
    name: say!("the scenario language"),
    least: say!("a scenario has at least: title, clauses, steps"),
    single: say!("write one scenario per file"),
    shared: say!("what several steps share goes into a fragment or into params"),
};

/// One script, checked: every name in it is known and every position that it sends is legal.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Its id: the path below the scenario root without the ending, and `[case]` where it has parameters.
    pub id: String,
    /// What it examines, as a sentence.
    pub title: String,
    /// The dialect it is checked for.
    pub dialect: &'static str,
    /// Its file.
    pub file: Arc<SourceFile>,
    /// The clauses that it examines, those of its own dialect only.
    pub clauses: Vec<ClauseId>,
    /// What the engine has to offer for it to run.
    pub needs: Vec<Need>,
    /// Scenarios that must have run to their end first.
    pub after: Vec<String>,
    /// Profiles in which it runs; empty for all.
    pub profiles: Vec<String>,
    /// Whether it always has a process of its own, whatever its steps say.
    pub own_process: bool,
    /// Whether it is in the quick set, the few that `--quick` plays.
    pub quick: bool,
    /// What to do.
    pub steps: Vec<Step>,
}

impl Scenario {
    /// Whether it runs in a profile.
    #[must_use]
    pub fn is_of_profile(&self, profile: &str) -> bool {
        self.profiles.is_empty() || self.profiles.iter().any(|name| name == profile)
    }
}

/// Something that the engine may or may not offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// A capability of the dialect, such as `ponder`.
    Capability(String),
    /// A declared option of this name (case ignored).
    Option(String),
}

/// One step, with its place.
#[derive(Debug, Clone)]
pub struct Step {
    /// Where it stands. For the steps of a fragment: where the fragment is used.
    pub span: Span,
    /// What it does.
    pub kind: StepKind,
}

/// What a step does.
#[derive(Debug, Clone)]
pub enum StepKind {
    /// Sends lines, all in one write.
    Send(Send),
    /// Sends bytes as they are, with pauses between the writes.
    Raw(Vec<RawPart>),
    /// Waits for one message.
    Expect(Expect),
    /// Waits for the first of several messages.
    OneOf(OneOf),
    /// Waits for several messages in any order.
    AllOf(Vec<Expect>),
    /// Demands that something does not come, from the last send on.
    Silence(Silence),
    /// Lets time pass while everything that comes is judged.
    Pause(Time),
    /// Closes the engine's standard input.
    CloseInput,
    /// Steps to be done several times.
    Repeat(Repeat),
    /// An exchange of many rounds, with a command at another moment in each.
    Race(Race),
    /// Sets every declared option of some types.
    SetOptions(SetOptions),
    /// Ends the scenario as skipped unless the engine offers something.
    Need(Need),
}

/// Lines to send in one write.
#[derive(Debug, Clone)]
pub struct Send {
    /// The lines, without their ends.
    pub lines: Vec<Template>,
    /// How each line ends.
    pub ending: Ending,
    /// What it is reported as if the engine fails because of it.
    pub probe: Option<Probe>,
}

/// How the lines of a send end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// LF.
    Lf,
    /// CR LF.
    CrLf,
    /// Nothing after the last line.
    None,
}

/// A part of a raw send.
#[derive(Debug, Clone)]
pub enum RawPart {
    /// Bytes for one write.
    Bytes(Vec<u8>),
    /// A pause before the next write.
    Pause(Duration),
}

/// Text with captured values to be put in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(pub Vec<Piece>);

impl std::fmt::Display for Template {
    /// The text, with what is captured as it is written in scripts.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Text(text) => f.write_str(text),
            Piece::Captured(name) => write!(f, "${{{name}}}"),
        })
    }
}

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text as it stands.
    Text(String),
    /// The value captured under this name.
    Captured(String),
}

/// A time in a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Time {
    /// A literal length, not scaled by `--limits-scale`.
    Literal(Duration),
    /// A named limit of the run, scaled.
    Limit(&'static str),
    /// Until the open search is due by its clock, slack included.
    Clock,
    /// Several, added.
    Sum(Vec<Time>),
}

impl Time {
    /// Whether it depends on the clock of a search.
    pub(crate) fn has_clock(&self) -> bool {
        match self {
            Self::Clock => true,
            Self::Literal(_) | Self::Limit(_) => false,
            Self::Sum(parts) => parts.iter().any(Self::has_clock),
        }
    }
}

/// A message to wait for.
#[derive(Debug, Clone)]
pub struct Expect {
    /// Which message.
    pub what: Pattern,
    /// How long the engine has, from the last send (or from the last output for what is prolonged).
    pub within: Time,
    /// How much longer to wait to distinguish a late reply from a missing one.
    pub late: Option<Time>,
    /// A search that is still open this long after the last send is ended by a stop.
    pub stop_after: Option<Time>,
    /// On silence: send quit and close the input, to see whether the reply was only held back in a buffer.
    pub flush: bool,
    /// Demands on its fields.
    pub fields: Vec<(String, Predicate)>,
    /// The clause at which a breach is reported; without it the monitor names the clause of what is
    /// missing, or the first clause of the scenario is taken.
    pub clause: Option<ClauseId>,
    /// The worst severity that a breach can have.
    pub at_most: Severity,
    /// Whether it may be missing.
    pub optional: bool,
    /// Captures: name, field.
    pub capture: Vec<(String, String)>,
    /// The name under which the time from the last send to the message is recorded.
    pub measure: Option<String>,
}

/// Which message is meant.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// A kind of the dialect.
    Kind(&'static str),
    /// A raw line that matches.
    Line(regex_lite::Regex),
    /// The end of the process.
    Exit,
    /// The end of standard output: no process holds it any longer.
    Eof,
}

/// A demand on a field.
#[derive(Debug, Clone)]
pub enum Predicate {
    /// Anything, also its absence.
    Any,
    /// It is there.
    Present,
    /// It is not there.
    Absent,
    /// Exactly this text.
    Is(Template),
    /// Not this text.
    Not(Template),
    /// One of these texts.
    OneOf(Vec<Template>),
    /// A number in this range, both ends included.
    Range(Option<i64>, Option<i64>),
    /// Matches.
    Matches(regex_lite::Regex),
    /// A flag: `legal` asks for the field `<name>.legal`, `mates` for `<name>.mates`, and so on.
    Flag(String, bool),
}

/// Several messages, the first of which decides.
#[derive(Debug, Clone)]
pub struct OneOf {
    /// How long the engine has for any of them.
    pub within: Time,
    /// A search that is still open this long after the last send is ended by a stop.
    pub stop_after: Option<Time>,
    /// The alternatives, tried in this order on each line.
    pub alternatives: Vec<Alternative>,
    /// The clause for when none comes.
    pub clause: Option<ClauseId>,
    /// The worst severity when none comes.
    pub at_most: Severity,
}

/// One alternative.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The message (its own `within` is not used).
    pub expect: Expect,
    /// What it means when this one comes.
    pub outcome: Outcome,
    /// What to do then.
    pub then: Vec<Step>,
}

/// What an alternative means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// As it should be.
    Pass,
    /// A finding of at most this severity, at this clause; the script goes on.
    Finding(ClauseId, Severity, String),
    /// The engine does not offer this: the scenario is skipped, and so is whatever needs the capability.
    Lacks(String),
    /// The rest proves nothing: the scenario ends here, passed.
    Stop,
}

/// An absence, from the moment of the last send on.
#[derive(Debug, Clone)]
pub struct Silence {
    /// Kinds that must not come; empty: nothing but blank lines and `info string`-like free text may come.
    pub of: Vec<&'static str>,
    /// How long, counted from the last send.
    pub lasting: Time,
    /// The clause at which a breach is reported.
    pub clause: Option<ClauseId>,
    /// The worst severity that a breach can have.
    pub at_most: Severity,
}

/// Steps to be done several times.
#[derive(Debug, Clone)]
pub struct Repeat {
    /// How often.
    pub times: u32,
    /// The clause at which it is noted that the engine's memory grows from one time to the next.
    pub memory: Option<ClauseId>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Sets declared options, each in a line of its own, all read from the engine's declarations.
#[derive(Debug, Clone)]
pub struct SetOptions {
    /// The types; never `filename`. Buttons are only pressed where the run names them as harmless.
    pub kinds: Vec<String>,
    /// Only this one, by name (case ignored).
    pub only: Option<String>,
    /// What they are set to.
    pub to: OptionValue,
    /// Whether the script goes on where no option can be set so.
    pub optional: bool,
    /// What it is reported as if the engine fails because of it.
    pub probe: Option<Probe>,
}

/// Values derived from a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// Its own default.
    Default,
    /// One below `min`.
    BelowMin,
    /// One above `max`.
    AboveMax,
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// This text.
    Text(String),
    /// Each of its choices in turn, a line for each.
    Choices,
    /// Another value than its default: the opposite of a check, the first such choice of a combo.
    Other,
    /// Each time that the step is played, the next of the values that `Other` begins with. Where no option has a further
    /// one, the scenario ends with what it has shown.
    Next,
    /// Its own default, with the name in swapped case.
    SwappedCaseName,
    /// No value at all: a button is pressed. Only options that the run names as harmless.
    Pressed,
    /// `value` with nothing after it, on options that are empty by their own declaration.
    Empty,
    /// The word `<empty>`, on options that are empty by their own declaration.
    EmptyWord,
}
