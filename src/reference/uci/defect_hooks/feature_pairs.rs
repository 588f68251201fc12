//! Mistakes of an engine about special moves, long clocks and the state of earlier positions, which were missed.

use std::cell::Cell;
use std::rc::Rc;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::{Reply, Request};
use crate::reference::family::{Board as _, position, stock, words};
use crate::reference::uci::Uci;

use super::mates_in_one;
use super::overlooked::fields;

/// Castling moves, each with the square next to the rook on its way and the square of the rook.
const CASTLING: [(&str, &str, &str); 4] =
    [("e1c1", "b1", "a1"), ("e8c8", "b8", "a8"), ("e1g1", "", "h1"), ("e8g8", "", "h8")];

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y46", |hooks| {
        let lost = Rc::new(Cell::new(false));
        let known = Rc::clone(&lost);
        let mut old = String::new();
        hooks.lines.push(Box::new(move |_, line| {
            if words::split(line).first() == Some(&"position") {
                let undone = old.strip_prefix(line).unwrap_or_default();
                lost.set(CASTLING.iter().any(|(castling, ..)| undone.contains(castling)));
                line.clone_into(&mut old);
            }
            Handling::Obey
        }));
        stock::change_request(hooks, move |_, _, request| {
            request.searchmoves.retain(|word| !(known.get() && is_castling(word)));
        });
    }),
    defect_hook("Y47", |hooks| {
        let mut lost = false;
        stock::misread(hooks, move |words, _| {
            if let ["fen", _, _, rights, ..] = words {
                lost = *rights == "-";
            }
            let castles = words.iter().position(|word| is_castling(word))?;
            let cut = position::read::<Uci>(&words[..castles]).ok();
            cut.filter(|_| lost && words[0] == "startpos")
        });
    }),
    defect_hook("Y48", |hooks| does_not_castle(hooks, |(_, beside, _)| beside)),
    defect_hook("Y48:rook", |hooks| does_not_castle(hooks, |(_, _, rook)| rook)),
    defect_hook("Y49", |hooks| {
        stock::best(hooks, |asked, reply| {
            let step = reply.body.as_bytes();
            let double =
                matches!(step, [from, b'2', to, b'4'] | [from, b'7', to, b'5'] if from == to);
            if double && asked.root.moves().len() == 1 {
                *reply = Reply::best("(none)");
            }
        });
    }),
    defect_hook("Y49:promotion", |hooks| {
        stock::best(hooks, |_, reply| {
            let takes = matches!(reply.body.as_bytes(), [from, _, to, _, _] if from != to);
            if takes {
                reply.body.truncate(4);
            }
        });
    }),
    defect_hook("Y50", |hooks| ends_at(hooks, |board, _| board.moves().len() > 128)),
    defect_hook("Y51", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            request.infinite = request.infinite && !mates_in_two(board);
        });
    }),
    defect_hook("Y51:ponder", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            if request.ponder && mates_in_two(board) {
                stock::at_once(request);
            }
        });
    }),
    defect_hook("Y52", |hooks| {
        stock::change_request(hooks, |_, words, request| {
            request.ponder &= words.len() == 1 || words.last() != Some(&"ponder");
        });
    }),
    defect_hook("Y53", |hooks| {
        ends_at(hooks, |board, request| {
            let left = request.own(board.first_to_move()).left;
            left.is_some_and(|left| left.as_secs() >= 86_400)
        });
    }),
    defect_hook("Y53:movetime", |hooks| {
        ends_at(hooks, |_, request| request.movetime.is_some_and(|time| time.as_secs() > 2147));
    }),
    defect_hook("Y54", |hooks| {
        stock::swap_clocks(hooks);
        stock::change_request(hooks, |_, _, request| {
            if request.ponder {
                std::mem::swap(&mut request.first, &mut request.second);
            }
        });
    }),
    defect_hook("Y55", |hooks| {
        let mut asked = 0;
        stock::lose(hooks, move |shared, words| {
            if shared.open().is_none() {
                asked = 0;
                return false;
            }
            asked += u32::from(*words == ["isready"]);
            asked == 2 && *words == ["isready"]
        });
    }),
    defect_hook("Y56", |hooks| {
        stock::loses_while(hooks, "MultiPV", stock::is_several, "ponderhit");
    }),
    defect_hook("Y57", stock::ends_infinite_with_one_searchmove),
    defect_hook("Y58", stock::lose_ready_with_one_move),
];

/// Ends the process when such a search begins.
fn ends_at(hooks: &mut Hooks<Position>, fatal: fn(&Position, &Request) -> bool) {
    hooks.go = Some(Box::new(move |shared, board, _, request| {
        if fatal(board, request) {
            shared.end(Ending::Abort);
        }
        Handling::Obey
    }));
}

/// Whether a word is a castling move.
fn is_castling(word: &str) -> bool {
    CASTLING.iter().any(|(castling, ..)| *castling == word)
}

/// Reads a list of moves only up to castling, if the other side attacks the square that `choose` returns.
fn does_not_castle(
    hooks: &mut Hooks<Position>,
    choose: fn((&'static str, &'static str, &'static str)) -> &'static str,
) {
    stock::misread(hooks, move |words, _| {
        let (mut board, moves) = position::base::<Uci>(words).ok()?;
        for text in moves {
            let castling = CASTLING.into_iter().find(|(castling, ..)| castling == text);
            if castling.is_some_and(|castling| is_reached(&board, choose(castling))) {
                return Some(board);
            }
            let mv = board.read(text)?;
            board.make(mv);
        }
        None
    });
}

/// Whether the other side could move to this square if it were to move.
fn is_reached(board: &Position, square: &str) -> bool {
    let notation = board.notation();
    let mut fields = fields(&notation);
    if let [_, side, _, passant, ..] = fields.as_mut_slice() {
        *side = if board.first_to_move() { "b" } else { "w" };
        *passant = "-";
    }
    let swapped = Position::parse(&fields.join(" "));
    swapped.is_ok_and(|board| board.moves().iter().any(|mv| mv.to_string()[2..4] == *square))
}

/// Whether the side to move can mate in two moves.
fn mates_in_two(board: &Position) -> bool {
    board.moves().into_iter().any(|mv| {
        let next = board.after(mv);
        let replies = next.moves();
        !replies.is_empty() && replies.into_iter().all(|reply| mates_in_one(&next.after(reply)))
    })
}
