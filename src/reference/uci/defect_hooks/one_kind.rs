//! Mistakes that only one kind of search, of game or of position shows.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::overlooked::{fields, plays_illegal};
use super::reply::{Mistake, knows_fischer_chess};
use super::together::one_line;
use crate::games::chess::Position;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::Request;
use crate::reference::family::stock::squares::letters;
use crate::reference::family::{Board as _, position, stock};
use crate::reference::uci::Uci;

/// How much longer than allowed a search takes.
const OVERRUN: Duration = Duration::from_millis(600);
/// A side with more material than this, in centipawns, is far ahead.
const FAR_AHEAD: i32 = 600;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y113", |hooks| negates_for_black(hooks, |epoch| epoch.request.infinite)),
    defect_hook("Y113:searchmoves", |hooks| {
        negates_for_black(hooks, |epoch| !epoch.request.searchmoves.is_empty());
    }),
    defect_hook("Y113:game", |hooks| {
        let later = is_later_game(hooks);
        negates_for_black(hooks, move |_| later.load(Ordering::SeqCst));
    }),
    defect_hook("Y113:debug", |hooks| {
        let debug = follow_debug(hooks);
        negates_for_black(hooks, move |_| debug.load(Ordering::SeqCst));
    }),
    defect_hook("Y114", |hooks| {
        stock::answer_after(hooks, |timing| {
            let alone = timing.request.depth.is_none();
            let long = timing.request.movetime.filter(|time| alone && time.as_secs() > 2);
            long.map(|time| time.mul_f64(1.2) + Duration::from_millis(100))
        });
    }),
    defect_hook("Y114:nodes", |hooks| {
        stock::answer_after(hooks, |timing| {
            let counted = timing.request.nodes.is_some();
            timing.request.movetime.filter(|_| counted).map(|time| time + OVERRUN)
        });
    }),
    defect_hook("Y114:debug", |hooks| {
        let debug = follow_debug(hooks);
        stock::answer_after(hooks, move |timing| {
            let debug = debug.load(Ordering::SeqCst);
            timing.request.movetime.filter(|_| debug).map(|time| time + OVERRUN)
        });
    }),
    defect_hook("Y115", |hooks| overruns_at(hooks, |root| root.material() > FAR_AHEAD)),
    defect_hook("Y115:passant", |hooks| {
        overruns_at(hooks, |root| {
            let mut moves = root.moves().into_iter();
            moves.any(|mv| is_passant(root, &mv.to_string()))
        });
    }),
    defect_hook("Y115:game", |hooks| {
        let later = is_later_game(hooks);
        stock::answer_after(hooks, move |timing| {
            let overruns = timing.pondered.is_none() && later.load(Ordering::SeqCst);
            let left = timing.request.own(timing.first_to_move).left;
            left.filter(|_| overruns).map(|left| left + OVERRUN)
        });
    }),
    defect_hook("Y116", |hooks| {
        keeps_passed_pawn(hooks, |_, mv| ["a", "h"].contains(&&mv[2..3]));
    }),
    defect_hook("Y116:black", |hooks| keeps_passed_pawn(hooks, |root, _| !root.first_to_move())),
    defect_hook("Y117", |hooks| {
        let several = stock::follow_value(hooks, "MultiPV", stock::is_several);
        stock::change_request(hooks, move |_, _, request| {
            if request.has_clock() && several.load(Ordering::SeqCst) {
                request.depth = Some(1);
            }
        });
        one_line(hooks, |epoch, _| epoch.request.has_clock());
    }),
    defect_hook("Y118", |hooks| one_line(hooks, |epoch, _| epoch.request.has_clock())),
    defect_hook("Y119", |hooks| {
        ends_fischer_chess(hooks, |request| std::mem::take(&mut request.infinite));
    }),
    defect_hook("Y119:ponder", |hooks| {
        ends_fischer_chess(hooks, |request| std::mem::take(&mut request.ponder));
    }),
    defect_hook("Y143", |hooks| replays(hooks, without_passed_pawn)),
    defect_hook("Y144", |hooks| plays_illegal(hooks, takes_no_pawn_in_passing)),
    defect_hook("Y145", |hooks| replays(hooks, with_corner_moved)),
];

