//! Lines of an engine without the values that vary from run to run.

use crate::games::Game;
use crate::protocol::ParsedMessage;
use crate::protocol::redaction::{LineWord, free, is_integer, moves, numberless, plain};

/// The words of a line, each with the blanks before it. `cut`: the search that the line belongs to did not end by
/// itself, so a ponder move is left out, because it depends on the moment whether there is one.
pub(crate) fn redacted(
    game: &dyn Game,
    message: &ParsedMessage,
    words: &[LineWord<'_>],
    cut: bool,
) -> Vec<(String, String)> {
    match message.kind {
        "id" => id(words, message),
        "option" => plain(words),
        "info" => info(game, words),
        "bestmove" => bestmove(game, words, cut),
        "checkmate" => moves(game, words),
        _ => free(game, words),
    }
}

fn id(words: &[LineWord<'_>], message: &ParsedMessage) -> Vec<(String, String)> {
    let mut named = ["name", "author"].into_iter();
    let kind = named.find(|field| message.field(field).is_some()).unwrap_or("text");
    let mut out = plain(&words[..words.len().min(2)]);
    if words.len() > 2 {
        out.push((words[2].gap.to_owned(), format!("[{kind}]")));
    }
    out
}

fn bestmove(game: &dyn Game, words: &[LineWord<'_>], cut: bool) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1).filter(|next| game.is_move(next.text));
        if word.text == "ponder" && cut && next.is_some() {
            at += 2;
            continue;
        }
        let text = if game.is_move(word.text) { "[move]" } else { word.text };
        out.push((word.gap.to_owned(), text.to_owned()));
        at += 1;
    }
    out
}

fn info(game: &dyn Game, words: &[LineWord<'_>]) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let mut at = 0;
    let mut key = "";
    while let Some(word) = words.get(at) {
        if word.text == "string" {
            out.push((word.gap.to_owned(), word.text.to_owned()));
            out.extend(free(game, &words[at + 1..]));
            break;
        }
        let (text, taken) = item(game, &words[at..], key);
        out.push((word.gap.to_owned(), text));
        key = word.text;
        at += taken;
    }
    out
}

/// The replacement for the first of these words, and how many words it replaces.
fn item(game: &dyn Game, words: &[LineWord<'_>], key: &str) -> (String, usize) {
    let word = words[0].text;
    let at = |place: usize| words.get(place).map_or("", |word| word.text);
    if key == "score" && matches!(word, "cp" | "mate") && is_value(word, at(1)) {
        let bound = usize::from(matches!(at(2), "lowerbound" | "upperbound"));
        return ("[score]".to_owned(), 2 + bound);
    }
    if is_integer(word) {
        let named = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase());
        let kind = if named { key } else { "n" };
        return (format!("[{kind}]"), 1);
    }
    if game.is_move(word) {
        if key == "currmove" {
            return ("[move]".to_owned(), 1);
        }
        let run = words.iter().take_while(|word| game.is_move(word.text));
        return ("[moves]".to_owned(), run.count());
    }
    (numberless(word), 1)
}

/// Whether a word is a score of this kind. A mate score may be a sign alone.
fn is_value(kind: &str, word: &str) -> bool {
    is_integer(word) || (kind == "mate" && matches!(word, "+" | "-"))
}
