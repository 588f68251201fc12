//! Positions that are read wrongly: the base, its fields, the list of moves and special moves.

use std::cell::Cell;
use std::rc::Rc;

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Board as _, position, stock};
use crate::reference::uci::Uci;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("PO01", |hooks| {
        let mut old: Option<Position> = None;
        stock::misread(hooks, move |words, set| match words {
            ["startpos"] => old.clone(),
            _ => {
                old = set.as_ref().ok().cloned();
                None
            }
        });
    }),
    defect_hook("PO01:black", |hooks| {
        stock::misread(hooks, |words, _| match words {
            ["startpos"] => with_field(&Position::start(), 1, "b"),
            _ => None,
        });
    }),
    defect_hook("PO02", |hooks| {
        stock::misread(hooks, |words, _| (is_fen(words)).then(Position::start));
    }),
    defect_hook("PO02:side", |hooks| {
        stock::misread(hooks, |words, _| base(words).and_then(|base| with_field(&base, 1, "w")));
    }),
    defect_hook("PO02:passant", |hooks| {
        stock::misread(hooks, |words, _| base(words).and_then(|base| with_field(&base, 3, "-")));
    }),
    defect_hook("PO02:castling", |hooks| {
        stock::misread(hooks, |words, _| {
            let base = base(words).filter(|base| base.notation().contains(" - "))?;
            ["KQkq", "KQ", "kq", "K", "Q", "k", "q"]
                .into_iter()
                .find_map(|rights| with_field(&base, 2, rights))
        });
    }),
    defect_hook("PO03", |hooks| reads_moves(hooks, |_, _| 0)),
    defect_hook("PO03:fen", |hooks| {
        reads_moves(hooks, |base, count| if base == Base::Fen { 0 } else { count });
    }),
    defect_hook("PO03:first", |hooks| reads_moves(hooks, |_, count| count.min(1))),
    defect_hook("PO03:last", |hooks| reads_moves(hooks, |_, count| count.saturating_sub(1))),
    defect_hook("PO05", |hooks| {
        stock::say_on(hooks, |_, words| {
            stock::says(words.first() == Some(&"position"), "bestmove e2e4")
        });
    }),
    defect_hook("PO05:text", |hooks| {
        stock::say_on(hooks, |_, words| {
            stock::says(words.first() == Some(&"position"), "position set")
        });
    }),
    defect_hook("PO09", |hooks| ends_at(hooks, |text, castles| castles && text.len() == 4)),
    defect_hook("PO09:long", |hooks| {
        ends_at(hooks, |text, castles| castles && text.get(2..3) == Some("c"));
    }),
    defect_hook("PO09:promotion", |hooks| ends_at(hooks, |text, _| text.len() == 5)),
    defect_hook("PO09:queen", |hooks| {
        stock::misread(hooks, |words, _| {
            let crowned = words.iter().map(|word| match word.as_bytes() {
                [_, _, _, b'1' | b'8', b'r' | b'b' | b'n'] => format!("{}q", &word[..4]),
                _ => (*word).to_owned(),
            });
            let crowned: Vec<String> = crowned.collect();
            let read: Vec<&str> = crowned.iter().map(String::as_str).collect();
            let changed = read.iter().zip(words).any(|(read, word)| read != word);
            changed.then(|| played(&read, usize::MAX)).flatten()
        });
    }),
    defect_hook("PO09:passant", |hooks| {
        stock::misread(hooks, |words, _| {
            let (mut board, moves) = position::base::<Uci>(words).ok()?;
            for text in moves {
                if takes_in_passing(&board, text) {
                    return Some(board);
                }
                let mv = board.read(text)?;
                board.make(mv);
            }
            None
        });
    }),
    defect_hook("PO10", |hooks| {
        let mut longest = 0;
        stock::misread(hooks, move |words, _| {
            let count = position::moves(words).len();
            let back = count + 1 < longest && count > 0;
            longest = longest.max(count);
            back.then(|| played(words, count - 1)).flatten()
        });
    }),
    defect_hook("GO01", |hooks| loses_a_position_after(hooks, "infinite")),
    defect_hook("GO01:ponder", |hooks| loses_a_position_after(hooks, "ponder")),
    defect_hook("GO01:depth", |hooks| loses_a_position_after(hooks, "depth")),
    defect_hook("GO01:hit", |hooks| {
        loses_a_position(hooks, |words| *words == ["ponderhit"], |_, _| true);
    }),
    defect_hook("GO01:guess", |hooks| {
        let pondered = |words: &[&str]| words.first() == Some(&"go") && words.contains(&"ponder");
        loses_a_position(hooks, pondered, |old, new| old.len() == new.len());
    }),
    defect_hook("PO10:analysis", |hooks| {
        stock::compares_only_the_moves::<Uci>(hooks, |words| words.first() == Some(&"startpos"));
    }),
];