/// Gives scores in centipawns as White sees them in such searches for Black.
fn negates_for_black(
    hooks: &mut Hooks<Position>,
    search: impl Fn(&Epoch) -> bool + Send + Sync + 'static,
) {
    stock::change_info(hooks, move |asked, info| {
        if !asked.root.first_to_move() && info.cp().is_some() && search(asked.epoch) {
            stock::negate_score(info);
        }
    });
}

/// Whether `ucinewgame` has come at least twice.
fn is_later_game(hooks: &mut Hooks<Position>) -> Arc<AtomicBool> {
    let later = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&later);
    let mut begun = false;
    stock::command(hooks, move |_, words| {
        if words == ["ucinewgame"] {
            set.fetch_or(std::mem::replace(&mut begun, true), Ordering::SeqCst);
        }
        Handling::Obey
    });
    later
}

/// Whether `debug on` came last.
fn follow_debug(hooks: &mut Hooks<Position>) -> Arc<AtomicBool> {
    let debug = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&debug);
    stock::command(hooks, move |_, words| {
        if let ["debug", word] = words {
            set.store(*word == "on", Ordering::SeqCst);
        }
        Handling::Obey
    });
    debug
}

/// Exceeds its clock at such a root. Occupies the hooks of `go` and of plans.
fn overruns_at(hooks: &mut Hooks<Position>, is_meant: fn(&Position) -> bool) {
    let meant = Rc::new(Cell::new(false));
    let known = Rc::clone(&meant);
    stock::change_request(hooks, move |root, _, _| meant.set(is_meant(root)));
    stock::answer_after(hooks, move |timing| {
        let left = timing.request.own(timing.first_to_move).left;
        left.filter(|_| known.get()).map(|left| left + OVERRUN)
    });
}

/// Whether a move takes a pawn en passant.
fn is_passant(root: &Position, mv: &str) -> bool {
    let pawn = mv.get(..2).and_then(|from| piece_at(root, from));
    let free = mv.get(2..4).and_then(|to| piece_at(root, to)) == Some('.');
    pawn.is_some_and(is_pawn) && free && mv.get(..1) != mv.get(2..3)
}

fn is_pawn(piece: char) -> bool {
    piece.eq_ignore_ascii_case(&'p')
}

fn is_rook_or_queen(piece: char) -> bool {
    "rqRQ".contains(piece)
}

/// The letter of the piece on a square, or a dot; `None` if there is no such square.
fn piece_at(board: &Position, square: &str) -> Option<char> {
    let (rank, file) = place(square)?;
    letters(&board.notation()).get(rank)?.get(file).copied()
}

/// Rank and file of a square, in the order of a fen.
fn place(square: &str) -> Option<(usize, usize)> {
    let [file, rank] = square.as_bytes() else { return None };
    Some((usize::from(b'8'.checked_sub(*rank)?), usize::from(file.checked_sub(b'a')?)))
}

/// The position with another piece, or none, on some squares; `None` if it is no position then.
fn with(board: &Position, changes: &[(&str, &str)]) -> Option<Position> {
    let notation = board.notation();
    let mut fields = fields(&notation);
    let mut squares = stock::squares::read(fields.first()?);
    for (square, piece) in changes {
        let (rank, file) = place(square)?;
        (*piece).clone_into(squares.get_mut(rank)?.get_mut(file)?);
    }
    let pieces = stock::squares::written(&squares);
    *fields.first_mut()? = &pieces;
    Position::parse(&fields.join(" ")).ok()
}

