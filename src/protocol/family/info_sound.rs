//! Fast path: recognises the most common forms of a valid info line.
//!
//! Nearly all lines of a search have one of these forms. They are read from left to right without intermediate data.
//! Every other line, valid or not, goes to the full [parser](super::info_reader), which names the syntax error.

use crate::protocol::family::digits::digits;
use crate::protocol::family::info::{Info, Pv, Score, ScoreValue};
use crate::protocol::family::table::Table;

/// Whether a line is an info line in one of the common valid forms. If so, `info`, which must be empty before,
/// holds its contents. If not, only the full parser can judge the line.
pub(super) fn read<'a>(table: &Table, line: &'a [u8], info: &mut Info<'a>) -> bool {
    let mut line = line;
    // Blanks at the end are allowed.
    while let [before @ .., b' '] = line {
        line = before;
    }
    let Some(rest) = line.strip_prefix(b"info ") else {
        return false;
    };
    let mut reader = Reader { table, length: line.len(), rest, seen: 0, info };
    reader.all().is_some()
}

struct Reader<'a, 'l> {
    table: &'l Table,
    /// Length of the line.
    length: usize,
    /// The rest of the line that was not read yet. It begins with a word, or is empty.
    rest: &'a [u8],
    /// One bit for each subcommand that was read.
    seen: u32,
    info: &'l mut Info<'a>,
}

const DEPTH: u32 = 1;
const SELDEPTH: u32 = 1 << 1;
const TIME: u32 = 1 << 2;
const NODES: u32 = 1 << 3;
const NPS: u32 = 1 << 4;
const SCORE: u32 = 1 << 5;
const HASHFULL: u32 = 1 << 6;
const MULTIPV: u32 = 1 << 7;

impl<'a> Reader<'a, '_> {
    fn all(&mut self) -> Option<()> {
        self.info.data = true;
        loop {
            let left = self.rest.len();
            self.in_usual_order()?;
            if self.word(b"pv ") {
                return self.pv();
            }
            if self.rest.len() == left {
                // `extension` takes only the text: a call with the whole reader would force the reader into memory.
                self.rest = extension(self.table, self.rest)?;
            }
            if self.rest.is_empty() {
                return Some(());
            }
        }
    }

    /// Reads each subcommand once, in the order in which most engines write them. So most lines need few rounds,
    /// and the lines of one engine take the same branches.
    #[inline(always)]
    fn in_usual_order(&mut self) -> Option<()> {
        if self.word(b"depth ") {
            self.once(DEPTH)?;
            self.info.depth = Some(self.count()?);
        }
        if self.word(b"seldepth ") {
            self.once(SELDEPTH)?;
            self.info.seldepth = Some(self.count()?);
            (self.seen & DEPTH != 0).then_some(())?;
        }
        if self.word(b"multipv ") {
            self.once(MULTIPV)?;
            let number = self.count().filter(|&number| number > 0)?;
            self.info.multipv = Some(number);
        }
        if self.word(b"score ") {
            self.once(SCORE)?;
            self.info.score = Some(self.score()?);
        }
        if self.word(b"time ") {
            self.once(TIME)?;
            self.info.time = Some(self.count()?);
        }
        if self.word(b"nodes ") {
            self.once(NODES)?;
            self.info.nodes = Some(self.count()?);
        }
        if self.word(b"nps ") {
            self.once(NPS)?;
            self.info.nps = Some(self.count()?);
        }
        if self.word(b"hashfull ") {
            self.once(HASHFULL)?;
            let number = self.count().filter(|&number| number <= 1000)?;
            self.info.hashfull = Some(number);
        }
        Some(())
    }

    #[inline(always)]
    fn score(&mut self) -> Option<Score> {
        if self.table.particulars.bare_score {
            return None;
        }
        let mates = if self.word(b"cp ") {
            false
        } else if self.word(b"mate ") {
            true
        } else {
            return None;
        };
        let start = self.at();
        let negative = self.word(b"-");
        let (number, digits) = self.digits()?;
        let columns = (start, start + usize::from(negative) + digits);
        let bound = self.word(b"lowerbound") || self.word(b"upperbound");
        if bound {
            self.end_word()?;
        }
        let value = if negative { -number } else { number };
        let value = if mates {
            ((1..=100_000).contains(&number)).then_some(ScoreValue::Mate(value))?
        } else {
            i32::try_from(value).ok()?;
            ScoreValue::Cp(value)
        };
        Some(Score { value, bound, columns })
    }

    fn pv(&mut self) -> Option<()> {
        let start = self.at();
        let complete = SCORE | TIME;
        if self.seen & complete != complete || !self.table.game.are_moves(self.rest) {
            return None;
        }
        self.info.pv = Some(Pv::new(self.rest, start));
        Some(())
    }

    /// The byte offset of the rest.
    fn at(&self) -> usize {
        self.length - self.rest.len()
    }

    // The following functions run for every word. They are inlined, so that the rest of the line stays in registers.

    /// Skips these bytes, if the rest begins with them.
    #[inline(always)]
    fn word(&mut self, word: &[u8]) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    #[inline(always)]
    fn once(&mut self, key: u32) -> Option<()> {
        let first = self.seen & key == 0;
        self.seen |= key;
        first.then_some(())
    }

    #[inline(always)]
    fn count(&mut self) -> Option<i64> {
        self.digits().map(|(number, _)| number)
    }

    /// Reads a whole number and the blank after it, if there is one: its value and its length.
    #[inline(always)]
    fn digits(&mut self) -> Option<(i64, usize)> {
        let (number, length, rest) = digits(self.rest)?;
        self.rest = rest;
        Some((number, length))
    }

    /// Skips the blank after a word, or accepts the end of the line.
    #[inline(always)]
    fn end_word(&mut self) -> Option<()> {
        (self.word(b" ") || self.rest.is_empty()).then_some(())
    }
}

