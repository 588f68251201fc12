//! A generated session as plain data, and the scenario file that plays it.
//!
//! A [`Session`] is a list of [`Turn`]s, each a list of [`Stimulus`]: after which pause what is sent, and what ends the
//! wait for its answer. Nothing in it knows a word of a protocol; the model of the dialect has put the words in.
//! [`Session::yaml`] writes it as a scenario, so that a generated session is loaded, checked, played, saved and replayed
//! as a script is.

use std::fmt::Write as _;
use std::time::Duration;

/// A legal dialogue with one engine process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The id of its scenario: `usi/generated/3-clock-stop`.
    pub id: String,
    /// What is sent, as a sentence.
    pub title: String,
    /// Name of the dialect.
    pub dialect: &'static str,
    /// The clauses at which a missing answer is reported if no rule names one.
    pub clauses: &'static [&'static str],
    /// Capabilities that the engine must have for it to be played.
    pub needs: Vec<&'static str>,
    /// The profiles in which it is legal; empty for all.
    pub profiles: Vec<&'static str>,
    /// How the dialogue begins, before the first turn.
    pub opening: Vec<Stimulus>,
    /// The turns, at least one. Between two of them the engine owes nothing, so a session may be cut there.
    pub turns: Vec<Turn>,
    /// How the dialogue ends after the last turn, unless that has ended the process.
    pub closing: Vec<Stimulus>,
}

/// One search with all that leads to it and ends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// What the turn is made of: names of a parameter of the model and of the class that was chosen for it.
    pub classes: Vec<(&'static str, &'static str)>,
    /// What is sent, in order.
    pub stimuli: Vec<Stimulus>,
}

impl Turn {
    /// The class of a parameter.
    #[must_use]
    pub fn class(&self, parameter: &str) -> Option<&'static str> {
        let mut classes = self.classes.iter();
        classes.find(|(name, _)| *name == parameter).map(|(_, class)| *class)
    }
}

/// What is sent at one moment, and what is waited for then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stimulus {
    /// How long after the event before it: the answer that was waited for, or the last send.
    pub pause: Duration,
    /// What is sent.
    pub action: Action,
    /// What has to come before the next stimulus.
    pub wait: Wait,
}

/// What a client does to an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Lines, all in one write.
    Send(Vec<String>),
    /// Options that the engine has declared: their types, and the word of `set-options` for the value. Where it has
    /// declared none of them, nothing is sent.
    SetOptions(&'static str, &'static str),
    /// The end of the engine's input.
    CloseInput,
    /// Nothing is sent.
    None,
}

/// What ends the wait after a stimulus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait {
    /// Nothing is waited for.
    None,
    /// A message of one of these kinds, within this limit of the scenario language.
    Reply {
        /// The kinds, at least one.
        kinds: &'static [&'static str],
        /// The limit.
        within: &'static str,
        /// When a search that is still open is asked to stop.
        stop_after: Option<Duration>,
        /// The clause at which its absence is reported, if the rules should not choose one.
        clause: Option<&'static str>,
    },
    /// The end of the process; its absence counts as a warning at most where `lenient`.
    Exit {
        /// Whether the documents leave open that it ends.
        lenient: bool,
    },
    /// None of these messages may come for this long.
    Silence(Vec<&'static str>, Duration),
}

impl Stimulus {
    /// A line that is sent at once and waits for nothing.
    pub(crate) fn line(text: impl Into<String>) -> Self {
        Self::lines(vec![text.into()])
    }

    /// Lines in one write, sent at once, after which nothing is waited for.
    pub(crate) fn lines(lines: Vec<String>) -> Self {
        Self { pause: Duration::ZERO, action: Action::Send(lines), wait: Wait::None }
    }

