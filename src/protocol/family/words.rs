//! Words of a line with their places.

/// A word of a line and the bytes it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Byte offset of its first byte.
    pub start: usize,
}

impl Word<'_> {
    /// First and one-behind-last byte.
    #[must_use]
    pub fn columns(&self) -> (usize, usize) {
        (self.start, self.start + self.text.len())
    }
}

/// The words of a line: what stands between blanks and tabs.
#[must_use]
pub fn split(line: &str) -> Vec<Word<'_>> {
    let base = line.as_ptr() as usize;
    line.split_ascii_whitespace()
        .map(|text| Word {
            text,
            start: text.as_ptr() as usize - base,
        })
        .collect()
}

/// The line from this word on, without blanks at its end.
#[must_use]
pub fn rest<'a>(line: &'a str, words: &[Word<'_>], from: usize) -> &'a str {
    words
        .get(from)
        .map_or("", |word| line[word.start..].trim_ascii_end())
}

/// A whole number as the protocols write it: digits with an optional minus, within 64 bits.
#[must_use]
pub fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
