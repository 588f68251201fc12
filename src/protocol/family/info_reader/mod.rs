//! The full parser of info lines, which reads them word by word.

mod key;
mod score;
pub(crate) mod violations;
mod whole_line;

use crate::lang::Text;
use crate::protocol::family::info::{Info, Pv};
use crate::protocol::family::message::{SyntaxIssue, glued_head};
use crate::protocol::family::reply::TORN_LINE;
use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::ViolationId;
use crate::protocol::family::words::{self, Word};
use key::KEYS;
pub(super) use key::Key;
use whole_line::whole_line;

/// The null move, as the documents write it.
const NULL_MOVE: &str = "0000";

/// Reads the subcommands of an info line.
pub(crate) fn read<'a>(
    table: &Table,
    text: &'a str,
    words: &[Word<'a>],
    issues: &mut Vec<SyntaxIssue>,
) -> Info<'a> {
    let mut reader =
        Reader { table, text, words, at: 1, info: Info::default(), seen: [None; KEYS], issues };
    reader.all();
    if reader.is_text() {
        reader.issues.truncate(1);
        reader.info = Info { data: true, ..Info::default() };
        reader.seen = [None; KEYS];
    } else {
        reader.torn();
    }
    let Reader { info, seen, .. } = reader;
    whole_line(&info, words, |key| seen[key as usize], issues);
    info
}

struct Reader<'a, 'l> {
    table: &'l Table,
    text: &'a str,
    words: &'l [Word<'a>],
    at: usize,
    info: Info<'a>,
    /// The index of the first word of each subcommand.
    seen: [Option<usize>; KEYS],
    issues: &'l mut Vec<SyntaxIssue>,
}

