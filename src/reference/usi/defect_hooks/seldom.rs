//! Mistakes in positions, and at moments, that few tests have.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::games::IllegalReason;
use crate::games::shogi::Position;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::request::{Mate, Reply, Request};
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board as _, stock};
use crate::reference::usi::Usi;

use super::info::moves;
use super::mate::solved;
use super::misread::in_check;
use super::moves::every_move;
use super::options::wants_another_isready;
use super::sfen_parts::SfenParts;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y37", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.infinite);
    }),
    defect_hook("Y37:ponder", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.ponder);
    }),
    defect_hook("Y39", |hooks| {
        let mut size = "16".to_owned();
        wants_another_isready(hooks, move |words| match words {
            ["setoption", "name", "USI_Hash", "value", value] => {
                std::mem::replace(&mut size, (*value).to_owned()) != *value
            }
            _ => false,
        });
    }),
    defect_hook("Y40", stock::lose_hit_with_one_move),
    defect_hook("Y41", |hooks| {
        stock::best(hooks, |asked, reply| {
            if stock::was_stopped_early(asked.epoch) && in_check(Some(asked.root)) {
                *reply = Reply::best("resign");
            }
        });
    }),
    defect_hook("Y42", |hooks| stock::keeps_for_ponder(hooks, "stop")),
    defect_hook("Y42:hit", |hooks| stock::keeps_for_ponder(hooks, "ponderhit")),
    defect_hook("Y43", |hooks| stock::negate_scores_of(hooks, Epoch::is_pondering)),
    defect_hook("Y43:hit", |hooks| stock::negate_scores_of(hooks, Epoch::was_hit)),
    defect_hook("Y44", |hooks| {
        let kept = |shared: &SharedState, words: &[&str]| {
            let solved = |epoch: Arc<Epoch>| epoch.request.mate.is_some();
            words == ["stop"] && shared.open().is_none() && shared.newest().is_some_and(solved)
        };
        stock::at_once_after(hooks, kept, |_| true);
    }),
    defect_hook("Y45", |hooks| {
        let drawn = stock::has_come(hooks, |shared, words| {
            words == ["gameover", "draw"] && shared.is_pondering()
        });
        stock::change_request(hooks, move |_, _, request| request.infinite |= drawn.take());
    }),
    defect_hook("Y46", |hooks| overlooks(hooks, "+n")),
    // Without info, nothing shows how many lines there are.
    defect_hook("Y47", |hooks| hooks.search.info = Some(Box::new(|_, lines| lines.clear()))),
    defect_hook("Y48", |hooks| {
        stock::best(hooks, |asked, reply| {
            if let Some(text) = every_move().find(|text| seems_to_leave_a_reply(asked.root, text)) {
                *reply = Reply::best(text);
            }
        });
    }),
    defect_hook("Y49", |hooks| {
        stock::best(hooks, |asked, reply| {
            let text = reply.body.as_str();
            let camp = if asked.root.first_to_move() { 'a'..='c' } else { 'g'..='i' };
            let piece = SfenParts::read(&asked.root.notation());
            let is_king = piece.is_some_and(|parts| parts.at(text).is_some_and(is_king));
            if is_king && text.chars().any(|letter| camp.contains(&letter)) {
                *reply = Reply::best(format!("{text}+"));
            }
        });
    }),
    defect_hook("Y50", |hooks| {
        stock::change_mates(
            hooks,
            |_, info, plies| {
                if info.is_further_line() { moves(plies) } else { plies }
            },
        );
    }),
    defect_hook("Y51", |hooks| stock::overfills_smallest_hash(hooks, "USI_Hash")),
    defect_hook("Y52", stock::mates_of_one_side_after_hit),
    defect_hook("Y53", stock::one_line_after_hit),
    defect_hook("Y54", |hooks| {
        stock::best(hooks, |asked, reply| {
            if asked.root.notation() == Position::start().notation() {
                *reply = Reply::best("resign");
            }
        });
    }),
    defect_hook("Y55", |hooks| {
        stock::replies_again_at_its_end(hooks, |request| request.byoyomi);
    }),
    defect_hook("Y55:main", |hooks| {
        stock::replies_again_at_its_end(hooks, |request| request.second.left);
    }),
    defect_hook("Y55:mate", |hooks| {
        stock::replies_again_at_its_end(hooks, |request| match request.mate {
            Some(Mate::Within(limit)) => Some(Duration::from_millis(limit)),
            Some(Mate::Endless) | None => None,
        });
    }),
    defect_hook("Y55:movetime", |hooks| {
        stock::replies_again_at_its_end(hooks, |request| request.movetime);
    }),
    defect_hook("Y56", |hooks| {
        stock::loses_while(hooks, "USI_MultiPV", stock::is_several, "ponderhit");
    }),
    defect_hook("Y59", |hooks| {
        hooks.handshake = Some(|lines| declare(lines, "USI_AnalyseMode"));
        stock::loses_while(hooks, "USI_AnalyseMode", stock::is_true, "ponderhit");
    }),
    defect_hook("Y59:current-line", |hooks| {
        hooks.handshake = Some(|lines| declare(lines, "USI_ShowCurrLine"));
        stock::loses_while(hooks, "USI_ShowCurrLine", stock::is_true, "ponderhit");
    }),
    defect_hook("Y59:held", |hooks| {
        hooks.handshake = Some(|lines| declare(lines, "USI_AnalyseMode"));
        stock::ends_while(hooks, "USI_AnalyseMode", stock::is_true, |request| {
            std::mem::take(&mut request.ponder)
        });
    }),
    defect_hook("Y63", |hooks| {
        hooks.handshake = Some(|lines| declare(lines, "USI_AnalyseMode"));
        stock::ends_while(hooks, "USI_AnalyseMode", stock::is_true, |request| {
            std::mem::take(&mut request.infinite)
        });
    }),
    defect_hook("Y60", |hooks| {
        hooks.handshake = Some(|lines| {
            declare(lines, "USI_LimitStrength");
            let end = lines.len().saturating_sub(1);
            lines
                .insert(end, "option name USI_Strength type spin default 5 min 0 max 5".to_owned());
        });
        let limited = stock::follow(hooks, "USI_LimitStrength");
        stock::change_reply(hooks, move |_, reply| {
            if limited.load(Ordering::SeqCst) && reply.word == "checkmate" {
                *reply = Reply::checkmate("nomate");
            }
        });
    }),
    defect_hook("Y64", |hooks| {
        hooks.handshake = Some(|lines| declare(lines, "USI_AnalyseMode"));
        stock::never_answers_while(hooks, "USI_AnalyseMode", stock::is_true, |request| {
            request.nodes.is_some()
        });
    }),
    defect_hook("Y64:depth", |hooks| {
        stock::never_answers_while(hooks, "USI_MultiPV", stock::is_several, |request| {
            request.depth.is_some()
        });
    }),
    defect_hook("Y62", |hooks| stock::one_line_after_setting::<Usi>(hooks, "USI_Ponder")),
    defect_hook("Y65", |hooks| {
        solved(hooks, |asked, reply| {
            if reply.body == "timeout" && asked.epoch.is_stopped() {
                "nomate".clone_into(&mut reply.body);
            }
        });
    }),
    defect_hook("Y66", |hooks| {
        hooks.search.reply = Some(Box::new(|asked, reply| {
            let bare = asked.epoch.request == Request::default();
            Some(reply).filter(|_| !bare || asked.root.has_move())
        }));
    }),
    defect_hook("Y70", |hooks| mated_says_none(hooks, |request| request.depth.is_some())),
    defect_hook("Y70:movetime", |hooks| {
        mated_says_none(hooks, |request| request.movetime.is_some());
    }),
    defect_hook("Y70:nodes", |hooks| mated_says_none(hooks, |request| request.nodes.is_some())),
];

