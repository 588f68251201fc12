//! The explanation of each clause: a few sentences, a transcript that keeps the clause and one that breaks it.
//!
//! Each section of the catalogue has one file:
//!
//! ```text
//! # USI-PON-01
//! Pondering is thinking in the opponent's time.
//! good
//!   > go ponder btime 60000 wtime 60000 byoyomi 1000
//!   @ 3000
//!   > stop
//!   < bestmove 2g2f
//! bad
//!   > go ponder btime 60000 wtime 60000 byoyomi 1000
//!   < bestmove 2g2f              # USI-PON-01 fail
//! ```
//!
//! Transcripts have the form that [`transcript_text`] reads. The text after `#` is what the monitor reports for the
//! line: a clause and a severity, several separated by commas, or `unseen` for a violation that cannot be seen from
//! outside.
//!
//! The opening of the dialogue need not be written. A transcript that does not send the first command (`usi`)
//! begins after `readyok`; if its first line is `isready` or `setoption`, it begins after the handshake. A
//! transcript whose first line is not a sent line begins at the start of the process.
//!
//! Two lines may stand before the transcripts: `profile NAME`, if it is not the default profile, and `scenario ID`.
//! With `scenario`, the exchange is a part of that scenario, whose script finds what no rule can find; `…` may then
//! end a sent line that is not written in full.

use include_dir::Dir;

use crate::transcript_text;
use crate::verdict::Severity;

/// The documentation of the clauses of one dialect.
#[derive(Debug, Default)]
pub struct ClauseDocs {
    /// The lines that come before transcripts that leave them out.
    pub opening: Opening,
    /// One explanation per clause, in the order of the files.
    pub all: Vec<ClauseDoc>,
}

/// The opening lines of a dialogue, in the form that [`transcript_text`] reads.
#[derive(Debug, Default, Clone, Copy)]
pub struct Opening {
    /// The handshake.
    pub hello: &'static str,
    /// The first question whether the engine is ready, and its answer.
    pub ready: &'static str,
}

/// The explanation of one clause.
#[derive(Debug)]
pub struct ClauseDoc {
    /// The clause.
    pub clause: String,
    /// File and line where the explanation begins: `PON.txt:1`.
    pub place: String,
    /// The explanation, a few sentences.
    pub text: String,
    /// Transcripts that keep or break the clause.
    pub examples: Vec<Example>,
}

/// A transcript, with what the monitor reports for it.
#[derive(Debug)]
pub struct Example {
    /// Whether the transcript keeps the clause.
    pub good: bool,
    /// The profile in which it is judged; `None` for the default.
    pub profile: Option<String>,
    /// The scenario that it is part of, if no rule alone finds the violation.
    pub scenario: Option<String>,
    /// The point of the dialogue at which it begins.
    pub begins: Begins,
    /// Its lines.
    pub lines: Vec<ExampleLine>,
}

/// The exchange that comes before a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begins {
    /// Nothing.
    AtStart,
    /// The handshake.
    AfterHello,
    /// The handshake and the first `isready` with its answer.
    AfterReady,
}

/// One line of a transcript.
#[derive(Debug, PartialEq, Eq)]
pub struct ExampleLine {
    /// The line in the form that [`transcript_text`] reads.
    pub text: String,
    /// What is wrong with it.
    pub marks: Vec<Mark>,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// The monitor reports this clause with this severity.
    Breaks(String, Severity),
    /// The violation cannot be seen from outside.
    Unseen,
}

/// An error in a documentation file.
#[derive(Debug, PartialEq, Eq)]
pub struct Mistake {
    /// File and line: `PON.txt:12`.
    pub place: String,
    /// The message, a lower-case fragment.
    pub message: String,
}

impl Opening {
    /// The command that begins the handshake: `usi`.
    fn hello_command(&self) -> &'static str {
        let first = self.hello.lines().next().unwrap_or_default();
        first.strip_prefix('>').unwrap_or_default().trim()
    }
}

impl ClauseDocs {
    /// Reads the files that are compiled in. Errors in them are ignored here; a test reports them.
    #[must_use]
    pub(crate) fn bundled(opening: Opening, folder: &Dir<'_>) -> Self {
        let files = folder.files().filter_map(|file| {
            let name = file.path().file_name()?.to_str()?;
            Some((name, file.contents_utf8()?))
        });
        Self::read(opening, &files.collect::<Vec<_>>()).0
    }

