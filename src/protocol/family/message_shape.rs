//! The shape of a single line: its kind, and the words that name its parts.

use crate::protocol::MessageShape;
use crate::protocol::family::info::{Info, ScoreValue};
use crate::protocol::family::info_reader::Key;
use crate::protocol::family::info_reader::violations::INFO_UNKNOWN;
use crate::protocol::family::reply::{self, BestMove, MateReply, Reply, SyntaxIssue};
use crate::protocol::family::table::Table;
use crate::protocol::family::words;

/// The shape of a line of the engine.
pub(crate) fn of(table: &Table, line: &[u8]) -> MessageShape {
    let text = reply::text(line);
    let (reply, issues) = reply::read(table, &text);
    let some = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let (kind, words) = match &reply {
        Reply::IdName(_) => ("id", some(&["name"])),
        Reply::IdAuthor(_) => ("id", some(&["author"])),
        Reply::IdOther(word) => ("id", some(&[word])),
        Reply::Option(_) => ("option", Vec::new()),
        Reply::HelloEnd => (table.hello_end, Vec::new()),
        Reply::ReadyOk => ("readyok", Vec::new()),
        Reply::BestMove(best) if table.is_without_move(best) => {
            (table.particulars.no_move_reply.unwrap_or("bestmove"), Vec::new())
        }
        Reply::BestMove(best) => ("bestmove", bestmove(best)),
        Reply::Checkmate(answer) => ("checkmate", some(&[mate(answer)])),
        Reply::Info(info) => ("info", subcommands(table, &text, info, &issues)),
        Reply::CopyProtection(_) => ("copyprotection", Vec::new()),
        Reply::Registration(_) => ("registration", Vec::new()),
        Reply::Blank => ("blank", Vec::new()),
        Reply::Other(_) => ("other", Vec::new()),
    };
    MessageShape { kind, words }
}

fn bestmove(best: &BestMove) -> Vec<String> {
    let ponder = best.ponder.iter();
    ponder.map(|_| "ponder".to_owned()).collect()
}

fn mate(answer: &MateReply) -> &'static str {
    match answer {
        MateReply::Moves(_) => "moves",
        MateReply::NoMate => "nomate",
        MateReply::Timeout => "timeout",
        MateReply::NotImplemented => "notimplemented",
        MateReply::Broken(_) => "broken",
    }
}

/// The subcommands of an info line, each once, and the unit of the score.
fn subcommands(table: &Table, text: &str, info: &Info<'_>, issues: &[SyntaxIssue]) -> Vec<String> {
    let end = info.text_from.unwrap_or(text.len());
    let unknown = |start: usize| {
        let mut unknown = issues.iter().filter(|issue| issue.id == INFO_UNKNOWN);
        unknown.any(|issue| issue.columns.0 == start)
    };
    let mut found: Vec<String> = Vec::new();
    for word in words::split(text).into_iter().skip(1) {
        if word.start >= end {
            break;
        }
        let extension = || table.info_extensions.iter().any(|(name, _)| *name == word.text);
        let known = Key::of(word.text).is_some() || extension() || unknown(word.start);
        if known && !found.iter().any(|other| other == word.text) {
            found.push(word.text.to_owned());
        }
    }
    if info.string.is_some() && !found.iter().any(|word| word == "string") {
        found.push("string".to_owned());
    }
    if let Some(score) = info.score {
        let unit = match score.value {
            ScoreValue::Cp(_) => "score cp",
            ScoreValue::Mate(_) | ScoreValue::MateSign(_) => "score mate",
        };
        found.push(unit.to_owned());
        if score.bound {
            found.push("score bound".to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::protocol::usi::USI;
    use crate::protocol::{Dialect, MessageShape};

    fn check(line: &str, kind: &str, words: &[&str]) {
        let MessageShape { kind: read, words: found } = USI.spoken(line.as_bytes());
        assert_eq!(
            (read, found),
            (kind, words.iter().map(|&word| word.to_owned()).collect()),
            "{line}"
        );
    }

    #[test]
    fn an_info_line_is_recognised_by_its_subcommands() {
        check(
            "info depth 3 seldepth 5 score cp 12 nodes 9 pv 7g7f 3c3d",
            "info",
            &["depth", "seldepth", "score", "nodes", "pv", "score cp"],
        );
        check(
            "info depth 3 score mate 5 lowerbound",
            "info",
            &["depth", "score", "score mate", "score bound"],
        );
        check("info wdl 1 2 3 depth 4", "info", &["wdl", "depth"]);
    }

    #[test]
    fn what_stands_in_free_text_names_nothing() {
        check("info depth 1 string depth nodes pv wdl", "info", &["depth", "string"]);
    }

    #[test]
    fn other_lines_are_shown_by_their_kind() {
        check("id name depth", "id", &["name"]);
        check("bestmove 7g7f ponder 3c3d", "bestmove", &["ponder"]);
        check("bestmove 7g7f", "bestmove", &[]);
        check("checkmate nomate", "checkmate", &["nomate"]);
        check("hello", "other", &[]);
        check("", "blank", &[]);
        check("usiok", "usiok", &[]);
    }
}
