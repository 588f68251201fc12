//! Why a command failed, and the exit codes.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use super::screen;
use crate::lang::{self, Text};
use crate::report::wrap;

/// The largest number of characters in a line of a failure message.
const LONGEST_LINE: usize = 2000;

/// The exit codes, the same for all commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// Conformant; or the command did what was requested.
    Conformant = 0,
    /// Not conformant.
    Nonconformant = 1,
    /// Arguments or files are wrong, or nothing matched.
    BadInput = 2,
    /// The engine didn't start, the run proves nothing, or the harness failed.
    CouldNotJudge = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A command that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// The exit code.
    pub(super) exit: Exit,
    /// A lower-case fragment that names the thing; empty if everything was printed already.
    pub(super) message: Text,
    /// What to try, one line each.
    pub(super) tries: Vec<Text>,
}

impl Failure {
    /// A failure because something that the user wrote is wrong.
    pub(super) fn bad_input(message: Text) -> Self {
        Self::new(Exit::BadInput, message)
    }

    /// A failure because the engine could not be judged.
    pub(super) fn could_not_judge(message: Text) -> Self {
        Self::new(Exit::CouldNotJudge, message)
    }

    /// A failure without a message, because everything was printed already.
    pub(super) fn silent(exit: Exit) -> Self {
        Self::new(exit, Text::EMPTY)
    }

    fn new(exit: Exit, message: Text) -> Self {
        Self { exit, message, tries: Vec::new() }
    }

    /// Adds a line about what to try.
    pub(super) fn hint(mut self, text: Text) -> Self {
        self.tries.push(text);
        self
    }

    /// Puts the place of the text that is wrong, such as `kentei.yaml:12`, in front of the message.
    pub(super) fn at(mut self, place: &str) -> Self {
        self.message = say!("{place}: {message}", place, message = self.message);
        self
    }

    /// Prints the failure on standard error.
    pub(super) fn print(&self) {
        if self.message.is_empty() {
            return;
        }
        lang::with_lang(screen::message_lang(), || self.print_spoken());
    }

    fn print_spoken(&self) {
        // Both can repeat a text of the user, which may be very long.
        let short = |line: &str| wrap::without_middle(line, LONGEST_LINE).into_owned();
        let message = self.message.to_string();
        let lines: Vec<_> = message.split('\n').map(short).collect();
        let mut text = say!("error: {message}", message = lines.join("\n")).to_string() + "\n";
        for hint in &self.tries {
            let hint = short(&hint.to_string());
            let _ = writeln!(text, "  {}", say!("try: {hint}", hint));
        }
        // If standard error is closed, nobody can read a message about that.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

/// Joins several messages into one text that looks as if each was printed by itself.
pub(super) fn errors(messages: impl IntoIterator<Item = Text>) -> Text {
    let mut messages = messages.into_iter();
    let first = messages.next().unwrap_or_default();
    messages.fold(first, |before, after| say!("{before}\nerror: {after}", before, after))
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::could_not_judge(say!(
            "cannot write to standard output: {error}",
            error = error.to_string()
        ))
    }
}