    /// Reads files, each given as its name and its text, and returns all errors.
    #[must_use]
    pub fn read(opening: Opening, files: &[(&str, &str)]) -> (Self, Vec<Mistake>) {
        let mut reader = Reader {
            clause_docs: Self { opening, all: Vec::new() },
            mistakes: Vec::new(),
            profile: None,
            scenario: None,
        };
        for (name, text) in files {
            reader.file(name, text);
        }
        (reader.clause_docs, reader.mistakes)
    }

    /// The explanation of this clause.
    #[must_use]
    pub fn of(&self, clause: &str) -> Option<&ClauseDoc> {
        self.all.iter().find(|clause_doc| clause_doc.clause == clause)
    }

    /// The lines that come before a transcript that begins at this point.
    #[must_use]
    pub fn before(&self, begins: Begins) -> Vec<&'static str> {
        let Opening { hello, ready } = self.opening;
        match begins {
            Begins::AtStart => Vec::new(),
            Begins::AfterHello => hello.lines().collect(),
            Begins::AfterReady => hello.lines().chain(ready.lines()).collect(),
        }
    }
}

struct Reader {
    clause_docs: ClauseDocs,
    mistakes: Vec<Mistake>,
    profile: Option<String>,
    scenario: Option<String>,
}

impl Reader {
    fn file(&mut self, name: &str, text: &str) {
        let first = self.clause_docs.all.len();
        for (index, line) in text.lines().enumerate() {
            let place = format!("{name}:{}", index + 1);
            if line.trim().is_empty() {
                continue;
            }
            if let Err(message) = self.line(line, first, &place) {
                self.mistakes.push(Mistake { place, message });
            }
        }
        let hello = self.clause_docs.opening.hello_command();
        for clause_doc in &mut self.clause_docs.all[first..] {
            for example in &mut clause_doc.examples {
                example.begins = begins(&example.lines, hello);
                let message = match transcript(&example.lines) {
                    Err(message) => message,
                    Ok(0) => "a transcript without lines".to_owned(),
                    Ok(_) => continue,
                };
                let place = clause_doc.place.clone();
                self.mistakes.push(Mistake { place, message });
            }
        }
    }

    fn line(&mut self, line: &str, first: usize, place: &str) -> Result<(), String> {
        if let Some(clause) = line.strip_prefix("# ") {
            self.clause_docs.all.push(ClauseDoc {
                clause: clause.trim().to_owned(),
                place: place.to_owned(),
                text: String::new(),
                examples: Vec::new(),
            });
            self.profile = None;
            self.scenario = None;
            return Ok(());
        }
        let clause_doc =
            self.clause_docs.all[first..].last_mut().ok_or("a line before the first clause")?;
        if line.starts_with(' ') {
            let example = clause_doc.examples.last_mut();
            let example = example.ok_or("an indented line before good or bad")?;
            example.lines.push(example_line(line)?);
            return Ok(());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["profile", name] => self.profile = Some(name.to_owned()),
            ["scenario", id] => self.scenario = Some(id.to_owned()),
            ["good" | "bad"] => clause_doc.examples.push(Example {
                good: words == ["good"],
                profile: self.profile.clone(),
                scenario: self.scenario.clone(),
                begins: Begins::AtStart,
                lines: Vec::new(),
            }),
            _ if !clause_doc.examples.is_empty() => {
                return Err("a line of a transcript is indented".to_owned());
            }
            _ => {
                if !clause_doc.text.is_empty() {
                    clause_doc.text.push(' ');
                }
                clause_doc.text.push_str(line.trim());
            }
        }
        Ok(())
    }
}

fn example_line(line: &str) -> Result<ExampleLine, String> {
    let line = line.trim_start();
    let (text, said) = transcript_text::split_remark(line);
    let marks = said.map(mark).collect::<Result<_, _>>()?;
    Ok(ExampleLine { text: text.to_owned(), marks })
}

fn mark(said: &str) -> Result<Mark, String> {
    let severity = |word| {
        [Severity::Info, Severity::Warn, Severity::Fail]
            .into_iter()
            .find(|severity| severity.word() == word)
    };
    match said.split_whitespace().collect::<Vec<_>>()[..] {
        ["unseen"] => Ok(Mark::Unseen),
        [clause, word] => severity(word)
            .map(|severity| Mark::Breaks(clause.to_owned(), severity))
            .ok_or_else(|| format!("no severity: {word:?}")),
        _ => Err(format!("no clause and severity: {said:?}")),
    }
}

