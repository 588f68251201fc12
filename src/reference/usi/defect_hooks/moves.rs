//! `bestmove`.

use crate::games::shogi::Position;
use crate::games::{Declaration, IllegalReason, Position as _};
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::request::Reply;
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("H01", |hooks| always(hooks, "none")),
    defect_hook("H02", |hooks| always(hooks, "(none)")),
    defect_hook("H03", |hooks| always(hooks, "pass")),
    defect_hook("H04", |hooks| {
        stock::best(hooks, |_, reply| reply.body.push_str(",123"));
    }),
    defect_hook("H05", |hooks| always(hooks, "0000")),
    defect_hook("H05:alone", |hooks| always(hooks, "")),
    defect_hook("H08", |hooks| {
        declares(hooks, |claim, _| is_complete(claim) && claim.points >= 24)
    }),
    defect_hook("H08:side", |hooks| {
        declares(hooks, |claim, _| is_complete(claim) && claim.points >= 27);
    }),
    defect_hook("H08:camp", |hooks| {
        declares(hooks, |claim, first| {
            let enough = claim.points >= if first { 28 } else { 27 };
            claim.sound || (enough && claim.pieces_in_camp >= 10 && !claim.in_check)
        });
    }),
    defect_hook("Y58", |hooks| {
        stock::best(hooks, |asked, reply| {
            let claim = asked.root.declaration().filter(is_complete);
            let more = 4 * own_promoted_minors(asked.root);
            let needed = if asked.root.first_to_move() { 28 } else { 27 };
            if claim.is_some_and(|claim| claim.points as usize + more >= needed) {
                *reply = Reply::best("win");
            }
        });
    }),
    defect_hook("H09", |hooks| {
        stock::best(hooks, |asked, reply| {
            if let ("win", Some(mv)) = (&reply.body[..], asked.root.moves().first()) {
                *reply = Reply::best(mv);
            }
        });
    }),
    defect_hook("H10", |hooks| {
        prefer(hooks, |_, text| text.contains('*'), |text| text.to_lowercase());
    }),
    defect_hook("H10:plus", |hooks| {
        prefer(
            hooks,
            |board, text| {
                let plain = text.strip_suffix('+');
                plain.is_some_and(|plain| board.read(plain).is_none())
            },
            |text| text.trim_end_matches('+').to_owned(),
        );
    }),
    defect_hook("H10:chess", |hooks| {
        prefer(hooks, |_, text| !text.contains('*'), in_digits);
    }),
    defect_hook("H11", |hooks| breaks(hooks, IllegalReason::TwoPawns)),
    defect_hook("H11:check", |hooks| breaks(hooks, IllegalReason::LeavesKingInCheck)),
    defect_hook("H11:mate", |hooks| breaks(hooks, IllegalReason::DropPawnMate)),
    defect_hook("H11:dead", |hooks| breaks(hooks, IllegalReason::DeadSquare)),
    defect_hook("H14", |hooks| {
        let mut old = None;
        stock::misread(hooks, move |_, set| {
            std::mem::replace(&mut old, set.as_ref().ok().cloned())
        });
    }),
    defect_hook("H15", |hooks| {
        hooks.position = Some(Box::new(|shared, _, set| {
            let first = set.as_ref().ok().and_then(|board| board.moves().first().copied());
            if let Some(mv) = first {
                shared.say(&Reply::best(mv).line());
            }
            set
        }));
    }),
    defect_hook("H16", |hooks| {
        declares(hooks, |claim, first| {
            let enough = claim.points >= if first { 28 } else { 27 };
            claim.sound || (enough && claim.pieces_in_camp >= 10 && claim.king_in_camp)
        });
    }),
    defect_hook("H17", |hooks| {
        stock::mute(hooks, |_, reply| reply.word == "bestmove");
        hooks.search.info = Some(Box::new(|asked, lines| {
            if asked.epoch.request.mate.is_none() {
                lines.clear();
            }
        }));
    }),
    defect_hook("O03", |hooks| {
        stock::best(hooks, |_, reply| *reply = Reply::best("resign"));
        hooks.search.info = Some(Box::new(|asked, lines| {
            if asked.epoch.request.mate.is_none() {
                lines.clear();
            }
        }));
    }),
    defect_hook("O04", |hooks| {
        stock::change_reply(hooks, |asked, reply| {
            if asked.epoch.request.mate.is_some() {
                reply.body = "notimplemented".to_owned();
            } else if reply.word == "bestmove" {
                *reply = Reply::best("resign");
            }
        });
    }),
];

