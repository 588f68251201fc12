//! The scenario language: reads scripts and describes their checked form.
//!
//! A file is parsed into a tree with source positions, lowered with the help of one table of keys, and checked against
//! its dialect. The types in this file are the *checked form*. A run uses nothing else.

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

/// The messages about a file that is not a scenario at all.
static LANGUAGE: Language = Language {
    name: say!("the scenario language"),
    least: say!("a scenario has at least: title, clauses, steps"),
    single: say!("write one scenario per file"),
    shared: say!("what several steps share goes into a fragment or into params"),
};

/// One checked script: every name in it is known and every position that it sends is legal.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The id: the path below the scenario root without the ending, and `[case]` if the file has parameters.
    pub id: String,
    /// What the scenario examines, as a sentence.
    pub title: String,
    /// The dialect that it is checked for.
    pub dialect: &'static str,
    /// The file that it was read from.
    pub file: Arc<SourceFile>,
    /// The clauses that it examines; only those of its own dialect.
    pub clauses: Vec<ClauseId>,
    /// What the engine must offer; otherwise the scenario is skipped.
    pub needs: Vec<Need>,
    /// The ids of the scenarios that must complete first.
    pub after: Vec<String>,
    /// Profiles in which the scenario runs; empty for all.
    pub profiles: Vec<String>,
    /// Whether it always has a process of its own, whatever its steps contain.
    pub own_process: bool,
    /// Whether it is in the quick set, the few scenarios that `--quick` plays.
    pub quick: bool,
    /// The steps, in order.
    pub steps: Arc<[Step]>,
}

impl Scenario {
    /// Whether the scenario runs in a profile.
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
    /// A declared option with this name (case ignored).
    Option(String),
}

/// One step, with its place in the file.
#[derive(Debug, Clone)]
pub struct Step {
    /// The place of the step. For a step of a fragment: the place where the fragment is used.
    pub span: Span,
    /// What the step does.
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
    /// Demands that certain messages do not come, counted from the last send.
    Silence(Silence),
    /// Lets time pass; everything that comes is judged.
    Pause(Time),
    /// Closes the engine's standard input.
    CloseInput,
    /// Plays steps several times.
    Repeat(Repeat),
    /// Plays an exchange of many rounds, with a command at a different moment in each.
    Race(Race),
    /// Sets every declared option of some types, or one of them.
    SetOptions(SetOptions),
    /// Ends the scenario as skipped unless the engine offers something.
    Need(Need),
}

/// Lines to send in one write.
#[derive(Debug, Clone)]
pub struct Send {
    /// The lines, without their line endings.
    pub lines: Vec<Template>,
    /// How each line ends.
    pub ending: Ending,
    /// Set if the documents do not define the effect: how a reaction of the engine is reported.
    pub probe: Option<Probe>,
}

/// How the lines of a send end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// LF.
    Lf,
    /// CR LF.
    CrLf,
    /// LF, but nothing after the last line.
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

/// Text in which captured values are replaced when it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(pub Vec<Piece>);

impl std::fmt::Display for Template {
    /// The text; captured values appear as they are written in scripts.
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
    /// Literal text.
    Text(String),
    /// The value captured under this name.
    Captured(String),
}

/// A time in a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Time {
    /// A literal length; `--limits-scale` does not change it.
    Literal(Duration),
    /// A named limit of the run; `--limits-scale` applies to it.
    Limit(&'static str),
    /// The time until the open search is due by its clock, with the slack.
    Clock,
    /// The sum of several times.
    Sum(Vec<Time>),
}

impl Time {
    /// Whether the time depends on the clock of a search.
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
    /// The time that the engine has, from the last send; for a kind that is prolonged, from the last output.
    pub within: Time,
    /// How much longer to wait, to distinguish a late reply from a missing one.
    pub late: Option<Time>,
    /// The time after the last send at which a search that is still open gets a stop.
    pub stop_after: Option<Time>,
    /// If nothing comes: send quit and close the input, to find out whether the reply was only held in a buffer.
    pub flush: bool,
    /// Demands on the fields of the message.
    pub fields: Vec<(String, Predicate)>,
    /// The clause at which a violation is reported. Without it, the monitor names the clause of what is missing;
    /// otherwise it is the first clause of the scenario.
    pub clause: Option<ClauseId>,
    /// The highest severity of a violation.
    pub at_most: Severity,
    /// Whether the message may be missing.
    pub optional: bool,
    /// The captures: the name, and the field whose value is stored.
    pub capture: Vec<(String, String)>,
    /// The name under which the time from the last send to the message is recorded.
    pub measure: Option<String>,
}

