//! A generated session as plain data, and the scenario file that plays it.
//!
//! A [`Session`] is a list of [`Turn`]s, and a turn is a list of [`Stimulus`]: a pause, what is sent after it, and what
//! ends the wait for the answer. Nothing here depends on a protocol: the model of the dialect has written the lines.
//! [`Session::yaml`] writes the session as a scenario, so that a generated session is loaded, checked, played, saved
//! and replayed like a script.

use std::fmt::Write as _;
use std::time::Duration;

/// A legal dialogue with one engine process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The id of its scenario: `usi/generated/3`, or `usi/generated/SEED-ROUND-NUMBER` in an exploration.
    pub id: String,
    /// What is sent, as a sentence.
    pub title: String,
    /// The name of the dialect.
    pub dialect: &'static str,
    /// The clauses at which a missing answer is reported if no rule names one.
    pub clauses: &'static [&'static str],
    /// Capabilities that the engine must have for the session to be played.
    pub needs: Vec<&'static str>,
    /// The profiles in which the session is legal; empty for all.
    pub profiles: Vec<&'static str>,
    /// The stimuli before the first turn.
    pub opening: Vec<Stimulus>,
    /// The turns, at least one. Between two turns no reply is pending, so a session can be cut there.
    pub turns: Vec<Turn>,
    /// The stimuli after the last turn; none if that turn has ended the process.
    pub closing: Vec<Stimulus>,
}

/// One search with everything that leads to it and ends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The names of the parameters of the model, each with the class that was chosen for it.
    pub classes: Vec<(&'static str, &'static str)>,
    /// What is sent, in order of time.
    pub stimuli: Vec<Stimulus>,
}

impl Turn {
    /// The class of a parameter; `None` if the turn has no such parameter.
    #[must_use]
    pub fn class(&self, parameter: &str) -> Option<&'static str> {
        let mut classes = self.classes.iter();
        classes.find(|(name, _)| *name == parameter).map(|(_, class)| *class)
    }
}

/// What is sent at one moment, and what is waited for after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stimulus {
    /// The time since the event before: the answer that was waited for, or the last send.
    pub pause: Duration,
    /// What is sent.
    pub action: Action,
    /// What must come before the next stimulus.
    pub wait: Wait,
}

/// What a client does to an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Sends lines, all in one write.
    Send(Vec<String>),
    /// Sets options that the engine has declared: their types, and the word of `set-options` for the value. If the
    /// engine has declared none of them, nothing is sent.
    SetOptions(&'static str, &'static str),
    /// Closes the engine's input.
    CloseInput,
    /// Sends nothing.
    None,
}

/// What ends the wait after a stimulus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait {
    /// Nothing is waited for.
    None,
    /// Waits for a message of one of these kinds.
    Reply {
        /// The kinds, at least one.
        kinds: &'static [&'static str],
        /// The limit, as a time of the scenario language.
        within: &'static str,
        /// The time after which a search that is still open gets a stop.
        stop_after: Option<Duration>,
        /// The clause at which a missing message is reported, if the rules must not choose one.
        clause: Option<&'static str>,
    },
    /// Waits for the end of the process.
    Exit {
        /// Whether the documents do not demand that the process ends: then a process that goes on is a warning at most.
        lenient: bool,
    },
    /// None of these messages may come for this time.
    Silence(Vec<&'static str>, Duration),
}

impl Stimulus {
    /// A line that is sent at once and waits for nothing.
    pub(crate) fn line(text: impl Into<String>) -> Self {
        Self::lines(vec![text.into()])
    }

    /// Lines in one write, sent at once, that wait for nothing.
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
    /// All stimuli of the session, in order.
    pub fn stimuli(&self) -> impl Iterator<Item = &Stimulus> {
        let turns = self.turns.iter().flat_map(|turn| &turn.stimuli);
        self.opening.iter().chain(turns).chain(&self.closing)
    }

    /// The session as a scenario file. `after` are the short ids of its prerequisites.
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

/// The class that means that a parameter is not used in a turn.
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
    // Writing to a `String` cannot fail.
    let _ = writeln!(text, "{line}");
}

/// The text as a YAML scalar, in quotes if it needs them.
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
