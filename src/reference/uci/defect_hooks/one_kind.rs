//! Mistakes that only one kind of search, of game or of position shows.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::overlooked::fields;
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
    let ranks = letters(&root.notation());
    let square = |name: &str| {
        let [file, rank] = name.as_bytes() else { return None };
        let rank = ranks.get(usize::from(b'8'.checked_sub(*rank)?))?;
        rank.get(usize::from(file.checked_sub(b'a')?)).copied()
    };
    let pawn = mv.get(..2).and_then(square).is_some_and(|piece| piece.eq_ignore_ascii_case(&'p'));
    let free = mv.get(2..4).and_then(square) == Some('.');
    pawn && free && mv.get(..1) != mv.get(2..3)
}

/// Leaves the pawn that such a move of a list takes en passant on the board.
fn keeps_passed_pawn(hooks: &mut Hooks<Position>, is_meant: fn(&Position, &str) -> bool) {
    stock::misread(hooks, move |words, _| {
        let (mut board, moves) = position::base::<Uci>(words).ok()?;
        let mut kept = false;
        for text in moves {
            let wrong = is_passant(&board, text) && is_meant(&board, text);
            let mv = board.read(text)?;
            board.make(mv);
            if wrong {
                board = with_pawn(&board, &text[2..3], &text[1..2])?;
                kept = true;
            }
        }
        kept.then_some(board)
    });
}

/// The position with a pawn of the side to move on the square of this file and rank.
fn with_pawn(board: &Position, file: &str, rank: &str) -> Option<Position> {
    let notation = board.notation();
    let pawn = if board.first_to_move() { "P" } else { "p" };
    let mut fields = fields(&notation);
    let mut squares = stock::squares::read(fields.first()?);
    let file = usize::from(file.bytes().next()?.checked_sub(b'a')?);
    let rank = usize::from(b'8'.checked_sub(rank.bytes().next()?)?);
    pawn.clone_into(squares.get_mut(rank)?.get_mut(file)?);
    let pieces = stock::squares::written(&squares);
    *fields.first_mut()? = &pieces;
    Position::parse(&fields.join(" ")).ok()
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