impl<'a> Reader<'a, '_> {
    fn all(&mut self) {
        while let Some(word) = self.words.get(self.at).copied() {
            let at = self.at;
            self.at += 1;
            let key = Key::of(word.text);
            if let Some(key) = key {
                let first = &mut self.seen[key as usize];
                if first.is_some() {
                    self.issues.push(SyntaxIssue::at(
                        violations::INFO_REPEATED,
                        word,
                        say!("each subcommand once"),
                    ));
                } else {
                    *first = Some(at);
                }
            }
            if key == Some(Key::String) || self.table.particulars.text_word == Some(word.text) {
                self.string(word);
                return;
            }
            self.info.data = true;
            match key {
                Some(key) => self.subcommand(key, word),
                None => self.stray(word),
            }
        }
    }

    /// Whether the line begins with an unknown word, and has something else that cannot be read: it is a sentence, in
    /// which a word such as `depth` or `time` means nothing. A line with two values that can be read is none.
    fn is_text(&self) -> bool {
        let [first, _, ..] = self.issues.as_slice() else { return false };
        let info = &self.info;
        let counts = [info.depth, info.time, info.nodes, info.nps];
        let values = counts.iter().flatten().count() + usize::from(info.score.is_some());
        first.id == violations::INFO_UNKNOWN
            && values < 2
            && self.words.get(1).is_some_and(|word| word.columns() == first.columns)
    }

    /// Reports a line into which the beginning of another line was written. Such a line always has another issue.
    fn torn(&mut self) {
        if self.issues.is_empty() {
            return;
        }
        let end = self.info.text_from.unwrap_or(self.text.len());
        let mut rest = self.words[1..].iter().take_while(|word| word.start < end).peekable();
        while let Some(word) = rest.next() {
            // A word of letters may end with "info" as well, but is then not followed by a subcommand.
            let begins_info = word.text.ends_with("info")
                && rest.peek().is_some_and(|next| Key::of(next.text).is_some());
            if begins_info
                || self.table.is_head(word.text)
                || glued_head(self.table, word.text).is_some()
            {
                let expected = say!("each protocol word on a line of its own");
                self.issues.push(SyntaxIssue::at(TORN_LINE, *word, expected));
                return;
            }
        }
    }

    fn subcommand(&mut self, key: Key, word: Word<'a>) {
        match key {
            Key::Depth => self.info.depth = self.count(word, violations::DEPTH_NUMBER),
            Key::Seldepth => self.info.seldepth = self.count(word, violations::DEPTH_NUMBER),
            Key::Time => self.info.time = self.count(word, violations::TIME_NUMBER),
            Key::Nodes => self.info.nodes = self.count(word, violations::COUNT_NUMBER),
            Key::Nps => self.info.nps = self.count(word, violations::COUNT_NUMBER),
            Key::Multipv => self.multipv(word),
            Key::Hashfull => self.hashfull(word),
            Key::Cpuload => self.cpuload(word),
            Key::Currmovenumber => self.currmovenumber(word),
            Key::Currmove => self.currmove(word),
            Key::Score => self.score(word),
            Key::Pv => self.pv(),
            Key::Refutation => self.refutation(word),
            Key::Currline => self.currline(word),
            Key::String => self.string(word),
        }
    }

    /// Reports a word that is no subcommand where a subcommand should stand.
    fn stray(&mut self, word: Word<'a>) {
        match word.text {
            "cp" | "mate" => self.scoreless(word),
            "lowerbound" | "upperbound" => {
                self.issues.push(SyntaxIssue::at(
                    violations::BOUND_PLACE,
                    word,
                    say!("directly after the value of score"),
                ));
            }
            _ => self.unknown(word),
        }
    }

    fn value(&mut self) -> Option<Word<'a>> {
        let word = self.words.get(self.at).copied().filter(|word| Key::of(word.text).is_none())?;
        self.at += 1;
        Some(word)
    }

    /// The number after a subcommand. The text `expected` is made only if there is an error.
    fn number(
        &mut self,
        key: Word<'a>,
        id: ViolationId,
        expected: impl FnOnce() -> Text,
    ) -> Option<(i64, Word<'a>)> {
        // No subcommand is a number, so a number needs no check for that.
        let next = self.words.get(self.at).copied();
        if let Some(word) = next
            && let Some(number) = words::integer(word.text)
        {
            self.at += 1;
            return Some((number, word));
        }
        match self.value() {
            None => {
                self.issues.push(SyntaxIssue::new(id, key.columns(), expected(), say!("nothing")));
                None
            }
            Some(word) => {
                self.issues.push(SyntaxIssue::at(id, word, expected()));
                None
            }
        }
    }

    fn count(&mut self, key: Word<'a>, id: ViolationId) -> Option<i64> {
        let next = self.words.get(self.at).map_or("", |word| word.text);
        // Engines count in 64 bits without a sign.
        if next.parse::<u64>().is_ok_and(|number| i64::try_from(number).is_err()) {
            self.at += 1;
            return Some(i64::MAX);
        }
        let expected = || {
            // A number of digits alone that could not be read does not fit.
            match !next.is_empty() && next.bytes().all(|byte| byte.is_ascii_digit()) {
                true => say!("at most {most} after {key}", most = u64::MAX, key = key.text),
                false => say!("a whole number after {key}", key = key.text),
            }
        };
        let (number, word) = self.number(key, id, expected)?;
        if number < 0 {
            self.issues.push(SyntaxIssue::at(id, word, say!("a number that is not negative")));
        }
        Some(number)
    }

    fn multipv(&mut self, key: Word<'a>) {
        self.info.multipv = self.count(key, violations::INFO_NUMBER);
        if self.info.multipv == Some(0) {
            self.issues.push(SyntaxIssue::at(
                violations::MULTIPV,
                self.words[self.at - 1],
                say!("1 for the best line"),
            ));
        }
    }

    fn hashfull(&mut self, key: Word<'a>) {
        let expected = || say!("a whole number from 0 to 1000");
        if let Some((number, word)) = self.number(key, violations::HASHFULL, expected) {
            self.info.hashfull = Some(number);
            if !(0..=1000).contains(&number) {
                self.issues.push(SyntaxIssue::at(violations::HASHFULL, word, expected()));
            }
        }
    }

    fn cpuload(&mut self, key: Word<'a>) {
        if let Some((number, word)) =
            self.number(key, violations::CPULOAD, || say!("a whole number"))
            && number < 0
        {
            self.issues.push(SyntaxIssue::at(
                violations::CPULOAD,
                word,
                say!("a number that is not negative"),
            ));
        }
    }

    fn currmovenumber(&mut self, key: Word<'a>) {
        if self.count(key, violations::INFO_NUMBER) == Some(0) {
            self.issues.push(SyntaxIssue::at(
                violations::CURRMOVE_ZERO,
                self.words[self.at - 1],
                say!("1 for the first move"),
            ));
        }
    }

    fn currmove(&mut self, key: Word<'a>) {
        match self.value() {
            Some(word) if self.table.game.is_move(word.text) => {
                self.info.currmove = Some((word.text, word.columns()));
            }
            Some(word) => self.issues.push(SyntaxIssue::at(
                violations::CURRMOVE_ILLEGAL,
                word,
                say!("a move"),
            )),
            None => self.issues.push(SyntaxIssue::at(
                violations::CURRMOVE_ILLEGAL,
                key,
                say!("a move after currmove"),
            )),
        }
    }

    fn pv(&mut self) {
        let rest = &self.words[self.at..];
        let moves = rest.iter().take_while(|word| self.table.game.is_move(word.text));
        let moves = &rest[..moves.count()];
        self.at += moves.len();
        let pv = match moves {
            [first, .., last] => {
                let text = &self.text[first.start..last.columns().1];
                Pv::new(text.as_bytes(), first.start)
            }
            [only] => Pv::new(only.text.as_bytes(), only.start),
            [] => Pv::default(),
        };
        self.info.pv = Some(pv);
        let Some(word) = self.words.get(self.at).copied() else {
            return;
        };
        if Key::of(word.text).is_some() {
            if word.text != "string" {
                self.issues.push(SyntaxIssue::at(
                    violations::PV_NOT_LAST,
                    word,
                    say!("the end of the line after the pv"),
                ));
            }
            return;
        }
        let is_in_word = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-');
        if word.text.bytes().all(is_in_word) {
            self.issues.push(SyntaxIssue::at(violations::PV_WORD, word, say!("a move")));
        } else {
            self.issues.push(SyntaxIssue::at(
                violations::PV_TRAILING,
                word,
                say!("moves only, up to the end of the line"),
            ));
        }
        // The words after this one are not part of the pv. Continue at the next subcommand.
        while self.words.get(self.at).is_some_and(|word| Key::of(word.text).is_none()) {
            self.at += 1;
        }
    }

    /// Skips moves and returns how many there are.
    fn moves(&mut self) -> usize {
        let rest = &self.words[self.at..];
        let is_move = |word: &&Word<'_>| self.table.game.is_move(word.text);
        let moves = rest.iter().take_while(is_move).count();
        self.at += moves;
        moves
    }

    fn refutation(&mut self, key: Word<'a>) {
        if self.moves() == 0 {
            self.issues.push(SyntaxIssue::at(
                violations::REFUTATION_SHAPE,
                key,
                say!("at least one move after refutation"),
            ));
        }
        self.info.refutation = true;
    }

    fn currline(&mut self, key: Word<'a>) {
        if let Some(word) = self.words.get(self.at).copied()
            && word.text != NULL_MOVE
            && let Some(cpu) = words::integer(word.text)
        {
            self.at += 1;
            if cpu < 1 {
                self.issues.push(SyntaxIssue::at(
                    violations::CURRLINE_SHAPE,
                    word,
                    say!("a cpu number from 1"),
                ));
            }
        }
        let from = self.at;
        self.moves();
        // The line that an engine searches may contain null moves.
        while self.words.get(self.at).is_some_and(|word| word.text == NULL_MOVE) {
            self.at += 1;
            self.moves();
        }
        if self.at == from {
            self.issues.push(SyntaxIssue::at(
                violations::CURRLINE_SHAPE,
                key,
                say!("moves after currline"),
            ));
        }
        self.info.currline = true;
    }

    fn string(&mut self, word: Word<'a>) {
        let from = self.words.get(self.at).map_or(self.text.len(), |next| next.start);
        self.info.string = Some(self.text[from..].trim_ascii_end());
        self.info.text_from = Some(from);
        if self.info.pv.is_some() {
            self.issues.push(SyntaxIssue::at(
                violations::PV_AND_STRING,
                word,
                say!("pv and string on lines of their own"),
            ));
        }
    }

    fn unknown(&mut self, word: Word<'a>) {
        let known = self.table.info_extensions.iter().find(|(name, _)| *name == word.text);
        if matches!(word.text, "tbhits" | "sbhits") && known.is_some() {
            self.count(word, violations::INFO_NUMBER);
            return;
        }
        if let Some((_, values)) = known {
            let end = (self.at + values).min(self.words.len());
            let values = &self.words[self.at..end];
            if word.text == "wdl" && !are_chances(values) {
                let expected = say!("three counts after wdl that sum to 1000");
                let columns = (word.start, values.last().unwrap_or(&word).columns().1);
                let written = [word].iter().chain(values).map(|word| word.text).collect::<Vec<_>>();
                let got = Text::plain(written.join(" "));
                self.issues.push(SyntaxIssue::new(violations::WDL_SUM, columns, expected, got));
            }
            self.at = end;
            return;
        }
        let expected = say!("a subcommand of info, or string in front of free text");
        self.issues.push(SyntaxIssue::at(violations::INFO_UNKNOWN, word, expected));
        // One finding covers a series of unknown words.
        while self
            .words
            .get(self.at)
            .is_some_and(|next| Key::of(next.text).is_none() && !matches!(next.text, "cp" | "mate"))
        {
            self.at += 1;
        }
    }
}

/// Whether these words are three counts (win, draw, loss) that sum to 1000.
fn are_chances(words: &[Word<'_>]) -> bool {
    let counts = words.iter().map(|word| word.text.parse::<u16>().ok().map(u32::from));
    words.len() == 3 && counts.sum::<Option<u32>>() == Some(1000)
}
