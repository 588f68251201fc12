//! Mistakes in positions, and at moments, that few tests have.

use std::time::Duration;

use crate::games::chess::Position;
use crate::games::{IllegalReason, Position as _};
use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::request::Reply;
use crate::reference::family::{Board as _, stock};

use super::between::ignores_clock_after_miss;
use super::info::plies;
use super::overlooked::{fields, plays_illegal};
use super::reply::{Mistake, knows_fischer_chess};
use super::strangers::king;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y123", stock::replies_again_without_moves),
    defect_hook("Y60", |hooks| {
        knows_fischer_chess(hooks, Mistake::None);
        plays_illegal(hooks, |root| castles_in_check(root, false));
    }),
    defect_hook("Y60:rook", |hooks| {
        knows_fischer_chess(hooks, Mistake::None);
        plays_illegal(hooks, |root| castles_in_check(root, true));
    }),
    defect_hook("Y158", |hooks| knows_fischer_chess(hooks, Mistake::KingMovesCastle)),
    defect_hook("Y159", |hooks| {
        knows_fischer_chess(hooks, Mistake::None);
        plays_illegal(hooks, |root| {
            castles(root, |_, squares| squares.len() == 2).filter(|_| root.loses_without_move())
        });
    }),
    defect_hook("Y159:occupied", |hooks| {
        knows_fischer_chess(hooks, Mistake::None);
        plays_illegal(hooks, castles_over_a_piece);
    }),
    defect_hook("Y61", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.infinite);
    }),
    defect_hook("Y61:ponder", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.ponder);
    }),
    defect_hook("Y62", stock::keep_searchmoves_after_stop),
    defect_hook("Y63", |hooks| {
        stock::never_answers(hooks, |timing| {
            timing.request.mate.is_some() && !timing.first_to_move
        });
    }),
    defect_hook("Y64", |hooks| {
        let mut mate = false;
        stock::change_request(hooks, move |_, _, request| {
            if request.infinite && std::mem::take(&mut mate) {
                request.infinite = false;
                request.movetime = Some(Duration::from_millis(100));
            }
            mate |= request.mate.is_some();
        });
    }),
    defect_hook("Y64:same", |hooks| {
        let mut solved = None;
        stock::change_request(hooks, move |board, _, request| {
            let board = crate::games::Position::notation(board);
            if request.infinite && solved.take().as_ref() == Some(&board) {
                stock::at_once(request);
            }
            solved = request.mate.map(|_| board);
        });
    }),
    defect_hook("Y65", |hooks| {
        stock::answer_after(hooks, |timing| {
            timing.pondered?;
            let own = timing.request.own(timing.first_to_move);
            own.increment.filter(|added| Some(*added) > own.left).map(|added| added / 4)
        });
    }),
    defect_hook("Y66", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| match words {
            ["position", "fen", _, _, _, _, _, number, ..] => {
                number.parse::<u32>().is_ok_and(|number| number > 400)
            }
            _ => false,
        });
    }),
    defect_hook("Y67", |hooks| {
        ignores_clock_after_miss(hooks, |epoch| epoch.has_rested());
    }),
    defect_hook("Y69", |hooks| {
        stock::best(hooks, |asked, reply| {
            if stock::was_stopped_early(asked.epoch) && asked.root.loses_without_move() {
                *reply = Reply::best("(none)");
            }
        });
    }),
    defect_hook("Y69:mute", |hooks| {
        stock::mute(hooks, |asked, _| {
            stock::was_stopped_early(asked.epoch) && asked.root.loses_without_move()
        });
    }),
    defect_hook("Y70", |hooks| stock::keeps_for_ponder(hooks, "stop")),
    defect_hook("Y70:hit", |hooks| stock::keeps_for_ponder(hooks, "ponderhit")),
    defect_hook("Y71", |hooks| stock::negate_scores_of(hooks, Epoch::is_pondering)),
    defect_hook("Y71:hit", |hooks| stock::negate_scores_of(hooks, Epoch::was_hit)),
    defect_hook("Y72", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            let notation = crate::games::Position::notation(board);
            let pieces = fields(&notation).first().copied().unwrap_or_default();
            let are_kings = pieces.chars().filter(char::is_ascii_alphabetic).count() == 2;
            if request.infinite && are_kings {
                stock::at_once(request);
            }
        });
    }),
    defect_hook("Y73", |hooks| {
        stock::change_request(hooks, |_, _, request| {
            if request.mate.is_some() {
                request.searchmoves.clear();
            }
        });
    }),
    defect_hook("Y74", |hooks| {
        let mut longest = Duration::ZERO;
        stock::change_request(hooks, move |_, _, request| {
            longest = longest.max(request.movetime.unwrap_or_default());
            request.movetime = request.movetime.map(|_| longest);
        });
    }),
    defect_hook("Y75", |hooks| {
        stock::best(hooks, |_, reply| {
            let letters = ['q', 'r', 'b', 'n'];
            let promotion = reply.body.strip_suffix(letters).filter(|_| reply.body.len() == 5);
            if let Some(without) = promotion.filter(|text| text.get(2..3) == Some("h")) {
                *reply = Reply::best(without);
            }
        });
    }),
    defect_hook("Y76", |hooks| {
        let mut kept = Vec::new();
        stock::change_request(hooks, move |_, _, request| {
            if request.ponder {
                kept.clone_from(&request.searchmoves);
            } else if request.searchmoves.is_empty() {
                request.searchmoves = std::mem::take(&mut kept);
            }
        });
    }),
    defect_hook("Y77", |hooks| knows_fischer_chess(hooks, Mistake::LinesInTwoFiles)),
    defect_hook("Y78", |hooks| {
        stock::ignores_stop_after_hit(hooks, Duration::from_hours(1), Duration::from_secs(20));
    }),
    defect_hook("Y79", |hooks| {
        stock::change_mates(
            hooks,
            |_, info, moves| {
                if info.is_further_line() { plies(moves) } else { moves }
            },
        );
    }),
    defect_hook("Y80", |hooks| stock::overfills_smallest_hash(hooks, "Hash")),
    defect_hook("Y81", stock::mates_of_one_side_after_hit),
    defect_hook("Y82", stock::one_line_after_hit),
    defect_hook("Y83", stock::ready_waits_after_hit),
    defect_hook("Y84", |hooks| {
        stock::replies_again_at_its_end(hooks, |request| request.first.left);
    }),
    defect_hook("Y84:movetime", |hooks| {
        stock::replies_again_at_its_end(hooks, |request| request.movetime);
    }),
];

