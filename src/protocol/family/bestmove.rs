//! The grammar of the replies that close a search.

use crate::protocol::family::message::{Answer, BestMove, MateReply, SyntaxIssue};
use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::violations;
use crate::protocol::family::words::Word;

violations! {
    /// The line breaks the grammar of `bestmove`.
    BESTMOVE_GRAMMAR = "bestmove-grammar",
    /// Further words after a complete `bestmove`.
    BESTMOVE_EXTRA = "bestmove-extra",
    /// A ponder move after a special word such as `resign`.
    SPECIAL_WITH_PONDER = "special-with-ponder",
    /// A draw offer or a resignation without a move before it.
    REMARK_ALONE = "remark-alone",
    /// The ponder part is not a move.
    PONDER_NULL = "ponder-null",
    /// A board move in another notation.
    MOVE_NOTATION = "move-notation",
    /// A drop in another notation.
    DROP_NOTATION = "drop-notation",
    /// The line breaks the grammar of the mate reply.
    MATE_REPLY_GRAMMAR = "mate-reply-grammar",
    /// The reply `none`, which is common, but not in any document.
    MATE_REPLY_NONE = "mate-reply-none",
}

/// Reads `bestmove <move> [ponder <move>]`.
pub(crate) fn read(table: &Table, words: &[Word<'_>], issues: &mut Vec<SyntaxIssue>) -> BestMove {
    let Some(word) = words.get(1).copied() else {
        issues.push(SyntaxIssue::at(BESTMOVE_GRAMMAR, words[0], say!("a move after bestmove")));
        return BestMove { columns: words[0].columns(), ..BestMove::default() };
    };
    let answer = answer(table, word.text);
    match answer {
        Answer::Special if table.particulars.remarks.contains(&word.text) => {
            let wanted = say!("a move before {word}", word = word.text);
            issues.push(SyntaxIssue::at(REMARK_ALONE, word, wanted));
        }
        Answer::Move | Answer::Special => {}
        // At some roots a word for "no move" is valid, so a rule that knows the root judges it.
        Answer::Null => {}
        Answer::Broken => issues.push(broken(table, word)),
    }
    let mut best = BestMove {
        text: word.text.to_owned(),
        answer,
        columns: word.columns(),
        ponder: None,
        ponder_is_move: false,
    };
    tail(table, words, answer, &mut best, issues);
    best
}

/// Reads the line that answers a search without a move.
pub(crate) fn without_move(words: &[Word<'_>], issues: &mut Vec<SyntaxIssue>) -> BestMove {
    if let Some(extra) = words.get(1).copied() {
        issues.push(SyntaxIssue::at(BESTMOVE_EXTRA, extra, say!("the end of the line")));
    }
    BestMove {
        text: words[0].text.to_owned(),
        answer: Answer::Null,
        columns: words[0].columns(),
        ..BestMove::default()
    }
}

fn answer(table: &Table, word: &str) -> Answer {
    if table.game.is_move(word) {
        Answer::Move
    } else if table.specials.contains(&word) {
        Answer::Special
    } else if table.nulls.contains(&word) {
        Answer::Null
    } else {
        Answer::Broken
    }
}

fn tail(
    table: &Table,
    words: &[Word<'_>],
    answer: Answer,
    best: &mut BestMove,
    issues: &mut Vec<SyntaxIssue>,
) {
    let mut next = 2;
    if words.get(2).is_some_and(|word| word.text == "ponder") {
        next = 4;
        if answer == Answer::Special {
            issues.push(SyntaxIssue::at(
                SPECIAL_WITH_PONDER,
                words[2],
                say!("nothing after the special word"),
            ));
        }
        match words.get(3).copied() {
            Some(word) => {
                best.ponder = Some((word.text.to_owned(), word.columns()));
                best.ponder_is_move = table.game.is_move(word.text);
                if !best.ponder_is_move {
                    issues.push(SyntaxIssue::at(
                        PONDER_NULL,
                        word,
                        say!("a move, or no ponder part at all"),
                    ));
                }
            }
            None => {
                issues.push(SyntaxIssue::at(BESTMOVE_EXTRA, words[2], say!("a move after ponder")))
            }
        }
    }
    let remark = words.get(next).is_some_and(|word| table.particulars.remarks.contains(&word.text));
    if remark && answer == Answer::Move {
        next += 1;
    }
    if let Some(extra) = words.get(next).copied() {
        let id = if answer == Answer::Special { SPECIAL_WITH_PONDER } else { BESTMOVE_EXTRA };
        issues.push(SyntaxIssue::at(id, extra, say!("the end of the line")));
    }
}

/// A syntax error for a word that is no move; it names the notation of the word, if that is recognised.
fn broken(table: &Table, word: Word<'_>) -> SyntaxIssue {
    let text = word.text;
    let bytes = text.as_bytes();
    let drop_like = bytes.len() >= 3
        && bytes[0].is_ascii_alphabetic()
        && matches!(bytes[1], b'*' | b'@' | b'\'');
    let id = if drop_like {
        DROP_NOTATION
    } else if is_board_like(text) {
        MOVE_NOTATION
    } else {
        BESTMOVE_GRAMMAR
    };
    let expected = match (table.game.name(), id) {
        ("shogi", id) if id == DROP_NOTATION => {
            say!("a drop such as P*5e, upper case for both colours")
        }
        ("shogi", _) => say!("a move such as 7g7f, 8h2b+ or P*5e, or resign, or win"),
        ("xiangqi", _) => say!("a move such as h2e2, files a to i and ranks 0 to 9"),
        (_, _) => say!("a move such as e2e4 or e7e8q"),
    };
    SyntaxIssue::at(id, word, expected)
}

/// Whether a word looks like a move in another notation: squares in digits (`77-76`), a promotion sign of another
/// game (`2b3c=`), a piece letter (`P7g7f`).
fn is_board_like(text: &str) -> bool {
    let body: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let figures = body.bytes().filter(u8::is_ascii_digit).count();
    (4..=6).contains(&body.len())
        && text.len() <= 7
        && (2..=4).contains(&figures)
        && !text.contains(',')
}

/// Reads `checkmate <move>… | nomate | timeout | notimplemented`.
pub(crate) fn mate(table: &Table, words: &[Word<'_>], issues: &mut Vec<SyntaxIssue>) -> MateReply {
    let expected = || say!("moves, nomate, timeout or notimplemented");
    let Some(first) = words.get(1).copied() else {
        issues.push(SyntaxIssue::at(MATE_REPLY_GRAMMAR, words[0], expected()));
        return MateReply::Broken(String::new());
    };
    let alone = |reply: MateReply, issues: &mut Vec<SyntaxIssue>| {
        if let Some(extra) = words.get(2).copied() {
            issues.push(SyntaxIssue::at(MATE_REPLY_GRAMMAR, extra, say!("the end of the line")));
        }
        reply
    };
    match first.text {
        "nomate" => alone(MateReply::NoMate, issues),
        "timeout" => alone(MateReply::Timeout, issues),
        "notimplemented" => alone(MateReply::NotImplemented, issues),
        "none" => {
            issues.push(SyntaxIssue::at(MATE_REPLY_NONE, first, expected()));
            alone(MateReply::Broken("none".to_owned()), issues)
        }
        _ => match words[1..].iter().find(|word| !table.game.is_move(word.text)) {
            Some(odd) => {
                issues.push(SyntaxIssue::at(MATE_REPLY_GRAMMAR, *odd, expected()));
                MateReply::Broken(odd.text.to_owned())
            }
            None => MateReply::Moves(
                words[1..].iter().map(|word| (word.text.to_owned(), word.columns())).collect(),
            ),
        },
    }
}
