//! Diagnostics as text: the line of the file, the marked columns, and what is allowed there.

use std::borrow::Cow;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level as Mark, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Level};
use crate::report::wrap;
use crate::span::Span;

/// The most bytes that are shown on each side of the marked place, and of the place itself.
const LONGEST_LINE: usize = 400;

/// How many diagnostics are shown, from the first on; the others are counted.
const MOST: usize = 200;

/// The most characters of a message and of a label: either can repeat text of the file.
const MESSAGE: usize = 600;
/// The most characters of a help text, which can be a list of names, and of a path.
const HELP: usize = 4000;

/// Renders diagnostics, one block each, for a terminal of `width` columns.
#[must_use]
pub fn print(diagnostics: &[Diagnostic], color: bool, width: usize) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(width);
    let mut text = String::new();
    for diagnostic in diagnostics.iter().take(MOST) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&renderer.render(&[group(diagnostic)]));
        text.push('\n');
    }
    if let Some(more @ 1..) = diagnostics.len().checked_sub(MOST) {
        text.push_str(&format!("\n{}\n", say!("… and {more} more", more)));
    }
    text
}

fn group(diagnostic: &Diagnostic) -> Group<'_> {
    let level = match diagnostic.level {
        Level::Error => Mark::ERROR.with_name(say!("error|file").to_string()),
        Level::Warning => Mark::WARNING.with_name(say!("warning").to_string()),
    };
    let title = level.primary_title(escaped(&diagnostic.message.to_string(), MESSAGE).into_owned());
    let mut group = match &diagnostic.span {
        Some(span) => place(title, span, &diagnostic.label.to_string()),
        None => Group::with_title(title),
    };
    if let Some(help) = &diagnostic.help {
        group = group.element(
            Mark::HELP
                .with_name(say!("help").to_string())
                .message(escaped(&help.to_string(), HELP).into_owned()),
        );
    }
    group
}

fn place<'a>(title: annotate_snippets::Title<'a>, span: &Span, label: &str) -> Group<'a> {
    let mut path = escaped(&span.file.path.display().to_string(), HELP).into_owned();
    if span.file.bundled {
        path = format!("scenarios/{path}");
    }
    let window = Window::around(span);
    if window.text.trim().is_empty() {
        let origin = Origin::path(path).line(span.line as usize);
        return title.element(origin.char_column(span.column as usize));
    }
    let mark = AnnotationKind::Primary.span(window.start..window.end);
    let mark = match label {
        "" => mark,
        label => mark.label(escaped(label, MESSAGE).into_owned()),
    };
    title.element(
        Snippet::source(window.text).path(path).line_start(span.line as usize).annotation(mark),
    )
}

/// The first line of a marked place, without characters that could control a terminal, and the place in that line.
struct Window {
    text: String,
    start: usize,
    end: usize,
}

impl Window {
    fn around(span: &Span) -> Self {
        let text = &span.file.text;
        let begin = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let rest = text[span.start..].find('\n');
        let end = rest.map_or(text.len(), |at| span.start + at);
        // The renderer reads its input many times, and a line can be as long as the file.
        let begin = text.ceil_char_boundary(begin.max(span.start.saturating_sub(LONGEST_LINE)));
        let last = span.end.clamp(span.start, end);
        let last = text.floor_char_boundary(last.min(span.start + LONGEST_LINE));
        let end = text.floor_char_boundary(end.min(last + LONGEST_LINE));
        // The CR of a CR LF belongs to the line end.
        let end = last + text[last..end].trim_end_matches('\r').len();
        let (before, marked) = (harmless(&text[begin..span.start]), &text[span.start..last]);
        let (marked, after) = (harmless(marked), harmless(&text[last..end]));
        Self {
            start: before.len(),
            end: before.len() + marked.len(),
            text: format!("{before}{marked}{after}").trim_end().to_owned(),
        }
        .clamped()
    }

    /// Moves a place that is the line end itself, which is cut off, to the end of the text.
    fn clamped(mut self) -> Self {
        self.start = self.start.min(self.text.len());
        self.end = self.end.clamp(self.start, self.text.len());
        self
    }
}