/// Replies `none` to such a `go` if there is no legal move.
fn mated_says_none(hooks: &mut Hooks<Position>, limited: fn(&Request) -> bool) {
    stock::best(hooks, move |asked, reply| {
        if limited(&asked.epoch.request) && !asked.root.has_move() {
            *reply = Reply::best("none");
        }
    });
}

/// Declares one more check option, which is false.
fn declare(lines: &mut Vec<String>, name: &str) {
    let end = lines.len().saturating_sub(1);
    lines.insert(end, format!("option name {name} type check default false"));
}

/// Whether a dropped pawn mates, and a piece that is pinned could else take it.
fn seems_to_leave_a_reply(root: &Position, drop: &str) -> bool {
    let illegal = crate::games::Position::check_move(root, drop).err();
    if illegal.is_none_or(|illegal| illegal.reason != IllegalReason::DropPawnMate) {
        return false;
    }
    let (_, square) = drop.split_at(2);
    let Some(parts) = SfenParts::read(&root.notation()) else {
        return false;
    };
    let Ok(after) = Position::parse(&parts.with_pawn(square).write()) else {
        return false;
    };
    every_move().any(|text| {
        let takes =
            text.len() == 4 && text.ends_with(square) && !parts.at(&text).is_some_and(is_king);
        let illegal = crate::games::Position::check_move(&after, &text).err().filter(|_| takes);
        illegal.is_some_and(|illegal| illegal.reason == IllegalReason::LeavesKingInCheck)
    })
}

fn is_king(piece: &str) -> bool {
    piece.eq_ignore_ascii_case("k")
}

/// Sees no attack of such a piece of the opponent; the piece is written as White's, in lower case.
fn overlooks(hooks: &mut Hooks<Position>, piece: &'static str) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        Some(match without(asked.root, piece) {
            Some(believed) => stock::reply_from_belief(&believed, asked.root, reply),
            None => reply,
        })
    }));
}

/// The position without such pieces of the side that is not to move.
fn without(root: &Position, piece: &str) -> Option<Position> {
    let piece = if root.first_to_move() { piece.to_owned() } else { piece.to_ascii_uppercase() };
    let mut parts = SfenParts::read(&root.notation())?;
    for square in parts.squares.iter_mut().filter(|square| square.as_ref() == Some(&piece)) {
        *square = None;
    }
    Position::parse(&parts.write()).ok()
}
