//! Lines of the engine as messages with the fields that scripts can test.

use crate::games::Position;
use crate::lang::Text;
use crate::protocol::family::epoch::Epoch;
use crate::protocol::family::info::{Info, ScoreValue};
use crate::protocol::family::reply::{Answer, BestMove, MateReply, Reply};
use crate::protocol::family::rule::RuleContext;
use crate::protocol::family::rules::sound_mate;
use crate::protocol::{Kind, MessageClass, ParsedMessage, Value};

const MOVE_FIELDS: &[(&str, &str)] = &[
    ("move", "the word after bestmove"),
    ("ponder", "the word after ponder"),
    ("move.legal", "whether the move is legal in the position of its search"),
    ("move.mates", "whether the move mates"),
    ("move.checks", "whether the move gives check"),
    ("move.listed", "whether the move is among the searchmoves of its go"),
    ("ponder.legal", "whether the ponder move is legal after the move"),
    ("infos", "how many info lines came in the search"),
    ("searching", "how many of them had a score or a pv"),
    ("multipv", "the highest multipv number in the search (0 if none)"),
    ("lines", "how many different multipv numbers came in the search"),
    ("sign", "1, 0 or -1: the sign of the last exact score of the search"),
    ("second-sign", "the same for the line with multipv number 2"),
    ("mate", "the distance to mate of the last exact score of the search"),
    ("depth", "the last depth of the search"),
    ("statistics", "whether nodes, nps and hashfull all came in the search"),
    ("best", "the first move of the last pv"),
    ("same-as-pv", "whether the move is the first one of the last pv"),
];

/// The kinds of message that every dialect of the family has.
pub(crate) static KINDS: &[Kind] = &[
    Kind { fields: &[("name", "the name"), ("author", "the author")], ..Kind::bare("id") },
    Kind {
        fields: &[("name", "its name"), ("type", "its type"), ("default", "its default")],
        ..Kind::bare("option")
    },
    Kind { prolonged: true, ..Kind::bare("readyok") },
    Kind { fields: MOVE_FIELDS, phrase: search_phrase, closes: true, ..Kind::bare("bestmove") },
    Kind {
        fields: &[
            ("depth", "plies"),
            ("time", "milliseconds"),
            ("nodes", "nodes"),
            ("multipv", "number of the line"),
            ("cp", "hundredths of a pawn"),
            ("mate", "distance to mate"),
            ("pv", "the line"),
            ("string", "free text"),
        ],
        ..Kind::bare("info")
    },
    Kind { fields: &[("state", "checking, ok or error")], ..Kind::bare("copyprotection") },
    Kind { fields: &[("state", "checking, ok or error")], ..Kind::bare("registration") },
    Kind { fields: &[("text", "the line")], ..Kind::bare("other") },
];

/// The `nobestmove` kind.
pub(crate) static NO_BESTMOVE: Kind = Kind { closes: true, ..Kind::bare("nobestmove") };

/// The `checkmate` kind.
pub(crate) static CHECKMATE: Kind = Kind {
    fields: &[
        ("answer", "moves, nomate, timeout, notimplemented or broken"),
        ("moves", "the line"),
        ("plies", "its length"),
        ("answer.sound", "whether the line is a mate"),
    ],
    closes: true,
    ..Kind::bare("checkmate")
};

/// What findings call the fields of a `bestmove` that sum up its search.
fn search_phrase(field: &str) -> Option<Text> {
    let phrase = match field {
        "infos" => say!("the number of info lines in the search"),
        "searching" => say!("the number of info lines with a score or a pv"),
        "multipv" => say!("the highest multipv number in the search (0 if none)"),
        "lines" => say!("the number of different multipv numbers in the search"),
        "sign" => say!("the sign of the last exact score"),
        "second-sign" => say!("the sign of the last exact score of the second line"),
        "mate" => say!("the distance to mate in the last exact score"),
        "depth" => say!("the last depth of the search"),
        "best" => say!("the first move of the last pv"),
        "statistics" => say!("nodes, nps and hashfull all came in the search"),
        "same-as-pv" => say!("the move is the first one of the last pv"),
        _ => return None,
    };
    Some(phrase)
}