/// The rest after a known extension and its numbers.
#[inline(never)]
fn extension<'a>(table: &Table, text: &'a [u8]) -> Option<&'a [u8]> {
    let length = text.iter().position(|&byte| byte == b' ')?;
    let (word, after) = text.split_at(length);
    let mut known = table.info_extensions.iter();
    let (_, values) = known.find(|(name, _)| name.as_bytes() == word)?;
    let mut rest = &after[1..];
    let mut sum = 0_i64;
    for _ in 0..*values {
        let (number, _, after) = digits(rest)?;
        sum = sum.checked_add(number)?;
        rest = after;
    }
    (word != b"wdl" || sum == 1000).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::family::reply::{self, Reply};
    use crate::protocol::uci::UCI;
    use crate::protocol::usi::USI;
    use proptest::prelude::*;

    /// Whether the fast path accepts the line. If it does, the full parser must read the same.
    fn is_sound(table: &Table, line: &str) -> bool {
        let (reply, issues) = reply::read_closely(table, line);
        let mut info = Info::default();
        let sound = read(table, line.as_bytes(), &mut info);
        assert!(!sound || issues.is_empty(), "{line}");
        assert!(!sound || Reply::Info(info) == reply, "{line}");
        sound
    }

    #[test]
    fn lines_that_engines_write_go_the_short_way() {
        for line in [
            "info depth 12 seldepth 18 score cp -35 nodes 123456789012 nps 1200000 time 102 pv 7g7f 3c3d 2g2f",
            "info depth 1 seldepth 1 multipv 2 score mate -12 upperbound nodes 1 time 0 hashfull 1000 pv P*5e",
            "info time 00000012 score cp 0 pv 8h2b+ B*5e ",
            "info nodes 12345678 nps 123456789",
            "info depth 3 nodes 12345678901234567",
        ] {
            assert!(is_sound(USI.table, line), "{line}");
        }
        assert!(is_sound(
            UCI.table,
            "info depth 9 seldepth 9 multipv 1 score cp 2 wdl 1 2 997 nodes 4 nps 5 tbhits 0 time 7 pv e2e4 e7e8q"
        ));
    }

    #[test]
    fn slips_are_left_to_those_who_can_tell() {
        for line in [
            "info",
            "info ",
            "info  depth 1",
            " info depth 1",
            "info\tdepth 1",
            "info depth",
            "info depth -1",
            "info depth 1a",
            "info depth 1234567890123456789",
            "info depth 1 depth 1",
            "info seldepth 1 depth 1",
            "info multipv 0",
            "info hashfull 1001",
            "info score cp 2147483648",
            "info score cp 1 lowerboundx",
            "info score mate 0",
            "info score mate 100001",
            "info score mate +",
            "info pv 7g7f",
            "info score cp 1 pv 7g7f",
            "info time 1 pv 7g7f",
            "info time 1 score cp 1 pv",
            "info time 1 score cp 1 pv 7g7f  3c3d",
            "info time 1 score cp 1 pv 7g7f nodes 1",
            "info time 1 score cp 1 pv 7g7f\r",
            "info string 7g7f",
            "information depth 1",
        ] {
            assert!(!is_sound(USI.table, line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn both_ways_lead_to_the_same(
            words in prop::collection::vec(
                prop_oneof![
                    6 => "(depth|seldepth|time|nodes|nps|multipv|hashfull|tbhits|currmovenumber) [0-9]{1,3}",
                    2 => "(depth|time|nodes|score cp|score mate|wdl) -?[0-9]{0,20}x?",
                    3 => "score (cp|mate) -?[0-9]{1,11}( lowerbound| upperbound)?",
                    3 => "pv( 7g7f| 3c3d| P\\*5e| 8h2b\\+| e2e4){0,3}",
                    1 => "string|currmove 7g7f|lowerbound|info| |é|[a-z]{1,3}",
                ],
                0..8,
            ),
            end in "| |\r|\t",
        ) {
            let line = format!("info {}{end}", words.join(" "));
            is_sound(USI.table, &line);
            is_sound(UCI.table, &line);
        }

        #[test]
        fn both_ways_lead_to_the_same_where_a_line_is_damaged(
            numbers in prop::collection::vec("[0-9]{1,20}", 6),
            damages in prop::collection::vec(
                (0_usize..200, 0_usize..3, "depth |score |pv |mate | lowerbound|[ -~]|[0-9]{1,9}|é|\\t|"),
                0..4,
            ),
        ) {
            let [depth, score, time, nodes, nps, hashfull] = numbers.as_slice() else {
                unreachable!("as many as were asked for");
            };
            let mut line = format!(
                "info depth {depth} seldepth 9 score cp -{score} time {time} nodes {nodes} nps {nps} \
                 hashfull {hashfull} multipv 1 pv 7g7f 3c3d P*5e 8h2b+"
            );
            for (at, cut, put) in damages {
                let at = at % line.len();
                // A character of several bytes must not be cut.
                if line.is_char_boundary(at) && line.is_char_boundary(line.len().min(at + cut)) {
                    line.replace_range(at..line.len().min(at + cut), &put);
                }
            }
            is_sound(USI.table, &line);
            is_sound(UCI.table, &line);
        }
    }
}