/// Text of at most `most` characters, with escapes for all characters that could control a terminal or break the line.
fn escaped(text: &str, most: usize) -> Cow<'_, str> {
    let text = wrap::without_middle(text, most);
    if !text.chars().any(steers) {
        return text;
    }
    let escape = |c: char| match steers(c) {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    let escaped: String = text.chars().map(escape).collect();
    Cow::Owned(escaped)
}

/// Source text in which each character that could control a terminal is replaced by one mark, so that columns stay.
fn harmless(text: &str) -> String {
    let mark = |c: char| match c {
        '\t' => c,
        c if steers(c) => '\u{fffd}',
        c => c,
    };
    text.chars().map(mark).collect()
}

/// Whether a character is a control character, changes the direction of text, is invisible, or breaks a line.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use super::print;
    use crate::diagnostic::Diagnostic;
    use crate::lang::Text;
    use crate::span::{SourceFile, Span};

    #[test]
    fn what_a_message_repeats_of_a_file_is_cut() {
        let long = "k".repeat(200_000);
        let mut mistake = at("a: b", "b").help(Text::plain(&long)).label(Text::plain(&long));
        mistake.message = Text::plain(format!("unknown key \"{long}\""));
        let shown = print(&[mistake], false, 80);
        assert!(shown.contains("unknown key \"kkk") && shown.contains('…'), "{shown}");
        assert!(shown.len() < 8000, "{}", shown.len());
    }

    /// A diagnostic on `marked`, which occurs once in the text.
    fn at(text: &str, marked: &str) -> Diagnostic {
        let file = Arc::new(SourceFile {
            path: PathBuf::from("a\u{1b}[31m.yaml"),
            text: text.to_owned(),
            bundled: false,
        });
        let whole = Span { file, line: 1, column: 1, start: 0, end: text.len() };
        let start = text.find(marked).unwrap();
        Diagnostic::error(
            Text::plain("bad \"x\u{9b}31m\""),
            whole.part(start, start + marked.len()),
        )
        .label(Text::plain("here\n\u{202e}"))
        .help(Text::plain("not \u{1b}]0;x\u{7}"))
    }

    #[test]
    fn nothing_in_a_file_can_steer_a_terminal() {
        let text = "first\n\ttab \u{1b}[31m \u{9b}検定 bad \u{202e}\u{2028}\r\nlast";
        let printed = print(&[at(text, "bad")], false, 100);
        let steers = |c: char| c != '\n' && (c.is_control() || "\u{202e}\u{2028}".contains(c));
        assert!(!printed.contains(steers), "{printed:?}");
        assert_eq!(
            printed,
            "error: bad \"x\\u{9b}31m\"\n \
             --> a\\u{1b}[31m.yaml:2:16\n  \
               |\n\
             2 |     tab �[31m �検定 bad ��\n  \
               |                     ^^^ here\\n\\u{202e}\n  \
               |\n  \
               = help: not \\u{1b}]0;x\\u{7}\n"
        );
    }

    #[test]
    fn a_mark_can_stand_at_the_end_of_a_line_or_file() {
        let text = "title: T\nsteps:\n\n";
        let mut diagnostic = at(text, "steps:");
        for at in [text.len(), text.len() - 1, text.len() - 2, 0] {
            let span = diagnostic.span.as_mut().unwrap();
            (span.start, span.end) = (at, at);
            for width in [0, 1, 10, 80] {
                assert!(print(std::slice::from_ref(&diagnostic), true, width).contains("help"));
            }
        }
    }

    #[test]
    fn very_long_lines_and_very_many_diagnostics_are_cut() {
        let text = format!("{}bad{}", "x".repeat(500_000), "検".repeat(500_000));
        for width in [0, 1, 10] {
            assert!(print(&[at(&text, "bad")], false, width).contains("help"));
        }
        let printed = print(&vec![at(&text, "bad"); 300], false, 80);
        assert!(printed.len() < 100_000);
        assert!(printed.ends_with("… and 100 more\n"));
    }
}
