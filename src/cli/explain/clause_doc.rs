//! Shows the example transcripts of a clause.

use std::time::Duration;

use super::Page;
use crate::lang::Text;
use crate::protocol::clause_docs::{Begins, ClauseDoc, Example, ExampleLine, Mark};
use crate::report::{escape, words, wrap};

/// Shows the transcripts in the documentation of a clause.
pub(super) fn examples(clause_doc: &ClauseDoc, page: &mut Page) {
    for example in &clause_doc.examples {
        let width = page.room();
        let label = if example.good { say!("good") } else { say!("bad") };
        page.beside(label, transcript(example, width));
    }
}

fn transcript(example: &Example, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut remark = |text: Text| lines.extend(wrap::wrap(&text.to_string(), width));
    if let Some(scenario) = &example.scenario {
        remark(say!("(in {scenario})", scenario));
    }
    if let Some(profile) = &example.profile {
        remark(say!("(in profile {profile})", profile));
    }
    match example.begins {
        Begins::AtStart => {}
        Begins::AfterHello => remark(say!("(after the handshake)")),
        Begins::AfterReady => remark(say!("(after readyok)")),
    }
    for line in &example.lines {
        lines.extend(shown(line, width));
    }
    lines
}

/// A line of the transcript, with its marks below. A line of the engine or the GUI stays unchanged if it fits.
fn shown(line: &ExampleLine, width: usize) -> Vec<String> {
    let text = match reported(&line.text) {
        Some(reported) => reported,
        None => escape::text(&line.text),
    };
    let mut lines = if escape::width(&text) <= width {
        vec![text]
    } else {
        let mut lines = wrap::wrap(&text, width - 2);
        for line in lines.iter_mut().skip(1) {
            line.insert_str(0, "  ");
        }
        lines
    };
    for mark in &line.marks {
        let said = match mark {
            Mark::Breaks(clause, severity) => format!("{} {clause}", words::severity(*severity)),
            Mark::Unseen => say!("wrong, but not detected by kentei").to_string(),
        };
        lines.push(format!("  ^ {said}"));
    }
    lines
}

/// The description of a line that is not part of the dialogue.
fn reported(line: &str) -> Option<String> {
    let (mark, rest) = line.split_once(' ')?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let reported = match (mark, &words[..]) {
        ("@", [ms]) => say!("{time} later", time = time(ms.parse().ok()?)),
        ("~", [kind, ms]) => {
            say!("{time} without {kind}", time = time(ms.parse().ok()?), kind)
        }
        ("*", [times]) => say!("the line {times} times in all", times),
        ("$", ["exit", status]) => say!("the engine exits with status {status}", status),
        ("$", ["signal", signal]) => say!("the engine is ended by signal {signal}", signal),
        ("$", ["eof"]) => say!("the engine's input is closed"),
        ("?", _) => say!("no end of line after: {line}", line = escape::text(rest)),
        ("!", _) => say!("on standard error: {line}", line = escape::text(rest)),
        _ => return None,
    };
    Some(say!("({reported})", reported).to_string())
}

/// A number of milliseconds as text: `300 ms`, `1.5 s`.
pub(super) fn time(ms: u64) -> String {
    if ms < 1000 {
        return format!("{ms} ms");
    }
    format!("{} s", Duration::from_millis(ms).as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let line = ExampleLine { text: line.to_owned(), marks: Vec::new() };
        assert_eq!(shown(&line, 30), [expected]);
    }

    #[test]
    fn what_is_no_line_is_reported_in_words() {
        check("> go infinite", "> go infinite");
        check("< bestmove  2g2f", "< bestmove  2g2f");
        check("@ 300", "(300 ms later)");
        check("@ 1500", "(1.5 s later)");
        check("~ usiok 5000", "(5 s without usiok)");
        check("* 5000", "(the line 5000 times in all)");
        check("$ eof", "(the engine's input is closed)");
        check("? usi", "(no end of line after: usi)");
    }

    #[test]
    fn no_example_is_wider_than_its_room() {
        let clause_docs = crate::protocol::DIALECTS.iter();
        let clause_docs = clause_docs.flat_map(|dialect| &dialect.clause_docs().all);
        for example in clause_docs.flat_map(|clause_doc| &clause_doc.examples) {
            for line in transcript(example, 40) {
                assert!(escape::width(&line) <= 40, "{line}");
            }
        }
    }

    #[test]
    fn a_long_line_is_broken_and_marked() {
        let line = ExampleLine {
            text: "> position startpos moves 7g7f 3c3d 2g2f".to_owned(),
            marks: vec![
                Mark::Breaks("USI-X-01".to_owned(), crate::verdict::Severity::Fail),
                Mark::Unseen,
            ],
        };
        assert_eq!(
            shown(&line, 32),
            [
                "> position startpos moves 7g7f",
                "  3c3d 2g2f",
                "  ^ fail USI-X-01",
                "  ^ wrong, but not detected by kentei"
            ]
        );
    }
}
