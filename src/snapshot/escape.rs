//! Lines of an engine as printable text: snapshots can be shown anywhere and are unambiguous.

use std::fmt::Write;

/// The text of bytes: invisible characters, symbols outside of ASCII and invalid bytes are written as numbers, and
/// backslashes are doubled. Tabs are kept, because they separate words.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            character(c, &mut out);
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

fn character(c: char, out: &mut String) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\t' | ' '..='~' => out.push(c),
        '\0'..='\x1f' | '\x7f' => {
            let _ = write!(out, "\\x{:02x}", c as u32);
        }
        _ if c.is_alphanumeric() => out.push(c),
        _ => {
            let _ = write!(out, "\\u{{{:x}}}", c as u32);
        }
    }
}

/// The blanks before a word: a single blank between words as it is, all others in a visible form.
pub(super) fn gap(gap: &str, between: bool) -> String {
    if gap == " " && between {
        return gap.to_owned();
    }
    gap.chars().map(|c| if c == '\t' { "\\t" } else { "\\x20" }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_written_as_its_number() {
        let check = |raw: &[u8], expected: &str| assert_eq!(bytes(raw), expected);
        check(b"info depth 1", "info depth 1");
        check(b"a\x1b[2J\xff\\", "a\\x1b[2J\\xff\\\\");
        check("将棋\u{202e}x\u{85}".as_bytes(), "将棋\\u{202e}x\\u{85}");
        check("e\u{301}\u{200b}\u{e0041}".as_bytes(), "e\\u{301}\\u{200b}\\u{e0041}");
    }

    #[test]
    fn only_a_single_blank_between_words_is_usual() {
        assert_eq!(gap(" ", true), " ");
        assert_eq!(gap(" ", false), "\\x20");
        assert_eq!(gap("  ", true), "\\x20\\x20");
        assert_eq!(gap("\t", true), "\\t");
    }
}