    /// The same, after a pause.
    pub(crate) fn after(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// The same, with something to wait for.
    pub(crate) fn then(self, wait: Wait) -> Self {
        Self { wait, ..self }
    }
}

impl Session {
    /// All that is sent, in order.
    pub fn stimuli(&self) -> impl Iterator<Item = &Stimulus> {
        let turns = self.turns.iter().flat_map(|turn| &turn.stimuli);
        self.opening.iter().chain(turns).chain(&self.closing)
    }

    /// The scenario that plays it, as a file. `after` are prerequisites, by their short ids.
    #[must_use]
    pub fn yaml(&self, after: &[&str]) -> String {
        let mut text = String::new();
        let list = |items: &[&str]| items.join(", ");
        put(&mut text, format_args!("title: {}", quoted(&self.title)));
        put(&mut text, format_args!("clauses: [{}]", list(self.clauses)));
        if !self.needs.is_empty() {
            put(&mut text, format_args!("needs: [{}]", list(&self.needs)));
        }
        put(&mut text, format_args!("after: [{}]", list(after)));
        if !self.profiles.is_empty() {
            put(&mut text, format_args!("profiles: [{}]", list(&self.profiles)));
        }
        put(&mut text, format_args!("steps:"));
        self.opening.iter().for_each(|stimulus| stimulus.write(&mut text));
        for turn in &self.turns {
            let classes: Vec<String> = turn
                .classes
                .iter()
                .filter(|(_, class)| *class != UNUSED)
                .map(|(name, class)| format!("{name} {class}"))
                .collect();
            put(&mut text, format_args!("  # {}", classes.join(", ")));
            turn.stimuli.iter().for_each(|stimulus| stimulus.write(&mut text));
        }
        self.closing.iter().for_each(|stimulus| stimulus.write(&mut text));
        text
    }
}

/// The class of a parameter that has no meaning in a turn.
pub(crate) const UNUSED: &str = "-";

impl Stimulus {
    fn write(&self, text: &mut String) {
        if !self.pause.is_zero() {
            put(text, format_args!("  - pause: {}", time(self.pause)));
        }
        match &self.action {
            Action::Send(lines) => match &lines[..] {
                [line] => put(text, format_args!("  - send: {}", quoted(line))),
                lines => {
                    let lines: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
                    put(text, format_args!("  - send: [{}]", lines.join(", ")));
                }
            },
            Action::SetOptions(kinds, to) => put(
                text,
                format_args!("  - set-options: {{ types: [{kinds}], to: {to}, optional: true }}"),
            ),
            Action::CloseInput => put(text, format_args!("  - close-input")),
            Action::None => {}
        }
        match &self.wait {
            Wait::None => {}
            Wait::Reply { kinds, within, stop_after, clause } => {
                match kinds {
                    [kind] => put(text, format_args!("  - expect: {kind}")),
                    kinds => {
                        put(text, format_args!("  - one-of:"));
                        for kind in *kinds {
                            put(text, format_args!("      - expect: {kind}"));
                        }
                    }
                }
                put(text, format_args!("    within: {within}"));
                if let Some(stop_after) = stop_after {
                    put(text, format_args!("    stop-after: {}", time(*stop_after)));
                }
                if let Some(clause) = clause {
                    put(text, format_args!("    clause: {clause}"));
                }
            }
            Wait::Exit { lenient } => {
                put(text, format_args!("  - expect: exit\n    within: quit"));
                if *lenient {
                    put(text, format_args!("    at-most: warn"));
                }
            }
            Wait::Silence(kinds, lasting) => {
                let kinds = kinds.join(", ");
                let lasting = time(*lasting);
                put(text, format_args!("  - silence: {{ of: [{kinds}], for: {lasting} }}"));
            }
        }
    }
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a text cannot fail.
    let _ = writeln!(text, "{line}");
}

/// A text as YAML takes it whatever is in it.
fn quoted(text: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || " .,-/".contains(letter);
    if text.chars().all(plain) && text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn time(length: Duration) -> String {
    format!("{}ms", length.as_millis().max(1))
}
