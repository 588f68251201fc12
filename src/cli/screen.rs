//! Standard output and standard error: whether they are terminals, their width, and whether they use colour.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::OnceLock;

use anstream::AutoStream;
use clap::ValueEnum;
use terminal_size::{Width, terminal_size_of};

use crate::diagnostic::Diagnostic;
use crate::lang::{self, Lang, Text};
use crate::report::diagnostics;

/// The width, in columns, if it is unknown.
const WIDTH: usize = 80;

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorWhen {
    /// If standard output is a terminal and the environment does not forbid it
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The language of texts for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LangWanted {
    /// English
    En,
    /// Japanese
    Ja,
}

impl LangWanted {
    fn lang(self) -> Lang {
        match self {
            Self::En => Lang::En,
            Self::Ja => Lang::Ja,
        }
    }
}

/// The language that the environment names: that of the first of the POSIX variables for messages that is set and not
/// empty.
fn of_environment() -> Lang {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let mut named = variables.iter().filter_map(env::var_os);
    let locale = named.find(|locale| !locale.is_empty());
    locale.map_or(Lang::En, |locale| Lang::of_locale(&locale.to_string_lossy()))
}

/// The language of the command line, or else that of the environment. It is needed before the arguments are read, for
/// messages about wrong arguments.
pub(super) fn lang(args: impl Iterator<Item = OsString>) -> Lang {
    let mut args =
        args.map(|word| word.to_string_lossy().into_owned()).take_while(|word| word != "--");
    let mut typed = None;
    while let Some(word) = args.next() {
        typed = match word.strip_prefix("--lang") {
            Some("") => args.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => typed,
        };
    }
    let typed = typed.and_then(|code| LangWanted::from_str(&code, false).ok());
    typed.map_or_else(of_environment, LangWanted::lang)
}

/// Where results are printed, and how.
#[derive(Debug)]
pub(super) struct Screen {
    /// Whether colour may be used on standard output.
    pub(super) color: bool,
    /// Whether colour may be used on standard error.
    pub(super) error_color: bool,
    /// The width of the terminal in columns; a fixed number if there is no terminal.
    pub(super) width: usize,
    /// Whether standard output is a terminal.
    pub(super) is_terminal: bool,
    /// The language of texts on standard output and in reports.
    pub(super) lang: Lang,
}

impl Screen {
    pub(super) fn new(when: ColorWhen, lang: Option<LangWanted>) -> Self {
        let stdout = io::stdout();
        let colour = |seen: anstream::ColorChoice| match when {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => seen != anstream::ColorChoice::Never,
        };
        let named = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let seen = || terminal_size_of(&stdout).map(|(Width(columns), _)| columns.into());
        Self {
            color: colour(AutoStream::choice(&stdout)),
            error_color: colour(AutoStream::choice(&io::stderr())),
            width: named.or_else(seen).unwrap_or(WIDTH),
            is_terminal: stdout.is_terminal(),
            lang: lang.map_or_else(of_environment, LangWanted::lang),
        }
    }

    /// Prints the mistakes in the user's files on standard error.
    pub(super) fn diagnostics(&self, found: &[Diagnostic]) {
        let print = || diagnostics::print(found, self.error_color, self.width);
        note(&lang::with_lang(message_lang(), print));
    }

    /// The width of a list: whole lines for programs such as grep, lines that fit for a terminal.
    pub(super) fn list_width(&self) -> usize {
        if self.is_terminal { self.width } else { usize::MAX }
    }

    /// Passes standard output to `write`. A closed pipe is not an error.
    pub(super) fn print(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let written = if self.color {
            // Old Windows consoles do not read colour from the text: this stream makes calls instead.
            let mut out = BufWriter::new(AutoStream::always(io::stdout()));
            write(&mut out).and_then(|()| out.flush())
        } else {
            let mut out = BufWriter::new(io::stdout());
            write(&mut out).and_then(|()| out.flush())
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}

/// Writes a text that is not a result to standard error.
pub(super) fn note(text: &str) {
    // If standard error is closed, nobody can read a message about that.
    let _ = io::stderr().write_all(text.as_bytes());
}

static MESSAGES: OnceLock<Lang> = OnceLock::new();

/// Sets the language of messages once for the whole process, including threads that handle signals.
pub(super) fn set_message_lang(lang: Lang) {
    MESSAGES.get_or_init(|| lang);
}

/// The language of messages on standard error.
pub(super) fn message_lang() -> Lang {
    MESSAGES.get().copied().unwrap_or_default()
}

/// Writes a message to standard error, in the language of messages and as a line of its own.
pub(super) fn message(text: &Text) {
    note(&format!("{}\n", text.in_lang(message_lang())));
}
