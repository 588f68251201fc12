//! The short way through an info line with which nothing is wrong.
//!
//! Nearly all lines of a search are such. They are read from left to right, with nothing put aside for later,
//! and whatever is out of the ordinary sends the line to the [reader](super::info_reader) that can tell what.
//! So this says of few forms that they are right, and of none that it is wrong.

use crate::protocol::family::info::{Info, Pv, Score, ScoreValue};
use crate::protocol::family::table::Table;

/// Whether a line is an info line without a slip: `info`, which has to be empty, then holds what it says. If not,
/// only a closer look can tell.
pub(super) fn read<'a>(table: &Table, line: &'a [u8], info: &mut Info<'a>) -> bool {
    let mut line = line;
    // Blanks at the end are nobody's concern.
    while let [before @ .., b' '] = line {
        line = before;
    }
    let Some(rest) = line.strip_prefix(b"info ") else {
        return false;
    };
    let mut reader = Reader {
        table,
        length: line.len(),
        rest,
        seen: 0,
        info,
    };
    reader.all().is_some()
}

struct Reader<'a, 'l> {
    table: &'l Table,
    /// Of the line.
    length: usize,
    /// What has not been read yet: it begins with a word, or is empty.
    rest: &'a [u8],
    /// A bit for each subcommand that has come.
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
                // Given away as a whole, the reader would have its place in memory from the first word on.
                self.rest = extension(self.table, self.rest)?;
            }
            if self.rest.is_empty() {
                return Some(());
            }
        }
    }

    /// Asks for each subcommand once, in the order in which most engines write them: so a line takes few rounds,
    /// and each engine always the same ones.
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
        Some(Score {
            value,
            bound,
            columns,
        })
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

    /// Where the rest begins.
    fn at(&self) -> usize {
        self.length - self.rest.len()
    }

    // What follows is asked at every word. Taken in where it is asked, it keeps its place in the line at hand.

    /// Steps over these bytes, if they come next.
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

    /// A whole number and the blank behind it, if there is one: its value, and how long it is.
    #[inline(always)]
    fn digits(&mut self) -> Option<(i64, usize)> {
        let (number, length, rest) = digits(self.rest)?;
        self.rest = rest;
        Some((number, length))
    }

    /// Steps over the blank behind a word.
    #[inline(always)]
    fn end_word(&mut self) -> Option<()> {
        (self.word(b" ") || self.rest.is_empty()).then_some(())
    }
}

/// What stands behind a known extension and its numbers.
#[inline(never)]
fn extension<'a>(table: &Table, text: &'a [u8]) -> Option<&'a [u8]> {
    let length = text.iter().position(|&byte| byte == b' ')?;
    let (word, behind) = text.split_at(length);
    let mut known = table.info_extensions.iter();
    let (_, values) = known.find(|(name, _)| name.as_bytes() == word)?;
    let mut rest = &behind[1..];
    for _ in 0..*values {
        (_, _, rest) = digits(rest)?;
    }
    Some(rest)
}

/// A whole number and the blank behind it, if there is one: its value, how long it is, and what stands behind.
#[inline(always)]
fn digits(text: &[u8]) -> Option<(i64, usize, &[u8])> {
    if let Some(&eight) = text.first_chunk() {
        let values = values(eight);
        let length = digits_in(values);
        if (1..8).contains(&length) && byte_at(values, length) == b' ' ^ ZERO {
            let number = number(values, length).cast_signed();
            return Some((number, length, text.get(length + 1..)?));
        }
    }
    unusual_digits(text)
}

/// The same, for many of them, and near the end of the line.
#[inline(never)]
fn unusual_digits(text: &[u8]) -> Option<(i64, usize, &[u8])> {
    let (number, length) = leading_digits(text)?;
    let rest = match text.get(length..)? {
        [b' ', behind @ ..] => behind,
        [] => &[],
        _ => return None,
    };
    Some((number.cast_signed(), length, rest))
}