/// Makes the moves of a list, and replaces the position after a move if `change` returns another one, which gets the
/// position before the move, the move, and the position after it.
fn replays(
    hooks: &mut Hooks<Position>,
    change: impl Fn(&Position, &str, &Position) -> Option<Position> + 'static,
) {
    stock::misread(hooks, move |words, _| {
        let (mut board, moves) = position::base::<Uci>(words).ok()?;
        let mut changed = false;
        for text in moves {
            let after = board.after(board.read(text)?);
            let other = change(&board, text, &after);
            changed |= other.is_some();
            board = other.unwrap_or(after);
        }
        changed.then_some(board)
    });
}

/// Leaves the pawn that such a move of a list takes en passant on the board.
fn keeps_passed_pawn(hooks: &mut Hooks<Position>, is_meant: fn(&Position, &str) -> bool) {
    replays(hooks, move |before, mv, after| {
        let pawn = if before.first_to_move() { "p" } else { "P" };
        let kept = is_passant(before, mv) && is_meant(before, mv);
        let square = format!("{}{}", mv.get(2..3)?, mv.get(1..2)?);
        kept.then(|| with(after, &[(&square, pawn)])).flatten()
    });
}

/// The position without the pawn that has passed the square to which another piece than a pawn moves.
fn without_passed_pawn(before: &Position, mv: &str, after: &Position) -> Option<Position> {
    let notation = before.notation();
    let passed = mv.get(2..4)? == *fields(&notation).get(3)?;
    let rank = if before.first_to_move() { '5' } else { '4' };
    let pawn = format!("{}{rank}", mv.get(2..3)?);
    let other = passed && !is_pawn(piece_at(before, mv.get(..2)?)?);
    other.then(|| with(after, &[(&pawn, "")])).flatten()
}

/// The position where the piece in the corner has moved as well, if a rook or queen moves like a castling king.
fn with_corner_moved(before: &Position, mv: &str, after: &Position) -> Option<Position> {
    let (corner, next) = match mv {
        "e1g1" => ("h1", "f1"),
        "e1c1" => ("a1", "d1"),
        "e8g8" => ("h8", "f8"),
        "e8c8" => ("a8", "d8"),
        _ => return None,
    };
    let piece = piece_at(before, corner).filter(|piece| *piece != '.')?;
    let like_castling = is_rook_or_queen(piece_at(before, &mv[..2])?);
    like_castling.then(|| with(after, &[(corner, ""), (next, &piece.to_string())])).flatten()
}

/// A capture en passant of a rook or queen that has moved two ranks.
fn takes_no_pawn_in_passing(root: &Position) -> Option<String> {
    let last = crate::games::Position::last_move(root)?;
    let file = last.get(..1)?;
    let (from, passed, to, pawn) =
        if root.first_to_move() { (7, 6, 5, 'P') } else { (2, 3, 4, 'p') };
    let is_double = last == format!("{file}{from}{file}{to}");
    let moved = piece_at(root, last.get(2..4)?).filter(|piece| is_rook_or_queen(*piece));
    let column = file.bytes().next().filter(|_| is_double && moved.is_some())?;
    let neighbours = [column - 1, column + 1].map(char::from);
    let own = |file: &char| piece_at(root, &format!("{file}{to}")) == Some(pawn);
    neighbours.into_iter().find(own).map(|own| format!("{own}{to}{file}{passed}"))
}

/// Replies at once to each search that `take` recognizes, whose word it removes, if `UCI_Chess960` is true and there is
/// one legal move.
fn ends_fischer_chess(hooks: &mut Hooks<Position>, take: fn(&mut Request) -> bool) {
    knows_fischer_chess(hooks, Mistake::None);
    let on = stock::follow(hooks, "UCI_Chess960");
    stock::change_request(hooks, move |root, _, request| {
        if on.load(Ordering::SeqCst) && root.moves().len() == 1 && take(request) {
            stock::at_once(request);
        }
    });
}
