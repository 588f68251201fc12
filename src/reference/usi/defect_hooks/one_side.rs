//! Defects that show only for one side, or only in one kind of position.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::games::{Declaration, IllegalReason, Position as _};
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::{Mate, Reply};
use crate::reference::family::{Board as _, stock};

use super::mate::{is_line, solved};
use super::moves::every_move;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("M12", |hooks| {
        stock::best(hooks, |asked, reply| {
            let listed = &asked.epoch.request.searchmoves;
            let moves = asked.root.moves().into_iter().map(|mv| mv.to_string());
            let other = moves.into_iter().find(|text| !listed.contains(text));
            if let (false, false, Some(text)) =
                (listed.is_empty(), asked.root.first_to_move(), other)
            {
                *reply = Reply::best(text);
            }
        });
    }),
    defect_hook("M13", |hooks| {
        solved(hooks, |asked, reply| {
            if !asked.root.first_to_move() && is_line(reply) {
                "nomate".clone_into(&mut reply.body);
            }
        });
    }),
    defect_hook("M15", |hooks| {
        mates_against(hooks, IllegalReason::LeavesKingInCheck);
    }),
    defect_hook("M16", |hooks| mates_against(hooks, IllegalReason::DropPawnMate)),
    defect_hook("M18", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            if request.mate == Some(Mate::Endless) {
                request.mate = Some(Mate::Within(1250));
            }
            Handling::Obey
        }));
    }),
    defect_hook("M19", |hooks| {
        stock::best(hooks, |asked, reply| {
            let plain = reply.body.strip_suffix('+');
            let plain = plain.filter(|text| asked.root.read(text).is_none());
            if let (false, Some(text)) = (asked.root.first_to_move(), plain) {
                *reply = Reply::best(text);
            }
        });
    }),
    defect_hook("M20", |hooks| {
        escapes(hooks, true, IllegalReason::LeavesKingInCheck);
    }),
    defect_hook("M20:white", |hooks| {
        escapes(hooks, false, IllegalReason::LeavesKingInCheck);
    }),
    defect_hook("M20:pawns", |hooks| escapes(hooks, true, IllegalReason::TwoPawns)),
    defect_hook("M20:white-pawns", |hooks| escapes(hooks, false, IllegalReason::TwoPawns)),
    defect_hook("M20:dead", |hooks| escapes(hooks, true, IllegalReason::DeadSquare)),
    defect_hook("M20:white-dead", |hooks| escapes(hooks, false, IllegalReason::DeadSquare)),
    defect_hook("M21", |hooks| {
        declares_as_white(hooks, |claim| {
            claim.king_in_camp && claim.pieces_in_camp >= 9 && !claim.in_check
        });
    }),
    defect_hook("M21:check", |hooks| {
        declares_as_white(hooks, |claim| claim.king_in_camp && claim.pieces_in_camp >= 10);
    }),
    defect_hook("M21:king", |hooks| {
        declares_as_white(hooks, |claim| claim.pieces_in_camp >= 10 && !claim.in_check);
    }),
    defect_hook("M21:board", |hooks| {
        stock::best(hooks, |asked, reply| {
            let entered = asked.root.declaration().is_some_and(|claim| {
                claim.king_in_camp && claim.pieces_in_camp >= 10 && !claim.in_check
            });
            let wanted = if asked.root.first_to_move() { 28 } else { 27 };
            if entered && points_anywhere(asked.root) >= wanted {
                *reply = Reply::best("win");
            }
        });
    }),
    defect_hook("M22", |hooks| {
        stock::answer_after(hooks, |timing| {
            let other = timing.request.own(!timing.first_to_move).left?;
            let part = (other / 100).min(Duration::from_secs(5));
            (timing.pondered.is_some() && part > Duration::from_millis(1000)).then_some(part)
        });
    }),
    defect_hook("M23", |hooks| {
        stock::answer_after(hooks, |timing| {
            let own = timing.request.own(timing.first_to_move).increment?;
            let other = timing.request.own(!timing.first_to_move).increment?;
            (other > own).then(|| other.mul_f64(0.9).min(Duration::from_secs(5)))
        });
    }),
    defect_hook("M24", |hooks| {
        stock::answer_after(hooks, |timing| {
            let own = timing.request.own(timing.first_to_move);
            let extra =
                own.increment.unwrap_or_default() + timing.request.byoyomi.unwrap_or_default();
            let left = own.left.filter(|left| !left.is_zero() && extra.is_zero())?;
            (left <= Duration::from_secs(5)).then(|| left + Duration::from_millis(600))
        });
    }),
    defect_hook("M25", |hooks| {
        hooks.go = Some(Box::new(|_, board, _, request| {
            if request.ponder && board.moves().len() == 1 {
                stock::at_once(request);
            }
            Handling::Obey
        }));
    }),
    defect_hook("M30", |hooks| {
        stock::best(hooks, |asked, reply| {
            if !asked.root.first_to_move() && asked.root.material() > 1000 {
                *reply = Reply::best("resign");
            }
        });
    }),
    defect_hook("M31", |hooks| {
        stock::lose(hooks, |shared, words| {
            let limited = shared.open().is_some_and(|epoch| {
                let request = &epoch.request;
                request.depth.is_some() || request.nodes.is_some() || request.movetime.is_some()
            });
            words == ["stop"] && limited
        });
    }),
    defect_hook("M34", |hooks| {
        stock::best(hooks, |asked, reply| {
            if let (true, Some(mv)) = (asked.epoch.is_stopped(), asked.root.moves().last()) {
                *reply = Reply::best(mv);
            }
        });
    }),
    defect_hook("M35", |hooks| {
        stock::lose(hooks, |_, words| words.contains(&"movestogo"));
    }),
    defect_hook("M41", |hooks| {
        stock::say_on(hooks, |shared, words| {
            let hit = shared.newest().is_some_and(|epoch| epoch.was_hit());
            let idle = shared.open().is_none();
            stock::says(words == ["ponderhit"] && hit && idle, "bestmove resign")
        });
    }),
    defect_hook("M42", |hooks| {
        stock::best(hooks, |asked, reply| {
            let short = asked.epoch.started.elapsed() < Duration::from_millis(30);
            if asked.epoch.is_stopped() && short && asked.root.has_move() {
                *reply = Reply::best("(none)");
            }
        });
    }),
    defect_hook("M47", |hooks| {
        stock::ignores_stop_after_hit(hooks, Duration::from_secs(30), Duration::from_secs(5));
    }),
    defect_hook("M47:hour", |hooks| {
        stock::ignores_stop_after_hit(hooks, Duration::from_hours(1), Duration::from_secs(20));
    }),
];

