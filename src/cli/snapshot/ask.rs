//! `kentei snapshot review` in a terminal: shows each change and asks the user what to do with it.

use std::io::BufRead;

use super::{show, style};
use crate::cli::failure::{Exit, Failure};
use crate::cli::screen::{Screen, message};
use crate::report::escape;
use crate::snapshot::change;
use crate::snapshot::review::Pending;

/// The snapshots to review, and the progress.
pub(super) struct Asking<'a> {
    screen: &'a Screen,
    groups: Vec<Vec<Pending>>,
    /// The number of snapshots in all groups.
    count: usize,
    /// The number of snapshots that were answered.
    answered: usize,
    /// The number of snapshots that stay pending.
    left: usize,
    /// Whether a file could not be changed.
    failed: bool,
}

/// What to do with a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Accept,
    Reject,
    Skip,
}

impl<'a> Asking<'a> {
    /// A review of these snapshots; those with the same change form a group.
    pub(super) fn of(pending: Vec<Pending>, screen: &'a Screen) -> Self {
        let count = pending.len();
        let groups = change::groups(pending, Pending::change);
        Self { screen, groups, count, answered: 0, left: 0, failed: false }
    }

    /// Asks about all of them. The end of the input ends the review.
    pub(super) fn all(mut self, input: &mut dyn BufRead) -> Result<Exit, Failure> {
        for group in std::mem::take(&mut self.groups) {
            let mut place = 0;
            while let Some(one) = group.get(place) {
                let others = group.len() - place - 1;
                self.screen.print(|out| {
                    show(one, others, style(self.screen), out)?;
                    writeln!(out)
                })?;
                let Some((answer, whole)) = self.answer(others, input)? else {
                    self.left += self.count - self.answered;
                    return Ok(self.exit());
                };
                let end = if whole { group.len() } else { place + 1 };
                for one in &group[place..end] {
                    self.act(one, answer);
                }
                place = end;
            }
        }
        Ok(self.exit())
    }

    fn act(&mut self, one: &Pending, answer: Answer) {
        self.answered += 1;
        let done = match answer {
            Answer::Accept => one.accept(),
            Answer::Reject => one.reject(),
            Answer::Skip => {
                self.left += 1;
                return;
            }
        };
        if let Err(why) = done {
            self.failed = true;
            message(&say!("error: {message}", message = escape::text(&why.to_string())));
        }
    }

    /// Asks until there is an answer; also returns whether it is for all snapshots with this change. `None` ends the
    /// review.
    fn answer(
        &self,
        others: usize,
        input: &mut dyn BufRead,
    ) -> Result<Option<(Answer, bool)>, Failure> {
        let (number, count) = (self.answered + 1, self.count);
        let question = match others {
            0 => say!("{number} of {count}: (a)ccept, (r)eject, (s)kip, (q)uit?", number, count),
            others => say!(
                "{number} of {count}: (a)ccept, (r)eject, (s)kip this one; (A)ccept, (R)eject, (S)kip all {same} with this change; (q)uit?",
                number,
                count,
                same = others + 1
            ),
        };
        loop {
            self.screen.print(|out| {
                write!(out, "{question} ")?;
                out.flush()
            })?;
            let mut line = String::new();
            // Input that is not text counts as the end of the input.
            let read = input.read_line(&mut line).unwrap_or(0);
            let answer = match line.trim() {
                _ if read == 0 => return Ok(None),
                "q" | "quit" => return Ok(None),
                "a" | "accept" => (Answer::Accept, false),
                "r" | "reject" => (Answer::Reject, false),
                "s" | "skip" => (Answer::Skip, false),
                "A" => (Answer::Accept, true),
                "R" => (Answer::Reject, true),
                "S" => (Answer::Skip, true),
                _ => continue,
            };
            return Ok(Some(answer));
        }
    }

    fn exit(&self) -> Exit {
        match (self.failed, self.left) {
            (true, _) => Exit::CouldNotJudge,
            (false, 0) => Exit::Conformant,
            (false, _) => Exit::Nonconformant,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::cli::screen::ColorWhen;

    /// A damaged snapshot that waits for review. It can be rejected if its file exists, and never be accepted.
    fn pending(folder: &Path, name: &str) -> Pending {
        Pending {
            path: folder.join(format!("{name}.snap.new")),
            target: folder.join(format!("{name}.snap")),
            name: name.to_owned(),
            snap: Err("no head".to_owned()),
            old: None,
        }
    }

    #[test]
    fn a_file_that_could_not_be_changed_is_no_snapshot_that_waits() {
        let folder = tempfile::tempdir().unwrap();
        let screen = Screen::new(ColorWhen::Never, None);
        let check = |answers: &str, expected| {
            fs::write(folder.path().join("there.snap.new"), "").unwrap();
            let all = ["there", "gone"].map(|name| pending(folder.path(), name));
            let exit = Asking::of(all.into(), &screen).all(&mut answers.as_bytes());
            assert_eq!(exit, Ok(expected), "{answers:?}");
        };
        check("s\ns\n", Exit::Nonconformant);
        check("r\ns\n", Exit::Nonconformant);
        check("r\nr\n", Exit::CouldNotJudge);
        check("a\ns\n", Exit::CouldNotJudge);
        check("a\nq\n", Exit::CouldNotJudge);
    }
}
