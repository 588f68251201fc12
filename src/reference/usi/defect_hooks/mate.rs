//! `go mate` and its reply.

use crate::games::shogi::{self, MateAnswer, Position};
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, SearchContext, defect_hook};
use crate::reference::family::request::{Mate, Reply};
use crate::reference::family::{Board as _, stock};

use super::misread::in_check;
use super::sfen_parts::SfenParts;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("I01", |hooks| {
        solved(hooks, |asked, reply| {
            let line = reply.body.split(' ').next().unwrap_or_default();
            let mv = asked.root.read(line).or(asked.root.moves().first().copied());
            let none = Reply::best("resign");
            *reply = mv.map_or(none, Reply::best);
        });
    }),
    defect_hook("I03", |hooks| {
        solved(hooks, |_, reply| "nomate".clone_into(&mut reply.body));
        hooks.go = Some(Box::new(|_, _, _, request| {
            request.mate = request.mate.map(|_| Mate::Within(0));
            Handling::Obey
        }));
    }),
    defect_hook("I04", |hooks| instead(hooks, "timeout", "notimplemented")),
    defect_hook("I05", |hooks| instead(hooks, "nomate", "none")),
    defect_hook("I06", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            request.mate = request.mate.map(|_| Mate::Endless);
            Handling::Obey
        }));
    }),
    defect_hook("I07", |hooks| {
        solved(hooks, |asked, reply| {
            if let Some(Mate::Within(_)) = asked.epoch.request.mate {
                "timeout".clone_into(&mut reply.body);
            }
        });
        stock::answer_after(hooks, |timing| match timing.request.mate {
            Some(Mate::Within(_)) => Some(std::time::Duration::ZERO),
            Some(Mate::Endless) | None => None,
        });
    }),
    defect_hook("I09", |hooks| {
        solved(hooks, |_, reply| {
            if is_line(reply) {
                "nomate".clone_into(&mut reply.body);
            }
        });
    }),
    defect_hook("I10", |hooks| solved(hooks, breaks_off)),
    defect_hook("I13", |hooks| stock::mute(hooks, |_, reply| reply.word == "checkmate")),
    defect_hook("I15", |hooks| {
        hooks.search.answered = Some(Box::new(|shared, root, reply| {
            if reply.word == "checkmate" {
                let mv = root.moves().first().map(ToString::to_string);
                let body = mv.unwrap_or_else(|| "resign".to_owned());
                shared.say(&Reply::best(body).line());
            }
        }));
    }),
    defect_hook("I16", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            request.infinite |= request.mate == Some(Mate::Endless);
            Handling::Obey
        }));
    }),
    defect_hook("I17", |hooks| {
        hooks.write = Some(Box::new(|line| {
            let bare = line.strip_prefix("checkmate ");
            let bare = bare.filter(|word| ["nomate", "timeout"].contains(word));
            format!("{}\n", bare.unwrap_or(line)).into_bytes()
        }));
    }),
    defect_hook("I18", |hooks| solved(hooks, mates_for_the_other_side)),
    defect_hook("Y57", |hooks| {
        solved(hooks, |_, reply| {
            if reply.body.starts_with("P*") {
                "nomate".clone_into(&mut reply.body);
            }
        });
    }),
    defect_hook("Y57:interposed", |hooks| solved(hooks, overlooks_interposition)),
];

/// Changes every `checkmate`.
pub(super) fn solved(
    hooks: &mut Hooks<Position>,
    change: impl Fn(&SearchContext<'_, Position>, &mut Reply) + Send + Sync + 'static,
) {
    stock::change_reply(hooks, move |asked, reply| {
        if reply.word == "checkmate" {
            change(asked, reply);
        }
    });
}

/// Replaces a word by another one.
fn instead(hooks: &mut Hooks<Position>, word: &'static str, other: &'static str) {
    solved(hooks, move |_, reply| {
        if reply.body == word {
            other.clone_into(&mut reply.body);
        }
    });
}

pub(super) fn is_line(reply: &Reply) -> bool {
    !["nomate", "timeout"].contains(&&reply.body[..])
}

/// Ends the line before the mate; if the line has only one or two moves, plays one that does not mate.
fn breaks_off(asked: &SearchContext<'_, Position>, reply: &mut Reply) {
    if !is_line(reply) {
        return;
    }
    let words: Vec<&str> = reply.body.split(' ').collect();
    let shorter = words[..words.len().saturating_sub(2)].join(" ");
    let moves = asked.root.moves();
    let quiet = || moves.iter().find(|mv| asked.root.after(**mv).has_move());
    reply.body = match shorter.is_empty() {
        true => quiet().map(ToString::to_string).unwrap_or_default(),
        false => shorter,
    };
}

/// If the side to move has no mate, replies with a check that only a piece on the board can answer, between the two.
fn overlooks_interposition(asked: &SearchContext<'_, Position>, reply: &mut Reply) {
    let is_meant = |text: &str| {
        let Some(after) = asked.root.read(text).map(|mv| asked.root.after(mv)) else {
            return false;
        };
        let parts = SfenParts::read(&after.notation());
        let by_king = |answer: &str| {
            let piece = parts.as_ref().and_then(|parts| parts.at(answer));
            piece.is_none_or(|piece| piece.eq_ignore_ascii_case("k"))
        };
        let answers: Vec<String> = after.moves().iter().map(ToString::to_string).collect();
        let takes = |answer: &str| answer[2..4] == text[2..4];
        in_check(Some(&after))
            && !answers.is_empty()
            && !answers.iter().any(|answer| by_king(answer) || takes(answer))
    };
    if !is_line(reply) {
        let moves = asked.root.moves();
        let found = moves.iter().map(ToString::to_string).find(|text| is_meant(text));
        reply.body = found.unwrap_or_else(|| std::mem::take(&mut reply.body));
    }
}

/// If the side to move has no mate, replies with a line by which the opponent would mate, or with any legal move.
fn mates_for_the_other_side(asked: &SearchContext<'_, Position>, reply: &mut Reply) {
    if reply.body != "nomate" {
        return;
    }
    let text = asked.root.notation();
    let swapped = match asked.root.first_to_move() {
        true => text.replacen(" b ", " w ", 1),
        false => text.replacen(" w ", " b ", 1),
    };
    let mut nodes = 100_000;
    let other = Position::parse(&swapped).ok();
    let line = other.map(|board| shogi::mate(&board, 7, &mut nodes, &|| false));
    reply.body = match line {
        Some(MateAnswer::Mate(moves)) => {
            let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
            words.join(" ")
        }
        Some(MateAnswer::NoMate | MateAnswer::Unknown) | None => {
            let first = asked.root.moves().first().map(ToString::to_string);
            first.unwrap_or_else(|| "nomate".to_owned())
        }
    };
}
