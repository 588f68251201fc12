//! The reason why a process ended, from its last line on standard error: the same text for every command that ends the
//! process for the same reason.

use std::collections::HashSet;

use crate::transcript::{Event, EventKind};

/// The most characters of a reason.
const MOST: usize = 200;
/// Begin of a line that the runtime of Rust writes after each panic message; it gives no reason.
const ADVICE: &str = "note: run with `RUST_BACKTRACE";

/// The last line on standard error, without the parts that differ from one command to another: numbers, quoted text,
/// and words that had been sent.
pub(super) fn reason(events: &[Event]) -> String {
    let lines = events.iter().rev().filter_map(|event| {
        if let EventKind::Stderr(line) = &event.kind { Some(line.text()) } else { None }
    });
    let line = lines.into_iter().find(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with(ADVICE)
    });
    let sent: HashSet<String> = events
        .iter()
        .filter_map(|event| {
            if let EventKind::Sent { line, .. } = &event.kind { Some(line.text()) } else { None }
        })
        .flat_map(|line| words(&line).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let line = without_quotes(&line.unwrap_or_default());
    let kept = words(&line).filter(|word| !sent.contains(*word));
    kept.collect::<Vec<_>>().join(" ").chars().take(MOST).collect()
}

/// The words of a text, without numbers and punctuation.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

/// A line without its quoted text. An apostrophe inside a word is not a quotation mark.
fn without_quotes(line: &str) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| closing(*c).is_some()) {
        let (before, after) = (&rest[..at], &rest[at + open.len_utf8()..]);
        kept.push_str(before);
        let in_word = open == '\'' && before.ends_with(char::is_alphanumeric);
        let end = closing(open).filter(|_| !in_word).and_then(|close| after.rfind(close));
        rest = match end {
            Some(end) => after[end..].trim_start_matches(|c| closing(open) == Some(c)),
            None => {
                kept.push(open);
                after
            }
        };
    }
    kept.push_str(rest);
    kept
}

/// The mark that closes a quotation that `open` begins.
fn closing(open: char) -> Option<char> {
    match open {
        '\'' | '"' | '`' => Some(open),
        '‘' => Some('’'),
        '“' => Some('”'),
        '「' => Some('」'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript_text;

    #[track_caller]
    fn same(lines: &[(&str, &str)], wanted: &str) {
        for (sent, last) in lines {
            let text = format!("> isready\n< readyok\n> {sent}\n> isready\n! {last}\n");
            let events = transcript_text::parse(&text).expect("a transcript");
            assert_eq!(reason(&events), wanted, "{last}");
        }
    }

    #[test]
    fn what_is_quoted_of_a_command_is_no_part_of_the_reason() {
        same(
            &[
                ("ponderhit", r"ValueError: unknown command: 'ponderhit\n'"),
                ("検定", r"ValueError: unknown command: '検定\n'"),
                ("register later", r#"ValueError: unknown command: "register later""#),
                ("xyzzy isready", "ValueError: unknown command: xyzzy isready"),
                ("it's", r#"ValueError: unknown command: "it's""#),
            ],
            "ValueError unknown command",
        );
        same(&[("xyzzy", "can't read 'xyzzy'"), ("debug on", "can't read 'debug'")], "can t read");
    }

    #[test]
    fn an_advice_of_the_runtime_is_no_reason() {
        let text = "! thread 'main' panicked at src/main.rs:10:5:\n! no such command: xyzzy\n\
                    ! note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
        let events = transcript_text::parse(text).expect("a transcript");
        assert_eq!(reason(&events), "no such command xyzzy");
    }

    #[test]
    fn other_words_are_another_reason_and_silence_is_one() {
        let of = |text: &str| reason(&transcript_text::parse(text).expect("a transcript"));
        assert_ne!(of("! stack overflow\n"), of("! out of memory\n"));
        assert_eq!(of("< readyok\n"), "");
    }
}