/// The number of lines of the transcript, or an error for the first line that cannot be read.
fn transcript(lines: &[ExampleLine]) -> Result<usize, String> {
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    match transcript_text::parse(&texts.join("\n")) {
        Ok(_) => Ok(lines.len()),
        Err((number, message)) => {
            let line = texts.get(number.saturating_sub(1)).copied().unwrap_or_default();
            Err(format!("{message} in {line:?}"))
        }
    }
}

fn begins(lines: &[ExampleLine], hello_command: &str) -> Begins {
    let sent = |line: &ExampleLine| line.text.strip_prefix('>').map(|rest| rest.trim().to_owned());
    let hello = lines.iter().filter_map(sent).any(|line| line == hello_command);
    let first = lines.iter().find(|line| !line.text.starts_with('@'));
    match first.and_then(sent) {
        None => Begins::AtStart,
        Some(_) if hello => Begins::AtStart,
        Some(line) if line == "isready" || line.starts_with("setoption") => Begins::AfterHello,
        Some(_) => Begins::AfterReady,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (ClauseDocs, Vec<Mistake>) {
        let opening = Opening { hello: "> usi\n< usiok", ready: "> isready\n< readyok" };
        ClauseDocs::read(opening, &[("X.txt", text)])
    }

    #[test]
    fn an_explanation_is_read_whole() {
        let (clause_docs, mistakes) = read(
            "# A-1\nIt goes\non.\ngood\n  > go\n\n  < bestmove 2g2f\nprofile draft\nscenario a/b\nbad\n  < x  # A-1 fail, A-2 info\n# A-2\nMore.\nbad\n  > usi  # unseen\n",
        );
        assert_eq!(mistakes, []);
        let clause_doc = clause_docs.of("A-1").unwrap();
        assert_eq!(
            (clause_doc.text.as_str(), clause_doc.place.as_str()),
            ("It goes on.", "X.txt:1")
        );
        let [good, bad] = &clause_doc.examples[..] else { panic!("{clause_doc:?}") };
        assert!(good.good && good.scenario.is_none() && good.lines.len() == 2);
        assert_eq!(good.begins, Begins::AfterReady);
        assert_eq!(bad.profile.as_deref(), Some("draft"));
        assert_eq!(bad.scenario.as_deref(), Some("a/b"));
        assert_eq!(bad.begins, Begins::AtStart);
        let breaks = |id: &str, severity| Mark::Breaks(id.to_owned(), severity);
        assert_eq!(bad.lines[0].text, "< x");
        assert_eq!(
            bad.lines[0].marks,
            [breaks("A-1", Severity::Fail), breaks("A-2", Severity::Info)]
        );
        let next = &clause_docs.of("A-2").unwrap().examples[0];
        assert_eq!(next.lines[0].marks, [Mark::Unseen]);
        assert_eq!((&next.profile, &next.scenario), (&None, &None));
    }

    #[test]
    fn where_a_transcript_begins_follows_from_its_first_line() {
        let check = |lines: &str, expected| {
            let (clause_docs, mistakes) = read(&format!("# A-1\nbad\n{lines}"));
            assert_eq!(mistakes, []);
            assert_eq!(clause_docs.all[0].examples[0].begins, expected, "{lines}");
        };
        check("  > xyzzy\n  > usi", Begins::AtStart);
        check("  @ 10\n  < banner", Begins::AtStart);
        check("  @ 10\n  > isready", Begins::AfterHello);
        check("  > setoption name X", Begins::AfterHello);
        check("  > usinewgame", Begins::AfterReady);
    }

    #[test]
    fn mistakes_are_reported_with_their_places() {
        let check = |text: &str, place: &str, message: &str| {
            let mistake = Mistake { place: place.to_owned(), message: message.to_owned() };
            assert_eq!(read(text).1, [mistake], "{text}");
        };
        check("text", "X.txt:1", "a line before the first clause");
        check("# A\n  > go", "X.txt:2", "an indented line before good or bad");
        check("# A\ngood\n  > go\nmore", "X.txt:4", "a line of a transcript is indented");
        check("# A\ngood", "X.txt:1", "a transcript without lines");
        check("# A\nbad\n  < x  # A bad\n  < y", "X.txt:3", "no severity: \"bad\"");
        check("# A\nbad\n  < x  # A\n  < y", "X.txt:3", "no clause and severity: \"A\"");
        check("# A\nbad\n  + x", "X.txt:1", "unknown mark \"+\" in \"+ x\"");
    }
}