/// If there is no mate, replies with a drop that breaks this rule.
fn mates_against(hooks: &mut Hooks<Position>, rule: IllegalReason) {
    solved(hooks, move |asked, reply| {
        let refused = |text: &String| {
            let refused = asked.root.check_move(text).err();
            text.contains('*') && refused.is_some_and(|illegal| illegal.reason == rule)
        };
        if let ("nomate", Some(text)) = (&reply.body[..], every_move().find(refused)) {
            reply.body = text;
        }
    });
}

/// If this side is mated, plays a move that breaks this rule instead of resigning.
fn escapes(hooks: &mut Hooks<Position>, as_black: bool, rule: IllegalReason) {
    stock::best(hooks, move |asked, reply| {
        if asked.root.has_move() || asked.root.first_to_move() != as_black {
            return;
        }
        let breaking = |text: &String| {
            let refused = asked.root.check_move(text).err();
            refused.is_some_and(|illegal| illegal.reason == rule)
        };
        if let Some(text) = every_move().find(breaking) {
            *reply = Reply::best(text);
        }
    });
}

/// Declares a win with 27 points as White, if `rule` accepts the rest.
fn declares_as_white(hooks: &mut Hooks<Position>, rule: fn(&Declaration) -> bool) {
    stock::best(hooks, move |asked, reply| {
        let claim = asked.root.declaration();
        let granted = claim.is_some_and(|claim| claim.points >= 27 && rule(&claim));
        if granted && !asked.root.first_to_move() {
            *reply = Reply::best("win");
        }
    });
}

/// The points of all pieces of the side to move, on the board and in hand.
fn points_anywhere(board: &Position) -> u32 {
    let text = crate::games::Position::notation(board);
    let mut fields = text.split(' ');
    let pieces = fields.next().unwrap_or_default();
    let hands = fields.nth(1).unwrap_or_default();
    let own = |letter: char| match board.first_to_move() {
        true => letter.is_ascii_uppercase(),
        false => letter.is_ascii_lowercase(),
    };
    let worth = |letter: char| match letter.to_ascii_uppercase() {
        'K' => 0,
        'R' | 'B' => 5,
        _ => 1,
    };
    let on_board: u32 = pieces.chars().filter(|&letter| own(letter)).map(worth).sum();
    let mut in_hand = 0;
    let mut count = 0;
    for letter in hands.chars() {
        match letter.to_digit(10) {
            Some(digit) => count = count * 10 + digit,
            None => {
                in_hand += if own(letter) { worth(letter) * count.max(1) } else { 0 };
                count = 0;
            }
        }
    }
    on_board + in_hand
}
