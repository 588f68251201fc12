//! Checks that what a script sends is legal, in the order in which it is sent.

use crate::diagnostic::Diagnostic;
use crate::protocol::{Dialect, Driver, InputError};
use crate::span::Span;

/// What a script sends; what it waits for is left out.
#[derive(Debug)]
pub(super) enum Flow {
    /// A line.
    Line {
        /// The text of the line.
        text: String,
        /// Where it is written.
        place: Span,
    },
    /// Parts that are sent several times.
    Repeat(Vec<Flow>),
    /// The branches of a `one-of`: what each sends, and whether the script continues after it.
    Branch(Vec<(Vec<Flow>, bool)>),
}

/// The largest number of paths through a script that are followed.
const MAX_PATHS: usize = 16;

/// The largest number of lines that are checked: each level of nested repeats doubles the number.
const MAX_LINES: usize = 200_000;

/// Checks all lines of a script as a new dialogue. A message names `case` if the line has a placeholder.
pub(super) fn check(
    dialect: &'static dyn Dialect,
    flow: &[Flow],
    case: Option<&str>,
) -> Vec<Diagnostic> {
    let mut walk = Walk { case, paths: vec![dialect.driver(None)], lines: 0, found: Vec::new() };
    walk.play(flow);
    walk.found
}

struct Walk<'a> {
    case: Option<&'a str>,
    /// The paths through the script so far.
    paths: Vec<Box<dyn Driver>>,
    lines: usize,
    found: Vec<Diagnostic>,
}

impl Walk<'_> {
    fn play(&mut self, flow: &[Flow]) {
        for item in flow {
            if self.lines > MAX_LINES {
                return;
            }
            match item {
                Flow::Line { text, place } => self.line(text, place),
                // The second round starts in the state that the first round has left; a third round would show nothing
                // new.
                Flow::Repeat(inner) if has_lines(inner) => {
                    self.play(inner);
                    self.play(inner);
                }
                Flow::Repeat(_) => {}
                Flow::Branch(ways) if ways.iter().any(|(inner, _)| has_lines(inner)) => {
                    self.branch(ways);
                }
                Flow::Branch(_) => {}
            }
        }
    }

    fn line(&mut self, text: &str, place: &Span) {
        for index in 0..self.paths.len() {
            self.lines += 1;
            if self.lines > MAX_LINES {
                return;
            }
            let before = self.paths[index].fork();
            if let Err(error) = self.paths[index].check(text) {
                let place = word_place(&*before, text, &error, place);
                let diagnostic = self.diagnostic(&error, text, place);
                if !self.found.contains(&diagnostic) {
                    self.found.push(diagnostic);
                }
            }
        }
    }

    fn branch(&mut self, ways: &[(Vec<Flow>, bool)]) {
        let before = std::mem::take(&mut self.paths);
        let mut after = Vec::new();
        let mut unchanged = false;
        for (inner, goes_on) in ways {
            let lines = has_lines(inner);
            if !lines && (!goes_on || std::mem::replace(&mut unchanged, true)) {
                continue;
            }
            self.paths = before.iter().map(|path| path.fork()).collect();
            self.play(inner);
            if *goes_on {
                after.append(&mut self.paths);
            }
        }
        after.truncate(MAX_PATHS);
        self.paths = if after.is_empty() { before } else { after };
    }

    fn diagnostic(&self, error: &InputError, text: &str, place: Span) -> Diagnostic {
        let put_in = place.text().contains("${");
        let diagnostic = Diagnostic::error(error.message.clone(), place)
            .label(say!("the harness itself must send nothing illegal"));
        match self.case {
            Some(case) if put_in => {
                diagnostic.help(say!("in case \"{case}\" the line is: {text}", case, text))
            }
            None if put_in => diagnostic.help(say!("the line is: {text}", text)),
            Some(_) | None => diagnostic
                .help(say!("what is meant to be illegal goes into a step with probe, or into raw")),
        }
    }
}

/// The place of the wrong word. If the word occurs several times in the line, the place is the first occurrence up to
/// which the line alone is already wrong, after what was sent `before`.
fn word_place(before: &dyn Driver, text: &str, error: &InputError, place: &Span) -> Span {
    let Some(word) = &error.word else {
        return place.first_line();
    };
    let mut places: Vec<Span> = place.words(word).collect();
    if places.len() <= 1 {
        return places.pop().unwrap_or_else(|| place.first_line());
    }
    let ends: Vec<usize> = text
        .match_indices(word.as_str())
        .map(|(at, found)| at + found.len())
        .filter(|end| text[*end..].chars().next().is_none_or(char::is_whitespace))
        .collect();
    let wrong_by = |end: &usize| before.fork().check(&text[..*end]).as_ref() == Err(error);
    let index = ends.iter().position(wrong_by).unwrap_or(0);
    let index = if ends.len() == places.len() { index } else { 0 };
    places.swap_remove(index)
}

fn has_lines(flow: &[Flow]) -> bool {
    flow.iter().any(|item| match item {
        Flow::Line { .. } => true,
        Flow::Repeat(inner) => has_lines(inner),
        Flow::Branch(ways) => ways.iter().any(|(inner, _)| has_lines(inner)),
    })
}