/// The kind of base of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Start,
    Fen,
}

fn is_fen(words: &[&str]) -> bool {
    words.first() == Some(&"fen")
}

/// The position of a fen without moves after it.
fn base(words: &[&str]) -> Option<Position> {
    let read = position::base::<Uci>(words).ok().filter(|(_, moves)| moves.is_empty());
    read.map(|(base, _)| base).filter(|_| is_fen(words))
}

/// The position with another text in one field of its fen; `None` if the text is the same or the fen becomes invalid.
fn with_field(board: &Position, field: usize, text: &str) -> Option<Position> {
    let notation = board.notation();
    let mut fields: Vec<&str> = notation.split(' ').collect();
    let old = std::mem::replace(fields.get_mut(field)?, text);
    let changed = Position::parse(&fields.join(" ")).ok();
    changed.filter(|_| old != text)
}

/// The position after the first `count` moves, or up to the first that cannot be played.
fn played(words: &[&str], count: usize) -> Option<Position> {
    let (mut board, moves) = position::base::<Uci>(words).ok()?;
    for text in moves.iter().take(count) {
        let Some(mv) = board.read(text) else { break };
        board.make(mv);
    }
    Some(board)
}

/// Plays only some moves of the list: `read` gets the kind of base and the number of moves, and returns how many to
/// play.
fn reads_moves(hooks: &mut Hooks<Position>, read: fn(Base, usize) -> usize) {
    stock::misread(hooks, move |words, _| {
        let (_, moves) = position::base::<Uci>(words).ok()?;
        let base = if is_fen(words) { Base::Fen } else { Base::Start };
        let count = read(base, moves.len());
        (count < moves.len()).then(|| played(words, count)).flatten()
    });
}

/// Stops at the first move of a kind: `form` gets the move, and whether it castles.
fn ends_at(hooks: &mut Hooks<Position>, form: fn(&str, bool) -> bool) {
    stock::misread(hooks, move |words, _| {
        let (mut board, moves) = position::base::<Uci>(words).ok()?;
        for text in moves {
            let mv = board.read(text)?;
            if form(text, mv.is_castling()) {
                return Some(board);
            }
            board.make(mv);
        }
        None
    });
}

/// Whether a move captures en passant: a pawn moves diagonally to the en passant square of the fen.
fn takes_in_passing(board: &Position, text: &str) -> bool {
    let notation = board.notation();
    let square = notation.split(' ').nth(3).unwrap_or("-");
    let is_diagonal = text.get(0..1) != text.get(2..3);
    let next_to = |text: &str| matches!(text.as_bytes(), [_, b'5', _, b'6'] | [_, b'4', _, b'3']);
    let column = |text: &str| text.bytes().next().unwrap_or_default();
    let near = column(text).abs_diff(column(square)) == 1;
    text.get(2..) == Some(square) && is_diagonal && next_to(text) && near
}

/// Ignores the first position after a search with this word.
fn loses_a_position_after(hooks: &mut Hooks<Position>, word: &'static str) {
    let searches = move |words: &[&str]| words.first() == Some(&"go") && words.contains(&word);
    loses_a_position(hooks, searches, |_, _| true);
}

/// Ignores the first position after such a command, if no other `go` or `ponderhit` came between and if `kind` accepts
/// the words of the old and the new position.
fn loses_a_position(
    hooks: &mut Hooks<Position>,
    marks: impl Fn(&[&str]) -> bool + 'static,
    kind: fn(&[String], &[String]) -> bool,
) {
    let seen = Rc::new(Cell::new(false));
    let marked = Rc::clone(&seen);
    let mut old: Option<(Vec<String>, Position)> = None;
    stock::misread(hooks, move |words, set| {
        let new: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let kept = old.as_ref().filter(|(old, _)| kind(old, &new));
        let lost = kept.filter(|_| seen.get()).map(|(_, board)| board.clone());
        seen.set(false);
        if let Some(board) = lost.as_ref().or(set.as_ref().ok()) {
            old = Some((new, board.clone()));
        }
        lost
    });
    stock::command(hooks, move |_, words| {
        if matches!(words.first(), Some(&("go" | "ponderhit"))) {
            marked.set(marks(words));
        }
        Handling::Obey
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_that_takes_in_passing_is_known_by_the_field_of_the_fen() {
        let passing = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2";
        let board = Position::parse(passing).expect("a position");
        assert!(takes_in_passing(&board, "e5d6"));
        assert!(!takes_in_passing(&board, "e5e6"));
        assert!(!takes_in_passing(&Position::start(), "e2e4"));
    }
}