/// Castling of Chess960 over an attacked square, or with a rook that shields its king from another rook.
fn castles_in_check(root: &Position, shielded: bool) -> Option<String> {
    let found = castles(root, |castling, squares| {
        // A square on the way and its attacker; other reasons have one square.
        matches!(squares, [_, attacker] if attacker.ends_with(&castling[3..]) == shielded)
    });
    found.filter(|_| !root.loses_without_move())
}

/// Castling of Chess960 with a piece on the square where the rook arrives.
fn castles_over_a_piece(root: &Position) -> Option<String> {
    let found = castles(root, |castling, squares| {
        let place = if castling[2..3] > castling[..1] { 'f' } else { 'd' };
        matches!(squares, [piece] if piece.starts_with(place))
    });
    found.filter(|_| !root.loses_without_move())
}

/// Castling of Chess960 that is illegal, and meant; `is_meant` gets the move and the squares that forbid it.
fn castles(root: &Position, is_meant: impl Fn(&str, &[String]) -> bool) -> Option<String> {
    let notation = crate::games::Position::notation(root);
    let rights = *fields(&notation).get(2)?;
    let own =
        |file: &char| file.is_ascii_alphabetic() && file.is_uppercase() == root.first_to_move();
    let king = king(root)?;
    let rank = &king[1..];
    let castling = |file: char| format!("{king}{}{rank}", file.to_ascii_lowercase());
    rights.chars().filter(own).map(castling).find(|text| {
        let refused = root.check_move(text).err();
        let refused = refused.filter(|illegal| illegal.reason == IllegalReason::CannotCastle);
        is_meant(text, &refused.map(|illegal| illegal.squares).unwrap_or_default())
    })
}
