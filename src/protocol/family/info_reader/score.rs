//! The parser of a score: its kind, its value, and a bound after it.

use super::Reader;
use crate::lang::Text;
use crate::protocol::family::info::{Score, ScoreValue};
use crate::protocol::family::info_reader::violations;
use crate::protocol::family::message::SyntaxIssue;
use crate::protocol::family::violation_id::ViolationId;
use crate::protocol::family::words::{self, Word};

/// A whole number that may have a plus sign, as usual readers of numbers accept it.
fn signed(text: &str) -> Option<i64> {
    match text.strip_prefix('+') {
        Some(digits) if digits.starts_with('-') => None,
        digits => words::integer(digits.unwrap_or(text)),
    }
}

impl<'a> Reader<'a, '_> {
    pub(super) fn score(&mut self, key: Word<'a>) {
        self.early_bound();
        self.info.unread_score = true;
        let Some(kind) = self.value() else {
            self.issues.push(SyntaxIssue::at(
                violations::SCORE_SHAPE,
                key,
                say!("cp or mate after score"),
            ));
            return;
        };
        if self.table.particulars.bare_score && matches!(kind.text, "cp" | "mate") {
            let wanted = say!("the number directly after score");
            self.issues.push(SyntaxIssue::at(violations::SCORE_FORM, kind, wanted));
        }
        let bare = self.table.particulars.bare_score.then(|| signed(kind.text)).flatten();
        let value = match kind.text {
            _ if bare.is_some() => bare.map(ScoreValue::Cp),
            "cp" => self.cp(kind),
            "mate" => self.mate(kind),
            _ => {
                self.issues.push(SyntaxIssue::at(
                    violations::SCORE_SHAPE,
                    kind,
                    say!("cp or mate"),
                ));
                return;
            }
        };
        let columns = self.words[self.at - 1].columns();
        let bound = self.bound();
        let (value, bound) = self.both_kinds(kind, value, bound);
        if let Some(value) = value {
            self.info.score = Some(Score { value, bound, columns });
            self.info.unread_score = false;
        }
    }

    /// A mate may follow the hundredths of a pawn, or precede them: then the mate is the score.
    fn both_kinds(
        &mut self,
        first: Word<'a>,
        value: Option<ScoreValue>,
        bound: bool,
    ) -> (Option<ScoreValue>, bool) {
        let other = if first.text == "cp" { "mate" } else { "cp" };
        let next = self.words.get(self.at).copied().filter(|word| word.text == other);
        let Some(second) = next.filter(|_| matches!(first.text, "cp" | "mate")) else {
            return (value, bound);
        };
        self.at += 1;
        let next = if other == "mate" { self.mate(second) } else { self.cp(second) };
        let next_bound = self.bound();
        if other == "mate" { (next, next_bound) } else { (value, bound) }
    }

    fn bound(&mut self) -> bool {
        let is = |word: &Word<'_>| matches!(word.text, "lowerbound" | "upperbound");
        let found = self.words.get(self.at).is_some_and(is);
        if found {
            self.at += 1;
        }
        found
    }

    /// Reports a bound before the number and skips it, so that the number is still read.
    fn early_bound(&mut self) {
        if let Some(word) = self.words.get(self.at).copied()
            && matches!(word.text, "lowerbound" | "upperbound")
        {
            self.issues.push(SyntaxIssue::at(
                violations::BOUND_PLACE,
                word,
                say!("directly after the value of score"),
            ));
            self.at += 1;
        }
    }

    fn cp(&mut self, kind: Word<'a>) -> Option<ScoreValue> {
        self.early_bound();
        let expected = || say!("a whole number of hundredths of a pawn");
        let (number, word) = self.signed_number(kind, violations::SCORE_CP, expected)?;
        if i32::try_from(number).is_err() {
            self.issues.push(SyntaxIssue::at(
                violations::SCORE_CP_SIZE,
                word,
                say!("a number within 32 bits"),
            ));
        }
        Some(ScoreValue::Cp(number))
    }

    fn mate(&mut self, kind: Word<'a>) -> Option<ScoreValue> {
        self.early_bound();
        let sign = self.words.get(self.at).copied().filter(|word| matches!(word.text, "+" | "-"));
        if let Some(word) = sign {
            self.at += 1;
            return Some(ScoreValue::MateSign(word.text == "+"));
        }
        let expected = || say!("a whole number, + or -");
        let (number, word) = self.signed_number(kind, violations::SCORE_MATE, expected)?;
        self.mate_number(number, word)
    }

    /// The number after a word; it may have a plus sign.
    fn signed_number(
        &mut self,
        kind: Word<'a>,
        id: ViolationId,
        expected: impl FnOnce() -> Text,
    ) -> Option<(i64, Word<'a>)> {
        let next = self.words.get(self.at).copied().filter(|word| word.text.starts_with('+'));
        if let Some(word) = next
            && let Some(number) = signed(word.text)
        {
            self.at += 1;
            return Some((number, word));
        }
        self.number(kind, id, expected)
    }

    fn mate_number(&mut self, number: i64, word: Word<'a>) -> Option<ScoreValue> {
        if number == 0 {
            self.issues.push(SyntaxIssue::at(
                violations::SCORE_MATE_ZERO,
                word,
                say!("a distance of at least 1"),
            ));
            return Some(ScoreValue::MateSign(!word.text.starts_with('-')));
        }
        if number.unsigned_abs() > 100_000 {
            self.issues.push(SyntaxIssue::at(
                violations::SCORE_MATE,
                word,
                say!("a distance that a game can have"),
            ));
            return None;
        }
        Some(ScoreValue::Mate(number))
    }

    pub(super) fn scoreless(&mut self, key: Word<'a>) {
        self.info.unread_score = true;
        self.issues.push(SyntaxIssue::at(
            violations::SCORE_HEADLESS,
            key,
            say!("score in front of it"),
        ));
        if self.words.get(self.at).is_some_and(|word| signed(word.text).is_some()) {
            self.at += 1;
        }
    }
}
