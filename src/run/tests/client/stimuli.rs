//! Compares the lines that a clause in the catalogue gives as its stimulus with the lines that its scenarios send.
//!
//! Only the kinds of commands and their order are compared. The scenario chooses numbers, moves and names.

use std::collections::{BTreeMap, BTreeSet};

use crate::protocol::Dialect;

/// Commands. A text that begins with one of them is an instruction, not an explanation.
const COMMANDS: [&str; 13] = [
    "usi",
    "uci",
    "isready",
    "usinewgame",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "stop",
    "ponderhit",
    "gameover",
    "debug",
    "quit",
];
/// The words that make another kind of command out of a command.
const WORDS: [&str; 17] = [
    "ponder",
    "infinite",
    "mate",
    "depth",
    "nodes",
    "movetime",
    "btime",
    "wtime",
    "byoyomi",
    "binc",
    "winc",
    "movestogo",
    "searchmoves",
    "startpos",
    "sfen",
    "fen",
    "moves",
];

/// What was sent in each scenario, by id: the clauses that it names, and the lines to each process.
pub(super) type SentLines = BTreeMap<String, (BTreeSet<&'static str>, Vec<Vec<String>>)>;

/// The command and those of its words that show its kind, up to the first word that is no part of an instruction.
fn kind(line: &str) -> Vec<&str> {
    let mut words = line.split_whitespace();
    let Some(command) = words.next() else {
        return Vec::new();
    };
    let means = |word: &&str| {
        let is_number = word.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-');
        command == "position" || is_number || WORDS.contains(word)
    };
    let reported = words.take_while(means).filter(|word| WORDS.contains(word));
    std::iter::once(command).chain(reported).collect()
}

/// The commands that a text of the catalogue names, in order. Text in brackets is an explanation.
fn wanted(stimulus: &str) -> Vec<Vec<String>> {
    let mut depth = 0_u32;
    let mut plain = String::new();
    for sign in stimulus.replace("\\n", ";").replace(" then ", "; ").chars() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(sign),
            _ => {}
        }
    }
    let parts = plain.split([';', ',', '\n', ':']).map(str::trim);
    let named = parts.filter(|part| {
        let first = part.split_whitespace().next();
        first.is_some_and(|word| COMMANDS.contains(&word))
    });
    named.map(|part| kind(part).into_iter().map(str::to_owned).collect()).collect()
}

/// Whether a line is of this kind. It may have other words in addition.
fn is_of(kind_wanted: &[String], line: &str) -> bool {
    let kind = kind(line);
    let mut words = kind.iter();
    kind.first().copied() == kind_wanted.first().map(String::as_str)
        && kind_wanted.iter().all(|wanted| words.any(|word| word == wanted))
}

/// Whether these lines include the commands in this order.
fn is_among(wanted: &[Vec<String>], lines: &[String]) -> bool {
    let mut left = wanted.iter().peekable();
    for line in lines {
        left.next_if(|wanted| is_of(wanted, line));
    }
    left.peek().is_none()
}

/// The clauses of a dialect whose stimulus is not sent by any scenario that names the clause.
pub(super) fn unplayed(dialect: &dyn Dialect, sent: &SentLines) -> BTreeSet<&'static str> {
    let clauses = dialect.catalogue().clauses.iter();
    let of_engines = clauses.filter(|clause| clause.binds != "gui" && clause.testable != "no");
    of_engines
        .filter(|clause| {
            let wanted = wanted(clause.stimulus.as_deref().unwrap_or_default());
            let naming = sent.values().filter(|(names, _)| names.contains(clause.id.0));
            let mut processes = naming.flat_map(|(_, processes)| processes);
            !wanted.is_empty() && !processes.any(|lines| is_among(&wanted, lines))
        })
        .map(|clause| clause.id.0)
        .collect()
}

/// The clauses that are listed as not played, each with its reason.
pub(super) fn on_record(dialect: &dyn Dialect) -> BTreeSet<&'static str> {
    let lines = include_str!("unplayed.txt").lines();
    let prefix = format!("{}-", dialect.name().to_ascii_uppercase());
    lines
        .filter(|line| line.starts_with(&prefix))
        .map(|line| {
            let (clause, reason) = line.split_once(": ").expect("a clause and a reason");
            assert!(reason.len() > 10, "{clause} has no reason");
            clause
        })
        .collect()
}

#[test]
fn texts_of_the_catalogue_are_read_as_commands() {
    let read = |text: &str| {
        let kinds = wanted(text).into_iter().map(|kind| kind.join(" "));
        kinds.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        read(
            "go ponder btime 0 wtime 0 byoyomi 2000 at mate-in-1; 1 s; ponderhit (other run: stop)"
        ),
        "go ponder btime wtime byoyomi; ponderhit"
    );
    assert_eq!(read("go infinite\\nstop\\n in one write, x50"), "go infinite; stop");
    assert_eq!(read("any bestmove/pv"), "");
    assert_eq!(read("setoption name Nope value 1; isready"), "setoption; isready");
    let lines = ["usi", "position startpos moves 7g7f", "go byoyomi 50", "stop"].map(str::to_owned);
    assert!(is_among(&wanted("position startpos; stop"), &lines));
    assert!(!is_among(&wanted("stop; position startpos"), &lines));
    assert!(!is_among(&wanted("go infinite"), &lines));
}