/// The message that is meant.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// A kind of message of the dialect.
    Kind(&'static str),
    /// A raw line that matches this regular expression.
    Line(regex_lite::Regex),
    /// The end of the process.
    Exit,
    /// The end of standard output: no process holds it open any longer.
    Eof,
}

/// A demand on a field.
#[derive(Debug, Clone)]
pub enum Predicate {
    /// Anything; the field may also be absent.
    Any,
    /// The field is there.
    Present,
    /// The field is not there.
    Absent,
    /// Exactly this text.
    Is(Template),
    /// Not this text.
    Not(Template),
    /// One of these texts.
    OneOf(Vec<Template>),
    /// A number in this range, both ends included.
    Range(Option<i64>, Option<i64>),
    /// Text that matches this regular expression.
    Matches(regex_lite::Regex),
    /// A flag of the field: `legal` stands for the field `<name>.legal`, `mates` for `<name>.mates`, and so on; whether
    /// it must be set.
    Flag(String, bool),
}

/// Waits for several messages; the first one that comes decides.
#[derive(Debug, Clone)]
pub struct OneOf {
    /// The time that the engine has for any of them.
    pub within: Time,
    /// The time after the last send at which a search that is still open gets a stop.
    pub stop_after: Option<Time>,
    /// The alternatives, tried in this order on each line.
    pub alternatives: Vec<Alternative>,
    /// The clause at which it is reported that none comes.
    pub clause: Option<ClauseId>,
    /// The highest severity if none comes.
    pub at_most: Severity,
}

/// One alternative.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The message; its own `within` is not used.
    pub expect: Expect,
    /// The outcome if this message comes.
    pub outcome: Outcome,
    /// The steps after this message.
    pub then: Vec<Step>,
}

/// The outcome of an alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The message is as it should be; the script continues.
    Pass,
    /// A finding of at most this severity, at this clause, with this message; the script continues.
    Finding(ClauseId, Severity, String),
    /// The engine does not have this capability: the scenario is skipped, and so are all scenarios that need the
    /// capability.
    Lacks(String),
    /// The rest would prove nothing: the scenario ends here and passes.
    Stop,
}

/// Messages that must not come, counted from the last send.
#[derive(Debug, Clone)]
pub struct Silence {
    /// The kinds that must not come. If empty, only blank lines and free text such as `info string` may come.
    pub of: Vec<&'static str>,
    /// The time, counted from the last send.
    pub lasting: Time,
    /// The clause at which a violation is reported.
    pub clause: Option<ClauseId>,
    /// The highest severity of a violation.
    pub at_most: Severity,
}

/// Steps that are played several times.
#[derive(Debug, Clone)]
pub struct Repeat {
    /// The number of times.
    pub times: u32,
    /// The clause at which it is reported that the memory of the engine grows from one time to the next.
    pub memory: Option<ClauseId>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Sets options that the engine has declared, each with a line of its own.
#[derive(Debug, Clone)]
pub struct SetOptions {
    /// The types of the options; never `filename`. A button is pressed only if the run names it as harmless.
    pub kinds: Vec<String>,
    /// If given, only the option of this name (case ignored).
    pub only: Option<String>,
    /// The value that the options are set to.
    pub to: OptionValue,
    /// Whether the script continues if no option can be set in this way.
    pub optional: bool,
    /// Set if the documents do not define the effect: how a reaction of the engine is reported.
    pub probe: Option<Probe>,
}

/// A value of an option, in most cases derived from its declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// The default of the option.
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
    /// Each of its choices, one line for each.
    Choices,
    /// A value other than the default: the opposite for a check, the first other choice for a combo.
    Other,
    /// A different value each time that the step is played: the first time that of `Other`, then the next ones. If no
    /// option has a further value, the scenario ends with the result so far.
    Next,
    /// The default of the option, with the case of its name swapped.
    SwappedCaseName,
    /// No value: presses a button. Only options that the run names as harmless.
    Pressed,
    /// `value` with nothing after it, for options whose default is empty.
    Empty,
    /// The word `<empty>`, for options whose default is empty.
    EmptyWord,
}
