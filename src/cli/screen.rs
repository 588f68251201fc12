//! Standard output and standard error as they are: terminals or not, how wide, in colour or not.

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

/// Columns where nothing is known.
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

/// The language that the environment names: the first of the variables that POSIX has for messages which is
/// there and not empty decides.
fn of_environment() -> Lang {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let mut named = variables.iter().filter_map(env::var_os);
    let locale = named.find(|locale| !locale.is_empty());
    locale.map_or(Lang::En, |locale| Lang::of_locale(&locale.to_string_lossy()))
}

/// The language that was typed, else that of the environment: needed before the arguments are read, for what is wrong with
/// them.
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

/// Where results go.
#[derive(Debug)]
pub(super) struct Screen {
    /// Whether colour may be used on standard output.
    pub(super) color: bool,
    /// Whether colour may be used on standard error.
    pub(super) error_color: bool,
    /// Columns of the terminal; a fixed number where there is none.
    pub(super) width: usize,
    /// Whether standard output is a terminal.
    pub(super) is_terminal: bool,
    /// The language of what people read there and in reports.
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

    /// Writes what is wrong with files of the user to standard error.
    pub(super) fn diagnostics(&self, found: &[Diagnostic]) {
        let print = || diagnostics::print(found, self.error_color, self.width);
        note(&lang::with_lang(message_lang(), print));
    }

    /// Columns of a list: programs such as grep are given whole lines, people such as fit.
    pub(super) fn list_width(&self) -> usize {
        if self.is_terminal { self.width } else { usize::MAX }
    }

    /// Hands standard output to `write`. A reader who has gone away is no error.
    pub(super) fn print(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let written = if self.color {
            // On old Windows consoles colour is no text: this turns it into calls.
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

/// Writes something to standard error that is no result.
pub(super) fn note(text: &str) {
    // No reader is left for a message that standard error is closed.
    let _ = io::stderr().write_all(text.as_bytes());
}

static MESSAGES: OnceLock<Lang> = OnceLock::new();

/// Sets the language of messages for the whole process, once: threads that answer signals have them, too.
pub(super) fn set_message_lang(lang: Lang) {
    MESSAGES.get_or_init(|| lang);
}

/// The language of messages on standard error.
pub(super) fn message_lang() -> Lang {
    MESSAGES.get().copied().unwrap_or_default()
}

/// Writes a message to standard error in the language of messages, as a line of its own.
pub(super) fn message(text: &Text) {
    note(&format!("{}\n", text.in_lang(message_lang())));
}
