//! Checks that what a script sends is legal, in the order in which it is sent, and at the moment at which it is sent.

use crate::diagnostic::Diagnostic;
use crate::protocol::{Dialect, Driver, InputError, Wait};
use crate::span::Span;
use crate::verdict::ClauseId;

/// What a script sends, and what it waits for.
#[derive(Debug)]
pub(super) enum Flow {
    /// A line.
    Line(Line),
    /// A wait.
    Wait(Wait),
    /// Something after which the state of the engine is unknown, such as a probe. From here on, lines may be sent at
    /// any moment.
    Lost,
    /// Parts that are sent several times.
    Repeat(Vec<Flow>),
    /// The branches of a `one-of`: what each sends, and whether the script continues after it.
    Branch(Vec<(Vec<Flow>, bool)>),
}

/// A line that a script sends.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// The text of the line.
    pub(super) text: String,
    /// Where it is written.
    pub(super) place: Span,
    /// Where the fragment that contains the line is used.
    pub(super) used_at: Option<Span>,
    /// How much of the text is known.
    pub(super) known: Known,
}

/// How much is known of a line before it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// All of it.
    Text,
    /// Only the command.
    Command,
    /// Nothing: the line is wrong, which was reported. The lines that depend on it are not checked.
    Wrong,
}

/// The largest number of paths through a script that are followed.
const MAX_PATHS: usize = 16;

/// The largest number of items and lines that are checked: each level of nested repeats doubles the number.
const MAX_LINES: usize = 400_000;

/// Checks all lines of a script about some clauses as a new dialogue. A message names `case` if the line has a
/// placeholder.
pub(super) fn check(
    dialect: &'static dyn Dialect,
    clauses: &[ClauseId],
    flow: &[Flow],
    case: Option<&str>,
) -> Vec<Diagnostic> {
    let paths = vec![dialect.driver(None)];
    let mut walk = Walk { case, clauses, paths, lost: false, lines: 0, found: Vec::new() };
    walk.play(flow);
    walk.found
}

struct Walk<'a> {
    case: Option<&'a str>,
    clauses: &'a [ClauseId],
    /// The paths through the script so far.
    paths: Vec<Box<dyn Driver>>,
    /// Whether the state of the engine is unknown.
    lost: bool,
    /// The number of items so far, and of lines on all paths.
    lines: usize,
    found: Vec<Diagnostic>,
}

impl Walk<'_> {
    fn play(&mut self, flow: &[Flow]) {
        for item in flow {
            if self.lines > MAX_LINES {
                return;
            }
            self.lines += 1;
            match item {
                Flow::Line(line) => {
                    self.moment(line);
                    self.words(line);
                }
                Flow::Wait(wait) => self.paths.iter_mut().for_each(|path| path.wait(*wait)),
                Flow::Lost => self.lost = true,
                // The second round starts in the state that the first round has left; a third round would show nothing
                // new.
                Flow::Repeat(inner) if has_items(inner) => {
                    self.play(inner);
                    self.play(inner);
                }
                Flow::Repeat(_) => {}
                Flow::Branch(ways) if ways.iter().any(|(inner, _)| has_items(inner)) => {
                    self.branch(ways);
                }
                Flow::Branch(_) => {}
            }
        }
    }

    /// Checks the moment of a line, which is wrong only if it is wrong on all paths.
    fn moment(&mut self, line: &Line) {
        if self.lost {
            return;
        }
        let paths = self.paths.iter_mut();
        let checked: Vec<_> = paths.map(|path| path.check_moment(&line.text)).collect();
        if let Some(Err(error)) = checked.first()
            && checked.iter().all(Result::is_err)
            && !self.examines(error)
        {
            let place = line.used_at.as_ref().unwrap_or(&line.place);
            let word = error.word.as_deref().and_then(|word| place.word(word));
            self.report(error, &line.text, word.unwrap_or_else(|| place.first_line()));
        }
    }

    /// Whether the script is about the reaction to the line.
    fn examines(&self, error: &InputError) -> bool {
        self.clauses.iter().any(|clause| error.reactions.contains(&clause.0))
    }

    /// Checks the words of a line.
    fn words(&mut self, line: &Line) {
        let Line { text, place, .. } = line;
        if line.known == Known::Command {
            return;
        }
        for index in 0..self.paths.len() {
            self.lines += 1;
            if self.lines > MAX_LINES {
                return;
            }
            let before = self.paths[index].fork();
            if let Err(error) = self.paths[index].check(text)
                && line.known == Known::Text
            {
                let place = word_place(&*before, text, &error, place);
                self.report(&error, text, place);
            }
        }
    }

    fn report(&mut self, error: &InputError, text: &str, place: Span) {
        let diagnostic = self.diagnostic(error, text, place);
        if !self.found.contains(&diagnostic) {
            self.found.push(diagnostic);
        }
    }

    fn branch(&mut self, ways: &[(Vec<Flow>, bool)]) {
        let before = std::mem::take(&mut self.paths);
        let mut after = Vec::new();
        let mut unchanged = false;
        for (inner, goes_on) in ways {
            let lines = has_items(inner);
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

fn has_items(flow: &[Flow]) -> bool {
    flow.iter().any(|item| match item {
        Flow::Line(_) | Flow::Wait(_) | Flow::Lost => true,
        Flow::Repeat(inner) => has_items(inner),
        Flow::Branch(ways) => ways.iter().any(|(inner, _)| has_items(inner)),
    })
}