/// Replies with the same word instead of every move.
fn always(hooks: &mut Hooks<Position>, body: &'static str) {
    stock::best(hooks, move |_, reply| *reply = Reply::best(body));
}

/// Whether a declaration meets all conditions except the number of points.
fn is_complete(claim: &Declaration) -> bool {
    claim.king_in_camp && claim.pieces_in_camp >= 10 && !claim.in_check
}

/// The number of promoted pieces of the side to move that are neither dragon nor horse.
fn own_promoted_minors(root: &Position) -> usize {
    let notation = crate::games::Position::notation(root);
    let board = notation.split(' ').next().unwrap_or_default();
    let minors = if root.first_to_move() { "PLNS" } else { "plns" };
    let promoted = board.split('+').skip(1);
    promoted.filter(|rest| rest.starts_with(|letter| minors.contains(letter))).count()
}

/// Declares a win by its own rule, which also gets whether Black is to move.
fn declares(hooks: &mut Hooks<Position>, rule: fn(&Declaration, bool) -> bool) {
    stock::best(hooks, move |asked, reply| {
        let claim = asked.root.declaration();
        if claim.is_some_and(|claim| rule(&claim, asked.root.first_to_move())) {
            *reply = Reply::best("win");
        }
    });
}

/// Plays a move of this kind, if there is one, and writes it with `write`.
fn prefer(
    hooks: &mut Hooks<Position>,
    kind: fn(&Position, &str) -> bool,
    write: fn(&str) -> String,
) {
    stock::best(hooks, move |asked, reply| {
        let moves = asked.root.moves().into_iter().map(|mv| mv.to_string());
        if let Some(text) = moves.into_iter().find(|text| kind(asked.root, text)) {
            *reply = Reply::best(write(&text));
        }
    });
}

/// Writes `7g7f` as `77-76`.
fn in_digits(text: &str) -> String {
    let digit = |letter: u8| match letter {
        b'a'..=b'i' => char::from(letter - b'a' + b'1'),
        other => char::from(other),
    };
    let all: String = text.bytes().map(digit).collect();
    let (from, to) = all.split_at(2);
    format!("{from}-{to}")
}

/// Plays a move that breaks this rule, if there is one.
fn breaks(hooks: &mut Hooks<Position>, rule: IllegalReason) {
    stock::best(hooks, move |asked, reply| {
        let breaking = |text: &String| {
            let refused = asked.root.check_move(text).err();
            refused.is_some_and(|illegal| illegal.reason == rule)
        };
        if let Some(text) = every_move().find(breaking) {
            *reply = Reply::best(text);
        }
    });
}

/// Every word that has the form of a move without promotion.
pub(super) fn every_move() -> impl Iterator<Item = String> {
    let squares = || ('1'..='9').flat_map(|file| ('a'..='i').map(move |rank| (file, rank)));
    let drops = "PLNSGBR"
        .chars()
        .flat_map(move |piece| squares().map(move |(file, rank)| format!("{piece}*{file}{rank}")));
    let walks = squares().flat_map(move |(file, rank)| {
        squares().map(move |(to_file, to_rank)| format!("{file}{rank}{to_file}{to_rank}"))
    });
    drops.chain(walks)
}