/// The message that a reply is, with its fields.
pub(crate) fn reading(context: &RuleContext<'_>, reply: &Reply<'_>) -> ParsedMessage {
    let mut fields: Vec<(&'static str, Value)> = Vec::new();
    let text = |text: &str| Value::Text(text.to_owned());
    let mut closes_search = false;
    let kind = match reply {
        Reply::IdName(name) => {
            fields.push(("name", text(name)));
            "id"
        }
        Reply::IdAuthor(author) => {
            fields.push(("author", text(author)));
            "id"
        }
        Reply::IdOther(_) => "id",
        Reply::Option(option) => {
            fields.push(("name", text(&option.name)));
            fields.push(("type", text(&option.kind)));
            if let Some(default) = &option.default {
                fields.push(("default", text(default)));
            }
            "option"
        }
        Reply::HelloEnd => context.table.hello_end,
        Reply::ReadyOk => "readyok",
        Reply::BestMove(best) if context.table.is_without_move(best) => {
            closes_search = context.state.current().is_some();
            context.table.particulars.no_move_reply.unwrap_or("bestmove")
        }
        Reply::BestMove(best) => {
            closes_search = context.state.current().is_some();
            bestmove(context, best, &mut fields);
            "bestmove"
        }
        Reply::Checkmate(answer) => {
            closes_search = context.state.current().is_some();
            checkmate(context, answer, &mut fields);
            "checkmate"
        }
        Reply::Info(info) => {
            info_fields(info, &mut fields);
            "info"
        }
        Reply::CopyProtection(state) => {
            fields.push(("state", text(state)));
            "copyprotection"
        }
        Reply::Registration(state) => {
            fields.push(("state", text(state)));
            "registration"
        }
        Reply::Blank => "blank",
        Reply::Other(_) => {
            fields.push(("text", Value::Text(context.text())));
            "other"
        }
    };
    let class = class(reply);
    ParsedMessage { kind, class, fields, closes_search, unreadable: unreadable(reply) }
}

fn class(reply: &Reply<'_>) -> MessageClass {
    match reply {
        Reply::IdName(_) | Reply::IdAuthor(_) | Reply::IdOther(_) | Reply::Option(_) => {
            MessageClass::Declaration
        }
        Reply::ReadyOk => MessageClass::Ready,
        Reply::BestMove(_) | Reply::Checkmate(_) => MessageClass::SearchEnd,
        Reply::Info(_) => MessageClass::Info,
        Reply::HelloEnd | Reply::CopyProtection(_) | Reply::Registration(_) => MessageClass::Other,
        Reply::Blank => MessageClass::Blank,
        Reply::Other(_) => MessageClass::Unknown,
    }
}

/// The fields whose values are unknown because of a syntax error.
fn unreadable(reply: &Reply<'_>) -> &'static [&'static str] {
    match reply {
        // A word for "no move" does not show how the engine read the position. It counts only if a rule reported it.
        Reply::BestMove(best) if matches!(best.answer, Answer::Broken | Answer::Null) => {
            &["move", "same-as-pv", "ponder"]
        }
        Reply::BestMove(best) if best.ponder.is_some() && !best.ponder_is_move => &["ponder"],
        Reply::Checkmate(MateReply::Broken(_)) => &["answer", "moves", "plies"],
        Reply::BestMove(_)
        | Reply::Checkmate(_)
        | Reply::IdName(_)
        | Reply::IdAuthor(_)
        | Reply::IdOther(_)
        | Reply::Option(_)
        | Reply::HelloEnd
        | Reply::ReadyOk
        | Reply::Info(_)
        | Reply::CopyProtection(_)
        | Reply::Registration(_)
        | Reply::Blank
        | Reply::Other(_) => &[],
    }
}

fn bestmove(context: &RuleContext<'_>, best: &BestMove, fields: &mut Vec<(&'static str, Value)>) {
    fields.push(("move", Value::Text(best.text.clone())));
    if let Some((ponder, _)) = &best.ponder {
        fields.push(("ponder", Value::Text(ponder.clone())));
    }
    let Some(epoch) = context.state.current() else {
        return;
    };
    search_fields(epoch, best, fields);
    let Some(root) = epoch.root.as_deref() else {
        return;
    };
    let mut after = root.boxed_clone();
    let legal = after.play(&best.text).is_ok();
    fields.push(("move.legal", Value::Flag(legal)));
    if legal {
        let checks = after.in_check();
        fields.push(("move.checks", Value::Flag(checks)));
        fields.push(("move.mates", Value::Flag(checks && !after.has_legal_move())));
        if let Some((ponder, _)) = &best.ponder {
            fields.push(("ponder.legal", Value::Flag(after.check_move(ponder).is_ok())));
        }
    }
}

fn search_fields(epoch: &Epoch, best: &BestMove, fields: &mut Vec<(&'static str, Value)>) {
    let infos = &epoch.infos;
    let count = |count: u64| Value::Int(i64::try_from(count).unwrap_or(i64::MAX));
    fields.push(("infos", count(infos.lines)));
    fields.push(("searching", count(infos.searching)));
    fields.push(("multipv", Value::Int(infos.most_multipv)));
    let lines = i64::try_from(infos.numbers.len()).unwrap_or(i64::MAX);
    fields.push(("lines", Value::Int(lines)));
    fields.push((
        "statistics",
        Value::Flag(infos.has_nps && infos.has_hashfull && infos.nodes.is_some()),
    ));
    if let Some(listed) = &epoch.go.search_moves {
        fields.push(("move.listed", Value::Flag(listed.contains(&best.text))));
    }
    if let Some(depth) = infos.depth {
        fields.push(("depth", Value::Int(depth)));
    }
    if let Some(first) = &infos.best {
        let text = String::from_utf8_lossy(first).into_owned();
        let same = text == best.text;
        fields.push(("best", Value::Text(text)));
        fields.push(("same-as-pv", Value::Flag(same)));
    }
    if let Some(score) = infos.score {
        fields.push(("sign", Value::Int(sign(score.value))));
        if let ScoreValue::Mate(distance) = score.value {
            fields.push(("mate", Value::Int(distance)));
        }
    }
    if let Some(score) = infos.second_score {
        fields.push(("second-sign", Value::Int(sign(score.value))));
    }
}

fn sign(score: ScoreValue) -> i64 {
    match score {
        ScoreValue::Cp(cp) => cp.signum(),
        ScoreValue::Mate(distance) => distance.signum(),
        ScoreValue::MateSign(true) => 1,
        ScoreValue::MateSign(false) => -1,
    }
}

fn checkmate(
    context: &RuleContext<'_>,
    answer: &MateReply,
    fields: &mut Vec<(&'static str, Value)>,
) {
    let word = match answer {
        MateReply::Moves(moves) => {
            let words: Vec<_> = moves.iter().map(|(text, _)| text.clone()).collect();
            fields.push(("plies", Value::Int(i64::try_from(words.len()).unwrap_or(i64::MAX))));
            fields.push(("moves", Value::Words(words)));
            let root: Option<&dyn Position> =
                context.state.current().and_then(|epoch| epoch.root.as_deref());
            if let Some(root) = root {
                fields.push(("answer.sound", Value::Flag(sound_mate(root, moves))));
            }
            "moves"
        }
        MateReply::NoMate => "nomate",
        MateReply::Timeout => "timeout",
        MateReply::NotImplemented => "notimplemented",
        MateReply::Broken(_) => "broken",
    };
    fields.push(("answer", Value::Text(word.to_owned())));
}

fn info_fields(info: &Info<'_>, fields: &mut Vec<(&'static str, Value)>) {
    let mut number = |name: &'static str, value: Option<i64>| {
        if let Some(value) = value {
            fields.push((name, Value::Int(value)));
        }
    };
    number("depth", info.depth);
    number("time", info.time);
    number("nodes", info.nodes);
    number("multipv", info.multipv);
    match info.score.map(|score| score.value) {
        Some(ScoreValue::Cp(cp)) => number("cp", Some(cp)),
        Some(ScoreValue::Mate(distance)) => number("mate", Some(distance)),
        Some(ScoreValue::MateSign(_)) | None => {}
    }
    if let Some(pv) = &info.pv {
        fields.push(("pv", Value::Words(pv.iter().map(|(text, _)| text.to_owned()).collect())));
    }
    if let Some(string) = &info.string {
        fields.push(("string", Value::Text((*string).to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_that_sums_up_the_search_has_a_phrase() {
        let about_moves = |name: &str| matches!(name.split('.').next(), Some("move" | "ponder"));
        for (field, _) in MOVE_FIELDS {
            assert_eq!(search_phrase(field).is_none(), about_moves(field), "{field}");
        }
    }
}
