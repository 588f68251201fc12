//! Splits lines into words.

/// The words of a line, separated by any number of blanks and tabs.
pub(in crate::reference) fn split(line: &str) -> Vec<&str> {
    line.split_ascii_whitespace().collect()
}

/// The first known command and the words after it; unknown words before it are skipped.
pub(in crate::reference) fn command<'a, 'l>(
    words: &'a [&'l str],
    known: impl Fn(&str) -> bool,
) -> Option<(&'l str, &'a [&'l str])> {
    let at = words.iter().position(|word| known(word))?;
    Some((words[at], &words[at + 1..]))
}

/// The text after the first word of the line that equals `word`, with the blanks inside it.
pub(in crate::reference) fn after<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let mut rest = line;
    loop {
        let start = rest.find(|c: char| !c.is_ascii_whitespace())?;
        let text = &rest[start..];
        let end = text.find(|c: char| c.is_ascii_whitespace());
        let (first, tail) = text.split_at(end.unwrap_or(text.len()));
        if first == word {
            return Some(tail.trim_matches(|c: char| c.is_ascii_whitespace()));
        }
        rest = tail;
    }
}
