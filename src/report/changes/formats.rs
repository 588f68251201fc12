//! The formats in which a comparison is written.

use std::io;

use super::Changes;
use crate::lang::with_lang;
use crate::report::{Style, html, json, markdown, terminal};

/// A format of comparisons.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What the format is good for, in a few words.
    pub about: &'static str,
    /// Writes a comparison.
    pub render: fn(&Changes, Style, &mut dyn io::Write) -> io::Result<()>,
}

/// All formats of comparisons. Report formats that describe single scenarios have no form for a comparison.
pub static FORMATS: &[Format] = &[
    Format {
        name: "terminal",
        about: "for users: what is worse, what is better, what has changed",
        render: |changes, style, out| {
            with_lang(style.lang, || terminal::changes::render(changes, style, out))
        },
    },
    Format {
        name: "html",
        about: "one page to read and to send to others",
        render: |changes, style, out| with_lang(style.lang, || html::changes::page(changes, out)),
    },
    Format {
        name: "json",
        about: "for programs (`kentei schema comparison` describes it)",
        render: |changes, _, out| json::print::pretty(changes, out),
    },
    Format {
        name: "markdown",
        about: "for a job summary, a comment, or a changelog",
        render: |changes, style, out| {
            let text = with_lang(style.lang, || markdown::changes::document(changes));
            out.write_all(text.as_bytes())
        },
    },
];
