//! The differences between two snapshots, as lines with context.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use similar::{Algorithm, ChangeTag, TextDiff};

/// Lines of context around a difference.
const CONTEXT: usize = 3;
/// The most lines of a diff; further lines are counted.
const LINES: usize = 200;

/// The differences between two texts, in hunks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diff {
    /// The parts that differ, with lines of context.
    #[serde(rename = "diff")]
    pub hunks: Vec<Hunk>,
    /// How many lines of the diff are left out because it is too long.
    #[serde(rename = "diff_more")]
    pub more: usize,
}

impl Diff {
    /// The same diff without the hunks whose changed lines were all in earlier hunks.
    #[must_use]
    pub fn once(&self) -> Self {
        let mut seen = BTreeSet::new();
        let mut hunks = Vec::new();
        for hunk in &self.hunks {
            let known = seen.len();
            let changed = hunk.lines.iter().filter(|line| line.sign != Sign::Same);
            seen.extend(changed.map(|line| (line.sign.sign(), line.text.as_str())));
            if seen.len() > known {
                hunks.push(hunk.clone());
            }
        }
        Self { hunks, more: self.more }
    }
}

/// A part of a diff: lines that differ, with lines of context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hunk {
    /// Number of its first line in the old text, from 1.
    pub old: usize,
    /// Number of its first line in the new text, from 1.
    pub new: usize,
    /// The lines, in order.
    pub lines: Vec<DiffLine>,
}

/// A line of a diff. In JSON it follows its sign: a space, `-` or `+`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "String", into = "String")]
#[schemars(inline)]
pub struct DiffLine {
    /// Whether the line is in both texts or in one.
    pub sign: Sign,
    /// The line. It comes from a file, which anyone may have changed: it has to be escaped.
    pub text: String,
}

impl From<DiffLine> for String {
    fn from(line: DiffLine) -> Self {
        format!("{}{}", line.sign.sign(), line.text)
    }
}

impl From<String> for DiffLine {
    fn from(line: String) -> Self {
        let signs = [Sign::Same, Sign::Gone, Sign::Added].into_iter();
        let read = signs.map(|sign| (sign, line.strip_prefix(sign.sign())));
        let mut read = read.filter_map(|(sign, text)| Some(Self { sign, text: text?.to_owned() }));
        // A line without a sign comes from a file that was edited by hand.
        read.next_back().unwrap_or(Self { sign: Sign::Same, text: line })
    }
}

/// What happened to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// The line is in both texts.
    Same,
    /// The line is only in the old text.
    Gone,
    /// The line is only in the new text.
    Added,
}

impl Sign {
    /// The character before a line.
    #[must_use]
    pub fn sign(self) -> char {
        match self {
            Self::Same => ' ',
            Self::Gone => '-',
            Self::Added => '+',
        }
    }
}

/// The differences between two texts.
#[must_use]
pub fn diff(old: &str, new: &str) -> Diff {
    let old: Vec<&str> = old.lines().collect();
    let new: Vec<&str> = new.lines().collect();
    let found = TextDiff::configure().algorithm(Algorithm::Myers).diff_slices(&old, &new);
    let mut hunks = Vec::new();
    let (mut kept, mut more) = (0, 0);
    for group in found.grouped_ops(CONTEXT) {
        let Some(first) = group.first() else { continue };
        let mut lines = Vec::new();
        for change in group.iter().flat_map(|op| found.iter_changes(op)) {
            kept += 1;
            if kept > LINES {
                more += 1;
                continue;
            }
            let sign = match change.tag() {
                ChangeTag::Equal => Sign::Same,
                ChangeTag::Delete => Sign::Gone,
                ChangeTag::Insert => Sign::Added,
            };
            lines.push(DiffLine { sign, text: change.value().to_owned() });
        }
        if !lines.is_empty() {
            hunks.push(Hunk {
                old: first.old_range().start + 1,
                new: first.new_range().start + 1,
                lines,
            });
        }
    }
    Diff { hunks, more }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_stands_in_its_context() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl";
        let new = "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm";
        let found = diff(old, new);
        let shown: Vec<String> = found
            .hunks
            .iter()
            .map(|hunk| {
                let lines = hunk.lines.iter();
                let lines: String =
                    lines.map(|line| format!("{}{}", line.sign.sign(), line.text)).collect();
                format!("{} {}:{lines}", hunk.old, hunk.new)
            })
            .collect();
        assert_eq!(shown, ["1 1: a-b+B c d e", "10 10: j k l+m"]);
        assert_eq!(diff("a", "a"), Diff::default());
    }

    #[test]
    fn what_differs_again_in_the_same_way_can_be_left_out() {
        let old = "a\n1\n2\n3\n4\n5\n6\n7\na\n1\n2\n3\n4\n5\n6\n7\na\nc";
        let found = diff(old, &old.replace('a', "A").replace('c', "C"));
        assert_eq!(found.hunks.len(), 3);
        let once: Vec<usize> = found.once().hunks.iter().map(|hunk| hunk.old).collect();
        assert_eq!(once, [1, 14]);
    }

    #[test]
    fn a_long_one_is_cut_and_counted() {
        let new: Vec<String> = (0..1000).map(|number| number.to_string()).collect();
        let found = diff("", &new.join("\n"));
        assert_eq!(found.more, 800);
        assert_eq!(found.hunks.iter().map(|hunk| hunk.lines.len()).sum::<usize>(), 200);
    }
}