/// The number that a text begins with, and how many digits that are: 1 to 18, since no number of so few is too large.
fn leading_digits(text: &[u8]) -> Option<(u64, usize)> {
    const TENS: [u64; 8] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];
    if let Some(&[first, second]) = text.as_chunks().0.first_chunk() {
        let (first, second) = (values(first), values(second));
        let length = digits_in(second);
        if let (8, 1.., Some(tens)) = (digits_in(first), length, TENS.get(length)) {
            return Some((number(first, 8) * tens + number(second, length), 8 + length));
        }
    }
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = |number: u64, byte: &u8| number * 10 + u64::from(byte - ZERO);
    (1..=18)
        .contains(&length)
        .then(|| (text[..length].iter().fold(0, value), length))
}

// Eight bytes at once: looking at all of them takes no guess where a number ends, which would be wrong for every
// other one.

const ZERO: u8 = b'0';

/// What each byte stands for as a digit, the first one in the lowest byte.
fn values(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes) ^ u64::from_ne_bytes([ZERO; 8])
}

/// How many of them are digits, up to the first one that is none.
fn digits_in(values: u64) -> usize {
    // The high bit of each byte that is no digit. Behind the first one they may be wrong.
    let others = (values.wrapping_add(0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080;
    (others.trailing_zeros() / 8) as usize
}

/// One of them, at most the eighth.
fn byte_at(values: u64, index: usize) -> u8 {
    values.to_le_bytes()[index & 7]
}

/// The number of which the first `length` of them, 1 to 8, are the digits.
fn number(values: u64, length: usize) -> u64 {
    const PAIRS: u64 = 0x00ff_00ff_00ff_00ff;
    const FOURS: u64 = 0x0000_ffff_0000_ffff;
    // The last digit goes to the highest byte, and zeros before the first one.
    let digits = values << (((8 - length) * 8) & 63);
    // Each factor adds a part, times ten to the number of its digits, to the part above.
    let pairs = (digits.wrapping_mul(1 + (10 << 8)) >> 8) & PAIRS;
    let fours = (pairs.wrapping_mul(1 + (100 << 16)) >> 16) & FOURS;
    fours.wrapping_mul(1 + (10_000 << 32)) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::family::reply::{self, Reply};
    use crate::protocol::uci::UCI;
    use crate::protocol::usi::USI;
    use proptest::prelude::*;

    /// Whether the short way is taken. That it says the same as the long one is asserted in debug builds.
    fn is_sound(table: &Table, line: &str) -> bool {
        let (reply, flaws) = reply::read_closely(table, line);
        let mut info = Info::default();
        let sound = read(table, line.as_bytes(), &mut info);
        assert!(!sound || flaws.is_empty(), "{line}");
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
            "info depth 9 seldepth 9 multipv 1 score cp 2 wdl 1 2 3 nodes 4 nps 5 tbhits 0 time 7 pv e2e4 e7e8q"
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
                // A letter of more bytes than one stays whole.
                if line.is_char_boundary(at) && line.is_char_boundary(line.len().min(at + cut)) {
                    line.replace_range(at..line.len().min(at + cut), &put);
                }
            }
            is_sound(USI.table, &line);
            is_sound(UCI.table, &line);
        }

        #[test]
        fn numbers_are_those_of_the_standard_library(text in "[0-9]{0,21}( [ -~]{0,20})?") {
            let length = text.bytes().take_while(u8::is_ascii_digit).count();
            let wanted = (1..=18).contains(&length).then(|| (text[..length].parse().unwrap(), length));
            prop_assert_eq!(leading_digits(text.as_bytes()), wanted);
        }

        #[test]
        fn digits_are_those_of_the_standard_library(text in "[0-9]{0,8}[ -~]{8}") {
            let eight = text.as_bytes().first_chunk().copied().unwrap_or_default();
            let length = eight.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let values = values(eight);
            prop_assert_eq!(digits_in(values), length);
            if length > 0 {
                prop_assert_eq!(number(values, length), text[..length].parse::<u64>().unwrap());
            }
            for (index, byte) in eight.into_iter().enumerate() {
                prop_assert_eq!(byte_at(values, index), byte ^ ZERO);
            }
        }
    }
}
