//! One line without what depends on the moment: words, their order and their number stay, and values become
//! their kinds.

use regex_lite::Regex;

use super::escape;
use crate::games::Game;
use crate::protocol::ParsedMessage;
use crate::transcript::{Line, LineEnd};

/// The most bytes of one line of a snapshot.
const LINE: usize = 2 << 10;

/// What a user wants to have redacted besides.
#[derive(Debug, Clone)]
pub struct Redaction {
    /// What is looked for in each line of the engine, as it was written.
    pub what: Regex,
    /// What takes its place; `$1` and `$name` stand for groups.
    pub with: String,
}

/// How an engine presents itself. It changes with each release and says nothing of what the engine does.
#[derive(Debug, Clone, Copy, Default)]
pub struct Identity<'a> {
    /// From `id name`.
    pub name: Option<&'a str>,
    /// From `id author`.
    pub author: Option<&'a str>,
}

/// Redacts lines.
pub(super) struct Redactor<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) identity: Identity<'a>,
    pub(super) rules: &'a [Redaction],
}

/// A word and the blanks before it.
struct Word<'t> {
    gap: &'t str,
    text: &'t str,
}

impl Redactor<'_> {
    /// A line of the engine. `cut`: the search that it belongs to did not end by itself, so whether a ponder move
    /// had been found by then depends on the moment.
    pub(super) fn received(&self, line: &Line, reading: &ParsedMessage, cut: bool) -> String {
        let mut text = escape::bytes(&line.bytes);
        for rule in self.rules {
            if rule.what.is_match(&text) {
                text = rule.what.replace_all(&text, rule.with.as_str()).into_owned();
            }
        }
        let mut shape = match reading.kind {
            "id" => self.id(&text, reading),
            "option" => joined(&split(&text), plain),
            "info" => joined(&split(&self.unnamed(&text)), |words| self.info(words)),
            "bestmove" => joined(&split(&text), |words| self.bestmove(words, cut)),
            "checkmate" => joined(&split(&text), |words| self.moves(words)),
            _ => joined(&split(&self.unnamed(&text)), |words| self.free(words)),
        };
        shorten(&mut shape, line.cut > 0);
        match line.end {
            LineEnd::Lf => {}
            LineEnd::CrLf => shape.push_str("\\r"),
            LineEnd::None => shape.push_str(" (no newline)"),
        }
        shape
    }

    /// A line that was sent. Its moves may have come from the engine.
    pub(super) fn sent(&self, line: &Line) -> String {
        let text = escape::bytes(&line.bytes);
        let mut shape = joined(&split(&text), |words| self.moves(words));
        shorten(&mut shape, line.cut > 0);
        if line.end == LineEnd::CrLf {
            shape.push_str("\\r");
        }
        shape
    }

    fn unnamed(&self, text: &str) -> String {
        let identity = [(self.identity.name, "[name]"), (self.identity.author, "[author]")];
        let mut text = text.to_owned();
        for (told, kind) in identity {
            let told = told.map(|told| escape::bytes(told.as_bytes()));
            // A name of a letter or two would be found everywhere.
            if let Some(told) = told.filter(|told| told.len() > 2) {
                text = text.replace(&told, kind);
            }
        }
        text
    }

    fn id(&self, text: &str, reading: &ParsedMessage) -> String {
        let mut named = ["name", "author"].into_iter();
        let kind = named.find(|field| reading.field(field).is_some());
        let kind = kind.unwrap_or("text");
        joined(&split(text), |words| {
            let mut out = plain(&words[..words.len().min(2)]);
            if words.len() > 2 {
                out.push((words[2].gap.to_owned(), format!("[{kind}]")));
            }
            out
        })
    }

    fn bestmove(&self, words: &[Word<'_>], cut: bool) -> Vec<(String, String)> {
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let next = words.get(at + 1).filter(|next| self.game.is_move(next.text));
            if word.text == "ponder" && cut && next.is_some() {
                at += 2;
                continue;
            }
            let text = if self.game.is_move(word.text) { "[move]" } else { word.text };
            out.push((word.gap.to_owned(), text.to_owned()));
            at += 1;
        }
        out
    }

    /// Words with each run of moves as one.
    fn moves(&self, words: &[Word<'_>]) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> = Vec::new();
        let mut in_run = false;
        for word in words {
            let is_move = self.game.is_move(word.text);
            if is_move && !in_run {
                out.push((word.gap.to_owned(), "[moves]".to_owned()));
            } else if !is_move {
                out.push((word.gap.to_owned(), word.text.to_owned()));
            }
            in_run = is_move;
        }
        out
    }

    fn info(&self, words: &[Word<'_>]) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> = Vec::new();
        let mut at = 0;
        let mut key = "";
        while let Some(word) = words.get(at) {
            if word.text == "string" {
                out.push((word.gap.to_owned(), word.text.to_owned()));
                out.extend(self.free(&words[at + 1..]));
                break;
            }
            let (text, taken) = self.item(&words[at..], key);
            out.push((word.gap.to_owned(), text));
            key = word.text;
            at += taken;
        }
        out
    }

    /// What stands for the first of these words, and how many it takes.
    fn item(&self, words: &[Word<'_>], key: &str) -> (String, usize) {
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
        if self.game.is_move(word) {
            if key == "currmove" {
                return ("[move]".to_owned(), 1);
            }
            let run = words.iter().take_while(|word| self.game.is_move(word.text));
            return ("[moves]".to_owned(), run.count());
        }
        (numberless(word), 1)
    }

    /// Free text: its numbers and moves go, its words stay.
    fn free(&self, words: &[Word<'_>]) -> Vec<(String, String)> {
        let text = |word: &Word<'_>| {
            if self.game.is_move(word.text) { "[move]".to_owned() } else { numberless(word.text) }
        };
        words.iter().map(|word| (word.gap.to_owned(), text(word))).collect()
    }
}

fn plain(words: &[Word<'_>]) -> Vec<(String, String)> {
    let pair = |word: &Word<'_>| (word.gap.to_owned(), word.text.to_owned());
    words.iter().map(pair).collect()
}

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A mate may be told by its sign alone.
fn is_value(kind: &str, word: &str) -> bool {
    is_integer(word) || (kind == "mate" && matches!(word, "+" | "-"))
}

/// A word with each run of digits as `[n]`. The number of a character that cannot be seen stays.
fn numberless(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        let taken = match rest.as_bytes() {
            [b'\\', b'x', ..] => 4,
            [b'\\', b'u', ..] => rest.find('}').map_or(rest.len(), |at| at + 1),
            [b'0'..=b'9', ..] => {
                out.push_str("[n]");
                rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                continue;
            }
            _ => c.len_utf8(),
        };
        let (taken, left) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        out.push_str(taken);
        rest = left;
    }
    out
}

/// The words of a line; what stands after the last one is a word without text.
fn split(text: &str) -> Vec<Word<'_>> {
    let blank = |c: char| c == ' ' || c == '\t';
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest.find(|c| !blank(c)).unwrap_or(rest.len());
        let (gap, behind) = rest.split_at(start);
        let end = behind.find(blank).unwrap_or(behind.len());
        let (text, behind) = behind.split_at(end);
        words.push(Word { gap, text });
        rest = behind;
    }
    words
}

fn joined(words: &[Word<'_>], redact: impl Fn(&[Word<'_>]) -> Vec<(String, String)>) -> String {
    let mut out = String::new();
    for (index, (gap, text)) in redact(words).iter().enumerate() {
        out.push_str(&escape::gap(gap, index > 0 && !text.is_empty()));
        out.push_str(text);
    }
    out
}

fn shorten(text: &mut String, is_cut: bool) {
    if text.len() > LINE {
        let end = (0..=LINE).rev().find(|&at| text.is_char_boundary(at));
        text.truncate(end.unwrap_or(0));
        text.push_str(" […]");
    } else if is_cut {
        text.push_str(" […]");
    }
}
