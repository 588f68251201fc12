//! The words of a line, with their positions.

/// A word of a line and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Byte offset of its first byte.
    pub start: usize,
}

impl Word<'_> {
    /// Half-open byte range of the word in the line.
    #[must_use]
    pub fn columns(&self) -> (usize, usize) {
        (self.start, self.start + self.text.len())
    }
}

/// The words of a line, separated by white space.
#[must_use]
pub fn split(line: &str) -> Vec<Word<'_>> {
    // Enough for an ordinary line; for a longer line the vector grows.
    let mut words = Vec::with_capacity((line.len() / 4 + 1).min(64));
    // Start of the word that continues from the chunk before, and a bit that is set if no word continues.
    let (mut open, mut before) = (0, 1);
    let (chunks, rest) = line.as_bytes().as_chunks();
    let mut last = [b' '; 64];
    last[..rest.len()].copy_from_slice(rest);
    // The groups of eight bytes that hold the rest of the line and one blank after it.
    let needed = rest.len() / 8 + 1;
    let all = chunks.iter().map(|chunk| (chunk, 8));
    for (index, (chunk, eights)) in all.chain([(&last, needed)]).enumerate() {
        let blanks = blanks(chunk, eights);
        let shifted = (blanks << 1) | before;
        let (mut starts, mut ends) = (!blanks & shifted, blanks & !shifted);
        before = blanks >> 63;
        let base = index * 64;
        while ends != 0 {
            let end = base + ends.trailing_zeros() as usize;
            // If no word began in this chunk before `end`, the word began in an earlier chunk.
            let start = base + starts.trailing_zeros() as usize;
            let start = if start < end {
                starts &= starts - 1;
                start
            } else {
                open
            };
            ends &= ends - 1;
            let text = &line[start..end];
            words.push(Word { text, start });
        }
        if starts != 0 {
            open = base + starts.trailing_zeros() as usize;
        }
    }
    words
}

/// Which of 64 bytes are white space: one bit per byte, the first byte in the lowest bit. Only the first `needed`
/// groups of eight bytes (at most eight) are checked; the bits of the others are set.
fn blanks(chunk: &[u8; 64], needed: usize) -> u64 {
    let (eights, _) = chunk.as_chunks();
    let bits = |(index, eight): (usize, &[u8; 8])| blanks_of_eight(*eight) << (index * 8);
    let after = if needed < 8 { !0 << (needed * 8) } else { 0 };
    eights.iter().take(needed).enumerate().map(bits).fold(after, |all, some| all | some)
}

/// The same for eight bytes at once. To check bytes one by one would take longer than all other work on a line.
fn blanks_of_eight(bytes: [u8; 8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const HIGH: u64 = !LOW;
    const ONES: u64 = 0x0101_0101_0101_0101;
    const BLANK: u64 = ONES * b' ' as u64;
    let eight = u64::from_le_bytes(bytes);
    let below_blank = eight.wrapping_sub(BLANK) & !eight & HIGH;
    if below_blank != 0 {
        let bit = |(index, byte): (usize, &u8)| u64::from(byte.is_ascii_whitespace()) << index;
        return bytes.iter().enumerate().map(bit).sum();
    }
    // The high bit of each byte that is a blank.
    let differs = eight ^ BLANK;
    let blank = !(((differs & LOW) + LOW) | differs | LOW);
    // The multiplication moves these bits into the highest byte.
    (blank >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The rest of the line from this word on, without blanks at the end.
#[must_use]
pub fn rest<'a>(line: &'a str, words: &[Word<'_>], from: usize) -> &'a str {
    words.get(from).map_or("", |word| line[word.start..].trim_ascii_end())
}

/// A whole number as the protocols write it: digits with an optional minus sign, within 64 bits.
#[must_use]
pub fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let mut number: i64 = 0;
    let mut plain = !digits.is_empty();
    for byte in digits.bytes() {
        plain &= byte.is_ascii_digit();
        number = number.wrapping_mul(10).wrapping_add(i64::from(byte.wrapping_sub(b'0')));
    }
    match (plain, digits.len()) {
        (false, _) => None,
        // Every number of up to 18 digits fits.
        (true, ..=18) if digits.len() == text.len() => Some(number),
        (true, ..=18) => Some(-number),
        (true, _) => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_are_those_of_the_standard_library(line in "[ -~\\t\\r\\x0b\\x0c\\x00é将 ]{0,200}") {
            let found: Vec<&str> = split(&line).iter().map(|word| word.text).collect();
            let wanted: Vec<&str> = line.split_ascii_whitespace().collect();
            prop_assert_eq!(found, wanted);
            for word in split(&line) {
                prop_assert_eq!(&line[word.start..word.columns().1], word.text);
            }
        }

        #[test]
        fn bytes_are_reported_one_by_one(bytes: [u8; 8]) {
            let found = blanks_of_eight(bytes);
            for (index, byte) in bytes.iter().enumerate() {
                prop_assert_eq!((found >> index) & 1 == 1, byte.is_ascii_whitespace());
            }
            prop_assert_eq!(found >> 8, 0);
        }

        #[test]
        fn integers_are_those_of_the_standard_library(text in "-?[0-9]{0,22}x?") {
            prop_assert_eq!(integer(&text), text.parse().ok());
        }
    }

    #[test]
    fn a_line_may_end_where_a_chunk_ends() {
        for length in [63, 64, 65, 128] {
            let line = "x".repeat(length);
            assert_eq!(split(&line).len(), 1, "{length}");
            assert_eq!(split(&format!("{line} y")).len(), 2, "{length}");
            assert_eq!(split(&format!("{line} ")).len(), 1, "{length}");
        }
        assert_eq!(split(""), []);
        assert_eq!(split(&" ".repeat(64)), []);
    }
}
